#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SARIF's own validator finds no error in a report on the whole corpus, nor in one on names that are meant to break it.
# The program is the Linux one of the npm package @microsoft/sarif-multitool. $SARIF_MULTITOOL names it, or it is in
# PATH; ./setup check --all-tests has build-aux/fetch-sarif-multitool get it. It is not asked for by need: where npm
# cannot bring it, the test is skipped, even where all are wanted.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

multitool=${SARIF_MULTITOOL:-$(command -v Sarif.Multitool || command -v sarif-multitool || command -v sarif || true)}
if [ ! -x "$multitool" ]; then
    echo "skipped: there is no Sarif.Multitool, SARIF's own validator"
    exit 77
fi
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1

# expect_no_error FILE...: of any level, none of kind fail is an error.
expect_no_error() {
    command="Sarif.Multitool validate $*"
    status=0
    "$multitool" validate "$@" --level 'Error;Warning' --kind Fail --max-file-size-in-kb 1000000 \
        --output result.sarif --log ForceOverwrite >out 2>err || status=$?
    expect_match out 'Analysis completed successfully'
    expect_no_match out ': error '
    expect_true "the validator has said what it found" grep -q '"executionSuccessful": *true' result.sarif
    expect_true "there is no error" sh -c '! grep -q "\"level\": *\"error\"" result.sarif'
}

# The validator refuses what is wrong: a test that cannot fail proves nothing.
make_bad bad.onnx
"$lint" --format=sarif bad.onnx 2>err | sed 's/"ruleIndex":[0-9]*/"ruleIndex":-7/' >wrong.sarif
"$multitool" validate wrong.sarif --level Error --kind Fail --log ForceOverwrite --output result.sarif >out 2>err
expect_match out ': error '

# Every case, whatever it is. Floods are cut, since more of the same says nothing.
OL_SRCDIR=$source_root "$build_root/tests/tools/binaries" "$work/cases" >out || exit 99
awk -F '"' '/^      "file": / { file = $4 } /^      "type": / { print (/null/ ? "auto" : $4), file }' \
    cases/index.json >index
mkdir reports
cut -d ' ' -f 1 index | sort -u >types
while read -r type; do
    set -- --no-config --profile=strict --max-diagnostics=20 --format=sarif
    [ "$type" = auto ] || set -- "$@" "--type=$type"
    sed -n "s|^$type |cases/|p" index >files
    xargs "$lint" "$@" <files >"reports/$type.sarif" 2>err
    # The validator takes its time over the rules of each report, which are always the same.
    if [ "$type" = model ]; then
        xargs "$lint" "$@" --sarif-profile=github <files >"reports/$type.github.sarif" 2>err
    fi
done <types
expect_true "the corpus has findings" test "$(cat reports/*.sarif | grep -c '"ruleId"')" -gt 2000
expect_no_error reports/*.sarif

# Names in the model and of files: controls, quotes, what is no UTF-8, templates, a megabyte.
# hostile FILE NAME: NAME is in the notation of hexasm.
hostile() {
    assemble "$1" <<HEX
08 08
3A {
  0A { 0A { "x" } 12 { $2 } 12 { $2 } 1A { $2 } 22 { "Nope" } 3A { $2 } }
  12 { $2 }
  2A { 08 02 10 01 42 { $2 } 4A { 00 00 80 3F } }
  5A { 0A { $2 } }
}
42 { 0A { $2 } 10 11 }
HEX
}
mkdir hostile
cd hostile || exit 99
hostile 'a b.onnx' '00 01 1B "[31m" 7F'
hostile "$(printf 'q"<&>.onnx')" '"\"'"'"'<>&]]>{0}[a](1)%{{}}"'
hostile "$(printf '\001\n\033[31m.onnx')" 'FF FE C0 AF ED A0 80'
hostile "$(printf 'x\377.onnx')" 'E2 80 AE EF BB BF EF BF BE F0 9F 98 80'
hostile 'pc%41#?:,.onnx' '1048576*"A"'
hostile 'c.onnx' '1048576*01'
for profile in strict github; do
    "$lint" --profile=strict --format=sarif --sarif-profile=$profile . missing.onnx "$(printf 'gone\n\377')" \
        "$work/bad.onnx" >"../hostile.$profile.sarif" 2>../err
done
cd ..
expect_true "names lead to findings" test "$(grep -c '"ruleId"' hostile.strict.sarif)" -gt 20
expect_no_error hostile.strict.sarif hostile.github.sarif

finish
