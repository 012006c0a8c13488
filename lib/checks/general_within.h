/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters `within` and `not-within`: which fields must, and must not, hold the level that a
 * rule is about. */
#ifndef OL_CHECKS_GENERAL_WITHIN_H
#define OL_CHECKS_GENERAL_WITHIN_H

#include "rule/check.h"

/* Two rows of a check's parameters, in this order. */
#define OL_PARAM_WITHIN                                                                       \
    {                                                                                         \
        .name = "within", .type = OL_PARAM_FIELD, .is_list = true, .takes = OL_TAKES_MESSAGE, \
        .of = OL_OF_HOLDER, .apart = "not-within"                                             \
    }
#define OL_PARAM_NOT_WITHIN                                                                       \
    {                                                                                             \
        .name = "not-within", .type = OL_PARAM_FIELD, .is_list = true, .takes = OL_TAKES_MESSAGE, \
        .of = OL_OF_HOLDER                                                                        \
    }

/* The same as ol_is_within, of a rule that gives one of the parameters. */
bool ol_is_within_fields(const struct ol_level *level, const struct ol_rule *rule, size_t i);

/* Whether the level is where the rule applies: parameter i, a list, says which fields must hold it
 * (none given: any), and parameter i + 1 which must not. Few rules give either. */
static inline bool ol_is_within(const struct ol_level *level, const struct ol_rule *rule, size_t i)
{
    bool is_anywhere = rule->with[i].count == 0 && rule->with[i + 1].count == 0;
    return is_anywhere || ol_is_within_fields(level, rule, i);
}

#endif
