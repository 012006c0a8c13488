/* SPDX-License-Identifier: Apache-2.0 */
/* Types of values: made from what declares them, and named. */
#include "onnx/value_type.h"

#include "onnx/glance.h"
#include "onnx/peek.h"
#include "wire/varint.h"

#define OCCURRENCES_AT_ONCE 8

/* Types within types: an optional of a sequence of a map of tensors. */
#define NESTING_MAX 4

/* Members of a set that are named; those beyond are counted. */
#define MEMBERS_SHOWN_MAX 12

uint8_t ol_value_type(enum ol_type_form form, int64_t data_type)
{
    return ol_element_type_from_number(data_type) != NULL
               ? (uint8_t)((unsigned)form << OL_VALUE_TYPE_FORM_SHIFT | (unsigned)data_type)
               : OL_VALUE_TYPE_UNKNOWN;
}

static uint8_t with_form(uint8_t type, enum ol_type_form form)
{
    return ol_value_type(form, ol_value_type_element(type));
}

uint8_t ol_value_type_seq(uint8_t type)
{
    switch (ol_value_type_form(type)) {
    case OL_TYPE_FORM_TENSOR:
        return with_form(type, OL_TYPE_FORM_SEQ);
    case OL_TYPE_FORM_MAP_INT64:
        return with_form(type, OL_TYPE_FORM_SEQ_MAP_INT64);
    case OL_TYPE_FORM_MAP_STRING:
        return with_form(type, OL_TYPE_FORM_SEQ_MAP_STRING);
    case OL_TYPE_FORM_SEQ:
    case OL_TYPE_FORM_OPTIONAL:
    case OL_TYPE_FORM_OPTIONAL_SEQ:
    case OL_TYPE_FORM_SEQ_MAP_INT64:
    case OL_TYPE_FORM_SEQ_MAP_STRING:
    case OL_TYPE_FORM_COUNT:
        break;
    }
    return OL_VALUE_TYPE_UNKNOWN;
}

uint8_t ol_value_type_optional(uint8_t type)
{
    switch (ol_value_type_form(type)) {
    case OL_TYPE_FORM_TENSOR:
        return with_form(type, OL_TYPE_FORM_OPTIONAL);
    case OL_TYPE_FORM_SEQ:
        return with_form(type, OL_TYPE_FORM_OPTIONAL_SEQ);
    case OL_TYPE_FORM_OPTIONAL:
    case OL_TYPE_FORM_OPTIONAL_SEQ:
    case OL_TYPE_FORM_MAP_INT64:
    case OL_TYPE_FORM_MAP_STRING:
    case OL_TYPE_FORM_SEQ_MAP_INT64:
    case OL_TYPE_FORM_SEQ_MAP_STRING:
    case OL_TYPE_FORM_COUNT:
        break;
    }
    return OL_VALUE_TYPE_UNKNOWN;
}

uint8_t ol_value_type_held(uint8_t type)
{
    switch (ol_value_type_form(type)) {
    case OL_TYPE_FORM_SEQ:
    case OL_TYPE_FORM_OPTIONAL:
        return with_form(type, OL_TYPE_FORM_TENSOR);
    case OL_TYPE_FORM_OPTIONAL_SEQ:
        return with_form(type, OL_TYPE_FORM_SEQ);
    case OL_TYPE_FORM_SEQ_MAP_INT64:
        return with_form(type, OL_TYPE_FORM_MAP_INT64);
    case OL_TYPE_FORM_SEQ_MAP_STRING:
        return with_form(type, OL_TYPE_FORM_MAP_STRING);
    case OL_TYPE_FORM_TENSOR:
    case OL_TYPE_FORM_MAP_INT64:
    case OL_TYPE_FORM_MAP_STRING:
    case OL_TYPE_FORM_COUNT:
        break;
    }
    return OL_VALUE_TYPE_UNKNOWN;
}

uint8_t ol_value_type_map_value(uint8_t type)
{
    enum ol_type_form form = ol_value_type_form(type);
    return form == OL_TYPE_FORM_MAP_INT64 || form == OL_TYPE_FORM_MAP_STRING
               ? with_form(type, OL_TYPE_FORM_TENSOR)
               : OL_VALUE_TYPE_UNKNOWN;
}

bool ol_value_type_is_optional(uint8_t type)
{
    enum ol_type_form form = ol_value_type_form(type);
    return form == OL_TYPE_FORM_OPTIONAL || form == OL_TYPE_FORM_OPTIONAL_SEQ;
}

bool ol_value_type_is_seq(uint8_t type)
{
    enum ol_type_form form = ol_value_type_form(type);
    return form == OL_TYPE_FORM_SEQ || form == OL_TYPE_FORM_SEQ_MAP_INT64 ||
           form == OL_TYPE_FORM_SEQ_MAP_STRING;
}

bool ol_value_type_passes(uint8_t a, uint8_t b)
{
    return a == b || ol_value_type_optional(a) == b || a == ol_value_type_optional(b);
}

