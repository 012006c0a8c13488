# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
# What parts of the work cost: findings, the rules about operators, rules of a user's, and memory at its worst.

# amplification NAME KIND=COUNT LIMIT: memory for each byte of a model.
amplification() {
    name=$1 kind=$2 limit=$3
    file=$work/dense.onnx
    make_input "$kind" "$file"
    take "$name" 1 - "$ONNX_LINT" -j 1 --no-config --profile strict --max-diagnostics 1 "$file"
    size=$(wc -c <"$file")
    rm -f "$file"
    ratio=$(calc %.1f "$kb * 1024 / $size")
    within "$ratio" "$limit"
    printf '%s\n  RssAnon    %s MB, and the file %s MB: ratio %s %s\n' "$name" "$(calc %.1f "$kb / 1024")" \
        "$(mb "$size")" "$ratio" "$verdict"
}

# findings NAME KIND LIMIT COUNT COUNT [/DEPTH]: so many findings in one file, in every format: the growth of time from
# the first count to the second, and the memory for each of the second, beside what a run takes that keeps one.
findings() {
    name=$1 kind=$2 limit=$3 few=$4 many=$5 depth=${6-}
    printf '%s\n  %-10s %12s %12s %7s\n' "$name" format "$few: ms" "$many: ms" ratio
    make_input "$kind=$((few + 1))$depth" "$work/few.onnx"
    make_input "$kind=$((many + 1))$depth" "$work/many.onnx"
    for format in gcc text json jsonl sarif github junit checkstyle; do
        take "$name" 1 - "$ONNX_LINT" -j 1 --no-config --format "$format" --max-diagnostics 0 "$work/few.onnx"
        few_cpu=$cpu few_us=$us
        take "$name" 1 - "$ONNX_LINT" -j 1 --no-config --format "$format" --max-diagnostics 1 "$work/many.onnx"
        one_kb=$kb
        take "$name" 1 - "$ONNX_LINT" -j 1 --no-config --format "$format" --max-diagnostics 0 "$work/many.onnx"
        [ "$status" -eq 1 ] || fail "there are no findings in $kind"
        ratio=$(calc %.2f "$cpu / $few_cpu")
        within "$ratio" "$(calc %.1f "1.5 * $many / $few")"
        time_verdict=$verdict
        each=$(calc %.0f "($kb - $one_kb) * 1024 / $many")
        within "$each" "$limit"
        printf '  %-10s %12s %12s %7s %s; kept for each %s bytes %s\n' "$format" "$(ms "$few_us")" "$(ms "$us")" \
            "$ratio" "$time_verdict" "$each" "$verdict"
    done
    rm -f "$work/few.onnx" "$work/many.onnx"
}

# operators NAME COUNT RATIO_LIMIT START_LIMIT_MS SIZE_LIMIT_KB: what the rules about operators cost for COUNT nodes,
# at start-up, and in the program. Without them nodes are bound to no schema, and values have no types.
operators() {
    name=$1 count=$2 ratio_limit=$3 start_limit=$4 size_limit=$5
    without=$("$ONNX_LINT" --list-rules=ids | sed -n 's/^op-.*/--rule=&=off/p')
    file=$work/operators.onnx
    make_input "operators=$count" "$file"
    # shellcheck disable=SC2086 # one word for each rule
    take "$name" 0 - "$ONNX_LINT" -j 1 --no-config "$file" -- "$ONNX_LINT" -j 1 --no-config $without "$file"
    ratio=$(calc %.2f "$cpu / $cpu2")
    within "$ratio" "$ratio_limit"
    echo "$name"
    printf '  time      with      %9s ms   without %5s ms   ratio %s\n' "$(ms "$us")" "$(ms "$us2")" \
        "$(calc %.2f "$us / $us2")"
    printf '  processor with      %9s ms   without %5s ms   ratio %s %s\n' "$(ms "$cpu")" "$(ms "$cpu2")" "$ratio" \
        "$verdict"
    runs=$((runs * 5))
    make_input operators=8 "$file"
    # shellcheck disable=SC2086
    take "$name" 0 - "$ONNX_LINT" -j 1 --no-config "$file" -- "$ONNX_LINT" -j 1 --no-config $without "$file"
    runs=$((runs / 5))
    more=$(calc %.2f "($us - $us2) / 1000")
    within "$more" "$start_limit"
    printf '  start-up  with      %9s ms   without %5s ms   more %s ms %s\n' "$(ms "$us" 2)" "$(ms "$us2" 2)" "$more" \
        "$verdict"
    size=$(size "$OL_BUILDDIR/lib/onnx/operator_tables.o" | awk 'NR == 2 { print $4 }')
    within "$(calc %.1f "$size / 1000")" "$size_limit"
    printf '  tables    in the program %s kB %s\n' "$(calc %.1f "$size / 1000")" "$verdict"
    rm -f "$file"
}

# own_rule NAME RATIO_LIMIT FILE: what a rule of a user's, on standard input, costs beside all others.
own_rule() {
    name=$1 ratio_limit=$2 file=$3
    { printf 'id: bench-rule\ntitle: a rule to measure\nseverity: warning\nexplanation: None.\n' && cat; } >"$work/rule.yaml"
    take "$name" 0 - "$ONNX_LINT" -j 1 --no-config --rule-file="$work/rule.yaml" "$file" -- \
        "$ONNX_LINT" -j 1 --no-config "$file"
    ratio=$(calc %.2f "$cpu / $cpu2")
    within "$ratio" "$ratio_limit"
    printf '  %-24s with %9s ms   without %9s ms   processor %s, ratio %s %s\n' "$name" "$(ms "$us")" "$(ms "$us2")" \
        "$(ms "$cpu")" "$ratio" "$verdict"
}

# own_rules NAME RATIO_LIMIT FILE: rules of a user's, each by itself.
own_rules() {
    ratio_limit=$2 file=$3
    echo "$1"
    own_rule 'fires on each node' "$ratio_limit" "$file" <<'END'
target: NodeProto
check: field_absent
with: {field: name}
message: "a node has a name"
END
    own_rule 'a pattern for each name' "$ratio_limit" "$file" <<'END'
target: NodeProto
check: text_pattern
with: {field: name, pattern: "[a-z]+_[a-z_]+[0-9]+"}
message: "{subject}: the name is of another form"
END
    own_rule 'a path and a condition' "$ratio_limit" "$file" <<'END'
target: "graph.node[*]"
when: {op_type: Step}
check: field_absent
with: {field: doc_string}
message: "{subject}: documented"
END
}

bench_costs() {
    operators '100,000 nodes of the standard, with and without the rules about operators' 100000 1.5 1 500
    make_input nodes=200000 "$work/nodes.onnx"
    own_rules '200,000 nodes, and a rule of a user beside the others' 1.20 "$work/nodes.onnx"
    rm -f "$work/nodes.onnx"
    findings 'Findings in one file, each with a related place and names' repeated 256 10000 100000
    findings 'The same with names of 115 bytes' repeatedlong 256 10000 100000
    findings 'The same in graphs of which 8 are nested, one in the other' repeateddeep 256 10000 100000 /8
    findings 'The same where 30 are nested' repeateddeep 256 10000 100000 /30
    findings 'Each finding at the bottom of a tower of its own, of 8 graphs' towers 256 10000 100000 /8
    findings 'The same with towers of 30 graphs' towers 256 2000 20000 /30
    amplification 'The smallest items, 500,000 of each' dense=500000 6
}
