/* SPDX-License-Identifier: Apache-2.0 */
/* A target that stands inside another file. */
#ifndef OL_RULE_LOAD_TARGET_H
#define OL_RULE_LOAD_TARGET_H

#include "rule/target.h"
#include "rule/typed.h"

/* Reads the map of a target, which was zeroed. What is wrong is told. */
void ol_target_load(struct ol_typed *typed, const struct ol_yaml_node *node,
                    struct ol_target *target);

#endif
