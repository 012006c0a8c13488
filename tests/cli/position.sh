#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Line and column lead an editor to the byte, and its patterns take every line.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx
make_warning warning.onnx

# The byte at a line and a column, as head and tail see it.
byte_at() {
    head -n "$2" "$1" | tail -n 1 | tail -c "+$3" | head -c 1 | od -An -tx1 | tr -d ' '
}

run bad.onnx
expect_line out "bad.onnx:$bad_line"
expect_true "there is the tag of raw_data" test "$(byte_at bad.onnx 4 26)" = 4a
run --position=lines bad.onnx
expect_line out "bad.onnx:$bad_line"
run --position=flat bad.onnx
expect_match out '^bad.onnx:1:36: error: .*@0x23\+6\) \[tensor-raw-length-short\]$'

# The stock patterns: VS Code's $gcc, Vim's %f:%l:%c:%m, Emacs' gnu.
run --fail-on=never --profile=strict bad.onnx warning.onnx
grep -v ': note: ' out >main
expect_true "there are main lines" test -s main
expect_true "VS Code takes them" sh -c '! grep -Evq "^(.*):([0-9]+):([0-9]*):[[:space:]]+(fatal[[:space:]]+)?(warning|error):[[:space:]]+(.*)$" main'
expect_true "each ends with its rule" sh -c '! grep -Evq " \[[a-z0-9-]+\]$" main'
expect_true "each has a place" sh -c '! grep -Evq " \(([^ ]+ )?@0x[0-9a-f]+\+[0-9]+\) \[[a-z0-9-]+\]$" main'

finish
