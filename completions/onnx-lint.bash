# SPDX-License-Identifier: Apache-2.0
# bash completion for onnx-lint, as onnx-lint --completion=bash writes it.

# A configuration that is wrong does not stand in the way.
_onnx_lint_rules() {
    "$1" --list-rules=ids 2>/dev/null || "$1" --no-config --list-rules=ids 2>/dev/null
}

# _onnx_lint_files WORD ACTION...: what compgen finds, which are names of files
_onnx_lint_files() {
    local word=$1
    shift
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$@" -- "$word")
}

_onnx_lint() {
    local program=$1 word=$2 previous=$3 option='' joined='' words='' at=$COMP_CWORD
    COMPREPLY=()

    if [[ " ${COMP_WORDS[*]:1:COMP_CWORD-1} " == *' -- '* ]]; then
        _onnx_lint_files "$word" -f
        return
    fi

    # Bash takes "--option=value" apart at the "=".
    if [[ ${COMP_WORDS[at]} == = ]]; then
        option=$previous word='' joined=yes at=$((at + 1))
    elif [[ $previous == = ]]; then
        option=${COMP_WORDS[at - 2]} joined=yes
    elif [[ $previous == -* ]]; then
        option=$previous
    fi
    # --rule ID=SEVERITY, --rule=ID=SEVERITY
    if [[ $joined && $option != -* && at -gt 3 && " ${COMP_WORDS[at - 3]} ${COMP_WORDS[at - 4]} " == *' --rule '* ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'error warning info off' -- "$word")
        return
    fi

    case $option in
    --format)
        words='gcc text json jsonl sarif github junit checkstyle'
        ;;
    --sarif-profile)
        words='strict github'
        ;;
    --output | -o)
        _onnx_lint_files "$word" -f
        return
        ;;
    --type)
        words='model tensor sparse-tensor sequence map optional graph node function value-info type attribute opset'
        ;;
    --ir-version)
        return
        ;;
    --target)
        words=$("$program" --list-targets 2>/dev/null | sed 's/ .*//')
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        _onnx_lint_files "$word" -f -X '!*.yaml'
        _onnx_lint_files "$word" -d
        return
        ;;
    --target-ir)
        return
        ;;
    --profile)
        words='recommended strict checker no-external'
        ;;
    --external)
        words='on off'
        ;;
    --rule)
        compopt -o nospace 2>/dev/null
        words=$(_onnx_lint_rules "$program")
        mapfile -t COMPREPLY < <(compgen -S = -W "$words" -- "$word")
        return
        ;;
    --rule-file)
        _onnx_lint_files "$word" -f
        return
        ;;
    --fail-on)
        words='error warning info never'
        ;;
    --suppressions)
        _onnx_lint_files "$word" -f
        return
        ;;
    --baseline)
        _onnx_lint_files "$word" -f
        return
        ;;
    --include)
        return
        ;;
    --exclude)
        return
        ;;
    --max-diagnostics)
        return
        ;;
    --max-per-rule)
        return
        ;;
    --max-name)
        return
        ;;
    --max-depth)
        return
        ;;
    --max-external)
        return
        ;;
    --max-memory)
        return
        ;;
    --stdin-filename)
        _onnx_lint_files "$word" -f
        return
        ;;
    --position)
        words='auto lines flat'
        ;;
    --color)
        words='auto always never'
        ;;
    --jobs | -j)
        return
        ;;
    --config)
        _onnx_lint_files "$word" -f
        return
        ;;
    --write-baseline)
        _onnx_lint_files "$word" -f
        return
        ;;
    --list-settings)
        [[ ! $joined ]] || words='markdown schema'
        ;;
    --list-rules)
        [[ ! $joined ]] || words='ids markdown man'
        ;;
    --list-checks)
        [[ ! $joined ]] || words='markdown'
        ;;
    --explain)
        words=$(_onnx_lint_rules "$program")
        ;;
    --explain-node)
        return
        ;;
    --dump-payload)
        words='cut full'
        ;;
    --dump-lengths)
        words='bytes braces'
        ;;
    --completion)
        words='bash zsh fish'
        ;;
    --help | -h)
        [[ ! $joined ]] || words='man'
        ;;
    esac

    local options=' '
    options+=' --format='
    options+=' --sarif-profile='
    options+=' --output='
    options+=' --type='
    options+=' --ir-version='
    options+=' --target='
    options+=' --target-ir='
    options+=' --profile='
    options+=' --external='
    options+=' --rule='
    options+=' --rule-file='
    options+=' --fail-on='
    options+=' --suppressions='
    options+=' --baseline='
    options+=' --include='
    options+=' --exclude='
    options+=' --force-exclude'
    options+=' --max-diagnostics='
    options+=' --max-per-rule='
    options+=' --max-name='
    options+=' --max-depth='
    options+=' --max-external='
    options+=' --max-memory='
    options+=' --stdin-filename='
    options+=' --position='
    options+=' --color='
    options+=' --jobs='
    options+=' --quiet'
    options+=' --statistics'
    options+=' --changed'
    options+=' --config='
    options+=' --no-config'
    options+=' --print-config'
    options+=' --write-baseline='
    options+=' --list-settings'
    options+=' --list-targets'
    options+=' --list-rules'
    options+=' --list-checks'
    options+=' --explain='
    options+=' --explain-node='
    options+=' --dump'
    options+=' --dump-payload='
    options+=' --dump-lengths='
    options+=' --where'
    options+=' --assemble'
    options+=' --test-rules'
    options+=' --completion='
    options+=' --version'
    options+=' --help'
    if [[ $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
        [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
    else
        _onnx_lint_files "$word" -f
    fi
}

complete -F _onnx_lint onnx-lint
