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

for format in gcc text jsonl sarif github junit checkstyle json; do
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
    for format in gcc text jsonl sarif github junit checkstyle json; do
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

# A workflow command of the old form stands anywhere in a line, those of another CI system too, and neither needs a byte
# that is not printable: nothing that is shown of a model or of a file name holds "##".
assemble commands.onnx <<'HEX'
08 08
12 { "##[error]forged" }
3A {
  0A { 0A { "##[add-mask]x" } 12 { "##vso[task.complete]y" } 1A { "##[group]n" } 22 { "##[error]o" } 3A { "##[error]d" } }
  12 { "##[set-env name=A]g" }
  2A { 08 02 10 01 42 { "##[error]w" } 4A { 00 } }
  2A { 08 02 10 01 42 { "e" } 6A { 0A { "location" } 12 { "##[error]f" } } 70 01 }
}
42 { 0A { "##[error]s" } 10 11 }
HEX
cp commands.onnx '##[error]name.onnx'
for format in gcc text jsonl sarif github junit checkstyle json; do
    for file in commands.onnx '##[error]name.onnx' '##[error]missing.onnx'; do
        run --format="$format" --profile=strict --fail-on=never "$file"
        expect_no_match out '##'
        expect_no_match err '##'
        [ "$format" != json ] || expect_valid_json out
    done
done
expect_match err '^onnx-lint: error: #.x23.error.missing'
run --profile=strict --fail-on=never commands.onnx
expect_match out "'#.x23.error.w'"
run --format=text --profile=strict --fail-on=never commands.onnx
expect_match out '[|].*#[.].error'
for lengths in bytes braces; do
    run --dump --dump-payload=full --dump-lengths="$lengths" commands.onnx
    expect_match out 'error.forged'
    expect_no_match out '##'
done
assemble again.onnx <out
expect_same commands.onnx again.onnx

# The new form stands at the beginning of a line, perhaps behind blanks, as names of files do.
for name in '::error::forged.onnx' ' ::error::forged.onnx'; do
    make_bad "$name"
    run "$name"
    expect_line out "./$name:$bad_line"
    run --format=text "$name"
    expect_match out "^  at [.]/$name,"
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
