#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The exit status says what a run came to: 2 before 3 before 1 before 0.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_good good.onnx
make_warning warning.onnx
make_bad bad.onnx

run good.onnx
expect_status 0
expect_empty out
run bad.onnx
expect_status 1
expect_line out "bad.onnx:$bad_line"
run good.onnx bad.onnx
expect_status 1

run warning.onnx
expect_status 0
expect_count out 1
run --fail-on=warning warning.onnx
expect_status 1
run --fail-on=info warning.onnx
expect_status 1
run --fail-on=warning good.onnx
expect_status 0
run --fail-on=never bad.onnx
expect_status 0
expect_count out 1
run --rule=shape-dim-negative=info warning.onnx
expect_status 0
run --rule=shape-dim-negative=info --fail-on=info warning.onnx
expect_status 1
run --rule=shape-dim-negative=off --fail-on=info warning.onnx
expect_status 0

run bad.onnx missing.onnx
expect_status 3
expect_line out "bad.onnx:$bad_line"
run --fail-on=never missing.onnx
expect_status 3
run --fail-on=sometimes bad.onnx missing.onnx
expect_status 2
expect_empty out

finish
