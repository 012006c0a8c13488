#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Overrides give rules other severities in some files, and at some places.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_good good.onnx
make_bad bad.onnx
mkdir old
make_bad old/bad.onnx
make_warning old/warning.onnx

# --- by file ---

cat >.onnx-lint.yaml <<'END'
overrides:
  - files: old/
    rules: {tensor-raw-length-short: warning, shape-dim-negative/minus-one: off}
END
run bad.onnx old
expect_status 1
expect_count out 2
expect_line out "bad.onnx:$bad_line"
expect_line out "old/$(echo "bad.onnx:$bad_line" | sed 's/: error:/: warning:/')"
run old
expect_status 0
expect_line err "onnx-lint: 2 files: 0 errors, 1 warning, 0 infos"
(cd old && "$lint" bad.onnx >"$work/out" 2>"$work/err")
status=$?
expect_status 0
# The command line counts more, for the rules and cases that it names.
run --rule=tensor-raw-length-short=info old/bad.onnx
expect_count out 1
expect_match out ': note: initializer'
run --rule=tensor-raw-length-short=off old/bad.onnx
expect_empty out
run --rule=shape-dim-negative/minus-one=error --rule=init-unused=off old
expect_status 1
expect_match out '^old/warning\.onnx:.* error: .*\[shape-dim-negative\]$'
expect_match out '^old/bad\.onnx:.* warning: '

# --- by place ---

