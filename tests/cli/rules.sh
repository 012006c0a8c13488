#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Rules are listed, explained and set.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx
make_good good.onnx

run --list-rules=ids
expect_status 0
LC_ALL=C sort -u out >sorted
expect_same sorted out
mv out ids
run --list-rules
expect_status 0
# The last line counts what stands before it, by the most severe case of each rule.
sed '$d' out >lines
cut -d ' ' -f 1 lines >first
expect_same ids first
count=$(wc -l <ids)
off=$(grep -c '^[^ ]* *[^ ]* *off ' lines)
expect_match out "^$((count)) rules: [0-9]+ errors?, [0-9]+ warnings?, 0 info, $off off\$"
expect_match out '^wire-oneof-multiple +error/warning +on +.*; variants: repeated=warning$'
run --list-rules --rule=wire-oneof-multiple/repeated=off
expect_match out '^wire-oneof-multiple +error/warning +partly +.*; variants: repeated=off$'

run --explain=tensor-raw-length-short
expect_status 0
expect_match out '^tensor-raw-length-short: '
expect_line out '  --rule tensor-raw-length-short=off'
run --explain=wire-oneof-multiple
expect_match out "^  warning, variant 'repeated': "
expect_line out '  --rule wire-oneof-multiple/repeated=off'
expect_line out '  applies to  every message'
expect_match out '--list-rules$'
failures=0
: >long
while read -r id; do
    "$lint" --explain="$id" >out 2>err || failures=$((failures + 1))
    # Bytes are shown as their author broke them.
    sed '/^Examples:$/,/^To turn/d' out | grep '.\{81,\}' >>long
done <ids
expect_true "every rule is explained" test "$failures" -eq 0
expect_true "explanations fit 80 columns" test ! -s long

run --rule=tensor-raw-length-short=warning bad.onnx
expect_status 0
expect_match out ': warning: .*\[tensor-raw-length-short\]$'
run --rule=tensor-raw-length-short=info bad.onnx
expect_match out ': note: .*\[tensor-raw-length-short\]$'
run --rule=tensor-raw-length-short=off bad.onnx
expect_no_match out 'tensor-raw-length-short'
# The last one wins, and the profile comes first wherever it stands.
run --rule=tensor-raw-length-short=off --rule=tensor-raw-length-short=warning bad.onnx
expect_match out ': warning: .*\[tensor-raw-length-short\]$'
run --rule=tensor-raw-length-short=off --profile=strict bad.onnx
expect_no_match out 'tensor-raw-length-short'
# A variant is set apart from its rule.
assemble shape.pb <<'HEX'
0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 01 08 02 } } } }     # a dimension with two numbers
HEX
run --type=value-info shape.pb
expect_match out ': warning: .*\[wire-oneof-multiple\]$'
run --type=value-info --rule=wire-oneof-multiple/repeated=error shape.pb
expect_match out ': error: .*\[wire-oneof-multiple\]$'
run --type=value-info --rule=wire-oneof-multiple=error --rule=wire-oneof-multiple/repeated=off shape.pb
expect_no_match out 'wire-oneof-multiple'
run --profile=strict good.onnx
expect_status 0
# What the check of a rule is told, and what a configuration changes of it.
run --explain=func-count-limit
expect_line out 'Parameters of check field_count:'
expect_line out '  max: 10000'
expect_line out '  min is not given'
expect_line out '      so many at most; takes a number from 0 on'
run --explain=ext-gap
expect_line out '  bytes: 65536'
expect_line out '      takes a number from 1 on'
cat >own.yaml <<'YAML'
rules:
  func-count-limit: {with: {max: 7, min: 2}}
YAML
run --config own.yaml --explain=func-count-limit
expect_line out '  max: 7'
expect_line out '  min: 2'

finish
