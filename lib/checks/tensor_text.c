/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the strings in string_data: UTF-8 without a byte-order mark and without a terminator
 * (onnx.proto, TensorProto.string_data). The field is of type bytes, so no reader of the format
 * looks. */
#include <stdint.h>

#include "base/text.h"
#include "checks/tensor_emit.h"
#include "rule/check.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_TensorProto)

enum {
    TEXT_UTF8,
    TEXT_BOM,
    TEXT_NUL
};

static const char *const words_fault[] = {"utf8", "byte-order-mark", "terminator", NULL};

static const struct ol_param params[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_fault},
};

static const char *const args[] = {"type", "dims", "index", "at", "byte", NULL};

/* Where in the text the fault is, in bytes; length 0 where there is none. */
static struct ol_span find_fault(struct ol_slice text, int64_t fault)
{
    switch (fault) {
    case TEXT_UTF8: {
        size_t valid = ol_utf8_valid_length(text);
        return (struct ol_span){valid, valid < text.size};
    }
    case TEXT_BOM:
        return (struct ol_span){0, text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0 ? 3
                                                                                               : 0};
    default:
        return text.size > 0 && text.data[text.size - 1] == 0 ? (struct ol_span){text.size - 1, 1}
                                                              : (struct ol_span){0, 0};
    }
}

static void run_text(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    struct ol_cursor cursor;
    struct ol_element element;
    if (tensor == NULL || tensor->data_type != OL_DATA_TYPE_STRING || tensor->is_external) {
        return;
    }
    ol_cursor_init(&cursor, level, OL_TensorProto_string_data);
    while (ol_cursor_next(&cursor, &element)) {
        ol_run_touch_element(run, ol_tensor_field(OL_TensorProto_string_data), &element);
        struct ol_span fault = find_fault(element.bytes, ol_rule_integer(rule, 0, TEXT_UTF8));
        if (fault.length == 0 || (element.occurrence.flags & OL_OCCURRENCE_CUT) != 0) {
            continue;
        }
        OL_TENSOR_EMIT(run, rule, tensor,
                       (.span = {element.occurrence.value + fault.offset, fault.length},
                        .level = level, .field = ol_tensor_field(OL_TensorProto_string_data),
                        .index = element.index),
                       OL_ARG_U64("index", element.index), OL_ARG_U64("at", fault.offset),
                       OL_ARG_HEX("byte", element.bytes.data[fault.offset]));
    }
}

static bool may_be_text(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return outline->kind == OL_DATA_TYPE_STRING &&
           (outline->present >> OL_TensorProto_string_data & 1) != 0;
}

const struct ol_check ol_check_tensor_text = {
    .name = "tensor_text",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .args = args,
    .may_speak = may_be_text,
    .run = run_text,
};
