#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --test-rules: what it runs, what it tells, and how it ends.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

TMPDIR=$work/tmp
export TMPDIR
mkdir "$TMPDIR"

# write_rule FILE ID OP EXPECT: a rule against the operator OP, with a bad and a good example.
write_rule() {
    cat >"$1" <<YAML
id: $2
title: a node is a $3
severity: warning
target: NodeProto
check: text_not_in
with: {field: op_type, values: [$3]}
message: "{subject} is a {value}"
examples:
  - name: the operator
    kind: bad
    root: NodeProto
    bytes: |
      0A { "x" }  12 { "y" }
      @op 22 { "$3" }
    expect: [$4]
  - name: another one
    kind: good
    root: NodeProto
    bytes: '0A { "x" }  12 { "y" }  22 { "Abs" }'
YAML
}

write_rule relu.yaml own-relu Relu '{at: op, length: 6, path: op_type}'
run --test-rules relu.yaml
expect_status 0
expect_empty out
expect_line err "onnx-lint: 2 examples of 1 rule passed, 0 failed"
run --test-rules --quiet relu.yaml
expect_status 0
expect_empty err

# --- differences -----------------------------------------------------------------------------------

write_rule wrong.yaml own-relu Relu '{at: op, length: 5, path: op_type}'
run --test-rules wrong.yaml
expect_status 1
cat >wanted <<'LINES'
wrong.yaml:15:14: error: example 'the operator': not found: own-relu at op (6), length 5, path 'op_type'
wrong.yaml:9:5: error: example 'the operator': not expected: {at: op, length: 6, path: "op_type"}: node #0 (Relu) is a 'Relu'
LINES
sed -i 's/node #0 (Relu)/NODE/; s/node (Relu)/NODE/; s/NODE/node #0 (Relu)/' out
expect_same out wanted
expect_line err "onnx-lint: 1 example of 1 rule passed, 1 failed"

# A good example in which the rule finds something, and a bad one in which it finds nothing.
sed 's/"Abs"/"Relu"/' relu.yaml >swapped.yaml
run --test-rules swapped.yaml
expect_status 1
expect_match out "^swapped\.yaml:16:5: error: example 'another one': not expected: \{at: 6, length: 6, path: \"op_type\"\}"
sed 's/values: \[Relu\]/values: [Tanh]/' relu.yaml >silent.yaml
run --test-rules silent.yaml
expect_status 1
expect_count out 1
expect_line out "silent.yaml:15:14: error: example 'the operator': not found: own-relu at op (6), length 6, path 'op_type'"

# A finding of a built-in rule is not expected either, unless the example says so.
sed 's/0A { "x" }  12 { "y" }$/0A { "x" }/' relu.yaml >other.yaml
run --test-rules other.yaml
expect_status 1
expect_match out "^other\.yaml:9:5: error: example 'the operator': not expected: \{rule: node-no-output, "

# --- bytes that are wrong --------------------------------------------------------------------------

sed 's/@op 22/@op 2/' relu.yaml >bytes.yaml
run --test-rules bytes.yaml
expect_status 1
expect_line out "bytes.yaml:14:11: error: example 'the operator': want two hex digits"
sed "s/22 { \"Abs\" }'/22 { \"Abs\"'/" relu.yaml >quoted.yaml
run --test-rules quoted.yaml
expect_status 1
expect_line out "quoted.yaml:19:40: error: example 'another one': the group is not closed"
sed 's/at: op,/at: po,/' relu.yaml >mark.yaml
run --test-rules mark.yaml
expect_status 1
expect_line out "mark.yaml:15:14: error: example 'the operator': the bytes have no mark @po"

# --- rules without examples ------------------------------------------------------------------------

sed '/^examples:/,$d' relu.yaml >bare.yaml
run --test-rules bare.yaml
expect_status 0
cat >wanted <<'LINES'
bare.yaml:1:1: warning: the rule own-relu has no bad example
bare.yaml:1:1: warning: the rule own-relu has no good example
LINES
expect_same out wanted
expect_line err "onnx-lint: 0 examples of 1 rule passed, 0 failed"

# --- several rules ---------------------------------------------------------------------------------

# Rules of a run do not disturb each other's examples, not even two that find the same.
mkdir rules
cp relu.yaml rules/a.yaml
write_rule rules/b.yaml own-relu-again Relu '{at: op, length: 6, path: op_type}'
run --test-rules rules
expect_status 0
expect_line err "onnx-lint: 4 examples of 2 rules passed, 0 failed"
run --test-rules rules/b.yaml rules/a.yaml
expect_status 0
expect_line err "onnx-lint: 4 examples of 2 rules passed, 0 failed"

# One that is expected is on.
write_rule rules/b.yaml own-relu-again Relu \
    '{at: op, length: 6, path: op_type}, {rule: own-relu, at: op, length: 6, path: op_type}'
run --test-rules rules
expect_status 0
run --test-rules rules/b.yaml
expect_status 2
expect_match err "^rules/b\.yaml:15:.*own-relu"

# What is told comes in the order of files and lines.
write_rule rules/b.yaml a-relu Relu '{at: op, length: 1, path: op_type}'
write_rule rules/a.yaml z-relu Relu '{at: op, length: 1, path: op_type}'
run --test-rules rules
expect_status 1
sed 's/:.*//' out | uniq >order
printf '%s\n' rules/a.yaml rules/b.yaml >wanted
expect_same order wanted
expect_line err "onnx-lint: 2 examples of 2 rules passed, 2 failed"

