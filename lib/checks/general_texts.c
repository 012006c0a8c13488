/* SPDX-License-Identifier: Apache-2.0 */
/* Going through the texts of a field. */
#include "checks/general_texts.h"

#include "base/text.h"

static bool is_whole(const struct ol_field *field, const struct ol_occurrence *occurrence,
                     struct ol_slice text)
{
    return !(occurrence->flags & OL_OCCURRENCE_CUT) &&
           (field->type != OL_TYPE_STRING || ol_utf8_valid_length(text) == text.size);
}

static void each(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                 ol_text_fn *visit, size_t size_min)
{
    const struct ol_field *field = ol_rule_field(rule, 0, level->message);
    if (field == NULL || !ol_field_is_text(field) || !ol_level_shows(level, field)) {
        return;
    }
    struct ol_finding place = {.level = level, .field = field};
    if (!ol_field_is_repeated(field)) {
        struct ol_slice text = ol_level_text(level, field->index);
        if (text.size >= size_min && is_whole(field, &level->fields[field->index].last, text)) {
            place.span = ol_level_span(level, field->index);
            visit(run, rule, &place, text);
        }
        return;
    }
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        if (element.bytes.size >= size_min && is_whole(field, &element.occurrence, element.bytes)) {
            ol_run_touch_element(run, field, &element);
            place.span = element.span;
            place.index = element.index;
            visit(run, rule, &place, element.bytes);
        }
    }
}

void ol_each_text(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                  ol_text_fn *visit)
{
    each(run, level, rule, visit, 1);
}

void ol_each_text_or_empty(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule, ol_text_fn *visit)
{
    each(run, level, rule, visit, 0);
}
