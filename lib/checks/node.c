/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of a node's lists of inputs and outputs that need nothing but the node. */
#include <stdint.h>

#include "rule/check.h"

/* A run of empty names at the end of a list. */
struct tail {
    uint64_t count;
    struct ol_span first;
    uint64_t first_index;
    bool is_cut; /* a name breaks off: what it would have been is unknown */
};

static struct tail find_tail(const struct ol_level *level, unsigned field)
{
    struct tail tail = {0};
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element)) {
        if (element.bytes.size > 0) {
            tail.count = 0;
        } else {
            tail.first = tail.count == 0 ? element.span : tail.first;
            tail.first_index = tail.count == 0 ? element.index : tail.first_index;
            tail.count++;
        }
        tail.is_cut = tail.is_cut || element.occurrence.flags & OL_OCCURRENCE_CUT;
    }
    return tail;
}

static void emit_tail(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                      const struct ol_finding *place, const struct tail *tail)
{
    OL_EMIT(
        run, rule,
        (.span = tail->first, .level = level, .field = place->field, .index = tail->first_index),
        OL_ARG_U64("count", tail->count));
}

static const char *const args_count[] = {"count", NULL};

/* --- node_output_empty --------------------------------------------------- */

/* A node all of whose outputs are left out. */
static void run_output(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (!level->is_complete || !ol_level_has(level, OL_NodeProto_output) ||
        ol_level_text(level, OL_NodeProto_output).size > 0) {
        return;
    }
    struct tail tail = find_tail(level, OL_NodeProto_output);
    if (tail.count == ol_level_elements(level, OL_NodeProto_output) && !tail.is_cut) {
        struct ol_finding place = {.field = &level->message->fields[OL_NodeProto_output]};
        emit_tail(run, level, rule, &place, &tail);
    }
}

const struct ol_check ol_check_node_output_empty = {
    .name = "node_output_empty",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_count,
    .run = run_output,
};

/* --- node_input_tail ----------------------------------------------------- */

/* Empty names at the end of the inputs, which say no more than leaving them out. */
static void run_input(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (!level->is_complete || !ol_level_has(level, OL_NodeProto_input) ||
        ol_level_text(level, OL_NodeProto_input).size > 0) {
        return;
    }
    struct tail tail = find_tail(level, OL_NodeProto_input);
    if (tail.count > 0 && !tail.is_cut) {
        struct ol_finding place = {.field = &level->message->fields[OL_NodeProto_input]};
        emit_tail(run, level, rule, &place, &tail);
    }
}

const struct ol_check ol_check_node_input_tail = {
    .name = "node_input_tail",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_count,
    .run = run_input,
};
