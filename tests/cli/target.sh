#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Will it load there? Targets by name, as a file, and bounds that are set one by one.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

# model FILE IR OPSET: the numbers as two digits of hex.
model() {
    assemble "$1" <<HEX
08 $2                                        # ir_version
3A {                                         # graph
  0A { 0A { "x" } 12 { "y" } 1A { "n" } 22 { "Relu" } }
  12 { "g" }                                 # name
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 $3 }                                 # opset_import
HEX
}

model m.onnx 0A 15
run m.onnx
expect_status 0
run --target=onnx-1.16 m.onnx
expect_status 0
run --target=onnx-1.12 m.onnx
expect_status 1
expect_line out 'm.onnx:1:1: error: ir_version is 10; onnx-1.12 reads up to 8 (10 came with onnx-1.16) (ir_version @0x0+2) [target-ir-version]'
expect_match out "^m.onnx:[0-9]+:[0-9]+: error: version 21 of 'ai.onnx' is imported; onnx-1.12 has up to 17 \(21 came with onnx-1.16\) \(opset_import\[0\].version @0x[0-9a-f]+\+2\) \[target-opset-version\]\$"
expect_count out 2
# A patch release is what it mends.
mv out by-name
for name in 1.12 onnx-1.12.0 1.12.0; do
    run --target="$name" m.onnx
    expect_same by-name out
done

# Settings win over what the target says, each domain by itself.
run --target=onnx-1.12 --target-ir=10 m.onnx
expect_count out 1
expect_match out 'target-opset-version'
cat >policy.yaml <<'YAML'
target: onnx-1.12
target-opset:
  ai.onnx: {min: 13, max: 21}
YAML
run --config=policy.yaml m.onnx
expect_status 1
expect_count out 1
expect_match out 'onnx-1.12 reads up to 8'
run --config=policy.yaml --target=onnx-1.18 m.onnx
expect_status 0
model old.onnx 07 0C
run --config=policy.yaml old.onnx
expect_status 1
expect_match out "error: version 12 of 'ai.onnx' is imported; onnx-1.12 has them from 13 on "

# Each bound by itself as well: what is not set stays as the target has it.
cat >one.yaml <<'YAML'
name: one
opsets: {ai.onnx: {min: 8, max: 20}}
YAML
printf 'target: one.yaml\ntarget-opset: {ai.onnx: {min: 13}}\n' >bound.yaml
run --config=bound.yaml m.onnx
expect_status 1
expect_match out "version 21 of 'ai.onnx' is imported; one has up to 20 "
run --config=bound.yaml old.onnx
expect_status 1
expect_match out "version 12 of 'ai.onnx' is imported; one has them from 13 on "
printf 'target: one.yaml\ntarget-opset: {"": {max: 7}}\n' >bound.yaml
run --config=bound.yaml m.onnx
expect_status 2
expect_line err "bound.yaml:2:16: error: versions of 'ai.onnx' from 8 to 7: min is above max, which is the target's min"
expect_empty out
printf 'target: one.yaml\ntarget-opset: {ai.onnx: {min: 21}}\n' >bound.yaml
run --config=bound.yaml m.onnx
expect_status 2
expect_line err "bound.yaml:2:16: error: versions of 'ai.onnx' from 21 to 20: min is above max, which is the target's max"

# Bounds without a target by name.
run --target-ir=9 m.onnx
expect_match out 'ir_version is 10; the target reads up to 9 \(10 came with onnx-1.16\)'

# A file of one's own, named on the command line or, relative to it, in a configuration.
mkdir -p conf
cat >conf/engine.yaml <<'YAML'
name: engine-2
ir-version: 9
opsets: {ai.onnx: {min: 13, max: 20}}
other-domains: refused
YAML
run --target=conf/engine.yaml m.onnx
expect_status 1
expect_match out 'ir_version is 10; engine-2 reads up to 9'
expect_match out 'engine-2 has up to 20'
echo 'target: engine.yaml' >conf/.onnx-lint.yaml
run --config=conf/.onnx-lint.yaml m.onnx
expect_match out 'ir_version is 10; engine-2 reads up to 9'

# Files without an IR version are held to that of the target.
assemble t.pb <<'HEX'
08 01  10 11  42 { "t" }  4A { 00 }          # dims: 1, FLOAT8E4M3FN, name, raw_data
HEX
run --type=tensor t.pb
expect_status 0
run --type=tensor --target=onnx-1.12 t.pb
expect_status 1
expect_match out 'tensor-data-type-ir-gate'
run --type=tensor --target=onnx-1.12 --ir-version=9 t.pb
expect_status 0

# Rules about targets are set as others are.
run --target=onnx-1.12 --rule=target-ir-version=off --rule=target-opset-version=warning m.onnx
expect_status 0
expect_count out 1

# What there are.
run --list-targets
expect_status 0
expect_line out 'onnx-1.0    IR 3, ai.onnx 1, ai.onnx.ml 1'
expect_line out 'onnx-1.16   IR 10, ai.onnx 21, ai.onnx.ml 5, ai.onnx.training 1, ai.onnx.preview.training 1'
expect_empty err
cut -d ' ' -f 1 out >names
while read -r name; do
    run --target="$name" old.onnx
    expect_true "$name is taken" test "$status" -le 1
done <names
for file in "$source_root"/rules/targets/*.yaml; do
    basename "$file" .yaml
done | sort >files
sort names >sorted
expect_same files sorted

# What is no target.
run --target=onx-1.16 m.onnx
expect_status 2
expect_line err "onnx-lint: error: --target: no target 'onx-1.16'; did you mean 'onnx-1.16'?"
run --target=tensorrt m.onnx
expect_status 2
expect_match err "no target 'tensorrt'; there are: onnx-1.0, onnx-1.1, .*, onnx-1.22; a file ends in .yaml\$"
run --target=none.yaml m.onnx
expect_match err 'none.yaml: .*No such file'
expect_true 'no finding without a target' test ! -s out
echo 'name: Bad' >bad.yaml
run --target=bad.yaml m.onnx
expect_status 2
expect_match err '^bad.yaml:1:7: error: .Bad. is no such name'
printf 'target: onx-1.16\n' >wrong.yaml
run --config=wrong.yaml m.onnx
expect_status 2
expect_line err "wrong.yaml:1:9: error: no target 'onx-1.16'; did you mean 'onnx-1.16'?"

finish
