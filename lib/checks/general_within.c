/* SPDX-License-Identifier: Apache-2.0 */
/* Where a rule applies: by the field that holds the level. */
#include "checks/general_within.h"

/* Whether one of the fields that parameter i names holds the level. */
static bool is_held_by(const struct ol_level *level, const struct ol_rule *rule, size_t i)
{
    if (level->parent == NULL) {
        return false;
    }
    for (size_t k = 0; k < rule->with[i].count; k++) {
        const struct ol_param_item *item = &rule->with[i].items[k];
        if (item->message == level->parent->message->id && item->field == level->field->index) {
            return true;
        }
    }
    return false;
}

bool ol_is_within_fields(const struct ol_level *level, const struct ol_rule *rule, size_t i)
{
    return (rule->with[i].count == 0 || is_held_by(level, rule, i)) &&
           !is_held_by(level, rule, i + 1);
}
