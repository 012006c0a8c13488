#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --print-config: what is in force, where it was set, and that what is printed says the same when it is read.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

# setting FILE LINE: this value and origin are on one line of the file, whatever the blanks between them.
setting() {
    if tr -s ' ' <"$1" | grep -qxF -e "$2"; then pass; else fail "this line was expected in $1: $2"; fi
}

# bare FILE: without the comments, which say where
bare() {
    sed 's/  *# .*$//' "$1"
}

# round_trip: what was printed to out is read and printed once more, and says the same; so do the rules in force.
round_trip() {
    cp out printed.yaml
    run --config=printed.yaml --print-config
    expect_status 0
    expect_empty err
    bare printed.yaml >once
    bare out >twice
    expect_same once twice
}

# --- defaults ------------------------------------------------------------------------------------

run --print-config
expect_status 0
expect_empty err
setting out 'format: gcc # default'
setting out 'max-diagnostics: 10000 # default'
setting out 'quiet: false # default'
expect_no_match out '^(output|rules|overrides|include|target):'
expect_no_match out '# [^d]'
round_trip

# --- files, and the command line -------------------------------------------------------------------

mkdir -p team/rules
cat >team/house.yaml <<'YAML'
extends: strict
fail-on: warning
quiet: true
rules:
  tensor-no-data: warning
  attr-value-missing: off
  attr-value-missing/scalar: info
  func-count-limit: {severity: info, with: {max: 10}}
rule-files: [rules/house.yaml]
exclude: [third_party/]
target-opset:
  ai.onnx: {min: 7}
  ai.onnx.ml: {max: 4}
YAML
cat >team/rules/house.yaml <<'YAML'
id: house-producer
title: the producer is not named
severity: warning
target: ModelProto
check: field_required
with: {field: producer_name}
message: "{subject} does not say what wrote it"
YAML
cat >.onnx-lint.yaml <<'YAML'
extends: team/house.yaml
format: json
fail-on: info
rules:
  tensor-no-data: on
  attr-value-missing: error
  func-count-limit: {with: {max: 20}}
exclude: ["*-draft.onnx", 'a b#c']
target-opset:
  ai.onnx: {max: 21}
overrides:
  - files: ["old/**", weights.onnx]
    rules: {tensor-no-data: off, house-producer: info}
  - paths: ["graph.node[*].attribute"]
    rules: {attr-doc: info}
custom-rules:
  - id: house-domain
    title: the domain is not ours
    severity: error
    target: ModelProto
    check: text_pattern
    with: {field: domain, pattern: 'com\.example(\..*)?'}
    message: "{subject}: {field} is no domain of ours"
    explanation: |
      Why it matters: names of others are theirs.

        - indented
YAML
run --print-config --jobs=3 --rule tensor-name-duplicate=off --exclude='x y' --no-such 2>/dev/null
expect_status 2
run --print-config --jobs=3 --rule doc-html=error --exclude='x y' -q
expect_status 0
expect_empty err
setting out 'format: json # .onnx-lint.yaml:2:9'
setting out 'fail-on: info # .onnx-lint.yaml:3:10'
setting out 'profile: strict # team/house.yaml:1:10'
setting out 'quiet: true # command line'
setting out 'jobs: 3 # command line'
setting out 'color: auto # default'
setting out ' tensor-no-data: on # .onnx-lint.yaml:5:3'
setting out ' doc-html: error # command line'
# What is said later of a rule is said of its cases too; parameters and severity come from where each was set last.
setting out ' attr-value-missing: error # .onnx-lint.yaml:6:3'
expect_no_match out 'attr-value-missing/scalar'
setting out ' severity: info # team/house.yaml:8:3'
setting out ' max: 20 # .onnx-lint.yaml:7:29'
expect_no_match out 'max: 10 '
setting out ' - team/rules/house.yaml # team/house.yaml:9:14'
setting out " - third_party/ # team/house.yaml:10:11, relative to $(pwd -P)/team"
setting out ' - "*-draft.onnx" # .onnx-lint.yaml:8:11'
setting out ' - "a b#c" # .onnx-lint.yaml:8:27'
setting out ' - "x y" # command line'
setting out ' ai.onnx: {min: 7, max: 21} # .onnx-lint.yaml:10:3'
setting out ' ai.onnx.ml: {max: 4} # team/house.yaml:13:3'
setting out ' - files: # .onnx-lint.yaml:12:5'
setting out ' - paths: # .onnx-lint.yaml:14:5'
setting out ' house-producer: info # .onnx-lint.yaml:13:34'
setting out ' - # .onnx-lint.yaml:17:5'
expect_no_match out '^extends'
# The keys stand in the order of --list-settings.
sed -n 's/^\([a-z-]*\):.*/\1/p' out >order
"$lint" --list-settings | sed 's/ .*//' | grep -xF -f order >wanted
expect_same wanted order
cp out first
round_trip
for config in .onnx-lint.yaml printed.yaml; do
    run --config=$config --rule doc-html=error --list-rules
    expect_status 0
    sed 's/printed\.yaml/.onnx-lint.yaml/' out >"rules-$config"
