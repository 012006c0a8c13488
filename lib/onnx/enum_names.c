/* SPDX-License-Identifier: Apache-2.0 */
/* The names of numbers, by field. */
#include "onnx/enum_names.h"

#include "onnx/attribute_type.h"
#include "onnx/element_type.h"

static const char *attribute_type_name(int64_t number)
{
    const struct ol_attribute_type *type = ol_attribute_type_from_number(number);
    return number == OL_ATTRIBUTE_UNDEFINED ? "UNDEFINED" : type != NULL ? type->name : NULL;
}

/* A name of a list that ends with NULL. */
static const char *name_in(const char *const *names, int64_t number)
{
    for (int64_t i = 0; names[i] != NULL; i++) {
        if (i == number) {
            return names[i];
        }
    }
    return NULL;
}

static const char *location_name(int64_t number)
{
    static const char *const names[] = {"DEFAULT", "EXTERNAL", NULL};
    return name_in(names, number);
}

static const char *status_name(int64_t number)
{
    static const char *const names[] = {"EXPERIMENTAL", "STABLE", NULL};
    return name_in(names, number);
}

/* What sequences and optionals hold. */
static const char *kind_name(int64_t number)
{
    static const char *const names[] = {"UNDEFINED", "TENSOR", "SPARSE_TENSOR", "SEQUENCE", "MAP",
                                        "OPTIONAL",  NULL};
    return name_in(names, number);
}

static const struct named_field {
    uint8_t message;
    uint8_t field;
    const char *(*name)(int64_t number);
} named_fields[] = {
    {OL_MESSAGE_TensorProto, OL_TensorProto_data_type, ol_data_type_name},
    {OL_MESSAGE_TypeProto_Tensor, OL_TypeProto_Tensor_elem_type, ol_data_type_name},
    {OL_MESSAGE_TypeProto_SparseTensor, OL_TypeProto_SparseTensor_elem_type, ol_data_type_name},
    {OL_MESSAGE_TypeProto_Map, OL_TypeProto_Map_key_type, ol_data_type_name},
    {OL_MESSAGE_MapProto, OL_MapProto_key_type, ol_data_type_name},
    {OL_MESSAGE_AttributeProto, OL_AttributeProto_type, attribute_type_name},
    {OL_MESSAGE_TensorProto, OL_TensorProto_data_location, location_name},
    {OL_MESSAGE_OperatorProto, OL_OperatorProto_status, status_name},
    {OL_MESSAGE_SequenceProto, OL_SequenceProto_elem_type, kind_name},
    {OL_MESSAGE_OptionalProto, OL_OptionalProto_elem_type, kind_name},
};

const char *ol_enum_name(const struct ol_field *field, int64_t number)
{
    for (size_t i = 0; i < sizeof named_fields / sizeof *named_fields; i++) {
        const struct named_field *named = &named_fields[i];
        if (field == &ol_messages[named->message].fields[named->field]) {
            return named->name(number);
        }
    }
    return NULL;
}
