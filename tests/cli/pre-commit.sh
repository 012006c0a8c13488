#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The hooks under the real pre-commit, in real repositories: what a commit changes is linted, and nothing else.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

need pre-commit
need git

upb=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/onnx-lint/upb-1.51.1
# shellcheck disable=SC2046 # a list of words
unset $(git rev-parse --local-env-vars) SKIP PRE_COMMIT_COLOR
export HOME="$room/home" XDG_CACHE_HOME="$room/cache" PRE_COMMIT_HOME="$room/pre-commit" GIT_CONFIG_NOSYSTEM=1
mkdir "$HOME" "$room/bin"
git config --global user.name Tester
git config --global user.email tester@localhost
git config --global init.defaultBranch main
ln -s "$lint" "$room/bin/onnx-lint"
PATH=$room/bin:$PATH

# commit_all FOLDER: makes a repository of it, or a further commit, past all hooks.
commit_all() {
    [ -d "$1/.git" ] || git init -q "$1"
    git -C "$1" add -A
    git -C "$1" commit -q --no-verify -m all || exit 99
}

# use HOOK [LINE...]: the repository that we are in uses that hook, with more lines of its configuration.
use() {
    {
        printf 'repos:\n- repo: %s\n  rev: %s\n  hooks:\n  - id: %s\n' "$hooks" "$(git -C "$hooks" rev-parse HEAD)" "$1"
        shift
        for line; do printf '    %s\n' "$line"; done
    } >.pre-commit-config.yaml
    git add .pre-commit-config.yaml
}

# try FILE...: commits the files, as the hook allows; what pre-commit prints is left in out.
try() {
    command="git commit of $*"
    status=0
    git add -- "$@"
    git commit -q -m try >out 2>&1 || status=$?
}

# Takes back what the hook has refused.
reset() {
    git reset -q --hard
}

hooks=$room/hooks
mkdir -p "$hooks/build-aux" models/deep
cp "$source_root/.pre-commit-hooks.yaml" "$hooks"
cp "$source_root/build-aux/onnx-lint-from-source" "$hooks/build-aux"
# In place of a build: counts, and takes the program that is being tested.
cat >"$hooks/setup" <<SETUP
#!/bin/sh
echo "\$*" >>"$room/builds"
sleep 1
[ ! -e "$room/broken" ] || { echo "cc: no memory"; exit 1; }
mkdir build && cp "$lint" build/onnx-lint
SETUP
chmod +x "$hooks/setup"
commit_all "$hooks"

command='pre-commit validate-manifest'
expect_true "the hooks are as pre-commit wants them" pre-commit validate-manifest "$hooks/.pre-commit-hooks.yaml"
git init -q .
use onnx-lint
pre-commit install >/dev/null || exit 99

# --- what is changed, and only that --------------------------------------------------------------

make_good models/good.onnx
try .pre-commit-config.yaml models/good.onnx
expect_status 0
make_bad models/bad.onnx
try models/bad.onnx
expect_status 1
expect_line out "models/bad.onnx:$bad_line"
expect_no_match out 'good\.onnx'
git commit -q --no-verify -m past
echo text >README
try README
expect_status 0
expect_no_match out 'bad\.onnx'

# What is staged counts, not what else is in the work tree.
make_warning models/staged.onnx
git add models/staged.onnx
make_bad models/staged.onnx
git commit -q -m staged >out 2>&1
status=$? command="git commit of a staged model"
expect_status 0
reset

# A name is never an option.
make_bad ./--fail-on=never.onnx
make_bad 'with space.onnx'
try --fail-on=never.onnx 'with space.onnx'
expect_status 1
expect_match out '^(\./)?--fail-on=never\.onnx:4:26: error: '
expect_line out "with space.onnx:$bad_line"
reset

# A model that is deleted is nobody's fault.
git rm -q models/good.onnx
try README
expect_status 0

# --- data files ----------------------------------------------------------------------------------