done
expect_same rules-.onnx-lint.yaml rules-printed.yaml
expect_match rules-printed.yaml '^house-domain '
expect_match rules-printed.yaml '^house-producer '
for config in .onnx-lint.yaml printed.yaml; do
    run --config=$config --explain=house-domain
    sed 's/printed\.yaml/.onnx-lint.yaml/' out >"explained-$config"
done
expect_same explained-.onnx-lint.yaml explained-printed.yaml
expect_match explained-printed.yaml '^ +- indented'

# --- several reports -----------------------------------------------------------------------------

cat >reports.yaml <<'YAML'
reports:
  - format: gcc
  - {format: sarif, output: "a b.sarif"}
YAML
run --config=reports.yaml --print-config
expect_status 0
setting out ' - format: gcc # reports.yaml:2:5'
setting out ' - format: sarif # reports.yaml:3:5'
setting out ' output: "a b.sarif"'
round_trip
run --no-config --print-config --format=json -o out.json
expect_status 0
setting out 'format: json # command line'
setting out 'output: out.json # command line'
round_trip

# --- from a folder beneath ------------------------------------------------------------------------

mkdir sub
(cd sub && "$lint" --print-config) >out 2>err
setting out 'format: json # ../.onnx-lint.yaml:2:9'
# Patterns are relative to a folder that the comment names, since it is not this one.
expect_match out "^  - .* # \.\./\.onnx-lint\.yaml:[0-9:]+, relative to $(pwd -P)\$"
setting out ' - ../team/rules/house.yaml # ../team/house.yaml:9:14'

# --- of one file ----------------------------------------------------------------------------------

mkdir -p one/old
cat >one/lint.yaml <<'YAML'
rules: {tensor-no-data: warning, doc-html: warning}
overrides:
  - files: [old/]
    rules: {tensor-no-data: info, shape-dim-negative: off, shape-dim-negative/minus-one: warning}
  - files: ["*.pb"]
    rules: {tensor-no-data: error}
  - files: ["old/[ab].onnx"]
    rules: {tensor-no-data: off}
  - files: [old/]
    paths: [graph.node, "graph.initializer[3]"]
    rules: {tensor-raw-length-short: off}
  - files: ["old/b*"]
    rules: {tensor-raw-length-short: warning}
