/* SPDX-License-Identifier: Apache-2.0 */
/* The short way through the fields of a message that is not read as a level, for who wants one of
 * them: nearly all messages can be stepped through without their schema. Where that is not so, what
 * onnx/peek.h and the scan make sure of has to be asked. */
#ifndef OL_ONNX_GLANCE_H
#define OL_ONNX_GLANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "onnx/peek.h"
#include "wire/scan.h"
#include "wire/varint.h"

struct ol_glance {
    const uint8_t *next; /* the next tag, and where the field before it ends */
    const uint8_t *end;
    const uint8_t *tag;   /* of the field that was stepped over last */
    const uint8_t *value; /* where its value begins, behind the length of a LEN field */
    uint32_t key;         /* its number and wire type, as ol_glance_key has them */
};

/* Of a message whose own bytes the span has. */
static inline struct ol_glance ol_glance_at(const uint8_t *bytes, struct ol_span message)
{
    const uint8_t *begin = bytes + message.offset;
    return (struct ol_glance){.next = begin, .end = begin + message.length};
}

/* Where a varint of any length that is whole ends; NULL: it is not. */
static inline const uint8_t *ol_glance_varint(const uint8_t *at, const uint8_t *end,
                                              uint64_t *value)
{
    if (at < end && *at < 0x80) {
        *value = *at;
        return at + 1;
    }
    struct ol_varint varint = ol_varint_read(at, (size_t)(end - at));
    *value = varint.value;
    return varint.status == OL_VARINT_OK && !varint.overflow ? at + varint.length : NULL;
}

/* A number and a wire type as a tag has them. */
static inline uint32_t ol_glance_key(uint32_t number, enum ol_wire_type wire_type)
{
    return number << 3 | (uint32_t)wire_type;
}

/* A field that was looked at. */
struct ol_glanced {
    const uint8_t *value;
    const uint8_t *next; /* NULL: it is not plain */
    uint32_t key;
};

/* Looks at a field of a message that ends there, in any plain form; two bytes of it are there. */
struct ol_glanced ol_glance_long(const uint8_t *at, const uint8_t *end);

/* Two bytes, of which the first is the low one: mostly a tag and a length. */
static inline uint32_t ol_glance_head(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8;
}

/* Looks at a field of a message that ends there; two bytes of it are there. Most have a tag of one
 * byte, whose number is not 0, and one byte of length or value. */
static inline struct ol_glanced ol_glance_field(const uint8_t *at, const uint8_t *end)
{
    uint32_t head = ol_glance_head(at);
    const uint8_t *value = at + 2;
    ptrdiff_t length = (ptrdiff_t)(head >> 8);
    if ((head & 0x8087) == OL_WIRE_LEN && (head & 0x78) != 0 && length <= end - value) {
        return (struct ol_glanced){.value = value, .next = value + length, .key = head & 0xFF};
    }
    if ((head & 0x8087) == OL_WIRE_VARINT && (head & 0x78) != 0) {
        return (struct ol_glanced){.value = at + 1, .next = value, .key = head & 0xFF};
    }
    return ol_glance_long(at, end);
}

/* Steps over the next field. false at the end, and, short of it, before what is not plain: a group,
 * a tag in more bytes than it needs or a large one, and everything that stops a scan. No address of
 * the glance goes anywhere, so that compilers keep it in registers. */
static inline bool ol_glance_next(struct ol_glance *glance)
{
    if (glance->end - glance->next < 2) {
        return false;
    }
    struct ol_glanced field = ol_glance_field(glance->next, glance->end);
    if (field.next == NULL) {
        return false;
    }
    glance->tag = glance->next;
    glance->value = field.value;
    glance->next = field.next;
    glance->key = field.key;
    return true;
}

/* Steps over fields of a message whose tag and length take a byte each, from an offset on up to a
 * field that is none of these, or whose number is in stops (bit i: number i; bit 0 is always set).
 * Where it ends: more than size where the last field overruns. */
static inline ptrdiff_t ol_glance_skip(const uint8_t *begin, ptrdiff_t at, ptrdiff_t size,
                                       uint32_t stops)
{
    const ptrdiff_t last = size - 2;
    while (at <= last) {
        uint32_t head = ol_glance_head(begin + at);
        if ((head & 0x8087) != OL_WIRE_LEN || (stops >> (head >> 3 & 31) & 1) != 0) {
            break;
        }
        at += 2 + (ptrdiff_t)(head >> 8);
    }
    return at;
}

/* Whether all of the message was stepped through. */
static inline bool ol_glance_is_whole(const struct ol_glance *glance)
{
    return glance->next == glance->end;
}

static inline struct ol_slice ol_glance_payload(const struct ol_glance *glance)
{
    return (struct ol_slice){glance->value, (size_t)(glance->next - glance->value)};
}

/* The text that readers take for a text field of a message, empty where the field is not there.
 * false where that cannot be told like this: ol_peek_last tells. */
bool ol_glance_text(const uint8_t *bytes, struct ol_span message, const struct ol_field *field,
                    struct ol_slice *text);

/* The same of any message: of one that breaks off, what can be read, and then *is_whole is false,
 * as ol_peek_last has it. The data is NULL where the field is not there. */
static inline struct ol_slice ol_glance_any(const uint8_t *bytes, struct ol_span message,
                                            const struct ol_field *field, bool *is_whole)
{
    struct ol_slice text;
    if (ol_glance_text(bytes, message, field, &text)) {
        *is_whole = true;
        return text;
    }
    struct ol_peek peek = ol_peek_last(bytes, message, field);
    *is_whole = peek.is_whole;
    return ol_peek_text(bytes, &peek);
}

#endif
