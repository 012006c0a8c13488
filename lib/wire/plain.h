/* SPDX-License-Identifier: Apache-2.0 */
/* The short way over an occurrence: nearly all are of a known field, in the shortest form, of the
 * right type and in printable ASCII. Whatever is not, here or for the scan in scan.c, which knows
 * all there is to know, is left to the latter. */
#ifndef OL_WIRE_PLAIN_H
#define OL_WIRE_PLAIN_H

#include <string.h>

#include "base/slice.h"
#include "wire/scan.h"
#include "wire/varint.h"

#define OL_WORD_BYTES       8
#define OL_IS_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* The high bit of each byte that is no printable ASCII: one with a high bit, below 0x20, or 0x7F.
 * Bytes above one that is not may be taken for such as well. */
static inline uint64_t ol_unprintable_bits(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101U;
    return (word | (word + ones) | ((word - ones * 0x20) & ~word)) & (ones * 0x80);
}

static inline uint64_t ol_word_at(const uint8_t *data)
{
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

/* The first offset of text that is no printable ASCII, or its size. */
static inline size_t ol_printable_ascii_length(struct ol_slice text)
{
    size_t at = 0;
    while (text.size - at >= OL_WORD_BYTES &&
           ol_unprintable_bits(ol_word_at(text.data + at)) == 0) {
        at += OL_WORD_BYTES;
    }
    while (at < text.size && text.data[at] >= 0x20 && text.data[at] < 0x7F) {
        at++;
    }
    return at;
}

/* Whether bytes[begin, end) of the file are printable ASCII. */
static inline bool ol_is_printable_ascii(const uint8_t *bytes, uint64_t begin, uint64_t end)
{
    uint64_t bits = 0;
    while (end - begin >= OL_WORD_BYTES) {
        bits |= ol_unprintable_bits(ol_word_at(bytes + begin));
        begin += OL_WORD_BYTES;
    }
    if (begin < end) {
        if (end < OL_WORD_BYTES) {
            return false; /* the very beginning of a file: let the scan look */
        }
        /* the last bytes in one word, and what precedes them made printable */
        const uint64_t spaces = 0x2020202020202020U;
        unsigned before = (unsigned)(OL_WORD_BYTES - (end - begin)) * 8;
        uint64_t mask = OL_IS_LITTLE_ENDIAN ? UINT64_MAX << before : UINT64_MAX >> before;
        bits |= ol_unprintable_bits((ol_word_at(bytes + end - OL_WORD_BYTES) & mask) |
                                    (spaces & ~mask));
    }
    return bits == 0;
}

/* The part of a scan that stays as it is, so that it can stay in registers. */
struct ol_plain {
    const uint8_t *bytes;
    uint64_t end;
    const struct ol_message *message;
    bool is_text_checked;
};

/* Where a varint in its shortest form ends; 0 where there is none. */
static inline uint64_t ol_plain_varint(const struct ol_plain *plain, uint64_t at, uint64_t *value)
{
    if (at < plain->end && plain->bytes[at] < 0x80) {
        *value = plain->bytes[at];
        return at + 1;
    }
    struct ol_varint varint = ol_varint_read(plain->bytes + at, plain->end - at);
    bool is_plain = varint.status == OL_VARINT_OK && !varint.overlong && !varint.overflow;
    *value = varint.value;
    return is_plain ? at + varint.length : 0;
}

/* Where the value of a field that is there in its own wire type ends; 0 where the scan has to look
 * at it. *value is where a LEN payload begins, else as it was. */
static inline uint64_t ol_plain_end(const struct ol_plain *plain, const struct ol_field *field,
                                    uint64_t *value)
{
    uint64_t number;
    uint64_t at = *value;
    if (field->wire == OL_WIRE_LEN) {
        at = ol_plain_varint(plain, at, &number);
        if (at == 0 || number > plain->end - at) {
            return 0;
        }
        *value = at;
        at += number;
        bool is_read = plain->is_text_checked && field->type == OL_TYPE_STRING;
        return !is_read || ol_is_printable_ascii(plain->bytes, *value, at) ? at : 0;
    }
    if (field->wire == OL_WIRE_VARINT) {
        at = ol_plain_varint(plain, at, &number);
        /* 0 to 2^31 - 1 is in order for every type, 0 and 1 for a closed enum */
        return number <= (field->flags & OL_FIELD_CLOSED ? 1 : INT32_MAX) ? at : 0;
    }
    uint64_t width = field->wire == OL_WIRE_FIXED64 ? 8 : 4;
    return plain->end - at >= width ? at + width : 0;
}

/* Reads the occurrence at an offset before the end; false where the scan has to look at it. */
static inline bool ol_plain_read(const struct ol_plain *plain, uint64_t at,
                                 struct ol_occurrence *occurrence)
{
    /* of the tags that the schema has, none takes more than two bytes, and of those that take two
     * the second is 1 */
    if (plain->end - at < 2) {
        return false;
    }
    uint8_t tag = plain->bytes[at];
    uint64_t value = at + 1;
    if (tag >= 0x80) {
        if (plain->bytes[value] != 1) {
            return false;
        }
        value++;
    }
    const struct ol_field *field = ol_message_field(plain->message, tag >> 3);
    if (field == NULL || field->wire != (tag & 7)) {
        return false;
    }
    uint64_t end = ol_plain_end(plain, field, &value);
    if (end == 0) {
        return false;
    }
    *occurrence = (struct ol_occurrence){
        .tag = at,
        .value = value,
        .end = end,
        .elements = 1,
        .number = tag >> 3,
        .index = field->index,
        .wire_type = field->wire,
        .flags = OL_OCCURRENCE_KNOWN,
    };
    return true;
}

#endif