uint8_t ol_value_type_only(const struct ol_type_set *set)
{
    uint8_t only = OL_VALUE_TYPE_UNKNOWN;
    for (int form = 0; form < OL_TYPE_FORM_COUNT; form++) {
        uint32_t elements = set->elements[form];
        if (elements == 0) {
            continue;
        }
        if (only != OL_VALUE_TYPE_UNKNOWN || (elements & (elements - 1)) != 0) {
            return OL_VALUE_TYPE_UNKNOWN;
        }
        for (int i = 0; i < OL_DATA_TYPE_COUNT; i++) {
            if (elements >> i & 1) {
                only = ol_value_type((enum ol_type_form)form, i);
            }
        }
    }
    return only;
}

/* --- from bytes ---------------------------------------------------------- */

static struct ol_span payload(const struct ol_occurrence *occurrence)
{
    return ol_span_between(occurrence->value, occurrence->end);
}

/* The number in a field of a message that can be stepped through; false where it has to be scanned.
 */
static bool glance_number(const uint8_t *bytes, struct ol_span message, uint32_t number,
                          int64_t *value)
{
    struct ol_glance glance = ol_glance_at(bytes, message);
    *value = 0;
    while (ol_glance_next(&glance)) {
        if (glance.key == ol_glance_key(number, OL_WIRE_VARINT)) {
            uint64_t read;
            (void)ol_glance_varint(glance.value, glance.next, &read);
            *value = (int32_t)(uint32_t)read;
        } else if (glance.key >> 3 == number) {
            return false; /* of another wire type */
        }
    }
    return ol_glance_is_whole(&glance);
}

/* The number in a field of a message; 0 where it cannot be read. */
static int64_t number_in(const uint8_t *bytes, struct ol_span message, enum ol_message_id id,
                         unsigned field)
{
    int64_t number;
    if (glance_number(bytes, message, ol_messages[id].fields[field].number, &number)) {
        return number;
    }
    struct ol_peek peek = ol_peek_last(bytes, message, &ol_messages[id].fields[field]);
    if (!peek.is_found || !peek.is_whole) {
        return 0;
    }
    struct ol_varint varint =
        ol_varint_read(bytes + peek.last.value, peek.last.end - peek.last.value);
    return varint.status == OL_VARINT_OK ? (int32_t)(uint32_t)varint.value : 0;
}

/* The sub-message in a field of a message; of length 0 where it cannot be read. */
static struct ol_span message_in(const uint8_t *bytes, struct ol_span message,
                                 enum ol_message_id id, unsigned field)
{
    bool is_whole;
    struct ol_slice inside =
        ol_glance_any(bytes, message, &ol_messages[id].fields[field], &is_whole);
    return is_whole && inside.data != NULL
               ? (struct ol_span){(uint64_t)(inside.data - bytes), inside.size}
               : (struct ol_span){0, 0};
}

/* The kind of a type that readers keep: the last one. false where it cannot be read. */
static bool kind_in(const uint8_t *bytes, struct ol_span type, struct ol_occurrence *kind)
{
    struct ol_occurrence occurrences[OCCURRENCES_AT_ONCE];
    struct ol_scan scan = {
        .bytes = bytes,
        .at = type.offset,
        .end = type.offset + type.length,
        .declared_end = type.offset + type.length,
        .message = &ol_messages[OL_MESSAGE_TypeProto],
    };
    bool is_found = false;
    size_t count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    while (count > 0) {
        for (size_t i = 0; i < count; i++) {
            if (occurrences[i].flags & OL_OCCURRENCE_KNOWN &&
                scan.message->fields[occurrences[i].index].oneof != 0) {
                *kind = occurrences[i];
                is_found = true;
            }
        }
        count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    }
    return is_found && !scan.stopped && scan.overrun.length == 0 &&
           (kind->flags & OL_OCCURRENCE_CUT) == 0;
}

static uint8_t map_of(int64_t key, uint8_t type)
{
    if (ol_value_type_form(type) != OL_TYPE_FORM_TENSOR) {
        return OL_VALUE_TYPE_UNKNOWN;
    }
    return key == OL_DATA_TYPE_INT64    ? with_form(type, OL_TYPE_FORM_MAP_INT64)
           : key == OL_DATA_TYPE_STRING ? with_form(type, OL_TYPE_FORM_MAP_STRING)
                                        : OL_VALUE_TYPE_UNKNOWN;
}

