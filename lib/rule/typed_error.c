/* SPDX-License-Identifier: Apache-2.0 */
/* What is told of a YAML file that is wrong: each error at its place, in order, and not too many.
 */
#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "rule/typed.h"

bool ol_typed_is_silent(const struct ol_typed *typed)
{
    return typed->is_out_of_memory || typed->error_count > OL_RULE_ERRORS_MAX;
}

bool ol_typed_begin_error(struct ol_typed *typed, struct ol_mark mark)
{
    if (ol_typed_is_silent(typed)) {
        return false;
    }
    size_t offset = typed->errors->size;
    ol_yaml_begin_error(typed->errors, typed->path, mark);
    typed->error_count++;
    if (typed->error_count > OL_RULE_ERRORS_MAX) {
        ol_buf_add(typed->errors, "too many errors; the rest is not told\n");
        return false;
    }
    typed->told[typed->error_count - 1] = (struct ol_typed_error){mark, offset};
    return true;
}

void ol_typed_refuse(struct ol_typed *typed, struct ol_mark mark, const char *what)
{
    if (ol_typed_begin_error(typed, mark)) {
        ol_buf_add(typed->errors, what);
        ol_buf_add_char(typed->errors, '\n');
    }
}

void ol_typed_refuse_text(struct ol_typed *typed, struct ol_mark mark, const char *before,
                          const char *text, const char *after)
{
    if (ol_typed_begin_error(typed, mark)) {
        ol_buf_add(typed->errors, before);
        ol_text_quote(typed->errors, ol_slice_from_text(text));
        ol_buf_add(typed->errors, after);
        ol_buf_add_char(typed->errors, '\n');
    }
}

void ol_typed_refuse_unknown(struct ol_typed *typed, struct ol_mark mark, const char *what,
                             const struct ol_nearest *nearest)
{
    if (ol_typed_begin_error(typed, mark)) {
        ol_buf_add(typed->errors, "unknown ");
        ol_buf_add(typed->errors, what);
        ol_buf_add_char(typed->errors, ' ');
        ol_text_quote(typed->errors, nearest->wanted);
        ol_nearest_add_question(typed->errors, nearest, 1);
        ol_buf_add_char(typed->errors, '\n');
    }
}

enum ol_status ol_typed_status(const struct ol_typed *typed)
{
    if (typed->is_out_of_memory || !ol_buf_is_ok(typed->errors)) {
        return OL_ERR_NOMEM;
    }
    return typed->error_count > 0 ? OL_ERR_RULE : OL_OK;
}

static bool is_before(struct ol_mark a, struct ol_mark b)
{
    return a.line < b.line || (a.line == b.line && a.column < b.column);
}

/* Writes the lines of the errors told to sorted, in the order of their places; equal places keep
 * their order. */
static void sort_errors(const struct ol_typed *typed, size_t count, struct ol_buf *sorted)
{
    size_t order[OL_RULE_ERRORS_MAX];
    for (size_t i = 0; i < count; i++) {
        size_t place = i;
        while (place > 0 && is_before(typed->told[i].mark, typed->told[order[place - 1]].mark)) {
            order[place] = order[place - 1];
            place--;
        }
        order[place] = i;
    }
    for (size_t i = 0; i < count; i++) {
        const char *line = typed->errors->text + typed->told[order[i]].offset;
        ol_buf_add_slice(sorted, (struct ol_slice){(const uint8_t *)line, strcspn(line, "\n") + 1});
    }
}

enum ol_status ol_typed_finish(struct ol_typed *typed)
{
    enum ol_status status = ol_typed_status(typed);
    size_t count =
        typed->error_count < OL_RULE_ERRORS_MAX ? typed->error_count : OL_RULE_ERRORS_MAX;
    if (status != OL_ERR_RULE || count < 2) {
        return status;
    }
    struct ol_buf sorted;
    ol_buf_init(&sorted);
    sort_errors(typed, count, &sorted);
    if (ol_buf_is_ok(&sorted)) {
        memcpy(typed->errors->text + typed->told[0].offset, sorted.text, sorted.size);
    } else {
        status = OL_ERR_NOMEM;
    }
    ol_buf_fini(&sorted);
    return status;
}
