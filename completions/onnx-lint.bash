# SPDX-License-Identifier: Apache-2.0
# bash completion for onnx-lint. Options, their words and the rules' ids are asked of the program itself,
# so this file never lags behind it.

_onnx_lint() {
    local program=$1 word=$2 previous=$3 option='' line more words
    COMPREPLY=()

    # Bash takes "--option=value" apart at the "=".
    if [[ $word == = ]]; then
        option=$previous word=''
    elif [[ $previous == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $previous == -* ]]; then
        option=$previous
    fi

    case $option in
    --explain)
        mapfile -t COMPREPLY < <(compgen -W "$("$program" --list-rules=ids 2>/dev/null)" -- "$word")
        return
        ;;
    --rule)
        compopt -o nospace 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -S = -W "$("$program" --list-rules=ids 2>/dev/null)" -- "$word")
        return
        ;;
    --output | -o | --stdin-filename)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    --jobs | -j | --ir-version | --max-diagnostics)
        return
        ;;
    --*)
        # A line of --help that says "--option=a|b|c" or "--option[=a|b|c]"; one that ends in a bar goes on in the next.
        while read -r line; do
            while [[ $line == *'|' ]] && read -r more; do
                line+=$more
            done
            [[ $line =~ (^| )$option(\[?)=([a-z|-]+)\]?( |$) ]] || continue
            # What may stand alone takes its word only after a "=".
            [[ ${BASH_REMATCH[2]} == '[' && $previous != = && $2 != = ]] && break
            mapfile -t COMPREPLY < <(compgen -W "${BASH_REMATCH[3]//|/ }" -- "$word")
            return
        done < <("$program" --help 2>/dev/null)
        ;;
    esac

    if [[ $word == -* ]]; then
        words=$("$program" --help 2>/dev/null | sed -n 's/^ *\(-., \)\{0,1\}\(--[a-z-]*\)\(=\{0,1\}\).*/\2\3/p')
        compopt -o nospace 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
}

complete -o filenames -F _onnx_lint onnx-lint
