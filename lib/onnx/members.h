/* SPDX-License-Identifier: Apache-2.0 */
/* The sub-messages, or texts, of one field of a level that was read, one after the other: of wide
 * levels, which keep no occurrences, as fast as the bytes can be stepped over. */
#ifndef OL_ONNX_MEMBERS_H
#define OL_ONNX_MEMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "onnx/glance.h"
#include "onnx/level.h"

struct ol_member {
    uint64_t tag;   /* offset of its tag */
    uint64_t index; /* counted from 0 */
    struct ol_span payload;
    bool is_cut; /* it ends before its declared length does */
};

struct ol_members {
    const struct ol_level *level;
    const struct ol_field *field;
    uint32_t key; /* of the field, for glances */
    struct ol_glance glance;
    struct ol_revisit revisit; /* from where glances end on */
    uint64_t left;
    uint64_t index;
    bool is_glancing;
};

/* Begins to go through a field, which is one of messages, strings or bytes. */
static inline void ol_members_init(struct ol_members *members, const struct ol_level *level,
                                   unsigned field)
{
    const struct ol_field_state *state = &level->fields[field];
    members->level = level;
    members->field = &level->message->fields[field];
    members->key = ol_glance_key(members->field->number, OL_WIRE_LEN);
    members->left = ol_level_occurrences(level, field);
    members->index = 0;
    members->is_glancing = members->left > 0;
    if (members->is_glancing) {
        members->glance =
            ol_glance_at(level->bytes, ol_span_between(state->first.tag, state->last.end));
    }
}

/* The same as ol_members_next, where the bytes are not plain. */
bool ol_members_revisit(struct ol_members *members, struct ol_member *member);

/* The next one; false behind the last. */
static inline bool ol_members_next(struct ol_members *members, struct ol_member *member)
{
    while (members->is_glancing && members->left > 0 && ol_glance_next(&members->glance)) {
        const struct ol_glance *glance = &members->glance;
        if (glance->key == members->key) {
            const uint8_t *bytes = members->level->bytes;
            *member = (struct ol_member){
                .tag = (uint64_t)(glance->tag - bytes),
                .index = members->index++,
                .payload = ol_span_between((uint64_t)(glance->value - bytes),
                                           (uint64_t)(glance->next - bytes)),
            };
            members->left--;
            return true;
        }
    }
    return members->left > 0 && ol_members_revisit(members, member);
}

#endif
