#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Limits that a setting can change: what goes past one is told, and never passed over.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_good good.onnx
make_bad bad.onnx

# --- findings of one rule, and in all ---

# Five entries of metadata without a key, and a node without a name.
assemble several.onnx <<'HEX'
08 08                                        # ir_version: 8
3A {                                         # graph
  0A { 0A { "x" } 12 { "y" } 22 { "Relu" } }
  12 { "g" }                                 # name
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }                                 # opset_import: 17
98 06 01  98 06 01  98 06 01  98 06 01  98 06 01  # a field that there is not, five times
HEX
rules='--rule=wire-unknown-field=error --rule=node-name-missing=warning'
# shellcheck disable=SC2086 # the rules are words
findings() {
    run $rules "$@" several.onnx
    expect_status 1
}

findings
expect_count out 6
findings --max-per-rule=0
expect_count out 6
findings --max-per-rule=2
expect_count out 3
expect_match out '\[node-name-missing\]$'
expect_line err 'onnx-lint: 1 file: 5 errors, 1 warning, 0 infos'
expect_line err 'onnx-lint: not shown: 3 errors, 0 warnings, 0 infos past --max-per-rule in several.onnx'
findings --max-per-rule=2 --quiet
expect_count err 1
findings --max-per-rule=2 --max-diagnostics=2 --rule=node-name-missing=error
expect_count out 2
expect_line err 'onnx-lint: not shown: 4 errors, 0 warnings, 0 infos past --max-diagnostics or --max-per-rule in several.onnx'
findings --max-per-rule=1 --format=json
expect_valid_json out
expect_match out '"not_shown":4'
for format in github junit checkstyle sarif; do
    findings --max-per-rule=1 --format="$format"
    expect_match out '4 findings past --max-per-rule not shown'
done
findings --max-per-rule=1 --statistics
expect_match err '^ +4  past --max-per-rule$'

# What was accepted takes nobody's place, and a baseline is written whole.
# shellcheck disable=SC2086 # the rules are words
run $rules --max-per-rule=1 --write-baseline=all.jsonl several.onnx
expect_status 0
# shellcheck disable=SC2086
run $rules --max-per-rule=1 --baseline=all.jsonl several.onnx
expect_status 0
expect_empty out
expect_no_match err 'not shown'

# --- length of names ---

name=$(printf '%0300d' 0)
sed "s/@NAME@/$name/" <<'HEX' | assemble long.onnx
08 08                                        # ir_version: 8
3A {                                         # graph
  0A { 0A { "x" } 0A { "@NAME@" } 12 { "y" } 1A { "n" } 22 { "Add" } }
  12 { "g" }                                 # name
  2A { 08 02 10 01 42 { "@NAME@" } 4A { 00 00 80 3F } }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }                                 # opset_import: 17
HEX
run --format=json long.onnx
expect_match out "initializer '0{120}\.\.\.': FLOAT"
expect_match out '"tensor":"0{120}\.\.\."'
run --format=json --max-name=5 long.onnx
expect_match out "initializer '00000\.\.\.': FLOAT"
expect_match out '"tensor":"00000\.\.\."'
run --format=json --max-name=4096 long.onnx
expect_match out "initializer '0{300}': FLOAT"
expect_valid_json out

# --- depth ---

run --max-depth=100 good.onnx
expect_status 0
run --max-depth=3 good.onnx
expect_status 1
expect_match out 'nests more than 3 messages deep.*\(graph\.input\[0\]\.type\.tensor_type .*\[wire-depth\]$'
expect_match err '^onnx-lint: not checked: it nests deeper than is read: 2 places, the first graph\.input\[0\]\.type\.tensor_type in good\.onnx$'

# --- data files ---

make_external external.onnx data.bin
truncate -s 1M data.bin
run --max-external=1 external.onnx
expect_match out '\[ext-checksum'
expect_no_match err 'not checked'
truncate -s 1048577 data.bin
run --max-external=1 external.onnx
expect_no_match out '\[ext-checksum'
expect_match err '^onnx-lint: not checked: the checksum of an external data file: more bytes than are hashed for one input'
for limit in 0 2; do
    run --max-external=$limit external.onnx
    expect_match out '\[ext-checksum'
done

# --- memory ---

# 40,000 nodes, each of which makes a value of its own name, need more than a MiB.
awk 'BEGIN {
    printf "08 08 3A {\n"
    for (i = 0; i < 40000; i++) printf "0A { 12 { \"%x\" } }\n", 65536 + i
    printf "}\n"
}' | assemble many.onnx
run --max-memory=1 --quiet many.onnx bad.onnx
expect_status 3
expect_count err 1
expect_line err 'onnx-lint: error: many.onnx: it takes more than 1 MiB of memory (--max-memory): not all of it was checked'
expect_line out "bad.onnx:$bad_line"
run --max-memory=1 --format=json many.onnx
expect_status 3
expect_valid_json out
expect_match out '"error":"many.onnx: it takes more than 1 MiB of memory \(--max-memory\): not all of it was checked"'
expect_match out '"unreadable":1'
for limit in 0 64; do
    run --max-memory=$limit --quiet many.onnx
    expect_status 1
    expect_no_match err 'memory'
done
run --quiet many.onnx
expect_status 1
expect_no_match err 'memory'
run --max-memory=1 --quiet bad.onnx
expect_status 1

# --- what is no limit ---

for option in --max-depth=0 --max-depth=101 --max-name=0 --max-name=4097; do
    run "$option" good.onnx
    expect_status 2
    expect_match err "^onnx-lint: error: ${option%=*} wants a number from 1 to [0-9]+$"
done
for option in --max-per-rule=-1 --max-memory=x --max-external=1.5; do
    run "$option" good.onnx
    expect_status 2
    expect_match err "^onnx-lint: error: ${option%=*} wants a number, not '"
done
# A number that no memory has is no limit.
for option in max-memory max-external max-per-rule; do
    run "--$option=18446744073709551615" bad.onnx
    expect_status 1
    expect_line out "bad.onnx:$bad_line"
done

finish