# A second initializer, with the same fault.
assemble two.onnx <<'HEX'
08 08
3A {
  0A { 0A { "x" } 0A { "w" } 12 { "a" } 1A { "n" } 22 { "Add" } }
  0A { 0A { "a" } 0A { "v" } 12 { "y" } 1A { "m" } 22 { "Add" } }
  12 { "g" }
  2A { 08 02 10 01 42 { "w" } 4A { 00 00 80 3F } }
  2A { 08 02 10 01 42 { "v" } 4A { 00 00 80 3F } }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
cat >.onnx-lint.yaml <<'END'
overrides:
  - paths: ["graph.initializer[1].raw_data"]
    rules: {tensor-raw-length-short: off}
END
run two.onnx
expect_status 1
expect_count out 1
expect_match out "initializer 'w'"
expect_line err "onnx-lint: 1 file: 1 error, 0 warnings, 0 infos"

# A rule that is off is on at one place alone.
cat >.onnx-lint.yaml <<'END'
rules: {tensor-raw-length-short: off}
overrides:
  - paths: ["graph.initializer[1].**"]
    rules: {tensor-raw-length-short: warning}
END
run --fail-on=warning two.onnx
expect_status 1
expect_count out 1
expect_match out "warning: initializer 'v'"
run bad.onnx
expect_status 0
expect_empty out

# Files and places together; the later one counts.
cat >.onnx-lint.yaml <<'END'
overrides:
  - paths: ["graph.initializer[*].raw_data"]
    rules: {tensor-raw-length-short: info}
  - files: two.onnx
    paths: ["graph.initializer[0].raw_data"]
    rules: {tensor-raw-length-short: warning}
  - files: old/*
    rules: {tensor-raw-length-short: on}
END
run bad.onnx two.onnx old/bad.onnx
expect_status 1
expect_match out "^bad\.onnx:.* note: initializer 'w'"
expect_match out "^two\.onnx:.* warning: initializer 'w'"
expect_match out "^two\.onnx:.* note: initializer 'v'"
expect_match out "^old/bad\.onnx:.* error: initializer 'w'"

# The command line counts more here too: it turns off what a place turns on, and on what it turns off.
run --rule=tensor-raw-length-short=off bad.onnx two.onnx old/bad.onnx
expect_status 0
expect_empty out
run --rule=tensor-raw-length-short=warning --fail-on=warning bad.onnx two.onnx old/bad.onnx
expect_status 1
expect_count out 4
expect_no_match out ': (error|note): '

# A rule that the command line turns off does not run, so that nothing is said of its suppressions.
echo '- {rule: tensor-raw-length-short, reason: r}' >s.yaml
run --suppressions=s.yaml good.onnx
expect_match err 'matched nothing'
run --suppressions=s.yaml --rule=tensor-raw-length-short=off good.onnx
expect_no_match err 'matched nothing'

# A path is about all that lies beneath it, but not about what lies beside it.
for path in graph 'graph.initializer[*]' 'graph.initializer' 'graph.initializer[1]' '*.initializer[1]'; do
    printf 'overrides:\n  - paths: ["%s"]\n    rules: {tensor-raw-length-short: info}\n' "$path" >.onnx-lint.yaml
    run two.onnx
    expect_match out "note: initializer 'v'"
done
for path in graph.name 'graph.initializer[1].dims' 'graph.node[1]' 'graph.initializer[1].raw_data[0]' 'graph.initializer[11]'; do
    printf 'overrides:\n  - paths: ["%s"]\n    rules: {tensor-raw-length-short: info}\n' "$path" >.onnx-lint.yaml
    run two.onnx
    expect_no_match out ': note: '
done

# What is left over of the maximum is not taken by what is off.
cat >.onnx-lint.yaml <<'END'
overrides:
  - paths: ["graph.initializer[0].raw_data"]
    rules: {tensor-raw-length-short: off}
END
run --max-diagnostics=1 two.onnx
expect_count out 1
expect_match out "initializer 'v'"
expect_no_match err 'not shown'

# --- files that are not there ---

cat >.onnx-lint.yaml <<'END'
overrides:
  - files: [old/bad.onnx, odl/bad.onnx]
    rules: {tensor-raw-length-short: warning}
  - files: "*.pb"
    rules: {tensor-raw-length-short: off}
END
run old/bad.onnx
expect_status 0
expect_line err ".onnx-lint.yaml:2:5: warning: files: 'odl/bad.onnx' names no file in $(pwd -P)"
expect_count err 2
(cd old && "$lint" --quiet bad.onnx >"$work/out" 2>"$work/err")
status=$?
expect_status 0
expect_line err "../.onnx-lint.yaml:2:5: warning: files: 'odl/bad.onnx' names no file in $(pwd -P)"

# --- the output does not depend on the jobs ---

mkdir many
{
    echo overrides:
    for i in 1 2 3 4 5 6 7 8 9; do
        make_bad "many/$i.onnx"
        echo "  - {files: \"[$i-9].onnx\", rules: {tensor-raw-length-short: $([ $((i % 2)) = 0 ] && echo info || echo warning)}}"
    done
} >.onnx-lint.yaml
run --jobs=1 many
cp out out.one
run --jobs=4 many
expect_same out out.one
expect_count out 9
grep -c ' note: ' out >seen
echo 4 >wanted
expect_same seen wanted

# --- what is refused ---

cat >.onnx-lint.yaml <<'END'
overrides:
  - files: old/
    rules: {tensor-raw-length-shor: off}
  - files: old/
    rules: {shape-dim-negative/minus-on: off}
END
run good.onnx
expect_status 2
expect_empty out
expect_match err "^(.*/)?\.onnx-lint\.yaml:3:13: error: unknown rule 'tensor-raw-length-shor'; did you mean 'tensor-raw-length-short'\?$"
expect_match err "^(.*/)?\.onnx-lint\.yaml:5:13: error: rule 'shape-dim-negative' has no variant 'minus-on'; did you mean 'minus-one'\?$"
cat >.onnx-lint.yaml <<'END'
overrides:
  - paths: ["graph.initialiser[0]"]
    rules: {shape-dim-negative: off}
END
run good.onnx
expect_status 2
expect_line err ".onnx-lint.yaml:2:13: error: no field 'initialiser' in GraphProto; did you mean 'initializer'?"

finish
