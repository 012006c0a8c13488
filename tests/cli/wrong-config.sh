#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Wrong configurations, one a file of tests/data/wrong-config: what is told of each, to the letter, and exit status 2.
#
# A line "== NAME" begins the content of the file NAME, "== NAME, escaped" the same with printf's escapes in it,
# "== arguments" the command line (one argument a line; without it that is model.onnx alone) and "== errors" what is
# printed.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

cases=$source_root/tests/data/wrong-config
make_good "$work/model.onnx"

# unpack CASE: makes its files in the working directory
unpack() {
    awk '
        /^== / {
            if (name != "") close(name)
            name = substr($0, 4)
            is_escaped = sub(/, escaped$/, "", name)
            name = is_escaped ? name ".escaped" : name
            folder = name
            if (sub(/\/[^\/]*$/, "", folder)) system("mkdir -p \"" folder "\"")
            printf "" >name
            next
        }
        { print >name }
    ' "$1"
    for file in *.escaped .*.escaped; do
        if [ -f "$file" ]; then
            printf '%b' "$(cat "$file")" >"${file%.escaped}"
        fi
    done
}

count=0
for file in "$cases"/*.txt; do
    count=$((count + 1))
    rm -rf "$work/case"
    mkdir "$work/case"
    cd "$work/case" || exit 99
    cp "$work/model.onnx" .
    unpack "$file"
    [ -f arguments ] || echo model.onnx >arguments
    set --
    while IFS= read -r argument; do
        set -- "$@" "$argument"
    done <arguments
    run "$@"
    command="$(basename "$file"): $command"
    expect_status 2
    expect_empty out
    expect_same errors err
    cd "$work" || exit 99
done
command=
expect_true "there are 50 cases, and not $count" test "$count" -ge 50

finish
