# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2034,SC2154
# What the parts of the benchmark share: measuring, and counting the limits that are kept. Needs $tools, the folder of
# the programs, and $work, one for scratch.

missed=0
asked=0

# judge CONDITION WHAT: counts whether a limit is kept, and says so in $verdict.
judge() {
    asked=$((asked + 1))
    if awk "BEGIN { exit !($1) }"; then
        verdict="($2)"
    else
        missed=$((missed + 1))
        verdict="(MISSED: $2)"
    fi
}

within() {
    judge "$1 <= $2" "limit $2"
}

at_least() {
    judge "$1 >= $2" "limit $2"
}

calc() {
    awk "BEGIN { printf \"$1\", $2 }"
}

ms() {
    calc "%.${2:-1}f" "$1 / 1000"
}

mb() {
    calc "%.${2:-1}f" "$1 / 1048576"
}

fail() {
    echo "bench: $*" >&2
    exit 3
}

# take NAME HIGHEST_STATUS FILE|- COMMAND... [-- COMMAND...]: measures one command or two in turns ($tools/measure says
# how), and leaves what it tells in $us, $cpu, $kb, $pages and in $us2, $cpu2, $kb2, $pages2.
take() {
    what=$1 highest=$2 counted=$3
    shift 3
    lines=$("$tools/measure" "$runs" "$counted" "$@") || fail "$what cannot be measured"
    status2=0
    {
        read -r us cpu kb pages status
        read -r us2 cpu2 kb2 pages2 status2 || status2=0
    } <<END
$lines
END
    [ "$status" -le "$highest" ] || fail "$1 ended with status $status on $what"
    [ "$status2" -eq 0 ] || fail "what is compared with ended with status $status2 on $what"
}

make_input() {
    "$tools/make_input" "$1" "$2" || fail "make_input $1 failed"
}
