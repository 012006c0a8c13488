/* SPDX-License-Identifier: Apache-2.0 */
/* The element types of tensors (TensorProto.DataType), made from element_types.def. */
#ifndef OL_ONNX_ELEMENT_TYPE_H
#define OL_ONNX_ELEMENT_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "onnx/schema.h"

enum ol_data_type {
    OL_DATA_TYPE_UNDEFINED = 0,
#define OL_ELEMENT_TYPE(name, number, bits, field, per_entry, entries, min, max, since_ir) \
    OL_DATA_TYPE_##name = number,
#include "onnx/element_types.def"
#undef OL_ELEMENT_TYPE
    OL_DATA_TYPE_COUNT
};

struct ol_element_type {
    const char *name; /* "FLOAT" */
    uint8_t number;   /* enum ol_data_type */
    uint8_t bits;  /* of one element in raw_data; 0 where raw_data may not hold the type (STRING) */
    uint8_t field; /* index of the typed field in TensorProto */
    uint8_t per_entry; /* elements that share one entry of the typed field */
    uint8_t entries;   /* entries that one element takes: 2 for complex types, else 1 */
    uint8_t since_ir;
    int64_t min; /* the legal range of an entry, where the typed field holds integers */
    uint64_t max;
};

/* The type with that number, or NULL for UNDEFINED and for numbers that are none. */
const struct ol_element_type *ol_element_type_from_number(int64_t number);

/* Its name, "UNDEFINED", or NULL where the number is none. */
const char *ol_data_type_name(int64_t number);

/* Bytes of raw_data for that many elements: ceil(elements * bits / 8); false where it does not fit
 * int64 (onnx.proto, TensorProto.raw_data). The type is not STRING. */
bool ol_element_type_raw_size(const struct ol_element_type *type, uint64_t elements,
                              uint64_t *bytes);

/* Entries of the typed field for that many elements; false where the number does not fit int64
 * (onnx.proto, TensorProto.int32_data and its neighbours). */
bool ol_element_type_entry_count(const struct ol_element_type *type, uint64_t elements,
                                 uint64_t *entries);

#endif
