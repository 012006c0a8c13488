/* SPDX-License-Identifier: Apache-2.0 */
/* Going through the texts of a field, for checks that serve rules about any message. */
#ifndef OL_CHECKS_GENERAL_TEXTS_H
#define OL_CHECKS_GENERAL_TEXTS_H

#include "rule/check.h"

/* Whether the rule has nothing to say of a text. */
typedef bool ol_text_is_fn(const struct ol_rule *rule, struct ol_slice text);

/* Is shown a text and its place, which lives only during the call. */
typedef void ol_text_fn(struct ol_run *run, const struct ol_rule *rule,
                        const struct ol_finding *place, struct ol_slice text);

struct ol_text_visit {
    ol_text_is_fn *is_fine; /* NULL: of no text */
    ol_text_fn *visit;      /* is shown the others */
    bool takes_empty;       /* empty texts as well */
};

/* Shows the texts of the field that parameter 0 names: the one that readers keep, or where it is
 * repeated all. Left out are those that are empty, cut or no UTF-8, which are faults of their
 * own. */
void ol_each_text(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                  const struct ol_text_visit *visit);

/* Whether ol_each_text would show nothing, since there is no more than one text, and nothing to say
 * of it. That is so of most levels, and quickly told: here, so that it costs no call. */
static inline bool ol_is_text_fine(const struct ol_level *level, const struct ol_rule *rule,
                                   ol_text_is_fn *is_fine)
{
    const struct ol_field *field = ol_rule_field(rule, 0, level->message);
    if (field == NULL || ol_field_is_repeated(field) || !ol_field_is_text(field)) {
        return false;
    }
    struct ol_slice text = ol_level_text(level, field->index);
    return text.size == 0 || is_fine(rule, text);
}

#endif
