#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A long run tells a terminal how far it is, and leaves nothing of that behind; nobody else is told.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx
make_good good.onnx
escape=$(printf '\033')

# A run lasts as long as its standard input takes to come; the three of them run at once.
slow_input() {
    sleep 2.5
    cat bad.onnx
}
(slow_input | "$lint" - good.onnx >plain 2>plain.err; echo $? >plain.status) &
if command -v script >/dev/null; then
    # terminal FILE OPTION: what the run prints on a terminal
    terminal() {
        script -qec "{ sleep 2.5; cat bad.onnx; } | '$lint' --color=never $2 - good.onnx" /dev/null >"$1" </dev/null
    }
    # show FILE: that without carriage returns, in bare, and what these and the erasing leave to be seen, in out
    show() {
        command="{ sleep 2.5; cat bad.onnx; } | onnx-lint - good.onnx on a terminal"
        tr -d '\r' <"$1" >bare
        sed "s/^.*$escape\[K//" bare >out
    }
    terminal raw.quiet --quiet &
    terminal raw ''
    wait
    show raw
    expect_match bare '[01] of 2 files'
    expect_no_match out ' of 2 files'
    expect_line out "<stdin>:$bad_line"
    expect_line out 'onnx-lint: 2 files: 1 error, 0 warnings, 0 infos'
    show raw.quiet
    expect_no_match bare ' of 2 files'
    expect_line out "<stdin>:$bad_line"
else
    skip "there is no script(1)"
fi

wait
command="{ sleep 2.5; cat bad.onnx; } | onnx-lint - good.onnx"
mv plain out
mv plain.err err
status=$(cat plain.status)
expect_status 1
expect_count err 1
expect_no_match err ' of 2 files'

finish
