#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The configuration: how it is found, what it does, and what counts more than it.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_good good.onnx
make_bad bad.onnx
make_warning warning.onnx

# configure [FILE]: writes a configuration from standard input.
configure() {
    cat >"${1:-.onnx-lint.yaml}"
}

# --- found upwards, named, or none ---

configure <<'YAML'
format: json
YAML
run good.onnx
expect_status 0
expect_match out '^\{'
run --no-config good.onnx
expect_status 0
expect_empty out

mkdir -p a/b
cp bad.onnx a/b/
cd a/b || exit 99
run bad.onnx
expect_match out '^\{'
expect_status 1
configure ../.onnx-lint.yaml <<'YAML'
fail-on: never # the nearest one alone: format is not json here
YAML
run bad.onnx
expect_line out "bad.onnx:$bad_line"
expect_status 0
run --no-config bad.onnx
expect_status 1
run --config ../../.onnx-lint.yaml bad.onnx
expect_status 1
expect_match out '^\{'

# One that sets nothing is found like any other.
for text in '' '# nothing' '{}' 'rules: {}'; do
    printf '%s\n' "$text" >.onnx-lint.yaml
    run bad.onnx
    expect_status 1
    expect_line out "bad.onnx:$bad_line"
done
rm .onnx-lint.yaml

# What has the name and is no file is told, and not waited for.
mkfifo .onnx-lint.yaml
run bad.onnx
expect_status 2
expect_line err "onnx-lint: error: .onnx-lint.yaml: is a pipe, not a regular file"
rm .onnx-lint.yaml
mkdir .onnx-lint.yaml
run bad.onnx
expect_status 2
expect_line err "onnx-lint: error: .onnx-lint.yaml: is a directory, not a regular file"
rmdir .onnx-lint.yaml
ln -s nowhere .onnx-lint.yaml
run bad.onnx
expect_status 2
expect_match err '^onnx-lint: error: \.onnx-lint\.yaml: cannot be opened: '
rm .onnx-lint.yaml
if [ "$(id -u)" -ne 0 ]; then
    printf 'fail-on: never\n' >.onnx-lint.yaml
    chmod a-r .onnx-lint.yaml
    run bad.onnx
    expect_status 2
    expect_match err '^onnx-lint: error: \.onnx-lint\.yaml: cannot be opened: '
    rm -f .onnx-lint.yaml
fi
cd "$work" || exit 99
rm -r a .onnx-lint.yaml

# A file that is meant for one and has another name is told, once, wherever on the way it stands.
mkdir -p a/b
printf 'fail-on: never\n' >a/.onnx-lint.yml
cp bad.onnx a/b
(cd a/b && "$lint" --quiet bad.onnx >"$work/out" 2>"$work/err")
status=$?
expect_status 1
echo "../.onnx-lint.yml: warning: this file is not read; a configuration is named .onnx-lint.yaml" >wanted
expect_same err wanted
(cd a/b && "$lint" --no-config bad.onnx >"$work/out" 2>"$work/err")
expect_no_match err 'warning: this file'
cp a/.onnx-lint.yml a/b/.onnx-lint.yaml
(cd a/b && "$lint" bad.onnx >"$work/out" 2>"$work/err")
status=$?
expect_status 0
expect_no_match err 'warning: this file'
cp a/.onnx-lint.yml a/.onnx-lint.yaml
(cd a && "$lint" --quiet b/bad.onnx >"$work/out" 2>"$work/err")
status=$?
expect_status 0
expect_line err ".onnx-lint.yml: warning: this file is not read; a configuration is named .onnx-lint.yaml"
rm -r a

run --config none.yaml bad.onnx
expect_status 2
expect_line err "onnx-lint: error: none.yaml: cannot be opened: No such file or directory"
expect_empty out

# --- wrong ones ---

configure <<'YAML'
profil: strict
fail-on: eror
rules:
  tensor-raw-length-shrt: off
YAML
run bad.onnx
expect_status 2
expect_empty out
expect_count err 2
expect_line err ".onnx-lint.yaml:1:1: error: a configuration has no key 'profil'; did you mean 'profile'?"
expect_line err ".onnx-lint.yaml:2:10: error: fail-on does not know 'eror'; did you mean 'error'?"

# Whether there are such rules is told when all else is right; all of them at once.
configure base.yaml <<'YAML'
rules: {tensor-raw-length-shrt: off}
YAML
configure <<'YAML'
extends: base.yaml
rules:
  file-empty/foo: off
  tensor-raw-length-short: {severity: warning}
YAML
run bad.onnx
expect_status 2
expect_count err 2
expect_line err "base.yaml:1:9: error: unknown rule 'tensor-raw-length-shrt'; did you mean 'tensor-raw-length-short'?"
expect_match err "^\.onnx-lint\.yaml:3:3: error: rule 'file-empty' has no variant 'foo'"
run --list-rules=ids
expect_status 2

