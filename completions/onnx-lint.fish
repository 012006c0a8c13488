# SPDX-License-Identifier: Apache-2.0
# fish completion for onnx-lint, as onnx-lint --completion=fish writes it.

# A configuration that is wrong does not stand in the way.
function __onnx_lint_rules
    onnx-lint --list-rules=ids 2>/dev/null
    or onnx-lint --no-config --list-rules=ids 2>/dev/null
end

# ID=SEVERITY
function __onnx_lint_settings
    set -l word (commandline -ct | string replace -- --rule= '')
    set -l id (string match -r '^[^=]*(?==)' -- $word)
    if test -n "$id"
        printf '%s\n' $id={error,warning,info,off}
    else
        __onnx_lint_rules | string replace -r '$' =
    end
end

function __onnx_lint_targets
    onnx-lint --list-targets 2>/dev/null | string replace -r ' .*' ''
    __fish_complete_suffix .yaml
end

complete -c onnx-lint -l format -x -a 'gcc text json jsonl sarif github junit checkstyle' -d 'form of the findings (default: gcc)'
complete -c onnx-lint -l sarif-profile -x -a 'strict github' -d 'places in sarif (default: strict)'
complete -c onnx-lint -l output -s o -r -F -d 'write findings to FILE: new, empty or a report'
complete -c onnx-lint -l type -x -a 'model tensor sparse-tensor sequence map optional graph node function value-info type attribute opset' -d 'take every input for a message of that type'
complete -c onnx-lint -l ir-version -x -d 'IR version of files that do not state one'
complete -c onnx-lint -l target -x -a '(__onnx_lint_targets)' -d 'a release that models are to load with'
complete -c onnx-lint -l target-ir -x -d 'newest IR version that models may have'
complete -c onnx-lint -l profile -x -a 'recommended strict checker no-external' -d 'set of rules (default: recommended)'
complete -c onnx-lint -l external -x -a 'on off' -d 'whether data files are looked at'
complete -c onnx-lint -l rule -x -a '(__onnx_lint_settings)' -d 'set a rule to error, warning, info or off'
complete -c onnx-lint -l rule-file -r -F -d 'load custom rules from FILE'
complete -c onnx-lint -l fail-on -x -a 'error warning info never' -d 'severity that fails the run (default: error)'
complete -c onnx-lint -l suppressions -r -F -d 'accept the findings that FILE lists'
complete -c onnx-lint -l baseline -r -F -d 'accept the findings that were there'
complete -c onnx-lint -l include -x -d 'lint such files of folders too'
complete -c onnx-lint -l exclude -x -d 'pass over such files and folders'
complete -c onnx-lint -l force-exclude -d 'pass over named files too'
complete -c onnx-lint -l max-diagnostics -x -d 'findings kept per file (default: 10000; 0: all)'
complete -c onnx-lint -l max-per-rule -x -d 'findings of one rule per file (default: 0: all)'
complete -c onnx-lint -l max-name -x -d 'bytes of a name that are shown (default: 120)'
complete -c onnx-lint -l max-depth -x -d 'messages within one another, 1-100 (default: 100)'
complete -c onnx-lint -l max-external -x -d 'size of data files hashed (default: 65536)'
complete -c onnx-lint -l max-memory -x -d 'memory for one file, in MiB (0: any)'
complete -c onnx-lint -l stdin-filename -r -F -d 'name of standard input in findings'
complete -c onnx-lint -l position -x -a 'auto lines flat' -d 'line and column of a finding (default: auto)'
complete -c onnx-lint -l color -x -a 'auto always never' -d 'colour the lines (default: auto)'
complete -c onnx-lint -l jobs -s j -x -d 'threads, 1-256 (default: one per processor)'
complete -c onnx-lint -l quiet -s q -d 'findings and errors only: no counts, no progress'
complete -c onnx-lint -l statistics -d 'tell what was read, found and spent'
complete -c onnx-lint -l changed -d 'lint what a change of each PATH concerns'
complete -c onnx-lint -l config -r -F -d 'take FILE for the configuration'
complete -c onnx-lint -l no-config -d 'look for no configuration'
complete -c onnx-lint -l print-config -d 'print the configuration in force and exit'
complete -c onnx-lint -l write-baseline -r -F -d 'write what is found to FILE as a baseline'
complete -c onnx-lint -l list-settings -a 'markdown schema' -d 'list the keys of a configuration and exit'
complete -c onnx-lint -l list-targets -d 'list the targets and exit'
complete -c onnx-lint -l list-rules -a 'ids markdown man' -d 'list the rules, one a line, and exit'
complete -c onnx-lint -l list-checks -a 'markdown' -d 'list the checks that rules can use and exit'
complete -c onnx-lint -l explain -x -a '(__onnx_lint_rules)' -d 'explain a rule and exit'
complete -c onnx-lint -l explain-node -x -d 'say which schema a node has, and why, and exit'
complete -c onnx-lint -l dump -d 'print the bytes of FILE[@OFFSET] as a table'
complete -c onnx-lint -l dump-payload -x -a 'cut full' -d 'length of payloads in a dump (default: cut)'
complete -c onnx-lint -l dump-lengths -x -a 'bytes braces' -d 'lengths in a dump (default: bytes)'
complete -c onnx-lint -l where -d 'print where in FILE the field PATH is and exit'
complete -c onnx-lint -l assemble -d 'write the bytes that the text in FILE says'
complete -c onnx-lint -l test-rules -d 'run the examples of rule files and exit'
complete -c onnx-lint -l completion -x -a 'bash zsh fish' -d 'print a completion script and exit'
complete -c onnx-lint -l version -s V -d 'print the version and exit'
complete -c onnx-lint -l help -s h -a 'man' -d 'print this text and exit'
