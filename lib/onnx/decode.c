/* SPDX-License-Identifier: Apache-2.0 */
/* Mini-tables from the schema, and the one caller of upb_Decode. */
#include "onnx/decode.h"

#include <stdlib.h>
#include <string.h>

#include "onnx/level.h"
#include "onnx/upb_compat.h"

/* A message of 18 fields takes well under 100 characters of mini-descriptor. */
#define DESCRIPTOR_BYTES 1024

/* Of a message's fields it holds singular scalars alone: nothing else is decoded. */
struct minitable {
    const upb_MiniTable *table;
    const ol_upb_field *fields[OL_FIELDS_MAX]; /* by our index; NULL: not in the table */
};

struct ol_minitables {
    upb_Arena *arena;
    struct minitable messages[OL_MESSAGE_COUNT];
};

/* The scalars of a level are often few bytes, and those of many levels the same: the type of an
 * attribute, of a tensor, a version. What upb has told of some is kept, for so many of them and for
 * so many bytes, of at least two each. */
#define TOLD_BITS      6
#define TOLD_COUNT     (1U << TOLD_BITS)
#define TOLD_BYTES_MIN 2
#define TOLD_BYTES_MAX 8
#define TOLD_VALUES    (TOLD_BYTES_MAX / TOLD_BYTES_MIN)

struct told {
    const struct ol_message *message; /* NULL: nothing is kept here */
    uint64_t bytes;                   /* as few_bytes has them */
    size_t size;
    union ol_scalar_value values[TOLD_VALUES]; /* in the order of the fields */
};

/* Singular scalars alone are decoded, for which upb takes no memory: one message of each kind does
 * for all levels. */
struct ol_decoder {
    const struct ol_minitables *tables;
    upb_Arena *arena;
    upb_Message *decoded[OL_MESSAGE_COUNT];
    struct told told[TOLD_COUNT];
};

/* How a field stands in its mini-table; false where it is not in there. Enums are open (int32), so
 * that an undeclared value stays readable. */
static bool decoded_type(const struct ol_field *field, upb_FieldType *type)
{
    switch ((enum ol_field_type)field->type) {
    case OL_TYPE_INT32:
    case OL_TYPE_ENUM:
        *type = kUpb_FieldType_Int32;
        break;
    case OL_TYPE_INT64:
        *type = kUpb_FieldType_Int64;
        break;
    case OL_TYPE_UINT64:
        *type = kUpb_FieldType_UInt64;
        break;
    case OL_TYPE_FLOAT:
        *type = kUpb_FieldType_Float;
        break;
    case OL_TYPE_DOUBLE:
        *type = kUpb_FieldType_Double;
        break;
    case OL_TYPE_STRING:
    case OL_TYPE_BYTES:
    case OL_TYPE_MESSAGE:
        return false;
    }
    return !ol_field_is_repeated(field);
}

static bool build(struct minitable *minitable, const struct ol_message *message, upb_Arena *arena)
{
    char text[DESCRIPTOR_BYTES];
    upb_MtDataEncoder encoder = {.end = text + sizeof text};
    char *at = upb_MtDataEncoder_StartMessage(&encoder, text, 0);
    for (unsigned i = 0; i < message->field_count && at != NULL; i++) {
        const struct ol_field *field = &message->fields[i];
        upb_FieldType type = kUpb_FieldType_Bytes;
        if (decoded_type(field, &type)) {
            at = upb_MtDataEncoder_PutField(&encoder, at, type, field->number, 0);
        }
    }
    if (at == NULL) {
        return false;
    }
    upb_Status status;
    upb_Status_Clear(&status);
    minitable->table = ol_upb_table_build(text, (size_t)(at - text), arena, &status);
    if (minitable->table == NULL) {
        return false;
    }
    for (unsigned i = 0; i < message->field_count; i++) {
        minitable->fields[i] = ol_upb_field_by_number(minitable->table, message->fields[i].number);
    }
    return true;
}

enum ol_status ol_minitables_new(struct ol_minitables **tables)
{
    struct ol_minitables *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    made->arena = upb_Arena_Init(NULL, 0, &upb_alloc_global);
    bool is_built = made->arena != NULL;
    for (size_t i = 0; i < OL_MESSAGE_COUNT && is_built; i++) {
        is_built = build(&made->messages[i], &ol_messages[i], made->arena);
    }
    if (!is_built) {
        ol_minitables_free(made);
        return OL_ERR_NOMEM;
    }
    *tables = made;
    return OL_OK;
}

void ol_minitables_free(struct ol_minitables *tables)
{
    if (tables != NULL && tables->arena != NULL) {
        upb_Arena_Free(tables->arena);
    }
    free(tables);
}

enum ol_status ol_decoder_new(const struct ol_minitables *tables, struct ol_decoder **decoder)
{
    struct ol_decoder *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    made->tables = tables;
    made->arena = upb_Arena_Init(NULL, 0, &upb_alloc_global);
    bool is_made = made->arena != NULL;
    for (size_t i = 0; i < OL_MESSAGE_COUNT && is_made; i++) {
        made->decoded[i] = ol_upb_message_new(tables->messages[i].table, made->arena);
        is_made = made->decoded[i] != NULL;
    }
    if (!is_made) {
        ol_decoder_free(made);
        return OL_ERR_NOMEM;
    }
    *decoder = made;
    return OL_OK;
}

