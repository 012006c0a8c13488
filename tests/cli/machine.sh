#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A machine that lets the program down: reads that are short or interrupted, files that change while they are read, what
# is no file, paths that are swapped at the worst moment; and the proof that linting writes to nothing.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

if [ -n "${OL_INSTRUMENT:-}" ]; then
    echo "not in an instrumented build: a sanitizer wants to be loaded first"
    exit 77
fi
faults=$room/faults.so
${OL_CC:-cc} -D_GNU_SOURCE -std=c17 -O1 -fPIC -shared -o "$faults" "$source_root/tests/tools/faults.c" -ldl ||
    { echo "the shared object cannot be built"; exit 77; }

# faulty NAME=VALUE... -- ARGUMENT...: a run with these settings of tests/tools/faults.c
faulty() {
    settings=''
    while [ "$1" != -- ]; do
        settings="$settings OL_FAULTS_$1"
        shift
    done
    shift
    command="$settings onnx-lint $*"
    status=0
    # shellcheck disable=SC2086 # settings are words
    env $settings LD_PRELOAD="$faults" "$lint" "$@" >out 2>err || status=$?
}

make_good good.onnx
make_bad bad.onnx

mkdir model model/d
make_external model/m.onnx d/w.bin
printf 'inside!!' >model/d/w.bin

faulty LOG=log -- good.onnx
expect_status 0
if ! grep -q "^read .*/good\.onnx$" log; then
    echo "skipped: the program's calls cannot be seen here"
    exit 77
fi

# --- short and interrupted reads ---

for format in gcc json; do
    run --format=$format model/m.onnx
    cp out wanted
    faulty SHORT=1 -- --format=$format model/m.onnx
    expect_status 1
    expect_same out wanted
    run --format=$format - <bad.onnx
    cp out wanted
    faulty SHORT=1 -- --format=$format - <bad.onnx
    expect_same out wanted
done
expect_match out tensor-raw-length-short

# --- short and interrupted writes ---

run --profile=strict bad.onnx
cp out wanted
faulty SHORT=1 LOG=log -- --profile=strict bad.onnx
expect_status 1
expect_same out wanted
expect_line log 'interrupted write'
faulty SHORT=1 -- --profile=strict --output=report.txt bad.onnx
expect_status 1
expect_same report.txt wanted
for arguments in --help --list-rules '--write-baseline=short.jsonl bad.onnx' '--dump bad.onnx'; do
    # shellcheck disable=SC2086 # they are words
    run $arguments
    cp out wanted
    # shellcheck disable=SC2086
    faulty SHORT=1 -- $arguments
    expect_status 0
    expect_same out wanted
done
run --baseline=short.jsonl bad.onnx
expect_status 0

# --- files that change while they are mapped ---

# 20,000 nodes: a file of many pages.
awk 'BEGIN { print "08 08 3A {"; for (i = 0; i < 20000; i++) print "0A { 12 { \"y\" } }"; print "}" }' | assemble large.onnx
make_bad also.onnx

# changes WHAT [FILE]: that file, and no other, is told as changed; the others are linted, and nothing is killed.
changes() {
    file=${2:-large.onnx}
    for jobs in 1 4; do
        cp -p "$file" kept
        faulty "MAPPED=$work/$file" "DO=$1" -- --quiet --jobs=$jobs bad.onnx "$file" also.onnx
        expect_status 3
        expect_line err "onnx-lint: error: $file: was changed while it was linted"
        expect_count err 1
        expect_line out "bad.onnx:$bad_line"
        expect_line out "also.onnx:$bad_line"
        expect_count out 2
        cp -p kept "$file"
    done
}
changes cut
changes cut-page
changes grow
changes touch
changes cut good.onnx
cp -p large.onnx kept
faulty "MAPPED=$work/large.onnx" DO=cut -- --format=json --jobs=2 bad.onnx large.onnx
expect_status 3
expect_valid_json out
expect_match out '"path":"large.onnx","size":null,.*"error":"large.onnx: was changed while it was linted"'
expect_match out '"path":"bad.onnx","size":[1-9]'
faulty "MAPPED=$work/large.onnx" DO=cut -- --quiet - <large.onnx
expect_status 1
cp kept large.onnx
faulty "MAPPED=$work/large.onnx" DO=cut -- --quiet - <large.onnx
expect_status 3
expect_line err 'onnx-lint: error: <stdin>: was changed while it was linted'
cp kept large.onnx

