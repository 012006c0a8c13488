#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The rule that CONTRIBUTING.md shows can be loaded, and its examples hold what they say.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

guide=$source_root/CONTRIBUTING.md
rulec=$build_root/lib/rule/rulec
if [ ! -x "$rulec" ]; then
    echo "skipped: there is no lib/rule/rulec, as in a cross build"
    exit 77
fi

# shellcheck disable=SC2016 # these are fences
sed -n '/^```yaml$/,/^```$/p' "$guide" | sed '/^```/d' >rule
id=$(sed -n 's/^id: *\([a-z0-9-]*\).*/\1/p' rule)
area=${id%%-*}
expect_true "the rule has an id" test -n "$id"
expect_true "the text names its file" grep -qF "\`rules/$area/$id.yaml\`" "$guide"
expect_true "it does not exist yet" test ! -e "$source_root/rules/$area/$id.yaml"

mkdir -p "rules/$area"
mv rule "rules/$area/$id.yaml"
status=0
command="rulec --check rules/$area/$id.yaml"
"$rulec" --check "rules/$area/$id.yaml" >out 2>err || status=$?
expect_status 0
expect_empty err

# Its bad example fires it and no other rule, its good one none.
run --no-config --test-rules "rules/$area/$id.yaml"
expect_status 0
expect_empty out
expect_line err "onnx-lint: 2 examples of 1 rule passed, 0 failed"

finish
