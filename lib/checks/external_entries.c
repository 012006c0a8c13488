/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of what a tensor says about where its values are: the entries of external_data beside
 * data_location, type and inline values, the keys of the entries, and places where readers do not
 * look for external tensors. */
#include "checks/external.h"
#include "checks/tensor_emit.h"
#include "rule/check.h"

#define TENSOR OL_MESSAGE_BIT(OL_MESSAGE_TensorProto)
#define ENTRY  OL_MESSAGE_BIT(OL_MESSAGE_StringStringEntryProto)

static const char *const notes_location[] = {"location", NULL};

/* The place that says EXTERNAL. */
static struct ol_note note_location(const struct ol_level *level)
{
    return (struct ol_note){
        .note = "location",
        .span = ol_level_span(level, OL_TensorProto_data_location),
        .level = level,
        .field = ol_tensor_field(OL_TensorProto_data_location),
        .index = OL_INDEX_NONE,
    };
}

/* --- external_place ------------------------------------------------------ */

enum {
    PLACE_NO_ENTRIES,
    PLACE_NO_LOCATION,
    PLACE_DEFAULT,
    PLACE_INLINE,
    PLACE_STRING
};

static const char *const words_place[] = {"no-entries", "no-location", "default",
                                          "inline",     "string",      NULL};

static const struct ol_param params_place[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_place},
};

static const char *const args_place[] = {"type", "dims", "field", NULL};

/* Reports a tensor that is EXTERNAL, at one of its fields, or at the tensor where field is
 * OL_FIELD_UNKNOWN. */
static void emit_place(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       unsigned field)
{
    bool has_field = field != OL_FIELD_UNKNOWN;
    struct ol_note note = note_location(level);
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL) {
        return;
    }
    OL_TENSOR_EMIT(run, rule, tensor,
                   (.span = has_field ? ol_level_first_span(level, field) : ol_level_header(level),
                    .level = level, .field = has_field ? ol_tensor_field(field) : NULL,
                    .index = OL_INDEX_NONE, .notes = &note, .note_count = 1),
                   OL_ARG_WORD("field", has_field ? ol_tensor_field(field)->name : ""));
}

/* Entries in a tensor that is not EXTERNAL: readers skip them. Where data_location is no known
 * value, nobody knows. */
static void check_default(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL || tensor->is_external || !tensor->is_location_known) {
        return;
    }
    OL_TENSOR_EMIT(run, rule, tensor,
                   (.span = ol_level_first_span(level, OL_TensorProto_external_data),
                    .level = level, .field = ol_tensor_field(OL_TensorProto_external_data)),
                   OL_ARG_WORD("field", ol_tensor_field(OL_TensorProto_external_data)->name));
}

/* The value field that comes first in the bytes, or OL_FIELD_UNKNOWN. */
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

static void run_place(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    int64_t fault = ol_rule_integer(rule, 0, PLACE_NO_ENTRIES);
    bool has_entries = ol_level_has(level, OL_TensorProto_external_data);
    if (fault == PLACE_DEFAULT) {
        if (has_entries) {
            check_default(run, level, rule);
        }
        return;
    }
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    if (external == NULL) {
        return;
    }
    const struct ol_tensor *tensor = external->tensor;
    bool has_location = external->entries[OL_EXTERNAL_LOCATION].is_present;
    if ((fault == PLACE_NO_ENTRIES && ol_level_lacks(level, OL_TensorProto_external_data)) ||
        (fault == PLACE_NO_LOCATION && has_entries && external->is_whole && !has_location)) {
        emit_place(run, level, rule, OL_FIELD_UNKNOWN);
    } else if (fault == PLACE_INLINE && tensor->filled_count > 0) {
        emit_place(run, level, rule, first_filled(tensor, level));
    } else if (fault == PLACE_STRING && tensor->data_type == OL_DATA_TYPE_STRING) {
        emit_place(run, level, rule, OL_TensorProto_data_type);
    }
}

const struct ol_check ol_check_external_place = {
    .name = "external_place",
    .trigger = OL_ON_LEVEL,
    .targets = TENSOR,
    .params = params_place,
    .param_count = 1,
    .args = args_place,
    .notes = notes_location,
    .asks_file = true,
    .concern = ol_external_concern,
    .run = run_place,
};

/* --- external_pair ------------------------------------------------------- */

static const char *const args_pair[] = {"field", "key", NULL};
static const char *const variants_pair[] = {"empty", NULL};

