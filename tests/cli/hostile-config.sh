#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Configurations that are made to take memory or time: each ends in a message, soon. By hand each takes less than a
# second; here it has as long as the slowest instrumented build needs.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_good good.onnx

# lint_with ARGUMENT...: as run, with an end
lint_with() {
    command="onnx-lint $*"
    status=0
    timeout 60 "$lint" "$@" >out 2>err || status=$?
}

# refuse LINE: hostile.yaml is refused with this line, which is the only one
refuse() {
    lint_with --config=hostile.yaml good.onnx
    expect_status 2
    expect_empty out
    expect_count err 1
    expect_line err "$1"
    expect_printable err
}

# refuse_many LINE: the same with fifty errors, this being the first, and a word that the rest is not told
refuse_many() {
    lint_with --config=hostile.yaml good.onnx
    expect_status 2
    expect_empty out
    expect_count err 51
    expect_true "the first line is $1" test "$(head -n 1 err)" = "$1"
    expect_match err '^hostile.yaml:[0-9]+:[0-9]+: error: too many errors; the rest is not told$'
    expect_printable err
}

# repeat COUNT FORMAT: printf's format with each number from 1 on
repeat() {
    awk -v count="$1" -v format="$2" 'BEGIN { for (i = 1; i <= count; i++) printf format, i, i }'
}

at='hostile.yaml:1'

# --- what stands for more than it is --------------------------------------------------------------

{
    echo 'a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]'
    for name in b c d e f g h i; do
        echo "$name: &$name [*a, *a, *a, *a, *a, *a, *a, *a, *a]"
    done
} >hostile.yaml
refuse "$at:4: error: anchors are not used here"
echo 'include: *a' >hostile.yaml
refuse "$at:10: error: aliases are not used here; a text that begins with * stands in quotes"

# --- size -----------------------------------------------------------------------------------------

repeat 110000 '# %08d ...............................................................................\n' >hostile.yaml
refuse "$at:1: error: the file has more than 4194304 bytes"
{ printf 'rules: {'; repeat 1000000 'r%d: off, '; echo '}'; } >hostile.yaml
refuse "$at:1: error: the file has more than 4194304 bytes"
{ printf '{'; repeat 150000 'k%d, '; echo '}'; } >hostile.yaml
refuse "$at:788895: error: the file has more than 200000 keys and values"
{ printf 'custom-rules: ['; repeat 1000000 '{},'; echo ']'; } >hostile.yaml
refuse "$at:600007: error: the file has more than 200000 keys and values"
: >hostile.yaml
lint_with --config=/dev/zero good.onnx
expect_status 2
expect_line err 'onnx-lint: error: /dev/zero: is a device, not a regular file'
mkfifo pipe
lint_with --config=pipe good.onnx
expect_status 2
expect_count err 1
expect_match err '^onnx-lint: error: pipe: is a .*, not a regular file$'

# --- depth ----------------------------------------------------------------------------------------

{ printf 'rules: '; repeat 10000 '['; } >hostile.yaml
refuse "$at:39: error: maps and lists are nested more than 32 deep"
repeat 10000 '{a: ' >hostile.yaml
refuse "$at:129: error: maps and lists are nested more than 32 deep"
{ repeat 1000000 '- '; echo a; } >hostile.yaml
refuse "$at:65: error: maps and lists are nested more than 32 deep"
{ repeat 1000000 '? '; echo a; } >hostile.yaml
refuse "$at:3: error: a key is a plain word, not a map or a list"
{ printf 'custom-rules: [{id: h-a, title: t, severity: info, target: NodeProto, check: text_pattern, message: m, '
  printf 'with: {field: name, pattern: "'; repeat 400 '('; repeat 400 ')'; echo '"}}]'; } >hostile.yaml
lint_with --config=hostile.yaml good.onnx
expect_status 2
expect_count err 1
expect_match err "^$at:133: error: '\(\(\(.*' is no pattern"

# --- number ---------------------------------------------------------------------------------------

{ printf 'rules: {'; repeat 90000 'tensor-no-dat%d: off, '; echo '}'; } >hostile.yaml
refuse_many "$at:9: error: unknown rule 'tensor-no-dat1'; did you mean 'tensor-no-data'?"
{ printf 'rules: {'; repeat 90000 'attr-value-missing/v%d: off, '; echo '}'; } >hostile.yaml
refuse_many "$at:9: error: rule 'attr-value-missing' has no variant 'v1'; there are: scalar"
{ printf 'rules: {func-count-limit: {with: {'; repeat 90000 'p%d: 1, '; echo '}}}'; } >hostile.yaml
refuse_many "$at:35: error: check 'field_count' has no parameter 'p1'; it has: field, min, max"
{ printf '{'; repeat 99000 'k%d: 1, '; echo '}'; } >hostile.yaml
refuse_many "$at:2: error: a configuration has no key 'k1'"
{ printf 'custom-rules: ['; repeat 190000 '{},'; echo ']'; } >hostile.yaml
refuse "$at:3016: error: with these there are more than 1000 custom rules"
{ printf 'overrides: [{files: a, rules: {'; repeat 90000 'r%d: off, '; echo '}}]'; } >hostile.yaml
refuse_many "$at:32: error: unknown rule 'r1'; see --list-rules"
{ printf 'overrides: [{rules: {}, paths: ['; repeat 100000 'graph.nod%d, '; echo ']}]'; } >hostile.yaml
refuse_many "$at:33: error: no field 'nod1' in GraphProto; did you mean 'node'?"
{ printf 'extends: ['; repeat 100000 '%d.yaml, '; echo ']'; } >hostile.yaml
refuse "$at:10: error: more than 100 files"
{ printf 'exclude: ['; repeat 100000 'a%d, '; echo ']'; } >hostile.yaml
refuse "$at:10: error: the list has more than 1000 members"
{ printf 'target-opset: {'; repeat 40000 'd%d: {min: 1}, '; echo '}'; } >hostile.yaml
refuse "$at:15: error: more than 256 domains"
{ printf 'suppressions: ['; repeat 999 'a.yaml, '; echo ']'; } >hostile.yaml
echo '[]' >a.yaml
refuse "$at:816: error: more than 100 files of suppressions"