# An informative rule is on for its own examples.
sed 's/severity: warning/severity: info/' relu.yaml >info.yaml
run --test-rules info.yaml
expect_status 0

# --- the rules of a configuration ------------------------------------------------------------------

mkdir project
cp relu.yaml project/
cat >project/.onnx-lint.yaml <<'YAML'
profile: checker
rule-files: [relu.yaml]
rules: {own-relu: off, own-abs: error}
overrides: [{paths: ["**"], rules: {own-relu: off}}]
exclude: ["*.onnx"]
custom-rules:
  - id: own-abs
    title: a node is an Abs
    severity: warning
    target: NodeProto
    check: text_not_in
    with: {field: op_type, values: [Abs]}
    message: "{subject} is a {value}"
    examples:
      - {name: Abs, kind: bad, root: NodeProto, bytes: '0A { "x" } 12 { "y" } @op 22 { "Abs" }', expect: [{at: op, length: 5, path: op_type}]}
      - {name: Neg, kind: good, root: NodeProto, bytes: '0A { "x" } 12 { "y" } 22 { "Neg }'}
YAML
run --test-rules --config project/.onnx-lint.yaml
expect_status 1
expect_line out "project/.onnx-lint.yaml:16:91: error: example 'Neg': the text has no closing quote on its line"
expect_line err "onnx-lint: 3 examples of 2 rules passed, 1 failed"
cd project || exit 99
run --test-rules
expect_status 1
expect_line err "onnx-lint: 3 examples of 2 rules passed, 1 failed"
# Files that are named stand alone.
run --test-rules relu.yaml
expect_status 0
expect_line err "onnx-lint: 2 examples of 1 rule passed, 0 failed"
cd .. || exit 99
run --test-rules --no-config --rule-file relu.yaml
expect_status 0
expect_line err "onnx-lint: 2 examples of 1 rule passed, 0 failed"

# --- files -----------------------------------------------------------------------------------------

# side NAME FILES: a rule whose good example has these side files.
side() {
    sed '/^    bytes: .0A/d' relu.yaml >"$1"
    cat >>"$1" <<YAML
    files:
      - $2
    bytes: '0A { "x" }  12 { "y" }  22 { "Abs" }'
YAML
}

side inside.yaml '{path: ../a/b.bin, bytes: "00"}'
run --test-rules inside.yaml
expect_status 0
side outside.yaml '{path: ../../b.bin, bytes: "00"}'
run --test-rules outside.yaml
expect_status 1
expect_line out "outside.yaml:20:9: error: example 'another one': '../../b.bin' leads out of the folder of the example"
side absolute.yaml "{path: $work/b.bin, hole: 10}"
run --test-rules absolute.yaml
expect_status 1
side link.yaml "{path: m.pb, link: $work/target}"
echo kept >target
run --test-rules link.yaml
expect_status 1
expect_line out "link.yaml:16:5: error: example 'another one': 'm.pb' leads out of the folder of the example"
expect_true "nothing was written outside" test ! -e b.bin -a ! -e "$TMPDIR/b.bin" -a "$(cat target)" = kept

# Real files.
make_good good.onnx
mkdir models
mv good.onnx models/
sed '/^    root: NodeProto$/d; /^    bytes: |$/,/^      @op/d; s/^    expect:.*/    input: models\/good.onnx\n    expect: [{path: "graph.node[0].op_type"}]/' relu.yaml >input.yaml
sed -i 's/^    bytes: .0A.*/    root: NodeProto\n&/' input.yaml
run --test-rules input.yaml
expect_status 0
mkdir elsewhere
cd elsewhere || exit 99
run --test-rules ../input.yaml
expect_status 0
cd .. || exit 99
sed -i 's/node\[0\]/node[1]/' input.yaml
run --test-rules input.yaml
expect_status 1
expect_match out "^input\.yaml:12:14: error: example 'the operator': not found: own-relu, path 'graph\.node\[1\]\.op_type'\$"
expect_match out "^input\.yaml:9:5: error: example 'the operator': not expected: \{path: \"graph\.node\[0\]\.op_type\"\}: "
rm models/good.onnx
run --test-rules input.yaml
expect_status 1
expect_line out "input.yaml:9:5: error: example 'the operator': models/good.onnx: cannot be opened: No such file or directory"

# Nothing is left behind.
expect_true "no folder is left" test -z "$(ls -A "$TMPDIR")"

# --- wrong usage -----------------------------------------------------------------------------------

run --test-rules --no-config
expect_status 2
expect_line err "onnx-lint: error: no custom rules to test; name rule files, or see 'onnx-lint --help'"
run --test-rules nowhere.yaml
expect_status 2
expect_line err "onnx-lint: error: nowhere.yaml: cannot be opened: No such file or directory"
sed 's/^check:/chekc:/' relu.yaml >key.yaml
run --test-rules key.yaml
expect_status 2
expect_empty out
expect_match err "^key\.yaml:5:1: error: .*'chekc'.*did you mean 'check'"
run --test-rules=relu.yaml
expect_status 2
TMPDIR=$work/no/such/folder
run --test-rules relu.yaml
expect_status 3
expect_match err "^onnx-lint: error: .*/no/such/folder/onnx-lint-example\.[A-Za-z0-9]*: cannot be made: No such file or directory\$"

finish
