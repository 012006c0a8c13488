/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that fields hold. */
#include "onnx/field_number.h"

#include <math.h>
#include <string.h>

static bool is_real(const struct ol_field *field)
{
    return field->type == OL_TYPE_FLOAT || field->type == OL_TYPE_DOUBLE;
}

bool ol_field_is_number(const struct ol_field *field)
{
    return ol_field_is_varint(field) || is_real(field);
}

struct ol_field_number ol_field_number_from_bits(const struct ol_field *field, uint64_t bits)
{
    struct ol_field_number number = {.field = field};
    if (field->type == OL_TYPE_FLOAT) {
        uint32_t narrow = (uint32_t)bits;
        float real;
        memcpy(&real, &narrow, sizeof real);
        number.real = (double)real;
    } else if (field->type == OL_TYPE_DOUBLE) {
        memcpy(&number.real, &bits, sizeof number.real);
    } else {
        bool is_narrow = field->type == OL_TYPE_INT32 || field->type == OL_TYPE_ENUM;
        number.integer = is_narrow ? (int32_t)(uint32_t)bits : (int64_t)bits;
    }
    return number;
}

struct ol_field_number ol_field_number_of(const struct ol_level *level,
                                          const struct ol_field *field)
{
    const struct ol_field_state *state = &level->fields[field->index];
    struct ol_field_number number = {.field = field};
    if (is_real(field)) {
        number.real = state->value.number;
    } else {
        number.integer = state->value.integer;
    }
    return number;
}

bool ol_field_number_is_within(const struct ol_field_number *number, const int64_t *min,
                               const int64_t *max)
{
    if (is_real(number->field)) {
        return (min == NULL || number->real >= (double)*min) &&
               (max == NULL || number->real <= (double)*max);
    }
    if (number->field->type == OL_TYPE_UINT64 && number->integer < 0) {
        return max == NULL; /* above every bound that can be stated */
    }
    return (min == NULL || number->integer >= *min) && (max == NULL || number->integer <= *max);
}

bool ol_field_number_is_above(const struct ol_field_number *number,
                              const struct ol_field_number *other)
{
    if (is_real(number->field)) {
        return number->real > other->real;
    }
    return number->field->type == OL_TYPE_UINT64
               ? (uint64_t)number->integer > (uint64_t)other->integer
               : number->integer > other->integer;
}

bool ol_field_number_is_at_least(const struct ol_field_number *number,
                                 const struct ol_field_number *other)
{
    if (is_real(number->field)) {
        return number->real >= other->real;
    }
    return !ol_field_number_is_above(other, number);
}

void ol_field_number_add(struct ol_buf *buf, const struct ol_field_number *number)
{
    if (is_real(number->field) && isnan(number->real)) {
        ol_buf_add(buf, "NaN"); /* whatever its sign, which only some C libraries print */
        return;
    }
    switch (number->field->type) {
    case OL_TYPE_FLOAT:
        ol_buf_addf(buf, "%.9g", number->real);
        break;
    case OL_TYPE_DOUBLE:
        ol_buf_addf(buf, "%.17g", number->real);
        break;
    case OL_TYPE_UINT64:
        ol_buf_add_u64(buf, (uint64_t)number->integer);
        break;
    default:
        ol_buf_add_i64(buf, number->integer);
        break;
    }
}
