#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Custom rules: in a configuration, in files and folders; where they apply; what is wrong with them.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_good good.onnx

# --- in the configuration -------------------------------------------------------------------------

cat >.onnx-lint.yaml <<'YAML'
custom-rules:
  - id: acme-producer
    title: a model does not say what made it
    severity: warning
    target: ModelProto
    check: field_required
    with: {field: producer_name}
    message: "{subject} does not say what made it"
    explanation: |
      Who finds a model in ten years wants to know.
YAML
run good.onnx
expect_status 0
expect_match out '^good\.onnx:[0-9:]+: warning: model does not say what made it \(producer_name .*\) \[acme-producer\]$'
run --fail-on=warning good.onnx
expect_status 1
# It is set as a built-in one is.
run --rule=acme-producer=error good.onnx
expect_status 1
expect_match out ' error: .*\[acme-producer\]$'
run --rule=acme-producer=off good.onnx
expect_empty out
run --rule=acme-produce=off good.onnx
expect_status 2
expect_match err "no rule 'acme-produce'; did you mean 'acme-producer'"
cat >>.onnx-lint.yaml <<'YAML'
rules:
  acme-producer: info
YAML
run good.onnx
expect_match out ' note: .*\[acme-producer\]$'
# A profile says nothing of it: who has written a rule wants it.
run --profile=checker good.onnx
expect_match out ' note: .*\[acme-producer\]$'
run --no-config good.onnx
expect_empty out
# It is told as one: with its file, in the list, to complete.
run --explain=acme-producer
expect_status 0
expect_line out 'acme-producer: a model does not say what made it'
expect_match out '^  file        .*\.onnx-lint\.yaml:2:5$'
expect_line out 'Who finds a model in ten years wants to know.'
expect_no_match out '^  since'
run --explain=wire-depth
expect_status 0
expect_match out '^  since       [0-9.]+$'
run --list-rules
expect_match out '^acme-producer +info +on +a model does not say what made it; in .*\.onnx-lint\.yaml$'
run --list-rules=ids
expect_line out acme-producer
expect_line out wire-depth
LC_ALL=C sort -u out >sorted
expect_same sorted out
run --list-rules=markdown
expect_line out '## custom'

# So it is with a rule that is informative in its own file.
sed -e 's/severity: warning/severity: info/' -e '/^rules:/,$d' .onnx-lint.yaml >info.yaml
run --config=info.yaml good.onnx
expect_match out ' note: .*\[acme-producer\]$'

# --- in files and folders -------------------------------------------------------------------------

mkdir -p policy/deeper
cat >policy/one.yaml <<'YAML'
id: acme-node-name
title: a node has no name
severity: error
target: NodeProto
check: field_required
with: {field: name, nonempty: yes}
message: "{subject} has no name"
YAML
cat >policy/two.yaml <<'YAML'
- id: acme-domain
  title: a model has no domain
  severity: error
  target: ModelProto
  check: field_required
  with: {field: domain}
  message: "{subject} has no domain"
- id: acme-doc
  title: a model is not described
  severity: error
  target: ModelProto
  check: field_required
  with: {field: doc_string}
  message: "{subject} is not described"
  mend: write into doc_string what the model is for
YAML
echo 'no rule' >policy/deeper/three.yaml
echo 'no rule' >policy/.four.yaml
echo 'rule-files: policy' >.onnx-lint.yaml
run good.onnx
expect_status 1
expect_match out '\[acme-domain\]$'
expect_match out '\[acme-doc\]$'
expect_no_match out '\[acme-node-name\]$'
run --no-config --rule-file=policy/two.yaml --rule-file=policy/one.yaml good.onnx
expect_status 1
expect_count out 2
# What to do about a finding is told where its rule says it.
run --no-config --format=text --rule-file=policy good.onnx
expect_match out '\[acme-doc\]$'
expect_match out '\[acme-domain\]$'
expect_line out '  mend: write into doc_string what the model is for'
expect_true "only one rule says it" test "$(grep -c '^  mend: ' out)" -eq 1
# From a folder below, the configuration and what it names are found all the same.
mkdir below
cp good.onnx below/good.onnx
(cd below && "$lint" good.onnx >../out 2>../err)
expect_match out '^good\.onnx:.*\[acme-domain\]$'

# --- where a rule applies -------------------------------------------------------------------------

