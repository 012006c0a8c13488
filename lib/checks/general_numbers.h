/* SPDX-License-Identifier: Apache-2.0 */
/* Going through the numbers of a field, for checks that serve rules about any message. */
#ifndef OL_CHECKS_GENERAL_NUMBERS_H
#define OL_CHECKS_GENERAL_NUMBERS_H

#include "onnx/field_number.h"
#include "rule/check.h"

/* Is shown a number and its place, which live only during the call. */
typedef void ol_number_fn(struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_finding *place, const struct ol_field_number *number);

/* Shows the numbers of the field that parameter 0 names: the one that readers keep, or where it is
 * repeated all. */
void ol_each_number(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                    ol_number_fn *visit);

#endif
