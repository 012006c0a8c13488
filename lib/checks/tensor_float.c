/* SPDX-License-Identifier: Apache-2.0 */
/* The check for NaN and infinity among floating-point values. It reads all of them, so its rule is
 * off by default. */
#include <stdint.h>

#include "checks/tensor_emit.h"
#include "rule/check.h"

/* The parts of a floating-point number of width bytes. */
struct float_form {
    uint8_t type;  /* enum ol_data_type */
    uint8_t width; /* of one number: a complex element is two */
    uint64_t sign;
    uint64_t exponent;
    uint64_t mantissa;
};

static const struct float_form forms[] = {
    {OL_DATA_TYPE_FLOAT, 4, 0x80000000, 0x7F800000, 0x007FFFFF},
    {OL_DATA_TYPE_COMPLEX64, 4, 0x80000000, 0x7F800000, 0x007FFFFF},
    {OL_DATA_TYPE_DOUBLE, 8, 0x8000000000000000, 0x7FF0000000000000, 0x000FFFFFFFFFFFFF},
    {OL_DATA_TYPE_COMPLEX128, 8, 0x8000000000000000, 0x7FF0000000000000, 0x000FFFFFFFFFFFFF},
    {OL_DATA_TYPE_FLOAT16, 2, 0x8000, 0x7C00, 0x03FF},
    {OL_DATA_TYPE_BFLOAT16, 2, 0x8000, 0x7F80, 0x007F},
};

static const char *const args[] = {"type", "dims", "field", "index", "value", "count", NULL};

/* What was found: how many, and the first of them. */
struct nonfinite {
    const struct float_form *form;
    uint64_t count;
    uint64_t index;
    uint64_t bits;
    struct ol_span span;
};

static const struct float_form *form_of(int64_t data_type)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (forms[i].type == data_type) {
            return &forms[i];
        }
    }
    return NULL;
}

static void add_number(struct nonfinite *found, uint64_t bits, uint64_t index, struct ol_span span)
{
    if ((bits & found->form->exponent) != found->form->exponent) {
        return;
    }
    if (found->count++ == 0) {
        found->index = index;
        found->bits = bits;
        found->span = span;
    }
}

static void search_raw(struct ol_run *run, struct nonfinite *found, const struct ol_level *level)
{
    const struct ol_occurrence *last = &level->fields[OL_TensorProto_raw_data].last;
    unsigned width = found->form->width;
    uint64_t index = 0;
    ol_run_touch(run, ol_occurrence_payload(last));
    for (uint64_t at = last->value; last->end - at >= width; at += width) {
        uint64_t bits = 0;
        for (unsigned i = 0; i < width; i++) {
            bits |= (uint64_t)level->bytes[at + i] << (8 * i);
        }
        add_number(found, bits, index++, (struct ol_span){at, width});
    }
}

static void search_entries(struct ol_run *run, struct nonfinite *found,
                           const struct ol_level *level, unsigned field)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element)) {
        ol_run_touch_element(run, ol_tensor_field(field), &element);
        add_number(found, element.bits, element.index, element.span);
    }
}

static const char *word_of(const struct nonfinite *found)
{
    if ((found->bits & found->form->mantissa) != 0) {
        return "NaN";
    }
    return (found->bits & found->form->sign) != 0 ? "-infinity" : "infinity";
}

static void run_nonfinite(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    struct nonfinite found = {.form = tensor != NULL ? form_of(tensor->data_type) : NULL};
    if (found.form == NULL || tensor->is_external) {
        return;
    }
    bool is_in_raw = ol_tensor_is_filled(tensor, OL_TensorProto_raw_data);
    unsigned field = is_in_raw ? OL_TensorProto_raw_data : tensor->type->field;
    if (is_in_raw) {
        search_raw(run, &found, level);
    } else {
        search_entries(run, &found, level, field);
    }
    if (found.count > 0) {
        OL_TENSOR_EMIT(run, rule, tensor,
                       (.span = found.span, .level = level, .field = ol_tensor_field(field),
                        .index = found.index),
                       OL_ARG_WORD("field", ol_tensor_field(field)->name),
                       OL_ARG_U64("index", found.index), OL_ARG_WORD("value", word_of(&found)),
                       OL_ARG_U64("count", found.count));
    }
}

static bool may_be_nonfinite(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return form_of(outline->kind) != NULL;
}

const struct ol_check ol_check_tensor_nonfinite = {
    .name = "tensor_nonfinite",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorProto),
    .args = args,
    .may_speak = may_be_nonfinite,
    .run = run_nonfinite,
};
