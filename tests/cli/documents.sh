#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every rule that a document names exists.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

run --list-rules=ids
mv out ids
# Words that begin like a rule's id without being one: the types of --type, options, and the example of CONTRIBUTING.md.
run --help
{
    sed -n '/--type=/,/take every/p' out | tr -c 'a-z-' '\n'
    "$lint" --list-settings | sed 's/ .*//'
    sed -n 's/^.* --\([a-z-]*\).*/\1/p' out
    sed -n 's/^id: *\([a-z0-9-]*\).*/\1/p' "$source_root/CONTRIBUTING.md"
} >others
heads=$(sed 's/-.*//' ids | sort -u | paste -s -d '|' -)

# named FILE: what looks like ID or ID/VARIANT in it, a line each
named() {
    sed 's/\\-/-/g; s/\\f[BIR]/ /g' "$source_root/$1" | tr -c 'A-Za-z0-9_./-' '\n' | sed 's/\.*$//' |
        grep -E "^($heads)(-[a-z0-9]+)+(/[a-z0-9-]+)?\$" | sort -u
}

# unknown FILE: those of its names that are no rule
unknown() {
    named "$1" | sed 's|/.*||' | grep -vxF -f ids | grep -vxF -f others
}

for document in README.md CONTRIBUTING.md doc/configuration.md doc/custom-rules.md doc/ci.md doc/damage.md doc/editors.md \
    doc/formats.md doc/limits.md doc/old-models.md doc/pre-commit.md doc/reference-checker.md doc/speed.md doc/onnx-lint.1.in \
    lib/onnx_lint.h; do
    command="names in $document"
    unknown "$document" >out
    expect_empty out
    named "$document" >out
    expect_true "$document names a rule" test -s out
done

# Outside CONTRIBUTING.md, where examples are named like that as well, ID/VARIANT is a case of the rule.
for document in README.md doc/configuration.md doc/custom-rules.md doc/ci.md doc/damage.md doc/editors.md \
    doc/formats.md doc/limits.md doc/old-models.md doc/pre-commit.md doc/reference-checker.md doc/speed.md doc/onnx-lint.1.in \
    lib/onnx_lint.h; do
    named "$document" | grep / >>cases
done
expect_true "there are cases" test -s cases
while read -r name; do
    run --rule="$name=info" --list-rules=ids
    expect_status 0
done <cases

finish
