/* SPDX-License-Identifier: Apache-2.0 */
/* The types of attributes as a table by number. */
#include "onnx/attribute_type.h"

#include <stddef.h>

#define TYPE(type, value_field)                   \
    [OL_ATTRIBUTE_##type] = {                     \
        .name = #type,                            \
        .number = OL_ATTRIBUTE_##type,            \
        .field = OL_AttributeProto_##value_field, \
    }

const struct ol_attribute_type ol_attribute_types[OL_ATTRIBUTE_TYPE_COUNT] = {
    TYPE(FLOAT, f),
    TYPE(INT, i),
    TYPE(STRING, s),
    TYPE(TENSOR, t),
    TYPE(GRAPH, g),
    TYPE(FLOATS, floats),
    TYPE(INTS, ints),
    TYPE(STRINGS, strings),
    TYPE(TENSORS, tensors),
    TYPE(GRAPHS, graphs),
    TYPE(SPARSE_TENSOR, sparse_tensor),
    TYPE(SPARSE_TENSORS, sparse_tensors),
    TYPE(TYPE_PROTO, tp),
    TYPE(TYPE_PROTOS, type_protos),
};

const struct ol_attribute_type *ol_attribute_type_from_field(unsigned field)
{
    for (size_t i = OL_ATTRIBUTE_UNDEFINED + 1; i < OL_ATTRIBUTE_TYPE_COUNT; i++) {
        if (ol_attribute_types[i].field == field) {
            return &ol_attribute_types[i];
        }
    }
    return NULL;
}
