#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Whole outputs, word for word. With OL_UPDATE_GOLDEN=1 (make update-golden) they are written instead.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

golden=$source_root/tests/golden
for case in "$golden"/*.hex; do
    # shellcheck disable=SC2094 # the basename alone
    assemble "$(basename "$case" .hex).onnx" <"$case"
done
: >empty.onnx

# same FILE NAME: the file is what tests/golden/NAME says, but for the program's version
same() {
    sed 's/"tool":{"name":"onnx-lint","version":"[^"]*"}/"tool":{"name":"onnx-lint","version":"VERSION"}/' \
        "$1" >plain
    if [ -n "${OL_UPDATE_GOLDEN:-}" ]; then
        cp plain "$golden/$2"
    fi
    expect_same "$golden/$2" plain
}

run faults.onnx empty.onnx
same out lines.gcc
same err summary.txt
run --profile=strict faults.onnx
same out strict.gcc
run --format=json faults.onnx empty.onnx missing.onnx
same out report.json
same err errors.txt
run --explain=tensor-raw-length-short
same out explain.txt

finish
