#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A suppression accepts what it is about, until it expires; one that is about nothing is told.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx
make_warning warning.onnx
make_good good.onnx

# --- accepted ---

cat >s.yaml <<'END'
# The exporter of 2021.
- rule: tensor-raw-length-short
  files: "*.onnx"
  paths: graph.initializer[*].raw_data
  names: {tensor: w}
  reason: the weights are unused
  expires: 2027-01-31
- rule: shape-dim-negative/minus-one
  files: [warning.onnx, old/]
  reason: batch size
END
SOURCE_DATE_EPOCH=1798675200 # 2026-12-31
export SOURCE_DATE_EPOCH
run --suppressions=s.yaml --fail-on=info bad.onnx warning.onnx good.onnx
expect_status 0
expect_empty out
expect_line err "onnx-lint: 3 files: 0 errors, 0 warnings, 0 infos"
expect_line err "onnx-lint: accepted: 2 findings by suppressions"
run --suppressions=s.yaml --quiet bad.onnx
expect_status 0
expect_empty err
run --suppressions=s.yaml --format=json bad.onnx warning.onnx
expect_status 0
expect_valid_json out
expect_match out '"diagnostics":\[\],"accepted":\[\{"rule":"tensor-raw-length-short","severity":"error","message":"initializer .w.: FLOAT \[2\] needs 8 bytes of raw_data, found 4","offset":35,'
expect_match out '"acceptance":"suppressed","reason":"the weights are unused"\}\]'
expect_match out '"errors":0,"warnings":0,"infos":0,"not_shown":0,"not_checked":0,"suppressed":2\}'
expect_match out '^\],"notices":\[\],'

# Patterns are relative to the folder of the list, wherever the run is.
mkdir -p lists/old other
cp s.yaml lists
make_warning lists/old/x.onnx
make_warning other/x.onnx
run --suppressions=lists/s.yaml lists/old/x.onnx
expect_empty out
expect_line err "onnx-lint: accepted: 1 finding by suppressions"
run --suppressions=lists/s.yaml other/x.onnx
expect_count out 1
(cd lists/old && "$lint" --suppressions=../s.yaml x.onnx >"$work/out" 2>"$work/err")
status=$?
expect_status 0
expect_empty out

# Another place, another name, another variant: not meant.
sed 's/initializer\[\*\]/initializer[1]/' s.yaml >t.yaml
run --suppressions=t.yaml bad.onnx
expect_status 1
expect_line out "bad.onnx:$bad_line"
sed 's/tensor: w/tensor: v/' s.yaml >t.yaml
run --suppressions=t.yaml bad.onnx
expect_status 1

# A path is about all that lies beneath it.
for path in graph 'graph.initializer' 'graph.initializer[0]'; do
    sed "s/graph.initializer.*/\"$path\"/" s.yaml >t.yaml
    run --suppressions=t.yaml bad.onnx
    expect_status 0
    expect_empty out
done

# Several lists, from the command line and from a configuration.
echo '- {rule: tensor-raw-length-short, reason: one}' >one.yaml
echo '- {rule: shape-dim-negative, reason: two}' >two.yaml
run --fail-on=warning --suppressions=one.yaml --suppressions=two.yaml bad.onnx warning.onnx
expect_status 0
mkdir configured
cp one.yaml two.yaml bad.onnx warning.onnx configured
echo 'suppressions: [one.yaml, two.yaml]' >configured/.onnx-lint.yaml
mkdir configured/deeper
(cd configured/deeper && "$lint" --fail-on=warning ../bad.onnx ../warning.onnx >"$work/out" 2>"$work/err")
status=$?
expect_status 0

