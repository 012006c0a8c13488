/* SPDX-License-Identifier: Apache-2.0 */
/* The maps that stand inside a configuration (one of `overrides`, bounds of `target-opset` ...):
 * their keys, for doc/configuration.md and doc/config.schema.json. Which keys there are is said by
 * the loaders' own tables, and unit tests hold these against those. */
#ifndef OL_CONFIG_SETTINGS_FORM_H
#define OL_CONFIG_SETTINGS_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "onnx_lint.h"

/* What the value of a key is. */
enum ol_form_type {
    OL_FORM_LINE,     /* a text of one line */
    OL_FORM_TEXT,     /* a text of any number of lines */
    OL_FORM_NUMBER,   /* a whole number above 0 */
    OL_FORM_SEVERITY, /* error, warning or info */
    OL_FORM_SETTING,  /* the same, off, or on */
    OL_FORM_TEXTS,    /* a text, or a list of texts */
    OL_FORM_RULES,    /* a map of rules and their severities */
    OL_FORM_CHECK,    /* the name of a check */
    OL_FORM_FORMAT,   /* that of a form of output */
    OL_FORM_WITH,     /* a map of parameters of a check */
    /* of custom rules alone: what each key of that name is */
    OL_FORM_ID,
    OL_FORM_IDS, /* of rules: a list */
    OL_FORM_RELEASE,
    OL_FORM_TITLE,
    OL_FORM_MEND,
    OL_FORM_TARGET,
    OL_FORM_WHEN,
    OL_FORM_IR,
    OL_FORM_OPSET,
    OL_FORM_VARIANTS,
    OL_FORM_NOTES,
    OL_FORM_REFERENCES,
    OL_FORM_EXAMPLES
};

struct ol_form_key {
    const char *name;
    enum ol_form_type type;
    const char *help;
};

struct ol_form {
    const char *name; /* of its definition in the schema */
    const char *what; /* a line of people's words */
    const struct ol_form_key *keys;
    size_t key_count;
};

/* The map that the members of a setting of that kind are; NULL where they are none. */
const struct ol_form *ol_form_of_kind(enum ol_setting_kind kind);

#endif
