/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of checks, told to people. */
#ifndef OL_RULE_PARAM_TEXT_H
#define OL_RULE_PARAM_TEXT_H

#include "base/buf.h"
#include "rule/check.h"

/* Adds what a parameter takes: "a repeated text", "a number from 1 on; must be given". Words are
 * listed where there are no more than that. */
void ol_param_add_takes(struct ol_buf *buf, const struct ol_param *param, size_t words_most);

/* Adds a value as a rule would give it: "[raw_data, segment]", "{license: spdx}"; nothing where
 * there is none. */
void ol_param_add_value(struct ol_buf *buf, const struct ol_param *param,
                        const struct ol_param_value *value);

#endif
