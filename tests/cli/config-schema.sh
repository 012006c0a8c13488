#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# doc/config.schema.json and the loader agree: JSON is YAML, so one text is given to both. A form that the schema
# allows the loader takes, and the other way round.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

schema=$source_root/doc/config.schema.json
make_bad bad.onnx
run --write-baseline=base.json bad.onnx
expect_status 0
printf '%s\n' '- {rule: tensor-no-data, reason: old}' >accepted.yaml
echo 'format: json' >other.yaml
cat >house.yaml <<'YAML'
id: house-producer
title: the producer is not named
severity: warning
target: ModelProto
check: field_required
with: {field: producer_name}
message: "{subject} does not say what wrote it"
YAML

# both VERDICT JSON: what the schema and the loader make of it
both() {
    printf '%s\n' "$2" >config.json
    by_schema=good
    "$json_schema" "$schema" config.json 2>problem || by_schema=bad
    run --config=config.json --print-config
    by_loader=good
    [ "$status" -eq 0 ] || by_loader=bad
    command="$2"
    if [ "$by_loader" = "$1" ]; then pass; else fail "the loader takes this for $by_loader, not $1"; fi
    if [ "$by_schema" = "$1" ]; then pass; else fail "the schema takes this for $by_schema, not $1: $(cat problem)"; fi
}

rule='"id": "a-b", "title": "t", "severity": "info", "target": "NodeProto", "check": "field_required"'
rest='"with": {"field": "name"}, "message": "m"'
any='"id": "a-b", "title": "t", "severity": "info"'
head='"title": "t", "severity": "info", "target": "NodeProto", "check": "field_required", "with": {"field": "name"}, "message": "m"'
with_variants='"id": "a-b", "title": "t", "severity": "info", "target": "ModelProto", "check": "fields_one_of", "with": {"fields": ["producer_name", "domain"]}'
with_notes='"id": "a-b", "title": "t", "severity": "info", "target": "NodeProto", "check": "texts_unique", "with": {"field": "input"}, "message": "m"'
keys="$any"', "target": "ModelProto", "check": "keys_schema", "variants": {"value": {"message": "m"}}'
long=$(printf '%0111d' 0)

