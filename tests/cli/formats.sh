#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every format of the findings, and several of them in one run.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

formats='gcc text json jsonl sarif github junit checkstyle'

make_good good.onnx
make_warning warning.onnx
make_bad bad.onnx
: >empty.onnx
head -c 40 bad.onnx >cut.onnx
cp bad.onnx "$(printf 'a\n\033[31m"<&>,:%%.onnx')"

# expect_well_formed FORMAT FILE
expect_well_formed() {
    case $1 in
    json) expect_valid_json "$2" ;;
    jsonl)
        while IFS= read -r line; do
            printf '%s\n' "$line" >line.json
            expect_true "a line of jsonl is what its schema says" \
                "$json_schema" "$source_root/doc/report-line.schema.json" line.json
        done <"$2"
        ;;
    junit | checkstyle)
        expect_match "$2" '^</(testsuites|checkstyle)>$'
        if command -v xmllint >/dev/null; then
            expect_true "$2 is well-formed" xmllint --noout "$2"
        else
            skip "there is no xmllint"
        fi
        ;;
    esac
}

# The exit status is the same in all, and nothing of a name reaches the output raw.
for format in $formats; do
    run --format="$format" good.onnx
    expect_status 0
    expect_well_formed "$format" out
    run --format="$format" .
    expect_status 1
    expect_printable out
    expect_well_formed "$format" out
    run --format="$format" bad.onnx missing.onnx
    expect_status 3
    expect_well_formed "$format" out
    run --format="$format" missing.onnx
    expect_status 3
    expect_well_formed "$format" out
    mkdir -p none
    run --format="$format" none
    expect_status 0
    expect_well_formed "$format" out
done

# What one says, others say.
run --format=text bad.onnx
expect_line out "error: initializer 'w': FLOAT [2] needs 8 bytes of raw_data, found 4 [tensor-raw-length-short]"
expect_line out '  at bad.onnx, offset 35 (0x23), 6 bytes: graph.initializer[0].raw_data'
expect_line out '  00000020  42 01 77 4a 04 00 00 80  3f 5a 0f 0a 01 78 12 0a  |B.wJ....?Z...x..|'
expect_line out '                     ^^^^^^^^^^^^^^^^^^'
expect_match out '^  mend: [a-z]'
expect_line out '  help: onnx-lint --explain tensor-raw-length-short'
run --format=text --color=always bad.onnx
expect_match out "$(printf '\033\\[1;31m4a 04 00 00 80  3f\033\\[0m')"
run --format=github bad.onnx
expect_line out "::error file=bad.onnx,line=4,col=26,title=onnx-lint tensor-raw-length-short::initializer 'w': FLOAT [2] needs 8 bytes of raw_data, found 4 (graph.initializer[0].raw_data @0x23+6)"
run --format=junit bad.onnx
expect_match out '<testsuite name="bad.onnx" tests="1" failures="1" errors="0" skipped="0">'
run --format=junit warning.onnx
expect_match out 'failures="0"'
run --format=junit --fail-on=warning warning.onnx
expect_match out 'failures="1"'
run --format=sarif bad.onnx
expect_match out '"region":\{"byteOffset":35,"byteLength":6\}'
expect_match out '"artifacts":\[\{"location":\{"uri":"bad.onnx"\},"length":79,'
expect_no_match out 'startLine|baselineState'
run --format=sarif --sarif-profile=github bad.onnx
expect_match out '"region":\{"startLine":1\}'
expect_match out '"properties":\{"byteOffset":35,"byteLength":6\}'
run --format=sarif .
expect_match out '"uri":"a%0A%1B%5B31m%22%3C%26%3E%2C%3A%25.onnx"'

# Rules are those of the run, at the places that results say.
rule_at() {
    sed -n 's/^,*{"id":"\([^"]*\)","shortDescription.*/\1/p' out | sed -n "$(($1 + 1))p"
}
run --format=sarif bad.onnx
index=$(sed -n 's/^{"ruleId":"tensor-raw-length-short","ruleIndex":\([0-9]*\),.*/\1/p' out)
expect_true "the rule is at its index" test "$(rule_at "${index:-0}")" = tensor-raw-length-short
"$lint" --list-rules=ids >ids
expect_true "all rules are there" test "$(grep -c '^,*{"id":' out)" -eq "$(wc -l <ids)"

# A report in each form gives way to the next one.
for format in $formats; do
    run --format="$format" -o again.txt bad.onnx
    expect_status 1
done
run -o again.txt bad.onnx
run bad.onnx
expect_same again.txt out

# Several in one run are what each is alone. An output belongs to the format before it.
for format in $formats; do
    "$lint" --format="$format" . >"alone.$format" 2>err
