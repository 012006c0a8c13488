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
    uint32_t tag; /* the same, where it takes a byte; else more than a byte holds */
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
    members->tag = members->key < 0x80 ? members->key : UINT32_MAX;
    members->left = ol_level_occurrences(level, field);
    members->index = 0;
    members->is_glancing = members->left > 0;
    if (members->is_glancing) {
        members->glance =
            ol_glance_at(level->bytes, ol_span_between(state->first.tag, state->last.end));
    }
}

/* The same as ol_members_next where one is left, whatever the bytes. */
bool ol_members_step(struct ol_members *members, struct ol_member *member);

/* The next one; false behind the last. Mostly it follows at once, and its tag takes a byte, its
 * length one or two. */
static inline bool ol_members_next(struct ol_members *members, struct ol_member *member)
{
    if (members->left == 0) {
        return false;
    }
    const uint8_t *at = members->glance.next;
    const uint8_t *end = members->glance.end;
    if (end - at < 3 || at[0] != members->tag || (at[1] >= 0x80 && at[2] >= 0x80)) {
        return ol_members_step(members, member);
    }
    bool is_long = at[1] >= 0x80;
    ptrdiff_t length = is_long ? (at[1] & 0x7F) | at[2] << 7 : at[1];
    const uint8_t *value = at + 2 + is_long;
    if (length > end - value) {
        return ol_members_step(members, member);
    }
    const uint8_t *bytes = members->level->bytes;
    members->glance.next = value + length;
    members->left--;
    member->tag = (uint64_t)(at - bytes);
    member->index = members->index++;
    member->payload = (struct ol_span){(uint64_t)(value - bytes), (uint64_t)length};
    member->is_cut = false;
    return true;
}

#endif
