#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# An input that cannot be read is a message, not a finding, and the others are linted even so.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx
mkdir -p models/closed
make_bad models/a.onnx
make_bad models/closed/b.onnx
mkfifo pipe.onnx
ln -s loop.onnx loop.onnx

# unreadable PATH: told of in one line, with the path
unreadable() {
    run --quiet "$1" bad.onnx
    expect_status 3
    expect_count err 1
    expect_match err "^onnx-lint: error: $1: "
    expect_line out "bad.onnx:$bad_line"
}

unreadable missing.onnx
unreadable bad.onnx/below
unreadable loop.onnx
unreadable pipe.onnx
unreadable /dev/null

run missing.onnx
expect_line err 'onnx-lint: 0 files: 0 errors, 0 warnings, 0 infos; 1 input could not be read'
run --format=json missing.onnx
expect_status 3
expect_valid_json out
expect_match out '"path":"missing.onnx","size":null,"kind":null'
expect_match out '"unreadable":1'
run ''
expect_status 3

chmod 0 models/closed
if [ -r models/closed ]; then
    skip "permissions do not bind this user"
else
    run --quiet models
    expect_status 3
    expect_match err '^onnx-lint: error: models/closed: '
    expect_line out "models/a.onnx:$bad_line"
    # Every form that tells of unreadable files tells of the folder.
    for format in json jsonl junit checkstyle github sarif; do
        run --quiet --format="$format" models
        expect_status 3
        expect_match out 'models/closed: cannot be read: '
        case $format in
        json)
            expect_valid_json out
            expect_match out '"path":"models/closed","size":null,.*"error":"models/closed: cannot be read: '
            ;;
        jsonl) expect_match out '^\{"type":"file","input":"models/closed",.*"error":"' ;;
        junit) expect_match out '<testsuite name="models/closed" tests="1" failures="0" errors="1"' ;;
        checkstyle) expect_match out '<file name="models/closed">' ;;
        github) expect_match out '^::error file=models/closed,title=onnx-lint::' ;;
        sarif) expect_match out '"artifactLocation":\{"uri":"models/closed"' ;;
        esac
    done
    run --quiet --write-baseline=b.jsonl models
    expect_status 3
    chmod 755 models/closed
    chmod 0 models/a.onnx
    run --quiet models/a.onnx
    expect_status 3
    expect_match err '^onnx-lint: error: models/a.onnx: .*Permission denied'
fi

finish
