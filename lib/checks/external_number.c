/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the numbers of external data as they are written: offset, length and checksum, and of
 * what they say beside the tensor's type and shape. Nothing here touches a file. */
#include <stdint.h>

#include "checks/external.h"
#include "checks/tensor_emit.h"
#include "rule/check.h"

#define TENSOR OL_MESSAGE_BIT(OL_MESSAGE_TensorProto)
#define ENTRY  OL_MESSAGE_BIT(OL_MESSAGE_StringStringEntryProto)

static void emit_value(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       struct ol_slice value)
{
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_StringStringEntryProto_value), .level = level,
             .field = &level->message->fields[OL_StringStringEntryProto_value],
             .index = OL_INDEX_NONE),
            OL_ARG_TEXT("value", value),
            OL_ARG_TEXT("key", ol_level_text(level, OL_StringStringEntryProto_key)));
}

/* --- external_number ----------------------------------------------------- */

enum {
    NUMBER_KEY,
    NUMBER_FAULT
};
enum {
    FAULT_SYNTAX,
    FAULT_NEGATIVE,
    FAULT_LEADING_ZERO
};

static const char *const words_key[] = {"location", "offset", "length",
                                        NULL}; /* in the order of ol_external_key */
static const char *const words_fault[] = {"syntax", "negative", "leading-zero", NULL};

static const struct ol_param params_number[] = {
    [NUMBER_KEY] = {.name = "key",
                    .type = OL_PARAM_WORD,
                    .is_required = true,
                    .is_list = true,
                    .words = words_key},
    [NUMBER_FAULT] = {.name = "fault",
                      .type = OL_PARAM_WORD,
                      .is_required = true,
                      .words = words_fault},
};

static const char *const args_value[] = {"key", "value", NULL};

static bool is_key_meant(const struct ol_rule *rule, enum ol_external_key key)
{
    for (size_t i = 0; i < rule->with[NUMBER_KEY].count; i++) {
        if (rule->with[NUMBER_KEY].items[i].integer == (int64_t)key) {
            return true;
        }
    }
    return false;
}

static void run_number(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    enum ol_external_key key;
    struct ol_slice value;
    if (!ol_external_pair(level, &key, &value) || !is_key_meant(rule, key)) {
        return;
    }
    struct ol_external_number number = ol_external_number_from_text(value);
    bool is_found = false;
    switch (ol_rule_integer(rule, NUMBER_FAULT, FAULT_SYNTAX)) {
    case FAULT_SYNTAX:
        is_found = number.state == OL_EXTERNAL_NUMBER_SYNTAX;
        break;
    case FAULT_NEGATIVE:
        is_found = number.state == OL_EXTERNAL_NUMBER_NEGATIVE;
        break;
    default:
        is_found =
            number.state == OL_EXTERNAL_NUMBER_GOOD && value.size > 1 && value.data[0] == '0';
    }
    if (is_found) {
        emit_value(run, level, rule, value);
    }
}

const struct ol_check ol_check_external_number = {
    .name = "external_number",
    .trigger = OL_ON_LEVEL,
    .targets = ENTRY,
    .params = params_number,
    .param_count = sizeof params_number / sizeof *params_number,
    .args = args_value,
    .asks_file = true,
    .may_speak = ol_external_may_speak,
    .run = run_number,
};

/* --- external_overflow --------------------------------------------------- */

static const char *const variants_overflow[] = {"sum", NULL};

/* Each number fits, and the end of the range does not. */
static void check_sum(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    if (external == NULL || external->offset.state != OL_EXTERNAL_NUMBER_GOOD ||
        external->length.state != OL_EXTERNAL_NUMBER_GOOD ||
        external->length.value <= INT64_MAX - external->offset.value) {
        return;
    }
    OL_EXTERNAL_EMIT(run, rule, level, OL_EXTERNAL_OFFSET,
                     (.variant = "sum", .index = OL_INDEX_NONE),
                     OL_ARG_TEXT("key", ol_slice_from_text("offset")),
                     OL_ARG_TEXT("value", external->entries[OL_EXTERNAL_OFFSET].value),
                     OL_ARG_U64("length", external->length.value));
}

static void run_overflow(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    enum ol_external_key key;
    struct ol_slice value;
    if (level->message->id == OL_MESSAGE_TensorProto) {
        check_sum(run, level, rule);
        return;
    }
    if (!ol_external_pair(level, &key, &value) ||
        (key != OL_EXTERNAL_OFFSET && key != OL_EXTERNAL_LENGTH) ||
        ol_external_number_from_text(value).state != OL_EXTERNAL_NUMBER_OVERFLOW) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_StringStringEntryProto_value), .level = level,
             .field = &level->message->fields[OL_StringStringEntryProto_value],
             .index = OL_INDEX_NONE),
            OL_ARG_TEXT("key", ol_level_text(level, OL_StringStringEntryProto_key)),
            OL_ARG_TEXT("value", value), OL_ARG_U64("length", 0));
}

