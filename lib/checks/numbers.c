/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers, sorts and searches the numbers of one level. */
#include "checks/numbers.h"

#include <stdlib.h>

#include "base/sort.h"
#include "onnx/peek.h"

static void add(struct ol_numbers *numbers, struct ol_number number)
{
    number.written = number.value;
    ol_buf_add_slice(&numbers->buf, (struct ol_slice){(const uint8_t *)&number, sizeof number});
}

static void finish(struct ol_run *run, struct ol_numbers *numbers)
{
    if (!ol_buf_is_ok(&numbers->buf)) {
        ol_run_fail(run, OL_ERR_NOMEM);
        numbers->is_whole = false;
        return;
    }
    /* the buffer is a whole allocation, so that it is aligned for any type */
    numbers->items = (struct ol_number *)(void *)numbers->buf.text;
    numbers->count = numbers->buf.size / sizeof(struct ol_number);
}

static void init(struct ol_run *run, struct ol_numbers *numbers, const struct ol_level *level,
                 unsigned field)
{
    *numbers = (struct ol_numbers){
        .is_whole = level->is_complete && !(level->mistyped >> field & 1),
    };
    ol_run_init_buf(run, &numbers->buf);
}

void ol_numbers_gather(struct ol_run *run, const struct ol_level *level, unsigned field,
                       struct ol_numbers *numbers)
{
    struct ol_cursor cursor;
    struct ol_element element;
    init(run, numbers, level, field);
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element)) {
        add(numbers, (struct ol_number){.value = (int64_t)element.bits,
                                        .span = element.span,
                                        .tag = element.occurrence.tag,
                                        .index = element.index});
    }
    finish(run, numbers);
}

static void add_member(const struct ol_level *child, unsigned member, bool takes_absent,
                       struct ol_numbers *numbers)
{
    if (!child->is_complete || child->mistyped >> member & 1) {
        numbers->is_whole = false;
        return;
    }
    bool is_present = ol_level_has(child, member);
    if (is_present || takes_absent) {
        add(numbers, (struct ol_number){
                         .value = ol_level_integer(child, member, 0),
                         .span = is_present ? ol_level_span(child, member) : ol_level_header(child),
                         .tag = child->tag,
                         .index = child->index,
                     });
    }
}

void ol_numbers_gather_members(struct ol_run *run, const struct ol_level *level, unsigned field,
                               unsigned member, bool takes_absent, struct ol_numbers *numbers)
{
    struct ol_cursor cursor;
    struct ol_element element;
    init(run, numbers, level, field);
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_level child;
        ol_level_init_child(&child, level, &element.occurrence, element.index);
        if (!ol_run_read(run, &child)) {
            numbers->is_whole = false;
            break;
        }
        add_member(&child, member, takes_absent, numbers);
    }
    finish(run, numbers);
}

void ol_numbers_fini(struct ol_numbers *numbers)
{
    ol_buf_fini(&numbers->buf);
}

static int compare(const void *a, const void *b)
{
    const struct ol_number *left = a;
    const struct ol_number *right = b;
    if (left->value != right->value) {
        return left->value < right->value ? -1 : 1;
    }
    return left->tag < right->tag ? -1 : left->tag > right->tag;
}

void ol_numbers_sort(struct ol_numbers *numbers)
{
    if (numbers->count > 0) {
        ol_sort(numbers->items, numbers->count, sizeof *numbers->items, compare);
    }
}

static int compare_to_value(const void *key, const void *item)
{
    const int64_t *value = key;
    const struct ol_number *number = item;
    return (*value > number->value) - (*value < number->value);
}

bool ol_numbers_has(const struct ol_numbers *numbers, int64_t value)
{
    return numbers->count > 0 && bsearch(&value, numbers->items, numbers->count,
                                         sizeof *numbers->items, compare_to_value) != NULL;
}

/* Sets up the level of the sub-message that a number is of. */
static void open_holder(const struct ol_level *level, const struct ol_number *number,
                        struct ol_level *child)
{
    ol_peek_open(child, level, number->tag, number->index);
}

void ol_numbers_emit_pair(struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_level *level, const struct ol_field *member,
                          const struct ol_number pair[2], const struct ol_arg args[2])
{
    struct ol_level first;
    struct ol_level again;
    open_holder(level, &pair[0], &first);
    open_holder(level, &pair[1], &again);
    struct ol_note note = {.note = "first", .span = pair[0].span, .level = &first, .field = member};
    ol_run_emit(run, rule,
                &(struct ol_finding){.span = pair[1].span,
                                     .level = &again,
                                     .field = member,
                                     .args = args,
                                     .arg_count = 2,
                                     .notes = &note,
                                     .note_count = 1});
}
