/* SPDX-License-Identifier: Apache-2.0 */
/* Growth by half, so that what is reserved and never used stays small. */
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/budget.h"

#define CAPACITY_MIN 16

/* Moves the items to where there is room for so many of size bytes. */
static bool grow(struct ol_vector *vector, size_t capacity, size_t size)
{
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

void *ol_vector_add(struct ol_vector *vector, size_t size)
{
    if (vector->count == vector->capacity) {
        size_t capacity = vector->capacity < CAPACITY_MIN ? CAPACITY_MIN
                                                          : vector->capacity + vector->capacity / 2;
        if (!grow(vector, capacity, size)) {
            return NULL;
        }
    }
    return (char *)vector->items + size * vector->count++;
}

void ol_vector_fini(struct ol_vector *vector)
{
    free(vector->items);
    ol_budget_give(vector->budget, vector->taken);
    *vector = (struct ol_vector){.budget = vector->budget};
}
