/* SPDX-License-Identifier: Apache-2.0 */
/* The conditions of `when:` in a custom rule: what a field of the target message, or of a message
 * around it, must be for the rule to apply. */
#ifndef OL_RULE_CONDITION_H
#define OL_RULE_CONDITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "onnx/level.h"
#include "rule/typed.h"

struct ol_pattern;
struct ol_run;

/* What can be asked of a field. */
enum ol_condition_kind {
    OL_CONDITION_TEXT,
    OL_CONDITION_INTEGER,
    OL_CONDITION_PRESENCE /* lists, messages and floating-point numbers: only whether it is there */
};

enum ol_presence {
    OL_PRESENCE_EITHER,
    OL_PRESENCE_ABSENT,
    OL_PRESENCE_PRESENT
};

struct ol_condition_value {
    int64_t integer;
    struct ol_slice text;
};

/* Sorted. */
struct ol_condition_values {
    struct ol_condition_value *items;
    size_t count;
};

/* All that is asked of one field. */
struct ol_condition {
    const struct ol_message *holder;  /* the nearest one around the target; NULL: the target */
    uint8_t fields[OL_MESSAGE_COUNT]; /* by message: its index; OL_FIELD_UNKNOWN: it has none */
    enum ol_condition_kind kind;
    uint64_t domains; /* messages whose field names a domain of operators: "" and "ai.onnx" are one
                         there */
    enum ol_presence presence;
    struct ol_condition_values in;     /* count 0: not asked */
    struct ol_condition_values not_in; /* the same */
    int64_t min;
    int64_t max;
    const struct ol_pattern *pattern;     /* NULL: not asked */
    const struct ol_pattern *not_pattern; /* the same */
};

/* Reads one member of `when:`. Of *targets, what lacks a field that is asked of the target itself
 * is taken out. false where it is wrong, which was told. */
bool ol_condition_load(struct ol_typed *typed, const struct ol_yaml_node *node, uint64_t *targets,
                       struct ol_condition *condition);

/* Whether a pattern is asked of the field: that costs more than all the rest. */
bool ol_condition_has_pattern(const struct ol_condition *condition);

/* Whether the condition holds at the level, which is open, its patterns apart. It does not where
 * the field, or the message around the level, is not there to be asked, or where a text that is
 * asked for cannot be read. */
bool ol_condition_holds(const struct ol_condition *condition, const struct ol_level *level);

/* Whether its patterns hold too, where the rest does. What they leave undecided is told. */
bool ol_condition_matches(struct ol_run *run, const struct ol_condition *condition,
                          const struct ol_level *level);

#endif
