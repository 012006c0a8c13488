/* SPDX-License-Identifier: Apache-2.0 */
/* An array that grows, of items of one size. */
#ifndef OL_BASE_VECTOR_H
#define OL_BASE_VECTOR_H

#include <stddef.h>

#include "base/status.h"

/* {0} is an empty one; ol_vector_fini gives its memory back. Items are aligned for any type, and
 * move when it grows. */
struct ol_vector {
    void *items; /* NULL while nothing was added */
    size_t count;
    size_t capacity;
};

/* Makes room for one more item of size bytes and counts it; its bytes are not set. NULL, and no
 * change, when memory is short. Every call for one vector is to be given the same size. */
void *ol_vector_add(struct ol_vector *vector, size_t size);

void ol_vector_fini(struct ol_vector *vector);

#endif
