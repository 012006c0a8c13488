/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the values themselves: entries of int32_data and uint64_data, and the bytes of raw_data
 * that may not hold any value (BOOL, padding). raw_data is read only by the checks that are about
 * it. */
#include <stdint.h>

#include "checks/tensor_emit.h"
#include "rule/check.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_TensorProto)

/* Whether the tensor's own typed field is there to be read. Values of an empty tensor are a fault
 * as a whole. */
static bool has_entries(const struct ol_tensor *tensor)
{
    bool is_empty = tensor->is_counted && tensor->elements == 0;
    return tensor->type != NULL && !tensor->is_external && !is_empty &&
           ol_tensor_is_filled(tensor, tensor->type->field);
}

/* Whether, by its outline, a tensor can have entries in the field of its type. */
static bool may_have_entries(const struct ol_outline *outline)
{
    const struct ol_element_type *type = ol_element_type_from_number(outline->kind);
    return type != NULL && (outline->present >> type->field & 1) != 0;
}

/* Whether raw_data alone holds the values, in full length. */
static bool has_whole_raw(const struct ol_tensor *tensor)
{
    return tensor->is_raw_known && !tensor->is_external && !tensor->is_cut &&
           tensor->filled == 1U << OL_TensorProto_raw_data &&
           tensor->raw_size == tensor->raw_needed;
}

/* The number that readers take from a varint of int32_data. */
static int32_t int32_from_bits(uint64_t bits)
{
    return (int32_t)(uint32_t)bits;
}

/* INT4 entries that onnx 1.16 wrote: the byte as a signed number (onnx issue 6160). */
static bool is_sign_extended_int4(const struct ol_element_type *type, int64_t value)
{
    return type->number == OL_DATA_TYPE_INT4 && value >= INT8_MIN && value < 0;
}

/* --- tensor_entry_range -------------------------------------------------- */

static const char *const words_types[] = {
#define OL_ELEMENT_TYPE(name, number, bits, field, per_entry, entries, min, max, since_ir) #name,
#include "onnx/element_types.def"
#undef OL_ELEMENT_TYPE
    NULL,
};

/* The type's number for each of the words. */
static const uint8_t numbers_types[] = {
#define OL_ELEMENT_TYPE(name, number, bits, field, per_entry, entries, min, max, since_ir) number,
#include "onnx/element_types.def"
#undef OL_ELEMENT_TYPE
};

static const struct ol_param params_range[] = {
    {.name = "types",
     .type = OL_PARAM_WORD,
     .is_required = true,
     .is_list = true,
     .words = words_types},
};

static const char *const args_range[] = {"type",  "dims", "field", "index",
                                         "value", "min",  "max",   NULL};

static bool is_among_types(const struct ol_rule *rule, const struct ol_element_type *type)
{
    for (size_t i = 0; i < rule->with[0].count; i++) {
        if (numbers_types[rule->with[0].items[i].integer] == type->number) {
            return true;
        }
    }
    return false;
}

/* Whether an entry may hold those bits. The sign-extended INT4 form is a rule of its own. */
static bool is_in_range(const struct ol_element_type *type, uint64_t bits)
{
    if (type->field == OL_TensorProto_uint64_data) {
        return bits <= type->max;
    }
    int32_t value = int32_from_bits(bits);
    return (value >= type->min && value <= (int64_t)type->max) ||
           is_sign_extended_int4(type, value);
}

static void emit_range(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *level,
                       const struct ol_element *element)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL) {
        return;
    }
    const struct ol_field *field = ol_tensor_field(tensor->type->field);
    struct ol_arg value = tensor->type->field == OL_TensorProto_uint64_data
                              ? OL_ARG_U64("value", element->bits)
                              : OL_ARG_I64("value", int32_from_bits(element->bits));
    OL_TENSOR_EMIT(run, rule, tensor,
                   (.span = element->span, .level = level, .field = field, .index = element->index),
                   OL_ARG_WORD("field", field->name), OL_ARG_U64("index", element->index), value,
                   OL_ARG_I64("min", tensor->type->min), OL_ARG_U64("max", tensor->type->max));
}

