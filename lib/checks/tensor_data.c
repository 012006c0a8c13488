/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of where a tensor's values are and how many there are. Each asks only where no other one
 * has the answer: one fault is one finding. Content is never looked at. */
#include <stdint.h>

#include "checks/tensor_emit.h"
#include "rule/check.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_TensorProto)

/* The fields that values stand in, as bits. */
#define VALUE_FIELDS                                                      \
    (1U << OL_TensorProto_float_data | 1U << OL_TensorProto_int32_data |  \
     1U << OL_TensorProto_string_data | 1U << OL_TensorProto_int64_data | \
     1U << OL_TensorProto_raw_data | 1U << OL_TensorProto_double_data |   \
     1U << OL_TensorProto_uint64_data)

static const char *const notes_first[] = {"first", NULL};

/* The unit of a number in a message. */
static const char *byte_word(uint64_t count)
{
    return count == 1 ? "byte" : "bytes";
}

static const char *entry_word(uint64_t count)
{
    return count == 1 ? "entry" : "entries";
}

/* Whether the shape is known to leave no element. */
static bool is_empty(const struct ol_tensor *tensor)
{
    return tensor->is_counted && tensor->elements == 0;
}

/* Whether the type and shape say that the message has to hold something, and how much. Sizes that
 * fit no int64 have a rule of their own. */
static bool is_needy(const struct ol_tensor *tensor)
{
    return tensor->type != NULL && tensor->is_held_known && tensor->held > 0 &&
           !tensor->is_external && !tensor->is_cut && tensor->is_entries_known &&
           (tensor->is_raw_known || tensor->type->bits == 0);
}

/* Whether how much it holds is this file's matter: of a segment it is tensor_segment.c's. */
static bool is_measurable(const struct ol_tensor *tensor)
{
    return is_needy(tensor) && !tensor->segment.is_present;
}

/* Whether an absence of values is the fault: not where external entries, or a location that is
 * none, explain it. */
static bool is_meant_inline(const struct ol_tensor *tensor)
{
    return tensor->is_location_known && !tensor->has_external;
}

static bool is_string_in_raw(const struct ol_tensor *tensor)
{
    return tensor->data_type == OL_DATA_TYPE_STRING &&
           ol_tensor_is_filled(tensor, OL_TensorProto_raw_data);
}

/* The filled field that comes first in the bytes. At least one is filled. */
static unsigned first_filled(const struct ol_tensor *tensor, const struct ol_level *level)
{
    unsigned first = OL_FIELD_UNKNOWN;
    for (unsigned field = 0; field < OL_TensorProto_COUNT; field++) {
        if (ol_tensor_is_filled(tensor, field) &&
            (first == OL_FIELD_UNKNOWN ||
             level->fields[field].first.tag < level->fields[first].first.tag)) {
            first = field;
        }
    }
    return first;
}

/* The values in a filled field: bytes or entries. */
static uint64_t filled_size(const struct ol_tensor *tensor, const struct ol_level *level,
                            unsigned field)
{
    return field == OL_TensorProto_raw_data ? tensor->raw_size : ol_level_elements(level, field);
}

static const char *filled_word(unsigned field, uint64_t count)
{
    return field == OL_TensorProto_raw_data ? byte_word(count) : entry_word(count);
}

/* --- tensor_data --------------------------------------------------------- */

enum {
    DATA_NONE,
    DATA_MULTIPLE,
    DATA_UNNEEDED,
    DATA_EMPTY_RAW,
    DATA_IDLE_RAW,
    DATA_WRONG_FIELD,
    DATA_STRING_RAW
};

static const char *const words_data[] = {
    "none", "multiple", "unneeded", "empty-raw", "idle-raw", "wrong-field", "string-raw", NULL,
};

static const struct ol_param params_data[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_data},
};

static const char *const args_data[] = {"type", "dims", "field", "other", "actual", "unit", NULL};
static const char *const variants_data[] = {"beside-typed", NULL};

/* One fault: the field it is at and another one that it names, or OL_FIELD_UNKNOWN; actual counts
 * what unit says. */
struct data_fault {
    const struct ol_tensor *tensor;
    const struct ol_level *level;
    unsigned field;
    unsigned other;
    uint64_t actual;
    const char *unit;
    const char *variant;
    bool has_note; /* note the first place of other */
};

