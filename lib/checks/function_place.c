/* SPDX-License-Identifier: Apache-2.0 */
/* Paths and spans of model-local functions. */
#include "checks/function_place.h"

#include "checks/unique.h"
#include "onnx/peek.h"
#include "onnx/reader.h"

struct ol_note ol_function_note(struct ol_run *run, const struct ol_level *level,
                                const struct ol_function *function, const char *note)
{
    const struct ol_level *model = ol_level_enclosing(level, OL_MESSAGE_ModelProto);
    const struct ol_field *field =
        &ol_messages[OL_MESSAGE_ModelProto].fields[OL_ModelProto_functions];
    return (struct ol_note){
        .note = note,
        .span = ol_span_between(function->tag, function->begin),
        .path = ol_run_path(run, model, field, function->item),
    };
}

bool ol_function_open(struct ol_run *run, const struct ol_level *model,
                      const struct ol_function *function, struct ol_level *level)
{
    ol_named_open(model, &(struct ol_named){.tag = function->tag, .index = function->item}, level);
    enum ol_status status = ol_reader_read(ol_run_reader(run), level, NULL, NULL);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
    return status == OL_OK;
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

const char *ol_function_question(struct ol_run *run, const struct ol_nearest *nearest)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_nearest_add_question(&buf, nearest, 1);
    const char *kept = ol_function_keep(run, &buf);
    ol_buf_fini(&buf);
    return kept;
}

const char *ol_function_keep(struct ol_run *run, const struct ol_buf *buf)
{
    const char *kept = ol_buf_is_ok(buf) ? ol_arena_copy_text(ol_run_arena(run),
                                                              ol_slice_from_text(ol_buf_text(buf)))
                                         : NULL;
    if (kept == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return "";
    }
    return kept;
}
