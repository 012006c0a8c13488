/* SPDX-License-Identifier: Apache-2.0 */
/* reserialise < MODEL > SAME_MODEL: what another serializer would make of a model. In each message
 * the fields come in the opposite order of their numbers, each with all its occurrences in theirs;
 * a packed list becomes an unpacked one, and the other way round. So the model says the same, and
 * nothing in it is where it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/vector.h"
#include "onnx/schema.h"
#include "wire/varint.h"

/* Deeper messages are copied as they are. */
#define DEPTH_MAX 64

enum {
    WIRE_VARINT = 0,
    WIRE_I64 = 1,
    WIRE_LEN = 2,
    WIRE_I32 = 5
};

/* One occurrence of a field. */
struct occurrence {
    uint32_t number;
    unsigned wire_type;
    struct ol_slice payload; /* without the length */
    size_t place;            /* among all of the message */
};

static void add_varint(struct ol_buf *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7) {
        ol_buf_add_char(out, (char)(value | 0x80));
    }
    ol_buf_add_char(out, (char)value);
}

static void add_field(struct ol_buf *out, uint32_t number, unsigned wire_type,
                      struct ol_slice payload)
{
    add_varint(out, (uint64_t)number << 3 | wire_type);
    if (wire_type == WIRE_LEN) {
        add_varint(out, payload.size);
    }
    ol_buf_add_slice(out, payload);
}

static bool take_varint(struct ol_slice *rest, uint64_t *value)
{
    struct ol_varint varint = ol_varint_read(rest->data, rest->size);
    if (varint.status != OL_VARINT_OK) {
        return false;
    }
    *value = varint.value;
    *rest = (struct ol_slice){rest->data + varint.length, rest->size - varint.length};
    return true;
}

static bool take_bytes(struct ol_slice *rest, uint64_t size, struct ol_slice *bytes)
{
    if (size > rest->size) {
        return false;
    }
    *bytes = (struct ol_slice){rest->data, (size_t)size};
    *rest = (struct ol_slice){rest->data + size, rest->size - (size_t)size};
    return true;
}

/* Takes one occurrence; false where the bytes are none. */
static bool take_field(struct ol_slice *rest, struct occurrence *field)
{
    uint64_t tag;
    uint64_t value;
    if (!take_varint(rest, &tag) || tag >> 3 == 0 || tag >> 3 > UINT32_MAX) {
        return false;
    }
    field->number = (uint32_t)(tag >> 3);
    field->wire_type = tag & 7;
    const uint8_t *begin = rest->data;
    switch (field->wire_type) {
    case WIRE_VARINT:
        if (!take_varint(rest, &value)) {
            return false;
        }
        field->payload = (struct ol_slice){begin, (size_t)(rest->data - begin)};
        return true;
    case WIRE_I64:
        return take_bytes(rest, 8, &field->payload);
    case WIRE_I32:
        return take_bytes(rest, 4, &field->payload);
    case WIRE_LEN:
        return take_varint(rest, &value) && take_bytes(rest, value, &field->payload);
    default:
        return false;
    }
}

static int compare_fields(const void *left, const void *right)
{
    const struct occurrence *a = left;
    const struct occurrence *b = right;
    if (a->number != b->number) {
        return a->number > b->number ? -1 : 1;
    }
    return a->place < b->place ? -1 : a->place > b->place;
}

static unsigned scalar_wire_type(const struct ol_field *field)
{
    if (ol_field_is_varint(field)) {
        return WIRE_VARINT;
    }
    return field->type == OL_TYPE_DOUBLE ? WIRE_I64 : WIRE_I32;
}

/* Writes the elements of a packed payload one by one; false where it is no such list. */
static bool unpack(struct ol_buf *out, const struct ol_field *field, struct ol_slice payload)
{
    unsigned wire_type = scalar_wire_type(field);
    struct ol_buf elements;
    bool is_ok = true;
    ol_buf_init(&elements);
    while (is_ok && payload.size > 0) {
        const uint8_t *begin = payload.data;
        struct ol_slice element;
        uint64_t value;
        is_ok = wire_type == WIRE_VARINT
                    ? take_varint(&payload, &value)
                    : take_bytes(&payload, wire_type == WIRE_I64 ? 8 : 4, &element);
        element = (struct ol_slice){begin, (size_t)(payload.data - begin)};
        if (is_ok) {
            add_field(&elements, field->number, wire_type, element);
        }
    }
    if (is_ok) {
        ol_buf_add_slice(out, ol_buf_slice(&elements));
    }
    ol_buf_fini(&elements);
    return is_ok;
}

