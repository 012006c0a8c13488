#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --dump shows every byte with its meaning, --where finds a field's bytes, and --assemble makes bytes of a dump again.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

assemble value.pb <<'HEX'
0A { "x" }              # name
12 {                    # type
  0A {                  # tensor_type
    08 01               # elem_type: FLOAT
    12 { 0A { 08 01 } 0A { 12 { "N" } } }
  }
}
HEX

run --dump --type=value-info value.pb
expect_status 0
expect_empty err
cat >expected <<'TEXT'
0A 01 78                                # @0x0+3 name, field 1, string: 'x'
12 0F                                   # @0x3+17 type, field 2, TypeProto, 15 bytes
  0A 0D                                 # @0x5+15 type.tensor_type, field 1, TypeProto.Tensor, 13 bytes
    08 01                               # @0x7+2 type.tensor_type.elem_type, field 1, int32: 1 FLOAT
    12 09                               # @0x9+11 type.tensor_type.shape, field 2, TensorShapeProto, 9 bytes
      0A 02                             # @0xb+4 type.tensor_type.shape.dim[0], field 1, TensorShapeProto.Dimension, 2 bytes
        08 01                           # @0xd+2 type.tensor_type.shape.dim[0].dim_value, field 1, int64: 1
      0A 03                             # @0xf+5 type.tensor_type.shape.dim[1], field 1, TensorShapeProto.Dimension, 3 bytes
        12 01 4E                        # @0x11+3 type.tensor_type.shape.dim[1].dim_param, field 2, string: 'N'
TEXT
expect_same out expected

# A dump is the text of the same bytes; what no reader can make sense of stands in it as well.
cp out dump
run --assemble dump
expect_status 0
expect_same out value.pb
assemble odd.pb <<'HEX'
08 02  10 01  4A { 40*AB }  22 { 00 00 80 3F 00 00 00 40 }
9A 06 { 01 02 }         # field 99
08 FF                   # dims, whose varint goes on
07                      # wire type 7
HEX
run --dump --dump-payload=full --type=tensor odd.pb
expect_status 0
expect_line out '22 08 00 00 80 3F 00 00 00 40           # @0x2e+10 float_data, field 4, repeated float: 2 packed values: 1, 2'
expect_line out '9A 06 02 01 02                          # @0x38+5 #99, field 99, 2 bytes'
cp out dump
run --assemble dump
expect_same out odd.pb

# Cut payloads are short, and are no bytes to assemble.
run --dump --type=tensor odd.pb
expect_line out '4A 28 AB AB AB AB AB AB AB AB AB AB AB AB AB AB AB AB ...  # @0x4+42 raw_data, field 9, bytes: 40 bytes'
cp out dump
run --assemble dump
expect_status 2
expect_line err 'onnx-lint: error: dump:3:55: error: a payload is cut here; dump the file with full payloads'

# With braces for lengths and quotes for texts it can be edited, and is the same bytes.
run --dump --dump-lengths=braces --dump-payload=full --type=value-info value.pb
expect_status 0
expect_line out '0A { "x" }                              # @0x0+3 name, field 1, string: '"'x'"
expect_line out '12 {                                    # @0x3+17 type, field 2, TypeProto, 15 bytes'
cp out dump
run --assemble dump
expect_same out value.pb
sed 's/"N"/"batch"/' dump >edited
run --assemble edited
cp out edited.pb
run --where --type=value-info edited.pb 'type.tensor_type.shape.dim[1].dim_param'
expect_line out '@0x11+7 type.tensor_type.shape.dim[1].dim_param: offset 17, length 7, value at 19, length 5'
run --dump --dump-lengths=braces --dump-payload=full --type=tensor odd.pb
cp out dump
run --assemble dump
expect_same out odd.pb

# Around an offset: the way down, some fields before and behind, and which one holds it.
run --dump --type=value-info value.pb@0xd
expect_status 0
cat >expected <<'TEXT'
12 0F                                   # @0x3+17 type, field 2, TypeProto, 15 bytes
  0A 0D                                 # @0x5+15 type.tensor_type, field 1, TypeProto.Tensor, 13 bytes
    12 09                               # @0x9+11 type.tensor_type.shape, field 2, TensorShapeProto, 9 bytes
      0A 02                             # @0xb+4 type.tensor_type.shape.dim[0], field 1, TensorShapeProto.Dimension, 2 bytes
        08 01                           # @0xd+2 type.tensor_type.shape.dim[0].dim_value, field 1, int64: 1 <- @0xd
