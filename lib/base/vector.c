/* SPDX-License-Identifier: Apache-2.0 */
/* Growth by half, so that what is reserved and never used stays small. */
#include "base/vector.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/budget.h"

#define CAPACITY_MIN 16

bool ol_vector_grow(struct ol_vector *vector, size_t size)
{
    size_t capacity =
        vector->capacity < CAPACITY_MIN ? CAPACITY_MIN : vector->capacity + vector->capacity / 2;
    if (capacity > SIZE_MAX / size) {
        return false;
    }
    size_t more = (capacity - vector->capacity) * size;
    if (!ol_budget_take(vector->budget, more)) {
        return false;
    }
    void *items = realloc(vector->items, capacity * size);
    if (items == NULL) {
        ol_budget_give(vector->budget, more);
        return false;
    }
    vector->items = items;
    vector->capacity = capacity;
    vector->taken += more;
    return true;
}

void ol_vector_fini(struct ol_vector *vector)
{
    free(vector->items);
    ol_budget_give(vector->budget, vector->taken);
    *vector = (struct ol_vector){.budget = vector->budget};
}
