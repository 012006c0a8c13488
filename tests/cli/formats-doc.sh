#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What doc/formats.md shows of a format is what the program writes in it, and it shows every format.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

doc=$source_root/doc/formats.md
make_bad bad.onnx

# The indented lines of a section, without their indent. Sections of formats are named by them.
section() {
    awk -v name="$1" '/^## / { is_it = $0 == "## " name } is_it && /^    / { print substr($0, 5) }' "$doc"
}

formats=$("$lint" --format=none bad.onnx 2>&1 | sed -n 's/.*there are: //p' | tr -d ',')
expect_true "the program says which formats there are" test "$(echo "$formats" | wc -w)" -eq 8
for format in $formats; do
    section "$format" | grep -v '^jq ' >lines
    expect_true "the document shows $format" test -s lines
    {
        "$lint" --format="$format" bad.onnx
        [ "$format" != sarif ] || "$lint" --format=sarif --sarif-profile=github bad.onnx
    } >out 2>err
    while IFS= read -r line; do
        if grep -qF -e "$line" out; then pass; else fail "not written as $format: $line"; fi
    done <lines
done

section 'Several at once' >lines
expect_true "the document shows a run" test -s lines
command=$(sed -n 's/^onnx-lint //p' lines)
mkdir models
mv bad.onnx models
# shellcheck disable=SC2086 # it is a command line
run $command
expect_status 1
expect_match out '^models/bad.onnx:4:26: error: '
expect_true "the other report is there" test -s onnx-lint.sarif
rm onnx-lint.sarif
grep -v '^onnx-lint ' lines >.onnx-lint.yaml
run models
expect_status 1
expect_true "the other report is there" test -s onnx-lint.sarif

if command -v jq >/dev/null; then
    "$lint" --no-config --format=jsonl models >lines.jsonl 2>err
    command=$(section jsonl | grep '^jq ')
    sh -c "$command" <lines.jsonl >out
    expect_line out 'models/bad.onnx tensor-raw-length-short'
else
    skip "there is no jq"
fi

finish
