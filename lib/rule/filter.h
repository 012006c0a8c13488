/* SPDX-License-Identifier: Apache-2.0 */
/* What a custom rule says, beside target messages and IR range, of where it applies: field paths in
 * `target:`, conditions in `when:`, and the range of `opset:`. */
#ifndef OL_RULE_FILTER_H
#define OL_RULE_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "onnx/level.h"
#include "rule/attachment.h"
#include "rule/condition.h"
#include "rule/path_pattern.h"
#include "rule/typed.h"

struct ol_run;

/* Versions of an operator set that is imported where the level is. */
struct ol_opset_range {
    struct ol_slice domain; /* as ol_domain_canonical writes it */
    int64_t min;            /* 0: none */
    int64_t max;            /* 0: none */
};

/* Everything holds together. */
struct ol_filter {
    uint64_t named; /* targets that are named: where they are does not matter */
    const struct ol_path_pattern *paths;
    size_t path_count;
    const struct ol_condition *conditions;
    size_t condition_count;
    const struct ol_opset_range *opset; /* NULL: any */
};

/* The keys of a rule that make its filter, as written; NULL: the rule has none of that name. */
struct ol_filter_keys {
    const struct ol_yaml_node *when;
    const struct ol_yaml_node *opset;      /* also of `when:` */
    const struct ol_yaml_node *ir_version; /* of `when:`; read by the caller */
};

/* Finds the keys in the map of a rule; what is there twice is refused. */
struct ol_filter_keys ol_filter_find_keys(struct ol_typed *typed, const struct ol_yaml_node *rule);

/* Reads the filter of a rule whose targets are known, and takes out of them what the conditions
 * leave out. NULL: the rule has none, it is wrong, which was told, or memory is short. */
const struct ol_filter *ol_filter_load(struct ol_typed *typed, const struct ol_filter_keys *keys,
                                       struct ol_attachment *attachment);

/* What a custom rule says of where it applies beside its messages, for people and much as it
 * is written: "graph.node[*]; when op_type: Conv; opset min: 13". NULL: nothing, or memory is
 * short, which sticks in typed. */
const char *ol_filter_text(struct ol_typed *typed, const struct ol_filter_keys *keys,
                           const struct ol_attachment *attachment);

/* Whether the rule applies to the level, which is open. */
bool ol_filter_admits(struct ol_run *run, const struct ol_filter *filter,
                      const struct ol_level *level);

#endif
