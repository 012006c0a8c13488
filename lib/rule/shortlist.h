/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the rules that are bound to a message concern levels in which just these fields occur. A
 * model has many levels and few such sets, so the answers are kept: a node is then shown to the few
 * rules that can say something of it, and the others are not even asked. */
#ifndef OL_RULE_SHORTLIST_H
#define OL_RULE_SHORTLIST_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "rule/rule_set.h"

/* Answers that are kept for one message; another one takes the place of one of them. */
#define OL_SHORTLIST_WAY_BITS 3
#define OL_SHORTLIST_WAYS     (1 << OL_SHORTLIST_WAY_BITS)

/* One file's answers about one list of bindings; all zero at first. */
struct ol_shortlist {
    const struct ol_binding **items; /* OL_SHORTLIST_WAYS times as many as there are */
    uint32_t present[OL_SHORTLIST_WAYS];
    uint32_t counts[OL_SHORTLIST_WAYS]; /* 1 + how many; 0: nothing is kept here */
};

/* The answer for some levels: bindings in their order, valid until the next call. */
struct ol_chosen {
    const struct ol_binding *const *items; /* NULL: memory is short */
    size_t count;
};

/* Where the answer for levels that are as present says (struct ol_concern) is kept, if it is.
 * Neighbouring numbers are spread by 2^32 divided by the golden ratio (Knuth's multiplicative
 * hashing). */
static inline unsigned ol_shortlist_way(uint32_t present)
{
    return (uint32_t)(present * UINT32_C(2654435769)) >> (32 - OL_SHORTLIST_WAY_BITS);
}

/* Asks each binding anew, and keeps the answer. */
struct ol_chosen ol_shortlist_fill(struct ol_shortlist *shortlist,
                                   const struct ol_bindings *bindings, uint32_t present,
                                   int ir_version, struct ol_arena *arena);

/* Which bindings concern levels that are as present says (struct ol_concern), under an IR version,
 * which is the same in all calls. */
static inline struct ol_chosen ol_shortlist_find(struct ol_shortlist *shortlist,
                                                 const struct ol_bindings *bindings,
                                                 uint32_t present, int ir_version,
                                                 struct ol_arena *arena)
{
    unsigned way = ol_shortlist_way(present);
    if (shortlist->counts[way] == 0 || shortlist->present[way] != present) {
        return ol_shortlist_fill(shortlist, bindings, present, ir_version, arena);
    }
    return (struct ol_chosen){shortlist->items + way * bindings->count, shortlist->counts[way] - 1};
}

#endif
