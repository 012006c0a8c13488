/* SPDX-License-Identifier: Apache-2.0 */
/* Paths and spans of model-local functions. */
#include "checks/function_place.h"

#include "onnx/peek.h"

struct ol_note ol_function_note(const struct ol_level *level, const struct ol_function *function,
                                const char *note)
{
    const struct ol_level *model = ol_level_enclosing(level, OL_MESSAGE_ModelProto);
    const struct ol_field *field =
        &ol_messages[OL_MESSAGE_ModelProto].fields[OL_ModelProto_functions];
    return (struct ol_note){
        .note = note,
        .span = ol_span_between(function->tag, function->begin),
        .level = model,
        .field = field,
        .index = function->item,
    };
}

bool ol_function_open(struct ol_run *run, const struct ol_level *model,
                      const struct ol_function *function, struct ol_level *level)
{
    ol_peek_open(level, model, function->tag, function->item);
    return ol_run_read(run, level);
}

struct ol_span ol_function_span(const struct ol_level *function)
{
    return ol_level_has(function, OL_FunctionProto_name)
               ? ol_level_span(function, OL_FunctionProto_name)
               : ol_level_header(function);
}

struct ol_span ol_function_member_span(const struct ol_level *holder, uint64_t tag)
{
    struct ol_occurrence occurrence = ol_peek_at(holder->bytes, holder->message, tag, holder->end);
    return ol_occurrence_span(&occurrence);
}
