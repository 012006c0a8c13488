/* SPDX-License-Identifier: Apache-2.0 */
/* The type of a value in a sequence, as far as the value shows it. */
#ifndef OL_CHECKS_SEQUENCE_TYPE_H
#define OL_CHECKS_SEQUENCE_TYPE_H

#include "onnx/level.h"

/* Messages that are looked into for a type, the value itself included: each costs a pass over its
 * fields, and no type in use is as deep. */
#define OL_VALUE_TYPE_MAX 8

/* One message of the value and what it states of its type: data_type, key_type or elem_type. */
struct ol_type_part {
    struct ol_occurrence occurrence; /* of the message, in the one before */
    const struct ol_field *field;    /* the field that states it; NULL: the message has none */
    struct ol_span span;             /* of that field, where is_known */
    int64_t value;
    bool is_known; /* it is stated, and a number that the specification has */
};

/* The value and, where it is a container, its first value, and the first value of that. */
struct ol_value_type {
    uint64_t index; /* of the value among its neighbours */
    size_t count;
    size_t known; /* parts that are known */
    struct ol_type_part parts[OL_VALUE_TYPE_MAX];
};

/* Works out the type of the value that the element of a field of the message type is. Reads no
 * level. */
void ol_value_type_read(struct ol_value_type *type, const uint8_t *bytes,
                        const struct ol_message *message, const struct ol_element *element);

/* The first part in which both types are known and differ; OL_VALUE_TYPE_MAX: none. */
size_t ol_value_type_compare(const struct ol_value_type *a, const struct ol_value_type *b);

/* The name of what a part states: "FLOAT", "TENSOR". */
const char *ol_type_part_name(const struct ol_type_part *part);

#endif