YAML
# The file need not be there. What is said of it by overrides has its place; of several the last counts.
run --config=one/lint.yaml --print-config one/old/a.onnx
expect_status 0
expect_empty err
expect_true "the first line names the file" test "$(head -n 1 out)" = '# of the file one/old/a.onnx'
setting out ' tensor-no-data: off # one/lint.yaml:8:13'
setting out ' doc-html: warning # one/lint.yaml:1:34'
setting out ' shape-dim-negative: off # one/lint.yaml:4:35'
setting out ' shape-dim-negative/minus-one: warning # one/lint.yaml:4:60'
expect_match out '^  - paths: '
expect_no_match out '(files:|\.pb|  # .*:(6|12):)'
sed -i 1d out
round_trip
# What is said of the whole file behind an override of places counts more than that, and stays behind it.
run --config=one/lint.yaml --print-config one/old/b.onnx
expect_match out '^  - files: '
expect_true "the order is kept" sh -c 'tr -d "\n" <out | grep -q "tensor-raw-length-short: off.*tensor-raw-length-short: warning"'
# Of another folder, and by another kind of name.
run --config=one/lint.yaml --print-config one/x.onnx
setting out ' tensor-no-data: warning # one/lint.yaml:1:9'
expect_no_match out '^overrides:'
(cd one/old && "$lint" --config=../lint.yaml --print-config ./../old/../y.pb) >out 2>err
setting out ' tensor-no-data: error # ../lint.yaml:6:13'
run --config=one/lint.yaml --print-config --stdin-filename=one/y.pb -
setting out ' tensor-no-data: error # one/lint.yaml:6:13'
# The command line counts more than overrides do.
run --config=one/lint.yaml --rule=tensor-no-data=error --print-config one/old/a.onnx
setting out ' tensor-no-data: error # command line'
# What is printed makes the same of the file.
make_bad one/old/a.onnx
make_bad one/old/b.onnx
make_bad one/old/c.onnx
for file in one/old/a.onnx one/old/b.onnx one/old/c.onnx; do
    run --config=one/lint.yaml "$file"
    cp out wanted
    run --config=one/lint.yaml --print-config "$file"
    mv out one/printed.yaml
    run --config=one/printed.yaml "$file"
    expect_same out wanted
done
run --config=one/lint.yaml --print-config one/old/a.onnx one/old/b.onnx
expect_status 2
expect_line err 'onnx-lint: error: --print-config wants one file at most'
run --config=one/lint.yaml --print-config one/old
expect_status 2
expect_line err 'onnx-lint: error: --print-config wants a file, and this is a directory: one/old'

# --- names that are to forge something ------------------------------------------------------------

odd=$(printf 'a\nquiet: true # \033[31m')
mkdir "$odd"
echo 'fail-on: never' >"$odd/lint.yaml"
run --config="$odd/lint.yaml" --print-config --stdin-filename="$(printf 'b\nfail-on: error')" --exclude='[!a]"\\*'
expect_status 0
expect_printable out
setting out 'fail-on: never # a\nquiet: true # \x1B[31m/lint.yaml:1:10'
setting out 'stdin-filename: "b\nfail-on: error" # command line'
setting out ' - "[!a]\"\\\\*" # command line'
expect_match out '^quiet: false +# default$'
# A text of several lines can be on the command line alone: the file is refused, and not taken for another text.
cp out printed.yaml
run --config=printed.yaml --print-config
expect_status 2
expect_match err "^printed.yaml:[0-9]+:[0-9]+: error: 'stdin-filename' has several lines"

# So is a name that is no UTF-8.
run --no-config --print-config --stdin-filename="$(printf 'caf\351')"
expect_status 0
expect_printable out
cp out printed.yaml
run --config=printed.yaml --print-config
expect_status 2

# Words that others take for truth values, numbers or nothing stand in quotes.
for name in true No off null 12 1e5 0x10 .5 - '~' '' '#' 'a: b' ' a' 'a ' '&a' '*' '!x' '%' '@' '`' '{a}' '[a]' "'" '"' "\\" '?' ':' ','; do
    run --no-config --print-config --stdin-filename=x"$name" --target-ir=9
    round_trip
    [ -n "$name" ] || continue
    run --no-config --print-config --stdin-filename="$name"
    round_trip
done
run --no-config --print-config --stdin-filename=off
setting out 'stdin-filename: "off" # command line'

# Keys of any length.
long=$(printf '%2000s' '' | tr ' ' x)
printf 'target-opset:\n  ? "%s"\n  : {min: 3}\n  "a: b": {max: 2}\n' "$long" >long.yaml
run --config=long.yaml --print-config
expect_status 0
round_trip

finish
