/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters `within` and `not-within`: which fields must, and must not, hold the level that a
 * rule is about. */
#ifndef OL_CHECKS_GENERAL_WITHIN_H
#define OL_CHECKS_GENERAL_WITHIN_H

#include "rule/check.h"

/* Two rows of a check's parameters, in this order: struct ol_check.within is the first. */
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

#endif