# What is suppressed makes no room scarce, and supersedes what its rule supersedes.
run --suppressions=one.yaml --max-diagnostics=1 bad.onnx warning.onnx
expect_no_match err 'not shown'
assemble names.onnx <<'HEX'
08 08
3A {
  0A { 0A { "x" } 12 { "y" } 1A { "a\"b" } 22 { "Relu" } }
  12 { "g" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
run --profile=strict names.onnx
expect_match out 'name-quote'
expect_no_match out 'name-identifier'
echo '- {rule: name-quote, reason: shown in quotes}' >quote.yaml
run --profile=strict --suppressions=quote.yaml names.onnx
expect_no_match out 'name-quote'
expect_no_match out 'name-identifier'

# --- expired and unused ---

SOURCE_DATE_EPOCH=1801439999 # the last second of 2027-01-31
run --suppressions=s.yaml bad.onnx
expect_status 0
expect_no_match err warning:
SOURCE_DATE_EPOCH=1801440000 # 2027-02-01
run --suppressions=s.yaml bad.onnx warning.onnx
expect_status 1
expect_count out 1
expect_line out "bad.onnx:$bad_line"
expect_line err "s.yaml:2:3: warning: the suppression of tensor-raw-length-short has expired on 2027-01-31, and what it was about counts again"
expect_line err "onnx-lint: 2 files: 1 error, 0 warnings, 0 infos; 1 warning about suppressions"
run --suppressions=s.yaml --format=json bad.onnx
expect_valid_json out
expect_match out '^\],"notices":\[\{"kind":"expired-suppression","message":"the suppression of tensor-raw-length-short has expired on 2027-01-31, and what it was about counts again","file":"s.yaml","line":2,"column":3\}\]'
# Whichever files are linted, with whichever rules, and once for a run.
expired="s.yaml:2:3: warning: the suppression of tensor-raw-length-short has expired on 2027-01-31; remove it, or give it another day"
cp good.onnx good.pb
for input in good.onnx good.pb 'good.onnx good.pb warning.onnx' '--rule=tensor-raw-length-short=off good.onnx'; do
    # shellcheck disable=SC2086 # a list of words
    run --suppressions=s.yaml $input
    expect_status 0
    grep 'tensor-raw-length-short' err >seen
    echo "$expired" >wanted
    expect_same seen wanted
done
run --suppressions=s.yaml --fail-on=warning good.pb
expect_status 1
run --suppressions=s.yaml --format=json good.pb
expect_valid_json out
expect_match out '"notices":\[\{"kind":"expired-suppression",'
run --suppressions=s.yaml missing.onnx
expect_status 3
expect_no_match err 'warning:'
SOURCE_DATE_EPOCH=1798675200

# They count as warnings, and are told even where counts are not.
run --suppressions=s.yaml good.onnx
expect_status 0
expect_line err "s.yaml:2:3: warning: the suppression of tensor-raw-length-short matched nothing; remove it, or see whether it is about the right place"
run --suppressions=s.yaml --quiet --fail-on=warning good.onnx
expect_status 1
expect_empty out
expect_count err 1
run --suppressions=s.yaml --fail-on=error good.onnx
expect_status 0

# Only where it could have matched: in a file that it is about, that was read, by a rule that is on.
run --suppressions=s.yaml bad.onnx
expect_no_match err 'shape-dim-negative'
run --suppressions=s.yaml --rule=tensor-raw-length-short=off good.onnx
expect_no_match err 'warning:'
run --suppressions=s.yaml missing.onnx
expect_status 3
expect_no_match err 'warning:'
# A pattern that is about none of the files may be about those of another run, such as a hook's over what has changed.
sed 's/"\*.onnx"/"weights\/*.onnx"/' s.yaml >t.yaml
run --suppressions=t.yaml good.onnx
expect_no_match err 'warning:'
# One that matched in one file is used, wherever else it did not.
run --suppressions=s.yaml good.onnx bad.onnx good.onnx
expect_no_match err 'warning:'

# --- files that are not there ---

# A pattern that names one path is told where nothing is there, whatever the run is over; others are not.
mkdir -p here/deeper
make_good here/deeper/good.onnx
cat >here/missing.yaml <<'END'
- {rule: tensor-no-data, files: deeper/godo.onnx, reason: misspelt}
- {rule: tensor-no-data, files: [deeper/, deeper/good.onnx, "deeper/*.pb", gone.onnx, gone/], reason: fine}
- {rule: tensor-no-data, files: ["*.tensor", /deeper/old/, up/up.onnx], reason: two}
END
run --suppressions=here/missing.yaml good.onnx
expect_status 0
grep -v '^onnx-lint: ' err >seen
cat >wanted <<END
here/missing.yaml:1:3: warning: files: 'deeper/godo.onnx' names no file in $(pwd -P)/here
here/missing.yaml:3:3: warning: files: '/deeper/old/' names no file in $(pwd -P)/here
here/missing.yaml:3:3: warning: files: 'up/up.onnx' names no file in $(pwd -P)/here
END
expect_same seen wanted
expect_line err "onnx-lint: 1 file: 0 errors, 0 warnings, 0 infos; 3 warnings about the configuration"
run --suppressions=here/missing.yaml --fail-on=warning --quiet good.onnx
expect_status 1
run --suppressions=here/missing.yaml --format=json good.onnx
expect_valid_json out
expect_match out '"notices":\[\{"kind":"missing-file","message":"files: .deeper/godo.onnx. names no file in [^"]*/here","file":"here/missing.yaml","line":1,"column":3\},'
run --suppressions=here/missing.yaml --format=jsonl good.onnx
expect_match out '"type":"notice","kind":"missing-file",'
# What is linted from standard input need not be there.
sed 1q here/missing.yaml >here/stdin.yaml
status=0
"$lint" --suppressions=here/stdin.yaml --stdin-filename=here/deeper/godo.onnx - <good.onnx >out 2>err || status=$?
expect_no_match err 'names no file'

# --- the output does not depend on the jobs ---

mkdir many
for i in 1 2 3 4 5 6 7 8 9; do
    make_bad "many/a$i.onnx"
    make_warning "many/b$i.onnx"
    make_good "many/c$i.onnx"
done
cat >many.yaml <<'END'
- {rule: tensor-raw-length-short, files: "many/a[1-5].onnx", reason: first}
- {rule: tensor-raw-length-short, files: "many/c*.onnx", reason: unused}
- {rule: shape-dim-negative, files: many/, reason: old, expires: 2020-02-29}
END
for format in gcc json; do
    run --format=$format --suppressions=many.yaml --jobs=1 many
    cp out out.one
    cp err err.one
    run --format=$format --suppressions=many.yaml --jobs=4 many
    expect_same out out.one
    expect_same err err.one
done
expect_valid_json out
expect_line err "many.yaml:2:3: warning: the suppression of tensor-raw-length-short matched nothing; remove it, or see whether it is about the right place"
expect_line err "many.yaml:3:3: warning: the suppression of shape-dim-negative has expired on 2020-02-29, and what it was about counts again"
expect_line err "onnx-lint: 27 files: 4 errors, 9 warnings, 0 infos; 2 warnings about suppressions"

# --- many findings ---

# A rule that fires a million times takes the memory of ten thousand findings, and all are counted.
make_good flood.onnx
awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "\170\1" }' >>flood.onnx
for pattern in '' ', paths: "**"'; do
    echo "- {rule: wire-unknown-field, reason: flood$pattern}" >flood.yaml
    run --suppressions=flood.yaml --fail-on=warning flood.onnx
    expect_status 0
    expect_empty out
    expect_line err "onnx-lint: accepted: 1000000 findings by suppressions"
done
if [ -n "${OL_INSTRUMENT:-}" ]; then
    skip "an instrumented program takes more memory"
else
    status=0
    # shellcheck disable=SC3045 # dash and bash have it
    (ulimit -v 400000 && "$lint" --suppressions=flood.yaml --format=json flood.onnx >out 2>err) || status=$?
    expect_status 0
    expect_valid_json out
fi

# As many paths as a list can have end in some seconds, and what was left is told.
awk 'BEGIN {
    for (i = 0; i < 20000; i++) printf "- {rule: wire-unknown-field, reason: r, paths: \"graph.node[%d]\"}\n", i
}' >paths.yaml
run --suppressions=paths.yaml --max-diagnostics=1 --quiet flood.onnx
expect_status 0
expect_line err "onnx-lint: not checked: overrides and suppressions have more paths than so many findings are held against: 1 place, flood.onnx"
expect_no_match err 'matched nothing'

