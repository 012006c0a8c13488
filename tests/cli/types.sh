#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every message that can be a file of its own: read as what --type says, recognised without it, and told apart from
# what was asked for.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

float='08 01 12 { 0A { 08 02 } }'          # TypeProto.Tensor: FLOAT [2]
values='08 02 10 01 4A { 8*00 } 42 { "v" }' # TensorProto: FLOAT [2]
relu='0A { "x" } 12 { "y" } 22 { "Relu" }'

# good TYPE, bad TYPE: the hex of a file of that type without an error, and of one with an error of its own.
good() {
    case $1 in
    model) cat "$work/good.hex" ;;
    tensor) echo "$values" ;;
    sparse-tensor) echo "0A { $values } 12 { 08 02 10 07 4A { 8*00 01 7*00 } 42 { \"i\" } } 18 05" ;;
    sequence) echo "0A { \"s\" } 10 01 1A { $values } 1A { $values }" ;;
    map) echo "0A { \"m\" } 10 07 18 01 18 02 2A { 10 01 1A { $values } 1A { $values } }" ;;
    optional) echo "0A { \"optional\" } 10 01 1A { $values }" ;;
    graph) echo "0A { $relu } 12 { \"g\" } 5A { 0A { \"x\" } 12 { 0A { $float } } } 62 { 0A { \"y\" } 12 { 0A { $float } } }" ;;
    node) echo "$relu" ;;
    function) echo "0A { \"f\" } 22 { \"x\" } 2A { \"y\" } 3A { $relu } 4A { 10 15 } 52 { \"d\" }" ;;
    value-info) echo "0A { \"x\" } 12 { 0A { $float } }" ;;
    type) echo "22 { 0A { 0A { $float } } }" ;;
    attribute) echo '0A { "axis" } 18 02 A0 01 02' ;;
    opset) echo '0A { "ONNXOPSET" } 10 08 22 { "a.b" } 28 01' ;;
    *) echo "types.sh knows no $1" >&2 ;;
    esac
}
bad() {
    case $1 in
    type) echo '22 { 0A { 0A { 12 { 0A { 08 02 } } } } }' ;; # no elem_type
    *) good "$1" | sed '$s/$/ 5E/' ;;                         # a wire type that does not exist
    esac
}
make_good model.onnx
: >good.hex
od -An -v -tx1 model.onnx | tr '[:lower:]' '[:upper:]' >good.hex

run --help
{ tr -d '\n ' <out; echo; } | sed 's/.*--type=\([a-z|-]*\)take.*/\1/' | tr '|' '\n' >types
expect_match types '^model$'
expect_count types 13
while read -r type; do
    good "$type" | assemble good.pb
    bad "$type" | assemble bad.pb
    run --type="$type" --fail-on=error --format=json good.pb
    expect_status 0
    expect_valid_json out
    expect_match out "\"kind\":\"$type\""
    run --type="$type" --format=json bad.pb
    expect_status 1
    expect_valid_json out
    expect_match out "\"kind\":\"$type\""
    expect_no_match out 'file-wrong-message'
    # Recognised by its bytes.
    run --format=json good.pb
    expect_status 0
    expect_match out "\"kind\":\"$type\""
    # Named like a model, or asked for as another one: said once, and linted as what it is.
    [ "$type" = model ] || {
        cp good.pb good.onnx
        run --format=json good.onnx
        expect_match out "\"kind\":\"($type|model)\""
        run --type="$type" model.onnx
        expect_status 1
        expect_match out ' is asked for by --type; .*\[file-wrong-message\]$'
        expect_match out 'are those of ModelProto'
    }
done <types
assemble weights.onnx <<'HEX'
08 02 08 03 10 01 42 { "weights" } 4A { 24*00 }
HEX
run weights.onnx
expect_match out ' is asked for by name; .*\[file-wrong-message\]$'

# What fits none of them is refused in one line, which names the way out.
assemble none.pb <<'HEX'
0E 16 1E 26 2E 36 3E 46 4E 56 5E 66 6E 76 7E 06 0E 16
HEX
run none.pb
expect_status 1
expect_count out 1
expect_match out '--type says which to read them as.*\[file-not-onnx\]$'
run --type=tensors good.pb
expect_status 2
expect_match err "'tensors'; did you mean 'tensor'\\?"

finish
