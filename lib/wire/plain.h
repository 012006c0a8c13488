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
#define OL_PLAIN_BYTES_MIN  2 /* of an occurrence: a tag, and a length or a value */
#define OL_IS_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* Not 0 where a byte is no printable ASCII: one with a high bit, below 0x20, or 0x7F. The lowest
 * such byte has its high bit set, those above it may have for no reason. */
static inline uint64_t ol_unprintable_bits(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101U;
    return (word | (word + ones) | (word - ones * 0x20)) & (ones * 0x80);
}

/* Eight bytes, of which the first is the low one. */
static inline uint64_t ol_word_at(const uint8_t *data)
{
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return OL_IS_LITTLE_ENDIAN ? word : __builtin_bswap64(word);
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
    uint64_t size = end - begin;
    if (size < OL_WORD_BYTES) {
        /* the bytes at the low end of a word; what is above them is shifted out again. The very
         * beginning of a file has no such word: let the scan look */
        unsigned before = (unsigned)(OL_WORD_BYTES - size) * 8;
        return size == 0 ||
               (end >= OL_WORD_BYTES &&
                ol_unprintable_bits(ol_word_at(bytes + end - OL_WORD_BYTES) >> before) << before ==
                    0);
    }
    /* the last word may have bytes of the one before it */
    uint64_t bits = ol_unprintable_bits(ol_word_at(bytes + end - OL_WORD_BYTES));
    for (; end - begin > OL_WORD_BYTES; begin += OL_WORD_BYTES) {
        bits |= ol_unprintable_bits(ol_word_at(bytes + begin));
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

/* Where a varint of several bytes ends that is in its shortest form; 0 where there is none. */
static inline uint64_t ol_plain_varint(const struct ol_plain *plain, uint64_t at, uint64_t *value)
{
    struct ol_varint varint = ol_varint_read(plain->bytes + at, plain->end - at);
    bool is_plain = varint.status == OL_VARINT_OK && !varint.overlong && !varint.overflow;
    *value = varint.value;
    return is_plain ? at + varint.length : 0;
}

/* Whether a number of more than seven bits is in order for the field. */
static inline bool ol_plain_is_in_order(const struct ol_field *field, uint64_t number)
{
    bool is_wide = field->type == OL_TYPE_INT64 || field->type == OL_TYPE_UINT64;
    return (number <= INT32_MAX || is_wide) && !(field->flags & OL_FIELD_CLOSED);
}

/* Where the payload of a LEN field ends whose length is at *value; 0 where the scan has to look at
 * it. *value moves on to the payload. */
static inline uint64_t ol_plain_len_end(const struct ol_plain *plain, const struct ol_field *field,
                                        uint64_t *value)
{
    uint64_t length = plain->bytes[*value];
    uint64_t at = *value + 1;
    if (length >= 0x80) {
        at = ol_plain_varint(plain, *value, &length);
        if (at == 0) {
            return 0;
        }
    }
    if (length > plain->end - at) {
        return 0;
    }
    *value = at;
    at += length;
    bool is_read = plain->is_text_checked && field->type == OL_TYPE_STRING;
    return !is_read || ol_is_printable_ascii(plain->bytes, *value, at) ? at : 0;
}

/* Where a number ends that is at an offset; 0 where the scan has to look at it. */
static inline uint64_t ol_plain_number_end(const struct ol_plain *plain,
                                           const struct ol_field *field, uint64_t at)
{
    if (field->wire == OL_WIRE_VARINT) {
        uint64_t number = plain->bytes[at];
        if (number < 0x80) {
            /* of a closed enum 0 and 1 are in order */
            return number <= 1 || !(field->flags & OL_FIELD_CLOSED) ? at + 1 : 0;
        }
        at = ol_plain_varint(plain, at, &number);
        return ol_plain_is_in_order(field, number) ? at : 0;
    }
    uint64_t width = field->wire == OL_WIRE_FIXED64 ? 8 : 4;
    return plain->end - at >= width ? at + width : 0;
}

/* The field that occurs at an offset, and where its value begins and ends; NULL where the scan has
 * to look at it, and at the end. */
static inline const struct ol_field *ol_plain_read(const struct ol_plain *plain, uint64_t at,
                                                   uint64_t *value, uint64_t *end)
{
    /* of the tags that the schema has, none takes more than two bytes, and of those that take two
     * the second is 1 */
    if (at + OL_PLAIN_BYTES_MIN > plain->end) {
        return NULL;
    }
    uint8_t tag = plain->bytes[at++];
    if (tag >= 0x80) {
        if (plain->bytes[at++] != 1 || at == plain->end) {
            return NULL;
        }
    }
    size_t place = plain->message->place_by_tag[tag];
    if (place == 0) {
        return NULL;
    }
    const struct ol_field *field = &plain->message->fields[place - 1];
    *value = at;
    *end = field->wire == OL_WIRE_LEN ? ol_plain_len_end(plain, field, value)
                                      : ol_plain_number_end(plain, field, at);
    return *end != 0 ? field : NULL;
}

/* Sets an occurrence that was read. */
static inline void ol_plain_set(struct ol_occurrence *occurrence, const struct ol_field *field,
                                uint64_t tag, uint64_t value, uint64_t end)
{
    /* one by one: as a whole it would be put together in memory first */
    occurrence->tag = tag;
    occurrence->value = value;
    occurrence->end = end;
    occurrence->elements = 1;
    occurrence->plain = field->plain;
}

#endif
