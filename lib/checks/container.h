/* SPDX-License-Identifier: Apache-2.0 */
/* What SequenceProto and OptionalProto have in common: the numbers of elem_type, and one field for
 * each of them. */
#ifndef OL_CHECKS_CONTAINER_H
#define OL_CHECKS_CONTAINER_H

#include "rule/check.h"

/* What elem_type says of the elements (SequenceProto.DataType, OptionalProto.DataType). */
enum ol_element_kind {
    OL_ELEMENT_UNDEFINED,
    OL_ELEMENT_TENSOR,
    OL_ELEMENT_SPARSE_TENSOR,
    OL_ELEMENT_SEQUENCE,
    OL_ELEMENT_MAP,
    OL_ELEMENT_OPTIONAL,
    OL_ELEMENT_KIND_COUNT
};

#define OL_CONTAINERS \
    (OL_MESSAGE_BIT(OL_MESSAGE_SequenceProto) | OL_MESSAGE_BIT(OL_MESSAGE_OptionalProto))

/* Index of elem_type, and of the first of the fields for values, in either message. */
#define OL_CONTAINER_TYPE   ((unsigned)OL_SequenceProto_elem_type)
#define OL_CONTAINER_VALUES ((unsigned)OL_SequenceProto_tensor_values)

/* The name of the number ("TENSOR"), or NULL where it is none. */
const char *ol_element_kind_name(int64_t kind);

/* Whether the number says what the elements are: it is one, and not UNDEFINED. */
static inline bool ol_element_kind_is_stated(int64_t kind)
{
    return kind > OL_ELEMENT_UNDEFINED && kind < OL_ELEMENT_KIND_COUNT;
}

/* Index of the field for elements of that kind, which is stated, in either message. */
static inline unsigned ol_element_kind_field(int64_t kind)
{
    return OL_CONTAINER_VALUES + (unsigned)kind - OL_ELEMENT_TENSOR;
}

/* The kind of elements that a field for values is for. */
static inline int64_t ol_element_kind_from_field(const struct ol_field *field)
{
    return (int64_t)field->index - OL_CONTAINER_VALUES + OL_ELEMENT_TENSOR;
}

/* What a SequenceProto or OptionalProto level holds. */
struct ol_container {
    bool has_type;
    int64_t type;                 /* elem_type as stated; UNDEFINED where missing */
    unsigned filled_count;        /* fields with values */
    const struct ol_field *named; /* the field that elem_type stands for; NULL: none */
    const struct ol_field *first; /* of those with values the first in the bytes; NULL: none */
    bool is_empty;                /* there are no values, and none of a wrong wire type either */
};

/* Fills it in from a level that was read. */
void ol_container_read(struct ol_container *container, const struct ol_level *level);

/* Whether the field of the level holds values. */
static inline bool ol_container_is_filled(const struct ol_level *level,
                                          const struct ol_field *field)
{
    return field != NULL && ol_level_has(level, field->index);
}

/* The tag and length of the first value in a field that has one. */
struct ol_span ol_container_header(const struct ol_level *level, const struct ol_field *field);

#endif