static const char *const args_overflow[] = {"key", "value", "length", NULL};

const struct ol_check ol_check_external_overflow = {
    .name = "external_overflow",
    .trigger = OL_ON_LEVEL,
    .targets = ENTRY | TENSOR,
    .args = args_overflow,
    .variants = variants_overflow,
    .asks_file = true,
    .concern = ol_external_concern,
    .may_speak = ol_external_may_speak,
    .run = run_overflow,
};

/* --- external_length ----------------------------------------------------- */

enum {
    LENGTH_MISMATCH,
    LENGTH_ZERO
};

static const char *const words_length[] = {"mismatch", "zero", NULL};

static const struct ol_param params_length[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_length},
};

static const char *const args_length[] = {"type", "dims", "length", "needed", NULL};

/* docs/ExternalData.md, "External data files": the bytes are laid out like raw_data. A length of 0
 * is a fault of its own, since readers take it for a missing one. */
static void run_length(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    if (external == NULL || external->length.state != OL_EXTERNAL_NUMBER_GOOD ||
        !ol_external_is_need_known(external) ||
        external->length.value == external->tensor->raw_needed) {
        return;
    }
    bool is_zero_wanted = ol_rule_integer(rule, 0, LENGTH_MISMATCH) == LENGTH_ZERO;
    if ((external->length.value == 0) == is_zero_wanted) {
        OL_EXTERNAL_EMIT(run, rule, level, OL_EXTERNAL_LENGTH, (.index = OL_INDEX_NONE),
                         OL_ARG_U64("length", external->length.value),
                         OL_ARG_U64("needed", external->tensor->raw_needed));
    }
}

const struct ol_check ol_check_external_length = {
    .name = "external_length",
    .trigger = OL_ON_LEVEL,
    .targets = TENSOR,
    .params = params_length,
    .param_count = 1,
    .args = args_length,
    .asks_file = true,
    .concern = ol_external_concern,
    .run = run_length,
};

/* --- external_size ------------------------------------------------------- */

static const struct ol_param params_size[] = {
    {.name = "max", .type = OL_PARAM_INTEGER, .is_required = true, .max = INT64_MAX},
};

static const char *const args_size[] = {"type", "dims", "length", "max", NULL};

/* A length that the shape contradicts is reported as that. */
static void run_size(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    int64_t max = ol_rule_integer(rule, 0, INT64_MAX);
    if (external == NULL || external->length.state != OL_EXTERNAL_NUMBER_GOOD || max < 0 ||
        external->length.value <= (uint64_t)max ||
        (ol_external_is_need_known(external) &&
         external->length.value != external->tensor->raw_needed)) {
        return;
    }
    OL_EXTERNAL_EMIT(run, rule, level, OL_EXTERNAL_LENGTH, (.index = OL_INDEX_NONE),
                     OL_ARG_U64("length", external->length.value), OL_ARG_I64("max", max));
}

const struct ol_check ol_check_external_size = {
    .name = "external_size",
    .trigger = OL_ON_LEVEL,
    .targets = TENSOR,
    .params = params_size,
    .param_count = 1,
    .args = args_size,
    .asks_file = true,
    .concern = ol_external_concern,
    .run = run_size,
};

/* --- external_alignment -------------------------------------------------- */

static const struct ol_param params_alignment[] = {
    /* not given: the size of the tensor's element */
    {.name = "bytes", .type = OL_PARAM_INTEGER, .min = 1, .max = INT64_MAX},
};

static const char *const args_alignment[] = {"type", "dims", "offset", "bytes", NULL};

static void run_alignment(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    if (external == NULL || external->offset.state != OL_EXTERNAL_NUMBER_GOOD) {
        return;
    }
    const struct ol_element_type *type = external->tensor->type;
    int64_t bytes = ol_rule_integer(rule, 0, type != NULL ? type->bits / 8 : 0);
    if (bytes > 0 && external->offset.value % (uint64_t)bytes != 0) {
        OL_EXTERNAL_EMIT(run, rule, level, OL_EXTERNAL_OFFSET, (.index = OL_INDEX_NONE),
                         OL_ARG_U64("offset", external->offset.value), OL_ARG_I64("bytes", bytes));
    }
}

const struct ol_check ol_check_external_alignment = {
    .name = "external_alignment",
    .trigger = OL_ON_LEVEL,
    .targets = TENSOR,
    .params = params_alignment,
    .param_count = 1,
    .args = args_alignment,
    .asks_file = true,
    .concern = ol_external_concern,
    .run = run_alignment,
};
