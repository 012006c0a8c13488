#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Which files are linted: what include adds to those of directories, and what exclude takes away.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

mkdir -p models/vendor/deep models/data other/models
for file in models/a.onnx models/b.pb models/c.model models/old.onnx models/vendor/d.onnx models/vendor/deep/e.onnx \
    models/data/input_0.pb models/data/f.onnx other/models/g.onnx other/h.onnx; do
    make_bad "$file"
done

# expect_files FILE...: those files were linted, in that order, and no other.
expect_files() {
    sed 's/:.*//' out >order
    : >wanted
    [ $# -eq 0 ] || printf '%s\n' "$@" >wanted
    expect_same wanted order
}

# What is linted of directories, without any pattern.
run models
expect_files models/a.onnx models/b.pb models/data/f.onnx models/data/input_0.pb models/old.onnx models/vendor/d.onnx \
    models/vendor/deep/e.onnx

# include adds; a directory's name adds all that is in it.
run --include='*.model' models
expect_status 1
expect_files models/a.onnx models/b.pb models/c.model models/data/f.onnx models/data/input_0.pb models/old.onnx \
    models/vendor/d.onnx models/vendor/deep/e.onnx

# exclude: by name, by path, by folder, by several patterns; in whatever way the path is written.
run --exclude='input_*.pb' --exclude=vendor/ --exclude=/models/old.onnx models
expect_files models/a.onnx models/b.pb models/data/f.onnx
run --exclude='models/*.onnx' models ./other
expect_files models/b.pb models/data/f.onnx models/data/input_0.pb models/vendor/d.onnx models/vendor/deep/e.onnx \
    ./other/h.onnx ./other/models/g.onnx
run --exclude='/models/' other
expect_files other/h.onnx other/models/g.onnx
run --exclude='**/deep/*' --exclude='data' "$PWD/models/../models"
expect_files "$PWD/models/../models/a.onnx" "$PWD/models/../models/b.pb" "$PWD/models/../models/old.onnx" \
    "$PWD/models/../models/vendor/d.onnx"
# exclude wins over include
run --include='*.model' --exclude='c.*' models
expect_no_match out c.model

# An excluded folder is not entered: what cannot be read in it is not told.
mkdir models/closed
if [ "$(id -u)" -ne 0 ]; then
    chmod 0 models/closed
    run --exclude=closed/ models
    expect_status 1
    expect_no_match err closed
    chmod 700 models/closed
fi
rmdir models/closed

# What is named is linted all the same, and a named directory as if the patterns about it were not there.
run --exclude='*.onnx' models/a.onnx
expect_status 1
expect_files models/a.onnx
run --exclude=vendor --exclude=deep/ models/vendor
expect_files models/vendor/d.onnx
run --exclude='models' models/vendor/deep/e.onnx models/vendor
expect_files models/vendor/deep/e.onnx models/vendor/d.onnx models/vendor/deep/e.onnx
run --exclude='/models/vendor/**' models/vendor
expect_files

# Unless that is forced; then it is said how many were passed over, and there is nothing wrong in it.
run --force-exclude --exclude='*.onnx' models/a.onnx models/b.pb models/old.onnx
expect_status 1
expect_files models/b.pb
expect_line err 'onnx-lint: 2 of 3 named files and directories are excluded, and passed over'
run --force-exclude --exclude='*.onnx' models/a.onnx
expect_status 0
expect_empty out
expect_line err 'onnx-lint: 1 of 1 named file or directory is excluded, and passed over'
expect_line err 'onnx-lint: 0 files: 0 errors, 0 warnings, 0 infos'
run --quiet --force-exclude --exclude='*.onnx' models/a.onnx
expect_status 0
expect_empty err
run --force-exclude --exclude=vendor/ models/vendor
expect_status 0
expect_line err 'onnx-lint: 1 of 1 named file or directory is excluded, and passed over'
run --force-exclude --exclude='*' - <models/a.onnx
expect_status 1

# A directory in which nothing is left.
run --exclude='*' models
expect_status 0
expect_line err 'onnx-lint: no *.onnx or *.pb file in models that is not excluded'
run --include='*.tflite' --exclude='*.onnx' other
expect_line err 'onnx-lint: no file to lint in other that is not excluded'
mkdir empty
run --include='*.tflite' empty
expect_line err 'onnx-lint: no file to lint in empty'

# In a configuration, patterns are relative to its folder, wherever the run is.
cat >models/.onnx-lint.yaml <<'YAML'
include: ['/c.model']
exclude: [/vendor, data/input_*.pb, old.onnx]
YAML
cd models || exit 99
mkdir data/vendor
make_bad data/vendor/x.onnx
make_bad data/c.model
cd data || exit 99
run ..
expect_files ../a.onnx ../b.pb ../c.model ../data/f.onnx ../data/vendor/x.onnx
run .
expect_files ./f.onnx ./vendor/x.onnx
cd ../.. || exit 99
run --config=models/.onnx-lint.yaml models other
expect_files models/a.onnx models/b.pb models/c.model models/data/f.onnx models/data/vendor/x.onnx other/h.onnx \
    other/models/g.onnx
# those of the command line come beside them
run --config=models/.onnx-lint.yaml --exclude='[ab].*' models
expect_files models/c.model models/data/f.onnx models/data/vendor/x.onnx
run --no-config --exclude=/a.onnx models/data
expect_files models/data/f.onnx models/data/input_0.pb models/data/vendor/x.onnx

# Patterns that are none.
run --exclude='a//b' models
expect_status 2
expect_match err "^onnx-lint: error: .*'a//b'.*a part between two slashes is empty"
run --include='*.{onnx,pb}' models
expect_status 2
expect_match err 'braces list nothing here'

finish