assemble model.onnx <<'HEX'
08 09
3A {
  0A { 0A { "x" } 12 { "a" } 1A { "one" } 22 { "Relu" } }
  0A { 0A { "a" } 12 { "b" } 22 { "Relu" } }
  0A { 0A { "b" } 12 { "y" } 22 { "Softmax" }
       2A { 0A { "axis" } 18 01 A0 01 02 } }
  12 { "g" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX

# own_rule LINE...: a rule that reports each message without a doc string, with these lines.
own_rule() {
    {
        echo 'id: own'
        echo 'title: no doc_string'
        echo 'severity: warning'
        echo 'check: field_required'
        echo 'with: {field: doc_string}'
        echo 'message: "{subject} is not described"'
        for line in "$@"; do echo "$line"; done
    } >own.yaml
}

# expect_told SUBJECT...: the rule reports these, in their order, and no more.
expect_told() {
    run --no-config --rule-file=own.yaml --quiet model.onnx
    sed -n 's/.*: \([^:]*\) is not described (.*) \[own\]$/\1/p' out >told
    : >wanted
    for subject in "$@"; do echo "$subject"; done >wanted
    expect_same wanted told
}

own_rule 'target: NodeProto'
expect_told "node 'one' (Relu)" 'node #1 (Relu)' 'node #2 (Softmax)'
own_rule 'target: NodeProto' 'when: {op_type: Softmax}'
expect_told 'node #2 (Softmax)'
own_rule 'target: NodeProto' 'when: {op_type: [Relu, Conv], name: {present: true}}'
expect_told "node 'one' (Relu)"
own_rule 'target: NodeProto' 'when: {name: {pattern: "o.*"}}'
expect_told "node 'one' (Relu)"
own_rule 'target: NodeProto' 'when: {domain: {not-in: [ai.onnx]}}'
expect_told
own_rule 'target: "graph.node[1]"'
expect_told 'node #1 (Relu)'
own_rule 'target: "**.attribute[*]"'
expect_told "attribute 'axis' of node #2 (Softmax)"
own_rule 'target: AttributeProto' 'when: {NodeProto.op_type: Softmax, type: INT, i: {min: 1}}'
expect_told "attribute 'axis' of node #2 (Softmax)"
own_rule 'target: AttributeProto' 'when: {NodeProto.op_type: Relu}'
expect_told
own_rule 'target: [graph, NodeProto]' 'when: {op_type: {not-in: [Relu]}}'
expect_told 'node #2 (Softmax)'
own_rule 'target: graph' 'opset: {min: 17}'
expect_told "graph 'g'"
own_rule 'target: graph' 'opset: {max: 16}'
expect_told
own_rule 'target: graph' 'opset: {domain: com.acme, min: 1}'
expect_told
own_rule 'target: graph' 'ir: {min: 10}'
expect_told
own_rule 'target: graph' 'when: {ir-version: {max: 9}, opset: {min: 13, max: 17}}'
expect_told "graph 'g'"
run --no-config --rule-file=own.yaml --explain=own
expect_match out '^  applies to  GraphProto; IR version 9 and before; graph; when ir-version:'

# --- beside built-in rules ------------------------------------------------------------------------

# Parameters of a built-in rule are changed, and it is told at the same place by a rule that supersedes it.
assemble numbered.onnx <<'HEX'
08 08 28 03
3A {
  0A { 0A { "x" } 12 { "y" } 1A { "n" } 22 { "Relu" } }
  12 { "g" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
echo 'rules: {model-version-form: {severity: error, with: {min: 4}}}' >.onnx-lint.yaml
run numbered.onnx
expect_status 1
expect_match out ' error: .*\[model-version-form\]$'
run --no-config numbered.onnx
expect_status 0
expect_empty out
cat >>.onnx-lint.yaml <<'YAML'
custom-rules:
  - id: acme-version
    title: a version below 4
    severity: warning
    target: ModelProto
    check: field_range
    with: {field: model_version, min: 4}
    message: "{value} is below {min}"
    supersedes: [model-version-form]
YAML
run numbered.onnx
expect_match out ': 3 is below 4 .*\[acme-version\]$'
expect_no_match out 'model-version-form'
run --explain=model-version-form
expect_status 0

# --- what is wrong --------------------------------------------------------------------------------

# expect_refused LINE...: the rule file is refused with exactly these lines.
expect_refused() {
    run --no-config --rule-file=own.yaml model.onnx
    expect_status 2
    expect_empty out
    for line in "$@"; do echo "$line"; done >wanted
    expect_same wanted err
}

own_rule 'target: graph.nod'
expect_refused "own.yaml:7:9: error: no field 'nod' in GraphProto; did you mean 'node'?"
own_rule 'target: graph.name'
expect_refused "own.yaml:7:9: error: 'graph.name' leads to no message, but to a value: end the path at the message \
that holds it, and name the field in 'with'"
own_rule 'target: NodeProto' 'when: {op_tpe: Relu}'
expect_refused "own.yaml:8:8: error: no field 'op_tpe' in NodeProto; did you mean 'op_type'?"
own_rule 'target: NodeProto' 'whn: {op_type: Relu}'
expect_refused "own.yaml:8:1: error: a rule has no key 'whn'; did you mean 'when'?"
own_rule 'target: AttributeProto' 'when: {type: FLOT}'
expect_refused "own.yaml:8:14: error: unknown type 'FLOT'; did you mean 'FLOAT'?"
own_rule 'target: NodeProto' 'supersedes: [wire-dept]'
expect_refused "own.yaml:8:14: error: unknown rule 'wire-dept'; did you mean 'wire-depth'?"
own_rule 'target: NodeProto' 'opset: {min: 17, max: 13}'
expect_refused 'own.yaml:8:8: error: a range of operator sets whose min is above its max'
sed 's/^id: own$/id: wire-depth/' own.yaml | sed '$d' >wire.yaml
mv wire.yaml own.yaml
expect_refused "own.yaml:1:5: error: 'wire-depth' is a built-in rule, of rules/wire/wire-depth.yaml: give this one \
another id"
cat >own.yaml <<'YAML'
- {id: own, title: T, severity: error, target: NodeProto, check: field_required, with: {field: name}, message: x}
- {id: own, title: T, severity: high, target: NodeProto, check: field_requird, message: x}
YAML
expect_refused "own.yaml:2:33: error: unknown severity 'high'; there are: info, warning, error" \
    "own.yaml:2:65: error: unknown check 'field_requird'; did you mean 'field_required'?"
sed '2s/.*/- {id: own, title: T, severity: info, target: any, check: field_required, with: {field: name}, message: x}/' \
    own.yaml >more.yaml
mv more.yaml own.yaml
expect_refused "own.yaml:2:8: error: 'own' is defined twice; first in own.yaml:1:8"
: >own.yaml
run --no-config --rule-file=own.yaml model.onnx
expect_status 2
expect_match err '^own\.yaml:1:1: error: '

finish
