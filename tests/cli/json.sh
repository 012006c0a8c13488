#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# JSON is one object over the run that its schema allows.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_good good.onnx
make_warning warning.onnx
make_bad bad.onnx
: >empty.onnx
printf 'not a model' >text.onnx
head -c 40 bad.onnx >cut.onnx

run --format=json good.onnx
expect_status 0
expect_valid_json out
run --format=json good.onnx warning.onnx bad.onnx empty.onnx text.onnx cut.onnx missing.onnx
expect_status 3
expect_valid_json out
expect_match out '"files":6,"unreadable":1'
run --format=json --profile=strict bad.onnx cut.onnx
expect_valid_json out
mkdir none
run --format=json none
expect_status 0
expect_valid_json out

# A case of a rule is named, so that --rule can set it; a rule without cases, or its main one, is not.
run --format=json bad.onnx
expect_no_match out '"variant"'
assemble shape.pb <<'HEX'
0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 01 08 02 } } } }
HEX
run --format=json --type=value-info shape.pb
expect_valid_json out
expect_match out '"rule":"wire-oneof-multiple","variant":"repeated","severity":"warning"'

# What is said there is what the line says.
run --format=json bad.onnx
expect_match out '"rule":"tensor-raw-length-short","severity":"error","message":"initializer '"'w'"': FLOAT \[2\] needs 8 bytes of raw_data, found 4","offset":35,"length":6,"path":"graph.initializer\[0\].raw_data"'
expect_match out '"size":79,'
expect_match out '"ir_version":8,"opset_import":\[\{"domain":"","version":17\}\]'

# What --max-diagnostics cut is said of the file, and of the run.
run --format=json --profile=strict --max-diagnostics=1 bad.onnx good.onnx
expect_valid_json out
expect_match out '"not_checked":\[\],"not_shown":[1-9]'
expect_match out '"summary":.*"not_shown":[1-9]'
run --format=jsonl --profile=strict --max-diagnostics=1 bad.onnx
expect_match out '^\{"type":"file",.*"not_shown":[1-9]'
run --format=json bad.onnx
expect_no_match out '"not_checked":\[\],"not_shown"'

finish
