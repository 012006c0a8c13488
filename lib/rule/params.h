/* SPDX-License-Identifier: Apache-2.0 */
/* What a rule says to its check: the messages it is bound to and the values of `with:`, verified
 * against the check's descriptor. */
#ifndef OL_RULE_PARAMS_H
#define OL_RULE_PARAMS_H

#include "rule/check.h"
#include "rule/typed.h"

/* The part of a rule that its check declares. */
struct ol_attachment {
    const struct ol_check *check;
    struct ol_mark mark; /* of the rule's `check:`, where missing things are told */
    uint64_t targets;    /* messages, or-ed bits */
};

/* Reads `target:`, NULL where the rule has none, into attachment->targets. */
void ol_params_load_targets(struct ol_typed *typed, const struct ol_yaml_node *node,
                            struct ol_attachment *attachment);

/* The targets in the order of their names, for people: "GraphProto, TensorProto", "every message";
 * NULL: none, the rule is about the file. NULL as well when memory is short, which sticks in
 * typed. */
const char *ol_params_targets_text(struct ol_typed *typed, const struct ol_attachment *attachment);

/* Reads `with:`, NULL where the rule has none: one value for each parameter of the check, in its
 * order. NULL where the check has no parameters or memory is short. */
const struct ol_param_value *ol_params_load(struct ol_typed *typed, const struct ol_yaml_node *node,
                                            const struct ol_attachment *attachment);

#endif
