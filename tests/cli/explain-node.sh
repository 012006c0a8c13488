#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --explain-node says which schema a node is held against: by which import, in which versions, and what it declares.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

assemble model.onnx <<'HEX'
08 08                   # ir_version: 8
42 { 10 0A }            # opset_import: 10
42 { 0A { "com.example" } 10 01 }
3A {                    # graph
  0A { 0A { "x" } 12 { "a" } 1A { "cut" } 22 { "Clip" } 2A { 0A { "max" } 15 00 00 80 3F A0 01 01 } }
  0A { 0A { "a" } 12 { "b" } 22 { "Twice" } 3A { "com.example" } }
  0A { 0A { "b" } 12 { "c" } 22 { "Gelu" } }
  0A { 0A { "c" } 12 { "d" } 22 { "Rellu" } }
  0A { 0A { "d" } 12 { "y" } 22 { "Scaler" } 3A { "ai.onnx.ml" } }
  12 { "g" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
CA 01 {                 # functions
  0A { "Twice" } 22 { "a" } 2A { "b" }
  3A { 0A { "a" } 0A { "a" } 12 { "b" } 22 { "Add" } 3A { "ai.onnx" } }
  4A { 10 0E }          # opset_import: 14
  52 { "com.example" }
}
HEX

run --explain-node 'graph.node[0]' model.onnx
expect_status 0
expect_empty err
cat >expected <<'TEXT'
node: 'cut' (Clip)
domain: ai.onnx, as the node names none
version: 10, by opset_import[0] of the model
schema: Clip as of version 6, in force until 10; version 11 changes it
input 0: input, T
output 0: output, T
attribute max: FLOAT
attribute min: FLOAT
type T: tensor of FLOAT, FLOAT16, DOUBLE
TEXT
expect_same out expected

# The path of a finding leads to its node.
run --explain-node 'graph.node[0].attribute[0].f' model.onnx
expect_status 0
expect_same out expected
run --explain-node 'graph.node[0]' - <model.onnx
expect_same out expected

# A function's own import counts in it.
run --explain-node 'functions[0].node[0].op_type' model.onnx
expect_status 0
expect_line out 'domain: ai.onnx'
expect_line out 'version: 14, by opset_import[0] of the function around it'
expect_line out 'schema: Add as of version 14, the newest'

run --explain-node 'graph.node[1]' model.onnx
expect_line out 'version: 1, by opset_import[1] of the model'
expect_line out 'function: functions[0] of the model bears its name'
expect_line out "schema: none, as the domain is none of the standard's"
run --explain-node 'graph.node[2]' model.onnx
expect_line out 'schema: none, as the operator exists from version 20 on'
run --explain-node 'graph.node[3]' model.onnx
expect_line out 'schema: none, as no version of the domain has an operator of that name'
run --explain-node 'graph.node[4]' model.onnx
expect_line out 'version: none, as the domain is not imported by the model'
expect_line out 'schema: none, as no version is known'

for path in 'graph.node[5]' 'graph.nodes[0]' 'graph.node[x]' 'graph.node[0' 'graph' '.' 'graph.node'; do
    run --explain-node "$path" model.onnx
    expect_status 2
    expect_empty out
    expect_match err '^onnx-lint: error: --explain-node: '
done
run --explain-node 'graph.node[0]' model.onnx model.onnx
expect_status 2
run --explain-node 'graph.node[0]' missing.onnx
expect_status 3
expect_match err '^onnx-lint: error: missing.onnx: '

finish
