/* SPDX-License-Identifier: Apache-2.0 */
/* The short way over an occurrence: nearly all are of a known field, in the shortest form, of the
 * right type and in printable ASCII. Whatever is not, here or for the scan in scan.c, which knows
 * all there is to know, is left to the latter. */
#ifndef OL_WIRE_PLAIN_H
#define OL_WIRE_PLAIN_H

#include "base/slice.h"
#include "base/word.h"
#include "wire/scan.h"
#include "wire/varint.h"

#define OL_PLAIN_BYTES_MIN 2 /* of an occurrence: a tag, and a length or a value */

#define OL_EVERY_BYTE 0x0101010101010101U

/* The high bit of the lowest byte that is no printable ASCII (one below 0x20, or from 0x7F on), and
 * of none below it. Above it, and below the high bits, there is anything. */
static inline uint64_t ol_unprintable(uint64_t word)
{
    return (word + OL_EVERY_BYTE) | (word - OL_EVERY_BYTE * 0x20);
}

/* Whether there is such a byte in a word, or in several that were or-ed. */
static inline bool ol_is_unprintable(uint64_t bits)
{
    return (bits & OL_EVERY_BYTE * 0x80) != 0;
}

/* The first offset of text that is no printable ASCII, or its size. */
static inline size_t ol_printable_ascii_length(struct ol_slice text)
{
    size_t at = 0;
    while (text.size - at >= OL_WORD_BYTES &&
           !ol_is_unprintable(ol_unprintable(ol_word_at(text.data + at)))) {
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
    if (end < OL_WORD_BYTES) {
        return size == 0; /* the very beginning of a file has no word: let the scan look */
    }
    uint64_t last = end - OL_WORD_BYTES;
    uint64_t word = ol_word_at(bytes + last);
    if (size <= OL_WORD_BYTES) {
        /* the text is at the high end of the word; what is shifted in above it is shifted out */
        unsigned before = (unsigned)(OL_WORD_BYTES - size) * 8;
        return size == 0 || !ol_is_unprintable(ol_unprintable(word >> before) << before);
    }
    /* the last word may have bytes of the one before it */
    uint64_t bits = ol_unprintable(word);
    for (; begin < last; begin += OL_WORD_BYTES) {
        bits |= ol_unprintable(ol_word_at(bytes + begin));
    }
    return !ol_is_unprintable(bits);
}

/* What the short way has to know of a scan, apart from it so that it can stay in registers. */
struct ol_plain {
    const uint8_t *bytes;
    uint64_t end;
    const uint8_t *places;         /* by tag, as the message has them */
    const struct ol_field *fields; /* of the message */
    unsigned checked;              /* OL_FIELD_IS_UTF8 where texts are looked at, else 0 */
    bool has_empty;                /* a LEN field that was read holds nothing */
};

static inline struct ol_plain ol_plain_of(const struct ol_message *message, const uint8_t *bytes,
                                          uint64_t end, bool is_text_checked)
{
    return (struct ol_plain){
        bytes, end, message->place_by_tag, message->fields, is_text_checked ? OL_FIELD_IS_UTF8 : 0,
        false};
}

/* An occurrence that was read. */
struct ol_plain_place {
    const struct ol_field *field;
    uint64_t value; /* offsets, as struct ol_occurrence has them */
    uint64_t end;
};

/* A varint of several bytes in its shortest form; of length 0 where there is none. */
struct ol_plain_varint {
    uint64_t value;
    uint64_t length;
};

/* Apart, since it is seldom wanted: inside the loop it would take the registers of what is not. */
struct ol_plain_varint ol_plain_varint_read(const uint8_t *bytes, uint64_t at, uint64_t end);

/* Whether a number of more than seven bits is in order for the field. */
static inline bool ol_plain_is_in_order(const struct ol_field *field, uint64_t number)
{
    bool is_wide = field->type == OL_TYPE_INT64 || field->type == OL_TYPE_UINT64;
    return (number <= INT32_MAX || is_wide) && !(field->flags & OL_FIELD_CLOSED);
}

/* Reads what a LEN field holds whose length is at place->value; false where the scan has to look at
 * it. */
static inline bool ol_plain_read_len(struct ol_plain *plain, struct ol_plain_place *place)
{
    uint64_t at = place->value;
    uint64_t length = plain->bytes[at++];
    if (length >= 0x80) {
        struct ol_plain_varint varint =
            ol_plain_varint_read(plain->bytes, place->value, plain->end);
        length = varint.value;
        at = place->value + varint.length;
        if (varint.length == 0 || length > plain->end - at) {
            return false;
        }
    }
    place->value = at;
    place->end = at + length;
    if (length == 0) {
        plain->has_empty = true;
        return true;
    }
    return place->end <= plain->end && (!(place->field->form & plain->checked) ||
                                        ol_is_printable_ascii(plain->bytes, at, place->end));
}

/* The same for a number that is at place->value. */
static inline bool ol_plain_read_number(const struct ol_plain *plain, struct ol_plain_place *place)
{
    const struct ol_field *field = place->field;
    uint64_t at = place->value;
    if (field->wire == OL_WIRE_VARINT) {
        uint64_t number = plain->bytes[at];
        if (number < 0x80) {
            place->end = at + 1;
            /* of a closed enum 0 and 1 are in order */
            return number <= 1 || !(field->flags & OL_FIELD_CLOSED);
        }
        struct ol_plain_varint varint = ol_plain_varint_read(plain->bytes, at, plain->end);
        place->end = at + varint.length;
        return varint.length != 0 && ol_plain_is_in_order(field, varint.value);
    }
    uint64_t width = field->wire == OL_WIRE_FIXED64 ? 8 : 4;
    place->end = at + width;
    return plain->end - at >= width;
}

/* Reads the occurrence at an offset; false where the scan has to look at it, and at the end. */
static inline bool ol_plain_read(struct ol_plain *plain, uint64_t at, struct ol_plain_place *place)
{
    /* of the tags that the schema has, none takes more than two bytes, and of those that take two
     * the second is 1 */
    if (at + OL_PLAIN_BYTES_MIN > plain->end) {
        return false;
    }
    uint8_t tag = plain->bytes[at++];
    if (tag >= 0x80 && (plain->bytes[at++] != 1 || at == plain->end)) {
        return false;
    }
    size_t number = plain->places[tag];
    if (number == 0) {
        return false;
    }
    place->field = &plain->fields[number - 1];
    place->value = at;
    return place->field->form & OL_FIELD_IS_SCALAR ? ol_plain_read_number(plain, place)
                                                   : ol_plain_read_len(plain, place);
}

/* Sets an occurrence that was read, with its tag at an offset. */
static inline void ol_plain_set(struct ol_occurrence *occurrence, uint64_t tag,
                                const struct ol_plain_place *place)
{
    /* one by one: as a whole it would be put together in memory first */
    occurrence->tag = tag;
    occurrence->value = place->value;
    occurrence->end = place->end;
    occurrence->plain = place->field->plain;
}

#endif
