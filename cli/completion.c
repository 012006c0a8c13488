/* SPDX-License-Identifier: Apache-2.0 */
/* What stands in the tables is written out. Ids of rules and names of targets are asked of the
 * program when they are completed, since a configuration can bring rules along. */
#include "completion.h"

#include <stdbool.h>
#include <string.h>

#include "options.h"

/* What can stand behind an option. */
enum value {
    VALUE_NONE,    /* nothing: a flag */
    VALUE_WORDS,   /* one of the argument's words */
    VALUE_FILE,    /* a file */
    VALUE_RULE,    /* the id of a rule */
    VALUE_SETTING, /* id, "=" and severity */
    VALUE_TARGET,  /* a target, or a file of one's own */
    VALUE_OTHER    /* what nobody can guess */
};

/* An argument of the tables, and what it is. */
struct meaning {
    const char *argument;
    enum value value;
};

static enum value value_of(const struct ol_option *option)
{
    static const struct meaning meanings[] = {
        {"FILE", VALUE_FILE},
        {"ID", VALUE_RULE},
        {"ID[/VARIANT]=SEVERITY", VALUE_SETTING},
    };
    if (option->kind == OL_OPTION_KIND_FLAG) {
        return VALUE_NONE;
    }
    if (option->kind != OL_OPTION_KIND_TEXT) {
        return VALUE_WORDS;
    }
    if (strcmp(option->name, ol_settings[OL_SETTING_TARGET].option) == 0) {
        return VALUE_TARGET;
    }
    if (strcmp(option->name, ol_settings[OL_SETTING_STDIN_FILENAME].option) == 0) {
        return VALUE_FILE;
    }
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (strcmp(option->argument, meanings[i].argument) == 0) {
            return meanings[i].value;
        }
    }
    return VALUE_OTHER;
}

/* Whether the option can stand on a command line several times. */
static bool is_repeatable(size_t row)
{
    if (row >= OL_SETTING_COUNT) {
        return false;
    }
    enum ol_setting_kind kind = ol_settings[row].kind;
    return kind == OL_SETTING_KIND_PATHS || kind == OL_SETTING_KIND_PATTERNS ||
           kind == OL_SETTING_KIND_RULES || row == OL_SETTING_FORMAT || row == OL_SETTING_OUTPUT;
}

/* Prints the words of a list with blanks between them. */
static void print_words(FILE *stream, const char *argument)
{
    for (; *argument != '\0'; argument++) {
        (void)fputc(*argument == '|' ? ' ' : *argument, stream);
    }
}

/* Prints text with a backslash before each of those characters. */
static void print_escaped(FILE *stream, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (strchr(special, *text) != NULL) {
            (void)fputc('\\', stream);
        }
        (void)fputc(*text, stream);
    }
}

/* --- bash ---------------------------------------------------------------- */

static const char bash_begin[] =
    "# SPDX-License-Identifier: Apache-2.0\n"
    "# bash completion for onnx-lint, as onnx-lint --completion=bash writes it.\n"
    "\n"
    "# A configuration that is wrong does not stand in the way.\n"
    "_onnx_lint_rules() {\n"
    "    \"$1\" --list-rules=ids 2>/dev/null || \"$1\" --no-config --list-rules=ids 2>/dev/null\n"
    "}\n"
    "\n"
    "# _onnx_lint_files WORD ACTION...: what compgen finds, which are names of files\n"
    "_onnx_lint_files() {\n"
    "    local word=$1\n"
    "    shift\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen \"$@\" -- \"$word\")\n"
    "}\n"
    "\n"
    "_onnx_lint() {\n"
    "    local program=$1 word=$2 previous=$3 option='' joined='' words='' at=$COMP_CWORD\n"
    "    COMPREPLY=()\n"
    "\n"
    "    if [[ \" ${COMP_WORDS[*]:1:COMP_CWORD-1} \" == *' -- '* ]]; then\n"
    "        _onnx_lint_files \"$word\" -f\n"
    "        return\n"
    "    fi\n"
    "\n"
    "    # Bash takes \"--option=value\" apart at the \"=\".\n"
    "    if [[ ${COMP_WORDS[at]} == = ]]; then\n"
    "        option=$previous word='' joined=yes at=$((at + 1))\n"
    "    elif [[ $previous == = ]]; then\n"
    "        option=${COMP_WORDS[at - 2]} joined=yes\n"
    "    elif [[ $previous == -* ]]; then\n"
    "        option=$previous\n"
    "    fi\n"
    "    # --rule ID=SEVERITY, --rule=ID=SEVERITY\n"
    "    if [[ $joined && $option != -* && at -gt 3 && \" ${COMP_WORDS[at - 3]} ${COMP_WORDS[at - "
    "4]} \" == *' --rule '* ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W 'error warning info off' -- \"$word\")\n"
    "        return\n"
    "    fi\n"
    "\n"
    "    case $option in\n";