# One model with two floats in deep/w.bin, and one without.
assemble models/far.onnx <<'HEX'
08 08 42 { 10 11 }
3A {
  0A { 0A { "x" } 0A { "w" } 12 { "y" } 1A { "n" } 22 { "Add" } } 12 { "g" }
  2A { 08 02 10 01 42 { "w" } 70 01 6A { 0A { "location" } 12 { "deep/w.bin" } } 6A { 0A { "length" } 12 { "8" } } }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
HEX
printf '12345678' >models/deep/w.bin
try models/far.onnx models/deep/w.bin
expect_status 0
printf '1234' >models/deep/w.bin
try models/deep/w.bin
expect_status 1
expect_match out '^models/far\.onnx:.*\[ext-range-past-end\]$'
expect_no_match out 'bad\.onnx'
reset

# --- Git LFS -------------------------------------------------------------------------------------

printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 1234\n' 7 >models/pointer.onnx
try models/pointer.onnx
expect_status 1
expect_match out '^models/pointer\.onnx:1:1: error: .*\[file-git-lfs-pointer\]$'
use onnx-lint 'args: [--rule=file-git-lfs-pointer=info, --]'
try models/pointer.onnx .pre-commit-config.yaml
expect_status 0

# --- a configuration -----------------------------------------------------------------------------

printf 'rules: {tensor-raw-length-short: warning}\n' >.onnx-lint.yaml
make_bad models/other.onnx
try .onnx-lint.yaml models/other.onnx
expect_status 0
printf 'rulez: {}\n' >.onnx-lint.yaml
echo more >>models/other.onnx
try .onnx-lint.yaml models/other.onnx
expect_status 1
expect_match out "\.onnx-lint\.yaml:1:1: error: "
reset

# --- built from source ---------------------------------------------------------------------------

# expect_builds COUNT
expect_builds() {
    expect_true "$1 builds" test "$(wc -l <"$room/builds")" -eq "$1"
}

: >"$room/builds"
git rm -q .onnx-lint.yaml
use onnx-lint-from-source
PATH=${PATH#"$room/bin:"}
touch "$room/broken"
try .pre-commit-config.yaml
expect_status 1
expect_line out 'cc: no memory'
expect_match out '^onnx-lint-from-source: onnx-lint could not be built'
rm "$room/broken"
make_good models/new.onnx
try models/new.onnx .pre-commit-config.yaml
expect_status 0
expect_builds 2
expect_match "$room/builds" '^build --no-install$'
make_bad models/worse.onnx
try models/worse.onnx
expect_status 1
expect_line out "models/worse.onnx:$bad_line"
reset
expect_builds 2

# Nothing of a build stays but the program, and the checkout is as it was.
run_hook() {
    "$hooks/build-aux/onnx-lint-from-source" "$@"
}
find "$XDG_CACHE_HOME/onnx-lint/programs" -type f | sed 's|.*/||' | sort >out
sed '/^lock$/d' out >found
echo onnx-lint >wanted
expect_same wanted found
expect_true "the checkout is as it was" test -z "$(git -C "$hooks" status --porcelain --ignored)"

# Other files are another program; two that want it at once make it once, and both get it.
echo '# changed' >>"$hooks/setup"
if command -v flock >/dev/null; then
    run_hook --version >first 2>&1 &
    run_hook --version >second 2>&1
    wait
    expect_builds 3
    "$lint" --version >wanted
    expect_same wanted first
    expect_same wanted second
else
    skip "there is no flock"
fi

# One that does not start any more is built again; exit statuses and arguments are those of the program.
: >"$(run_hook --from-source-path)"
status=0 command=onnx-lint-from-source
run_hook --no-such-option >out 2>err || status=$?
expect_status 2
expect_match err "unknown option '--no-such-option'"
expect_builds 4
mv "$hooks/.git" "$hooks/.not"
status=0
run_hook --version >out 2>err || status=$?
expect_status 3
expect_match err 'is no Git checkout$'

# --- the same, with a real build -----------------------------------------------------------------

if [ -n "${OL_ALL_TESTS:-}" ]; then
    hooks=$room/real
    mkdir -p "$hooks" "$XDG_CACHE_HOME/onnx-lint"
    [ ! -d "$upb" ] || cp -R "$upb" "$XDG_CACHE_HOME/onnx-lint/"
    if [ -e "$source_root/.git" ]; then
        (cd "$source_root" && git ls-files -co --exclude-standard -z)
    else
        (cd "$source_root" && find . -type f -print0)
    fi >"$room/list"
    (cd "$source_root" && tar -c --ignore-failed-read --null -T "$room/list" -f -) | tar -x -C "$hooks" -f -
    commit_all "$hooks"
    use onnx-lint-from-source
    export CFLAGS=-O0
    make_bad models/real.onnx
    try models/real.onnx .pre-commit-config.yaml
    expect_status 1
    expect_line out "models/real.onnx:$bad_line"
    expect_true "it was built" test -x "$(run_hook --from-source-path)"
else
    skip "the hook's own build, which takes a minute (OL_ALL_TESTS=1)"
fi

finish
