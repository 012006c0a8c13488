/* SPDX-License-Identifier: Apache-2.0 */
/* An array that grows, of items of one size. */
#ifndef OL_BASE_VECTOR_H
#define OL_BASE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

struct ol_budget;

/* {0} is an empty one, and so is one that has nothing but a budget; ol_vector_fini gives its memory
 * back, and leaves an empty one with the same budget. Items are aligned for any type, and
 * move when it grows. */
struct ol_vector {
    void *items; /* NULL while nothing was added */
    size_t count;
    size_t capacity;
    struct ol_budget *budget; /* borrowed; NULL: there is none */
    size_t taken;             /* own use: from the budget, in bytes */
};

/* Makes room for more items of size bytes, one at least. false, and no change, when memory is
 * short.
 */
bool ol_vector_grow(struct ol_vector *vector, size_t size);

/* Makes room for one more item of size bytes and counts it; its bytes are not set. NULL, and no
 * change, when memory is short. Every call for one vector is to be given the same size. */
static inline void *ol_vector_add(struct ol_vector *vector, size_t size)
{
    if (vector->count == vector->capacity && !ol_vector_grow(vector, size)) {
        return NULL;
    }
    return (char *)vector->items + size * vector->count++;
}

void ol_vector_fini(struct ol_vector *vector);

#endif
