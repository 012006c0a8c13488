/* SPDX-License-Identifier: Apache-2.0 */
/* Loaded rules, profiles and targets written as the C source of constant tables: the build's
 * builtin.c. */
#ifndef OL_RULE_TABLES_H
#define OL_RULE_TABLES_H

#include "rule/load.h"

/* Adds the source that defines ol_builtin_rules, ol_builtin_profiles, ol_builtin_targets and what
 * rule/source.h declares, of a finished set. The same set gives the same text. A lack of memory
 * sticks in out. */
void ol_tables_write(struct ol_buf *out, const struct ol_load_set *set,
                     const struct ol_check *const *checks);

#endif
