#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --list-checks, and custom rules that use general checks.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

run --list-checks
expect_status 0
expect_empty err
expect_no_match out '^.{160,}'
expect_match out '^text_pattern +Texts that are not empty match a pattern'
expect_match out '^keys_schema +The keys of a list '
# every general check has its line, in the order of the table
sed -n '/^\/\* general/,/^\/\* file/ s/^OL_CHECK(\(.*\))$/\1/p' "$source_root/lib/checks/checks.def" >general
cut -d ' ' -f 1 out | head -n "$(wc -l <general)" >listed
expect_same general listed

run --list-checks=markdown
expect_status 0
expect_same "$source_root/doc/checks.md" out
run --list-checks=html
expect_status 2

# A model with two names, a license, and weights beside it.
assemble m.onnx <<'EOF'
08 08  42 { 10 11 }
3A { 0A { 0A { "x" } 12 { "y" } 1A { "Bad-Name" } 22 { "Relu" } }
     12 { "g" }
     5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
     62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } } }
72 { 0A { "license" } 12 { "Apache 2" } }
EOF
cat >c.yaml <<'EOF'
profile: recommended
custom-rules:
  - id: our-names
    title: names are in lower case
    severity: error
    target: NodeProto
    check: text_pattern
    with: {field: name, pattern: "[a-z][a-z0-9_]*"}
    message: "{subject}: {field} is {value}; wanted: {pattern}"
  - id: our-license
    title: a license is stated
    severity: warning
    target: ModelProto
    check: keys_schema
    with: {field: metadata_props, required: [license, version], values: {license: spdx}}
    message: "the value of {key} is {value}; wanted: {form}"
    variants:
      missing: {severity: error, message: "metadata lacks {key}"}
EOF
run --config=c.yaml m.onnx
expect_status 1
expect_match out "error: node 'Bad-Name' \(Relu\): name is 'Bad-Name'; wanted: '\[a-z\]\[a-z0-9_\]\*' \(graph\.node\[0\]\.name @0x.*\[our-names\]$"
expect_match out "warning: the value of 'license' is 'Apache 2'; wanted: spdx \(metadata_props\[0\]\.value .*\[our-license\]$"
expect_match out "error: metadata lacks 'version' \(metadata_props .*\[our-license\]$"

# A pattern that cannot be is told at its place.
sed -e 's/"\[a-z\]\[a-z0-9_\]\*"/"(a)\\\\1"/' c.yaml >wrong.yaml
run --config=wrong.yaml m.onnx
expect_status 2
expect_match err "wrong\.yaml:8:34: error: .*is no pattern, at its byte 4: back references and recursion are not supported"
finish