/* element_types.csv: what an entry of the typed field may be. */
static void run_range(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    struct ol_cursor cursor;
    struct ol_element element;
    if (tensor == NULL || !has_entries(tensor) || !is_among_types(rule, tensor->type)) {
        return;
    }
    ol_cursor_init(&cursor, level, tensor->type->field);
    while (ol_cursor_next(&cursor, &element)) {
        if (!is_in_range(tensor->type, element.bits)) {
            emit_range(run, rule, level, &element);
        }
    }
}

static bool may_be_out(const struct ol_rule *rule, const struct ol_outline *outline)
{
    return may_have_entries(outline) &&
           is_among_types(rule, ol_element_type_from_number(outline->kind));
}

const struct ol_check ol_check_tensor_entry_range = {
    .name = "tensor_entry_range",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_range,
    .param_count = sizeof params_range / sizeof *params_range,
    .args = args_range,
    .may_speak = may_be_out,
    .run = run_range,
};

/* --- tensor_entry_sign --------------------------------------------------- */

static const char *const args_sign[] = {"type", "dims", "field", "index", "value", "byte", NULL};

static void run_sign(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    struct ol_cursor cursor;
    struct ol_element element;
    if (tensor == NULL || tensor->data_type != OL_DATA_TYPE_INT4 || !has_entries(tensor)) {
        return;
    }
    const struct ol_field *field = ol_tensor_field(OL_TensorProto_int32_data);
    ol_cursor_init(&cursor, level, OL_TensorProto_int32_data);
    while (ol_cursor_next(&cursor, &element)) {
        int32_t value = int32_from_bits(element.bits);
        if (is_sign_extended_int4(tensor->type, value)) {
            OL_TENSOR_EMIT(
                run, rule, tensor,
                (.span = element.span, .level = level, .field = field, .index = element.index),
                OL_ARG_WORD("field", field->name), OL_ARG_U64("index", element.index),
                OL_ARG_I64("value", value), OL_ARG_U64("byte", (uint8_t)element.bits));
        }
    }
}

static bool may_be_signed(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return outline->kind == OL_DATA_TYPE_INT4 && may_have_entries(outline);
}

const struct ol_check ol_check_tensor_entry_sign = {
    .name = "tensor_entry_sign",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_sign,
    .may_speak = may_be_signed,
    .run = run_sign,
};

/* --- tensor_padding ------------------------------------------------------ */

enum {
    PADDING_ENTRY,
    PADDING_RAW
};

static const char *const words_padding[] = {"typed", "raw", NULL};

static const struct ol_param params_padding[] = {
    {.name = "in", .type = OL_PARAM_WORD, .is_required = true, .words = words_padding},
};

static const char *const args_padding[] = {"type", "dims", "field", "index", "value", "used", NULL};

/* Bits that the last byte of the packed values uses; 0 where it uses all eight. */
static unsigned used_bits(const struct ol_tensor *tensor)
{
    return (unsigned)(tensor->held % 8) * tensor->type->bits % 8;
}

static void emit_padding(struct ol_run *run, const struct ol_rule *rule,
                         const struct ol_tensor *tensor, const struct ol_finding *place,
                         uint64_t value)
{
    OL_TENSOR_EMIT(
        run, rule, tensor,
        (.span = place->span, .level = place->level, .field = place->field, .index = place->index),
        OL_ARG_WORD("field", place->field->name), OL_ARG_U64("index", place->index),
        OL_ARG_HEX("value", value), OL_ARG_U64("used", used_bits(tensor)));
}

