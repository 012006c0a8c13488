/* SPDX-License-Identifier: Apache-2.0 */
/* What --help and the manual page say of the options, from the tables. */
#include <string.h>

#include "options.h"

/* Where the help texts begin. */
#define HELP_COLUMN 30

/* No line is longer. */
#define HELP_WIDTH 79

/* Adds the "=ARGUMENT" part of an option. */
static int add_argument(char *text, size_t size, const struct ol_option *option)
{
    switch (option->kind) {
    case OL_OPTION_KIND_FLAG:
        return snprintf(text, size, "%s", "");
    case OL_OPTION_KIND_MAYBE:
        return snprintf(text, size, "[=%s]", option->argument);
    case OL_OPTION_KIND_WORD:
    case OL_OPTION_KIND_TEXT:
        return snprintf(text, size, "=%s", option->argument);
    }
    return 0;
}

/* Prints the argument behind a name that ends at that column; a list of words that is too long is
 * broken behind a bar. Returns the column at the end. */
static int print_argument(FILE *stream, const char *argument, int column)
{
    int indent = column + 1;
    for (const char *at = argument; *at != '\0';) {
        size_t size = strcspn(at, "|");
        size += at[size] == '|' ? 1 : 0;
        if (column + (int)size > HELP_WIDTH) {
            column = fprintf(stream, "\n%*s", indent, "") - 1;
        }
        column += fprintf(stream, "%.*s", (int)size, at);
        at += size;
    }
    return column;
}

static void print_option(FILE *stream, const struct ol_option *option)
{
    char argument[160];
    (void)add_argument(argument, sizeof argument, option);
    int width = option->letter != 0 ? fprintf(stream, "  -%c, --%s", option->letter, option->name)
                                    : fprintf(stream, "      --%s", option->name);
    width = print_argument(stream, argument, width);
    if (width > HELP_COLUMN - 2) {
        (void)fputc('\n', stream);
        width = 0;
    }
    (void)fprintf(stream, "%*s%s\n", HELP_COLUMN - width, "", option->help);
}

void ol_options_print_help(FILE *stream)
{
    (void)fputs("Usage: onnx-lint [OPTION]... [PATH]...\n"
                "\n"
                "Finds what is wrong with ONNX files, each fault at its byte. PATH is a file, a\n"
                "directory (its *.onnx and *.pb files) or - for standard input.\n"
                "\n",
                stream);
    for (size_t row = 0; row < OL_OPTION_ROWS; row++) {
        struct ol_option option;
        if (ol_option_at(row, &option)) {
            print_option(stream, &option);
        }
    }
    (void)fputs("\n"
                "Exit status: 0 nothing at or above the failing severity, 1 findings, 2 wrong\n"
                "usage or configuration, 3 an input could not be read or the program failed.\n",
                stream);
}

/* Prints text so that roff shows it as it is. */
static void print_roff(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\\') {
            (void)fputs("\\e", stream);
        } else if (*text == '-') {
            (void)fputs("\\-", stream);
        } else {
            (void)fputc(*text, stream);
        }
    }
}

/* The argument in italics, its brackets and bars upright. */
static void print_roff_argument(FILE *stream, const struct ol_option *option)
{
    if (option->kind == OL_OPTION_KIND_FLAG) {
        return;
    }
    bool is_words = option->kind == OL_OPTION_KIND_WORD || option->kind == OL_OPTION_KIND_MAYBE;
    (void)fputs(option->kind == OL_OPTION_KIND_MAYBE ? "[=" : "=", stream);
    (void)fputs(is_words ? "\\fB" : "\\fI", stream);
    for (const char *at = option->argument; *at != '\0';) {
        size_t size = strcspn(at, "|");
        char word[64];
        (void)snprintf(word, sizeof word, "%.*s", (int)size, at);
        print_roff(stream, word);
        at += size;
        if (*at == '|') {
            (void)fputs("\\fR|\\:\\fB", stream);
            at++;
        }
    }
    (void)fputs(option->kind == OL_OPTION_KIND_MAYBE ? "\\fR]" : "\\fR", stream);
}

/* The help line as a sentence, then what the manual adds. */
static void print_roff_text(FILE *stream, const struct ol_option *option)
{
    char first = option->help[0];
    (void)fputc(first >= 'a' && first <= 'z' ? first - 'a' + 'A' : first, stream);
    print_roff(stream, option->help + 1);
    (void)fputs(".\n", stream);
    if (option->manual[0] != '\0') {
        print_roff(stream, option->manual);
        (void)fputc('\n', stream);
    }
}

static void print_roff_option(FILE *stream, const struct ol_option *option)
{
    (void)fputs(".TP\n", stream);
    if (option->letter != 0) {
        (void)fprintf(stream, "\\fB\\-%c\\fR, ", option->letter);
    }
    (void)fputs("\\fB\\-\\-", stream);
    print_roff(stream, option->name);
    (void)fputs("\\fR", stream);
    print_roff_argument(stream, option);
    (void)fputc('\n', stream);
    print_roff_text(stream, option);
}

void ol_options_print_manual(FILE *stream)
{
    /* A list of words has no blanks that a line could be filled up with. */
    (void)fputs(".SH OPTIONS\n.ad l\n", stream);
    for (size_t row = 0; row < OL_OPTION_ROWS; row++) {
        struct ol_option option;
        if (ol_option_at(row, &option)) {
            print_roff_option(stream, &option);
        }
    }
    (void)fputs(".ad b\n", stream);
}
