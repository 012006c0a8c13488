#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What examples of rules cannot show of external data: limits, and tensors that other rules warn of anyway.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

# tensor OFFSET ELEMENTS FILE: FLOAT, with a checksum that is not that of the file.
tensor() {
    printf '52 { 08 %02X 10 01 42 { "t" } 70 01 6A { 0A { "location" } 12 { "%s" } }\n' "$2" "$3"
    printf '6A { 0A { "offset" } 12 { "%d" } } 6A { 0A { "length" } 12 { "%d" } }\n' "$1" $((4 * $2))
    printf '6A { 0A { "checksum" } 12 { 40*"0" } } }\n'
}

# Checksums are not checked without end: what is left out is told, and is never a finding.
# Ranges of one file that differ are hashed up to twice its size; one that is known costs nothing.
{
    echo '0A { "values" } A0 01 09'
    for elements in 4 4 3 1 4 2; do tensor 0 "$elements" w.bin; done
} | assemble ranges.onnx
head -c 16 /dev/zero >w.bin
run --type=attribute --rule=ext-overlap=off ranges.onnx
expect_status 1
expect_count out 5
expect_no_match out 'tensors\[5\]'
expect_match err 'the checksum of an external data file: more bytes than are hashed for one input'

# Sparse files, of 64 GiB together and one byte: the second is not begun.
{
    echo '0A { "values" } A0 01 09'
    tensor 0 1 small.bin
    tensor 0 1 large.bin
} | assemble sparse.onnx
printf 'abcd' >small.bin
if truncate -s 64G large.bin 2>/dev/null; then
    run --type=attribute sparse.onnx
    expect_status 1
    expect_count out 1
    expect_match out 'tensors\[0\]'
    expect_match err 'the checksum of an external data file: more bytes than are hashed for one input'
else
    skip "the file system has no files of 64 GiB"
fi

# Lengths of segmented tensors are nobody's error: the whole tensor, the segment, none.
for length in '6A { 0A { "length" } 12 { "64" } }' '6A { 0A { "length" } 12 { "20" } }' ''; do
    assemble segment.onnx <<HEX
0A { "value" } A0 01 04
2A { 08 10 10 01 1A { 08 00 10 05 } 42 { "t" } 70 01 6A { 0A { "location" } 12 { "s.bin" } } $length }
HEX
    head -c 64 /dev/zero >s.bin
    run --type=attribute segment.onnx
    expect_status 0
    expect_no_match out '\[ext-'
    head -c 16 /dev/zero >s.bin
    run --type=attribute segment.onnx
    expect_no_match out '\[ext-length'
done

finish
