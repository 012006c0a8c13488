/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the parameters of a rule make sense together: what is refused is a rule that could tell
 * nothing, or something that is not so. */
#ifndef OL_RULE_PARAM_CHECK_H
#define OL_RULE_PARAM_CHECK_H

#include "rule/attachment.h"
#include "rule/check.h"
#include "rule/typed.h"

/* Refuses parameters of which none is given that asks for something, and those that contradict each
 * other. node: `with:`, NULL where the rule has none. */
void ol_params_check(struct ol_typed *typed, const struct ol_yaml_node *node,
                     const struct ol_attachment *attachment, const struct ol_param_value *values);

/* Refuses messages of the rule, which is the root, that name a bound which the rule does not
 * give. */
void ol_params_check_messages(struct ol_typed *typed, const struct ol_yaml_node *root,
                              const struct ol_check *check, const struct ol_param_value *values);

#endif