# Each line: a verdict, the key, its value.
cat >cases <<CASES
good format "json"
bad format "jsn"
bad format ["json"]
bad format null
good sarif-profile "github"
bad sarif-profile "none"
good reports [{"format": "gcc"}, {"format": "json", "output": "a.json"}]
good reports {"format": "sarif"}
bad reports [{"output": "a.json"}]
bad reports [{"format": "jsn"}]
bad reports [{"format": "json", "outptu": "a"}]
bad reports ["json"]
good output "out.txt"
bad output ""
bad output ["out.txt"]
good type "model"
bad type "modle"
good ir-version 8
bad ir-version 0
bad ir-version 99
bad ir-version "eight"
good target "onnx-1.16"
bad target {"name": "onnx-1.16"}
bad target ""
good target-ir 8
bad target-ir 0
bad target-ir [8]
good target-opset {"ai.onnx": {"min": 17}}
good target-opset {"ai.onnx": {"min": 7, "max": 21}, "ai.onnx.ml": {"max": 4}}
good target-opset {}
bad target-opset 17
bad target-opset {"ai.onnx": 17}
bad target-opset {"ai.onnx": {}}
bad target-opset {"ai.onnx": {"min": 0}}
bad target-opset {"ai.onnx": {"least": 7}}
bad target-opset {"ai.onnx": {"min": 7, "least": 7}}
good extends "strict"
good extends "other.yaml"
good extends ["strict", "other.yaml"]
good extends []
bad extends {"profile": "strict"}
bad extends [["strict"]]
bad extends ""
good profile "checker"
bad profile "strickt"
good external "off"
bad external "maybe"
good rules {"tensor-no-data": "off", "tensor-empty-raw-present/beside-typed": "error"}
good rules {"tensor-no-data": {"severity": "on"}}
good rules {"func-count-limit": {"with": {"max": 9}}}
good rules {"func-count-limit": {"severity": "info", "with": {"max": 9}}}
good rules {"tensor-empty-raw-present/beside-typed": {"severity": "info"}}
good rules {}
bad rules ["tensor-no-data"]
bad rules {"tensor-no-data": "fatal"}
bad rules {"tensor-no-data": ["off"]}
bad rules {"tensor-no-data": {}}
bad rules {"tensor-no-data": {"severty": "off"}}
bad rules {"func-count-limit": {"with": 9}}
bad rules {"tensor-empty-raw-present/beside-typed": {"severity": "info", "with": {"max": 9}}}
good custom-rules [{$rule, $rest}]
good custom-rules {$rule, $rest}
good custom-rules []
good custom-rules [{$rule, "message": "m", "with": {"field": "name", "nonempty": true}}]
good custom-rules [{$rule, "message": "m", "with": {"field": "name", "nonempty": "off"}}]
bad custom-rules [{$rule, "message": "m", "with": {"field": "name", "nonempty": "always"}}]
good custom-rules [{$rule, $rest, "mend": "write it"}]
bad custom-rules [{$rule, $rest, "mend": ""}]
bad custom-rules [{$rule, $rest, "mend": ["write it"]}]
good custom-rules [{$rule, $rest, "ir": {"min": 3}, "opset": {"domain": "ai.onnx", "min": 7}, "when": {"op_type": "Relu"}}]
good custom-rules [{$rule, $rest, "explanation": "e", "references": [{"title": "t", "where": "w"}], "supersedes": ["tensor-no-data"]}]
bad custom-rules ["a-b"]
bad custom-rules [{$rule, $rest, "mesage": "m"}]
bad custom-rules [{$rest}]
bad custom-rules [{$rule, "message": "m", "with": {"field": "name", "max": 3}}]
bad custom-rules [{$rule, "message": "m", "with": {}}]
bad custom-rules [{$rule, "message": "m", "with": 3}]
bad custom-rules [{$rule, $rest, "ir": {}}]
bad custom-rules [{$rule, $rest, "ir": {"mn": 3}}]
bad custom-rules [{$rule, $rest, "explanation": ""}]
bad custom-rules [{$rule, $rest, "supersedes": []}]
bad custom-rules [{$rule, $rest, "supersedes": ["A b"]}]
bad custom-rules [{$head, "id": "A b"}]
bad custom-rules [{$head, "id": "a-"}]
good custom-rules [{$head, "id": "a1-2b"}]
bad custom-rules [{$head, "id": "a-b", "title": "a title with a stop."}]
bad custom-rules [{$head, "id": "a-b", "title": "two\nlines"}]
bad custom-rules [{$rule, $rest, "since": "soon"}]
good custom-rules [{$rule, $rest, "since": "0.1.0"}]
bad custom-rules [{$rule, $rest, "mend": "write it."}]
bad custom-rules [{$rule, $rest, "mend": "write {field}"}]
bad custom-rules [{$rule, $rest, "mend": "$long"}]
bad custom-rules [{$rule, "with": {"field": "name"}, "message": "two\nlines"}]
bad custom-rules [{$rule, "message": "m"}]
bad custom-rules [{$any, "check": "field_required", $rest}]
bad custom-rules [{$any, "target": "NodeProt", "check": "field_required", $rest}]
bad custom-rules [{$any, "target": [], "check": "field_required", $rest}]
good custom-rules [{$any, "target": ["graph.node[*]", "FunctionProto"], "check": "field_required", $rest}]
good custom-rules [{$any, "target": "any", "check": "field_required", $rest}]
bad custom-rules [{$any, "target": "ModelProto", "check": "file_size", "with": {"max": 4}, "message": "m"}]
bad custom-rules [{$any, "target": "NodeProto", "check": "text_length", "with": {"field": "name"}, "message": "m"}]
good custom-rules [{$any, "target": "NodeProto", "check": "text_length", "with": {"field": "name", "max": 9}, "message": "m"}]
good custom-rules [{$any, "target": "ModelProto", "check": "graph_name_unique", "message": "m"}]
bad custom-rules [{$any, "target": "ModelProto", "check": "graph_name_unique", "message": "m", "with": {"field": "name"}}]
good custom-rules [{$any, "target": "TensorProto", "check": "field_in", "with": {"field": "data_type", "values": ["FLOAT", 7]}, "message": "m"}]
good custom-rules [{$any, "target": "TensorProto", "check": "field_in", "with": {"field": "data_type", "values": "FLOAT"}, "message": "m"}]
bad custom-rules [{$any, "target": "TensorProto", "check": "field_in", "with": {"field": "data_type", "values": [[1]]}, "message": "m"}]
good custom-rules [{$keys, "with": {"field": "metadata_props", "values": {"license": "spdx"}, "patterns": {"owner": "[a-z]+"}}}]
bad custom-rules [{$keys, "with": {"field": "metadata_props", "values": {"license": "fsf"}}}]
bad custom-rules [{$keys, "with": {"field": "metadata_props", "values": {}}}]
bad custom-rules [{$keys, "with": {"field": "metadata_props", "values": "spdx"}}]
bad custom-rules [{$keys, "with": {"field": "metadata_props", "patterns": {"owner": ["[a-z]+"]}}}]
bad custom-rules [{$rule, $rest, "ir": {"min": 99}}]
bad custom-rules [{$rule, $rest, "opset": {}}]
bad custom-rules [{$rule, $rest, "opset": {"domain": "ai.onnx"}}]
bad custom-rules [{$rule, $rest, "opset": {"min": 0}}]
bad custom-rules [{$rule, $rest, "opset": {"least": 7, "min": 7}}]
bad custom-rules [{$rule, $rest, "when": {}}]
bad custom-rules [{$rule, $rest, "when": "Relu"}]
bad custom-rules [{$rule, $rest, "when": {"op_type": {}}}]
bad custom-rules [{$rule, $rest, "when": {"op_type": []}}]
bad custom-rules [{$rule, $rest, "when": {"op_type": {"is": "Relu"}}}]
bad custom-rules [{$rule, $rest, "when": {"op_type": {"in": "Relu"}}}]
bad custom-rules [{$rule, $rest, "when": {"op_type": {"present": "maybe"}}}]
bad custom-rules [{$rule, $rest, "when": {"op_type": [["Relu"]]}}]
bad custom-rules [{$rule, $rest, "when": {"ir-version": 3}}]
bad custom-rules [{$rule, $rest, "when": {"opset": {"max": -1}}}]
good custom-rules [{$rule, $rest, "when": {"op_type": ["Relu", "Elu"], "ModelProto.model_version": 3}}]
good custom-rules [{$rule, $rest, "when": {"op_type": {"in": ["Relu"], "present": true}, "name": {"pattern": "a+"}}}]
good custom-rules [{$rule, $rest, "when": {"op_type": "", "ir-version": {"min": 3}, "opset": {"domain": "", "min": 7}}}]
good custom-rules [{$rule, $rest, "when": {"ModelProto.ir_version": {"min": 3, "max": 9, "not-in": [4]}}}]
bad custom-rules [{$rule, $rest, "variants": {}}]
bad custom-rules [{$rule, $rest, "variants": {"none": {"message": "m"}}}]
bad custom-rules [{$with_variants, "variants": {"several": {"severity": "info"}}}]
bad custom-rules [{$with_variants, "variants": {"several": {"message": "m", "severity": "off"}}}]
bad custom-rules [{$with_variants, "variants": {"several": "m"}}]
bad custom-rules [{$with_variants, "variants": {"few": {"message": "m"}}}]
good custom-rules [{$with_variants, "variants": {"several": {"message": "m", "severity": "info", "mend": "write it"}}}]
bad custom-rules [{$rule, $rest, "notes": {"first": "here"}}]
bad custom-rules [{$with_notes, "notes": {}}]
bad custom-rules [{$with_notes, "notes": {"first": ["here"]}}]
bad custom-rules [{$with_notes, "notes": {"second": "here"}}]
good custom-rules [{$with_notes, "notes": {"first": "here"}}]
bad custom-rules [{$rule, $rest, "references": []}]
bad custom-rules [{$rule, $rest, "references": [{"title": "t"}]}]
bad custom-rules [{$rule, $rest, "references": ["t"]}]
bad custom-rules [{$rule, $rest, "examples": []}]
bad custom-rules [{$rule, $rest, "examples": [{"name": "n", "kind": "good"}]}]
bad custom-rules [{$rule, $rest, "examples": [{"name": "n", "kind": "fair", "root": "NodeProto", "bytes": ""}]}]
bad custom-rules [{$rule, $rest, "examples": [{"name": "n", "kind": "good", "root": "NodeProt", "bytes": ""}]}]
bad custom-rules [{$rule, $rest, "examples": [{"name": "n", "kind": "good", "root": "NodeProto", "byts": "", "bytes": ""}]}]
bad custom-rules [{$rule, $rest, "examples": [{"name": "n", "kind": "bad", "root": "NodeProto", "bytes": "", "expect": []}]}]
bad custom-rules [{$rule, $rest, "examples": [{"name": "n", "kind": "bad", "root": "NodeProto", "bytes": "", "expect": [{"at": 0, "length": -1, "path": ""}]}]}]
bad custom-rules [{$rule, $rest, "examples": [{"name": "n", "kind": "good", "root": "NodeProto", "bytes": "", "files": [{"bytes": "00"}]}]}]
good custom-rules [{$rule, $rest, "examples": [{"name": "n", "kind": "bad", "root": "NodeProto", "bytes": "", "expect": [{"at": 0, "length": 0, "path": "name"}]}, {"name": "o", "kind": "good", "input": "bad.onnx"}]}]
good custom-rules [{$rule, $rest, "examples": [{"name": "n", "kind": "good", "root": "auto", "size": 9, "target": "onnx-1.16", "bytes": "00", "files": [{"path": "a", "directory": true}, {"path": "b", "hole": 0}]}]}]
good rule-files ["house.yaml"]
good rule-files "house.yaml"
good rule-files []
bad rule-files [""]
bad rule-files {"a": "house.yaml"}
good overrides [{"files": ["a/**"], "rules": {"tensor-no-data": "off"}}]
good overrides [{"paths": ["graph.node[*]"], "rules": {"tensor-no-data": "off"}}]
good overrides {"files": "a/**", "paths": "graph.node[*]", "rules": {"tensor-no-data": {"severity": "off"}}}
good overrides []
bad overrides ["a/**"]
bad overrides [{"files": ["a/**"]}]
bad overrides [{"rules": {"tensor-no-data": "off"}}]
bad overrides [{"files": [], "rules": {"tensor-no-data": "off"}}]
bad overrides [{"file": "a", "files": "a", "rules": {"tensor-no-data": "off"}}]
bad overrides [{"files": "a", "rules": {"func-count-limit": {"with": {"max": 9}}}}]
bad overrides [{"files": "a", "rules": {"tensor-no-data": "of"}}]
bad overrides [{"files": "a", "rules": "off"}]
good fail-on "never"
bad fail-on "often"
good suppressions ["accepted.yaml"]
good suppressions "accepted.yaml"
bad suppressions [{"rule": "tensor-no-data"}]
good baseline "base.json"
bad baseline ["base.json"]
good include ["*.onnx", "a/**"]
good include "*.pb"
good include []
bad include ["*.onnx", ""]
good exclude ["old/"]
bad exclude {"a": "b"}
good force-exclude true
good force-exclude "yes"
bad force-exclude "oui"
bad force-exclude [true]
good max-diagnostics 0
good max-per-rule 0
good max-per-rule 7
bad max-per-rule -1
good max-name 1
good max-name 4096
bad max-name 0
bad max-name 4097
good max-depth 1
good max-depth 100
bad max-depth 0
bad max-depth 101
good max-external 0
good max-external 65536
bad max-external 0.5
good max-memory 0
good max-memory 64
bad max-memory "much"
good max-diagnostics 18446744
bad max-diagnostics -1
bad max-diagnostics 1.5
bad max-diagnostics {"a": 1}
good stdin-filename "a.onnx"
bad stdin-filename ""
bad stdin-filename ["a"]
good position "flat"
bad position "nowhere"
good color "never"
bad color true
good jobs 256
bad jobs 257
bad jobs 0
good statistics true
good statistics "off"
bad statistics 1
good quiet false
bad quiet "maybe"
CASES
while read -r verdict key value; do
    both "$verdict" "{\"$key\": $value}"
done <cases
both good '{}'

# A file that holds nothing says nothing: to a schema it is null.
expect_line "$schema" '  "type": ["object", "null"],'
: >empty.yaml
run --config=empty.yaml --print-config
expect_status 0
both bad '{"formt": "json"}'
both bad '["format"]'

# Every setting was tried both ways.
"$lint" --list-settings | sed 's/ .*//' >keys
expect_true "there are settings" test -s keys
while read -r key; do
    for verdict in good bad; do
        expect_true "no $verdict value of $key is tried" grep -q "^$verdict $key " cases
    done
done <keys


finish
