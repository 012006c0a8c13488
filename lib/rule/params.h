/* SPDX-License-Identifier: Apache-2.0 */
/* The values of `with:`, verified against the check's descriptor. */
#ifndef OL_RULE_PARAMS_H
#define OL_RULE_PARAMS_H

#include "rule/attachment.h"
#include "rule/check.h"
#include "rule/typed.h"

/* Reads `with:`, NULL where the rule has none: one value for each parameter of the check, in its
 * order. NULL where the check has no parameters or memory is short. */
const struct ol_param_value *ol_params_load(struct ol_typed *typed, const struct ol_yaml_node *node,
                                            const struct ol_attachment *attachment);

/* The same for other values of some parameters, in place of those in base. */
const struct ol_param_value *ol_params_change(struct ol_typed *typed,
                                              const struct ol_yaml_node *node,
                                              const struct ol_attachment *attachment,
                                              const struct ol_param_value *base);

/* Reads a pattern of a custom rule. NULL where it is none, which was told, or memory is short. */
const struct ol_pattern *ol_params_load_pattern(struct ol_typed *typed,
                                                const struct ol_yaml_node *node);

/* Looks up a name that a number of the field has ("FLOAT" of data_type). false where there is none
 * of that name, which was told. */
bool ol_params_load_enum(struct ol_typed *typed, const struct ol_yaml_node *node,
                         const struct ol_field *field, int64_t *number);

#endif
