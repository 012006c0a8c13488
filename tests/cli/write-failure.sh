#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Output that cannot be written is an error, told of once; a reader that has seen enough is no news.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx

# to_full ARGUMENT...
to_full() {
    command="onnx-lint $* >/dev/full"
    status=0
    "$lint" "$@" >/dev/full 2>err || status=$?
    expect_status 3
    expect_line err 'onnx-lint: error: cannot write standard output: No space left on device'
    expect_count err 1
}

if [ -c /dev/full ]; then
    to_full bad.onnx
    to_full --format=json bad.onnx
    to_full --help
    to_full --help=man
    to_full --version
    to_full --list-rules
    to_full --explain=tensor-no-data
else
    skip "there is no /dev/full"
fi

for arguments in bad.onnx --help --list-rules; do
    command="onnx-lint $arguments >&-"
    status=0
    "$lint" $arguments >&- 2>err || status=$?
    expect_status 3
    expect_count err 1
done

# More than a pipe holds, for a reader that leaves at once.
mkdir many
i=0
while [ "$i" -lt 40 ]; do
    cp bad.onnx "many/a-name-that-makes-the-line-long-$i.onnx"
    i=$((i + 1))
done
set -- many
while [ $# -lt 60 ]; do
    set -- "$@" many
done
command="onnx-lint many ... | head -n 1"
{
    "$lint" "$@" 2>err
    echo $? >code
} | head -n 1 >out
status=$(cat code)
expect_status 3
expect_count out 1
expect_empty err

finish