void ol_decoder_free(struct ol_decoder *decoder)
{
    if (decoder != NULL && decoder->arena != NULL) {
        upb_Arena_Free(decoder->arena);
    }
    free(decoder);
}

static bool is_few(struct ol_slice bytes)
{
    return bytes.size >= TOLD_BYTES_MIN && bytes.size <= TOLD_BYTES_MAX;
}

/* Two to eight bytes as one number: those of one size that are not the same have not the same. */
static uint64_t few_bytes(struct ol_slice bytes)
{
    if (bytes.size >= sizeof(uint32_t)) {
        uint32_t first;
        uint32_t last;
        memcpy(&first, bytes.data, sizeof first);
        memcpy(&last, bytes.data + bytes.size - sizeof last, sizeof last);
        return (uint64_t)last << 32 | first;
    }
    uint16_t first;
    uint16_t last;
    memcpy(&first, bytes.data, sizeof first);
    memcpy(&last, bytes.data + bytes.size - sizeof last, sizeof last);
    return (uint64_t)last << 16 | first;
}

/* Where what is told of few bytes of a message is kept, if it is. */
static struct told *told_of(struct ol_decoder *decoder, const struct ol_message *message,
                            uint64_t bytes)
{
    uint64_t hash = (bytes + message->id) * 0x9E3779B97F4A7C15U; /* Fibonacci hashing */
    return &decoder->told[hash >> (64 - TOLD_BITS)];
}

static union ol_scalar_value value_of(const upb_Message *decoded, const ol_upb_field *place,
                                      enum ol_field_type type)
{
    union ol_scalar_value value = {.integer = 0};
    switch (type) {
    case OL_TYPE_INT32:
    case OL_TYPE_ENUM:
        value.integer = ol_upb_int32(decoded, place);
        break;
    case OL_TYPE_UINT64:
        value.integer = (int64_t)ol_upb_uint64(decoded, place);
        break;
    case OL_TYPE_INT64:
        value.integer = ol_upb_int64(decoded, place);
        break;
    case OL_TYPE_FLOAT:
        value.number = (double)ol_upb_float(decoded, place);
        break;
    case OL_TYPE_DOUBLE:
        value.number = ol_upb_double(decoded, place);
        break;
    case OL_TYPE_STRING:
    case OL_TYPE_BYTES:
    case OL_TYPE_MESSAGE:
        break;
    }
    return value;
}

/* Asks upb. Fields that are not among the scalars keep what other levels had: nobody looks at
 * them. */
static enum ol_status decode(struct ol_decoder *decoder, struct ol_level *level, uint32_t fields,
                             struct ol_slice scalars)
{
    const struct minitable *minitable = &decoder->tables->messages[level->message->id];
    upb_Message *decoded = decoder->decoded[level->message->id];
    upb_DecodeStatus status = ol_upb_decode((const char *)scalars.data, scalars.size, decoded,
                                            minitable->table, decoder->arena);
    if (status != kUpb_DecodeStatus_Ok) {
        return status == kUpb_DecodeStatus_OutOfMemory ? OL_ERR_NOMEM : OL_ERR_BUG;
    }
    for (; fields != 0; fields &= fields - 1) {
        unsigned i = (unsigned)__builtin_ctz(fields);
        level->fields[i].value = value_of(decoded, minitable->fields[i],
                                          (enum ol_field_type)level->message->fields[i].type);
    }
    return OL_OK;
}

/* Asks upb, and keeps what it tells of few bytes. */
static enum ol_status ask(struct ol_decoder *decoder, struct ol_level *level, uint32_t fields,
                          struct ol_slice scalars)
{
    enum ol_status status = decode(decoder, level, fields, scalars);
    if (status != OL_OK || !is_few(scalars)) {
        return status;
    }
    uint64_t bytes = few_bytes(scalars);
    struct told *told = told_of(decoder, level->message, bytes);
    told->message = level->message;
    told->bytes = bytes;
    told->size = scalars.size;
    for (size_t i = 0; fields != 0; fields &= fields - 1) {
        told->values[i++] = level->fields[__builtin_ctz(fields)].value;
    }
    return OL_OK;
}

enum ol_status ol_decoder_set(struct ol_decoder *decoder, struct ol_level *level, uint32_t fields,
                              struct ol_slice scalars)
{
    if (!is_few(scalars)) {
        return ask(decoder, level, fields, scalars);
    }
    uint64_t bytes = few_bytes(scalars);
    const struct told *told = told_of(decoder, level->message, bytes);
    if (told->message != level->message || told->bytes != bytes || told->size != scalars.size) {
        return ask(decoder, level, fields, scalars);
    }
    for (size_t i = 0; fields != 0; fields &= fields - 1) {
        level->fields[__builtin_ctz(fields)].value = told->values[i++];
    }
    return OL_OK;
}
