#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --list-settings, and that what doc/configuration.md shows as a configuration is one.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

# It wants no configuration, and looks at none.
echo 'formt: json' >.onnx-lint.yaml
run --list-settings
expect_status 0
expect_empty err
expect_line out "format           gcc          form of the findings"
expect_match out '^jobs +- +threads'
expect_match out '^rules +- +set a rule'
cp out text
run --list-settings=schema
expect_status 0
expect_empty err
cp out schema
run --list-settings=markdown
expect_status 0
expect_empty err
cp out page
rm .onnx-lint.yaml

# Each option that is a setting is in the list, and each setting of the list on the page.
while read -r key rest; do
    expect_match page "^### $key\$"
    expect_match page "^\| \[$key\]\(#$key\) \|"
    expect_match schema "^    \"$key\": \{"
    command="$key $rest"
done <text
expect_true "the page has no other section" \
    test "$(grep -c '^### ' page)" -eq "$(wc -l <text)"
"$lint" --help | tr -s ' ' '\n' | sed -n 's/^--\([a-z-]*\).*/\1/p' >options
expect_true "there are options" test -s options
sed -n 's/^- option: .*`--\([a-z-]*\).*/\1/p' page >named
expect_true "options are named" test -s named
grep -vxF -f options named >out
expect_empty out

# Every link leads to a section.
grep -o '](#[a-z-]*)' page | sed 's/.*#//; s/)//' | sort -u >links
sed -n 's/^##* //p' page | tr 'A-Z ' 'a-z-' >sections
grep -vxF -f sections links >out
expect_empty out

# Those to other pages lead to one.
grep -o '](#*[a-z-]*\.md)' page | sed 's/](//; s/)//' | sort -u >pages
expect_true "there are links to other pages" test -s pages
while read -r name; do
    expect_true "doc/$name is there" test -f "$source_root/doc/$name"
done <pages

# The examples, with what they name beside them.
mkdir -p work/rules/vision
cat >work/rules/house.yaml <<'YAML'
id: house-name
title: a name
severity: warning
target: ModelProto
check: field_required
with: {field: producer_name}
message: "{subject} has none"
YAML
sed 's/house-name/house-vision/' work/rules/house.yaml >work/rules/vision/a.yaml
echo 'format: json' >house.yaml
echo '- {rule: tensor-no-data, reason: old}' >work/.onnx-lint-suppressions.yaml
cd work || exit 99
awk '/^```yaml$/ { count++; file = "example" count ".yaml"; next } /^```$/ { file = "" } file != "" { print >file }' ../page
for file in example*.yaml; do
    run --config="$file" --print-config
    expect_status 0
    expect_empty err
done
expect_true "the page has ten examples" test -f example10.yaml

# Those with overrides and with exclude change what is said of a model without data whose node has an attribute.
mkdir -p old/deeper third_party
empty() {
    assemble "$1" <<'HEX'
08 08
3A {
  0A { 0A { "x" } 0A { "w" } 12 { "a" } 1A { "m" } 22 { "Add" } }
  0A { 0A { "a" } 12 { "y" } 1A { "n" } 22 { "LeakyRelu" } 2A { 0A { "alpha" } 15 00 00 80 3F A0 01 01 } }
  12 { "g" }
  2A { 08 02 10 01 42 { "w" } }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
}
for name in old/a.onnx old/deeper/b.onnx c.onnx d-draft.onnx third_party/e.onnx; do
    empty "$name"
done

# said RULE: which files have a finding of the rule, and how severe it is, in one line
said() {
    sed -n "s/^\.\/\([^:]*\):[^ ]* \([a-z]*\): .*\[$1\]\$/\1=\2/p" out | tr '\n' ' '
}

# example TEXT: the configuration of the page that has this text
example() {
    grep -lF "$1" example*.yaml | head -n 1
}
run --no-config --profile=strict .
expect_true "of all files it is an error" test "$(said tensor-no-data | tr ' ' '\n' | grep -c '=error$')" -eq 5
expect_true "no attribute has a doc_string" test "$(said attr-doc | tr ' ' '\n' | grep -c '=note$')" -eq 5
run --config="$(example 'files: [old/**]')" .
expect_true "old ones are warned of, others are not looked at" \
    test "$(said tensor-no-data)" = 'c.onnx=error d-draft.onnx=error old/a.onnx=warning old/deeper/b.onnx=warning '
run --config="$(example '"old/**", "*-draft.onnx"')" --profile=strict .
expect_true "neither old ones nor drafts are told of" \
    test "$(said tensor-no-data)" = 'c.onnx=error third_party/e.onnx=error '
expect_true "nothing is said beneath the attributes" test -z "$(said attr-doc)"
run --config="$(example 'third_party/, "*-draft')" .
expect_true "what is excluded is not looked at" \
    test "$(said tensor-no-data)" = 'c.onnx=error old/a.onnx=error old/deeper/b.onnx=error '

finish
