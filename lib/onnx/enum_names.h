/* SPDX-License-Identifier: Apache-2.0 */
/* The names of the numbers that fields hold which are enums, or which stand for one. */
#ifndef OL_ONNX_ENUM_NAMES_H
#define OL_ONNX_ENUM_NAMES_H

#include <stdint.h>

#include "onnx/schema.h"

/* Every number with a name is below it. */
#define OL_ENUM_NUMBERS_MAX 64

/* The name of the number in that field: "FLOAT" for 1 in TensorProto.data_type and in
 * TypeProto.Tensor.elem_type, which is an int32. NULL where it has none. */
const char *ol_enum_name(const struct ol_field *field, int64_t number);

#endif
