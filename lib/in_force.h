/* SPDX-License-Identifier: Apache-2.0 */
/* What is in force of a rule in a run, and who says so. */
#ifndef OL_IN_FORCE_H
#define OL_IN_FORCE_H

#include "base/buf.h"
#include "config/config.h"
#include "rule/rule_set.h"

/* Adds lines for people: the severity of each case, the parameters that were changed, and the
 * overrides that are about the rule, each with the place that says so. rules: with the severities
 * of all files, the rule being the one at index. */
void ol_in_force_add(struct ol_buf *out, const struct ol_config *config,
                     const struct ol_rule_set *rules, uint32_t index);

#endif
