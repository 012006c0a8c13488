#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Nothing is guessed of an operator set that is newer than those known: it is said once for each import.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

assemble new.onnx <<'HEX'
08 0D                   # ir_version: 13
42 { 10 63 }            # opset_import: 99
3A {                    # graph
  0A { 0A { "x" } 12 { "a" } 22 { "Brandnew" } }
  0A { 0A { "a" } 0A { "a" } 0A { "a" } 12 { "y" } 22 { "Relu" } }
  12 { "g" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
HEX

run new.onnx
expect_status 0
expect_no_match out '\[op-'
expect_line err 'onnx-lint: not checked: nodes of an operator set that is newer than those known here: 1 place, graph.node[0] in new.onnx'
run --explain-node 'graph.node[1]' new.onnx
expect_status 0
expect_line out 'schema: none, as the versions known here are 1 to 28'

finish
