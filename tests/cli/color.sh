#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Colours come with --color=always only, from a script; and are all that changes.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx
make_warning warning.onnx
escape=$(printf '\033')

run bad.onnx warning.onnx
mv out plain
expect_no_match plain "$escape"
run --color=never bad.onnx warning.onnx
expect_same plain out
run --color=always bad.onnx warning.onnx
expect_match out "$escape"
sed "s/$escape\[[0-9;]*m//g" out >stripped
expect_same plain stripped
run --color=always --format=json bad.onnx
expect_no_match out "$escape"

if command -v script >/dev/null; then
    # On a terminal there are colours, unless somebody does not want them.
    terminal() {
        command="$1 onnx-lint bad.onnx on a terminal"
        script -qec "$1 '$lint' bad.onnx 2>/dev/null" /dev/null >out </dev/null
    }
    terminal ''
    expect_match out "$escape"
    terminal 'NO_COLOR=1'
    expect_no_match out "$escape"
    terminal 'TERM=dumb'
    expect_no_match out "$escape"
else
    skip "there is no script(1)"
fi

finish
