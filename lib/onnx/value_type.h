/* SPDX-License-Identifier: Apache-2.0 */
/* The type of a value as nodes see it, without its shape: a form and an element type in one byte.
 */
#ifndef OL_ONNX_VALUE_TYPE_H
#define OL_ONNX_VALUE_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "onnx/element_type.h"
#include "onnx/operators.h"

/* The type is not known: nothing says it, or what says it is no type that an operator takes. */
#define OL_VALUE_TYPE_UNKNOWN 0

/* Above it, in the byte, stands enum ol_type_form. */
#define OL_VALUE_TYPE_FORM_SHIFT   5
#define OL_VALUE_TYPE_ELEMENT_MASK 0x1F

_Static_assert((int)OL_DATA_TYPE_COUNT <= OL_VALUE_TYPE_ELEMENT_MASK + 1, "element types");
_Static_assert((int)OL_TYPE_FORM_COUNT <= 8, "forms");

/* A type of that form; unknown where the element type is none. */
uint8_t ol_value_type(enum ol_type_form form, int64_t data_type);

static inline enum ol_type_form ol_value_type_form(uint8_t type)
{
    return (enum ol_type_form)(type >> OL_VALUE_TYPE_FORM_SHIFT);
}

static inline uint8_t ol_value_type_element(uint8_t type)
{
    return type & OL_VALUE_TYPE_ELEMENT_MASK;
}

static inline bool ol_value_type_is_in(uint8_t type, const struct ol_type_set *set)
{
    return ol_type_set_has(set, ol_value_type_form(type), ol_value_type_element(type));
}

/* A sequence, an optional, of that type; what a sequence or an optional holds; the type of a map's
 * values. Unknown where there is no such type. */
uint8_t ol_value_type_seq(uint8_t type);
uint8_t ol_value_type_optional(uint8_t type);
uint8_t ol_value_type_held(uint8_t type);
uint8_t ol_value_type_map_value(uint8_t type);

bool ol_value_type_is_optional(uint8_t type);
bool ol_value_type_is_seq(uint8_t type);

/* Whether one may stand where the other is wanted in a loop: X for optional(X), and the other way
 * round. Both are known. */
bool ol_value_type_passes(uint8_t a, uint8_t b);

/* The only type of a set; unknown where it has several. */
uint8_t ol_value_type_only(const struct ol_type_set *set);

/* From the bytes of a message, which are a span of bytes: TypeProto, ValueInfoProto, TensorProto
 * and SparseTensorProto. */
uint8_t ol_value_type_from_proto(const uint8_t *bytes, struct ol_span proto);
uint8_t ol_value_type_from_info(const uint8_t *bytes, struct ol_span info);
uint8_t ol_value_type_from_tensor(const uint8_t *bytes, struct ol_span tensor);
uint8_t ol_value_type_from_sparse(const uint8_t *bytes, struct ol_span sparse);

/* Adds what a type is called: a tensor's is that of its elements, "float"; "seq(float)",
 * "map(int64,float)". The members of a set: "float16, float or double". */
void ol_value_type_add(struct ol_buf *buf, uint8_t type);
void ol_value_type_add_set(struct ol_buf *buf, const struct ol_type_set *set);

#endif
