#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# An empty file is a finding about the file as a whole.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

: >empty.onnx
: >empty.pb

run empty.onnx
expect_status 1
expect_match out '^empty.onnx:1:1: error: [^@]* \[file-empty\]$'
expect_count out 1
run empty.pb
expect_status 1
expect_match out '^empty.pb:1:1: error: [^@]* \[file-empty\]$'
run --format=json empty.onnx
expect_status 1
expect_valid_json out
expect_match out '"rule":"file-empty","severity":"error","message":"[^"]+","offset":null,"length":null,"path":""'
expect_match out '"size":0'

finish