static void emit_data(struct ol_run *run, const struct ol_rule *rule,
                      const struct data_fault *fault)
{
    const struct ol_level *level = fault->level;
    bool has_field = fault->field != OL_FIELD_UNKNOWN;
    const struct ol_field *field = has_field ? ol_tensor_field(fault->field) : NULL;
    const struct ol_field *other =
        fault->other != OL_FIELD_UNKNOWN ? ol_tensor_field(fault->other) : NULL;
    struct ol_note note = {.note = "first", .level = level, .field = other, .index = OL_INDEX_NONE};
    if (fault->has_note) {
        note.span = ol_level_first_span(level, fault->other);
    }
    OL_TENSOR_EMIT(
        run, rule, fault->tensor,
        (.span = has_field ? ol_level_first_span(level, fault->field) : ol_level_header(level),
         .level = level, .field = field, .index = OL_INDEX_NONE, .variant = fault->variant,
         .notes = &note, .note_count = fault->has_note ? 1 : 0),
        OL_ARG_WORD("field", field != NULL ? field->name : ""),
        OL_ARG_WORD("other", other != NULL ? other->name : ""), OL_ARG_U64("actual", fault->actual),
        OL_ARG_WORD("unit", fault->unit));
}

/* Elements, and nothing that holds them. */
static void check_none(struct ol_run *run, const struct ol_rule *rule,
                       const struct ol_tensor *tensor, const struct ol_level *level)
{
    if (is_needy(tensor) && is_meant_inline(tensor) && tensor->filled_count == 0 &&
        !tensor->has_raw) {
        emit_data(run, rule,
                  &(struct data_fault){
                      .tensor = tensor,
                      .level = level,
                      .field = OL_FIELD_UNKNOWN,
                      .other = tensor->type->field,
                      .actual = tensor->held,
                      .unit = tensor->held == 1 ? "element" : "elements",
                  });
    }
}

/* A filled field that should not be, or not beside the other one (OL_FIELD_UNKNOWN: none); where
 * the other one is filled too, it is noted. */
static void emit_filled(struct ol_run *run, const struct ol_rule *rule,
                        const struct ol_level *level, unsigned field, unsigned other)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    uint64_t size = filled_size(tensor, level, field);
    emit_data(run, rule,
              &(struct data_fault){
                  .tensor = tensor,
                  .level = level,
                  .field = field,
                  .other = other,
                  .actual = size,
                  .unit = filled_word(field, size),
                  .has_note = other != OL_FIELD_UNKNOWN && ol_tensor_is_filled(tensor, other),
              });
}

/* Values in two places: each place after the first is reported. */
static void check_multiple(struct ol_run *run, const struct ol_rule *rule,
                           const struct ol_tensor *tensor, const struct ol_level *level)
{
    if (tensor->filled_count < 2 || is_empty(tensor) || is_string_in_raw(tensor)) {
        return;
    }
    unsigned first = first_filled(tensor, level);
    for (unsigned field = 0; field < OL_TensorProto_COUNT; field++) {
        if (field != first && ol_tensor_is_filled(tensor, field)) {
            emit_filled(run, rule, level, field, first);
        }
    }
}

/* Values of a tensor that has no element: each place is reported. */
static void check_unneeded(struct ol_run *run, const struct ol_rule *rule,
                           const struct ol_tensor *tensor, const struct ol_level *level)
{
    if (tensor->filled_count == 0 || !is_empty(tensor)) {
        return;
    }
    for (unsigned field = 0; field < OL_TensorProto_COUNT; field++) {
        if (ol_tensor_is_filled(tensor, field)) {
            emit_filled(run, rule, level, field, OL_FIELD_UNKNOWN);
        }
    }
}

/* raw_data of no bytes where there are elements. Readers ask for its presence first, and find
 * nothing in it. */
static void check_empty_raw(struct ol_run *run, const struct ol_rule *rule,
                            const struct ol_tensor *tensor, const struct ol_level *level)
{
    if (!tensor->has_raw || tensor->raw_size > 0 || tensor->filled_count > 1 ||
        !is_measurable(tensor) || !is_meant_inline(tensor)) {
        return;
    }
    bool is_beside_typed = tensor->filled_count == 1;
    emit_data(run, rule,
              &(struct data_fault){
                  .tensor = tensor,
                  .level = level,
                  .field = OL_TensorProto_raw_data,
                  .other = is_beside_typed ? first_filled(tensor, level) : tensor->type->field,
                  .actual = tensor->held,
                  .unit = tensor->held == 1 ? "element" : "elements",
                  .variant = is_beside_typed ? "beside-typed" : NULL,
              });
}

