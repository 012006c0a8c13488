/* SPDX-License-Identifier: Apache-2.0 */
/* The fields that say what a level is one of, and outlines by them. */
#include "rule/outline.h"

const uint8_t ol_kind_fields[OL_MESSAGE_COUNT] = {
    [OL_MESSAGE_AttributeProto] = 1 + OL_AttributeProto_type,
    [OL_MESSAGE_TensorProto] = 1 + OL_TensorProto_data_type,
    [OL_MESSAGE_TypeProto_Tensor] = 1 + OL_TypeProto_Tensor_elem_type,
    [OL_MESSAGE_TypeProto_SparseTensor] = 1 + OL_TypeProto_SparseTensor_elem_type,
    [OL_MESSAGE_SequenceProto] = 1 + OL_SequenceProto_elem_type,
};

struct ol_outline ol_outline_of(const struct ol_level *level, uint32_t present, int ir_version)
{
    return (struct ol_outline){
        .key = ol_outline_key(level, present),
        .message = level->message,
        .holder = level->field,
        .present = present,
        .kind = ol_kind_of(level),
        .is_plain = level->is_plain,
        .ir_version = ir_version,
    };
}

bool ol_outline_has_kind(const struct ol_outline *outline, const struct ol_field *field,
                         int64_t *kind)
{
    *kind = outline->kind;
    return ol_kind_fields[field->holder->id] == field->index + 1 && outline->kind != OL_KIND_NONE;
}
