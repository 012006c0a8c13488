/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of onnx.proto, onnx-data.proto and onnx-operators.proto, made from schema.def.
 * Constants: OL_MESSAGE_TensorProto is the id of a message, OL_TensorProto_dims the index of a
 * field in its message; a nested message is written with an underscore
 * (OL_TensorProto_Segment_begin). */
#ifndef OL_ONNX_SCHEMA_H
#define OL_ONNX_SCHEMA_H

#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "wire/descriptor.h"

enum ol_message_id {
#define OL_MESSAGE(message, text, since, ir_gate, reserved_numbers) OL_MESSAGE_##message,
#define OL_FIELD(message, field, number, type, of, label, oneof, since, ir_gate, flags)
#define OL_MESSAGE_END(message)
#include "onnx/schema.def"
#undef OL_MESSAGE
#undef OL_FIELD
    OL_MESSAGE_COUNT
};

#define OL_MESSAGE(message, text, since, ir_gate, reserved_numbers) enum {
#define OL_FIELD(message, field, number, type, of, label, oneof, since, ir_gate, flags) \
    OL_##message##_##field,
#undef OL_MESSAGE_END
#define OL_MESSAGE_END(message) \
    OL_##message##_COUNT        \
    }                           \
    ;
#include "onnx/schema.def"
#undef OL_MESSAGE
#undef OL_FIELD
#undef OL_MESSAGE_END

/* The newest IR version that the tables know, and the oldest. */
#define OL_IR_VERSION_MAX 14
#define OL_IR_VERSION_MIN 1

/* A set of messages: bit n for the message with id n. */
#define OL_MESSAGE_BIT(id) (UINT64_C(1) << (id))

/* All messages, by id. */
extern const struct ol_message ol_messages[OL_MESSAGE_COUNT];

/* The message of that name ("TensorProto.Segment"), or NULL. */
const struct ol_message *ol_message_from_name(struct ol_slice name);

/* The field of that name in the message, or NULL. */
const struct ol_field *ol_field_from_name(const struct ol_message *message, struct ol_slice name);

#endif