static const char bash_end[] =
    "    if [[ $words ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
    "    elif [[ $word == -* ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
    "        [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace "
    "2>/dev/null\n"
    "    else\n"
    "        _onnx_lint_files \"$word\" -f\n"
    "    fi\n"
    "}\n"
    "\n"
    "complete -F _onnx_lint onnx-lint\n";

/* What is done for the word behind an option. */
static void print_bash_value(FILE *stream, const struct ol_option *option)
{
    bool is_joined_only = option->kind == OL_OPTION_KIND_MAYBE;
    switch (value_of(option)) {
    case VALUE_NONE:
        break;
    case VALUE_WORDS:
        (void)fprintf(stream, "        %swords='", is_joined_only ? "[[ ! $joined ]] || " : "");
        print_words(stream, option->argument);
        (void)fputs("'\n", stream);
        break;
    case VALUE_FILE:
        (void)fputs("        _onnx_lint_files \"$word\" -f\n        return\n", stream);
        break;
    case VALUE_RULE:
        (void)fputs("        words=$(_onnx_lint_rules \"$program\")\n", stream);
        break;
    case VALUE_SETTING:
        (void)fputs("        compopt -o nospace 2>/dev/null\n"
                    "        words=$(_onnx_lint_rules \"$program\")\n"
                    "        mapfile -t COMPREPLY < <(compgen -S = -W \"$words\" -- \"$word\")\n"
                    "        return\n",
                    stream);
        break;
    case VALUE_TARGET:
        (void)fputs("        words=$(\"$program\" --list-targets 2>/dev/null | sed 's/ .*//')\n"
                    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
                    "        _onnx_lint_files \"$word\" -f -X '!*.yaml'\n"
                    "        _onnx_lint_files \"$word\" -d\n"
                    "        return\n",
                    stream);
        break;
    case VALUE_OTHER:
        (void)fputs("        return\n", stream);
        break;
    }
}

static void print_bash_case(FILE *stream, const struct ol_option *option)
{
    if (value_of(option) == VALUE_NONE) {
        return;
    }
    (void)fprintf(stream, "    --%s", option->name);
    if (option->letter != 0) {
        (void)fprintf(stream, " | -%c", option->letter);
    }
    (void)fputs(")\n", stream);
    print_bash_value(stream, option);
    (void)fputs("        ;;\n", stream);
}

static void print_bash(FILE *stream)
{
    struct ol_option option;
    (void)fputs(bash_begin, stream);
    for (size_t row = 0; row < OL_OPTION_ROWS; row++) {
        if (ol_option_at(row, &option)) {
            print_bash_case(stream, &option);
        }
    }
    (void)fputs("    esac\n\n    local options=' '\n", stream);
    for (size_t row = 0; row < OL_OPTION_ROWS; row++) {
        if (ol_option_at(row, &option)) {
            bool wants_value =
                option.kind == OL_OPTION_KIND_WORD || option.kind == OL_OPTION_KIND_TEXT;
            (void)fprintf(stream, "    options+=' --%s%s'\n", option.name, wants_value ? "=" : "");
        }
    }
    (void)fputs(bash_end, stream);
}

