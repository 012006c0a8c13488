/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the stored elements of a sparse tensor: those that a reader would have filled in
 * anyway. */
#include "checks/sparse.h"

static const char *const args_default[] = {"count", NULL};

/* What was found so far. */
struct defaults {
    uint64_t count;
    struct ol_span span; /* of the first one */
    const struct ol_field *field;
    uint64_t index;
};

static void add(struct defaults *defaults, const struct ol_field *field, struct ol_span span,
                uint64_t index)
{
    if (defaults->count == 0) {
        defaults->span = span;
        defaults->field = field;
        defaults->index = index;
    }
    defaults->count++;
}

/* Whether element i of raw_data has no bit set: false, 0, +0.0. The bits of small types run from
 * the lowest one of each byte on. */
static bool is_raw_zero(struct ol_slice raw, unsigned bits, uint64_t i)
{
    for (uint64_t bit = i * bits; bit < (i + 1) * bits;) {
        unsigned shift = (unsigned)(bit % 8);
        uint64_t left = (i + 1) * bits - bit;
        unsigned width = left < 8 - shift ? (unsigned)left : 8 - shift;
        if ((unsigned)raw.data[bit / 8] >> shift & ((1U << width) - 1)) {
            return false;
        }
        bit += width;
    }
    return true;
}

static void find_in_raw(struct ol_run *run, const struct ol_sparse_part *values,
                        struct defaults *defaults)
{
    const struct ol_field *field = &values->level.message->fields[OL_TensorProto_raw_data];
    struct ol_slice raw = ol_level_text(&values->level, field->index);
    uint64_t begin = values->level.fields[field->index].last.value;
    unsigned bits = values->tensor.type->bits;
    if (bits == 0 || !values->tensor.is_counted) {
        return;
    }
    ol_run_touch(run, (struct ol_span){begin, raw.size});
    for (uint64_t i = 0; i < values->tensor.elements && (i + 1) * bits <= raw.size * 8; i++) {
        if (is_raw_zero(raw, bits, i)) {
            uint64_t first = begin + i * bits / 8;
            uint64_t last = begin + ((i + 1) * bits - 1) / 8;
            add(defaults, field, ol_span_between(first, last + 1), 0);
        }
    }
}

/* Elements that one entry of a typed field holds, of which not all need be in use. */
static void find_in_entry(const struct ol_sparse_part *values, const struct ol_element *entry,
                          struct defaults *defaults)
{
    const struct ol_element_type *type = values->tensor.type;
    uint64_t mask = type->per_entry > 1 ? (UINT64_C(1) << type->bits) - 1 : UINT64_MAX;
    for (unsigned i = 0; i < type->per_entry; i++) {
        bool is_used = entry->index * type->per_entry + i < values->tensor.elements;
        if (is_used && (entry->bits >> (i * type->bits) & mask) == 0) {
            add(defaults, &values->level.message->fields[type->field], entry->span, entry->index);
        }
    }
}

static void find_in_field(struct ol_run *run, const struct ol_sparse_part *values,
                          struct defaults *defaults)
{
    const struct ol_element_type *type = values->tensor.type;
    struct ol_cursor cursor;
    struct ol_element entry;
    bool is_zero = true; /* the entries so far of an element that takes several */
    if (!values->tensor.is_counted) {
        return;
    }
    ol_cursor_init(&cursor, &values->level, type->field);
    while (ol_cursor_next(&cursor, &entry)) {
        ol_run_touch_element(run, cursor.field, &entry);
        if (type->per_entry > 1) {
            find_in_entry(values, &entry, defaults);
            continue;
        }
        is_zero = is_zero && entry.bits == 0 &&
                  (type->number != OL_DATA_TYPE_STRING || entry.bytes.size == 0);
        if ((entry.index + 1) % type->entries == 0) {
            if (is_zero) {
                add(defaults, &values->level.message->fields[type->field], entry.span, entry.index);
            }
            is_zero = true;
        }
    }
}

/* A stored default is legal and idle (onnx.proto, SparseTensorProto.values). Looks into the values
 * themselves. */
static void run_default(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    const struct ol_sparse *sparse = ol_sparse_read(run, level);
    if (sparse == NULL || !sparse->values.is_present) {
        return;
    }
    const struct ol_sparse_part *values = &sparse->values;
    struct defaults defaults = {0};
    if (values->tensor.type == NULL || values->tensor.is_external ||
        values->tensor.type->number == OL_DATA_TYPE_FLOAT8E8M0) { /* which has no zero */
        return;
    }
    if (ol_tensor_is_filled(&values->tensor, OL_TensorProto_raw_data)) {
        find_in_raw(run, values, &defaults);
    } else {
        find_in_field(run, values, &defaults);
    }
    if (defaults.count > 0) {
        OL_EMIT(run, rule,
                (.span = defaults.span, .level = &values->level, .field = defaults.field,
                 .index = defaults.index),
                OL_ARG_U64("count", defaults.count));
    }
}

const struct ol_check ol_check_sparse_values_default = {
    .name = "sparse_values_default",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_SparseTensorProto),
    .args = args_default,
    .run = run_default,
};
