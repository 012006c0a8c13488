/* SPDX-License-Identifier: Apache-2.0 */
/* element_types.def as a table by number, and the two sizes that follow from it. */
#include "onnx/element_type.h"

#include "base/checked.h"

static const struct ol_element_type types[OL_DATA_TYPE_COUNT] = {
#define OL_ELEMENT_TYPE(type, value, width, typed_field, elements_per_entry, entries_per_element, \
                        low, high, since)                                                         \
    [value] = {                                                                                   \
        .name = #type,                                                                            \
        .number = value,                                                                          \
        .bits = width,                                                                            \
        .field = OL_TensorProto_##typed_field,                                                    \
        .per_entry = elements_per_entry,                                                          \
        .entries = entries_per_element,                                                           \
        .since_ir = since,                                                                        \
        .min = low,                                                                               \
        .max = high,                                                                              \
    },
#include "onnx/element_types.def"
#undef OL_ELEMENT_TYPE
};

const struct ol_element_type *ol_element_type_from_number(int64_t number)
{
    return number > OL_DATA_TYPE_UNDEFINED && number < OL_DATA_TYPE_COUNT ? &types[number] : NULL;
}

const char *ol_data_type_name(int64_t number)
{
    const struct ol_element_type *type = ol_element_type_from_number(number);
    if (type != NULL) {
        return type->name;
    }
    return number == OL_DATA_TYPE_UNDEFINED ? "UNDEFINED" : NULL;
}

bool ol_element_type_raw_size(const struct ol_element_type *type, uint64_t elements,
                              uint64_t *bytes)
{
    /* whole groups of eight elements take bits bytes each, so that no product is formed that does
     * not fit */
    uint64_t size;
    uint64_t rest = (elements % 8 * type->bits + 7) / 8;
    if (!ol_checked_mul(elements / 8, type->bits, &size) || !ol_checked_add(size, rest, &size) ||
        size > INT64_MAX) {
        return false;
    }
    *bytes = size;
    return true;
}

bool ol_element_type_entry_count(const struct ol_element_type *type, uint64_t elements,
                                 uint64_t *entries)
{
    uint64_t count;
    uint64_t whole = elements / type->per_entry + (elements % type->per_entry != 0);
    if (!ol_checked_mul(whole, type->entries, &count) || count > INT64_MAX) {
        return false;
    }
    *entries = count;
    return true;
}
