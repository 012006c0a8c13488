/* SPDX-License-Identifier: Apache-2.0 */
/* What the level scan must know of a message: its fields, by number. The tables are in
 * onnx/schema. */
#ifndef OL_WIRE_DESCRIPTOR_H
#define OL_WIRE_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No message of the schema has more fields, or a field number above OL_FIELD_NUMBER_MAX. */
#define OL_FIELDS_MAX       18
#define OL_FIELD_NUMBER_MAX 31
#define OL_ONEOFS_MAX       1
#define OL_FIELD_UNKNOWN    0xFF /* an index for numbers that the message does not have */

enum ol_field_type {
    OL_TYPE_STRING,
    OL_TYPE_BYTES,
    OL_TYPE_INT32,
    OL_TYPE_INT64,
    OL_TYPE_UINT64,
    OL_TYPE_FLOAT,
    OL_TYPE_DOUBLE,
    OL_TYPE_ENUM,
    OL_TYPE_MESSAGE
};

enum ol_label {
    OL_LABEL_OPTIONAL,
    OL_LABEL_REPEATED
};

/* How a member is tied to an IR version: not at all, by IR.md or the Version enum, or by the first
 * release that has it. */
enum ol_gate {
    OL_GATE_NONE,
    OL_GATE_EXPLICIT,
    OL_GATE_DERIVED
};

enum ol_field_flag {
    OL_FIELD_NAME = 1,   /* a name, a key or a domain: text that is printed and compared */
    OL_FIELD_CLOSED = 2, /* a closed enum */
    OL_FIELD_PACKED = 4, /* declared packed */
    OL_FIELD_BULK = 8    /* holds a tensor's values */
};

struct ol_message;

struct ol_field {
    const char *name;
    const struct ol_message *of;     /* the message it holds; NULL for other types */
    const struct ol_message *holder; /* the message it belongs to */
    uint32_t number;
    uint8_t index; /* in the fields of its message */
    uint8_t type;  /* enum ol_field_type */
    uint8_t label; /* enum ol_label */
    uint8_t oneof; /* 0, or the number of the oneof, counted from 1 */
    uint8_t since_ir;
    uint8_t gate;  /* enum ol_gate */
    uint8_t flags; /* enum ol_field_flag, or-ed */
};

struct ol_message {
    const char *name; /* as in the .proto files: "TensorProto.Segment" */
    const struct ol_field *fields;
    uint8_t field_count;
    uint8_t id; /* enum ol_message_id of onnx/schema.h */
    uint8_t since_ir;
    uint8_t gate;      /* enum ol_gate */
    uint32_t reserved; /* bit n is set when the schema reserves number n */
    uint8_t place_by_number[OL_FIELD_NUMBER_MAX +
                            1]; /* 1 + the index of the field with that number; 0: none */
};

/* The field with that number, or NULL. */
static inline const struct ol_field *ol_message_field(const struct ol_message *message,
                                                      uint32_t number)
{
    if (number > OL_FIELD_NUMBER_MAX || message->place_by_number[number] == 0) {
        return NULL;
    }
    return &message->fields[message->place_by_number[number] - 1];
}

static inline bool ol_field_is_repeated(const struct ol_field *field)
{
    return field->label == OL_LABEL_REPEATED;
}

/* Whether values of the field are varints on the wire when they are not packed. */
static inline bool ol_field_is_varint(const struct ol_field *field)
{
    return field->type == OL_TYPE_INT32 || field->type == OL_TYPE_INT64 ||
           field->type == OL_TYPE_UINT64 || field->type == OL_TYPE_ENUM;
}

/* Whether the field holds texts or bytes. */
static inline bool ol_field_is_text(const struct ol_field *field)
{
    return field->type == OL_TYPE_STRING || field->type == OL_TYPE_BYTES;
}

/* Whether a packed payload of the field is legal to read: repeated scalars. */
static inline bool ol_field_is_packable(const struct ol_field *field)
{
    return ol_field_is_repeated(field) && field->type != OL_TYPE_STRING &&
           field->type != OL_TYPE_BYTES && field->type != OL_TYPE_MESSAGE;
}

/* Whether a length-delimited payload of the field may be large and is not looked into. */
static inline bool ol_field_is_stepped_over(const struct ol_field *field)
{
    return field->flags & OL_FIELD_BULK && !ol_field_is_varint(field);
}

#endif