# So are those of overrides, and one of the command line behind them.
configure <<'YAML'
rules: {file-emty: off}
overrides: [{files: a.onnx, rules: {file-emty: off}}]
YAML
run bad.onnx
expect_status 2
expect_count err 2
expect_line err ".onnx-lint.yaml:1:9: error: unknown rule 'file-emty'; did you mean 'file-empty'?"
expect_line err ".onnx-lint.yaml:2:37: error: unknown rule 'file-emty'; did you mean 'file-empty'?"
run --rule=tensor-no-dat=off bad.onnx
expect_status 2
expect_count err 2
expect_line err ".onnx-lint.yaml:1:9: error: unknown rule 'file-emty'; did you mean 'file-empty'?"
expect_line err "onnx-lint: error: --rule: no rule 'tensor-no-dat'; did you mean 'tensor-no-data'? See also --list-rules"

# Neither names nor values forge a line.
evil=$(printf 'e\033[31m\nonnx-lint: x.yaml')
printf '"a\\tb": 1\n"c\\nd": 2\n' >"$evil"
run --config "$evil" bad.onnx
expect_status 2
expect_printable err
run --config "$(printf 'no\nsuch.yaml')" bad.onnx
expect_status 2
expect_count err 1
rm "$evil"

# --- words for yes and no ---

for word in yes on true True YES; do
    printf 'quiet: %s\n' "$word" >.onnx-lint.yaml
    run bad.onnx
    expect_empty err
    run --print-config
    expect_match out '^quiet: true +# \.onnx-lint\.yaml:1:8$'
done
for word in no off false; do
    run --quiet=$word bad.onnx
    expect_status 1
    expect_match err 'onnx-lint: 1 file'
done
rm .onnx-lint.yaml

# --- what is in force of a rule ---

mkdir team
configure team/house.yaml <<'YAML'
rules:
  func-count-limit: {severity: warning, with: {max: 7}}
  shape-dim-negative: info
YAML
configure <<'YAML'
extends: [team/house.yaml, strict]
rules:
  func-count-limit: {with: {max: 9}}
  shape-dim-negative/minus-one: error
overrides:
  - files: old/
    rules: {func-count-limit: off, tensor-no-data: info}
  - paths: graph
    rules: {shape-dim-negative: off}
YAML
# in_force OPTION...: what --explain ends with
in_force() {
    "$lint" "$@" | sed '1,/^In force:$/d'
}
in_force --explain=func-count-limit >seen
cat >wanted <<'END'
  warning, by team/house.yaml:2:3
  parameter max, by .onnx-lint.yaml:3:29
  in some files func-count-limit=off, by .onnx-lint.yaml:7:13
END
expect_same seen wanted
in_force --explain=shape-dim-negative >seen
cat >wanted <<'END'
  info, by team/house.yaml:3:3
  minus-one: error, by .onnx-lint.yaml:4:3
  at some places shape-dim-negative=off, by .onnx-lint.yaml:9:13
END
expect_same seen wanted
in_force --explain=func-count-limit --rule=func-count-limit=error >seen
cat >wanted <<'END'
  error, by the command line
  parameter max, by .onnx-lint.yaml:3:29
END
expect_same seen wanted
in_force --explain=tensor-no-data >seen
cat >wanted <<'END'
  error, by the profile strict
  in some files tensor-no-data=info, by .onnx-lint.yaml:7:36
END
expect_same seen wanted
in_force --explain=tensor-no-data --no-config >seen
echo '  error, by the profile recommended' >wanted
expect_same seen wanted
rm -r team .onnx-lint.yaml

# --- the command line counts more, kind by kind ---

configure <<'YAML'
fail-on: never
format: json
quiet: true
max-diagnostics: 1
profile: checker
jobs: 2
rules: {tensor-raw-length-short: off}
output: out.json
color: always
YAML
run bad.onnx
expect_status 0
expect_empty out
expect_empty err
expect_valid_json out.json
expect_no_match out.json 'tensor-raw-length-short'
run --fail-on=error --format=gcc --quiet=false --rule=tensor-raw-length-short=error --color=never \
    --output=/dev/stdout bad.onnx
expect_status 1
expect_line out "bad.onnx:$bad_line"
expect_match err '1 error'
run --rule=tensor-raw-length-short=warning --fail-on=warning bad.onnx
expect_status 1
run --rule=tensor-raw-length-short=on --fail-on=error --color=never -o lines --format=gcc bad.onnx
expect_status 1
expect_line lines "bad.onnx:$bad_line"
rm out.json lines

# An option that may be repeated adds to the lists of files.
configure <<'YAML'
exclude: good.onnx
YAML
run --exclude=bad.onnx --format=json .
expect_match out '"path":"\./warning\.onnx"'
expect_no_match out '(good|bad)\.onnx'

