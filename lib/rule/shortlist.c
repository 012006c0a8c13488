/* SPDX-License-Identifier: Apache-2.0 */
/* A table of fixed size for each message: a file whose levels are all different costs two looks at
 * each rule instead of one. */
#include "rule/shortlist.h"

#include <stdbool.h>

static bool is_concerned(const struct ol_binding *binding, uint32_t present, int ir_version)
{
    const struct ol_concern *concern = &binding->concern;
    unsigned least = concern->least != 0 ? concern->least : 1;
    bool has_enough = (unsigned)__builtin_popcount(present & concern->present) >= least;
    return (has_enough || (~present & concern->missing) != 0) && ir_version >= binding->ir_min &&
           ir_version <= binding->ir_max;
}

struct ol_chosen ol_shortlist_fill(struct ol_shortlist *shortlist,
                                   const struct ol_bindings *bindings, uint32_t present,
                                   int ir_version, struct ol_arena *arena)
{
    if (shortlist->items == NULL) {
        shortlist->items = ol_arena_alloc_array(arena, bindings->count * OL_SHORTLIST_WAYS,
                                                sizeof *shortlist->items);
        if (shortlist->items == NULL) {
            return (struct ol_chosen){NULL, 0};
        }
    }
    unsigned way = ol_shortlist_way(present);
    const struct ol_binding **items = shortlist->items + way * bindings->count;
    uint32_t count = 0;
    for (size_t i = 0; i < bindings->count; i++) {
        if (is_concerned(&bindings->items[i], present, ir_version)) {
            items[count++] = &bindings->items[i];
        }
    }
    shortlist->counts[way] = count + 1;
    shortlist->present[way] = present;
    return (struct ol_chosen){items, count};
}
