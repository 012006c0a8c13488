/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of a rule, and names that its check must have. For the loader's own files. */
#ifndef OL_RULE_LOAD_MESSAGE_H
#define OL_RULE_LOAD_MESSAGE_H

#include "rule/check.h"
#include "rule/typed.h"

/* The names that a check has for something; more: one that every check has, or NULL. */
struct ol_vocabulary {
    const char *what;
    const char *const *names;
    const char *more;
};

/* Refuses a name that the check does not have. */
void ol_load_known_name(struct ol_typed *typed, struct ol_mark mark, struct ol_slice name,
                        const struct ol_vocabulary *words);

/* Reads a message: one line whose placeholders are arguments of the check, which is NULL where it
 * is not known. */
void ol_load_message(struct ol_typed *typed, const struct ol_yaml_node *node,
                     const struct ol_check *check, const char **template);

/* Reads what to do about a finding: one line of at most OL_MEND_BYTES_MAX bytes without a final
 * stop, and without placeholders. */
void ol_load_mend(struct ol_typed *typed, const struct ol_yaml_node *node, const char **mend);

#endif