/* raw_data of no bytes where there are no elements. */
static void check_idle_raw(struct ol_run *run, const struct ol_rule *rule,
                           const struct ol_tensor *tensor, const struct ol_level *level)
{
    if (tensor->has_raw && tensor->raw_size == 0 && !tensor->is_cut && is_empty(tensor)) {
        emit_data(run, rule,
                  &(struct data_fault){
                      .tensor = tensor,
                      .level = level,
                      .field = OL_TensorProto_raw_data,
                      .other = OL_FIELD_UNKNOWN,
                      .unit = byte_word(0),
                  });
    }
}

/* Values in a typed field of another type (onnx.proto: which field each DataType uses). */
static void check_wrong_field(struct ol_run *run, const struct ol_rule *rule,
                              const struct ol_tensor *tensor, const struct ol_level *level)
{
    if (tensor->type == NULL || tensor->filled_count != 1 || is_empty(tensor)) {
        return;
    }
    unsigned field = first_filled(tensor, level);
    if (field != OL_TensorProto_raw_data && field != tensor->type->field) {
        emit_filled(run, rule, level, field, tensor->type->field);
    }
}

/* Strings have no fixed width, so raw_data cannot hold them (onnx.proto, TensorProto.raw_data). */
static void check_string_raw(struct ol_run *run, const struct ol_rule *rule,
                             const struct ol_tensor *tensor, const struct ol_level *level)
{
    if (is_string_in_raw(tensor) && !is_empty(tensor)) {
        emit_filled(run, rule, level, OL_TensorProto_raw_data, OL_TensorProto_string_data);
    }
}

/* External tensors are the external rules' (ext-with-inline). */
static void run_data(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    static void (*const faults[])(struct ol_run *, const struct ol_rule *, const struct ol_tensor *,
                                  const struct ol_level *) = {
        [DATA_NONE] = check_none,
        [DATA_MULTIPLE] = check_multiple,
        [DATA_UNNEEDED] = check_unneeded,
        [DATA_EMPTY_RAW] = check_empty_raw,
        [DATA_IDLE_RAW] = check_idle_raw,
        [DATA_WRONG_FIELD] = check_wrong_field,
        [DATA_STRING_RAW] = check_string_raw,
    };
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor != NULL && !tensor->is_external) {
        faults[ol_rule_integer(rule, 0, DATA_NONE)](run, rule, tensor, level);
    }
}

/* Fields with values that are present may be empty, unless the level is plain. */
static bool may_be_faulty(const struct ol_rule *rule, const struct ol_outline *outline)
{
    const uint32_t raw = UINT32_C(1) << OL_TensorProto_raw_data;
    const struct ol_element_type *type = ol_element_type_from_number(outline->kind);
    uint32_t values = outline->present & VALUE_FIELDS;
    switch (ol_rule_integer(rule, 0, DATA_NONE)) {
    case DATA_NONE:
        return (values & raw) == 0 && (values == 0 || !outline->is_plain);
    case DATA_MULTIPLE:
        return (values & (values - 1)) != 0;
    case DATA_UNNEEDED:
        return values != 0 && (outline->present >> OL_TensorProto_dims & 1) != 0;
    case DATA_EMPTY_RAW:
    case DATA_IDLE_RAW:
        return (values & raw) != 0 && !outline->is_plain;
    case DATA_WRONG_FIELD:
        return type != NULL && (values & ~raw & ~(UINT32_C(1) << type->field)) != 0;
    default:
        return (values & raw) != 0 && outline->kind == OL_DATA_TYPE_STRING;
    }
}

const struct ol_check ol_check_tensor_data = {
    .name = "tensor_data",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_data,
    .param_count = sizeof params_data / sizeof *params_data,
    .args = args_data,
    .variants = variants_data,
    .notes = notes_first,
    .may_speak = may_be_faulty,
    .run = run_data,
};

