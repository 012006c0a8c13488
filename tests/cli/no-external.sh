#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Under --profile=no-external nothing but the linted file is opened or looked at; what that leaves unchecked is told,
# and what the entries say is checked all the same.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

mkdir -p dir/sub outside
head -c 4 /dev/zero >dir/short.bin
head -c 8 /dev/zero >outside/far.bin
ln -s ../outside/far.bin dir/link.bin
# FLOAT [2] each: too short a file, a link that leads out, none at all with a checksum, and a fault of the path.
assemble dir/m.onnx <<'HEX'
08 08
3A {
  12 { "g" }
  2A { 08 02 10 01 42 { "a" } 70 01 6A { 0A { "location" } 12 { "short.bin" } } }
  2A { 08 02 10 01 42 { "b" } 70 01 6A { 0A { "location" } 12 { "link.bin" } } }
  2A { 08 02 10 01 42 { "c" } 70 01 6A { 0A { "location" } 12 { "sub/none.bin" } }
       6A { 0A { "checksum" } 12 { 40*"0" } } }
  2A { 08 02 10 01 42 { "d" } 70 01 6A { 0A { "location" } 12 { "short.bin" } } }
  2A { 08 02 10 01 42 { "e" } 70 01 6A { 0A { "location" } 12 { "../outside/far.bin" } } }
  2A { 08 02 10 01 42 { "f" } 70 01 6A { 0A { "location" } 12 { "f.bin" } }
       6A { 0A { "offset" } 12 { "0x10" } } 6A { 0A { "weight" } 12 { "1" } } }
}
42 { 10 11 }
HEX

run dir/m.onnx
expect_status 1
expect_match out "\\[ext-length-absent-size\\]\$"
expect_match out '\[ext-file-symlink\]$'
expect_match out '\[ext-file-missing\]$'

run --profile=no-external dir/m.onnx
expect_status 1
expect_no_match out '\[ext-(file|range|checksum|parent)-'
expect_match out '\[ext-path-dotdot\]$'
expect_match out '\[ext-offset-syntax\]$'
expect_match out '\[ext-unknown-key\]$'
# Each file once, however many tensors are in it; the two that cannot be opened anyhow have their findings.
expect_match err 'not checked: an external data file: no file but the linted one is opened: 4 places, the first graph\.initializer\[0\]'
run --profile=no-external --format=json dir/m.onnx
expect_valid_json out
tr '{' '\n' <out | grep 'no file but the linted one is opened' >reasons
for path in 0 1 2 5; do
    expect_match reasons "graph\\.initializer\\[$path\\]"
done
run --profile=no-external dir/m.onnx
cat out err >by-profile
run --external=off dir/m.onnx
cat out err >by-option
expect_same by-profile by-option
printf 'external: off\n' >external.yaml
run --config=external.yaml dir/m.onnx
cat out err >by-file
expect_same by-profile by-file
run --config=external.yaml --external=on --profile=no-external dir/m.onnx
expect_match out '\[ext-file-missing\]$'
run --profile=no-external --rule=ext-file-missing=error dir/m.onnx
expect_no_match out '\[ext-file-missing\]$'

# traced ARGUMENT...: the names of files that the program hands to the system once it has the model, in the file
# names. The sanitizers look at /proc, and cannot look for leaks of a traced program.
traced() {
    command="strace onnx-lint $*"
    status=0
    ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" \
        strace -f -qq -e trace=%file -o trace "$lint" "$@" >out 2>err <dir/m.onnx || status=$?
    sed '1,/"dir\/m\.onnx", O_RDONLY/d' trace | grep '"' | grep -v '""' | grep -v '"/proc/\|"/sys/' >names
}

if command -v strace >/dev/null && strace -qq -e trace=%file -o trace true 2>/dev/null && [ -s trace ]; then
    traced dir/m.onnx
    expect_match names '"short\.bin"'
    expect_match names '"sub/none\.bin"|"sub"'
    traced --profile=no-external dir/m.onnx
    expect_status 1
    expect_match trace '"dir/m\.onnx", O_RDONLY'
    expect_empty names
    for profile in recommended no-external; do
        traced --profile="$profile" --stdin-filename=dir/m.onnx -
        grep -c '"short\.bin"\|"link\.bin"\|"dir"' trace >names
        if [ "$profile" = recommended ]; then expect_no_match names '^0$'; else expect_line names 0; fi
    done
else
    skip "strace cannot trace here: that nothing is opened is not proved"
fi

finish
