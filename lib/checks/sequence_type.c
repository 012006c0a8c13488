/* SPDX-License-Identifier: Apache-2.0 */
/* Follows a value down to the type of its innermost elements. */
#include "checks/sequence_type.h"

#include "checks/container.h"
#include "onnx/element_type.h"
#include "wire/varint.h"

#define OCCURRENCES_AT_ONCE 8
#define NEXT_MAX            (OL_ELEMENT_KIND_COUNT - 1)

/* Where a message states its type, and where what it holds is: in one field, or in as many as there
 * are kinds of elements. */
static const struct anatomy {
    uint8_t message;
    uint8_t type; /* OL_FIELD_UNKNOWN: it states none */
    uint8_t first;
    uint8_t count;
} anatomies[] = {
    {OL_MESSAGE_TensorProto, OL_TensorProto_data_type, 0, 0},
    {OL_MESSAGE_SparseTensorProto, OL_FIELD_UNKNOWN, OL_SparseTensorProto_values, 1},
    {OL_MESSAGE_SequenceProto, OL_SequenceProto_elem_type, OL_SequenceProto_tensor_values,
     NEXT_MAX},
    {OL_MESSAGE_MapProto, OL_MapProto_key_type, OL_MapProto_values, 1},
    {OL_MESSAGE_OptionalProto, OL_OptionalProto_elem_type, OL_OptionalProto_tensor_value, NEXT_MAX},
};

static const struct anatomy *anatomy_of(const struct ol_message *message)
{
    for (size_t i = 0; i < sizeof anatomies / sizeof *anatomies; i++) {
        if (anatomies[i].message == message->id) {
            return &anatomies[i];
        }
    }
    return NULL;
}

static bool is_container(const struct ol_message *message)
{
    return (OL_CONTAINERS & OL_MESSAGE_BIT(message->id)) != 0;
}

/* What one pass over a message finds. */
struct look {
    const struct ol_message *message;
    const struct anatomy *anatomy;
    struct ol_occurrence type;           /* the last, which readers keep; valid where has_type */
    struct ol_occurrence next[NEXT_MAX]; /* by field: the first value of a list, the last occurrence
                                            of a singular field */
    uint32_t found;                      /* bit i: next[i] is valid */
    bool has_type;
};

static void note_occurrence(struct look *look, const struct ol_occurrence *occurrence)
{
    const struct anatomy *anatomy = look->anatomy;
    if ((occurrence->flags & OL_OCCURRENCE_KNOWN) == 0) {
        return;
    }
    if (occurrence->index == anatomy->type) {
        look->type = *occurrence;
        look->has_type = true;
    }
    unsigned place = (unsigned)occurrence->index - anatomy->first;
    if (occurrence->index < anatomy->first || place >= anatomy->count) {
        return;
    }
    bool is_list = ol_field_is_repeated(&look->message->fields[occurrence->index]);
    if (!is_list || (look->found >> place & 1) == 0) {
        look->next[place] = *occurrence;
        look->found |= UINT32_C(1) << place;
    }
}

static void look_at(struct look *look, const uint8_t *bytes, const struct ol_occurrence *message)
{
    struct ol_occurrence occurrences[OCCURRENCES_AT_ONCE];
    struct ol_scan scan = {
        .bytes = bytes,
        .at = message->value,
        .end = message->end,
        .declared_end = message->end,
        .message = look->message,
    };
    size_t count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    while (count > 0) {
        for (size_t i = 0; i < count; i++) {
            note_occurrence(look, &occurrences[i]);
        }
        count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    }
}

static void set_stated(struct ol_type_part *part, const struct look *look, const uint8_t *bytes)
{
    const struct ol_occurrence *type = &look->type;
    if (look->anatomy->type != OL_FIELD_UNKNOWN) {
        part->field = &look->message->fields[look->anatomy->type];
    }
    if (!look->has_type) {
        return;
    }
    uint64_t bits = ol_varint_read(bytes + type->value, type->end - type->value).value;
    part->value = (int32_t)(uint32_t)bits;
    part->span = ol_occurrence_span(type);
    part->is_known = is_container(look->message) ? ol_element_kind_is_stated(part->value)
                                                 : ol_element_type_from_number(part->value) != NULL;
}

/* The value to go on with; NULL: there is none. */
static const struct ol_occurrence *next_of(const struct look *look, const struct ol_type_part *part)
{
    unsigned place = 0;
    if (is_container(look->message)) {
        if (!part->is_known) {
            return NULL;
        }
        place = ol_element_kind_field(part->value) - look->anatomy->first;
    }
    return look->found >> place & 1 ? &look->next[place] : NULL;
}

void ol_value_type_read(struct ol_value_type *type, const uint8_t *bytes,
                        const struct ol_message *message, const struct ol_element *element)
{
    struct ol_occurrence at = element->occurrence;
    *type = (struct ol_value_type){.index = element->index};
    while (message != NULL && type->count < OL_VALUE_TYPE_MAX) {
        struct look look = {.message = message, .anatomy = anatomy_of(message)};
        struct ol_type_part *part = &type->parts[type->count++];
        *part = (struct ol_type_part){.occurrence = at};
        look_at(&look, bytes, &at);
        set_stated(part, &look, bytes);
        type->known += part->is_known;
        const struct ol_occurrence *next = next_of(&look, part);
        message = NULL;
        if (next != NULL) {
            message = look.message->fields[next->index].of;
            at = *next;
        }
    }
}

size_t ol_value_type_compare(const struct ol_value_type *a, const struct ol_value_type *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        const struct ol_type_part *left = &a->parts[i];
        const struct ol_type_part *right = &b->parts[i];
        if (left->is_known && right->is_known && left->value != right->value) {
            return i;
        }
    }
    return OL_VALUE_TYPE_MAX;
}

const char *ol_type_part_name(const struct ol_type_part *part)
{
    return is_container(part->field->holder) ? ol_element_kind_name(part->value)
                                             : ol_data_type_name(part->value);
}
