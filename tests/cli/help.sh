#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --help, the manual page and the program know the same options.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

run --help
expect_status 0
expect_empty err
expect_no_match out '.{80,}'
sed -n 's/^ *\(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' out | sort >of-help
run -h
mv out short
run --help
expect_same short out

run --help=man
expect_status 0
sed -n 's/^\\fB.*\(\\-\\-[a-z\\-]*\)\\fR.*/\1/p' out | sed 's/^\(\\-\\-[a-z\\-]*\)\\fR.*/\1/; s/\\//g' | sort >of-man
expect_same of-help of-man
expect_true "there are options" test -s of-help

# Each of them is an option: none is refused as unknown.
while read -r option; do
    run "$option" </dev/null
    expect_no_match err 'unknown option'
done <of-help

run --version
expect_status 0
expect_match out '^onnx-lint [0-9]+\.[0-9]+\.[0-9]+$'
mv out long
run -V
expect_status 0
expect_same long out

if [ -f "$source_root/doc/onnx-lint.1.in" ]; then
    status=0
    command=make-man
    "$source_root/build-aux/make-man" "$source_root/doc/onnx-lint.1.in" "$lint" 1.2.3 /usr/share/doc/onnx-lint >out 2>err || status=$?
    expect_status 0
    for section in NAME SYNOPSIS DESCRIPTION OPTIONS OUTPUT '"EXIT STATUS"' CONFIGURATION '"LOOKING AT BYTES"' STATISTICS FILES ENVIRONMENT EXAMPLES RULES; do
        expect_line out ".SH $section"
    done
    expect_no_match out '@[A-Z]+@'
fi

# The README shows --help as it is.
run --help
sed 's/^/    /; s/ *$//' out >shown
sed -n '/^    Usage: onnx-lint/,/^    usage or configuration, 3/p' "$source_root/README.md" >in-readme
expect_same shown in-readme

finish
