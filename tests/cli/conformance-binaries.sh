#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The cases as binaries: each with its expectations, described by a schema, and linted as these say.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

binaries=$build_root/tests/tools/binaries
[ -x "$binaries" ] || { echo "no $binaries"; exit 77; }

command='binaries suite'
OL_SRCDIR=$source_root "$binaries" suite >out 2>err || fail "the suite is not written"
expect_match out '^[1-9][0-9]{3,} cases in suite$'
cases=$(sed 's/ .*//' out)
if "$json_schema" "$source_root/doc/conformance.schema.json" suite/index.json >out 2>err; then
    pass
else
    fail "index.json is not as its schema says"
fi
if [ "$(find suite -name expected.json | wc -l)" -eq "$cases" ]; then pass; else fail "a case lacks expected.json"; fi
if "$binaries" suite 2>err; then fail "an existing folder is written into"; else pass; fi

# One case, as a reader would use it.
folder=suite/tensor-raw-length-short/two-floats-in-four-bytes
run --type=tensor --quiet "$folder/case/m.pb"
expect_status 1
expect_match out ' @0x4\+6\) \[tensor-raw-length-short\]$'
cp "$folder/expected.json" out
expect_line out '      "rule": "tensor-raw-length-short",'
expect_line out '      "offset": 4,'
expect_line out '  "is_valid": false,'

# What is valid is free of errors.
value_of() {
    sed -n "s/^  \"$2\": \"*\([^\"]*\)\"*,\$/\1/p" "$1" | sed '/^null$/d'
}
grep -l '"is_valid": true' suite/*/*/expected.json | sed -n '1~9p' >valid
while read -r expected; do
    type=$(value_of "$expected" type) message=$(value_of "$expected" message)
    version=$(sed -n 's/^  "ir_version": \([0-9]*\),$/\1/p' "$expected")
    if grep -q '^  "target": {' "$expected"; then continue; fi
    file=suite/$(value_of "$expected" file)
    if [ -z "$type" ] && [ -n "$message" ]; then continue; fi
    echo "$file" >>linted
    "$lint" ${type:+--type="$type"} ${version:+--ir-version="$version"} "$file" \
        >/dev/null 2>&1 || echo "$file"
done <valid >out
expect_empty out
cp linted out
expect_match out /case/

finish
