#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A command line that is wrong is told of in one line, with the right name where one is near.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

make_good good.onnx

# refuse MESSAGE ARGUMENT...
refuse() {
    wanted=$1
    shift
    run "$@"
    expect_status 2
    expect_empty out
    expect_count err 1
    expect_line err "onnx-lint: error: $wanted"
}

refuse "unknown option '--fromat'; did you mean '--format'?" --fromat=json good.onnx
refuse "unknown option '--zzzzzzzz'; see 'onnx-lint --help'" --zzzzzzzz good.onnx
refuse "unknown option '-Z'; see 'onnx-lint --help'" -Z good.onnx
refuse "--format does not know 'jsn'; did you mean 'json'?" --format=jsn good.onnx
refuse "--color wants an argument: auto|always|never" good.onnx --color
refuse "--quiet wants true or false, not 'maybe'" --quiet=maybe good.onnx
refuse "--no-config takes no argument" --no-config=yes good.onnx
refuse "--config and --no-config exclude each other" --config=x.yaml --no-config good.onnx
refuse "--dump and --where ask for two things; give one of them" --where --dump good.onnx
refuse "--explain and --assemble ask for two things; give one of them" --assemble --explain=file-empty good.onnx
refuse "--dump-payload means nothing without --dump" --dump-payload=full good.onnx
refuse "--jobs wants a number, not 'two'" --jobs=two good.onnx
refuse "--jobs wants a number from 1 to 256" -j0 good.onnx
refuse "--jobs wants a number from 1 to 256" -j257 good.onnx
refuse "--jobs wants a number, not '99999999999999999999'" -j 99999999999999999999 good.onnx
refuse "--output wants more than an empty text" --output= good.onnx
refuse "--fail-on does not know 'eror'; did you mean 'error'?" --fail-on=eror good.onnx
refuse "--rule wants ID[/VARIANT]=SEVERITY, not 'tensor-no-data'" --rule=tensor-no-data good.onnx
for option in --rule=tensor-no-dat=off --rule=tensor-no-dat/x=off; do
    refuse "--rule: no rule 'tensor-no-dat'; did you mean 'tensor-no-data'? See also --list-rules" "$option" good.onnx
done
refuse "--rule: no rule 'x'; see --list-rules" --rule x=off good.onnx
refuse "--rule: 'fatal' is no severity; there are: error, warning, info, off, on" --rule x=fatal good.onnx
refuse "--rule: 'eror' is no severity; did you mean 'error'?" --rule=tensor-no-data=eror good.onnx
refuse "--rule: rule tensor-empty-raw-present has no variant 'foo'; there are: beside-typed" \
    --rule tensor-empty-raw-present/foo=off good.onnx
refuse "--rule: rule tensor-empty-raw-present has no variant 'besides-typed'; did you mean 'beside-typed'?" \
    --rule tensor-empty-raw-present/besides-typed=off good.onnx
refuse "--rule: rule file-empty has no variant 'foo', nor any other" --rule file-empty/foo=off good.onnx
refuse "--explain: no rule 'tensor-no-dat'; did you mean 'tensor-no-data'? See also --list-rules" --explain=tensor-no-dat
refuse "--explain: no rule 'foo'; see --list-rules" --explain=foo
refuse "nothing to lint; name files or directories, or see 'onnx-lint --help'"
refuse "nothing to lint; name files or directories, or see 'onnx-lint --help'" --quiet

refuse "--ir-version wants a number from 1 to 14" --ir-version=99 good.onnx
run --type=modle good.onnx
expect_status 2
expect_match err "did you mean 'model'\?$"

# What the user typed cannot forge a line either.
run "--form
onnx-lint: error: forged"
expect_status 2
expect_count err 1
run "--format=$(printf '\033[31m')" good.onnx
expect_status 2
expect_printable err

finish
