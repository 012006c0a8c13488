/* SPDX-License-Identifier: Apache-2.0 */
/* Names that are gathered, sorted, looked up, or may occur once. */
#include "checks/names.h"

#include <stdlib.h>

#include "onnx/peek.h"

static int compare(const void *a, const void *b)
{
    const struct ol_named *left = a;
    const struct ol_named *right = b;
    int order = ol_slice_compare(left->name, right->name);
    if (order != 0) {
        return order;
    }
    return left->tag < right->tag ? -1 : left->tag > right->tag;
}

struct ol_named *ol_named_gather(const struct ol_level *level, const struct ol_field *field,
                                 const struct ol_field *name, struct ol_buf *buf, size_t *count)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_span bytes = ol_occurrence_payload(&element.occurrence);
        struct ol_peek peek = ol_peek_last(level->bytes, bytes, name);
        struct ol_slice text = ol_peek_text(level->bytes, &peek);
        if (text.size > 0 && !(peek.last.flags & OL_OCCURRENCE_CUT)) {
            struct ol_named named = {
                .name = text,
                .span = ol_occurrence_span(&peek.last),
                .tag = element.occurrence.tag,
                .index = element.index,
            };
            ol_buf_add_slice(buf, (struct ol_slice){(const uint8_t *)&named, sizeof named});
        }
    }
    *count = ol_buf_is_ok(buf) ? buf->size / sizeof(struct ol_named) : 0;
    if (*count == 0) {
        return NULL;
    }
    /* the buffer is a whole allocation, so that it is aligned for any type */
    struct ol_named *names = (struct ol_named *)(void *)buf->text;
    qsort(names, *count, sizeof *names, compare);
    return names;
}

void ol_named_open(const struct ol_level *level, const struct ol_named *named,
                   struct ol_level *child)
{
    ol_peek_open(child, level, named->tag, named->index);
}

static int compare_slices(const void *a, const void *b)
{
    const struct ol_slice *left = a;
    const struct ol_slice *right = b;
    return ol_slice_compare(*left, *right);
}

void ol_names_sort(struct ol_slice *names, size_t count)
{
    if (count > 1) {
        qsort(names, count, sizeof *names, compare_slices);
    }
}

bool ol_names_has(const struct ol_slice *names, size_t count, struct ol_slice name)
{
    return count > 0 && bsearch(&name, names, count, sizeof *names, compare_slices) != NULL;
}

static void emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_unique *unique,
                 const struct ol_named pair[2])
{
    struct ol_level first;
    struct ol_level again;
    ol_named_open(unique->level, &pair[0], &first);
    ol_named_open(unique->level, &pair[1], &again);
    struct ol_note note = {
        .note = "first",
        .span = pair[0].span,
        .level = &first,
        .field = unique->name,
    };
    OL_EMIT(run, rule,
            (.span = pair[1].span, .level = &again, .field = unique->name,
             .variant = unique->variant, .notes = &note, .note_count = 1),
            OL_ARG_TEXT(unique->arg, pair[1].name));
}

void ol_unique_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_unique *unique)
{
    if (ol_level_occurrences(unique->level, unique->field->index) < 2) {
        return;
    }
    struct ol_buf buf;
    size_t count;
    size_t first = 0;
    ol_buf_init(&buf);
    const struct ol_named *names =
        ol_named_gather(unique->level, unique->field, unique->name, &buf, &count);
    if (!ol_buf_is_ok(&buf)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    for (size_t i = 1; i < count; i++) {
        if (ol_slice_compare(names[i].name, names[first].name) == 0) {
            emit(run, rule, unique, (struct ol_named[2]){names[first], names[i]});
        } else {
            first = i;
        }
    }
    ol_buf_fini(&buf);
}
