#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A baseline holds what is there, by rule, path and names; only what is new counts, wherever its bytes are.
# shellcheck disable=SC2086 # options are words
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

reserialise=$build_root/tests/tools/reserialise

# offsets FILE: rule, path and offset of each finding that is accepted in a JSON report, one a line.
offsets() {
    sed 's/{"rule"/\n{"rule"/g' "$1" |
        sed -n 's/^{"rule":"\([^"]*\)".*"offset":\([0-9]*\),"length":[0-9]*,"path":"\([^"]*\)".*"acceptance":"baseline".*/\1 \3 \2/p'
}

# --- written, and held ---

make_bad bad.onnx
make_warning warning.onnx
make_good good.onnx
run --write-baseline=b.jsonl good.onnx warning.onnx bad.onnx
expect_status 0
expect_empty out
expect_line err "onnx-lint: 3 files: 1 error, 1 warning, 0 infos"
expect_line err "onnx-lint: wrote 2 findings to the baseline b.jsonl"
cat >wanted <<'END'
{"baseline":1,"tool":{"name":"onnx-lint","version":"VERSION"}}
{"file":"warning.onnx","rule":"shape-dim-negative","variant":"minus-one","path":"graph.input[0].type.tensor_type.shape.dim[0].dim_value","names":{"graph":"g","value":"x"},"message":"input 'x': dim_value is -1; an unknown size leaves dim_value and dim_param unset, or names a dim_param"}
{"file":"bad.onnx","rule":"tensor-raw-length-short","path":"graph.initializer[0].raw_data","names":{"graph":"g","tensor":"w"},"message":"initializer 'w': FLOAT [2] needs 8 bytes of raw_data, found 4"}
END
sed 's/"version":"[^"]*"/"version":"VERSION"/' b.jsonl >seen
expect_same seen wanted

run --baseline=b.jsonl --fail-on=info good.onnx warning.onnx bad.onnx
expect_status 0
expect_empty out
expect_line err "onnx-lint: baseline: 0 new, 2 unchanged and accepted, 0 gone"
run --baseline=b.jsonl --quiet bad.onnx
expect_status 0
expect_empty err
cp bad.onnx other.onnx
run --baseline=b.jsonl other.onnx
expect_status 1
expect_line out "other.onnx:$bad_line"
expect_line err "onnx-lint: baseline: 1 new, 0 unchanged and accepted, 0 gone"

# Files are known relative to the baseline's folder, however they are named.
mkdir sub
cp bad.onnx sub/bad.onnx
run --write-baseline=sub/b.jsonl ./sub/../sub/bad.onnx bad.onnx
expect_status 0
expect_match sub/b.jsonl '^\{"file":"bad\.onnx"'
expect_match sub/b.jsonl '^\{"file":"\.\./bad\.onnx"'
(cd sub && "$lint" --baseline=b.jsonl bad.onnx ../bad.onnx >../out 2>../err)
status=$?
expect_status 0
run --baseline="$work/sub/b.jsonl" "$work/bad.onnx" sub/bad.onnx
expect_status 0
status=0
"$lint" --baseline=b.jsonl --stdin-filename=bad.onnx - <bad.onnx >out 2>err || status=$?
expect_status 0

# A baseline of nothing is one as well.
run --write-baseline=empty.jsonl good.onnx
expect_status 0
expect_count empty.jsonl 1
run --baseline=empty.jsonl bad.onnx
expect_status 1

# --- another serializer ---

# How lists are packed is a matter of the serializer, and there is a rule about it.
strict="--profile=strict --rule=wire-packing-style=off"

