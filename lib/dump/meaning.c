/* SPDX-License-Identifier: Apache-2.0 */
/* What the bytes of one field mean: the last column of a dump. */
#include <inttypes.h>

#include "base/text.h"
#include "dump/dump.h"
#include "onnx/enum_names.h"
#include "onnx/field_number.h"
#include "wire/varint.h"

/* Values of a packed list that are shown. */
#define VALUES_SHOWN 8

static uint64_t fixed_at(const uint8_t *data, unsigned size)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < size; i++) {
        bits |= (uint64_t)data[i] << (8 * i);
    }
    return bits;
}

/* A value of the field, as readers take it from the bits. */
static void add_value(struct ol_buf *out, const struct ol_field *field, uint64_t bits)
{
    struct ol_field_number number = ol_field_number_from_bits(field, bits);
    const char *name = ol_enum_name(field, number.integer);
    ol_field_number_add(out, &number);
    if (name != NULL) {
        ol_buf_addf(out, " %s", name);
    }
}

/* Reads the value at data, of which size bytes may be read; its own size, or 0 where it is cut. */
static uint64_t read_value(const struct ol_field *field, const uint8_t *data, uint64_t size,
                           uint64_t *bits)
{
    unsigned width = field->type == OL_TYPE_FLOAT ? 4 : field->type == OL_TYPE_DOUBLE ? 8 : 0;
    if (width > 0) {
        if (size < width) {
            return 0;
        }
        *bits = fixed_at(data, width);
        return width;
    }
    struct ol_varint varint = ol_varint_read(data, size);
    *bits = varint.value;
    return varint.status == OL_VARINT_OK ? varint.length : 0;
}

/* The first values of a packed list, and how many there are. */
static void add_packed(struct ol_buf *out, const uint8_t *bytes, const struct ol_field *field,
                       const struct ol_occurrence *occurrence)
{
    uint64_t at = occurrence->value;
    const char *separator = ": ";
    ol_buf_addf(out, "%" PRIu64 " packed value%s", occurrence->elements,
                occurrence->elements == 1 ? "" : "s");
    for (unsigned i = 0; i < VALUES_SHOWN && at < occurrence->end; i++) {
        uint64_t bits;
        uint64_t size = read_value(field, bytes + at, occurrence->end - at, &bits);
        if (size == 0) {
            return;
        }
        ol_buf_add(out, separator);
        add_value(out, field, bits);
        separator = ", ";
        at += size;
    }
    if (at < occurrence->end) {
        ol_buf_add(out, ", ...");
    }
}

static void add_bytes(struct ol_buf *out, uint64_t size)
{
    ol_buf_addf(out, "%" PRIu64 " byte%s", size, size == 1 ? "" : "s");
}

/* Of a field that the message does not have, or whose wire type is another one. */
static void add_unknown(struct ol_buf *out, const uint8_t *bytes,
                        const struct ol_occurrence *occurrence)
{
    uint64_t size = occurrence->end - occurrence->value;
    switch ((enum ol_wire_type)occurrence->wire_type) {
    case OL_WIRE_VARINT:
        ol_buf_addf(out, "varint %" PRIu64, ol_varint_read(bytes + occurrence->value, size).value);
        break;
    case OL_WIRE_FIXED64:
    case OL_WIRE_FIXED32:
        ol_buf_add(out, "0x");
        ol_buf_add_hex(out, fixed_at(bytes + occurrence->value, size < 8 ? (unsigned)size : 8));
        break;
    case OL_WIRE_LEN:
        add_bytes(out, size);
        break;
    case OL_WIRE_START_GROUP:
    case OL_WIRE_END_GROUP:
        ol_buf_add(out, "group");
        break;
    }
}

void ol_dump_add_meaning(struct ol_buf *out, const uint8_t *bytes, const struct ol_field *field,
                         const struct ol_occurrence *occurrence)
{
    uint64_t size = occurrence->end - occurrence->value;
    uint64_t bits = 0;
    if (field == NULL || (occurrence->flags & OL_OCCURRENCE_KNOWN) == 0) {
        add_unknown(out, bytes, occurrence);
    } else if (field->type == OL_TYPE_MESSAGE) {
        ol_buf_addf(out, "%s, ", field->of->name);
        add_bytes(out, size);
    } else if (ol_field_is_text(field)) {
        if (field->flags & OL_FIELD_BULK && !ol_field_is_repeated(field)) {
            add_bytes(out, size);
        } else {
            ol_text_quote(out, (struct ol_slice){bytes + occurrence->value, (size_t)size});
        }
    } else if (occurrence->flags & OL_OCCURRENCE_PACKED) {
        add_packed(out, bytes, field, occurrence);
    } else if (read_value(field, bytes + occurrence->value, size, &bits) > 0) {
        add_value(out, field, bits);
    }
    if (occurrence->flags & (OL_OCCURRENCE_CUT | OL_OCCURRENCE_BAD)) {
        ol_buf_add(out, ", cut");
    }
}
