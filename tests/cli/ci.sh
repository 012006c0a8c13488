#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The examples for CI systems, and what doc/ci.md says: their files can be read, and their commands do what they are for.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

examples=$source_root/examples/ci
mkdir bin models
ln -s "$lint" bin/onnx-lint
PATH=$work/bin:$PATH

# try COMMAND: runs a line of a job, as a shell of a CI system does.
try() {
    command=$1
    status=0
    sh -ec "$1" >out 2>err || status=$?
}

# lines_of FILE: its lines that run onnx-lint. In YAML they are those of a script; in a document, of a code block.
lines_of() {
    case $1 in
    *.yml) sed -n 's/^ *\(- \)\{0,1\}\(\([a-z].* \)\{0,1\}onnx-lint -.*\)$/\2/p' "$1" ;;
    *) sed -n 's/^    \(\([a-z].* \)\{0,1\}onnx-lint .*\)$/\1/p' "$1" ;;
    esac
}

# shellcheck disable=SC2317 # expect_true calls it
is_json() {
    echo '{"type": "object"}' >any.schema
    "$json_schema" any.schema "$1" >/dev/null
}

# Looks at the reports that a command has left, and takes them away.
expect_reports() {
    for report in onnx-lint.sarif onnx-lint.json onnx-lint.xml; do
        [ -e "$report" ] || continue
        case $report in
        *.xml)
            if command -v xmllint >/dev/null; then
                expect_true "$report can be read" xmllint --noout "$report"
            elif [ -n "${OL_ALL_TESTS:-}" ]; then
                fail "there is no xmllint"
            fi
            ;;
        *) expect_true "$report can be read" is_json "$report" ;;
        esac
        echo "$report" >>seen
        rm "$report"
    done
}

# --- the files -----------------------------------------------------------------------------------

if python3 -c 'import yaml' 2>/dev/null; then
    for file in github.yml gitlab-ci.yml; do
        command="reading $file"
        expect_true "$file is YAML" python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' "$examples/$file"
    done
elif [ -n "${OL_ALL_TESTS:-}" ]; then
    fail "there is no YAML for python3"
else
    skip "there is no YAML for python3 to read the examples with"
fi
command=''
expect_true "problem-matcher.json is JSON" is_json "$examples/problem-matcher.json"

# --- their commands ------------------------------------------------------------------------------

# Something else than models/ was changed in a Git repository.
has_git=no
if command -v git >/dev/null; then
    has_git=yes
    # shellcheck disable=SC2046 # a list of words
    unset $(git rev-parse --local-env-vars)
    export HOME="$room" GIT_CONFIG_NOSYSTEM=1
    git init -q . && git -c user.name=T -c user.email=t@localhost commit -q --allow-empty -m none
    git update-ref refs/remotes/origin/main HEAD
    export CI_MERGE_REQUEST_DIFF_BASE_SHA=HEAD
elif [ -n "${OL_ALL_TESTS:-}" ]; then
    fail "there is no git"
else
    skip "there is no git"
fi

make_good models/good.onnx
make_bad bad.onnx
: >seen
for file in "$examples/github.yml" "$examples/gitlab-ci.yml" "$source_root/doc/ci.md"; do
    lines_of "$file" >"commands.${file##*/}"
    expect_true "${file##*/} runs onnx-lint" test -s "commands.${file##*/}"
done
cat commands.* >commands
expect_true "there are commands" test "$(wc -l <commands)" -ge 5
# The list of a change, as gitlab-ci.yml makes it.
printf 'models/bad.onnx\0README\0' >changed
while IFS= read -r line; do
    case $line in
    *'|| status='*) continue ;; # a part of what follows below
    esac
    rm -f models/bad.onnx
    try "$line"
    expect_status 0
    expect_reports
    cp bad.onnx models/bad.onnx
    try "$line"
    expect_status 1
    case $line in
    *--output=onnx-lint.json*) ;;
    *)
        expect_match out 'models/bad\.onnx'
        expect_match out 'tensor-raw-length-short'
        ;;
    esac
    expect_reports
