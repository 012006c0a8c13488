/* SPDX-License-Identifier: Apache-2.0 */
/* A number that a field holds, whatever its type: compared and printed. */
#ifndef OL_ONNX_FIELD_NUMBER_H
#define OL_ONNX_FIELD_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "onnx/level.h"

struct ol_field_number {
    const struct ol_field *field; /* which says what it is */
    int64_t integer;              /* of an integer or enum; the bits of a uint64 */
    double real;                  /* of a float or double */
};

/* Whether the field holds integers, enums, floats or doubles. */
bool ol_field_is_number(const struct ol_field *field);

/* What readers take from the 64 bits of a varint or the bits of a fixed value (struct
 * ol_element). */
struct ol_field_number ol_field_number_from_bits(const struct ol_field *field, uint64_t bits);

/* What readers end up with for a singular field of the level, which must occur. */
struct ol_field_number ol_field_number_of(const struct ol_level *level,
                                          const struct ol_field *field);

/* Whether it is within bounds, which belong to the range; NULL: there is none on that side. NaN is
 * in no range that has a bound. */
bool ol_field_number_is_within(const struct ol_field_number *number, const int64_t *min,
                               const int64_t *max);

/* Whether it is above another number of the same field, or not below it. Neither holds for NaN. */
bool ol_field_number_is_above(const struct ol_field_number *number,
                              const struct ol_field_number *other);
bool ol_field_number_is_at_least(const struct ol_field_number *number,
                                 const struct ol_field_number *other);

/* Adds it in decimal; of a float so many digits that no other one is written like it. */
void ol_field_number_add(struct ol_buf *buf, const struct ol_field_number *number);

#endif
