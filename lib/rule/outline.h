/* SPDX-License-Identifier: Apache-2.0 */
/* What a level shows before any rule looks at it, and many levels have in common: which fields
 * occur, what holds it, and what it is one of. What follows from that alone a rule is asked once,
 * and not for each level. */
#ifndef OL_RULE_OUTLINE_H
#define OL_RULE_OUTLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "onnx/level.h"

/* No kind: it is not said, or is none that an outline can tell apart. */
#define OL_KIND_NONE 63

struct ol_outline {
    uint64_t key; /* that of ol_outline_key */
    const struct ol_message *message;
    const struct ol_field *holder; /* the field that holds the level; NULL: it is a root */
    uint32_t present;              /* as in struct ol_concern, and enum ol_known */
    uint8_t kind;                  /* the number in the field of ol_kind_field, or OL_KIND_NONE */
    bool is_plain;                 /* as struct ol_level has it */
    int ir_version;                /* in force */
};

/* By message: 1 + the field that says what a level is one of (the type of an attribute, the element
 * type of a tensor); 0: it has none. */
extern const uint8_t ol_kind_fields[OL_MESSAGE_COUNT];

static inline uint8_t ol_kind_of(const struct ol_level *level)
{
    unsigned field = ol_kind_fields[level->message->id];
    if (field == 0 || !ol_level_has(level, field - 1)) {
        return OL_KIND_NONE;
    }
    int64_t kind = level->fields[field - 1].value.integer;
    return kind >= 0 && kind < OL_KIND_NONE ? (uint8_t)kind : OL_KIND_NONE;
}

/* A number that levels of one message share exactly if their outlines are alike; never 0. */
static inline uint64_t ol_outline_key(const struct ol_level *level, uint32_t present)
{
    const struct ol_field *holder = level->field;
    uint64_t held = holder != NULL ? (uint64_t)holder->holder->id << 8 | holder->index : 0;
    return UINT64_C(1) << 63 | held << 40 | (uint64_t)ol_kind_of(level) << 33 |
           (uint64_t)level->is_plain << 32 | present;
}

/* The outline of a level in which these fields occur. */
struct ol_outline ol_outline_of(const struct ol_level *level, uint32_t present, int ir_version);

/* Whether that field of that message holds the level. */
static inline bool ol_outline_is_in(const struct ol_outline *outline, enum ol_message_id message,
                                    unsigned field)
{
    return outline->holder != NULL && outline->holder->holder->id == message &&
           outline->holder->index == field;
}

/* Whether the field is the one that the outline's kind is of, and that is known: *kind is it. */
bool ol_outline_has_kind(const struct ol_outline *outline, const struct ol_field *field,
                         int64_t *kind);

#endif
