#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The summary, and what --quiet and --max-diagnostics leave of it.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx
make_warning warning.onnx

run bad.onnx warning.onnx
expect_count err 1
expect_line err 'onnx-lint: 2 files: 1 error, 1 warning, 0 infos'
run --quiet bad.onnx warning.onnx
expect_empty err
expect_count out 2
expect_status 1

# Three faults of one file, of which one is shown: all count.
assemble three.pb <<'HEX'
08 02 10 01 42 { "w" } 4A { 00 } 4A { 01 } 4A { 02 }
HEX
run --type=tensor three.pb
mv out all
expect_true "there are several findings" test "$(grep -vc ': note: ' all)" -gt 1
run --type=tensor --max-diagnostics=1 three.pb
expect_status 1
grep -v ': note: ' out >main
expect_count main 1
expect_line err 'onnx-lint: not shown: 0 errors, 2 warnings, 0 infos past --max-diagnostics in three.pb'
run --type=tensor --max-diagnostics=1 --quiet three.pb
expect_match err '^onnx-lint: not shown: '
run --type=tensor --max-diagnostics=0 three.pb
expect_same all out
run --type=tensor --format=json --max-diagnostics=1 three.pb
expect_valid_json out
expect_match out '"not_shown":[1-9]'

# What was left unchecked is told even so.
{ cat bad.onnx && printf '\050\200'; } >cut.onnx
run --quiet cut.onnx
expect_status 1
expect_match err '^onnx-lint: not checked: .*cut.onnx$'

finish
