/* SPDX-License-Identifier: Apache-2.0 */
/* What types of values are called in findings. */
#ifndef OL_CHECKS_TYPE_NAMES_H
#define OL_CHECKS_TYPE_NAMES_H

#include <stdint.h>

#include "rule/check.h"

/* The name of a type, and those of the members of a set, as ol_value_type_add and
 * ol_value_type_add_set write them: made once for a rule, which keeps nothing else. ""
 * when memory is short (and the run has failed). */
const char *ol_type_name(struct ol_run *run, const struct ol_rule *rule, uint8_t type);
const char *ol_type_set_name(struct ol_run *run, const struct ol_rule *rule, uint8_t set);

#endif