TEXT
expect_same out expected
cp out first
run --dump --type=value-info value.pb@13
expect_same out first
run --dump --type=value-info value.pb@0xd+2
expect_same out first
run --dump --type=value-info value.pb@21
expect_status 2
expect_line err 'onnx-lint: error: the file has 20 bytes, and none at offset 21'
# At the very end, where a truncation is told.
run --dump --type=value-info value.pb@20
expect_status 0
expect_line out "        12 01 4E                        # @0x11+3 type.tensor_type.shape.dim[1].dim_param, field 2, string: 'N'"
expect_line out '# @0x14+0 the bytes end here'

# A file whose own name ends like that.
cp value.pb 'value.pb@3'
run --dump --type=value-info 'value.pb@3'
expect_count out 9

run --where --type=value-info value.pb 'type.tensor_type.shape.dim[1]'
expect_status 0
expect_line out '@0xf+5 type.tensor_type.shape.dim[1]: offset 15, length 5, value at 17, length 3'
run --where --type=tensor odd.pb 'float_data[1]'
expect_line out '@0x34+4 float_data[1]: offset 52, length 4, value at 52, length 4'
run --where --type=tensor odd.pb float_data
expect_line out '@0x2e+10 float_data: offset 46, length 10, value at 48, length 8'
run --where --type=value-info value.pb type.tensor_type.shape.dim
expect_line out '@0xb+9 type.tensor_type.shape.dim: offset 11, length 9, value at 13, length 7, 2 fields from there to its end'
run --where --type=value-info value.pb 'type.'
expect_line err "onnx-lint: error: 'type.' is no path; one is as in findings: graph.node[3].input[0]"
run --where --type=value-info value.pb ''
expect_line out '@0x0+20 offset 0, length 20, value at 0, length 20'
run --where --type=value-info value.pb 'type.tensor_type.shape.dim[2].dim_value'
expect_status 2
expect_line err "onnx-lint: error: 'type.tensor_type.shape.dim[2].dim_value' leads to nothing: dim has 2 elements, written dim[0] and so on"
run --where --type=value-info value.pb 'type.tensor_typ'
expect_line err "onnx-lint: error: 'type.tensor_typ' leads to nothing: TypeProto has no field 'tensor_typ'; did you mean 'tensor_type'?"
run --where --type=value-info value.pb 'type.denotation'
expect_line err "onnx-lint: error: 'type.denotation' leads to nothing: denotation is absent; its TypeProto begins at @0x3+2"
run --where --type=value-info value.pb 'name.length'
expect_line err "onnx-lint: error: 'name.length' leads to nothing: 'length' is no part of a value"
run --where --type=value-info value.pb 'name[x'
expect_line err "onnx-lint: error: 'name[x' is no path; one is as in findings: graph.node[3].input[0]"

# A message in two pieces has the field in either of them, as findings say.
assemble pieces.onnx <<'HEX'
08 08
3A { 0A { 0A { "x" } 12 { "y" } 22 { "Bogus" } } }
3A { 12 { "g" } }
42 { 10 15 }
HEX
run --where pieces.onnx 'graph.node[0].op_type'
expect_line out '@0xc+7 graph.node[0].op_type: offset 12, length 7, value at 14, length 5'
run --where pieces.onnx graph.name
expect_match out '^@0x15\+3 graph.name: '

# What is no message is shown all the same; what cannot be read is said.
echo '<html>' >page.onnx
run --dump page.onnx
expect_line out '3C 68 74 6D 6C 3E 0A                    # @0x0+7 no ONNX message'
run --where page.onnx graph
expect_status 2
expect_line err 'onnx-lint: error: the file is no ONNX message'
run --dump missing.onnx
expect_status 3
expect_line err 'onnx-lint: error: missing.onnx: cannot be opened: No such file or directory'
run --dump
expect_status 2
expect_line err 'onnx-lint: error: --dump wants one file'
run --where value.pb
expect_status 2
expect_line err 'onnx-lint: error: --where wants a file and a field path'
run --assemble value.pb value.pb
expect_status 2
printf '0A 00\n0A {\n' >wrong
run --assemble wrong
expect_status 2
expect_line err 'onnx-lint: error: wrong:2:4: error: the group is not closed'

# Names from a file cannot forge a line.
assemble forged.pb <<'HEX'
0A { "x\n0A 01\x1B[31m" }
HEX
run --dump --type=value-info forged.pb
expect_count out 1

finish
