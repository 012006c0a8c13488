/* SPDX-License-Identifier: Apache-2.0 */
/* The types of attributes (AttributeProto.AttributeType), and the field that each one's value
 * stands in. */
#ifndef OL_ONNX_ATTRIBUTE_TYPE_H
#define OL_ONNX_ATTRIBUTE_TYPE_H

#include <stdint.h>

#include "onnx/schema.h"

enum ol_attribute_type_number {
    OL_ATTRIBUTE_UNDEFINED,
    OL_ATTRIBUTE_FLOAT,
    OL_ATTRIBUTE_INT,
    OL_ATTRIBUTE_STRING,
    OL_ATTRIBUTE_TENSOR,
    OL_ATTRIBUTE_GRAPH,
    OL_ATTRIBUTE_FLOATS,
    OL_ATTRIBUTE_INTS,
    OL_ATTRIBUTE_STRINGS,
    OL_ATTRIBUTE_TENSORS,
    OL_ATTRIBUTE_GRAPHS,
    OL_ATTRIBUTE_SPARSE_TENSOR,
    OL_ATTRIBUTE_SPARSE_TENSORS,
    OL_ATTRIBUTE_TYPE_PROTO,
    OL_ATTRIBUTE_TYPE_PROTOS,
    OL_ATTRIBUTE_TYPE_COUNT
};

struct ol_attribute_type {
    const char *name; /* "FLOAT" */
    uint8_t number;   /* enum ol_attribute_type_number */
    uint8_t field;    /* index in AttributeProto */
};

/* The types by their numbers; that of UNDEFINED is none. */
extern const struct ol_attribute_type ol_attribute_types[OL_ATTRIBUTE_TYPE_COUNT];

/* The fields of AttributeProto that values stand in, one of each type: bit i is set when field i is
 * one of them. */
#define OL_ATTRIBUTE_BIT(field) (UINT32_C(1) << OL_AttributeProto_##field)
#define OL_ATTRIBUTE_VALUE_FIELDS                                                                \
    (OL_ATTRIBUTE_BIT(f) | OL_ATTRIBUTE_BIT(i) | OL_ATTRIBUTE_BIT(s) | OL_ATTRIBUTE_BIT(t) |     \
     OL_ATTRIBUTE_BIT(g) | OL_ATTRIBUTE_BIT(floats) | OL_ATTRIBUTE_BIT(ints) |                   \
     OL_ATTRIBUTE_BIT(strings) | OL_ATTRIBUTE_BIT(tensors) | OL_ATTRIBUTE_BIT(graphs) |          \
     OL_ATTRIBUTE_BIT(sparse_tensor) | OL_ATTRIBUTE_BIT(sparse_tensors) | OL_ATTRIBUTE_BIT(tp) | \
     OL_ATTRIBUTE_BIT(type_protos))

/* The type with that number; NULL for UNDEFINED and for numbers that are none. */
static inline const struct ol_attribute_type *ol_attribute_type_from_number(int64_t number)
{
    return number > OL_ATTRIBUTE_UNDEFINED && number < OL_ATTRIBUTE_TYPE_COUNT
               ? &ol_attribute_types[number]
               : NULL;
}

/* The type whose values stand in that field of AttributeProto; NULL where the field holds no
 * value. */
const struct ol_attribute_type *ol_attribute_type_from_field(unsigned field);

#endif
