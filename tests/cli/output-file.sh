#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --output writes the whole report or nothing, and never to an input.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_bad bad.onnx
run bad.onnx
mv out wanted

run --output=report.txt bad.onnx
expect_status 1
expect_empty out
expect_same wanted report.txt
echo "old.onnx:1:1: warning: old (@0x0+1) [wire-truncated]" >report.txt
chmod 600 report.txt
run -o report.txt bad.onnx
expect_same wanted report.txt
expect_true "the permissions stay" test "$(stat -c %a report.txt)" = 600
(umask 027 && "$lint" -o fresh.txt bad.onnx 2>err)
expect_true "a new file obeys the umask" test "$(stat -c %a fresh.txt)" = 640

# Through a link, what it leads to is replaced.
mkdir elsewhere
: >elsewhere/real.txt
ln -s elsewhere/real.txt link.txt
run -o link.txt bad.onnx
expect_same wanted elsewhere/real.txt
expect_true "the link stays" test -h link.txt

# So it is where it is not there yet, through several links as well.
ln -s elsewhere/new.txt dangling.txt
ln -s dangling.txt further.txt
run -o further.txt bad.onnx
expect_status 1
expect_same wanted elsewhere/new.txt
expect_true "the links stay" test -h dangling.txt -a -h further.txt
ln -s no/such/folder.txt lost.txt
run -o lost.txt bad.onnx
expect_status 3
expect_true "the link stays" test -h lost.txt
ln -s circle.txt circle.txt
run -o circle.txt bad.onnx
expect_status 3

# Two reports do not go to one place, under whatever names.
ln -s elsewhere/q.json one.json
ln -s ../work/elsewhere/q.json two.json
mkfifo pipe
ln -s pipe pipe-link
both() {
    cat pipe >piped &
    reader=$!
    run --format=gcc -o "$1" --format=json -o "$2" bad.onnx
    expect_status 2
    expect_match err 'output would overwrite another report of this run: '
    : 3<>pipe # for a reader that nobody has written to
    wait "$reader"
    expect_empty piped
}
both one.json two.json
expect_true "nothing was written" test ! -e elsewhere/q.json
both pipe pipe
both pipe pipe-link
run --format=gcc -o /dev/stdout --format=json bad.onnx
expect_status 2
run --format=gcc -o /dev/null --format=json -o /dev/null bad.onnx
expect_status 1

# An input is refused, under whatever name.
cp bad.onnx before
ln bad.onnx hard.onnx
ln -s bad.onnx soft.onnx
mkdir models
cp bad.onnx models/a.onnx
for output in bad.onnx ./bad.onnx hard.onnx soft.onnx; do
    run -o "$output" bad.onnx
    expect_status 2
    expect_count err 1
    expect_same before bad.onnx
done
run -o models/a.onnx models
expect_status 2
expect_same before models/a.onnx
command='onnx-lint -o bad.onnx - <bad.onnx'
status=0
# shellcheck disable=SC2094 # that is the question
"$lint" -o bad.onnx - <bad.onnx >out 2>err || status=$?
expect_status 2
expect_same before bad.onnx

# So is every other file that is no report: a model may need it, under whatever name, whatever rules are on.
mkdir e
cp bad.onnx e/m.onnx
assemble e/w.bin <<'HEX'
00 00 80 3F
HEX
cp e/w.bin weights
ln e/w.bin hard.bin
ln -s e/w.bin soft.bin
printf 'old: error: [x]' >text.bin
cp text.bin text
for output in e/w.bin e/../e/w.bin hard.bin soft.bin; do
    run -o "$output" e/m.onnx
    expect_status 2
    expect_count err 1
    expect_match err '^onnx-lint: error: --output would overwrite a file that is no report of onnx-lint: '
    expect_same weights e/w.bin
done
run -o text.bin bad.onnx
expect_status 2
expect_same text text.bin

# The lines of other tools look like ours, but for the bytes and the rules.
for line in 'src/a.c:1:4: warning: unused variable [unused-variable]' 'src/a.c:1:1: warning: no guard [header-guard]' \
    'error: unused variable [unused-variable]'; do
    echo "$line" >other.log
    cp other.log other
    run -o other.log bad.onnx
    expect_status 2
    expect_same other other.log
done
# A finding about a file as a whole has no bytes.
: >empty.onnx
for format in gcc text; do
    rm -f whole.txt
    run --format="$format" -o whole.txt empty.onnx
    expect_status 1
    expect_no_match whole.txt '@0x'
    run -o whole.txt bad.onnx
    expect_same wanted whole.txt
done

# A report of either form, coloured or not, gives way to the next one.
for option in --format=json --color=always --color=never --format=text; do
    run -o again.txt "$option" bad.onnx
    expect_status 1
    run -o again.txt bad.onnx
    expect_status 1
    expect_same wanted again.txt
done

# What cannot be written leaves things as they were.
run -o nowhere/report.txt bad.onnx
expect_status 3
expect_count err 1
run -o elsewhere bad.onnx
expect_status 3
run -o /dev/full bad.onnx
expect_status 3
expect_match err 'No space left on device$'
run -o /dev/stdout bad.onnx
expect_status 1
expect_same wanted out
expect_true "no temporary file is left" sh -c '! ls | grep -q "txt\.\|onnx\."'

finish