static void run_pair(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (!ol_level_is_in(level, OL_MESSAGE_TensorProto, OL_TensorProto_external_data)) {
        return;
    }
    bool lacks_key = ol_level_lacks(level, OL_StringStringEntryProto_key);
    struct ol_slice key = ol_level_text(level, OL_StringStringEntryProto_key);
    if (lacks_key || ol_level_lacks(level, OL_StringStringEntryProto_value)) {
        const struct ol_field *field =
            &level->message->fields[lacks_key ? OL_StringStringEntryProto_key
                                              : OL_StringStringEntryProto_value];
        OL_EMIT(run, rule,
                (.span = ol_level_header(level), .level = level, .field = field,
                 .index = OL_INDEX_NONE),
                OL_ARG_WORD("field", field->name), OL_ARG_TEXT("key", key));
    } else if (ol_level_has(level, OL_StringStringEntryProto_key) && key.size == 0 &&
               (level->fields[OL_StringStringEntryProto_key].last.flags & OL_OCCURRENCE_CUT) == 0) {
        const struct ol_field *field = &level->message->fields[OL_StringStringEntryProto_key];
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, OL_StringStringEntryProto_key), .level = level,
                 .field = field, .index = OL_INDEX_NONE, .variant = "empty"),
                OL_ARG_WORD("field", field->name), OL_ARG_TEXT("key", key));
    }
}

const struct ol_check ol_check_external_pair = {
    .name = "external_pair",
    .trigger = OL_ON_LEVEL,
    .targets = ENTRY,
    .args = args_pair,
    .variants = variants_pair,
    .asks_file = true,
    .may_speak = ol_external_may_speak,
    .run = run_pair,
};

/* --- external_holder ----------------------------------------------------- */

enum {
    HOLDER_SPARSE,
    HOLDER_FUNCTION_SUBGRAPH,
    HOLDER_FUNCTION_DEFAULT,
    HOLDER_TRAINING,
    HOLDER_DATA_FILE
};

static const char *const words_holder[] = {
    "sparse", "function-subgraph", "function-default", "training", "data-file", NULL,
};

static const struct ol_param params_holder[] = {
    {.name = "place", .type = OL_PARAM_WORD, .is_required = true, .words = words_holder},
};

/* Whether a level on the way to the root is held by that field. */
static bool is_within(const struct ol_level *level, enum ol_message_id holder, unsigned field)
{
    while (level != NULL && !ol_level_is_in(level, holder, field)) {
        level = level->parent;
    }
    return level != NULL;
}

/* The level of the tensor, or of the sparse tensor that it is a part of. */
static const struct ol_level *whole_tensor(const struct ol_level *level)
{
    bool is_part =
        level->parent != NULL && level->parent->message->id == OL_MESSAGE_SparseTensorProto;
    return is_part ? level->parent : level;
}

static bool is_initializer(const struct ol_level *level)
{
    const struct ol_level *whole = whole_tensor(level);
    return ol_level_is_in(whole, OL_MESSAGE_GraphProto, OL_GraphProto_initializer) ||
           ol_level_is_in(whole, OL_MESSAGE_GraphProto, OL_GraphProto_sparse_initializer);
}

/* Whether the root is a message that a tensor file holds. */
static bool is_data_file(const struct ol_level *level)
{
    while (level->parent != NULL) {
        level = level->parent;
    }
    const uint64_t data =
        OL_MESSAGE_BIT(OL_MESSAGE_TensorProto) | OL_MESSAGE_BIT(OL_MESSAGE_SparseTensorProto) |
        OL_MESSAGE_BIT(OL_MESSAGE_SequenceProto) | OL_MESSAGE_BIT(OL_MESSAGE_MapProto) |
        OL_MESSAGE_BIT(OL_MESSAGE_OptionalProto);
    return (data & OL_MESSAGE_BIT(level->message->id)) != 0;
}

static bool is_held_so(const struct ol_level *level, int64_t place)
{
    bool is_default = is_within(level, OL_MESSAGE_FunctionProto, OL_FunctionProto_attribute_proto);
    switch (place) {
    case HOLDER_SPARSE:
        return whole_tensor(level) != level;
    case HOLDER_FUNCTION_SUBGRAPH:
        return is_initializer(level) && !is_default &&
               ol_level_enclosing(level, OL_MESSAGE_FunctionProto) != NULL;
    case HOLDER_FUNCTION_DEFAULT:
        return is_default;
    case HOLDER_TRAINING:
        return ol_level_enclosing(level, OL_MESSAGE_TrainingInfoProto) != NULL;
    default:
        return is_data_file(level);
    }
}

static void run_holder(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    if (external != NULL && is_held_so(level, ol_rule_integer(rule, 0, HOLDER_SPARSE))) {
        OL_TENSOR_EMIT(run, rule, external->tensor,
                       (.span = ol_level_span(level, OL_TensorProto_data_location), .level = level,
                        .field = ol_tensor_field(OL_TensorProto_data_location),
                        .index = OL_INDEX_NONE),
                       OL_ARG_WORD("field", ol_tensor_field(OL_TensorProto_data_location)->name));
    }
}

const struct ol_check ol_check_external_holder = {
    .name = "external_holder",
    .trigger = OL_ON_LEVEL,
    .targets = TENSOR,
    .params = params_holder,
    .param_count = 1,
    .args = args_place,
    .asks_file = true,
    .concern = ol_external_concern,
    .run = run_holder,
};
