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

/* Notes what was stepped over. */
static inline bool ol_glance_take(struct ol_glance *glance, uint32_t key, const uint8_t *value,
                                  const uint8_t *next)
{
    glance->tag = glance->next;
    glance->value = value;
    glance->next = next;
    glance->key = key;
    return true;
}

/* Steps over a field that is no short text. */
static inline bool ol_glance_long(struct ol_glance *glance)
{
    const uint8_t *at = glance->next;
    const uint8_t *end = glance->end;
    uint32_t tag = *at++;
    uint64_t length;
    if (tag >= 0x80) {
        if (*at == 0 || *at >= 0x80) {
            return false;
        }
        tag = (tag & 0x7F) | (uint32_t)*at++ << 7;
    }
    const uint8_t *value = at;
    if (tag < 8) {
        return false; /* the number 0 */
    }
    switch (tag & 7) {
    case OL_WIRE_VARINT:
        at = ol_glance_varint(at, end, &length);
        return at != NULL && ol_glance_take(glance, tag, value, at);
    case OL_WIRE_LEN:
        value = ol_glance_varint(at, end, &length);
        return value != NULL && length <= (uint64_t)(end - value) &&
               ol_glance_take(glance, tag, value, value + length);
    case OL_WIRE_FIXED32:
    case OL_WIRE_FIXED64:
        length = (tag & 7) == OL_WIRE_FIXED32 ? 4 : 8;
        return length <= (uint64_t)(end - at) && ol_glance_take(glance, tag, at, at + length);
    default:
        return false;
    }
}

/* Steps over the next field. false at the end, and, short of it, before what is not plain: a group,
 * a tag in more bytes than it needs or a large one, and everything that stops a scan. */
static inline bool ol_glance_next(struct ol_glance *glance)
{
    const uint8_t *at = glance->next;
    ptrdiff_t left = glance->end - at;
    if (left < 2) {
        return false;
    }
    /* a tag of one byte, of a LEN field whose number is not 0, and a length of one byte */
    uint32_t head = at[0] | (uint32_t)at[1] << 8;
    ptrdiff_t length = head >> 8;
    if ((head & 0x8087) == OL_WIRE_LEN && (head & 0x78) != 0 && length <= left - 2) {
        return ol_glance_take(glance, head & 0xFF, at + 2, at + 2 + length);
    }
    return ol_glance_long(glance);
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
static inline bool ol_glance_text(const uint8_t *bytes, struct ol_span message,
                                  const struct ol_field *field, struct ol_slice *text)
{
    struct ol_glance glance = ol_glance_at(bytes, message);
    uint32_t wanted = ol_glance_key(field->number, OL_WIRE_LEN);
    *text = (struct ol_slice){NULL, 0};
    while (ol_glance_next(&glance)) {
        if (glance.key == wanted) {
            *text = ol_glance_payload(&glance);
        } else if (glance.key >> 3 == field->number) {
            return false; /* of another wire type */
        }
    }
    return ol_glance_is_whole(&glance);
}

#endif
