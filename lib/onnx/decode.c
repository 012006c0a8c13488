/* SPDX-License-Identifier: Apache-2.0 */
/* Mini-tables from the schema, and the one caller of upb_Decode. */
#include "onnx/decode.h"

#include <stdlib.h>
#include <string.h>

#include "onnx/upb_compat.h"

/* A message of 18 fields takes well under 100 characters of mini-descriptor. */
#define DESCRIPTOR_BYTES 1024

struct minitable {
    const upb_MiniTable *table;
    const ol_upb_field *fields[OL_FIELDS_MAX]; /* by our index */
};

struct ol_minitables {
    upb_Arena *arena;
    struct minitable messages[OL_MESSAGE_COUNT];
};

/* Singular scalars alone are decoded, for which upb takes no memory: one message of each kind does
 * for all levels. */
struct ol_decoder {
    const struct ol_minitables *tables;
    const struct ol_message *message;
    upb_Arena *arena;
    upb_Message *decoded[OL_MESSAGE_COUNT];
};

/* How a field stands in its mini-table. Enums are open (int32), so that an undeclared value stays
 * readable. */
static upb_FieldType decoded_type(const struct ol_field *field)
{
    if (ol_field_is_repeated(field)) {
        return kUpb_FieldType_Bytes;
    }
    switch ((enum ol_field_type)field->type) {
    case OL_TYPE_INT32:
    case OL_TYPE_ENUM:
        return kUpb_FieldType_Int32;
    case OL_TYPE_INT64:
        return kUpb_FieldType_Int64;
    case OL_TYPE_UINT64:
        return kUpb_FieldType_UInt64;
    case OL_TYPE_FLOAT:
        return kUpb_FieldType_Float;
    case OL_TYPE_DOUBLE:
        return kUpb_FieldType_Double;
    case OL_TYPE_STRING:
    case OL_TYPE_BYTES:
    case OL_TYPE_MESSAGE:
        break;
    }
    return kUpb_FieldType_Bytes;
}

static bool build(struct minitable *minitable, const struct ol_message *message, upb_Arena *arena)
{
    char text[DESCRIPTOR_BYTES];
    upb_MtDataEncoder encoder = {.end = text + sizeof text};
    char *at = upb_MtDataEncoder_StartMessage(&encoder, text, 0);
    for (unsigned i = 0; i < message->field_count && at != NULL; i++) {
        const struct ol_field *field = &message->fields[i];
        uint64_t modifiers =
            ol_field_is_repeated(field) ? (uint64_t)kUpb_FieldModifier_IsRepeated : 0;
        at =
            upb_MtDataEncoder_PutField(&encoder, at, decoded_type(field), field->number, modifiers);
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

void ol_decoder_begin(struct ol_decoder *decoder, const struct ol_message *message)
{
    decoder->message = message;
    ol_upb_message_clear(decoder->decoded[message->id],
                         decoder->tables->messages[message->id].table);
}

enum ol_status ol_decoder_add(struct ol_decoder *decoder, struct ol_slice fields)
{
    const upb_MiniTable *table = decoder->tables->messages[decoder->message->id].table;
    upb_DecodeStatus status =
        ol_upb_decode((const char *)fields.data, fields.size,
                      decoder->decoded[decoder->message->id], table, decoder->arena);
    if (status == kUpb_DecodeStatus_Ok) {
        return OL_OK;
    }
    return status == kUpb_DecodeStatus_OutOfMemory ? OL_ERR_NOMEM : OL_ERR_BUG;
}

int64_t ol_decoder_integer(const struct ol_decoder *decoder, unsigned field)
{
    const ol_upb_field *place = decoder->tables->messages[decoder->message->id].fields[field];
    const upb_Message *decoded = decoder->decoded[decoder->message->id];
    switch ((enum ol_field_type)decoder->message->fields[field].type) {
    case OL_TYPE_INT32:
    case OL_TYPE_ENUM:
        return ol_upb_int32(decoded, place);
    case OL_TYPE_UINT64:
        return (int64_t)ol_upb_uint64(decoded, place);
    case OL_TYPE_INT64:
        return ol_upb_int64(decoded, place);
    case OL_TYPE_STRING:
    case OL_TYPE_BYTES:
    case OL_TYPE_FLOAT:
    case OL_TYPE_DOUBLE:
    case OL_TYPE_MESSAGE:
        break;
    }
    return 0;
}

double ol_decoder_number(const struct ol_decoder *decoder, unsigned field)
{
    const ol_upb_field *place = decoder->tables->messages[decoder->message->id].fields[field];
    const upb_Message *decoded = decoder->decoded[decoder->message->id];
    return decoder->message->fields[field].type == OL_TYPE_DOUBLE
               ? ol_upb_double(decoded, place)
               : (double)ol_upb_float(decoded, place);
}
