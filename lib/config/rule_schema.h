/* SPDX-License-Identifier: Apache-2.0 */
/* Of the JSON Schema what a custom rule is: as strict as the loader of rules, where a schema can
 * be. */
#ifndef OL_CONFIG_RULE_SCHEMA_H
#define OL_CONFIG_RULE_SCHEMA_H

#include "config/schema_maker.h"
#include "config/settings_form.h"

/* The value of a key of a custom rule, for those types of values that only it has. */
json_t *ol_rule_schema_value(struct ol_schema_maker *maker, enum ol_form_type type);

/* Adds to the schema of a custom rule, which has its keys, what these have to be to each other and
 * to the check. */
void ol_rule_schema_complete(struct ol_schema_maker *maker, json_t *schema);

#endif
