/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes several at once, as numbers of which the first byte is the low one. */
#ifndef OL_BASE_WORD_H
#define OL_BASE_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define OL_WORD_BYTES       8
#define OL_HALF_BYTES       4
#define OL_IS_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

static inline uint64_t ol_word_at(const uint8_t *data)
{
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return OL_IS_LITTLE_ENDIAN ? word : __builtin_bswap64(word);
}

static inline uint32_t ol_half_at(const uint8_t *data)
{
    uint32_t half;
    memcpy(&half, data, sizeof half);
    return OL_IS_LITTLE_ENDIAN ? half : __builtin_bswap32(half);
}

/* Whether so many bytes are the same, as those of nothing are. For names, which are so short that
 * the call of memcmp is most of what it takes; and since many differ in their ends alone, those
 * come first. */
static inline bool ol_bytes_are_equal(const uint8_t *a, const uint8_t *b, size_t size)
{
    if (size < OL_HALF_BYTES) {
        return size == 0 ||
               (a[size - 1] == b[size - 1] && a[0] == b[0] && a[size / 2] == b[size / 2]);
    }
    if (size < OL_WORD_BYTES) {
        size_t last = size - OL_HALF_BYTES;
        return ol_half_at(a + last) == ol_half_at(b + last) && ol_half_at(a) == ol_half_at(b);
    }
    size_t last = size - OL_WORD_BYTES;
    if (ol_word_at(a + last) != ol_word_at(b + last)) {
        return false;
    }
    for (size_t at = 0; at < last; at += OL_WORD_BYTES) {
        if (ol_word_at(a + at) != ol_word_at(b + at)) {
            return false;
        }
    }
    return true;
}

#endif
