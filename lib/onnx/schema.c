/* SPDX-License-Identifier: Apache-2.0 */
/* schema.def as constant tables. */
#include "onnx/schema.h"

#include "wire/scan.h"

/* The descriptor of the message that a field holds: OF(none) is NULL. */
#define OL_MESSAGE_none OL_MESSAGE_COUNT
#define OF(message) \
    (OL_MESSAGE_##message == OL_MESSAGE_COUNT ? NULL : ol_messages + OL_MESSAGE_##message)

#define OL_MESSAGE(message, text, since, ir_gate, reserved_numbers) \
    static const struct ol_field fields_of_##message[OL_##message##_COUNT] = {
#define OL_FIELD(message, field, field_number, field_type, of_message, field_label, oneof_number, \
                 since, ir_gate, field_flags)                                                     \
    [OL_##message##_##field] = {                                                                  \
        .name = #field,                                                                           \
        .of = OF(of_message),                                                                     \
        .holder = &ol_messages[OL_MESSAGE_##message],                                             \
        .plain = {field_number, OL_##message##_##field, OL_WIRE_OF_##field_type,                  \
                  OL_OCCURRENCE_KNOWN},                                                           \
        .type = OL_TYPE_##field_type,                                                             \
        .form = OL_FORM_OF(field_type, field_label, oneof_number, field_flags),                   \
        .label = OL_LABEL_##field_label,                                                          \
        .oneof = oneof_number,                                                                    \
        .since_ir = since,                                                                        \
        .gate = OL_GATE_##ir_gate,                                                                \
        .flags = field_flags,                                                                     \
    },
#define OL_MESSAGE_END(message) \
    }                           \
    ;
#include "onnx/schema.def"
#undef OL_MESSAGE
#undef OL_FIELD
#undef OL_MESSAGE_END

/* The fields of each message that hold messages, a bit for each. */
enum {
#define OL_MESSAGE(message, text, since, ir_gate, reserved_numbers) HOLDERS_OF_##message = 0
#define OL_FIELD(message, field, number, type, of_message, label, oneof, since, ir_gate, flags) \
    | (OL_TYPE_##type == OL_TYPE_MESSAGE ? 1 << OL_##message##_##field : 0)
#define OL_MESSAGE_END(message) ,
#include "onnx/schema.def"
#undef OL_MESSAGE
#undef OL_FIELD
#undef OL_MESSAGE_END
};

#define OL_MESSAGE(message, text, since, ir_gate, reserved_numbers) \
    [OL_MESSAGE_##message] = {.name = text,                         \
                              .fields = fields_of_##message,        \
                              .field_count = OL_##message##_COUNT,  \
                              .id = OL_MESSAGE_##message,           \
                              .since_ir = since,                    \
                              .gate = OL_GATE_##ir_gate,            \
                              .reserved = reserved_numbers,         \
                              .holders = HOLDERS_OF_##message,
#define OL_FIELD(message, field, number, type, of, label, oneof, since, ir_gate, flags) \
    .place_by_number[number] = OL_##message##_##field + 1,                              \
    .place_by_tag[(number) << 3 | OL_WIRE_OF_##type] = OL_##message##_##field + 1,
#define OL_MESSAGE_END(message) \
    }                           \
    ,
const struct ol_message ol_messages[OL_MESSAGE_COUNT] = {
#include "onnx/schema.def"
};
#undef OL_MESSAGE
#undef OL_FIELD
#undef OL_MESSAGE_END

const struct ol_message *ol_message_from_name(struct ol_slice name)
{
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        if (ol_slice_is_text(name, ol_messages[i].name)) {
            return &ol_messages[i];
        }
    }
    return NULL;
}

const struct ol_field *ol_field_from_name(const struct ol_message *message, struct ol_slice name)
{
    for (size_t i = 0; i < message->field_count; i++) {
        if (ol_slice_is_text(name, message->fields[i].name)) {
            return &message->fields[i];
        }
    }
    return NULL;
}
