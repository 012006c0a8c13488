/* SPDX-License-Identifier: Apache-2.0 */
/* Borrowed bytes, and places in a file. Both are values: nobody owns anything through them. */
#ifndef OL_BASE_SLICE_H
#define OL_BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* size bytes at data. data may be NULL when size is 0. */
struct ol_slice {
    const uint8_t *data;
    size_t size;
};

/* length bytes from offset, both in bytes from the start of the file. */
struct ol_span {
    uint64_t offset;
    uint64_t length;
};

/* The bytes of a C string, without its terminator. */
static inline struct ol_slice ol_slice_from_text(const char *text)
{
    return (struct ol_slice){(const uint8_t *)text, strlen(text)};
}

static inline bool ol_slice_is_text(struct ol_slice slice, const char *text)
{
    size_t size = strlen(text);
    return slice.size == size && (size == 0 || memcmp(slice.data, text, size) == 0);
}

static inline bool ol_slice_is_equal(struct ol_slice a, struct ol_slice b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Orders bytes: below, equal to or above 0. Shorter ones come first, then it is by bytes: quick,
 * and the same each time, which is all that sorting and searching need. No order to show to people.
 */
static inline int ol_slice_compare(struct ol_slice a, struct ol_slice b)
{
    if (a.size != b.size) {
        return a.size < b.size ? -1 : 1;
    }
    return a.size == 0 ? 0 : memcmp(a.data, b.data, a.size);
}

/* The span from one offset up to, not including, another. */
static inline struct ol_span ol_span_between(uint64_t begin, uint64_t end)
{
    return (struct ol_span){begin, end - begin};
}

#endif
