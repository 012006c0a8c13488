#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is linted when files have changed: the models among them, and the models whose data they are.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

# make_model FILE LOCATION...: with a tensor of one byte for each location; a NUL in one is written \x00.
make_model() {
    file=$1
    shift
    {
        echo '08 08 42 { 10 11 } 3A { 12 { "g" } 0A { 0A { "x" } 12 { "y" } 22 { "Relu" } }'
        for location; do
            printf '2A { 08 01 10 03 42 { "t%s" } 70 01 6A { 0A { "location" } 12 { "%s" } } }\n' $# "$location"
            shift
        done
        echo '5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }'
        echo '62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } } }'
    } | assemble "$file"
}

# expect_files FILE...: those files were linted, in that order, and no other.
expect_files() {
    sed -n 's/^{"path":"\([^"]*\)".*/\1/p' out >order
    : >wanted
    [ $# -eq 0 ] || printf '%s\n' "$@" >wanted
    expect_same wanted order
}

changed() {
    run --changed --format=json "$@"
    expect_no_match err 'error:'
}

mkdir -p a/b/data
make_model top.onnx a/b/w.bin other.bin
make_model a/dot.onnx ./b//w.bin
make_model a/b/beside.onnx x.bin w.bin
make_model a/b/beside.pb w.bin
make_model a/b/namesake.onnx data/w.bin
make_model a/b/longer.onnx w.binary sw.bin W.BIN
make_model a/b/data/below.onnx w.bin
make_model a/b/nul.onnx 'w.bin\x00'
make_good a/b/w.bin.onnx
for file in a/b/w.bin a/b/data/w.bin other.bin a/b/x.bin README.md; do
    printf '1234' >"$file"
done

# Data lead to the models that name them, and to no others.
changed a/b/w.bin
expect_files top.onnx a/dot.onnx a/b/beside.onnx a/b/beside.pb
changed a/b/data/w.bin
expect_files a/b/namesake.onnx a/b/data/below.onnx
changed other.bin
expect_files top.onnx
changed README.md
expect_files
expect_line err 'onnx-lint: nothing to lint: no model has changed, nor the data of one'
changed --quiet README.md
expect_status 0
expect_empty err

# Models come first, each once, however they are written.
changed a/b/w.bin top.onnx ./top.onnx a/../a/dot.onnx README.md
expect_files top.onnx a/../a/dot.onnx a/b/beside.onnx a/b/beside.pb
changed ./a/b/../b/x.bin "$PWD/other.bin"
expect_files top.onnx a/b/beside.onnx
changed a/b/data
expect_files a/b/data/below.onnx
changed -- other.bin
expect_files top.onnx

# What is gone leads to what names it, and is not linted itself; nor does a folder need to be there.
rm a/b/x.bin a/b/w.bin.onnx
run --changed a/b/x.bin a/b/w.bin.onnx gone/folder/z.bin
expect_status 1
expect_match out '^a/b/beside\.onnx:.*\[ext-file-missing\]$'
sed '/^a\/b\/beside\.onnx:/d' out >rest
expect_empty rest
printf '1234' >a/b/x.bin

# From another folder, the models above it are out of reach, and those of a file outside are those beside it.
(cd a/b && "$lint" --changed --format=json w.bin) >out 2>err
expect_files beside.onnx beside.pb
(cd a/b/data && "$lint" --changed --format=json ../w.bin) >out 2>err
expect_files "$PWD/a/b/beside.onnx" "$PWD/a/b/beside.pb"

# The configuration says which files are models, and which are not looked at.
cp a/b/beside.onnx a/b/beside.model
changed --include='*.model' a/b/x.bin a/b/beside.model
expect_files a/b/beside.model a/b/beside.onnx
changed --exclude=a/b/ a/b/w.bin
expect_files top.onnx a/dot.onnx
changed --exclude=top.onnx other.bin
expect_files
changed --exclude=top.onnx top.onnx
expect_files top.onnx
changed --exclude=top.onnx --force-exclude top.onnx
expect_files

# References from anywhere in a file: nested graphs, functions, bare tensors; and from damaged ones, as far as they
# can be read.
assemble a/b/nested.onnx <<'HEX'
08 08 42 { 10 11 } 3A { 12 { "g" } 0A { 22 { "If" } 2A { 0A { "then_branch" } A0 01 05
  32 { 0A { 2A { 0A { "value" } A0 01 04 2A { 08 01 10 03 70 01 6A { 0A { "location" } 12 { "n.bin" } } } } } } } }
}
HEX
assemble a/b/tensor.pb <<'HEX'
08 01 10 03 70 01 6A { 12 { "n.bin" } 0A { "offset" } 0A { "location" } }
HEX
assemble a/b/cut.onnx <<'HEX'
08 08 3A { 2A { 08 01 10 03 70 01 6A { 0A { "location" } 12 { "n.bin" } } } 0A 7F }
HEX
printf '1234' >a/b/n.bin
changed a/b/n.bin
expect_files a/b/cut.onnx a/b/nested.onnx a/b/tensor.pb

# A model that cannot be read may be one of them, which is told.
mkfifo a/b/pipe.onnx
run --changed a/b/n.bin
expect_status 3
expect_match err 'a/b/pipe\.onnx'
rm a/b/pipe.onnx

# Hundreds of data files of one model cost one look at it.
mkdir many
i=0
set --
while [ $i -lt 300 ]; do
    i=$((i + 1))
    set -- "$@" "d$i.bin"
    : >"many/d$i.bin"
done
make_model many/m.onnx "$@"
run --changed --format=json many/*.bin
expect_files many/m.onnx

# The paths can come from standard input: each with a NUL behind it, or one a line; none at all is nothing to do.
changed_of() {
    command="onnx-lint --changed -, of $1"
    status=0
    # shellcheck disable=SC2059 # the text has escapes
    printf "$1" | "$lint" --changed --format=json - >out 2>err || status=$?
}
cp a/b/x.bin 'a/b/two
lines.bin'
make_model a/b/odd.onnx 'two\x0alines.bin'
changed_of 'a/b/x.bin\0a/b/two\nlines.bin\0\0'
expect_files a/b/beside.onnx a/b/odd.onnx
changed_of 'top.onnx\na/b/x.bin'
expect_files top.onnx a/b/beside.onnx
changed_of ''
expect_status 0
expect_files
run --changed - <.
expect_status 3
expect_match err 'error: <stdin>: '
awk 'BEGIN { for (i = 0; i < 9000; i++) printf "some/where/%d.bin%c", i, 0; printf "other.bin" }' >list
"$lint" --changed --format=json - <list >out 2>err
expect_files top.onnx

run --changed
expect_status 2

finish
