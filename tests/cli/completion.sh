#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The completion offers what the program knows.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

if ! command -v bash >/dev/null; then
    echo "there is no bash"
    exit 77
fi

# completes WORD...: what is offered for the last word, a word a line
completes() {
    command="completion of onnx-lint $*"
    # shellcheck disable=SC2016 # bash is to expand it
    bash -c '
        . "$1"
        program=$2
        shift 2
        COMP_WORDS=(onnx-lint "$@")
        COMP_CWORD=$#
        _onnx_lint "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' bash "$source_root/completions/onnx-lint.bash" "$lint" "$@" >out 2>err
}

completes --for
expect_line out --format=
completes --qu
expect_line out --quiet
completes --format =
expect_line out gcc
expect_line out json
completes --fail-on = nev
expect_line out never
expect_count out 1
completes --type = opt
expect_line out optional
completes --type = op
expect_line out opset
completes --profile = no
expect_line out no-external
completes --list-rules = i
expect_line out ids
completes --explain tensor-raw-length-s
expect_line out tensor-raw-length-short
completes --rule = tensor-raw-length-s
expect_line out tensor-raw-length-short=
make_good good.onnx
completes goo
expect_line out good.onnx

finish
