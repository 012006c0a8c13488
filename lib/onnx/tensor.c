/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the facts of a TensorProto level. Every number comes from the file, so every product is
 * checked, and a dim of 0 is folded in first: it makes the tensor empty whatever the others are
 * (IR.md, Tensor Definition). */
#include "onnx/tensor.h"

#include "base/checked.h"
#include "wire/varint.h"

/* The fields that hold values in the message itself. */
static const uint8_t value_fields[] = {
    OL_TensorProto_float_data,  OL_TensorProto_int32_data, OL_TensorProto_string_data,
    OL_TensorProto_int64_data,  OL_TensorProto_raw_data,   OL_TensorProto_double_data,
    OL_TensorProto_uint64_data,
};

/* Whether the field ends in an occurrence whose values cannot all be read. */
static bool is_unreadable(const struct ol_level *level, unsigned field)
{
    return ol_level_has(level, field) &&
           (level->fields[field].last.flags & (OL_OCCURRENCE_CUT | OL_OCCURRENCE_BAD)) != 0;
}

/* Takes one dim into the product of those that are not 0. */
static void add_dim(struct ol_tensor *tensor, int64_t dim, uint64_t *product)
{
    if (tensor->rank < OL_TENSOR_DIMS_KEPT) {
        tensor->dims[tensor->rank] = dim;
    }
    tensor->last_dim = dim;
    if (dim < 0) {
        tensor->negative_dims++;
    } else if (dim == 0) {
        tensor->has_zero_dim = true;
    } else if (!tensor->is_overflowing &&
               (!ol_checked_mul(*product, (uint64_t)dim, product) || *product > INT64_MAX)) {
        tensor->is_overflowing = true;
        tensor->overflow_dim = tensor->rank;
    }
    tensor->rank++;
}

static void read_shape(struct ol_tensor *tensor, const struct ol_level *level)
{
    struct ol_cursor cursor;
    struct ol_element element;
    uint64_t product = 1;
    tensor->last_dim = 1;
    ol_cursor_init(&cursor, level, OL_TensorProto_dims);
    while (ol_cursor_next(&cursor, &element)) {
        add_dim(tensor, (int64_t)element.bits, &product);
    }
    bool fits = tensor->has_zero_dim || !tensor->is_overflowing;
    tensor->is_counted = level->is_complete && !(level->mistyped >> OL_TensorProto_dims & 1) &&
                         !is_unreadable(level, OL_TensorProto_dims) && tensor->negative_dims == 0 &&
                         fits;
    if (tensor->is_counted && !tensor->has_zero_dim) {
        tensor->elements = product;
    }
}

static void read_places(struct ol_tensor *tensor, const struct ol_level *level)
{
    tensor->is_location_known = !(level->mistyped >> OL_TensorProto_data_location & 1);
    if (ol_level_has(level, OL_TensorProto_data_location)) {
        const struct ol_occurrence *last = &level->fields[OL_TensorProto_data_location].last;
        struct ol_varint value =
            ol_varint_read(level->bytes + last->value, last->end - last->value);
        tensor->is_location_known = (uint32_t)value.value <= 1;
        tensor->is_external = (uint32_t)value.value == 1;
    }
    tensor->has_external = ol_level_has(level, OL_TensorProto_external_data);
    tensor->has_raw = ol_level_has(level, OL_TensorProto_raw_data);
    tensor->raw_size = ol_level_text(level, OL_TensorProto_raw_data).size;
    for (size_t i = 0; i < sizeof value_fields; i++) {
        unsigned field = value_fields[i];
        bool is_raw = field == OL_TensorProto_raw_data;
        if (is_raw ? tensor->raw_size > 0 : ol_level_elements(level, field) > 0) {
            tensor->filled |= 1U << field;
            tensor->filled_count++;
        }
        tensor->is_cut =
            tensor->is_cut || is_unreadable(level, field) || (level->mistyped >> field & 1) != 0;
    }
}

/* One occurrence of the segment, merged into what earlier ones said. */
static void read_segment(struct ol_segment *segment, const struct ol_level *level,
                         const struct ol_occurrence *occurrence)
{
    struct ol_scan scan = {
        .bytes = level->bytes,
        .at = occurrence->value,
        .end = occurrence->end,
        .declared_end = occurrence->end,
        .message = &ol_messages[OL_MESSAGE_TensorProto_Segment],
    };
    struct ol_occurrence member;
    while (ol_scan_slice(&scan, &member, 1) == 1) {
        if (!(member.flags & OL_OCCURRENCE_KNOWN)) {
            continue;
        }
        int64_t value =
            (int64_t)ol_varint_read(level->bytes + member.value, member.end - member.value).value;
        if (member.index == OL_TensorProto_Segment_begin) {
            segment->has_begin = true;
            segment->begin = value;
        } else {
            segment->has_end = true;
            segment->end = value;
        }
    }
}