/* --- zsh ----------------------------------------------------------------- */

static const char zsh_begin[] =
    "#compdef onnx-lint\n"
    "# SPDX-License-Identifier: Apache-2.0\n"
    "# zsh completion for onnx-lint, as onnx-lint --completion=zsh writes it.\n"
    "\n"
    "# A configuration that is wrong does not stand in the way.\n"
    "_onnx_lint_ids() {\n"
    "    ids=(${(f)\"$($program --list-rules=ids 2>/dev/null || $program --no-config "
    "--list-rules=ids 2>/dev/null)\"})\n"
    "}\n"
    "\n"
    "_onnx_lint_rules() {\n"
    "    local -a ids\n"
    "    _onnx_lint_ids\n"
    "    compadd -a ids\n"
    "}\n"
    "\n"
    "# ID=SEVERITY\n"
    "_onnx_lint_settings() {\n"
    "    local -a ids\n"
    "    if compset -P '*='; then\n"
    "        compadd error warning info off\n"
    "    else\n"
    "        _onnx_lint_ids\n"
    "        compadd -S = -a ids\n"
    "    fi\n"
    "}\n"
    "\n"
    "_onnx_lint_targets() {\n"
    "    local -a names\n"
    "    names=(${${(f)\"$($program --list-targets 2>/dev/null)\"}%% *})\n"
    "    compadd -a names\n"
    "    _files -g '*.yaml'\n"
    "}\n"
    "\n"
    "_onnx-lint() {\n"
    "    local program=$words[1]\n"
    "    _arguments -s -S \\\n";

static const char zsh_end[] = "        '*:file or folder:_files'\n"
                              "}\n"
                              "\n"
                              "_onnx-lint \"$@\"\n";

/* ":message:action" of an option that takes something. */
static void print_zsh_value(FILE *stream, const struct ol_option *option)
{
    static const char *const actions[] = {
        [VALUE_FILE] = "_files",
        [VALUE_RULE] = "_onnx_lint_rules",
        [VALUE_SETTING] = "_onnx_lint_settings",
        [VALUE_TARGET] = "_onnx_lint_targets",
        [VALUE_OTHER] = " ",
    };
    enum value value = value_of(option);
    if (value == VALUE_NONE) {
        return;
    }
    (void)fprintf(stream, "%s:%s:", option->kind == OL_OPTION_KIND_MAYBE ? ":" : "", option->name);
    if (value == VALUE_WORDS) {
        (void)fputc('(', stream);
        print_words(stream, option->argument);
        (void)fputc(')', stream);
    } else {
        (void)fputs(actions[value], stream);
    }
}

/* One specification of _arguments. One letter takes its value behind it or as the next word, a name
 * behind "=" or as the next word, but for values that may be left out: these want the "=". */
static void print_zsh_spec(FILE *stream, size_t row, const struct ol_option *option, bool is_letter)
{
    static const char *const ends[] = {
        [OL_OPTION_KIND_FLAG] = "",
        [OL_OPTION_KIND_WORD] = "=",
        [OL_OPTION_KIND_TEXT] = "=",
        [OL_OPTION_KIND_MAYBE] = "=-",
    };
    (void)fputs("        '", stream);
    if (is_repeatable(row)) {
        (void)fputc('*', stream);
    } else if (option->letter != 0) {
        (void)fprintf(stream, "(-%c --%s)", option->letter, option->name);
    }
    if (is_letter) {
        bool wants_value =
            option->kind == OL_OPTION_KIND_WORD || option->kind == OL_OPTION_KIND_TEXT;
        (void)fprintf(stream, "-%c%s", option->letter, wants_value ? "+" : "");
    } else {
        (void)fprintf(stream, "--%s%s", option->name, ends[option->kind]);
    }
    (void)fputc('[', stream);
    print_escaped(stream, option->help, "[]\\:");
    (void)fputc(']', stream);
    if (!is_letter || option->kind != OL_OPTION_KIND_MAYBE) {
        print_zsh_value(stream, option);
    }
    (void)fputs("' \\\n", stream);
}

