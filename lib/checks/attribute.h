/* SPDX-License-Identifier: Apache-2.0 */
/* An AttributeProto as the checks of attributes see it. */
#ifndef OL_CHECKS_ATTRIBUTE_H
#define OL_CHECKS_ATTRIBUTE_H

#include "onnx/attribute_type.h"
#include "rule/check.h"

struct ol_attribute {
    const struct ol_attribute_type *type; /* NULL where `type` is absent, or names no type */
    const struct ol_field
        *value;           /* of the fields with a value, the first in the bytes; NULL: none */
    unsigned value_count; /* how many fields have one */
    bool is_mistyped;     /* a value field, or `type`, has a wrong wire type as well */
    bool is_reference;    /* to an attribute of the function: ref_attr_name is not empty */
    bool is_default;      /* of a function's attribute */
};

/* The level is an AttributeProto. An empty packed list is no value, an empty string is one. */
struct ol_attribute ol_attribute_read(const struct ol_level *level);

/* Single facts of an AttributeProto, for checks that need no more. */
static inline const struct ol_attribute_type *ol_attribute_type(const struct ol_level *level)
{
    return ol_attribute_type_from_number(
        ol_level_integer(level, OL_AttributeProto_type, OL_ATTRIBUTE_UNDEFINED));
}

static inline bool ol_attribute_is_default(const struct ol_level *level)
{
    return ol_level_is_in(level, OL_MESSAGE_FunctionProto, OL_FunctionProto_attribute_proto);
}

/* A may_speak: all but what has one value, and that where its type says, as nearly all have. */
bool ol_attribute_may_be_odd(const struct ol_rule *rule, const struct ol_outline *outline);

/* The concern of a check that is about references to attributes of a function. */
struct ol_concern ol_concerns_reference(const struct ol_rule *rule,
                                        const struct ol_message *message);

/* A field of AttributeProto. */
static inline const struct ol_field *ol_attribute_field(unsigned field)
{
    return &ol_messages[OL_MESSAGE_AttributeProto].fields[field];
}

#endif
