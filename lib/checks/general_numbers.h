/* SPDX-License-Identifier: Apache-2.0 */
/* Going through the numbers of a field, for checks that serve rules about any message. */
#ifndef OL_CHECKS_GENERAL_NUMBERS_H
#define OL_CHECKS_GENERAL_NUMBERS_H

#include "onnx/field_number.h"
#include "rule/check.h"

/* Is shown a number and its place, which live only during the call. */
typedef void ol_number_fn(struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_finding *place, const struct ol_field_number *number);

/* Whether the rule has nothing to say of a number of that field. */
typedef bool ol_number_is_fn(const struct ol_rule *rule, const struct ol_field_number *number);

/* The same as ol_each_number, for any field. */
void ol_each_number_of(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       ol_number_is_fn *is_fine, ol_number_fn *visit);

/* Shows the numbers, of which is_fine does not hold, of the field that parameter 0 names: the one
 * that readers keep, or where it is repeated all. Here is the short way for what most rules are
 * about, a whole number that is in order. */
static inline void ol_each_number(struct ol_run *run, const struct ol_level *level,
                                  const struct ol_rule *rule, ol_number_is_fn *is_fine,
                                  ol_number_fn *visit)
{
    const struct ol_param_item *item = &rule->with[0].items[0];
    if (item->message == level->message->id && ol_level_has(level, item->field)) {
        const struct ol_field *field = &level->message->fields[item->field];
        struct ol_field_number number = {.field = field,
                                         .integer = level->fields[item->field].value.integer};
        if (ol_field_is_varint(field) && !ol_field_is_repeated(field) && is_fine(rule, &number)) {
            return;
        }
    }
    ol_each_number_of(run, level, rule, is_fine, visit);
}

/* Whether, by its outline, a level can have a number that ol_each_number shows. */
bool ol_may_have_number(const struct ol_rule *rule, const struct ol_outline *outline,
                        ol_number_is_fn *is_fine);

#endif
