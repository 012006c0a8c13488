/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a rule that explains and tests it: references and examples. */
#ifndef OL_RULE_EXAMPLE_H
#define OL_RULE_EXAMPLE_H

#include "rule/rule.h"
#include "rule/typed.h"

/* Reads `examples:`. */
void ol_example_load_all(struct ol_typed *typed, const struct ol_yaml_node *node,
                         struct ol_rule_doc *doc);

/* Reads an example that is a file of its own and belongs to no rule, so that the rule of a finding
 * may be any. */
void ol_example_load_alone(struct ol_typed *typed, const struct ol_yaml_node *node,
                           struct ol_example *example);

/* Reads `references:`. */
void ol_example_load_references(struct ol_typed *typed, const struct ol_yaml_node *node,
                                struct ol_rule_doc *doc);

#endif