/* --- tensor_raw_length --------------------------------------------------- */

enum {
    COUNT_SHORT,
    COUNT_LONG
};

static const char *const words_count[] = {"short", "long", NULL};

static const struct ol_param params_count[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_count},
};

static const char *const args_raw[] = {"type", "dims", "expected", "actual", "unit", NULL};

/* Exactly ceil(elements x bits / 8) bytes. */
static void run_raw_length(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL || !is_measurable(tensor) || !tensor->is_raw_known ||
        tensor->filled != 1U << OL_TensorProto_raw_data) {
        return;
    }
    bool is_short = ol_rule_integer(rule, 0, COUNT_SHORT) == COUNT_SHORT;
    if (is_short ? tensor->raw_size < tensor->raw_needed : tensor->raw_size > tensor->raw_needed) {
        OL_TENSOR_EMIT(run, rule, tensor,
                       (.span = ol_level_span(level, OL_TensorProto_raw_data), .level = level,
                        .field = ol_tensor_field(OL_TensorProto_raw_data)),
                       OL_ARG_U64("expected", tensor->raw_needed),
                       OL_ARG_U64("actual", tensor->raw_size),
                       OL_ARG_WORD("unit", byte_word(tensor->raw_needed)));
    }
}

static struct ol_concern concern_raw(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = 1U << OL_TensorProto_raw_data};
}

const struct ol_check ol_check_tensor_raw_length = {
    .name = "tensor_raw_length",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_count,
    .param_count = sizeof params_count / sizeof *params_count,
    .args = args_raw,
    .concern = concern_raw,
    .run = run_raw_length,
};

/* --- tensor_typed_count -------------------------------------------------- */

static const char *const args_typed[] = {"type", "dims",      "field", "expected", "actual",
                                         "unit", "per_entry", "dense", NULL};
static const char *const variants_typed[] = {"dense", NULL};

/* Elements in one int32 when all of its bits are used: what the reference checker counts for 4-bit
 * and 2-bit types. */
static uint64_t dense_per_entry(const struct ol_element_type *type)
{
    return 32U / type->bits;
}

/* Whether the entries are as many as the dense form takes, and no other. */
static bool is_dense(const struct ol_tensor *tensor, uint64_t actual)
{
    if (tensor->type->per_entry == 1) {
        return false;
    }
    uint64_t per_entry = dense_per_entry(tensor->type);
    return actual == tensor->held / per_entry + (tensor->held % per_entry != 0);
}

static void run_typed_count(struct ol_run *run, const struct ol_level *level,
                            const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL || !is_measurable(tensor) || tensor->filled != 1U << tensor->type->field) {
        return;
    }
    unsigned field = tensor->type->field;
    uint64_t expected = tensor->entries_needed;
    uint64_t actual = ol_level_elements(level, field);
    bool is_short = ol_rule_integer(rule, 0, COUNT_SHORT) == COUNT_SHORT;
    if (is_short ? actual >= expected : actual <= expected) {
        return;
    }
    bool is_packed_dense = is_short && is_dense(tensor, actual);
    OL_TENSOR_EMIT(
        run, rule, tensor,
        (.span =
             is_short ? ol_level_span(level, field) : ol_level_element_span(level, field, expected),
         .level = level, .field = ol_tensor_field(field),
         .index = is_short ? OL_INDEX_NONE : expected, .variant = is_packed_dense ? "dense" : NULL),
        OL_ARG_WORD("field", ol_tensor_field(field)->name), OL_ARG_U64("expected", expected),
        OL_ARG_U64("actual", actual), OL_ARG_WORD("unit", entry_word(expected)),
        OL_ARG_U64("per_entry", tensor->type->per_entry),
        OL_ARG_U64("dense", is_packed_dense ? dense_per_entry(tensor->type) : 0U));
}

/* In the field of its type. */
static bool may_have_entries(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    const struct ol_element_type *type = ol_element_type_from_number(outline->kind);
    return type != NULL && (outline->present >> type->field & 1) != 0;
}

const struct ol_check ol_check_tensor_typed_count = {
    .name = "tensor_typed_count",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_count,
    .param_count = sizeof params_count / sizeof *params_count,
    .args = args_typed,
    .variants = variants_typed,
    .may_speak = may_have_entries,
    .run = run_typed_count,
};
