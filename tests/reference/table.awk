# SPDX-License-Identifier: Apache-2.0
# The table of tests/reference/compare, from differences.tsv, the lines of onnx-lint, and the verdicts of the checker.

FNR == 1 { part++ }

part == 1 {
    if (FNR == 1) next
    rows++
    by[rows] = $1; what[rows] = $2; where[rows] = $3; right[rows] = $4; reason[rows] = $5; why[rows] = $6
    next
}

part == 2 {
    if (match($0, /:[0-9]+:[0-9]+: (error|warning): /) == 0) next
    path = substr($0, 1, RSTART - 1)
    is_error = substr($0, RSTART, RLENGTH) ~ /error/
    rule = $0
    sub(/^.*\[/, "", rule)
    sub(/[\/\]].*$/, "", rule)
    if (!is_error) has_warning[path, rule] = 1
    else if (index(" " errors[path] " ", " " rule " ") == 0) errors[path] = errors[path] (errors[path] == "" ? "" : " ") rule
    next
}

{
    source = $1
    sub(/\/.*$/, "", source)
    if (!(source in models)) sources[++source_count] = source
    models[source]++
    if ($3 ~ /^newer: /) { newer[source]++; next }
    if ($2 != "-") lowered[source]++
    for (mode = 1; mode <= 2; mode++) compare(source, mode, $1, $(mode + 2))
}

function count(source, mode, cell) { cells[source, mode, cell]++; cells["all", mode, cell]++ }

function compare(source, mode, path, verdict,    accepts, is_clean) {
    if (verdict ~ /^none: /) {
        count(source, mode, "none")
        ended[verdict (path in errors ? ": onnx-lint refuses" : ": onnx-lint accepts")]++
        return
    }
    count(source, mode, "compared")
    accepts = verdict == "ok"
    is_clean = !(path in errors)
    if (accepts == is_clean) { count(source, mode, accepts ? "accept" : "refuse"); return }
    count(source, mode, accepts ? "onnx-lint" : "checker")
    if (accepts) explain_errors(mode, path)
    else explain(mode, path, "checker", verdict)
}

# Each rule of the file's errors wants a reason; the first one is counted.
function explain_errors(mode, path,    rules, n, i) {
    n = split(errors[path], rules, " ")
    for (i = 1; i <= n; i++) if (row_of(path, "onnx-lint", rules[i]) == 0) break
    explain(mode, path, "onnx-lint", rules[i <= n ? i : 1])
}

function row_of(path, refused_by, text,    i) {
    for (i = 1; i <= rows; i++) {
        if (by[i] != refused_by || where[i] != "*" && path !~ where[i]) continue
        if (refused_by == "checker" ? text ~ what[i] : text ~ ("^(" what[i] ")$")) { is_used[i] = 1; return i }
    }
    return 0
}

function explain(mode, path, refused_by, text,    row, key) {
    row = row_of(path, refused_by, text)
    if (row == 0) {
        unexplained[mode]++
        printf "not explained: %s: only %s refuses: %s\n", path, refused_by, text
        return
    }
    if (right[row] == "warning" && !((path, reason[row]) in has_warning)) {
        unexplained[mode]++
        printf "not explained: %s: onnx-lint does not warn of %s\n", path, reason[row]
        return
    }
    explained[mode]++
    key = refused_by "\t" right[row] "\t" reason[row]
    if (!(key in why_of)) { keys[++key_count] = key; why_of[key] = 1 }
    reasons[key, mode]++
}

function print_line(name, mode) {
    printf "| %-18s | %8d | %11d | %11d | %12d | %14d | %10d |\n", name, cells[name, mode, "compared"],
        cells[name, mode, "accept"], cells[name, mode, "refuse"], cells[name, mode, "checker"],
        cells[name, mode, "onnx-lint"], cells[name, mode, "none"]
}

END {
    for (i = 1; i <= source_count; i++)
        printf "%s: %d models; %d of them import newer operators than the checker knows: not compared; " \
            "%d with a newer IR version: shown to it as of its own\n", sources[i], models[sources[i]],
            newer[sources[i]], lowered[sources[i]]
    title[1] = "check_model(path)"
    title[2] = "check_model(path, full_check=True)"
    for (mode = 1; mode <= 2; mode++) {
        printf "\n%s\n\n", title[mode]
        print "| models of          | compared | both accept | both refuse | only checker | only onnx-lint | no verdict |"
        print "|--------------------|---------:|------------:|------------:|-------------:|---------------:|-----------:|"
        for (i = 1; i <= source_count; i++) print_line(sources[i], mode)
        print_line("all", mode)
    }
    print ""
    for (end in ended) printf "no verdict (%s): %d\n", substr(end, 7), ended[end]
    print "\nDifferences (refused by one of the two)\n"
    print "| refused by | right     | reason                   | check_model | full_check |"
    print "|------------|-----------|--------------------------|------------:|-----------:|"
    for (i = 1; i < key_count; i++) for (j = i + 1; j <= key_count; j++)
        if (keys[j] < keys[i]) { key = keys[i]; keys[i] = keys[j]; keys[j] = key }
    for (i = 1; i <= key_count; i++) {
        split(keys[i], column, "\t")
        printf "| %-10s | %-9s | %-24s | %11d | %10d |\n", column[1], column[2], column[3], reasons[keys[i], 1],
            reasons[keys[i], 2]
    }
    failed = unexplained[1] + unexplained[2]
    printf "\ncheck-reference: %d and %d differences are explained by differences.tsv, %d are not\n", explained[1],
        explained[2], failed
    for (i = 1; i <= rows; i++) {
        if (right[i] !~ /^(checker|onnx-lint|warning)$/ || why[i] == "") {
            printf "differences.tsv: row %d does not say who is right, and why\n", i
            failed++
        }
        if (has_all && !is_used[i]) {
            printf "differences.tsv: explains no difference: %s: %s (%s)\n", by[i], what[i], where[i]
            failed++
        }
    }
    exit failed > 0
}