# --- profiles and severities ---

configure base.yaml <<'YAML'
extends: strict
rules:
  tensor-raw-length-short: warning
  file-empty: off
YAML
configure <<'YAML'
extends: [base.yaml]
rules:
  file-empty: on
YAML
: >empty.onnx
run --fail-on=never bad.onnx empty.onnx
expect_status 0
expect_match out '^bad.onnx:.* warning: .*\[tensor-raw-length-short\]$'
expect_match out '^empty.onnx:1:1: error: '
run --list-rules
mv out with-extends
run --no-config --profile=strict --rule=tensor-raw-length-short=warning --list-rules
expect_same with-extends out
run --profile=recommended --list-rules
mv out with-profile
run --no-config --rule=tensor-raw-length-short=warning --list-rules
expect_same with-profile out

# What is said of one case counts more than what is said of the rule, in whatever order.
configure <<'YAML'
rules:
  tensor-empty-raw-present/beside-typed: error
  tensor-empty-raw-present: off
YAML
run --list-rules
expect_match out '^tensor-empty-raw-present .*partly.*beside-typed=error'

configure <<'YAML'
external: off
YAML
run --list-rules
expect_status 0
mv out external-off
run --no-config --list-rules
expect_same external-off out

# --- files that others extend; paths are relative to the file that names them ---

mkdir -p shared/more
configure shared/team.yaml <<'YAML'
extends: more/base.yaml
output: report.json
YAML
configure shared/more/base.yaml <<'YAML'
format: json
fail-on: never
YAML
configure <<'YAML'
extends: shared/team.yaml
fail-on: error
YAML
run bad.onnx
expect_status 1
expect_empty out
expect_valid_json shared/report.json
mkdir -p deep/er
cp bad.onnx deep/er
(cd deep/er && rm ../../shared/report.json && "$lint" bad.onnx 2>/dev/null)
expect_true "the path goes with the configuration" test -s shared/report.json

configure shared/more/base.yaml <<'YAML'
extends: ../team.yaml
YAML
run bad.onnx
expect_status 2
expect_line err "shared/more/base.yaml:1:10: error: files that extend each other: shared/team.yaml, which extends \
shared/more/base.yaml, which extends shared/team.yaml"
rm -r shared deep

# --- a key does what its option does ---

# all ARGUMENT...: leaves all that came of a run in the file all
# shellcheck disable=SC2094 # the file is read alone
all() {
    run "$@" - bad.onnx warning.onnx <bad.onnx
    { echo "$status"; cat out err; } >all
}

cat bad.onnx bad.onnx >two.onnx
all --no-config two.onnx
mv all plain
while read -r key value; do
    printf '%s: %s\n' "$key" "$value" >.onnx-lint.yaml
    all two.onnx
    mv all from-file
    all --no-config "--$key=$value" two.onnx
    expect_same from-file all
    expect_true "$key does something" test "$(cmp -s from-file plain; echo $?)" -eq 1
done <<'LIST'
format json
type tensor
target-ir 7
fail-on never
max-diagnostics 1
max-depth 3
stdin-filename name.onnx
position flat
color always
quiet true
LIST

# --- the README's ---

sed -n '/^## Configuration$/,/^## Options$/s/^    //p' "$source_root/README.md" >.onnx-lint.yaml
expect_line .onnx-lint.yaml 'fail-on: warning'
run good.onnx
expect_status 0
run --print-config
expect_status 0
expect_match out '^ *graph-name-duplicate: *.?warning'

# --- every key takes a value, and together they are a configuration ---

configure <<'YAML'
format: gcc
sarif-profile: strict
output: other.txt
reports: [{format: gcc, output: out.txt}]
type: model
ir-version: 8
target: onnx-1.16
target-ir: 10
target-opset: {ai.onnx: {min: 13, max: 21}}
extends: recommended
profile: recommended
external: on
rules: {tensor-raw-length-short: warning}
custom-rules: []
rule-files: []
overrides: [{files: bad.onnx, rules: {tensor-raw-length-short: info}}]
fail-on: warning
suppressions: []
include: ["*.onnx"]
exclude: ["empty.onnx"]
force-exclude: true
max-diagnostics: 100
max-per-rule: 50
max-name: 100
max-depth: 50
max-external: 1000
max-memory: 100
stdin-filename: name.onnx
position: flat
color: never
jobs: 1
quiet: true
statistics: false
YAML
for key in $("$lint" --list-settings | sed 's/[: ].*//'); do
    [ "$key" = baseline ] || expect_match .onnx-lint.yaml "^$key:"
done
run bad.onnx empty.onnx
expect_status 0
expect_empty out
expect_empty err
expect_match out.txt '^bad.onnx:1:36: note: .*\[tensor-raw-length-short\]$'
expect_count out.txt 1

finish
