#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What each profile makes of the rules, and that --list-rules shows it.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

run --profile=recommended --list-rules
expect_status 0
mv out recommended
run --list-rules
expect_same recommended out
for profile in strict checker no-external; do
    run --profile="$profile" --list-rules
    expect_status 0
    expect_empty err
    mv out "$profile"
    # one rule a line, in the same order, and the count
    cut -d ' ' -f 1 recommended >ids
    cut -d ' ' -f 1 "$profile" >own
    expect_same ids own
done
expect_same recommended no-external
# All but the report about every node, which is for whoever asks for it.
expect_match strict ', 1 off$'
expect_match strict '^op-opset-since +info +off '
expect_match checker '^tensor-raw-length-short +error +on '
expect_match checker '^tensor-raw-length-long +error +off '
expect_match checker '^[0-9]+ rules: [0-9]+ errors?, [0-9]+ warnings?, 0 info, [0-9]+ off$'
# --rule comes on top, whatever the profile.
run --profile=checker --rule=tensor-raw-length-long=warning --list-rules
expect_match out '^tensor-raw-length-long +warning +on '

# The reference checker takes no offence at bytes behind the values: neither does its profile.
assemble long.pb <<'HEX'
08 01 10 01 42 { "w" } 4A { 00 00 80 3F 00 00 }
HEX
run --type=tensor long.pb
expect_status 1
expect_match out '\[tensor-raw-length-long\]$'
run --type=tensor --profile=checker long.pb
expect_status 0
expect_empty out
assemble short.pb <<'HEX'
08 01 10 01 42 { "w" } 4A { 00 00 80 }
HEX
run --type=tensor --profile=checker short.pb
expect_status 1
expect_match out '\[tensor-raw-length-short\]$'
run --explain=tensor-raw-length-long
expect_line out '  profiles    checker: off; no-external, recommended, strict: on'

run --profile=check
expect_status 2
expect_match err "'check'; did you mean 'checker'\\?"

finish
