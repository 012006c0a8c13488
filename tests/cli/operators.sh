#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lib/onnx/operators.txt is compiled, and what is wrong in one is told by line; where the specification's tables are
# there, it is what they make of it.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

table=$source_root/lib/onnx/operators.txt
spec=$source_root/../shared/spec

compile() {
    command="make-operators $1"
    status=0
    "$source_root/build-aux/make-operators" "$1" >out 2>err || status=$?
}

compile "$table"
expect_status 0
expect_empty err
expect_same out "$build_root/lib/onnx/operator_tables.c"

# refuse MESSAGE LINE...: the lines, behind two that are good, are refused with a message of the last one.
refuse() {
    message=$1
    shift
    printf '%s\n' 'class Float = float + double' 'domain ai.onnx' "$@" >bad
    compile bad
    expect_status 1
    expect_empty out
    expect_line err "bad:$(($# + 2)): error: $message"
}

printf '%s\n' 'class Float = float + double' 'domain ai.onnx' 'Zed 3 | X:T | Y*:T | | T=Float' >good
compile good
expect_status 0
refuse 'five parts are wanted, with bars between them' 'Abs 1 | X:T | Y:T | T=Float'
refuse 'neither a class nor a domain nor an operator' 'Abs 1'
refuse 'not a version: ' 'Abs | X:T | Y:T | | T=Float'
refuse 'not a version: 0' 'Abs 0 | X:T | Y:T | | T=Float'
refuse 'a flag that is not known: new' 'Abs 1 new | X:T | Y:T | | T=Float'
refuse 'neither a class nor an element type: U' 'Abs 1 | X:U | Y:T | | T=Float'
refuse 'neither a class nor an element type: Flat' 'Abs 1 | X:T | Y:T | | T=Flat'
refuse 'a type that is there already: double' 'Abs 1 | X:T | Y:T | | T=Float+double'
refuse 'brackets that do not match: seq(Float' 'Abs 1 | X:T | Y:T | | T=seq(Float'
refuse 'an empty set of types' 'Abs 1 | X:T | Y:T | | T='
refuse 'not a new type variable: T=float' 'Abs 1 | X:T | Y:T | | T=Float T=float'
refuse 'not a new name: X:T' 'Abs 1 | X:T X:T | Y:T | | T=Float'
refuse 'a mark that is not known: X?2:T' 'Abs 1 | X?2:T | Y:T | | T=Float'
refuse 'only the last may be repeated: X*:T' 'Abs 1 | X*:T Z:T | Y:T | | T=Float'
refuse 'axis stands behind axis' 'Abs 1 | X:T | Y:T | axis:int axis:int | T=Float'
refuse 'version 1 stands behind version 1' 'Abs 1 | X:T | Y:T | | T=Float' 'Abs 1 | X:T | Y:T | | T=Float'
refuse 'Abs stands behind Add' 'Add 1 | X:T | Y:T | | T=Float' 'Abs 1 | X:T | Y:T | | T=Float'
refuse 'a domain that is there already: ai.onnx' 'domain ai.onnx'
refuse 'not a new name for a class: Float' 'Add 1 | X:T | Y:T | | T=Float' 'class Float = float'

printf '%s\n' 'class Float = float + double' 'Abs 1 | X:T | Y:T | | T=Float' >bad
compile bad
expect_line err "bad:2: error: an operator before any domain"
printf '%s\n' 'class Float = float' 'domain ai.onnx' 'Abs 1 | X:T | Y:T | | T=int8' >bad
compile bad
expect_line err "bad:1: error: no schema uses the class Float"

if [ -f "$spec/operators.tsv" ]; then
    command="list-operators $table $spec/operators.tsv $spec/operator_type_sets.tsv"
    status=0
    "$source_root/build-aux/list-operators" "$table" "$spec/operators.tsv" "$spec/operator_type_sets.tsv" >out 2>err ||
        status=$?
    expect_status 0
    expect_same out "$table"
else
    skip "$spec is absent"
fi

finish