# Seven faults; packed and unpacked lists, subgraphs, names and none.
assemble model.onnx <<'HEX'
08 08                                        # ir_version: 8
12 { "old" }                                 # producer_name
3A {                                         # graph
  0A { 0A { "x" } 0A { "w" } 12 { "a" } 1A { "first" } 22 { "Add" } }
  0A { 0A { "a" } 12 { "y" } 22 { "Relu" } }
  12 { "g" }                                 # name
  2A { 08 02 10 01 42 { "w" } 4A { 00 00 80 3F } }
  2A { 0A { 02 } 10 01 42 { "v" } 4A { 00 00 80 3F } }
  2A { 08 03 10 07 42 { "u" } 3A { 01 02 } }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 FF FF FF FF FF FF FF FF FF 01 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }                                 # opset_import: 17
HEX
run $strict --fail-on=info model.onnx
expect_status 1
cp out before
run $strict --write-baseline=m.jsonl model.onnx
expect_status 0
expect_true "there is much to accept" test "$(wc -l <m.jsonl)" -ge 6
run $strict --baseline=m.jsonl --format=json model.onnx
offsets out >offsets.before
expect_count offsets.before "$(($(wc -l <m.jsonl) - 1))"

cp model.onnx original.onnx
"$reserialise" <original.onnx >model.onnx || exit 99
expect_true "the bytes are others" test "$(cksum <model.onnx)" != "$(cksum <original.onnx)"
run $strict --fail-on=info --baseline=m.jsonl model.onnx
expect_status 0
expect_empty out
run $strict --baseline=m.jsonl --format=json model.onnx
offsets out >offsets.after
expect_valid_json out
cut -d ' ' -f 1,2 offsets.before | sort >places.before
cut -d ' ' -f 1,2 offsets.after | sort >places.after
expect_same places.before places.after
# What the model as a whole lacks is told at its beginning; all else has moved.
sort offsets.before offsets.after | uniq -d | grep -v ' 0$' >same
expect_empty same

