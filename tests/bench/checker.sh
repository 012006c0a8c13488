# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
# Against the reference checker, as the distribution has it, with the distribution's interpreter; whole processes, since
# that is what a hook or a script starts.

python=/usr/bin/python3
check_model='import sys, onnx; onnx.checker.check_model(sys.argv[1])'

# against_checker NAME KIND=N TIMES: how many times as long the checker takes at least.
against_checker() {
    name=$1 kind=$2 limit=$3
    file=$work/checked.onnx
    make_input "$kind" "$file"
    take "$name" 1 - "$ONNX_LINT" --no-config "$file" -- "$python" -c "$check_model" "$file"
    rm -f "$file"
    ratio=$(calc %.1f "$us2 / $us")
    at_least "$ratio" "$limit"
    printf '  %-36s onnx-lint %8s ms   checker %9s ms   %8s times faster %s\n' "$name" "$(ms "$us")" "$(ms "$us2")" \
        "$ratio" "$verdict"
}

bench_checker() {
    if ! version=$("$python" -c 'import onnx; print(onnx.__version__)' 2>/dev/null); then
        echo "Against the reference checker: SKIPPED, $python has no package onnx (Debian: python3-onnx)"
        return
    fi
    echo "Against the reference checker, onnx.checker.check_model(PATH) of onnx $version with $python"
    against_checker 'a model of 1 kB' nodes=8 50
    against_checker '1 GB of weights' weights=200 1000
    against_checker '100,000 nodes of the standard' operators=100000 10
    against_checker '100,000 nodes with 3 attributes' nodes=100000 10
}