/* The last entry, where it is a byte with room to spare. */
static void check_entry_padding(struct ol_run *run, const struct ol_rule *rule,
                                const struct ol_tensor *tensor, const struct ol_level *level)
{
    struct ol_cursor cursor;
    struct ol_element element = {.bits = 0};
    if (!has_entries(tensor) || tensor->type->per_entry == 1 || !tensor->is_entries_known ||
        used_bits(tensor) == 0 ||
        ol_level_elements(level, tensor->type->field) != tensor->entries_needed) {
        return;
    }
    ol_cursor_init(&cursor, level, tensor->type->field);
    while (ol_cursor_next(&cursor, &element)) {
    }
    if (element.bits <= UINT8_MAX && element.bits >> used_bits(tensor) != 0) {
        struct ol_finding place = {
            .span = element.span,
            .level = level,
            .field = ol_tensor_field(tensor->type->field),
            .index = element.index,
        };
        emit_padding(run, rule, tensor, &place, element.bits);
    }
}

static void check_raw_padding(struct ol_run *run, const struct ol_rule *rule,
                              const struct ol_tensor *tensor, const struct ol_level *level)
{
    if (!has_whole_raw(tensor) || tensor->raw_size == 0 || used_bits(tensor) == 0) {
        return;
    }
    uint64_t last = level->fields[OL_TensorProto_raw_data].last.end - 1;
    unsigned value = level->bytes[last];
    ol_run_touch(run, (struct ol_span){last, 1});
    if (value >> used_bits(tensor) != 0) {
        struct ol_finding place = {
            .span = {last, 1},
            .level = level,
            .field = ol_tensor_field(OL_TensorProto_raw_data),
            .index = tensor->raw_size - 1,
        };
        emit_padding(run, rule, tensor, &place, value);
    }
}

/* int4.md, int2.md, float6.md: unused high bits are 0. */
static void run_padding(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL || tensor->type == NULL) {
        return;
    }
    if (ol_rule_integer(rule, 0, PADDING_ENTRY) == PADDING_RAW) {
        check_raw_padding(run, rule, tensor, level);
    } else {
        check_entry_padding(run, rule, tensor, level);
    }
}

/* Only elements that are no whole bytes leave bits over. */
static bool may_be_padded(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    const struct ol_element_type *type = ol_element_type_from_number(outline->kind);
    return type != NULL && type->bits % 8 != 0;
}

const struct ol_check ol_check_tensor_padding = {
    .name = "tensor_padding",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_padding,
    .param_count = sizeof params_padding / sizeof *params_padding,
    .args = args_padding,
    .may_speak = may_be_padded,
    .run = run_padding,
};

/* --- tensor_raw_bool ----------------------------------------------------- */

static const char *const args_bool[] = {"type", "dims", "index", "value", NULL};

/* onnx.proto, TensorProto.raw_data: each BOOL is one byte, 0 or 1. */
static void run_bool(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL || tensor->data_type != OL_DATA_TYPE_BOOL || !has_whole_raw(tensor)) {
        return;
    }
    uint64_t begin = level->fields[OL_TensorProto_raw_data].last.value;
    ol_run_touch(run, (struct ol_span){begin, tensor->raw_size});
    for (uint64_t i = 0; i < tensor->raw_size; i++) {
        uint8_t value = level->bytes[begin + i];
        if (value > 1) {
            OL_TENSOR_EMIT(run, rule, tensor,
                           (.span = {begin + i, 1}, .level = level,
                            .field = ol_tensor_field(OL_TensorProto_raw_data)),
                           OL_ARG_U64("index", i), OL_ARG_HEX("value", value));
        }
    }
}

static bool may_be_bool(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return outline->kind == OL_DATA_TYPE_BOOL &&
           (outline->present >> OL_TensorProto_raw_data & 1) != 0;
}

const struct ol_check ol_check_tensor_raw_bool = {
    .name = "tensor_raw_bool",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_bool,
    .may_speak = may_be_bool,
    .run = run_bool,
};