static void print_zsh(FILE *stream)
{
    (void)fputs(zsh_begin, stream);
    for (size_t row = 0; row < OL_OPTION_ROWS; row++) {
        struct ol_option option;
        if (ol_option_at(row, &option)) {
            if (option.letter != 0) {
                print_zsh_spec(stream, row, &option, true);
            }
            print_zsh_spec(stream, row, &option, false);
        }
    }
    (void)fputs(zsh_end, stream);
}

/* --- fish ---------------------------------------------------------------- */

static const char fish_begin[] =
    "# SPDX-License-Identifier: Apache-2.0\n"
    "# fish completion for onnx-lint, as onnx-lint --completion=fish writes it.\n"
    "\n"
    "# A configuration that is wrong does not stand in the way.\n"
    "function __onnx_lint_rules\n"
    "    onnx-lint --list-rules=ids 2>/dev/null\n"
    "    or onnx-lint --no-config --list-rules=ids 2>/dev/null\n"
    "end\n"
    "\n"
    "# ID=SEVERITY\n"
    "function __onnx_lint_settings\n"
    "    set -l word (commandline -ct | string replace -- --rule= '')\n"
    "    set -l id (string match -r '^[^=]*(?==)' -- $word)\n"
    "    if test -n \"$id\"\n"
    "        printf '%s\\n' $id={error,warning,info,off}\n"
    "    else\n"
    "        __onnx_lint_rules | string replace -r '$' =\n"
    "    end\n"
    "end\n"
    "\n"
    "function __onnx_lint_targets\n"
    "    onnx-lint --list-targets 2>/dev/null | string replace -r ' .*' ''\n"
    "    __fish_complete_suffix .yaml\n"
    "end\n"
    "\n";

static void print_fish_value(FILE *stream, const struct ol_option *option)
{
    static const char *const actions[] = {
        [VALUE_FILE] = " -r -F",
        [VALUE_RULE] = " -x -a '(__onnx_lint_rules)'",
        [VALUE_SETTING] = " -x -a '(__onnx_lint_settings)'",
        [VALUE_TARGET] = " -x -a '(__onnx_lint_targets)'",
        [VALUE_OTHER] = " -x",
    };
    enum value value = value_of(option);
    if (value == VALUE_WORDS) {
        (void)fprintf(stream, "%s -a '", option->kind == OL_OPTION_KIND_MAYBE ? "" : " -x");
        print_words(stream, option->argument);
        (void)fputc('\'', stream);
    } else if (value != VALUE_NONE) {
        (void)fputs(actions[value], stream);
    }
}

static void print_fish(FILE *stream)
{
    (void)fputs(fish_begin, stream);
    for (size_t row = 0; row < OL_OPTION_ROWS; row++) {
        struct ol_option option;
        if (!ol_option_at(row, &option)) {
            continue;
        }
        (void)fprintf(stream, "complete -c onnx-lint -l %s", option.name);
        if (option.letter != 0) {
            (void)fprintf(stream, " -s %c", option.letter);
        }
        print_fish_value(stream, &option);
        (void)fputs(" -d '", stream);
        print_escaped(stream, option.help, "'\\");
        (void)fputs("'\n", stream);
    }
}

/* --- all ----------------------------------------------------------------- */

void ol_completion_print(FILE *stream, enum ol_shell shell)
{
    switch (shell) {
    case OL_SHELL_BASH:
        print_bash(stream);
        break;
    case OL_SHELL_ZSH:
        print_zsh(stream);
        break;
    case OL_SHELL_FISH:
        print_fish(stream);
        break;
    }
}
