# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
# Against a plain deep upb decode of the same bytes: what the project allows.

# against_upb NAME PATH FILE TIME_RATIO MEMORY_RATIO OPTION...: FILE is the one whose pages are counted; "-" for none, and
# for no limit.
against_upb() {
    name=$1 path=$2 file=$3 time_limit=$4 memory_limit=$5
    shift 5
    take "$name" 1 - "$ONNX_LINT" -j 1 --no-config "$@" "$path" -- "$tools/deep_decode" "$path"
    alone=$us
    take "$name" 1 "$file" "$ONNX_LINT" --no-config "$@" "$path" -- "$tools/deep_decode" "$path"
    echo "$name"
    ratio=$(calc %.2f "$us / $us2") verdict=''
    [ "$time_limit" = - ] || within "$ratio" "$time_limit"
    printf '  time      onnx-lint %9s ms   upb %9s ms   ratio %s %s\n' "$(ms "$us")" "$(ms "$us2")" "$ratio" "$verdict"
    printf '  processor onnx-lint %9s ms   upb %9s ms   ratio %s; in one thread it takes %s ms\n' "$(ms "$cpu")" \
        "$(ms "$cpu2")" "$(calc %.2f "$cpu / $cpu2")" "$(ms "$alone")"
    if [ "$time_limit" != - ]; then
        warm_us=$("$tools/deep_decode" -n "$runs" "$path" | tail -n 1)
        printf '  upb alone, in memory that is mapped already: %s ms, ratio %s (not the yardstick)\n' \
            "$(ms "$warm_us")" "$(calc %.2f "$us / $warm_us")"
    fi
    ratio=$(calc %.3f "$kb / $kb2") verdict=''
    [ "$memory_limit" = - ] || within "$ratio" "$memory_limit"
    printf '  RssAnon   onnx-lint %9s MB   upb %9s MB   ratio %s %s\n' "$(calc %.1f "$kb / 1024")" \
        "$(calc %.1f "$kb2 / 1024")" "$ratio" "$verdict"
    if [ "$file" != - ]; then
        printf '  pages     onnx-lint %9s      upb %9s      of %s\n' "$pages" "$pages2" \
            "$((($(wc -c <"$file") + 4095) / 4096))"
    fi
}

# gigabyte: what 1 GB of raw_data takes when the page cache has none of it, and when it has all.
gigabyte() {
    file=$work/weights.onnx
    make_input weights=200 "$file"
    name='1 GB of raw_data in 200 tensors'
    against_upb "$name" "$file" "$file" - -
    within "$(mb "$((pages * 4096))")" 2
    printf '  cold      onnx-lint %9s MB are in the page cache then %s\n' "$(mb "$((pages * 4096))")" "$verdict"
    cat "$file" >/dev/null
    take "$name" 1 - "$ONNX_LINT" -j 1 --no-config "$file"
    within "$(ms "$us")" 5
    printf '  warm      onnx-lint %9s ms, all of the file being there %s\n' "$(ms "$us")" "$verdict"
    rm -f "$file"
}

# start_up: a model of 1 kB, against a program that does nothing.
start_up() {
    file=$work/small.onnx
    make_input nodes=8 "$file"
    runs=$((runs * 5))
    take 'a model of 1 kB' 0 - "$ONNX_LINT" -j 1 "$file" -- true
    runs=$((runs / 5))
    within "$(ms "$us" 2)" 2
    printf 'Start-up, a model of 1 kB\n  time      onnx-lint %9s ms   a program that does nothing %9s ms %s\n' \
        "$(ms "$us" 2)" "$(ms "$us2" 2)" "$verdict"
    printf '  processor onnx-lint %9s ms   a program that does nothing %9s ms\n' "$(ms "$cpu" 2)" "$(ms "$cpu2" 2)"
    rm -f "$file"
}

# testdata: all of the package libonnx-testdata.
testdata() {
    data=$(dpkg -L libonnx-testdata 2>/dev/null | sed -n 's#/data/.*\.onnx$#/data#p' | head -n 1) || data=''
    if [ ! -d "$data" ]; then
        echo 'libonnx-testdata: SKIPPED, the package is not installed'
        return
    fi
    count=$(find "$data" -name '*.onnx' -o -name '*.pb' | wc -l)
    take libonnx-testdata 1 - "$ONNX_LINT" -j 1 --no-config "$data" -- "$tools/deep_decode" "$data"
    printf 'libonnx-testdata, %s files\n  one thread   onnx-lint %7s ms   upb %9s ms   ratio %s\n' "$count" \
        "$(ms "$us")" "$(ms "$us2")" "$(calc %.2f "$us / $us2")"
    take libonnx-testdata 1 - "$ONNX_LINT" -j 2 --no-config "$data"
    within "$(ms "$us")" 1000
    printf '  two threads  onnx-lint %7s ms %s\n' "$(ms "$us")" "$verdict"
}

bench_limits() {
    start_up
    file=$work/nodes.onnx
    make_input nodes=200000 "$file"
    against_upb '21 MB, 200,000 nodes with 3 attributes' "$file" "$file" 1.0 0.1
    make_input documented=200000 "$file"
    against_upb '25 MB, the same with a text for each attribute, every rule on' "$file" "$file" 1.0 0.1 \
        --profile=strict --rule=op-opset-since=info
    make_input unlike=200000 "$file"
    against_upb '27 MB, the same, no attribute twice, every rule on' "$file" "$file" 1.0 0.1 \
        --profile=strict --rule=op-opset-since=info
    make_input operators=200000 "$file"
    against_upb '15 MB, 200,000 nodes of the standard' "$file" "$file" 1.0 0.1
    make_input wide=5242880 "$file"
    against_upb '10 MB, a level of 5,242,880 empty sub-messages' "$file" "$file" - 0.1
    rm -f "$file"
    gigabyte
    testdata
}
