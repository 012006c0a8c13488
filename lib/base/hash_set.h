/* SPDX-License-Identifier: Apache-2.0 */
/* A set of hashes: whether of many texts two are alike is asked of their keyed hashes first
 * (base/siphash.h), which takes four bytes for a text and no sorting. Of a hash the place is kept
 * and the upper half: two texts that differ are taken for one a few times in 2^32, so that a hash
 * that is there already is a reason to look, and no answer. */
#ifndef OL_BASE_HASH_SET_H
#define OL_BASE_HASH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct ol_budget;

struct ol_hash_set {
    uint32_t *slots; /* 0: free */
    size_t mask;     /* slots, less one; a power of two */
    struct ol_budget *budget;
};

/* An empty set with room for so many, which takes its memory from the budget (NULL: there is none);
 * ol_hash_set_fini gives it back. What is never added costs no memory that is touched. */
enum ol_status ol_hash_set_init(struct ol_hash_set *set, size_t count,
                                struct ol_budget *budget) OL_NODISCARD;
void ol_hash_set_fini(struct ol_hash_set *set);

/* Adds a hash, of so many at most as there is room for; false where it is there already. */
static inline bool ol_hash_set_add(struct ol_hash_set *set, uint64_t hash)
{
    uint32_t upper = (uint32_t)(hash >> 32);
    uint32_t wanted = upper != 0 ? upper : 1;
    size_t at = (size_t)hash & set->mask;
    while (set->slots[at] != 0) {
        if (set->slots[at] == wanted) {
            return false;
        }
        at = (at + 1) & set->mask;
    }
    set->slots[at] = wanted;
    return true;
}

#endif