static void read_segments(struct ol_tensor *tensor, const struct ol_level *level)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, OL_TensorProto_segment);
    while (ol_cursor_next(&cursor, &element)) {
        tensor->segment.is_present = true;
        read_segment(&tensor->segment, level, &element.occurrence);
    }
}

static void read_needs(struct ol_tensor *tensor)
{
    const struct ol_segment *segment = &tensor->segment;
    tensor->is_held_known = tensor->is_counted;
    tensor->held = tensor->elements;
    if (segment->is_present && tensor->is_counted) {
        tensor->is_held_known = segment->has_begin && segment->has_end && segment->begin >= 0 &&
                                segment->end >= segment->begin &&
                                (uint64_t)segment->end <= tensor->elements;
        tensor->held = tensor->is_held_known ? (uint64_t)(segment->end - segment->begin) : 0;
    }
    if (tensor->type == NULL || !tensor->is_held_known) {
        return;
    }
    tensor->is_raw_known =
        tensor->type->bits != 0 &&
        ol_element_type_raw_size(tensor->type, tensor->held, &tensor->raw_needed);
    tensor->is_entries_known =
        ol_element_type_entry_count(tensor->type, tensor->held, &tensor->entries_needed);
}

void ol_tensor_read(struct ol_tensor *tensor, const struct ol_level *level)
{
    *tensor = (struct ol_tensor){
        .has_data_type = ol_level_has(level, OL_TensorProto_data_type),
        .data_type = ol_level_integer(level, OL_TensorProto_data_type, OL_DATA_TYPE_UNDEFINED),
    };
    tensor->type = ol_element_type_from_number(tensor->data_type);
    read_shape(tensor, level);
    read_places(tensor, level);
    read_segments(tensor, level);
    read_needs(tensor);
}

void ol_tensor_add_dims(struct ol_buf *buf, const struct ol_tensor *tensor)
{
    if (tensor->rank == 0) {
        ol_buf_add(buf, "scalar");
        return;
    }
    ol_buf_add_char(buf, '[');
    for (uint64_t i = 0; i < tensor->rank && i < OL_TENSOR_DIMS_KEPT; i++) {
        if (i > 0) {
            ol_buf_add_char(buf, ',');
        }
        ol_buf_add_i64(buf, tensor->dims[i]);
    }
    ol_buf_add(buf, tensor->rank > OL_TENSOR_DIMS_KEPT ? ",...]" : "]");
}

void ol_int64s_init(struct ol_int64s *values, const struct ol_tensor *tensor,
                    const struct ol_level *level)
{
    bool in_raw = ol_tensor_is_filled(tensor, OL_TensorProto_raw_data);
    *values = (struct ol_int64s){
        .level = level,
        .field = in_raw ? OL_TensorProto_raw_data : OL_TensorProto_int64_data,
        .is_empty = tensor->data_type != OL_DATA_TYPE_INT64 || tensor->is_external,
    };
    if (in_raw) {
        const struct ol_occurrence *last = &level->fields[OL_TensorProto_raw_data].last;
        values->raw = ol_occurrence_payload(last);
    } else {
        ol_cursor_init(&values->cursor, level, OL_TensorProto_int64_data);
    }
}

/* The next eight bytes of raw_data, little-endian (onnx.proto, TensorProto.raw_data). */
static bool next_raw(struct ol_int64s *values, int64_t *value, struct ol_span *span)
{
    if (values->raw.length < 8) {
        return false;
    }
    const uint8_t *bytes = values->level->bytes + values->raw.offset;
    uint64_t bits = 0;
    for (unsigned i = 0; i < 8; i++) {
        bits |= (uint64_t)bytes[i] << (8 * i);
    }
    *value = (int64_t)bits;
    *span = (struct ol_span){values->raw.offset, 8};
    values->raw.offset += 8;
    values->raw.length -= 8;
    return true;
}

bool ol_int64s_next(struct ol_int64s *values, int64_t *value, struct ol_span *span)
{
    struct ol_element element;
    if (values->is_empty) {
        return false;
    }
    if (values->field == OL_TensorProto_raw_data) {
        if (!next_raw(values, value, span)) {
            return false;
        }
    } else {
        if (!ol_cursor_next(&values->cursor, &element)) {
            return false;
        }
        *value = (int64_t)element.bits;
        *span = element.span;
    }
    values->index++;
    return true;
}