# --- what is refused ---

# refuse TEXT LINE...: the list TEXT is refused with these lines.
refuse() {
    printf '%b' "$1" >wrong.yaml
    shift
    run --suppressions=wrong.yaml good.onnx
    expect_status 2
    expect_empty out
    printf 'wrong.yaml:%s\n' "$@" >wanted
    expect_same err wanted
}

refuse 'rule: x\n' "1:1: error: this entry is a map; wanted: a list"
refuse '- {rule: tensor-raw-length-shor, reason: r}\n' \
    "1:10: error: unknown rule 'tensor-raw-length-shor'; did you mean 'tensor-raw-length-short'?"
refuse '- {rule: shape-dim-negative/minus-on, reason: r}\n' \
    "1:10: error: rule 'shape-dim-negative' has no variant 'minus-on'; did you mean 'minus-one'?"
refuse '- {rule: shape-dim-negative}\n- {reason: r}\n' \
    "1:3: error: the suppression lacks its key 'reason'" "2:3: error: the suppression lacks its key 'rule'"
refuse '- {rule: shape-dim-negative, reason: r, expires: 2027-02-29}\n' \
    "1:50: error: '2027-02-29' is no day; wanted: a date such as 2027-06-30"
refuse '- {rule: shape-dim-negative, reason: r, expire: 2027-02-28}\n' \
    "1:41: error: a suppression has no key 'expire'; did you mean 'expires'?"
refuse '- {rule: shape-dim-negative, reason: r, names: {nodes: a}}\n' \
    "1:49: error: unknown role of a name 'nodes'; did you mean 'node'?"
refuse '- {rule: shape-dim-negative, reason: r, rule: init-unused}\n' \
    "1:41: error: key 'rule' stands here twice; first in line 1"
run --suppressions=none.yaml good.onnx
expect_status 2
expect_line err "onnx-lint: error: none.yaml: cannot be opened: No such file or directory"
SOURCE_DATE_EPOCH=yesterday
run --suppressions=s.yaml good.onnx
expect_status 2
expect_line err "onnx-lint: error: SOURCE_DATE_EPOCH wants seconds since 1970, not 'yesterday'"
unset SOURCE_DATE_EPOCH

# Ten megabytes, and a hundred thousand members.
head -c 10000000 /dev/zero | tr '\0' '[' >hostile.yaml
run --suppressions=hostile.yaml good.onnx
expect_status 2
expect_count err 1
awk 'BEGIN { for (i = 0; i < 100000; i++) print "- {rule: shape-dim-negative, reason: r}" }' >hostile.yaml
run --suppressions=hostile.yaml good.onnx
expect_status 2
expect_count err 1

finish