# A node and an initializer more, in front of the others; the initializer has two faults.
assemble changed.onnx <<'HEX'
08 08
12 { "new" }
3A {
  0A { 0A { "x" } 12 { "x2" } 1A { "inserted" } 22 { "Relu" } }
  0A { 0A { "x2" } 0A { "w" } 12 { "a" } 1A { "first" } 22 { "Add" } }
  0A { 0A { "a" } 12 { "y" } 22 { "Relu" } }
  12 { "main" }
  2A { 08 02 10 01 42 { "new" } 4A { 00 00 80 3F } }
  2A { 08 02 10 01 42 { "w" } 4A { 00 00 80 3F } }
  2A { 0A { 02 } 10 01 42 { "v" } 4A { 00 00 80 3F } }
  2A { 08 03 10 07 42 { "u" } 3A { 01 02 } }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 FF FF FF FF FF FF FF FF FF 01 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
"$reserialise" <changed.onnx >model.onnx || exit 99
run --baseline=m.jsonl model.onnx
expect_status 1
expect_count out 2
expect_match out "^model\.onnx:.*: warning: initializer 'new' is used by no node, output or annotation "
expect_match out "^model\.onnx:.*: error: initializer 'new': FLOAT \[2\] needs 8 bytes of raw_data, found 4 "

# --- written anew, with names ---

# An exporter that names nodes, and names them anew: the same places, the same faults.
names() {
    assemble "$1" <<HEX
08 08
3A {
  0A { 0A { "x" } 12 { "a" } $2 22 { "Relu" } 2A { 0A { "alpha" } 15 00 00 80 3F A0 01 01 } }
  0A { 0A { "a" } 12 { "y" } $3 22 { "Relu" } }
  12 { "g" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
}
names named.onnx '' ''
run --write-baseline=names.jsonl named.onnx
expect_count names.jsonl 2
names named.onnx '1A { "first" }' ''
run --baseline=names.jsonl --fail-on=info named.onnx
expect_status 0
expect_empty out
expect_line err "onnx-lint: baseline: 0 new, 1 unchanged and accepted, 0 gone"
run --write-baseline=names.jsonl named.onnx
names named.onnx '1A { "other" }' ''
run --baseline=names.jsonl --fail-on=info named.onnx
expect_status 0
# At another place under another name it is another finding.
names named.onnx '1A { "other" }' '1A { "second" } 2A { 0A { "alpha" } 15 00 00 80 3F A0 01 01 }'
run --baseline=names.jsonl named.onnx
expect_count out 1
expect_match out 'graph\.node\[1\]'

# --- gone ---

make_good bad.onnx
run --baseline=b.jsonl bad.onnx good.onnx
expect_status 0
expect_line err "onnx-lint: baseline: 0 new, 0 unchanged and accepted, 1 gone; --write-baseline writes it anew"
expect_line err "onnx-lint: gone: 1 finding of the baseline in bad.onnx"
run --baseline=b.jsonl --format=json bad.onnx
expect_valid_json out
expect_match out '"baseline":\{"new":0,"unchanged":0,"gone":1\}'
make_bad bad.onnx

# A file that is not there any more takes its findings with it, whatever the run is over.
cp bad.onnx moved.onnx
run --write-baseline=moved.jsonl moved.onnx bad.onnx
rm moved.onnx
run --baseline=moved.jsonl good.onnx
expect_status 0
expect_line err "onnx-lint: baseline: 0 new, 0 unchanged and accepted, 1 gone; --write-baseline writes it anew"
expect_line err "onnx-lint: gone: 1 finding of the baseline in moved.onnx, which is not there any more"
run --baseline=moved.jsonl --format=json bad.onnx
expect_match out '"baseline":\{"new":0,"unchanged":1,"gone":1\}'
status=0
"$lint" --baseline=moved.jsonl --stdin-filename=moved.onnx - <bad.onnx >out 2>err || status=$?
expect_status 0
expect_line err "onnx-lint: baseline: 0 new, 1 unchanged and accepted, 0 gone"
mkdir below
(cd below && "$lint" --baseline=../moved.jsonl ../good.onnx >"$work/out" 2>"$work/err")
expect_line err "onnx-lint: gone: 1 finding of the baseline in ../moved.onnx, which is not there any more"

# More files than are named.
for i in 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31; do
    cp bad.onnx "many$i.onnx"
done
run --write-baseline=many.jsonl many*.onnx
for i in many*.onnx; do
    cp good.onnx "$i"
done
run --jobs=4 --baseline=many.jsonl many*.onnx
grep -c '^onnx-lint: gone: 1 finding of the baseline in many' err >seen
echo 20 >wanted
expect_same seen wanted
expect_line err "onnx-lint: gone: 1 finding of the baseline in many29.onnx"
expect_line err "onnx-lint: gone: findings of the baseline in 2 more files"

# --- the maximum counts new ones ---

run --baseline=m.jsonl --max-diagnostics=2 model.onnx
expect_status 1
expect_count out 2
expect_no_match err 'not shown'
run --baseline=b.jsonl --max-diagnostics=1 $strict model.onnx
expect_count out 1
expect_match err '^onnx-lint: not shown: [0-9]+ errors?, [0-9]+ warnings?, [0-9]+ infos? past --max-diagnostics in model.onnx$'
run --write-baseline=all.jsonl --max-diagnostics=1 $strict model.onnx
expect_true "all are written" test "$(wc -l <all.jsonl)" -gt 3

# --- what was mended does not hide what is new ---

# relus FILE INPUT...: nodes without a name, each with that input.
relus() {
    file=$1
    shift
    {
        echo '08 08  3A {'
        number=0
        for input in "$@"; do
            echo "0A { 0A { \"$input\" } 12 { \"o$number\" } 22 { \"Relu\" } }  62 { 0A { \"o$number\" }"
            echo '12 { 0A { 08 01 12 { 0A { 08 02 } } } } }'
            number=$((number + 1))
        done
        echo '12 { "g" }  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }  }  42 { 10 11 }'
    } | assemble "$file"
}

relus relus.onnx old x x
run --write-baseline=relus.jsonl relus.onnx
expect_status 0
relus relus.onnx x x brandnew
run --baseline=relus.jsonl relus.onnx
expect_status 1
expect_match out "'brandnew'"
expect_match err ' 1 new, 0 unchanged and accepted, 1 gone'
# It has moved, and nothing else: a message says the index of a node without a name.
relus relus.onnx x x old
run --baseline=relus.jsonl relus.onnx
expect_status 0

# --- the output does not depend on the jobs ---

mkdir several
for i in 1 2 3 4 5 6 7 8 9; do
    cp model.onnx "several/a$i.onnx"
    cp bad.onnx "several/b$i.onnx"
done
run $strict --jobs=1 --write-baseline=one.jsonl several
run $strict --jobs=4 --write-baseline=four.jsonl several
expect_same one.jsonl four.jsonl
make_warning several/a5.onnx
for format in gcc json; do
    run --format=$format $strict --jobs=1 --baseline=one.jsonl several
    cp out out.one
    cp err err.one
    run --format=$format $strict --jobs=4 --baseline=one.jsonl several
    expect_same out out.one
    expect_same err err.one
done
expect_valid_json out

# --- in a configuration ---

mkdir configured
make_bad configured/bad.onnx
echo 'baseline: b.jsonl' >configured/.onnx-lint.yaml
cd configured || exit 99
run bad.onnx
expect_status 2
expect_line err ".onnx-lint.yaml:1:11: error: b.jsonl: cannot be opened: No such file or directory"
run --write-baseline=b.jsonl bad.onnx
expect_status 0
run bad.onnx
expect_status 0
# What is accepted already is written again; what a suppression accepts is not.
run --write-baseline=b.jsonl bad.onnx
expect_count b.jsonl 2
echo '- {rule: tensor-raw-length-short, reason: known}' >s.yaml
run --suppressions=s.yaml --write-baseline=b.jsonl bad.onnx
expect_status 0
expect_count b.jsonl 1
cd ..

# --- what is refused ---

cp bad.onnx before
run --write-baseline=bad.onnx bad.onnx
expect_status 2
expect_line err "onnx-lint: error: --write-baseline would overwrite an input: bad.onnx"
expect_same before bad.onnx
echo 'dear diary' >diary
run --write-baseline=diary bad.onnx
expect_status 2
expect_line err "onnx-lint: error: --write-baseline would overwrite a file that is no baseline: diary"
expect_count diary 1
# Nor one that only begins like one.
for text in '{"baseline":1,"tool":{}} precious' '{"baseline":1,"tool":{"name":"onnx-lint","version":"1"}} precious' \
    '{"baseline":1,"tool":{"name":"onnx-lint","version":"1"}}\nprecious' \
    '{"baseline":1,"tool":{"name":"onnx-lint","version":"1"}}\n{"file":"a"} precious' \
    '{"baseline":1,"tool":{"name":"onnx-lint","version":"1"}}\n{"file":"a"}\0}\n' \
    '{"baseline":x,"tool":{"name":"onnx-lint","version":"1"}}' '\n'; do
    printf '%b' "$text" >diary
    cp diary before
    run --write-baseline=diary bad.onnx
    expect_status 2
    expect_same before diary
done
printf '%s\n\n%s\n' '{"baseline":9,"tool":{"name":"onnx-lint","version":"9.1"}}' '{"file":"a"}' >later.jsonl
run --write-baseline=later.jsonl bad.onnx
expect_status 0
expect_match later.jsonl '^\{"baseline":1,'
echo 'dear diary' >diary
run --output=b.jsonl bad.onnx
expect_status 2
run --write-baseline=none/b.jsonl bad.onnx
expect_status 3
expect_line err "onnx-lint: error: cannot write none/b.jsonl: No such file or directory"
# An input that cannot be read is told; what was found in the others is written.
run --write-baseline=part.jsonl none.onnx bad.onnx
expect_status 3
expect_count part.jsonl 2

run --baseline=diary bad.onnx
expect_status 2
expect_empty out
expect_line err "diary:1:1: error: no baseline: one is written by --write-baseline"
run --baseline=none.jsonl bad.onnx
expect_status 2
expect_line err "onnx-lint: error: none.jsonl: cannot be opened: No such file or directory"
run --baseline=bad.onnx bad.onnx
expect_status 2
expect_line err "bad.onnx:1:1: error: no baseline: one is written by --write-baseline"
{
    head -n 1 b.jsonl
    echo '{"file":"bad.onnx","rule":"tensor-raw-length-short","pat":"graph"}'
} >typo.jsonl
run --baseline=typo.jsonl bad.onnx
expect_status 2
expect_line err "typo.jsonl:2:52: error: an entry of a baseline has no key 'pat'; did you mean 'path'?"
# More findings than a baseline can hold: it is left as it was.
mkdir large
{
    echo '08 08  3A {'
    yes '0A 00' | head -n 130000
    echo '12 { "g" } }  42 { 10 11 }'
} | assemble large/1.onnx
cp large/1.onnx large/2.onnx
cp b.jsonl large.jsonl
run --write-baseline=large.jsonl large
expect_status 3
expect_match err '^onnx-lint: error: nothing is written to large\.jsonl: the baseline would have more than (500000 entries|64 MiB); '
expect_no_match err 'wrote'
expect_same b.jsonl large.jsonl
expect_true "no temporary file is left" test "$(echo large.jsonl*)" = large.jsonl
# One that is not too large is read.
run --write-baseline=large.jsonl large/1.onnx
expect_status 0
run --baseline=large.jsonl --quiet large/1.onnx
expect_status 0
# What git leaves of two versions.
sed '2i<<<<<<< HEAD' b.jsonl >merge.jsonl
run --baseline=merge.jsonl bad.onnx
expect_status 2
expect_line err "merge.jsonl:2:1: error: '{' is missing here"
# Paths that lead elsewhere are names and nothing more.
{
    head -n 1 b.jsonl
    echo '{"file":"../../../../etc/passwd","rule":"x","path":"graph"}'
    echo '{"file":"\u001b[31m","rule":"x","path":"graph","count":500000}'
} >tricks.jsonl
run --baseline=tricks.jsonl bad.onnx
expect_status 1
expect_printable err
# Ten megabytes of nothing.
head -c 10000000 /dev/zero | tr '\0' '[' >hostile.jsonl
run --baseline=hostile.jsonl bad.onnx
expect_status 2
expect_line err "hostile.jsonl:1:1: error: no baseline: one is written by --write-baseline"
{
    head -n 1 b.jsonl
    head -c 10000000 /dev/zero | tr '\0' '{'
} >hostile.jsonl
run --baseline=hostile.jsonl bad.onnx
expect_status 2
expect_line err "hostile.jsonl:2:2: error: '\"' is missing here"

# --- models that others made ---

models=/usr/share/libonnx-testdata
if [ -d "$models" ]; then
    mkdir made
    # A hundred of them, from all over the package.
    find "$models" -name '*.onnx' -size -64k | LC_ALL=C sort | awk '{ name[NR] = $0 }
        END { for (i = 1; i <= 100; i++) print name[int(i * NR / 100)], "made/" i ".onnx" }' >list
    while read -r model copy; do
        cp "$model" "$copy"
    done <list
    run $strict --write-baseline=made.jsonl made
    expect_status 0
    expect_true "there are findings" test "$(wc -l <made.jsonl)" -gt 100
    run $strict --fail-on=info --baseline=made.jsonl made
    expect_status 0
    while read -r model copy; do
        "$reserialise" <"$model" >"$copy" || exit 99
    done <list
    run $strict --fail-on=info --baseline=made.jsonl made
    expect_status 0
    expect_empty out
    expect_match err ' 0 new, [0-9]+ unchanged and accepted, 0 gone$'
else
    skip "the package libonnx-testdata is not installed"
fi

finish
