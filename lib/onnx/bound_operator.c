/* SPDX-License-Identifier: Apache-2.0 */
/* Remembers what was found for an operator. */
#include "onnx/bound_operator.h"

#include <stddef.h>

/* Where a name is remembered. Of names that come out alike the one before the last is forgotten. */
static size_t place_of(struct ol_slice op_type)
{
    size_t first = op_type.data[0];
    size_t middle = op_type.data[op_type.size / 2];
    size_t last = op_type.data[op_type.size - 1];
    return (op_type.size * 13 + first * 7 + middle * 3 + last) % OL_BOUND_OPERATOR_PLACES;
}

static bool is_same(const struct ol_bound_operator *known, struct ol_slice domain,
                    struct ol_slice op_type, int64_t version)
{
    return known->is_known && known->version == version && known->domain.data == domain.data &&
           known->domain.size == domain.size && ol_slice_is_equal(known->op_type, op_type);
}

const struct ol_bound_operator *ol_bound_operators_find(struct ol_bound_operators *known,
                                                        struct ol_slice domain,
                                                        struct ol_slice op_type, int64_t version)
{
    if (op_type.size == 0) {
        known->nameless = (struct ol_bound_operator){.domain = domain, .version = version};
        return &known->nameless;
    }
    struct ol_bound_operator *last = known->last[place_of(op_type)];
    for (size_t i = 0; i < 2; i++) {
        if (is_same(&last[i], domain, op_type, version)) {
            return &last[i];
        }
    }
    last[1] = last[0];
    enum ol_operator_verdict verdict;
    const struct ol_operator *schema = ol_operator_find(domain, op_type, version, &verdict);
    *last = (struct ol_bound_operator){
        .schema = schema,
        .domain = domain,
        .op_type = op_type,
        .version = version,
        .is_known = true,
        .verdict = (uint8_t)verdict,
    };
    return last;
}

const struct ol_operator *ol_bound_operator_schema(const struct ol_bound_operator *bound)
{
    bool is_gone =
        bound->verdict == OL_OPERATOR_FOUND_DEPRECATED && ol_operator_next(bound->schema) == NULL;
    return is_gone ? NULL : bound->schema;
}
