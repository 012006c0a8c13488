# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
# Growth: time and memory of inputs of more and more parts. Beside each size stands how many times as much it takes as
# the one before it, which is to be as many times as it has parts. Ratios of less than PROPER_US of processor time, or
# PROPER_KB of memory, are those of starting, and not judged.
PROPER_US=10000
PROPER_KB=4096
TIME_SLACK=1.5   # times the ratio of the sizes: caches, and what else the machine does
MEMORY_SLACK=2.0 # times the ratio of the sizes: tables double

scale_head() {
    printf '%s\n  %12s %9s %10s %10s %7s %11s %7s\n' "$1" parts 'file MB' 'time ms' 'cpu ms' ratio 'RssAnon MB' ratio
    before_count=0
}

# scale_row SIZE BYTES: a line of what take has left, held against the one before.
scale_row() {
    count=${1%/*} time_ratio=- memory_ratio=- verdicts=''
    if [ "$before_count" -ne 0 ]; then
        time_ratio=$(calc %.2f "$cpu / $before_cpu")
        memory_ratio=$(calc %.2f "$kb / ($before_kb + 1)")
        if [ "$before_cpu" -ge "$PROPER_US" ]; then
            within "$time_ratio" "$(calc %.2f "$TIME_SLACK * $count / $before_count")"
            verdicts="time $verdict"
        fi
        if [ "$before_kb" -ge "$PROPER_KB" ]; then
            within "$memory_ratio" "$(calc %.2f "$MEMORY_SLACK * $count / $before_count")"
            verdicts="$verdicts memory $verdict"
        fi
    fi
    printf '  %12s %9s %10s %10s %7s %11s %7s %s\n' "$1" "$(mb "$2" 2)" "$(ms "$us")" "$(ms "$cpu")" "$time_ratio" \
        "$(calc %.1f "$kb / 1024")" "$memory_ratio" "$verdicts"
    before_count=$count before_cpu=$cpu before_kb=$kb
}

# scale NAME KIND SIZE...: models of one kind.
scale() {
    name=$1 kind=$2
    shift 2
    scale_head "$name"
    file=$work/$kind.onnx
    for size; do
        make_input "$kind=$size" "$file"
        take "$kind=$size" 1 - "$ONNX_LINT" -j 1 --no-config "$file"
        scale_row "$size" "$(wc -c <"$file")"
    done
    rm -f "$file"
}

# scale_folders JOBS SIZE...: so many models of 1 kB in one run.
scale_folders() {
    jobs=$1
    shift
    scale_head "Models of 1 kB in one run, threads: $jobs"
    for size; do
        make_input "folder=$size" "$work/folder"
        take "folder=$size" 0 - "$ONNX_LINT" -j "$jobs" --no-config "$work/folder"
        scale_row "$size" "$((size * $(wc -c <"$work/folder/model_00000.onnx")))"
        rm -rf "$work/folder"
    done
}

# scale_sparse NAME KIND SUFFIX GIGABYTES...: weights in files with holes; SUFFIX is that of the file that has them.
scale_sparse() {
    name=$1 kind=$2 suffix=$3
    shift 3
    printf '%s\n  %12s %10s %10s %11s %18s  %s\n' "$name" GB 'time ms' 'cpu ms' 'RssAnon MB' 'cold: MB in cache' 'rules that fire'
    file=$work/$kind.onnx
    for size; do
        make_input "$kind=$((200 * size))" "$file"
        take "$kind, $size GB" 1 "$file$suffix" "$ONNX_LINT" -j 1 --no-config "$file"
        fired=$("$ONNX_LINT" -j 1 -q --no-config "$file" | sed -n 's/.*\[\([a-z0-9-]*\)\]$/\1/p' | sort -u | tr '\n' ' ')
        within "$(ms "$cpu")" "$((5 * size))"
        printf '  %12s %10s %10s %11s %18s  %s %s\n' "$size" "$(ms "$us")" "$(ms "$cpu")" "$(calc %.1f "$kb / 1024")" \
            "$(mb "$((pages * 4096))" 2)" "${fired:-none }" "$verdict"
        rm -f "$file" "$file.data"
    done
}

bench_scale() {
    scale 'Nodes with 3 attributes' nodes 1000 10000 100000 1000000
    scale 'Nodes of the standard' operators 1000 10000 100000 1000000
    scale 'Nodes with names, each of which takes what others make' chain 1000 10000 100000 1000000
    scale 'Initializers, ten to a node' initializers 10 100 1000 10000 100000
    scale 'Subgraphs, 31 in each other' nested 100 1000 10000 100000
    scale 'Subgraphs, N/D: D in each other' nested 31000/1 31000/2 31000/4 31000/8 31000/16 31000/31
    scale 'Functions, each of which calls two more' functions 100 1000 10000
    scale 'The smallest items' dense 5000 50000 500000
    scale_folders 1 100 1000 10000
    scale_folders 2 100 1000 10000
    scale_sparse 'Models with their weights, in files with holes' weights '' 1 2 4 8 20
    scale_sparse 'External data, in files with holes' external .data 1 2 4 8 20
}
