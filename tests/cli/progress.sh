#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A long run tells a terminal how far it is, and leaves nothing of that behind; nobody else is told.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx
make_good good.onnx
escape=$(printf '\033')

# A run that lasts as long as its standard input takes to come.
command="{ sleep 2.5; cat bad.onnx; } | onnx-lint - good.onnx"
{ sleep 2.5; cat bad.onnx; } | "$lint" - good.onnx >out 2>err
status=$?
expect_status 1
expect_count err 1
expect_no_match err ' of 2 files'

if command -v script >/dev/null; then
    terminal() {
        command="{ sleep 2.5; cat bad.onnx; } | onnx-lint $1 - good.onnx on a terminal"
        script -qec "{ sleep 2.5; cat bad.onnx; } | '$lint' --color=never $1 - good.onnx" /dev/null >raw </dev/null
        # What the carriage returns and the erasing leave to be seen.
        tr -d '\r' <raw >bare
        sed "s/^.*$escape\[K//" bare >out
    }
    terminal ''
    expect_match bare '[01] of 2 files'
    expect_no_match out ' of 2 files'
    expect_line out "<stdin>:$bad_line"
    expect_line out 'onnx-lint: 2 files: 1 error, 0 warnings, 0 infos'
    terminal --quiet
    expect_no_match bare ' of 2 files'
else
    skip "there is no script(1)"
fi

finish
