/* SPDX-License-Identifier: Apache-2.0 */
/* Going through the texts of a field. */
#include "checks/general_texts.h"

#include "base/text.h"

/* Whether there is something to say of a text. */
static inline bool is_wanted(const struct ol_text_visit *visit, const struct ol_rule *rule,
                             struct ol_slice text)
{
    bool is_seen = text.size > 0 || visit->takes_empty;
    return is_seen && (visit->is_fine == NULL || !visit->is_fine(rule, text));
}

/* Whether the text that stands there can be read. */
static bool is_whole(const struct ol_field *field, const struct ol_occurrence *occurrence,
                     struct ol_slice text)
{
    return !(occurrence->flags & OL_OCCURRENCE_CUT) &&
           (field->type != OL_TYPE_STRING || ol_utf8_valid_length(text) == text.size);
}

static void visit_last(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       const struct ol_field *field, const struct ol_text_visit *visit)
{
    struct ol_slice text = ol_level_text(level, field->index);
    if (is_wanted(visit, rule, text) && is_whole(field, &level->fields[field->index].last, text)) {
        struct ol_finding place = {
            .level = level, .field = field, .span = ol_level_span(level, field->index)};
        visit->visit(run, rule, &place, text);
    }
}

static void visit_all(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                      const struct ol_field *field, const struct ol_text_visit *visit)
{
    struct ol_finding place = {.level = level, .field = field};
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        bool is_seen = element.bytes.size > 0 || visit->takes_empty;
        if (!is_seen || !is_whole(field, &element.occurrence, element.bytes)) {
            continue;
        }
        ol_run_touch_element(run, field, &element);
        if (is_wanted(visit, rule, element.bytes)) {
            place.span = element.span;
            place.index = element.index;
            visit->visit(run, rule, &place, element.bytes);
        }
    }
}

void ol_each_text(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                  const struct ol_text_visit *visit)
{
    const struct ol_field *field = ol_rule_field(rule, 0, level->message);
    if (field == NULL || !ol_field_is_text(field) || !ol_level_shows(level, field)) {
        return;
    }
    if (ol_field_is_repeated(field)) {
        visit_all(run, level, rule, field, visit);
    } else {
        visit_last(run, level, rule, field, visit);
    }
}
