/* SPDX-License-Identifier: Apache-2.0 */
/* The little of upb that decode.c needs, under one name for both of its generations: the upb of
 * November 2022 inside the distribution's grpc source package (generation 1), and the one that
 * protobuf 27 and newer install (2). Only decode.c includes this. */
#ifndef OL_ONNX_UPB_COMPAT_H
#define OL_ONNX_UPB_COMPAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if __has_include("upb/mini_descriptor/decode.h")
#    define OL_UPB_GENERATION 2
#    include "upb/base/descriptor_constants.h"
#    include "upb/base/status.h"
#    include "upb/mem/alloc.h"
#    include "upb/mem/arena.h"
#    include "upb/message/accessors.h"
#    include "upb/message/message.h"
#    include "upb/mini_descriptor/decode.h"
#    include "upb/mini_descriptor/internal/encode.h"
#    include "upb/mini_descriptor/internal/modifiers.h"
#    include "upb/mini_table/field.h"
#    include "upb/mini_table/message.h"
#    include "upb/wire/decode.h"
typedef upb_MiniTableField ol_upb_field;
#else
#    define OL_UPB_GENERATION 1
#    include "upb/arena.h"
#    include "upb/decode.h"
#    include "upb/mini_table.h"
#    include "upb/msg_internal.h"
#    include "upb/status.h"
typedef upb_MiniTable_Field ol_upb_field;
#endif

static inline upb_MiniTable *ol_upb_table_build(const char *text, size_t size, upb_Arena *arena,
                                                upb_Status *status)
{
#if OL_UPB_GENERATION == 1
    return upb_MiniTable_Build(text, size, kUpb_MiniTablePlatform_Native, arena, status);
#else
    return upb_MiniTable_Build(text, size, arena, status);
#endif
}

static inline const ol_upb_field *ol_upb_field_by_number(const upb_MiniTable *table,
                                                         uint32_t number)
{
    return upb_MiniTable_FindFieldByNumber(table, number);
}

static inline upb_Message *ol_upb_message_new(const upb_MiniTable *table, upb_Arena *arena)
{
#if OL_UPB_GENERATION == 1
    return _upb_Message_New(table, arena);
#else
    return upb_Message_New(table, arena);
#endif
}

/* Decodes with strings left in the input, and no sub-messages: a depth of one. The sizes of both
 * generations are ints inside; callers hand over small pieces. */
static inline upb_DecodeStatus ol_upb_decode(const char *data, size_t size, upb_Message *message,
                                             const upb_MiniTable *table, upb_Arena *arena)
{
    int options = kUpb_DecodeOption_AliasString;
#if OL_UPB_GENERATION == 1
    options |= (int)UPB_DECODE_MAXDEPTH(1U);
#else
    options |= (int)upb_DecodeOptions_MaxDepth(1);
#endif
    return upb_Decode(data, size, message, table, NULL, options, arena);
}

#if OL_UPB_GENERATION == 1
#    define OL_UPB_GETTER(name, type, upb_getter)                                               \
        static inline type ol_upb_##name(const upb_Message *message, const ol_upb_field *field) \
        {                                                                                       \
            type value;                                                                         \
            memcpy(&value, (const char *)message + field->offset, sizeof value);                \
            return value;                                                                       \
        }
#else
#    define OL_UPB_GETTER(name, type, upb_getter)                                               \
        static inline type ol_upb_##name(const upb_Message *message, const ol_upb_field *field) \
        {                                                                                       \
            return upb_getter(message, field, 0);                                               \
        }
#endif
OL_UPB_GETTER(int32, int32_t, upb_Message_GetInt32)
OL_UPB_GETTER(int64, int64_t, upb_Message_GetInt64)
OL_UPB_GETTER(uint64, uint64_t, upb_Message_GetUInt64)
OL_UPB_GETTER(float, float, upb_Message_GetFloat)
OL_UPB_GETTER(double, double, upb_Message_GetDouble)
#undef OL_UPB_GETTER

#endif
