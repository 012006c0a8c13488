#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The shells complete what the program knows, each by itself: bash, zsh and fish.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

mkdir bin scripts
ln -s "$lint" bin/onnx-lint
PATH=$PWD/bin:$PATH
for shell in bash zsh fish; do
    run --completion=$shell
    expect_status 0
    mv out scripts/$shell
done
cp scripts/zsh scripts/_onnx-lint
make_good good.onnx
: >wanted.yaml
: >wanted.txt
mkdir wanting

# In each shell completes is given a command line without the name of the program, and leaves in the file out what is
# offered for its last word, each on a line, without descriptions.

# shellcheck disable=SC2317 # called by the name of the shell
completes_in_bash() {
    # The words as readline would take them apart.
    # shellcheck disable=SC2016 # bash is to expand it
    bash -c '
        . "$1"
        IFS=" " read -r -a words <<<"${2//=/ = }"
        COMP_WORDS=(onnx-lint "${words[@]}")
        [[ $2 != *" " ]] || COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _onnx_lint onnx-lint "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' bash scripts/bash "$1" >out 2>err
}

# A zsh in a terminal of its own, in which the completion tells what it adds.
# shellcheck disable=SC2317 # called by the name of the shell
completes_in_zsh() {
    zsh -f "$source_root/tests/cli/complete.zsh" "$PWD/scripts" "$room" "onnx-lint $1" >out 2>err
}

# shellcheck disable=SC2317 # called by the name of the shell
completes_in_fish() {
    # shellcheck disable=SC2016 # fish is to expand it
    HOME=$PWD fish --no-config -c 'source $argv[1]; complete -C "onnx-lint $argv[2]"' scripts/fish "$1" >lines 2>err
    # What stands behind the "=" of a long option is offered with it.
    sed 's/	.*//; /^--[a-z-]*=./s/^[^=]*=//' lines >out
}

completes() {
    command="completion of onnx-lint $1 by $shell"
    status=0
    "completes_in_$shell" "$1" || status=$?
    expect_status 0
}

# An option with a value is offered with or without its "=", as is the way of the shell.
check_options() {
    completes --for
    expect_match out '^--format=?$'
    expect_match out '^--force-exclude$'
    completes --qu
    expect_line out --quiet
    expect_count out 1
    completes --list-r
    expect_line out --list-rules
}

check_words() {
    completes --format=
    expect_line out gcc
    expect_line out json
    completes '--format s'
    expect_line out sarif
    expect_count out 1
    completes --type=opt
    expect_line out optional
    completes --profile=no
    expect_line out no-external
    # What may stand alone takes its word only behind a "=".
    completes --list-rules=i
    expect_line out ids
    completes '--list-rules goo'
    expect_line out good.onnx
}

check_names() {
    completes '--explain tensor-raw-length-s'
    expect_line out tensor-raw-length-short
    completes --rule=tensor-raw-length-s
    expect_match out '^tensor-raw-length-short=?$'
    completes --rule=tensor-raw-length-short=
    expect_match out '^(tensor-raw-length-short=)?off$'
    expect_match out '^(tensor-raw-length-short=)?error$'
    completes --rule=tensor-raw-length-short=w
    expect_match out '^(tensor-raw-length-short=)?warning$'
    expect_count out 1
    completes --target=onnx-1.1
    expect_line out onnx-1.16
}

check_files() {
    completes goo
    expect_line out good.onnx
    completes '-- goo'
    expect_line out good.onnx
    for option in --config --rule-file --suppressions --baseline --target --write-baseline '-o'; do
        completes "$option want"
        expect_line out wanted.yaml
        expect_match out '^wanting/?$'
    done
    completes '--jobs goo'
    expect_no_match out good
}

for shell in bash zsh fish; do
    if ! command -v $shell >/dev/null; then
        skip "there is no $shell"
        continue
    fi
    check_options
    check_words
    check_names
    check_files
    # A configuration that is wrong does not stand in the way; rules of a configuration are rules.
    printf 'profil: strict\n' >.onnx-lint.yaml
    completes '--explain tensor-raw-length-s'
    expect_line out tensor-raw-length-short
    printf 'custom-rules: [{id: my-own-rule, title: t, severity: warning, target: GraphProto, check: field_required, with: {field: doc_string}, message: "{subject}: {field}", explanation: e}]\n' >.onnx-lint.yaml
    completes '--explain my-own'
    expect_line out my-own-rule
    rm .onnx-lint.yaml
done

finish