static void rewrite(struct ol_buf *out, const struct ol_message *message, struct ol_slice bytes,
                    unsigned depth);

static void write_message(struct ol_buf *out, const struct ol_message *message,
                          const struct occurrence *field, unsigned depth)
{
    struct ol_buf inner;
    ol_buf_init(&inner);
    rewrite(&inner, message, field->payload, depth + 1);
    add_field(out, field->number, WIRE_LEN, ol_buf_slice(&inner));
    ol_buf_fini(&inner);
}

/* Writes occurrence i and, where it begins a run of unpacked elements, the rest of the run, as one
 * list. Returns the next one. */
static size_t write_field(struct ol_buf *out, const struct ol_message *message,
                          const struct ol_vector *fields, size_t i, unsigned depth)
{
    const struct occurrence *all = fields->items;
    const struct ol_field *field = ol_message_field(message, all[i].number);
    if (field != NULL && field->of != NULL && all[i].wire_type == WIRE_LEN && depth < DEPTH_MAX) {
        write_message(out, field->of, &all[i], depth);
        return i + 1;
    }
    bool is_packable = field != NULL && ol_field_is_packable(field);
    if (is_packable && all[i].wire_type == WIRE_LEN && unpack(out, field, all[i].payload)) {
        return i + 1;
    }
    if (!is_packable || all[i].wire_type != scalar_wire_type(field)) {
        add_field(out, all[i].number, all[i].wire_type, all[i].payload);
        return i + 1;
    }
    struct ol_buf packed;
    ol_buf_init(&packed);
    size_t first = i;
    for (; i < fields->count && all[i].number == all[first].number &&
           all[i].wire_type == all[first].wire_type;
         i++) {
        ol_buf_add_slice(&packed, all[i].payload);
    }
    add_field(out, all[first].number, WIRE_LEN, ol_buf_slice(&packed));
    ol_buf_fini(&packed);
    return i;
}

/* Writes a message anew; one whose bytes cannot be read, as it is. */
static void rewrite(struct ol_buf *out, const struct ol_message *message, struct ol_slice bytes,
                    unsigned depth)
{
    struct ol_vector fields = {0};
    struct ol_slice rest = bytes;
    bool is_ok = true;
    while (is_ok && rest.size > 0) {
        struct occurrence field = {.place = fields.count};
        is_ok = take_field(&rest, &field);
        struct occurrence *kept = is_ok ? ol_vector_add(&fields, sizeof field) : NULL;
        if (kept != NULL) {
            *kept = field;
        } else if (is_ok) {
            exit(3);
        }
    }
    if (!is_ok) {
        ol_buf_add_slice(out, bytes);
    } else if (fields.count > 0) {
        qsort(fields.items, fields.count, sizeof(struct occurrence), compare_fields);
        for (size_t i = 0; i < fields.count;) {
            i = write_field(out, message, &fields, i, depth);
        }
    }
    ol_vector_fini(&fields);
}

int main(void)
{
    struct ol_buf in;
    struct ol_buf out;
    char block[65536];
    size_t size;
    ol_buf_init(&in);
    ol_buf_init(&out);
    do {
        size = fread(block, 1, sizeof block, stdin);
        ol_buf_add_slice(&in, (struct ol_slice){(const uint8_t *)block, size});
    } while (size > 0);
    rewrite(&out, &ol_messages[OL_MESSAGE_ModelProto], ol_buf_slice(&in), 0);
    bool is_ok = ol_buf_is_ok(&in) && ol_buf_is_ok(&out) && ferror(stdin) == 0 &&
                 fwrite(ol_buf_text(&out), 1, out.size, stdout) == out.size && fflush(stdout) == 0;
    ol_buf_fini(&in);
    ol_buf_fini(&out);
    return is_ok ? 0 : 3;
}
