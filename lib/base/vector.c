/* SPDX-License-Identifier: Apache-2.0 */
/* Growth by half, so that what is reserved and never used stays small. */
#include "base/vector.h"

#include <stdint.h>
#include <stdlib.h>

#define CAPACITY_MIN 16

void *ol_vector_add(struct ol_vector *vector, size_t size)
{
    if (vector->count == vector->capacity) {
        size_t capacity = vector->capacity < CAPACITY_MIN ? CAPACITY_MIN
                                                          : vector->capacity + vector->capacity / 2;
        void *items = capacity <= SIZE_MAX / size ? realloc(vector->items, capacity * size) : NULL;
        if (items == NULL) {
            return NULL;
        }
        vector->items = items;
        vector->capacity = capacity;
    }
    return (char *)vector->items + size * vector->count++;
}

void ol_vector_fini(struct ol_vector *vector)
{
    free(vector->items);
    *vector = (struct ol_vector){0};
}
