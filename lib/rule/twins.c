/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of fixed size: who has what is looked for at one place, so that a file can cost time by
 * filling them with what does not come again, and no more than that. */
#include "rule/twins.h"

#include <string.h>

#include "wire/plain.h"

/* Spreads 64 bits over places: 2^64 divided by the golden ratio (Knuth's multiplicative hashing).
 */
static size_t spread(uint64_t bits, size_t places)
{
    return (size_t)(bits * UINT64_C(11400714819323198485) >> 32) % places;
}

static size_t operator_place(const struct ol_operator_name *name)
{
    uint64_t bits = name->op_type.size;
    for (size_t i = 0; i < name->op_type.size && i < sizeof bits - 1; i++) {
        bits = bits << 8 | name->op_type.data[i];
    }
    return spread(bits, OL_TWIN_OPERATORS_MAX);
}

/* The number of a name that was not the last one asked for. */
static uint32_t number_of(struct ol_twins *twins, const struct ol_operator_name *name)
{
    struct ol_twin_operator *known = &twins->operators[operator_place(name)];
    bool is_same = known->number != 0 && ol_slice_is_equal(known->name.op_type, name->op_type) &&
                   ol_slice_is_equal(known->name.domain, name->domain);
    if (!is_same) {
        bool is_full = twins->operator_count == UINT32_MAX;
        twins->operator_count += !is_full;
        *known = (struct ol_twin_operator){*name, is_full ? 0 : twins->operator_count};
    }
    return known->number;
}

uint32_t ol_twins_operator(struct ol_twins *twins, const struct ol_level *node)
{
    if (node->end != twins->node_end) { /* no message is empty that has an attribute */
        const struct ol_operator_name name = {
            .domain = ol_level_text(node, OL_NodeProto_domain),
            .op_type = ol_level_text(node, OL_NodeProto_op_type),
        };
        twins->node_end = node->end;
        twins->node_operator = node->mistyped == 0 ? number_of(twins, &name) : 0;
    }
    return twins->node_operator;
}

static bool can_be_kept(const struct ol_level *attribute)
{
    uint64_t size = attribute->end - attribute->begin;
    return size >= OL_TWIN_BYTES_MIN && size <= OL_TWIN_BYTES_MAX &&
           attribute->declared_end == attribute->end;
}

/* Where an attribute is kept: by its ends, where the name and what is said of it mostly are. */
static size_t place_of(const struct ol_level *attribute, uint32_t of)
{
    const uint8_t *bytes = attribute->bytes;
    uint64_t bits = ol_word_at(bytes + attribute->begin) * 31 +
                    ol_word_at(bytes + attribute->end - OL_WORD_BYTES);
    return spread(bits + of, OL_TWINS_MAX);
}

const struct ol_twin *ol_twins_find(const struct ol_twins *twins, uint32_t of,
                                    const struct ol_level *attribute)
{
    if (of == 0 || !can_be_kept(attribute)) {
        return NULL;
    }
    const struct ol_twin *twin = &twins->items[place_of(attribute, of)];
    bool is_same = twin->of == of && twin->size == attribute->end - attribute->begin &&
                   memcmp(twin->bytes, attribute->bytes + attribute->begin, twin->size) == 0;
    return is_same ? twin : NULL;
}

void ol_twins_keep(struct ol_twins *twins, uint32_t of, const struct ol_level *attribute,
                   uint64_t messages, uint64_t tensors)
{
    if (of != 0 && can_be_kept(attribute)) {
        twins->items[place_of(attribute, of)] = (struct ol_twin){
            .bytes = attribute->bytes + attribute->begin,
            .size = (uint32_t)(attribute->end - attribute->begin),
            .of = of,
            .messages = (uint32_t)messages,
            .tensors = (uint32_t)tensors,
        };
    }
}