done <commands
sort seen | uniq -c | sed 's/^ *//' >out
expect_match out '^[2-9].* onnx-lint\.sarif$'
expect_match out '^[2-9].* onnx-lint\.xml$'
expect_match out '^[2-9].* onnx-lint\.json$'

# A change of what is committed.
if [ "$has_git" = yes ]; then
    git add models/bad.onnx && git -c user.name=T -c user.email=t@localhost commit -q -m bad
    sed -n '/^    git diff/,/^    onnx-lint/s/^    //p' "$source_root/doc/ci.md" >diff.sh
    expect_count diff.sh 2
    try '. ./diff.sh'
    expect_status 1
    expect_match out '^models/bad\.onnx:'
    expect_no_match out 'good'
fi

# --- names ---------------------------------------------------------------------------------------

# What a runner takes for a command: "::NAME ...::" at the beginning of a line, "##[NAME ...]" and "##vso[" anywhere. And
# what the problem matcher takes for a finding: no note, whatever stands in it. (Of the form github all lines are
# commands, each of the tool's own.)
mkdir names
for name in '::error::x' ' ::set-env name=A::x' '##[error]x' '##vso[task.complete]x' 'a.c:1:1: error: x [fake]' 'a.c:1:1: warning: x [fake]'; do
    assemble "names/$name.onnx" <<HEX
08 08
12 { "$name" }
3A {
  0A { 0A { "x" } 12 { "y" } 1A { "$name" } 22 { "Relu" } }
  12 { "g" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
HEX
done
matcher=$(sed -n 's/^ *"regexp": "\(.*\)",$/\1/p' "$examples/problem-matcher.json" | sed 's/\\\\/\\/g; s/\\d/[0-9]/g; s/\.+?/.+/')
for format in gcc text github; do
    (cd names && "$lint" --format="$format" --profile=strict --fail-on=never -- * ./*missing 2>&1) >log
    command="names in the log of $format"
    expect_true "there is a log" test "$(wc -l <log)" -ge 10
    expect_no_match log '##'
    if [ "$format" = github ]; then
        grep -v '^::\(error\|warning\|notice\) file=[^:]*,title=onnx-lint[^:]*::' log >others
    else
        cp log others
    fi
    expect_no_match others '^[[:space:]]*::'
    grep ' note: ' log >notes
    expect_no_match notes "$matcher"
done

# --- pass or fail --------------------------------------------------------------------------------

# The cases of doc/ci.md, as they stand there.
sed -n '/^    status=0$/,/^    esac$/s/^    //p' "$source_root/doc/ci.md" >cases.sh
expect_true "there are cases" test "$(wc -l <cases.sh)" -eq 7
try '. ./cases.sh'
expect_status 0
expect_line out 'something found'
rm models/bad.onnx
try '. ./cases.sh'
expect_status 0
expect_line out 'nothing found'
echo 'profil: strict' >.onnx-lint.yaml
try '. ./cases.sh'
expect_status 2
rm .onnx-lint.yaml
mkfifo models/pipe.onnx
try '. ./cases.sh'
expect_status 3
rm models/pipe.onnx

# Nothing was linted: it passes, and the count tells.
rm models/good.onnx
sed -n '/--output=onnx-lint\.json/,/^    grep/s/^    //p' "$source_root/doc/ci.md" >count.sh
try '. ./count.sh'
expect_status 1
make_good models/good.onnx
try '. ./count.sh'
expect_status 0

# A wrong option leaves no report, which the workflow's upload asks for.
try 'onnx-lint --format=sarif --output=onnx-lint.sarif --no-such-option models/'
expect_status 2
expect_true "there is no report" test ! -e onnx-lint.sarif
expect_true "the upload asks" grep -q "hashFiles('onnx-lint.sarif') != ''" "$examples/github.yml"

finish
