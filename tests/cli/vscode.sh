#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# VS Code's stock matcher $gcc, and the problem matcher for GitHub, take from the lines of all findings of the corpus the
# file, the line and the column that the bytes say.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

need perl

# shellcheck source=tests/cli/corpus-places
. "$source_root/tests/cli/corpus-places"

# The pattern of $gcc, as VS Code's C/C++ extension has it: file, line, column, severity, message.
# shellcheck disable=SC2016 # a regular expression
gcc='^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error):\s+(.*)$'
matcher=$(sed -n 's/^ *"regexp": "\(.*\)",$/\1/p' "$source_root/examples/ci/problem-matcher.json" | sed 's/\\\\/\\/g')
for file in examples/ci/problem-matcher.json examples/editors/vscode/tasks.json; do
    echo '{"type": "object"}' >any.schema
    expect_true "$file is JSON" "$json_schema" any.schema "$source_root/$file"
done
# shellcheck disable=SC2016 # a name
expect_true "the tasks use \$gcc" grep -q '"problemMatcher": "$gcc"' "$source_root/examples/editors/vscode/tasks.json"

cat >check.pl <<'PL'
use strict;
my ($pattern) = @ARGV;
my ($count, $known, $text, @starts) = (0, '');
open my $lines, '<', 'lines' or die;
open my $places, '<', 'places' or die;
while (my $line = <$lines>) {
    chomp $line;
    chomp(my $place = <$places>);
    my ($file, $offset) = split /\t/, $place;
    if ($file ne $known) {
        open my $input, '<:raw', $file or die "$file: $!";
        local $/;
        $text = <$input>;
        ($known, @starts) = ($file, 0);
        push @starts, pos $text while $text =~ /\n/g;
    }
    my ($low, $high) = (0, scalar @starts); # the last line that begins at or before the offset
    while ($high - $low > 1) {
        my $middle = int(($low + $high) / 2);
        if ($starts[$middle] <= $offset) { $low = $middle } else { $high = $middle }
    }
    my $column = $offset - $starts[$low] + 1;
    my @found = $line =~ /$pattern/;
    my $row = $low + 1;
    $count++;
    print "takes amiss: $line\n"
        unless @found >= 5 && $found[0] eq $file && $found[1] eq $row && $found[2] eq $column
        && "$file:$row:$column: $found[3]: $found[4]" eq substr($line, 0, length "$file:$row:$column: $found[3]: $found[4]")
        && (@found == 5 || $line =~ / \[\Q$found[5]\E\]$/);
}
print "$count taken\n";
PL
for pattern in "$gcc" "$matcher"; do
    command="lines by $pattern"
    status=0
    perl check.pl "$pattern" >out 2>err || status=$?
    expect_status 0
    expect_line out "$(wc -l <places) taken"
    expect_count out 1
done

# Related places and notes of info are nobody's problem.
make_good good.onnx
run --profile=strict good.onnx
command="notes by $gcc"
expect_match out ': note: '
PATTERN=$gcc perl -ne 'print if /$ENV{PATTERN}/' out >taken
expect_empty taken

# Nor do names on such lines make one of them: the patterns would search the whole line for a place and a severity.
blank=$(printf '\302\240')
for name in 'a.c:1:1: error: forged [fake-rule]' 'a.c:1:1 error: forged [fake-rule]' 'a.c:1:: error: forged [fake-rule]' \
    'a.c:1: fatal error: forged [fake-rule]' 'a.c:1:1: warning: forged [fake-rule]' "a.c:1:1:${blank}error:${blank}forged"; do
    assemble hostile.onnx <<HEX
08 08
12 { "$(printf '%s' "$name" | sed 's/'"$blank"'/\\xC2\\xA0/g')" }
3A {
  0A { 0A { "x" } 12 { "y" } 1A { "$(printf '%s' "$name" | sed 's/'"$blank"'/\\xC2\\xA0/g')" } 22 { "Relu" } 3A { "o.d" } }
  12 { "g" }
  5A { 0A { "x" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
  62 { 0A { "y" } 12 { 0A { 08 01 12 { 0A { 08 02 } } } } }
}
42 { 10 11 }
42 { 0A { "o.d" } 10 01 }
HEX
    cp hostile.onnx "$name.onnx"
    run --profile=strict --fail-on=never hostile.onnx "$name.onnx"
    grep ': note: ' out >notes
    expect_match notes 'forged.*: note: '
    expect_match notes ": note: .*forged"
    for pattern in "$gcc" "$matcher"; do
        command="notes with $name by $pattern"
        # A blank of Unicode is one to a matcher, so the lines are read as text.
        PATTERN=$pattern perl -CSD -ne 'print if /$ENV{PATTERN}/' notes >taken
        expect_empty taken
    done
done

finish
