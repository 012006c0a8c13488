/* SPDX-License-Identifier: Apache-2.0 */
/* Going through the numbers of a field. */
#include "checks/general_numbers.h"

void ol_each_number_of(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       ol_number_is_fn *is_fine, ol_number_fn *visit)
{
    const struct ol_field *field = ol_rule_field(rule, 0, level->message);
    if (field == NULL || !ol_field_is_number(field) || !ol_level_shows(level, field)) {
        return;
    }
    if (!ol_field_is_repeated(field)) {
        struct ol_field_number number = ol_field_number_of(level, field);
        if (!is_fine(rule, &number)) {
            visit(run, rule,
                  &(struct ol_finding){
                      .level = level, .field = field, .span = ol_level_span(level, field->index)},
                  &number);
        }
        return;
    }
    struct ol_finding place = {.level = level, .field = field};
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_field_number number = ol_field_number_from_bits(field, element.bits);
        if (!is_fine(rule, &number)) {
            place.span = element.span;
            place.index = element.index;
            visit(run, rule, &place, &number);
        }
    }
}

bool ol_may_have_number(const struct ol_rule *rule, const struct ol_outline *outline,
                        ol_number_is_fn *is_fine)
{
    struct ol_field_number number = {.field = ol_rule_field(rule, 0, outline->message)};
    bool is_known =
        number.field != NULL && ol_outline_has_kind(outline, number.field, &number.integer);
    return !is_known || !is_fine(rule, &number);
}
