/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/catalogue.h"

#include <string.h>

/* Products of dimensions past this are not looked into. */
#define ELEMENTS_MAX (INT64_C(1) << 40)

/* Fields without which a message means nothing. */
static const struct required {
    const char *message;
    unsigned number;
    bool must_be_filled; /* it is a string */
    const char *rules;
} required[] = {
    {"AttributeProto", 1, true, "attr-name-missing attr-default-name"},
    {"GraphProto", 2, true, "graph-name-missing"},
    {"ModelProto", 1, false, "model-ir-version-missing"},
    {"ModelProto", 7, false, "model-graph-missing"},
    {"NodeProto", 4, true, "node-op-type-missing"},
    {"OperatorSetIdProto", 2, false, "opset-version-missing"},
    {"SparseTensorProto", 1, false, "sparse-values-missing"},
    {"TensorProto", 2, false, "tensor-data-type-missing"},
    {"TypeProto.Map", 1, false, "type-map-key-missing"},
    {"TypeProto.Map", 2, false, "type-map-value-missing"},
    {"TypeProto.Opaque", 2, true, "type-opaque-name"},
    {"TypeProto.Optional", 1, false, "type-optional-elem-missing"},
    {"TypeProto.Sequence", 1, false, "type-sequence-elem-missing"},
    {"TypeProto.SparseTensor", 1, false, "type-elem-type-missing"},
    {"TypeProto.Tensor", 1, false, "type-elem-type-missing"},
    {"ValueInfoProto", 1, true,
     "value-info-name-empty graph-input-name-missing graph-output-undefined"},
};

/* Element types by number: bits, and the field of a TensorProto that has the values; 0: there is no
 * such type. */
static const struct element_type {
    unsigned bits;
    unsigned field;
} element_types[] = {
    {0, 0},  {32, 4},  {8, 5},   {8, 5},   {16, 5}, {16, 5},   {32, 5}, {64, 7}, {0, 6}, {8, 5},
    {16, 5}, {64, 10}, {32, 11}, {64, 11}, {64, 4}, {128, 10}, {16, 5}, {8, 5},  {8, 5}, {8, 5},
    {8, 5},  {4, 5},   {4, 5},   {4, 5},   {8, 5},  {2, 5},    {2, 5},  {6, 5},  {6, 5},
};

enum {
    ELEMENT_TYPE_COUNT = sizeof element_types / sizeof *element_types,
    TYPE_STRING = 8,
    TYPE_COMPLEX64 = 14,
    TYPE_COMPLEX128 = 15
};

/* Fields of a TensorProto. */
enum {
    DIMS = 1,
    DATA_TYPE = 2,
    SEGMENT = 3,
    FLOAT_DATA = 4,
    INT32_DATA = 5,
    STRING_DATA = 6,
    INT64_DATA = 7,
    RAW_DATA = 9,
    DOUBLE_DATA = 10,
    UINT64_DATA = 11,
    EXTERNAL_DATA = 13,
    DATA_LOCATION = 14
};

/* A message: its fields are those of the judge from first on to behind, without what they hold. */
struct message {
    const struct ol_judge *judge;
    const struct ol_shape *shape;
    struct ol_stretch where;
    size_t first;
    size_t behind;
    size_t last[OL_SHAPE_NUMBERS]; /* occurrence of each number, or OL_JUDGED_NONE */
};

static uint64_t varint_at(const struct ol_judge *judge, size_t at, size_t *length)
{
    uint64_t value = 0;
    *length = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = judge->bytes[at + (*length)++];
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            break;
        }
    }
    return value;
}

static bool has(const struct message *message, unsigned number)
{
    return message->last[number] != OL_JUDGED_NONE;
}

/* The last value of a field that is a varint; 0 where there is none. */
static int64_t number_of(const struct message *message, unsigned number)
{
    size_t length = 0;
    return has(message, number)
               ? (int64_t)varint_at(message->judge,
                                    message->judge->fields[message->last[number]].value, &length)
               : 0;
}

static size_t size_of(const struct message *message, unsigned number)
{
    if (!has(message, number)) {
        return 0;
    }
    const struct ol_judged_field *field = &message->judge->fields[message->last[number]];
    return field->end - field->value;
}

/* --- tensors ------------------------------------------------------------- */

