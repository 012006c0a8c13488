/* SPDX-License-Identifier: Apache-2.0 */
/* Each damaged file stands in memory of its very size, so that a sanitizer sees a byte too many
 * being read. */
#include "damage/changes.h"

#include <stdlib.h>
#include <string.h>

#include "damage/edit.h"
#include "tools/files.h"

static uint8_t *copy(const uint8_t *bytes, size_t size)
{
    uint8_t *made = ol_test_alloc(size);
    if (size > 0) {
        memcpy(made, bytes, size);
    }
    return made;
}

/* From one to the next of so many that are looked at. */
static size_t step_of(const struct ol_trial *trial, size_t count)
{
    return trial->before.size <= OL_CHANGES_WHOLE_MAX ? 1 : count / OL_CHANGES_SPREAD + 1;
}

/* The file as it is is a prefix, too. */
static void try_prefixes(struct ol_trial *trial, struct ol_slice bytes)
{
    size_t step = step_of(trial, bytes.size);
    for (size_t size = bytes.size % step; size <= bytes.size; size += step) {
        uint8_t *prefix = copy(bytes.data, size);
        const struct ol_damaged damaged = {.bytes = {prefix, size},
                                           .place = {.damage = OL_DAMAGE_PREFIX, .at = size}};
        ol_trial_run(trial, &damaged);
        free(prefix);
    }
}

static void try_byte(struct ol_trial *trial, uint8_t *flipped, size_t at, bool has_all_values)
{
    uint8_t was = flipped[at];
    struct ol_damaged damaged = {
        .bytes = {flipped, trial->before.size},
        .place = {(enum ol_damage)(OL_DAMAGE_FLIP + trial->before.roles[at]), at, was, 0},
    };
    for (unsigned change = 1; change <= UINT8_MAX; change++) {
        bool is_one_bit = (change & (change - 1)) == 0;
        if (has_all_values || is_one_bit || change == UINT8_MAX) {
            flipped[at] = (uint8_t)(was ^ change);
            damaged.place.is = flipped[at];
            ol_trial_run(trial, &damaged);
        }
    }
    flipped[at] = was;
}

static void try_flips(struct ol_trial *trial, struct ol_slice bytes, bool has_all_values)
{
    uint8_t *flipped = copy(bytes.data, bytes.size);
    size_t step = step_of(trial, bytes.size);
    size_t end =
        step == 1 && bytes.size > OL_CHANGES_FLIPPED_MAX ? OL_CHANGES_FLIPPED_MAX : bytes.size;
    for (size_t at = 0; at < end; at += step) {
        try_byte(trial, flipped, at, has_all_values);
    }
    free(flipped);
}

/* Whether the order of the two fields means nothing to a reader: they are different ones of the
 * schema, in bytes that nothing is wrong with, and not two of one oneof. */
static bool is_order_free(const struct ol_judge *judge, size_t index)
{
    const struct ol_judged_field *one = &judge->fields[index];
    const struct ol_judged_field *other = &judge->fields[ol_edit_neighbour(judge, index)];
    return judge->fault_count == 0 && one->number != other->number &&
           one->shape->type != OL_SHAPE_NONE && other->shape->type != OL_SHAPE_NONE;
}

static void try_edit(struct ol_trial *trial, size_t index, enum ol_edit edit)
{
    static const enum ol_damage damages[OL_EDIT_COUNT] = {
        [OL_EDIT_DROP] = OL_DAMAGE_DROP,
        [OL_EDIT_DOUBLE] = OL_DAMAGE_DOUBLE,
        [OL_EDIT_SWAP] = OL_DAMAGE_SWAP,
    };
    struct ol_edited edited;
    ol_edit_apply(&trial->before, index, edit, &edited);
    const struct ol_damaged damaged = {
        .bytes = {edited.bytes, edited.size},
        .place = {.damage = damages[edit], .at = trial->before.fields[index].tag},
        .is_moved = true,
        .is_unchanged = edit == OL_EDIT_SWAP && is_order_free(&trial->before, index),
    };
    ol_trial_run(trial, &damaged);
    free(edited.bytes);
}

static void try_edits(struct ol_trial *trial)
{
    const struct ol_judge *judge = &trial->before;
    for (size_t i = 0; i < judge->field_count; i += step_of(trial, judge->field_count)) {
        try_edit(trial, i, OL_EDIT_DROP);
        try_edit(trial, i, OL_EDIT_DOUBLE);
        if (ol_edit_neighbour(judge, i) != OL_JUDGED_NONE) {
            try_edit(trial, i, OL_EDIT_SWAP);
        }
    }
}

void ol_changes_try(struct ol_trial *trial, struct ol_slice bytes, bool has_all_values)
{
    ol_trial_begin(trial, bytes);
    try_prefixes(trial, bytes);
    try_flips(trial, bytes, has_all_values);
    try_edits(trial);
}
