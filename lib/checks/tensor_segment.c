/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of TensorProto.Segment: the range of elements that one chunk of a large tensor holds. */
#include <stdint.h>

#include "checks/tensor_emit.h"
#include "rule/check.h"

/* --- tensor_segment_range ------------------------------------------------ */

static const char *const args_range[] = {"type", "dims", "begin", "end", "elements", NULL};
static const char *const variants_range[] = {"missing-begin", "missing-end", "negative",
                                             "backwards",     "past-end",    NULL};

/* What is wrong with a segment, and at which of its fields: OL_FIELD_UNKNOWN where one is
 * missing. */
struct range_fault {
    const char *variant;
    unsigned field;
};

static struct range_fault find_range_fault(const struct ol_tensor *tensor)
{
    const struct ol_segment *segment = &tensor->segment;
    if (!segment->has_begin) {
        return (struct range_fault){"missing-begin", OL_FIELD_UNKNOWN};
    }
    if (!segment->has_end) {
        return (struct range_fault){"missing-end", OL_FIELD_UNKNOWN};
    }
    if (segment->begin < 0) {
        return (struct range_fault){"negative", OL_TensorProto_Segment_begin};
    }
    if (segment->end < segment->begin) {
        return (struct range_fault){"backwards", OL_TensorProto_Segment_end};
    }
    if (tensor->is_counted && (uint64_t)segment->end > tensor->elements) {
        return (struct range_fault){"past-end", OL_TensorProto_Segment_end};
    }
    return (struct range_fault){NULL, OL_FIELD_UNKNOWN};
}

/* onnx.proto, TensorProto.Segment; 0 <= begin <= end <= elements. The facts are those of the last
 * of repeated segments, merged as readers do, and only that one is looked at. */
static void run_range(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_level *holder = level->parent;
    if (holder == NULL || !level->is_complete ||
        level->tag != holder->fields[OL_TensorProto_segment].last.tag) {
        return;
    }
    const struct ol_tensor *tensor = ol_run_tensor(run, holder);
    if (tensor == NULL) {
        return;
    }
    struct range_fault fault = find_range_fault(tensor);
    if (fault.variant == NULL) {
        return;
    }
    bool is_here = fault.field != OL_FIELD_UNKNOWN && ol_level_has(level, fault.field);
    OL_TENSOR_EMIT(run, rule, tensor,
                   (.span = is_here ? ol_level_span(level, fault.field) : ol_level_header(level),
                    .level = level, .field = is_here ? &level->message->fields[fault.field] : NULL,
                    .variant = fault.variant),
                   OL_ARG_I64("begin", tensor->segment.begin),
                   OL_ARG_I64("end", tensor->segment.end),
                   OL_ARG_U64("elements", tensor->elements));
}

const struct ol_check ol_check_tensor_segment_range = {
    .name = "tensor_segment_range",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorProto_Segment),
    .args = args_range,
    .variants = variants_range,
    .run = run_range,
};

/* --- tensor_segment_size ------------------------------------------------- */

static const char *const args_size[] = {"type",     "dims",   "held", "field",
                                        "expected", "actual", "unit", NULL};
static const char *const notes_size[] = {"data", NULL};

/* A field that holds values, and whether it is one that the type may use. */
static bool find_values(const struct ol_tensor *tensor, unsigned *field)
{
    bool is_raw = tensor->filled == 1U << OL_TensorProto_raw_data;
    bool is_typed = tensor->filled == 1U << tensor->type->field;
    *field = is_raw ? OL_TensorProto_raw_data : tensor->type->field;
    return is_raw ? tensor->is_raw_known
                  : (is_typed || tensor->filled_count == 0) && tensor->is_entries_known;
}

/* The size of a chunk is end - begin, whatever the dims of the whole are. */
static void run_size(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    unsigned field;
    if (tensor == NULL || !tensor->segment.is_present || tensor->type == NULL ||
        !tensor->is_held_known || tensor->is_external || tensor->has_external || tensor->is_cut ||
        !find_values(tensor, &field)) {
        return;
    }
    bool is_raw = field == OL_TensorProto_raw_data;
    uint64_t expected = is_raw ? tensor->raw_needed : tensor->entries_needed;
    uint64_t actual = is_raw ? tensor->raw_size : ol_level_elements(level, field);
    bool is_without_data = tensor->filled_count == 0 && !tensor->has_raw; /* tensor-no-data's */
    if (expected == actual || is_without_data) {
        return;
    }
    struct ol_note note = {
        .note = "data", .level = level, .field = ol_tensor_field(field), .index = OL_INDEX_NONE};
    if (actual > 0) {
        note.span = ol_level_span(level, field);
    }
    OL_TENSOR_EMIT(run, rule, tensor,
                   (.span = ol_level_span(level, OL_TensorProto_segment), .level = level,
                    .field = ol_tensor_field(OL_TensorProto_segment), .notes = &note,
                    .note_count = actual > 0 ? 1 : 0),
                   OL_ARG_U64("held", tensor->held),
                   OL_ARG_WORD("field", ol_tensor_field(field)->name),
                   OL_ARG_U64("expected", expected), OL_ARG_U64("actual", actual),
                   OL_ARG_WORD("unit", is_raw ? "bytes" : "entries"));
}

static struct ol_concern concern_size(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = 1U << OL_TensorProto_segment};
}

const struct ol_check ol_check_tensor_segment_size = {
    .name = "tensor_segment_size",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorProto),
    .args = args_size,
    .notes = notes_size,
    .concern = concern_size,
    .run = run_size,
};
