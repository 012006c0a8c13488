#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Standard input is linted as a file is.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx

lint_stdin() {
    command="onnx-lint $* <bad.onnx"
    status=0
    "$lint" "$@" <bad.onnx >out 2>err || status=$?
}

lint_stdin -
expect_status 1
expect_line out "<stdin>:$bad_line"
lint_stdin --stdin-filename=models/a.onnx -
expect_line out "models/a.onnx:$bad_line"
lint_stdin --format=json --stdin-filename=models/a.onnx -
expect_valid_json out
expect_match out '"path":"models/a.onnx"'

command='cat bad.onnx | onnx-lint -'
# shellcheck disable=SC2002 # a pipe is what is wanted
cat bad.onnx | "$lint" - >out 2>err
status=$?
expect_status 1
expect_line out "<stdin>:$bad_line"

lint_stdin bad.onnx -
expect_count out 2
lint_stdin - -
expect_status 2
expect_count err 1

command='onnx-lint - </dev/null'
status=0
"$lint" - </dev/null >out 2>err || status=$?
expect_status 1
expect_match out '^<stdin>:1:1: error: .* \[file-empty\]$'

command='onnx-lint - <&-'
status=0
"$lint" - <&- >out 2>err || status=$?
expect_true "an input that is not there is no clean one" test "$status" -ne 0

finish
