/* SPDX-License-Identifier: Apache-2.0 */
/* The command line: what it can say and what it did say. Options that are settings go into the
 * configuration (lib/config/settings.def); the others are those of options.def. */
#ifndef OL_CLI_OPTIONS_H
#define OL_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "onnx_lint.h"

enum ol_option_id {
#define OL_OPTION(id, name, letter, kind, argument, help, manual) OL_OPTION_##id,
#include "options.def"
#undef OL_OPTION
    OL_OPTION_COUNT
};

enum ol_option_kind {
    OL_OPTION_KIND_FLAG,  /* --name */
    OL_OPTION_KIND_WORD,  /* --name=WORD, one of argument's */
    OL_OPTION_KIND_MAYBE, /* --name or --name=WORD */
    OL_OPTION_KIND_TEXT   /* --name=TEXT, any but the empty one */
};

struct ol_option {
    const char *name;
    char letter; /* 0: none */
    enum ol_option_kind kind;
    const char *argument;
    const char *help;
    const char *manual;
};

/* All options are rows in the order of --help: first those of the settings, then those of
 * options.def. */
#define OL_OPTION_ROWS ((size_t)OL_SETTING_COUNT + (size_t)OL_OPTION_COUNT)

/* An option by its row; false for the row of a setting that has none. */
bool ol_option_at(size_t row, struct ol_option *option);

/* What the command line said, beside settings. Texts are those of argv, or constants. */
struct ol_options {
    const char *words[OL_OPTION_COUNT]; /* by id: WORD, TEXT: the last value; MAYBE, FLAG: "" when
                                           given bare; NULL: not given */
    const char **paths;                 /* operands, in order; owned */
    size_t path_count;
};

/* Reads argv, and puts settings into the configuration. Returns false, with one line on standard
 * error, where it is wrong or memory is short. In each case ol_options_fini gives back what options
 * holds. */
bool ol_options_read(struct ol_options *options, struct ol_config *config, int argc, char **argv);
void ol_options_fini(struct ol_options *options);

static inline bool ol_options_has(const struct ol_options *options, enum ol_option_id id)
{
    return options->words[id] != NULL;
}

/* The place of the option's word in its list, from 0; fallback where it was not given, or without a
 * word. */
size_t ol_options_word_index(const struct ol_options *options, enum ol_option_id id,
                             size_t fallback);

/* Prints what --help is for. */
void ol_options_print_help(FILE *stream);

/* Prints the options for the manual page. */
void ol_options_print_manual(FILE *stream);

#endif