/* Multiplies by the dimensions of a field that is packed or is not; -1: one is negative, or the
 * product is too large to be looked into. */
static int64_t multiply(const struct message *message, const struct ol_judged_field *field,
                        int64_t product)
{
    for (size_t at = field->value; at < field->end && product >= 0;) {
        size_t length = 0;
        int64_t dim = (int64_t)varint_at(message->judge, at, &length);
        at += length;
        if (dim < 0 || (dim > 0 && product > ELEMENTS_MAX / dim)) {
            return -1;
        }
        product *= dim;
    }
    return product;
}

static int64_t count_elements(const struct message *message)
{
    const struct ol_judged_field *fields = message->judge->fields;
    int64_t product = 1;
    for (size_t i = message->first; i < message->behind; i = fields[i].next) {
        if (fields[i].number == DIMS && product >= 0) {
            product = multiply(message, &fields[i], product);
        }
    }
    return product;
}

/* Values in a typed field. */
static int64_t count_values(const struct message *message, unsigned number)
{
    const struct ol_judge *judge = message->judge;
    int64_t count = 0;
    for (size_t i = message->first; i < message->behind; i = judge->fields[i].next) {
        const struct ol_judged_field *field = &judge->fields[i];
        if (field->number != number) {
            continue;
        }
        unsigned width = number == FLOAT_DATA ? 4 : number == DOUBLE_DATA ? 8 : 0;
        if (field->wire_type != 2 || number == STRING_DATA) {
            count++;
        } else if (width > 0) {
            count += (int64_t)((field->end - field->value) / width);
        } else {
            for (size_t at = field->value; at < field->end; at++) {
                count += judge->bytes[at] < 0x80; /* the last byte of a varint */
            }
        }
    }
    return count;
}

/* Entries that the typed field of a tensor has for so many elements. */
static int64_t entries_for(int64_t type, int64_t elements)
{
    if (type == TYPE_COMPLEX64 || type == TYPE_COMPLEX128) {
        return elements * 2;
    }
    unsigned bits = element_types[type].bits;
    int64_t in_one = bits == 4 ? 2 : bits == 2 ? 4 : 1;
    return (elements + in_one - 1) / in_one;
}

static void judge_values(struct ol_judge *judge, const struct message *message, int64_t type,
                         int64_t elements)
{
    static const unsigned typed[] = {FLOAT_DATA, INT32_DATA,  STRING_DATA,
                                     INT64_DATA, DOUBLE_DATA, UINT64_DATA};
    const struct element_type *element = &element_types[type];
    size_t raw = size_of(message, RAW_DATA);
    unsigned filled = raw > 0 ? RAW_DATA : 0;
    unsigned places = raw > 0;
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        if (count_values(message, typed[i]) > 0) {
            filled = typed[i];
            places++;
        }
    }
    bool is_wrong_field =
        filled != 0 && filled != element->field && (filled != RAW_DATA || type == TYPE_STRING);
    if (places != (elements > 0) || is_wrong_field) {
        ol_judge_blame(judge, OL_JUDGED_DATA_PLACE, NULL, message->where);
    } else if (filled == RAW_DATA ? (int64_t)raw != (elements * (int64_t)element->bits + 7) / 8
                                  : count_values(message, filled) != entries_for(type, elements)) {
        ol_judge_blame(judge, OL_JUDGED_DATA_SIZE, NULL, message->where);
    }
}

static void judge_tensor(struct ol_judge *judge, const struct message *message)
{
    const struct ol_judged_field *fields = judge->fields;
    int64_t type = number_of(message, DATA_TYPE);
    bool is_negative = false;
    for (size_t i = message->first; i < message->behind; i = fields[i].next) {
        for (size_t at = fields[i].value; fields[i].number == DIMS && at < fields[i].end;) {
            size_t length = 0;
            is_negative = (int64_t)varint_at(judge, at, &length) < 0 || is_negative;
            at += length;
        }
    }
    if (is_negative) {
        ol_judge_blame(judge, OL_JUDGED_NEGATIVE, "tensor-dims-negative", message->where);
    }
    if (has(message, DATA_TYPE) && (type <= 0 || type >= ELEMENT_TYPE_COUNT)) {
        ol_judge_blame(judge, OL_JUDGED_ELEMENT_TYPE, NULL, message->where);
    } else if (has(message, DATA_TYPE) && !is_negative && count_elements(message) >= 0 &&
               !has(message, SEGMENT) && !has(message, EXTERNAL_DATA) &&
               number_of(message, DATA_LOCATION) == 0) {
        judge_values(judge, message, type, count_elements(message));
    }
}

