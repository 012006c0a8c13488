/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of one level, gathered and in order: the elements of a repeated integer, or the integer
 * that each sub-message of a repeated field holds. */
#ifndef OL_CHECKS_NUMBERS_H
#define OL_CHECKS_NUMBERS_H

#include "base/buf.h"
#include "rule/check.h"

struct ol_number {
    int64_t value;       /* what it is sorted by */
    int64_t written;     /* the same, unless the gatherer changed value */
    struct ol_span span; /* the element, or the field in the sub-message; the sub-message's header
                            where it has no such field */
    uint64_t tag;        /* of the occurrence, or of the sub-message */
    uint64_t index;
};

struct ol_numbers {
    struct ol_buf buf; /* where they lie */
    struct ol_number *items;
    size_t count;
    bool is_whole; /* all could be read */
};

/* Gathers the elements of a repeated integer. To be given back with ol_numbers_fini. */
void ol_numbers_gather(struct ol_run *run, const struct ol_level *level, unsigned field,
                       struct ol_numbers *numbers);

/* Gathers what the singular integer member is in each sub-message that the repeated field holds.
 * An absent one is left out, or 0, which readers take it for. To be given back with
 * ol_numbers_fini. */
void ol_numbers_gather_members(struct ol_run *run, const struct ol_level *level, unsigned field,
                               unsigned member, bool takes_absent, struct ol_numbers *numbers);

void ol_numbers_fini(struct ol_numbers *numbers);

/* Sorts by value, then place. */
void ol_numbers_sort(struct ol_numbers *numbers);

/* Whether the value is among sorted numbers. */
bool ol_numbers_has(const struct ol_numbers *numbers, int64_t value);

/* Reports, with the note "first", that the member of two sub-messages is the same: at the later
 * one. */
void ol_numbers_emit_pair(struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_level *level, const struct ol_field *member,
                          const struct ol_number pair[2], const struct ol_arg args[2]);

#endif