# Data that changes while it is hashed has no checksum that anybody could compare; nor has what was cut.
for what in grow touch cut; do
    printf 'inside!!' >model/d/w.bin
    faulty "READ=$work/model/d/w.bin" "DO=$what" -- model/m.onnx
    expect_status 0
    expect_empty out
    expect_match err '^onnx-lint: not checked: the checksum of an external data file: it was changed while it was read'
done
printf 'inside!!' >model/d/w.bin

# One that another takes the place of stays what it was when it was opened.
make_good replaced.onnx
make_bad replaced.onnx.new
faulty "MAPPED=$work/replaced.onnx" DO=replace -- --quiet replaced.onnx
expect_status 0
run --quiet replaced.onnx
expect_status 1

# Without a file that goes on, the run ends with a message.
for action in --dump --print-config; do
    cp kept large.onnx
    printf '%070000d' 0 | tr 0 '#' >.onnx-lint.yaml
    case $action in
    --dump) faulty "MAPPED=$work/large.onnx" DO=cut -- --no-config --dump large.onnx ;;
    *) faulty "MAPPED=$work/.onnx-lint.yaml" DO=cut -- --print-config ;;
    esac
    expect_status 3
    expect_line err 'onnx-lint: error: a file was cut short while it was read'
    rm .onnx-lint.yaml
done
cp kept large.onnx

# --- what is no file is neither opened nor waited for ---

mkfifo pipe.onnx
ln -s loop.onnx loop.onnx
long=$(printf '%0300d' 0)
nothing='pipe.onnx /dev/zero'
if command -v python3 >/dev/null &&
    python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket.onnx")' 2>/dev/null; then
    nothing="$nothing socket.onnx"
else
    skip "no socket can be made"
fi
for path in $nothing; do
    : >log
    faulty LOG=log -- --quiet "$path" bad.onnx
    expect_status 3
    expect_match err "^onnx-lint: error: $path: is a (pipe|socket|device), not a regular file$"
    expect_line out "bad.onnx:$bad_line"
    expect_no_match log "$path"
    for option in --config --baseline --suppressions --rule-file --target; do
        rm -f as-option.yaml
        ln -s "$path" as-option.yaml
        : >log
        faulty LOG=log -- --quiet "$option=as-option.yaml" bad.onnx
        expect_status 2
        expect_match err 'is a (pipe|socket|device), not a regular file'
        expect_no_match log "$path"
    done
    for option in --dump --assemble; do
        faulty -- --no-config "$option" "$path"
        expect_status 3
        expect_match err 'is a (pipe|socket|device), not a regular file'
    done
done
run --quiet "$long" loop.onnx bad.onnx
expect_status 3
expect_match err 'File name too long$'
expect_match err 'Too many levels of symbolic links$'

# In the place of the data: a finding, or told as not checked; opened is none of them.
place() {
    rm -rf model/d/w.bin
    "$@"
    : >log
    faulty LOG=log -- model/m.onnx
    expect_no_match log '^read .*w\.bin'
}
place mkfifo model/d/w.bin
expect_match out '\[ext-file-not-regular\]$'
place mkdir model/d/w.bin
expect_match out '\[ext-file-not-regular\]$'
place ln -s /dev/zero model/d/w.bin
expect_status 1
place ln -s w.bin model/d/w.bin
expect_match out '\[ext-file-missing\]$'
rm -rf model/d/w.bin
printf 'inside!!' >model/d/w.bin
chmod 0 model/d/w.bin
if [ ! -r model/d/w.bin ]; then
    run model/m.onnx
    expect_status 0
    expect_match err '^onnx-lint: not checked: the checksum of an external data file: it cannot be read'
fi
chmod 600 model/d/w.bin

# --- paths that are swapped while they are followed ---

