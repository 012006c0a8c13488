/* SPDX-License-Identifier: Apache-2.0 */
/* Fields that take more than a look at two bytes. */
#include "onnx/glance.h"

struct ol_glanced ol_glance_long(const uint8_t *at, const uint8_t *end)
{
    struct ol_glanced field = {.key = *at++, .next = NULL};
    uint64_t length;
    if (field.key >= 0x80) {
        if (*at == 0 || *at >= 0x80) {
            return field;
        }
        field.key = (field.key & 0x7F) | (uint32_t)*at++ << 7;
    }
    field.value = at;
    if (field.key < 8) {
        return field; /* the number 0 */
    }
    if ((field.key & 7) == OL_WIRE_LEN && end - at >= 2 && at[0] >= 0x80 && at[1] < 0x80) {
        length = (at[0] & 0x7FU) | (uint64_t)at[1] << 7; /* as most nodes have it */
        field.value = at + 2;
        field.next = length <= (uint64_t)(end - field.value) ? field.value + length : NULL;
        return field;
    }
    switch (field.key & 7) {
    case OL_WIRE_VARINT:
        field.next = ol_glance_varint(at, end, &length);
        break;
    case OL_WIRE_LEN:
        field.value = ol_glance_varint(at, end, &length);
        if (field.value != NULL && length <= (uint64_t)(end - field.value)) {
            field.next = field.value + length;
        }
        break;
    case OL_WIRE_FIXED32:
    case OL_WIRE_FIXED64:
        length = (field.key & 7) == OL_WIRE_FIXED32 ? 4 : 8;
        if (length <= (uint64_t)(end - at)) {
            field.next = at + length;
        }
        break;
    default:
        break;
    }
    return field;
}

/* Whether a field is a varint of one byte whose tag takes two, such as the type of an attribute. */
static inline bool is_small(const uint8_t *at, size_t left)
{
    return left >= 3 && (at[0] & 0x87) == (0x80 | OL_WIRE_VARINT) && at[1] != 0 && at[1] < 0x80 &&
           at[2] < 0x80;
}

/* Goes through fields of the usual forms, and notes the last text with that tag, which is one byte:
 * texts and varints of a length or value of one byte, up to another field or one of that number
 * that is no text. Where it ends; past size, where the last field overruns. */
static inline size_t step_through(const uint8_t *begin, size_t size, uint32_t tag,
                                  struct ol_slice *text)
{
    size_t at = 0;
    while (at + 2 <= size) {
        const uint8_t *field = begin + at;
        uint32_t head = field[0] | (uint32_t)field[1] << 8;
        if ((head & 0x8085) == 0 && (head & 0x78) != 0) {
            size_t length = (head & 2) != 0 ? head >> 8 : 0;
            if (((head ^ tag) & 0xF8) == 0) {
                if (((head ^ tag) & 7) != 0) {
                    break;
                }
                *text = (struct ol_slice){field + 2, length};
            }
            at += 2 + length;
        } else if (is_small(field, size - at)) {
            at += 3;
        } else {
            break;
        }
    }
    return at;
}

/* The same as ol_glance_text, for messages in which other fields are. */
static bool find_among(const uint8_t *bytes, struct ol_span message, const struct ol_field *field,
                       struct ol_slice *text)
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

bool ol_glance_text(const uint8_t *bytes, struct ol_span message, const struct ol_field *field,
                    struct ol_slice *text)
{
    uint32_t tag = ol_glance_key(field->number, OL_WIRE_LEN);
    struct ol_slice last = {NULL, 0};
    if (tag < 0x80 && step_through(bytes + message.offset, (size_t)message.length, tag, &last) ==
                          message.length) {
        *text = last;
        return true;
    }
    return find_among(bytes, message, field, text);
}
