#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The README's session goes on as it is shown there.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

models=/usr/share/libonnx-testdata
if [ ! -d "$models" ]; then
    echo "skipped: the package libonnx-testdata is not installed"
    exit 77
fi
if ! command -v xxd >/dev/null; then
    echo "skipped: there is no xxd(1)"
    exit 77
fi

# The indented lines of the section; empty ones are for the eye.
sed -n '/^## A session$/,/^## What it checks$/s/^    //p' "$source_root/README.md" >shown
sed -n 's/^\$ //p' shown >typed
expect_true "there is a session" test "$(wc -l <typed)" -ge 9
expect_match shown '^a\.onnx:[0-9]+:[0-9]+: error: '

# Typed one after the other in one shell, with $? handed on from each to the next.
mkdir bin
ln -s "$lint" bin/onnx-lint
PATH=$work/bin:$PATH
command="the session of README.md"
last=0
while IFS= read -r line; do
    printf '$ %s\n' "$line" >>seen
    eval "(exit $last); $line" >>seen 2>&1 </dev/null
    last=$?
done <typed
expect_same shown seen

finish
