#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# No byte of a model or of a file name can forge a line, a colour or a place.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

escape=$(printf '\033')
newline='
'

# A model whose names hold what terminals, editors and CI systems act on.
assemble hostile.onnx <<'HEX'
08 08
12 { "p\nm.onnx:1:1: error: forged [fake]" }
3A {
  0A { 0A { "x\x0D" } 12 { "y\x1B[31m" } 1A { "n\n::error file=a,line=1::forged" } 22 { "Re\x00lu" } }
  12 { "g\xC2\x9B31m" }
  2A { 08 02 10 01 42 { "w\n' \" \\ \x07\xE2\x80\xAE\xFF" } 4A { 00 } }
}
42 { 0A { "d\x1B]0;t\x07" } 10 11 }
HEX

for format in gcc json; do
    for profile in recommended strict; do
        run --format="$format" --profile="$profile" hostile.onnx
        expect_status 1
        expect_printable out
        expect_printable err
    done
done
expect_valid_json out
run hostile.onnx
expect_match out "initializer 'w.n.' .\" .. .x07.u.202E..xFF'"
expect_no_match out '^(m\.onnx|::error)'

# So with the names of files.
for name in "a${newline}b.onnx:1:1: error: forged.onnx" "a${escape}[31mb.onnx" "$(printf 'a\377\302\233b.onnx')"; do
    make_bad "$name"
    for format in gcc json; do
        run --format="$format" "$name"
        expect_status 1
        expect_printable out
        expect_printable err
        run --format="$format" "missing$name"
        expect_status 3
        expect_printable out
        expect_printable err
    done
    run --quiet "missing$name"
    expect_count err 1
done

# Names that are merely not ASCII stay as they are, so that editors can open them.
make_bad "$(printf 'mod\303\250le.onnx')"
run "$(printf 'mod\303\250le.onnx')"
expect_line out "$(printf 'mod\303\250le.onnx:%s' "$bad_line")"

# The files of the public reports that try it.
reports=$source_root/../shared/cases/reports
if [ -d "$reports" ]; then
    for case in "$reports"/inject-*/; do
        run --profile=strict "${case}m.onnx"
        expect_printable out
        expect_printable err
        run --profile=strict --format=json "${case}m.onnx"
        expect_printable out
        expect_valid_json out
    done
else
    skip "there are no reports"
fi

finish
