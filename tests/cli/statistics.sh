#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --statistics tells what was read, found and spent, and counts it exactly.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

# fixed FILE: what does not depend on the machine
fixed() {
    sed -n '/^onnx-lint: statistics$/,/^  memory/p' "$1" | sed '/^  memory/d'
}

make_good good.onnx
make_bad bad.onnx
make_warning warning.onnx

run good.onnx
expect_no_match err statistics

# 79 bytes, of which 4 are raw_data. Messages: model, graph, node, tensor, two value infos of five messages each (down
# to the dimension), opset_import.
run --statistics bad.onnx
expect_status 1
fixed err >told
cat >wanted <<'TEXT'
onnx-lint: statistics
  files           1 linted, 0 not read
  bytes           75 read of 79
  bytes elsewhere 0
  messages        15
  tensors         1
  findings        1 error, 0 warnings, 0 infos
  accepted        0 by suppressions, 0 by the baseline
  not checked     0 places
TEXT
head -n 9 told >begin
expect_same wanted begin
expect_match told '^  rules +[0-9]+ on, 1 fired$'
expect_line told '           1  tensor-raw-length-short'
expect_match err '^  memory +[0-9]+ KiB at most(, [0-9]+ KiB without files)?$'
for stage in starting finding linting reporting writing 'in all'; do
    expect_match err "^  $stage +[0-9]+\.[0-9]{3} +[0-9]+\.[0-9]{3}\$"
done

# As many rules are on as the last line of --list-rules has in force.
on=$(sed -n 's/^  rules *\([0-9]*\) on.*/\1/p' told)
run --list-rules
listed=$(awk '/^[0-9]+ rules:/ { print $1 - $(NF - 1) }' out)
expect_true "$on are on, but --list-rules has $listed" test "$on" -eq "$listed"
run --statistics --rule=tensor-raw-length-short=off bad.onnx
expect_match err "^  rules +$((on - 1)) on, 0 fired\$"

# Payloads count where a rule reads them, and once: raw_data of BOOL, and of floats where values are looked at by two.
assemble bool.pb <<'HEX'
08 04 10 09 42 { "b" } 4A { 00 01 01 02 }
HEX
run --statistics --type=tensor bool.pb
expect_line err '  bytes           13 read of 13'
assemble float.pb <<'HEX'
08 02 10 01 42 { "f" } 4A { 00 00 80 7F 00 00 80 3F }
HEX
run --statistics --type=tensor float.pb
expect_line err '  bytes           9 read of 17'
run --statistics --type=tensor --rule=tensor-float-nonfinite=info float.pb
expect_line err '  bytes           17 read of 17'
assemble packed.pb <<'HEX'
08 02 10 01 42 { "f" } 22 { 00 00 80 7F 00 00 80 3F }
HEX
run --statistics --type=tensor packed.pb
expect_line err '  bytes           9 read of 17'
run --statistics --type=tensor --rule=tensor-float-nonfinite=info packed.pb
expect_line err '  bytes           17 read of 17'
assemble text.pb <<'HEX'
08 01 10 08 42 { "t" } 32 { "abcde" }
HEX
run --statistics --type=tensor text.pb
expect_line err '  bytes           14 read of 14'
# What the schema does not know is stepped over, and so is what cannot be read.
assemble unknown.pb <<'HEX'
08 01 10 08 42 { "t" } 32 { "abcde" } FA 3E { "123456789" }
HEX
run --statistics --type=tensor unknown.pb
expect_line err '  bytes           17 read of 26'
head -c 30 bad.onnx >cut.onnx
run --statistics cut.onnx
expect_match err '^  not checked +[1-9][0-9]* places?$'
# A file that is no ONNX is read by nobody.
echo '<html>' >page.onnx
run --statistics page.onnx missing.onnx
expect_line err '  files           1 linted, 1 not read'
expect_line err '  bytes           0 read of 7'
expect_line err '  messages        0'

# A gigabyte of weights, as a hole in the file.
size=1073741824
assemble head.part <<'HEX'
08 08 3A FA 80 80 80 04                      # ir_version: 8, graph
  0A { 0A { "x" } 0A { "w" } 12 { "y" } 1A { "n" } 22 { "Add" } }
  12 { "g" }                                 # name
  2A 90 80 80 80 04 08 80 80 80 80 01 10 01 42 { "w" } 4A 80 80 80 80 04
HEX
assemble tail.part <<'HEX'
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
42 { 10 11 }                                 # opset_import: 17
HEX
cp head.part big.onnx
truncate -s $(($(wc -c <head.part) + size)) big.onnx
cat tail.part >>big.onnx
run --statistics big.onnx
expect_match err '^  bytes +[0-9]{1,3} read of 10737[0-9]{5}$'
rm big.onnx

# The counts do not depend on the number of threads, nor on the order.
mkdir many
for i in 1 2 3 4 5 6 7 8 9 10; do
    cp good.onnx many/$i-good.onnx
    cp bad.onnx many/$i-bad.onnx
    cp warning.onnx many/$i-warning.onnx
done
run --statistics -j 1 many
fixed err >one
run --statistics -j 4 many
fixed err >four
expect_same one four
expect_line one '  files           30 linted, 0 not read'
expect_line one '          10  tensor-raw-length-short'
expect_line one '  findings        10 errors, 10 warnings, 0 infos'

# Findings past the maximum belong to no rule in the table, but are told.
{
    printf '\012\001x\022\002\012\000'
    for i in 1 2 3 4 5; do printf '\372\076\001\377'; done
} >unknown.bin
run --statistics --max-diagnostics=2 --type=value-info --rule=wire-unknown-field=warning unknown.bin
expect_match err '^ +[1-9][0-9]*  past --max-diagnostics$'

# What is accepted is counted as such.
run --quiet --write-baseline=known.json --statistics bad.onnx
expect_match err '^  bytes +75 read of 79$'
run --quiet --baseline=known.json --statistics bad.onnx
expect_status 0
expect_line err '  accepted        0 by suppressions, 1 by the baseline'
expect_match err '^  rules +[0-9]+ on, 0 fired$'

# JSON has the same, in both forms, and a configuration can ask for it.
echo 'statistics: true' >.onnx-lint.yaml
run --format=json --quiet many missing.onnx
expect_valid_json out
expect_match out '"statistics":\{"bytes":2[0-9]{3},"bytes_read":2[0-9]{3},"bytes_read_elsewhere":0,"messages":4[0-9]{2},"tensors":10,'
expect_match out '"fired":\[\{"rule":"[a-z-]+","findings":10\},\{"rule":"[a-z-]+","findings":10\}\],"not_checked":\[\]'
run --format=json cut.onnx
expect_valid_json out
expect_match out '"not_checked":\[\{"reason":"[^"]+","places":[1-9]'
run --format=jsonl bad.onnx
tail -n 1 out >last
expect_match last '"statistics":\{"bytes":79,"bytes_read":75,'
expect_true 'the last line is what its schema says' \
    "$json_schema" "$source_root/doc/report-line.schema.json" last

finish
