#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What doc/custom-rules.md shows is so, and so is the policy in examples/ that it goes through.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

guide=$source_root/doc/custom-rules.md
policy=$source_root/examples/policy

# --- the policy ------------------------------------------------------------------------------------

run --test-rules --config "$policy/.onnx-lint.yaml"
expect_status 0
expect_empty out
expect_line err "onnx-lint: 42 examples of 17 rules passed, 0 failed"

# The table names each of its rules, and no other.
# shellcheck disable=SC2016 # these are code spans
sed -n 's/^| `\(acme-[a-z0-9-]*\)` |.*/\1/p' "$guide" | sort >named
run --list-rules=ids --config "$policy/.onnx-lint.yaml"
grep '^acme-' out | sort >there
expect_true "there are rules" test "$(wc -l <there)" -ge 10
expect_same named there

# A model that is good by the built-in rules breaks some of them; all are told in one run.
make_good good.onnx
run --config "$policy/.onnx-lint.yaml" good.onnx
expect_status 1
sed 's/.*\[\(.*\)\]$/\1/' out | sort | uniq -c | sed 's/^ *//' >told
cat >wanted <<'LINES'
1 acme-graph-name
3 acme-metadata
1 acme-model-version
2 acme-producer
LINES
expect_same told wanted

# One that keeps to the policy passes.
assemble right.onnx <<'HEX'
08 08                                        # ir_version: 8
12 { "acme-export" }  1A { "2.4.1" }         # producer_name, producer_version
22 { "com.example" }  28 03                  # domain, model_version: 3
3A {                                         # graph
  0A { 0A { "image" } 12 { "score" } 1A { "head_relu" } 22 { "Relu" } }
  12 { "classifier" }                        # name
  5A { 0A { "image" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "score" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }                                 # opset_import: 17
72 { 0A { "license" } 12 { "Apache-2.0" } }  # metadata_props
72 { 0A { "version" } 12 { "3.0.0" } }
72 { 0A { "owner" } 12 { "vision" } }
HEX
run --config "$policy/.onnx-lint.yaml" right.onnx
expect_status 0
expect_empty out

# --- the guide -------------------------------------------------------------------------------------

# Every YAML in it is a file, named in its first line.
awk '
/^```yaml$/ { getline; if (sub(/^# /, "")) { name = $0; print name >"files" } else print "without a name: " $0 >"files"; next }
/^```$/ { name = ""; next }
name != "" { print >name }' "$guide"
cat >wanted <<'LINES'
acme-producer.yaml
.onnx-lint.yaml
dropout.yaml
dropout-input.yaml
parameters.yaml
LINES
expect_same files wanted
# The places that the session shows count the line with the name.
for file in acme-producer.yaml dropout.yaml; do
    { echo "# $file" && cat "$file"; } >with-name && mv with-name "$file"
done

# The other blocks are a model in the notation, and what is typed, and two lines about how to call the program.
sed -n '/^A small model, whole/,/^That is the model/s/^    //p' "$guide" | assemble small.onnx
run --no-config --fail-on=warning small.onnx
expect_status 0
expect_empty out

mkdir examples bin
cp -R "$policy" examples/
ln -s "$lint" bin/onnx-lint
PATH=$work/bin:$PATH
awk '
/^    / && $0 !~ /^    \$ / && !inside { next }
/^    \$ / { inside = 1 }
/^    / && inside { print substr($0, 5); blank = 0; next }
/^$/ && inside { blank++; next }
{ inside = 0 }' "$guide" >shown
sed -n 's/^\$ //p' shown >typed
expect_true "there is a session" test "$(wc -l <typed)" -ge 7
command="the session of doc/custom-rules.md"
last=0
while IFS= read -r line; do
    printf '$ %s\n' "$line" >>seen
    eval "(exit $last); $line" >>seen 2>&1 </dev/null
    last=$?
done <typed
sed '/^$/d' seen >seen-lines
expect_same shown seen-lines

# Rules whose examples are files.
mkdir models
cp small.onnx models/without.onnx
assemble models/with-dropout.onnx <<'HEX'
08 08
3A {
  0A { 0A { "x" } 12 { "y" } 22 { "Dropout" } }
  12 { "classifier" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
run --test-rules dropout-input.yaml
expect_status 0
expect_line err "onnx-lint: 2 examples of 1 rule passed, 0 failed"

# Parameters of built-in rules.
assemble domain.onnx <<'HEX'
08 08  22 { "vision" }
3A {
  0A { 0A { "x" } 12 { "y" } 22 { "Relu" } }
  12 { "classifier" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
run --no-config --profile=strict --rule=model-domain-form=error domain.onnx
expect_no_match out 'model-domain-form'
run --config parameters.yaml domain.onnx
expect_status 1
expect_match out '^domain\.onnx:.*error: .*\[model-domain-form\]$'

finish
