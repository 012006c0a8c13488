#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Whole reports in each format, word for word. With OL_UPDATE_GOLDEN=1 (make update-golden) they are written instead.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

golden=$source_root/tests/golden
assemble faults.onnx <"$golden/faults.hex"
: >empty.onnx
cp faults.onnx 'a "b" & <c>,d%.onnx'
cat >accepted.yaml <<'YAML'
- rule: tensor-raw-length-short
  reason: of an old exporter, see "the list"
YAML

# same FORMAT NAME: the file out is what tests/golden/FORMAT/NAME says, but for the program's version. Of the rules in
# SARIF there are those alone that the results name.
same() {
    sed -e 's/"tool":{"name":"onnx-lint","version":"[^"]*"}/"tool":{"name":"onnx-lint","version":"VERSION"}/' \
        -e 's/"semanticVersion":"[^"]*"/"semanticVersion":"VERSION"/' \
        -e 's/"ruleIndex":[0-9]*/"ruleIndex":INDEX/' \
        -e '/^,*{"id":"\(tensor-raw-length-short\|file-empty\)"/!{/^,*{"id":/d;}' out >plain
    if [ -n "${OL_UPDATE_GOLDEN:-}" ]; then
        mkdir -p "$golden/$1"
        cp plain "$golden/$1/$2"
    fi
    expect_same "$golden/$1/$2" plain
}

for format in text jsonl sarif github junit checkstyle; do
    run --format="$format" faults.onnx empty.onnx missing.onnx
    same "$format" faults
    run --format="$format" --profile=strict --suppressions=accepted.yaml 'a "b" & <c>,d%.onnx'
    same "$format" names
done
run --format=text --color=always faults.onnx
same text color
run --format=sarif --sarif-profile=github faults.onnx empty.onnx
same sarif github

finish
