#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A signal that ends the program leaves no temporary file; a file cut short while it is read is exit status 3.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

mkfifo pipe

# A run that waits for standard input, its temporary files open.
start() {
    command="onnx-lint --format=json -o report.txt --format=gcc -o report.txt2 -"
    rm -f report.txt*
    "$lint" --format=json -o report.txt --format=gcc -o report.txt2 - <pipe >out 2>err &
    pid=$!
    exec 9>pipe
    tries=0
    until ls report.txt2.* >/dev/null 2>&1 || [ "$tries" -ge 100 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    expect_true "there are temporary files" sh -c 'ls report.txt.* report.txt2.*'
}

stop() {
    kill -"$1" "$pid"
    status=0
    wait "$pid" || status=$?
    exec 9>&-
    expect_status "$2"
    expect_true "nothing is left of the output" sh -c '! ls report.txt* 2>/dev/null'
}

start >/dev/null 2>&1
stop TERM 143
expect_empty err
start >/dev/null 2>&1
stop BUS 3
expect_count err 1
expect_match err '^onnx-lint: error: .*a file was cut short while it was read$'

finish