# Whatever the moment: nothing but what lies in the model's folder is opened to be read, and what lies outside is not told
# of. swap PATH ARGUMENT...: PATH.new takes the place of PATH before each call, for good or for one call.
outside=$room/outside
mkdir "$outside"
printf 'outside!' >"$outside/w.bin"
swap() {
    swapped=$1
    shift
    calls=2
    at=1
    worst=''
    rm -f log outs
    while [ "$at" -le "$calls" ]; do
        for back in '' BACK=1; do
            : >log
            # shellcheck disable=SC2086 # back is a word or none
            faulty "SWAP=$work/$swapped" "AT=$at" $back LOG=log -- "$@"
            calls=$(sed -n 's/^calls //p' log)
            cat out err >>outs
            if [ "$status" -gt 3 ] || grep -q "^read $outside/" log || [ -z "$calls" ]; then
                worst="$worst $at"
            fi
            if [ -e "$swapped.old" ] || [ -L "$swapped.old" ]; then
                mv "$swapped" "$swapped.new"
                mv "$swapped.old" "$swapped"
            fi
        done
        at=$((at + 1))
    done
    expect_true "enough moments were tried: $calls" test "$calls" -gt 10
    expect_true "nothing outside was opened, at$worst" test -z "$worst"
}
ln -s "$outside" model/d.new
swap model/d model/m.onnx
expect_match outs '\[ext-checksum-mismatch\]$' # swapped too late, or back again
expect_match outs '\[ext-parent-symlink\]$'
expect_match outs 'not checked: the checksum of an external data file: it cannot be read' # between look and opening
rm model/d.new
ln -s "$outside/w.bin" model/d/w.bin.new
swap model/d/w.bin model/m.onnx
rm model/d/w.bin.new
# The other way round: what leads out when it is first looked at, and is good when it is opened.
mv model/d/w.bin model/d/w.bin.new
ln -s "$outside/w.bin" model/d/w.bin
swap model/d/w.bin model/m.onnx
rm model/d/w.bin
mv model/d/w.bin.new model/d/w.bin
# A pipe in its place is never waited for.
mkfifo model/d/w.bin.new
swap model/d/w.bin model/m.onnx
rm model/d/w.bin.new
mkfifo model/m.onnx.new
swap model/m.onnx model/m.onnx
rm model/m.onnx.new

# --- nothing is written ---

faulty SECCOMP=1 -- --output=x.txt good.onnx
if [ "$status" -eq 77 ]; then
    skip "there is no seccomp here"
else
    # That the kernel would end the program is seen where it is asked to write.
    expect_true "writing a file ends the program" test "$status" -gt 128
    binaries=$build_root/tests/tools/binaries
    [ -x "$binaries" ] && OL_SRCDIR=$source_root "$binaries" suite >/dev/null
    set -- model bad.onnx
    [ ! -d suite ] || set -- "$@" suite
    [ ! -d /usr/share/libonnx-testdata ] || set -- "$@" /usr/share/libonnx-testdata/data
    for format in gcc text json jsonl sarif github junit checkstyle; do
        [ $format = gcc ] || set -- model bad.onnx
        faulty SECCOMP=1 -- --include='*' --format=$format --profile=strict --max-diagnostics=3 "$@"
        expect_true "$format: nothing was written" test "$status" -le 3
        expect_match out tensor-raw-length-short
    done
    printf 'rules: {file-empty: off}\n' >set.yaml
    run --write-baseline=base.jsonl bad.onnx
    printf -- '- rule: file-empty\n  reason: none\n' >accepted.yaml
    for arguments in '--config=set.yaml bad.onnx' '--baseline=base.jsonl bad.onnx' '--suppressions=accepted.yaml bad.onnx' \
        '--statistics bad.onnx' '--changed model/d/w.bin' '--dump bad.onnx' '--where bad.onnx graph.name' '--list-rules' \
        '--explain=file-empty' '--print-config' '--explain-node=graph.node[0] bad.onnx' '--help=man'; do
        # shellcheck disable=SC2086 # they are words
        faulty SECCOMP=1 -- $arguments
        expect_true "nothing was written" test "$status" -le 3
    done
fi

# The kernel's own word, which knows of openat2 too.
if command -v strace >/dev/null && strace -f -o log -e trace=%file true 2>/dev/null; then
    set -- model
    [ ! -d suite ] || set -- "$@" suite
    command="strace onnx-lint $*"
    strace -f -o log -e trace=%file,openat2 "$lint" --include='*' --quiet --max-diagnostics=3 "$@" >out 2>err
    grep -E 'O_(WRONLY|RDWR|CREAT|TRUNC)' log >writing
    grep -E '^[0-9]+ +(creat|rename|unlink|link|symlink|mkdir|rmdir|mknod|chmod|f?chown|truncate|utime|execve)[a-z0-9]*\(' log |
        sed 1d >>writing # the first one starts the program
    expect_empty writing
    expect_match log 'O_RDONLY'
    # What is opened, beside what the system needs, lies in the folders that were named.
    sed -nE 's/.*open(at2?)?\((AT_FDCWD, )?"([^"]*)".* = [0-9]+$/\3/p' log |
        grep -vE '^(/etc/|/lib|/usr/lib|/proc/|/dev/null$|/sys/)' | grep -E "^/|(^|/)\.\./" |
        grep -vxF -e "$room/.onnx-lint.yaml" -e / >elsewhere
    sed -E 's|^(\.\./)+||' elsewhere | grep -vE '^(\.onnx-lint\.ya?ml)?$' >strange
    cat strange
    expect_empty strange
else
    skip "there is no strace, or it may not look"
fi

finish