/* --- any message --------------------------------------------------------- */

static bool is_called(const struct message *message, const char *name)
{
    return strcmp(message->shape->name, name) == 0;
}

static void judge_required(struct ol_judge *judge, const struct message *message)
{
    for (size_t i = 0; i < sizeof required / sizeof *required; i++) {
        const struct required *row = &required[i];
        if (is_called(message, row->message) &&
            (!has(message, row->number) ||
             (row->must_be_filled && size_of(message, row->number) == 0))) {
            ol_judge_blame(judge, OL_JUDGED_MISSING, row->rules, message->where);
        }
    }
}

/* Whether the message has no member of its oneof. */
static bool lacks_oneof(const struct message *message)
{
    for (unsigned i = 0; i < OL_SHAPE_NUMBERS; i++) {
        if (message->shape->fields[i].is_in_oneof && has(message, i)) {
            return false;
        }
    }
    return true;
}

static void judge_whole(struct ol_judge *judge, const struct message *message)
{
    judge_required(judge, message);
    if (is_called(message, "TensorProto")) {
        judge_tensor(judge, message);
    } else if (is_called(message, "TypeProto") && lacks_oneof(message)) {
        ol_judge_blame(judge, OL_JUDGED_NO_KIND, NULL, message->where);
    } else if (is_called(message, "TensorShapeProto.Dimension") && number_of(message, 1) < 0) {
        ol_judge_blame(judge, OL_JUDGED_NEGATIVE, "shape-dim-negative", message->where);
    } else if (is_called(message, "TypeProto.Tensor") ||
               is_called(message, "TypeProto.SparseTensor")) {
        int64_t type = number_of(message, 1);
        if (has(message, 1) && (type <= 0 || type >= ELEMENT_TYPE_COUNT)) {
            ol_judge_blame(judge, OL_JUDGED_ELEMENT_TYPE, NULL, message->where);
        }
    }
}

/* Whether the first faults of the judge leave the message alone. */
static bool is_sound(const struct message *message, size_t faults)
{
    for (size_t i = 0; i < faults; i++) {
        const struct ol_stretch *fault = &message->judge->faults[i].where;
        if (fault->begin <= message->where.end && fault->end >= message->where.begin) {
            return false;
        }
    }
    return true;
}

static void read_message(struct message *message)
{
    const struct ol_judged_field *fields = message->judge->fields;
    for (size_t i = 0; i < OL_SHAPE_NUMBERS; i++) {
        message->last[i] = OL_JUDGED_NONE;
    }
    for (size_t i = message->first; i < message->behind; i = fields[i].next) {
        if (fields[i].shape->type != OL_SHAPE_NONE) {
            message->last[fields[i].number] = i;
        }
    }
}

/* Whether a singular message is written in pieces: none of them is whole then. */
static bool has_pieces(const struct ol_judge *judge)
{
    for (size_t i = 0; i < judge->fault_count; i++) {
        enum ol_judged_kind kind = judge->faults[i].kind;
        if (kind == OL_JUDGED_REPEATED_MESSAGE || kind == OL_JUDGED_ONEOF_TWICE ||
            kind == OL_JUDGED_ONEOF_TWO) {
            return true;
        }
    }
    return false;
}

void ol_catalogue_judge(struct ol_judge *judge, const struct ol_shape *root)
{
    size_t faults = judge->fault_count;
    struct message message = {
        .judge = judge, .shape = root, .where = {0, judge->size}, .behind = judge->field_count};
    if (has_pieces(judge)) {
        return;
    }
    read_message(&message);
    if (is_sound(&message, faults)) {
        judge_whole(judge, &message);
    }
    for (size_t i = 0; i < judge->field_count; i++) {
        const struct ol_judged_field *field = &judge->fields[i];
        if (field->shape->type == OL_SHAPE_MESSAGE) {
            message.shape = field->shape->of;
            message.where = (struct ol_stretch){field->tag, field->end};
            message.first = i + 1;
            message.behind = field->next;
            read_message(&message);
            if (is_sound(&message, faults)) {
                judge_whole(judge, &message);
            }
        }
    }
}
