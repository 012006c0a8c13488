#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Several inputs and directories: each is linted, and the order is theirs whatever -j.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

mkdir -p models/b/deep models/empty
make_bad models/c.onnx
make_bad models/a.onnx
make_bad models/b/deep/z.onnx
make_bad models/b/y.onnx
make_bad models/b/other.bin
ln -s c.onnx models/link.onnx
ln -s .. models/b/up

run models
expect_status 1
sed 's/:.*//' out >order
printf '%s\n' models/a.onnx models/b/deep/z.onnx models/b/y.onnx models/c.onnx models/link.onnx >wanted
expect_same wanted order
run models/
sed 's/:.*//' out >order
expect_same wanted order
run models/link.onnx models/b models/a.onnx models/b/other.bin
sed 's/:.*//' out >order
printf '%s\n' models/link.onnx models/b/deep/z.onnx models/b/y.onnx models/a.onnx models/b/other.bin >wanted
expect_same wanted order

run models/empty
expect_status 0
expect_line err 'onnx-lint: no *.onnx or *.pb file in models/empty'
expect_line err 'onnx-lint: 0 files: 0 errors, 0 warnings, 0 infos'

# Many files, of which some cannot be read and some are large: every number of workers gives the same bytes.
mkdir many
i=0
while [ "$i" -lt 120 ]; do
    case $((i % 4)) in
    0) make_bad "many/$i.onnx" ;;
    1) make_good "many/$i.onnx" ;;
    2) ln -s nowhere "many/$i.onnx" ;;
    3) : >"many/$i.onnx" ;;
    esac
    i=$((i + 1))
done
for format in gcc json; do
    run -j1 --format="$format" many models
    expect_status 3
    mv out "one.$format"
    mv err one.err
    for jobs in 2 7 64 256; do
        run -j"$jobs" --format="$format" many models
        expect_same "one.$format" out
        expect_same one.err err
    done
done

finish