/* Goes down to the tensors, then back through what holds them. */
uint8_t ol_value_type_from_proto(const uint8_t *bytes, struct ol_span proto)
{
    struct ol_occurrence kinds[NESTING_MAX];
    uint8_t type = OL_VALUE_TYPE_UNKNOWN;
    int depth = 0;
    while (depth < NESTING_MAX && type == OL_VALUE_TYPE_UNKNOWN) {
        struct ol_occurrence *kind = &kinds[depth];
        if (!kind_in(bytes, proto, kind)) {
            return OL_VALUE_TYPE_UNKNOWN;
        }
        struct ol_span inside = payload(kind);
        switch (kind->index) {
        case OL_TypeProto_tensor_type:
        case OL_TypeProto_sparse_tensor_type: /* the same field */
            type = ol_value_type(OL_TYPE_FORM_TENSOR,
                                 number_in(bytes, inside, OL_MESSAGE_TypeProto_Tensor,
                                           OL_TypeProto_Tensor_elem_type));
            if (type == OL_VALUE_TYPE_UNKNOWN) {
                return type;
            }
            continue;
        case OL_TypeProto_sequence_type:
            proto = message_in(bytes, inside, OL_MESSAGE_TypeProto_Sequence,
                               OL_TypeProto_Sequence_elem_type);
            break;
        case OL_TypeProto_optional_type:
            proto = message_in(bytes, inside, OL_MESSAGE_TypeProto_Optional,
                               OL_TypeProto_Optional_elem_type);
            break;
        case OL_TypeProto_map_type:
            proto =
                message_in(bytes, inside, OL_MESSAGE_TypeProto_Map, OL_TypeProto_Map_value_type);
            break;
        default:
            return OL_VALUE_TYPE_UNKNOWN;
        }
        depth++;
    }
    while (depth-- > 0 && type != OL_VALUE_TYPE_UNKNOWN) {
        switch (kinds[depth].index) {
        case OL_TypeProto_sequence_type:
            type = ol_value_type_seq(type);
            break;
        case OL_TypeProto_optional_type:
            type = ol_value_type_optional(type);
            break;
        default:
            type = map_of(number_in(bytes, payload(&kinds[depth]), OL_MESSAGE_TypeProto_Map,
                                    OL_TypeProto_Map_key_type),
                          type);
            break;
        }
    }
    return type;
}

uint8_t ol_value_type_from_info(const uint8_t *bytes, struct ol_span info)
{
    struct ol_span type =
        message_in(bytes, info, OL_MESSAGE_ValueInfoProto, OL_ValueInfoProto_type);
    return type.length > 0 ? ol_value_type_from_proto(bytes, type) : OL_VALUE_TYPE_UNKNOWN;
}

uint8_t ol_value_type_from_tensor(const uint8_t *bytes, struct ol_span tensor)
{
    return ol_value_type(OL_TYPE_FORM_TENSOR, number_in(bytes, tensor, OL_MESSAGE_TensorProto,
                                                        OL_TensorProto_data_type));
}

uint8_t ol_value_type_from_sparse(const uint8_t *bytes, struct ol_span sparse)
{
    struct ol_span values =
        message_in(bytes, sparse, OL_MESSAGE_SparseTensorProto, OL_SparseTensorProto_values);
    return values.length > 0 ? ol_value_type_from_tensor(bytes, values) : OL_VALUE_TYPE_UNKNOWN;
}

/* --- names --------------------------------------------------------------- */

static const char *const texts_before[OL_TYPE_FORM_COUNT] = {
    [OL_TYPE_FORM_TENSOR] = "",
    [OL_TYPE_FORM_SEQ] = "seq(",
    [OL_TYPE_FORM_OPTIONAL] = "optional(",
    [OL_TYPE_FORM_OPTIONAL_SEQ] = "optional(seq(",
    [OL_TYPE_FORM_MAP_INT64] = "map(int64,",
    [OL_TYPE_FORM_MAP_STRING] = "map(string,",
    [OL_TYPE_FORM_SEQ_MAP_INT64] = "seq(map(int64,",
    [OL_TYPE_FORM_SEQ_MAP_STRING] = "seq(map(string,",
};

void ol_value_type_add(struct ol_buf *buf, uint8_t type)
{
    const char *name = ol_data_type_name(ol_value_type_element(type));
    const char *before = texts_before[ol_value_type_form(type)];
    ol_buf_add(buf, before);
    for (; name != NULL && *name != '\0'; name++) {
        ol_buf_add_char(buf, *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name);
    }
    for (; *before != '\0'; before++) {
        if (*before == '(') {
            ol_buf_add_char(buf, ')');
        }
    }
}

static unsigned count_members(const struct ol_type_set *set)
{
    unsigned count = 0;
    for (int form = 0; form < OL_TYPE_FORM_COUNT; form++) {
        for (uint32_t left = set->elements[form]; left != 0; left &= left - 1) {
            count++;
        }
    }
    return count;
}

void ol_value_type_add_set(struct ol_buf *buf, const struct ol_type_set *set)
{
    unsigned count = count_members(set);
    unsigned shown = count > MEMBERS_SHOWN_MAX ? MEMBERS_SHOWN_MAX - 1 : count;
    unsigned at = 0;
    for (int code = 0; code <= UINT8_MAX && at < shown; code++) {
        if (ol_value_type_is_in((uint8_t)code, set)) {
            ol_buf_add(buf, at == 0 ? "" : at + 1 == count ? " or " : ", ");
            ol_value_type_add(buf, (uint8_t)code);
            at++;
        }
    }
    if (count > shown) {
        ol_buf_addf(buf, " and %u more", count - shown);
    }
}
