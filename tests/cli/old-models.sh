#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The session of doc/old-models.md goes on as it is shown there, and its configuration is one.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

document=$source_root/doc/old-models.md
if [ ! -d /usr/share/libonnx-testdata ]; then
    echo "skipped: the package libonnx-testdata is not installed"
    exit 77
fi

# The indented lines of the session; a release changes no more than the version.
sed -n '/^## A session$/,/^## Which of the three$/s/^    //p' "$document" |
    sed 's/"version":"[^"]*"/"version":"VERSION"/' >shown
sed -n 's/^\$ //p' shown >typed
expect_true "there is a session" test "$(wc -l <typed)" -ge 20
expect_match shown ' new, 3 unchanged and accepted, 0 gone$'

# show NAME N: what the Nth `cat NAME` of the session shows; files that nobody wrote are written with it.
show() {
    awk -v command="\$ cat $1" -v wanted="$2" '
        /^\$ / { is_on = 0 }
        is_on { print }
        $0 == command { is_on = ++count == wanted }' shown
}

# Typed one after the other in one shell, with $? handed on from each to the next.
mkdir bin session
ln -s "$lint" bin/onnx-lint
PATH=$work/bin:$PATH
SOURCE_DATE_EPOCH=1798675200 # 2026-12-31
export SOURCE_DATE_EPOCH
command="the session of doc/old-models.md"
last=0 configurations=0
while IFS= read -r line; do
    case $line in
    "cat .onnx-lint.yaml")
        configurations=$((configurations + 1))
        show .onnx-lint.yaml "$configurations" >session/.onnx-lint.yaml
        ;;
    "cat suppressions.yaml") show suppressions.yaml 1 >session/suppressions.yaml ;;
    esac
    cd session || exit 99
    printf '$ %s\n' "$line" >>../seen.raw
    eval "(exit $last); $line" >>../seen.raw 2>&1 </dev/null
    last=$?
    cd ..
done <typed
sed 's/"version":"[^"]*"/"version":"VERSION"/' seen.raw >seen
expect_same shown seen

# The configuration that stands alone does what the text says of it.
mkdir overrides
# shellcheck disable=SC2016 # these are no commands
sed -n '/^```yaml$/,/^```$/p' "$document" | sed '/^```/d' >overrides/.onnx-lint.yaml
expect_match overrides/.onnx-lint.yaml '^overrides:$'
cp -r session/models overrides
cd overrides || exit 99
cp models/2019/repeat.onnx models/new/repeat.onnx
cp models/2019/repeat.onnx models/new/repeat.pb
assemble models/new/unused.onnx <<'HEX'
08 08
3A {
  0A { 0A { "x" } 12 { "y" } 1A { "n" } 22 { "Relu" } }
  12 { "g" }
  2A { 08 01 10 01 42 { "w" } 4A { 00 00 80 3F } }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
# changed REGEX WITHOUT WITH: this many lines are like that without the configuration, and with it
changed() {
    run --no-config models
    expect_true "without it $2 lines are like $1" test "$(grep -cE "$1" out)" -eq "$2"
    run models
    expect_true "with it $3 lines are like $1" test "$(grep -cE "$1" out)" -eq "$3"
}
changed '\[op-type-constraint\]$' 3 1
changed '^models/new/repeat\.onnx:.*\[op-type-constraint\]$' 1 1
changed ': warning: .*\[init-unused\]$' 1 0
changed ': error: .*\[init-unused\]$' 0 1
expect_status 1
run --rule=op-type-constraint=warning models/2019
expect_match out '\[op-type-constraint\]$'
cd ..

# The keys of a baseline's line and of a suppression are in the tables.
for key in file rule variant path names message count files paths reason expires; do
    expect_match "$document" "^\\|.*\`$key\`.*\\|"
done

finish