done
run --format=sarif --output=all.sarif --format=json -o all.json --format=text -o all.text \
    --format=jsonl -o all.jsonl --format=github -o all.github --format=junit -o all.junit \
    --format=checkstyle -o all.checkstyle --format=gcc .
expect_status 1
mv out all.gcc
for format in $formats; do
    expect_same "alone.$format" "all.$format"
done
run -o lone.txt --format=json .
expect_empty out
expect_same alone.json lone.txt

# What cannot be meant is refused before anything is written.
rm -f a.txt
run --format=gcc --format=json bad.onnx
expect_status 2
expect_line err 'onnx-lint: error: two reports, gcc and json, would go to standard output; --output behind a --format names a file for it'
run --format=gcc -o a.txt -o b.txt bad.onnx
expect_status 2
expect_line err 'onnx-lint: error: --output is given twice for one report: each wants a --format'
run --format=gcc -o a.txt --format=json -o ./a.txt bad.onnx
expect_status 2
expect_line err 'onnx-lint: error: --output would overwrite another report of this run: ./a.txt'
run --format=json -o a.txt --format=gcc -o bad.onnx bad.onnx
expect_status 2
expect_line err 'onnx-lint: error: --output would overwrite an input: bad.onnx'

# What a configuration says is told at its place.
mkdir configured
make_bad configured/bad.onnx
cat >configured/.onnx-lint.yaml <<'END'
reports:
  - format: gcc
  - {format: json, output: bad.onnx}
END
run --config=configured/.onnx-lint.yaml configured/bad.onnx
expect_status 2
echo 'configured/.onnx-lint.yaml:3:28: error: output would overwrite an input: configured/bad.onnx' >wanted
expect_same err wanted
printf 'reports:\n  - {format: json, output: a.txt}\n  - format: text\n    output: ./a.txt\n' >configured/.onnx-lint.yaml
run --config=configured/.onnx-lint.yaml configured/bad.onnx
expect_status 2
expect_line err 'configured/.onnx-lint.yaml:4:13: error: output would overwrite another report of this run: configured/./a.txt'
printf 'format: json\noutput: bad.onnx\n' >configured/.onnx-lint.yaml
run --config=configured/.onnx-lint.yaml configured/bad.onnx
expect_status 2
expect_line err 'configured/.onnx-lint.yaml:2:9: error: output would overwrite an input: configured/bad.onnx'
rm -r configured
expect_true "nothing is left behind" sh -c '! ls | grep -q "^a\.txt"'

# One that cannot be written takes no other with it.
if [ -c /dev/full ]; then
    run --format=json -o /dev/full --format=gcc -o full.gcc .
    expect_status 3
    expect_line err 'onnx-lint: error: cannot write /dev/full: No space left on device'
    expect_same alone.gcc full.gcc
else
    skip "there is no /dev/full"
fi

# The configuration names several as well; the command line counts more.
mkdir -p project/reports
cp bad.onnx project
cat >project/.onnx-lint.yaml <<'YAML'
reports:
  - format: gcc
  - {format: junit, output: reports/junit.xml}
YAML
cd project || exit 99
"$lint" --no-config --format=junit bad.onnx >../junit.xml 2>../err
run bad.onnx
expect_match out '^bad.onnx:4:26: error: '
expect_same ../junit.xml reports/junit.xml
rm reports/junit.xml
run --format=json bad.onnx
expect_valid_json out
expect_true "no other report is written" test ! -e reports/junit.xml
run --print-config
expect_line out 'reports:'
expect_line out '    output: reports/junit.xml'
run -o only.txt bad.onnx
expect_match only.txt '^bad.onnx:4:26: error: '
expect_true "no other report is written" test ! -e reports/junit.xml
for reports in '[{format: gcc}, {format: json}]' '[{output: a.txt}]' '[{format: xml}]' '[gcc]'; do
    echo "reports: $reports" >.onnx-lint.yaml
    run bad.onnx
    expect_status 2
    expect_match err '^\.onnx-lint\.yaml:1:[0-9]+: error: '
done
cd ..

# A text that is long is written as it comes, and still in its turn.
{
    echo '08 08 3A {'
    i=0
    while [ "$i" -lt 3000 ]; do
        echo "  2A { 08 02 10 01 42 { \"w$i\" } 4A { 00 00 80 3F } }"
        i=$((i + 1))
    done
    echo '} 42 { 10 11 }'
} | assemble flood.onnx
for format in $formats; do
    for jobs in 1 4; do
        "$lint" -j "$jobs" --format="$format" flood.onnx bad.onnx flood.onnx flood.onnx bad.onnx \
            >"jobs$jobs" 2>err
    done
    expect_true "the report is long" test "$(wc -c <jobs1)" -gt 1000000
    expect_same jobs1 jobs4
done

finish
