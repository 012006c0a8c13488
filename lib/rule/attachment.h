/* SPDX-License-Identifier: Apache-2.0 */
/* `target:` of a rule: what its check is bound to, verified against the check's descriptor. */
#ifndef OL_RULE_ATTACHMENT_H
#define OL_RULE_ATTACHMENT_H

#include "rule/check.h"
#include "rule/path_pattern.h"
#include "rule/typed.h"

/* The part of a rule that its check declares. */
struct ol_attachment {
    const struct ol_check *check;
    struct ol_mark mark;           /* of the rule's `check:`, where missing things are told */
    uint64_t targets;              /* messages, or-ed bits */
    uint64_t named;                /* those of them that are named */
    struct ol_path_pattern *paths; /* what leads to the others; only in a custom rule */
    size_t path_count;
};

/* Reads `target:`, NULL where the rule has none, into the attachment. */
void ol_attachment_load_targets(struct ol_typed *typed, const struct ol_yaml_node *node,
                                struct ol_attachment *attachment);

/* The targets in the order of their names, for people: "GraphProto, TensorProto", "every message";
 * NULL: none, the rule is about the file. NULL as well when memory is short, which sticks in
 * typed. */
const char *ol_attachment_targets_text(struct ol_typed *typed,
                                       const struct ol_attachment *attachment);

/* Adds the names of the messages, in their order. */
void ol_attachment_add_names(struct ol_buf *buf, uint64_t messages);

/* Refuses a name that no message of the schema has. */
void ol_attachment_refuse_name(struct ol_typed *typed, struct ol_mark mark, struct ol_slice name);

#endif
