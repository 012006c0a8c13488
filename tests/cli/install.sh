#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make install leaves what it should where it should, and what it leaves works; make uninstall takes it away.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

if [ ! -f "$build_root/Makefile" ]; then
    echo "no build folder"
    exit 77
fi

# make_it TARGET: in the build folder, into a folder of its own
make_it() {
    command="make $1"
    status=0
    # The flags of a make that runs this test are not for this one, whose folders are given.
    (unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
        make -s -C "$build_root" "$1" DESTDIR="$work/root" prefix=/usr docdir=/usr/share/doc/onnx-lint \
            datadir=/usr/share mandir=/usr/share/man bindir=/usr/bin) >out 2>err || status=$?
    expect_status 0
}

make_it install
(cd root && find . -type f | sed 's#^\./usr/##' | LC_ALL=C sort) >installed

# Documents, schemas and examples lie below share/doc as they do in the tree.
doc=share/doc/onnx-lint
(cd "$source_root" && find README.md CHANGELOG.md CONTRIBUTING.md LICENSE rules/README.md doc examples -type f \
    ! -name '*.1.in' ! -name '*.new') | sed "s#^#$doc/#" >wanted
cat >>wanted <<'LIST'
bin/onnx-lint
share/bash-completion/completions/onnx-lint.bash
share/fish/vendor_completions.d/onnx-lint.fish
share/man/man1/onnx-lint.1
share/zsh/site-functions/_onnx-lint
LIST
if grep -q '^UPB_DIR = .' "$build_root/Makefile"; then
    printf '%s\n' $doc/LICENSE.upb $doc/LICENSE.utf8_range >>wanted
fi
LC_ALL=C sort -o wanted wanted
expect_same wanted installed

# The links of the documents lead to other documents; the hooks of pre-commit are for the tree alone.
for document in "root/usr/$doc"/README.md "root/usr/$doc"/doc/*.md; do
    folder=${document%/*}
    grep -oE '\]\([^):#]+' "$document" | sed 's/^](//' | while IFS= read -r target; do
        case $target in
        http | https | */.pre-commit-hooks.yaml) ;;
        *) [ -e "$folder/$target" ] || echo "${document#root/usr/}: $target" ;;
        esac
    done
done >broken
expect_true "links lead nowhere: $(cat broken)" test ! -s broken

# The installed program runs, by itself.
lint=$work/root/usr/bin/onnx-lint
make_bad bad.onnx
run bad.onnx
expect_status 1
expect_line out "bad.onnx:$bad_line"
run --version
expect_match out '^onnx-lint [0-9]'
run --config="root/usr/$doc/examples/policy/.onnx-lint.yaml" bad.onnx
expect_status 1

# The manual page renders without a warning.
page=root/usr/share/man/man1/onnx-lint.1
if command -v man >/dev/null && man --version >/dev/null 2>&1; then
    command="man --warnings"
    status=0
    LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" >rendered 2>err || status=$?
    expect_status 0
    expect_empty err
    expect_true 'the manual page is empty' test -s rendered
else
    skip "there is no man"
fi

# The completions load, in the folders that they are in.
if command -v bash >/dev/null; then
    # shellcheck disable=SC2016 # bash is to expand it
    expect_true 'bash does not load the completion' \
        bash -c '. "$1" && complete -p onnx-lint' bash root/usr/share/bash-completion/completions/onnx-lint.bash >/dev/null
fi
if command -v zsh >/dev/null; then
    # shellcheck disable=SC2016 # zsh is to expand it
    expect_true 'zsh does not load the completion' \
        zsh -fc 'fpath=($1 $fpath); autoload -Uz compinit && compinit -D -u && [[ ${_comps[onnx-lint]} == _onnx-lint ]] &&
            autoload +X _onnx-lint' zsh "$PWD/root/usr/share/zsh/site-functions"
fi
if command -v fish >/dev/null; then
    # shellcheck disable=SC2016 # fish is to expand it
    HOME=$PWD expect_true 'fish does not load the completion' \
        fish --no-config -c 'source $argv[1]; and complete -c onnx-lint | string match -q "*statistics*"' \
        root/usr/share/fish/vendor_completions.d/onnx-lint.fish
fi

make_it uninstall
(cd root && find . -type f) >left
expect_empty left

finish
