/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of a run: the built-in ones, and what a configuration makes of them. */
#ifndef OL_CONFIG_CUSTOM_RULES_H
#define OL_CONFIG_CUSTOM_RULES_H

#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "rule/rule.h"

struct ol_config;

/* Puts the rules of a run into one array sorted by id, for ol_rule_set_new: the built-in ones,
 * those of `custom-rules` and of the files and folders of `rule-files`, each with the parameters
 * that `rules` changes. It lives in the arena, and borrows texts of the configuration; where
 * nothing is added or changed it is ol_builtin_rules itself. OL_ERR_RULE: a rule is wrong, or more
 * than a run takes; OL_ERR_IO: a file cannot be read. Then errors tells why, as ol_config_error
 * would. That a rule is named which does not exist is not told here. */
enum ol_status ol_custom_rules_load(const struct ol_config *config, struct ol_arena *arena,
                                    struct ol_buf *errors, const struct ol_rule **rules,
                                    size_t *count) OL_NODISCARD;

#endif
