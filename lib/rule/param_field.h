/* SPDX-License-Identifier: Apache-2.0 */
/* Values of parameters that are fields: found by name, and held against what the check takes. */
#ifndef OL_RULE_PARAM_FIELD_H
#define OL_RULE_PARAM_FIELD_H

#include "rule/attachment.h"
#include "rule/check.h"
#include "rule/typed.h"

/* The items of one parameter while they are gathered. */
struct ol_param_items {
    struct ol_param_item *items;
    size_t count;
};

/* Whether a field is of a type and a label that the parameter takes. */
bool ol_param_takes_field(const struct ol_param *param, const struct ol_field *field);

/* The messages that fields hold, or-ed OL_MESSAGE_BITs. */
uint64_t ol_param_held(const struct ol_param_value *fields);

/* Reads "raw_data", or "TensorProto.raw_data", into items, which have room for one of each message.
 * first: the value of parameter 0. */
void ol_param_load_field(struct ol_typed *typed, const struct ol_yaml_node *node,
                         const struct ol_param *param, const struct ol_attachment *attachment,
                         const struct ol_param_value *first, struct ol_param_items *items);

/* The fields that a parameter of OL_OF_HELD falls back to; of count 0 where the messages have
 * none. */
struct ol_param_value ol_param_fall_back(struct ol_typed *typed, const struct ol_param *param,
                                         uint64_t held);

/* Adds what fields a parameter takes: "a singular text or number". */
void ol_param_add_field(struct ol_buf *buf, const struct ol_param *param);

#endif
