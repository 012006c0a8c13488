/* SPDX-License-Identifier: Apache-2.0 */
/* Open addressing, at most seven eighths full. */
#include "base/hash_set.h"

#include <stdlib.h>

#include "base/budget.h"

#define SLOTS_MIN 16

enum ol_status ol_hash_set_init(struct ol_hash_set *set, size_t count, struct ol_budget *budget)
{
    *set = (struct ol_hash_set){.budget = budget};
    size_t slots = SLOTS_MIN;
    while (slots - slots / 8 < count) {
        if (slots > SIZE_MAX / sizeof *set->slots / 2) {
            return OL_ERR_NOMEM;
        }
        slots *= 2;
    }
    if (!ol_budget_take(budget, slots * sizeof *set->slots)) {
        return OL_ERR_NOMEM;
    }
    set->slots = calloc(slots, sizeof *set->slots);
    if (set->slots == NULL) {
        ol_budget_give(budget, slots * sizeof *set->slots);
        return OL_ERR_NOMEM;
    }
    set->mask = slots - 1;
    return OL_OK;
}

void ol_hash_set_fini(struct ol_hash_set *set)
{
    if (set->slots != NULL) {
        ol_budget_give(set->budget, (set->mask + 1) * sizeof *set->slots);
    }
    free(set->slots);
    set->slots = NULL;
}
