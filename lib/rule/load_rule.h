/* SPDX-License-Identifier: Apache-2.0 */
/* One rule from the map that says it. For loaders, and for who tells what they take. */
#ifndef OL_RULE_LOAD_RULE_H
#define OL_RULE_LOAD_RULE_H

#include "rule/rule.h"
#include "rule/typed.h"

/* The keys of a rule: which there are, and which of them it cannot be without. It wants message or
 * variants as well. */
extern const struct ol_typed_map ol_rule_map;

/* Reads a rule from its node, which is refused where it is no map. source is the text of its file
 * to keep with it, empty where the file holds more. */
void ol_load_rule_tree(struct ol_typed *typed, const struct ol_yaml_node *root,
                       struct ol_slice source, struct ol_rule *rule);

#endif