# A chain of files, each of which extends the next.
i=0
while [ $i -lt 40 ]; do
    echo "extends: c$((i + 1)).yaml" >c$i.yaml
    i=$((i + 1))
done
lint_with --config=c0.yaml good.onnx
expect_status 2
expect_count err 1
expect_match err '^c16.yaml:1:10: error: more than 16 files, each of which extends the next$'

# --- long texts -----------------------------------------------------------------------------------

# long COUNT: that many letters
long() {
    head -c "$1" /dev/zero | tr '\0' k
}

shown=$(long 120)...
{ printf '? '; long 4000000; echo; echo ': 1'; } >hostile.yaml
refuse "$at:3: error: a configuration has no key '$shown'"
{ printf 'format: '; long 4000000; } >hostile.yaml
refuse "$at:9: error: format does not know '$shown'; there are: $("$lint" --help | sed -n 's/.*--format=//p' | sed 's/|/, /g')"
{ printf 'rules: {? '; long 4000000; echo ' : off}'; } >hostile.yaml
refuse "$at:11: error: unknown rule '$shown'; see --list-rules"
{ printf 'jobs: '; long 4000000 | tr k 1; } >hostile.yaml
refuse "$at:7: error: jobs wants a number, not '$(echo "$shown" | tr k 1)'"
{ printf 'exclude: "'; repeat 1000000 '*?'; echo '"'; } >hostile.yaml
lint_with --config=hostile.yaml good.onnx
expect_status 2
expect_count err 1
expect_match err "^$at:10: error: exclude does not understand '[*?.]*': "
{ printf 'overrides: [{rules: {}, paths: "'; repeat 20000 'a.'; echo '"}]'; } >hostile.yaml
refuse "$at:32: error: a path has no more than 60 steps"
{ long 2000000; printf ': 1\n'; long 2000000; echo ': 1'; } >hostile.yaml
refuse "hostile.yaml:1:2000001: error: mapping values are not allowed in this context"
{ printf 'format:'; repeat 4000000 ' '; echo json; } >hostile.yaml
lint_with --config=hostile.yaml good.onnx
expect_status 0

# --- patterns that run away -----------------------------------------------------------------------

# Compiled, each would take too long or too much; those that are taken are matched in bounded steps.
for pattern in '((((a{1,1000}){1,1000}){1,1000}){1,1000})' '(?R)*' '(a)\1'; do
    printf 'custom-rules: [{id: h-a, title: t, severity: info, target: NodeProto, check: text_pattern, message: m, ' >hostile.yaml
    printf "with: {field: name, pattern: '%s'}}]\n" "$pattern" >>hostile.yaml
    lint_with --config=hostile.yaml good.onnx
    expect_status 2
    expect_count err 1
    expect_match err "^$at:133: error: '.*' is no pattern, at its byte [0-9]+: "
done
{
    cat <<'HEX'
08 08  42 { 10 11 }
3A {
  12 { "g" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  0A { 0A { "x" } 12 { "y" } 22 { "Relu" } 1A { 50000*61 "!" } }
}
HEX
} | assemble long-name.onnx
for pattern in '(a+)+' '(a|a)*' '(a*)*b' '(.*a){12}' '(x+x+)+y|a*a*a*a*a*a*b'; do
    printf 'custom-rules: [{id: h-a, title: t, severity: info, target: NodeProto, check: text_pattern, message: m, ' >hostile.yaml
    printf "with: {field: name, pattern: '%s'}}]\n" "$pattern" >>hostile.yaml
    lint_with --config=hostile.yaml long-name.onnx
    expect_status 0
    cat out err >told
    expect_match told '\[h-a\]$|: a pattern takes too many steps for a text: 1 place, '
done

# What all patterns take for a file is bounded as well: the rest is told as not checked.
{
    echo '08 08  42 { 10 11 }  3A { 12 { "g" }'
    repeat 40 '0A { 0A { "x" } 22 { "Relu" } 1A { 60000*61 } }\n'
    echo '}'
} | assemble long-names.onnx
printf 'custom-rules: [{id: h-a, title: t, severity: info, target: NodeProto, check: text_pattern, message: m, ' >hostile.yaml
printf "with: {field: name, not: '(.*a){12}b'}}]\n" >>hostile.yaml
lint_with --config=hostile.yaml long-names.onnx
expect_match err ': patterns have taken as many steps as one file is given: 1 place, graph\.node\['

finish
