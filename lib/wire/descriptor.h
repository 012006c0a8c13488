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
#define OL_TAG_BYTES        (8 * (OL_FIELD_NUMBER_MAX + 1)) /* what the first byte of a tag can be */
#define OL_ONEOFS_MAX       1
#define OL_FIELD_UNKNOWN    0xFF /* an index for numbers that the message does not have */

enum ol_wire_type {
    OL_WIRE_VARINT = 0,
    OL_WIRE_FIXED64 = 1,
    OL_WIRE_LEN = 2,
    OL_WIRE_START_GROUP = 3,
    OL_WIRE_END_GROUP = 4,
    OL_WIRE_FIXED32 = 5
};

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

/* What follows from type, label and flags of a field, so that nobody works it out for each
 * occurrence. */
enum ol_field_form {
    OL_FIELD_IS_REPEATED = 1,
    OL_FIELD_IS_VARINT = 2,   /* its values are varints where they are not packed */
    OL_FIELD_IS_TEXT = 4,     /* it holds texts or bytes */
    OL_FIELD_IS_PACKABLE = 8, /* a packed payload of it is legal to read: repeated scalars */
    OL_FIELD_IS_STEPPED = 16, /* its payload may be large, and is not looked into */
    OL_FIELD_IS_VALUED = 32,  /* a singular scalar */
    OL_FIELD_IS_NOTED = 64, /* how it occurs is looked at: packable, stepped over, or in a oneof */
    OL_FIELD_IS_UTF8 = 128, /* it holds texts, and no bytes */
    /* all others hold LEN payloads */
    OL_FIELD_IS_SCALAR = OL_FIELD_IS_PACKABLE | OL_FIELD_IS_VALUED
};

/* For tables of fields: the wire type of each field type (protobuf encoding, "Message Structure"),
 * and the form. */
#define OL_WIRE_OF_STRING  OL_WIRE_LEN
#define OL_WIRE_OF_BYTES   OL_WIRE_LEN
#define OL_WIRE_OF_MESSAGE OL_WIRE_LEN
#define OL_WIRE_OF_INT32   OL_WIRE_VARINT
#define OL_WIRE_OF_INT64   OL_WIRE_VARINT
#define OL_WIRE_OF_UINT64  OL_WIRE_VARINT
#define OL_WIRE_OF_ENUM    OL_WIRE_VARINT
#define OL_WIRE_OF_FLOAT   OL_WIRE_FIXED32
#define OL_WIRE_OF_DOUBLE  OL_WIRE_FIXED64

#define OL_IS_REPEATED(label)       (OL_LABEL_##label == OL_LABEL_REPEATED)
#define OL_IS_VARINT(type)          (OL_WIRE_OF_##type == OL_WIRE_VARINT)
#define OL_IS_TEXT(type)            (OL_TYPE_##type == OL_TYPE_STRING || OL_TYPE_##type == OL_TYPE_BYTES)
#define OL_IS_SCALAR(type)          (OL_WIRE_OF_##type != OL_WIRE_LEN)
#define OL_IS_STEPPED(type, flags)  (((flags)&OL_FIELD_BULK) != 0 && !OL_IS_VARINT(type))
#define OL_IS_PACKABLE(type, label) (OL_IS_REPEATED(label) && OL_IS_SCALAR(type))
#define OL_FORM_OF(type, label, oneof, flags)                                                    \
    ((OL_IS_REPEATED(label) ? OL_FIELD_IS_REPEATED : 0) |                                        \
     (OL_IS_VARINT(type) ? OL_FIELD_IS_VARINT : 0) | (OL_IS_TEXT(type) ? OL_FIELD_IS_TEXT : 0) | \
     (OL_IS_PACKABLE(type, label) ? OL_FIELD_IS_PACKABLE : 0) |                                  \
     (OL_IS_STEPPED(type, flags) ? OL_FIELD_IS_STEPPED : 0) |                                    \
     (!OL_IS_REPEATED(label) && OL_IS_SCALAR(type) ? OL_FIELD_IS_VALUED : 0) |                   \
     (OL_TYPE_##type == OL_TYPE_STRING ? OL_FIELD_IS_UTF8 : 0) |                                 \
     (OL_IS_PACKABLE(type, label) || OL_IS_STEPPED(type, flags) || (oneof) != 0                  \
          ? OL_FIELD_IS_NOTED                                                                    \
          : 0))

struct ol_message;

/* What all plain occurrences of a field have in common (wire/plain.h), as struct ol_occurrence has
 * it, so that it is copied in one piece. */
struct ol_plain_tag {
    uint32_t number;
    uint8_t index;
    uint8_t wire_type;
    uint8_t flags;
};

struct ol_field {
    const char *name;
    const struct ol_message *of;     /* the message it holds; NULL for other types */
    const struct ol_message *holder; /* the message it belongs to */
    union {
        struct {
            uint32_t number;
            uint8_t index; /* in the fields of its message */
            uint8_t wire;  /* enum ol_wire_type, of one value that is not packed */
        };
        struct ol_plain_tag plain; /* the same, as a plain occurrence has it */
    };
    uint8_t type;  /* enum ol_field_type */
    uint8_t form;  /* enum ol_field_form, or-ed */
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
    uint32_t holders;  /* bit i is set when field i holds messages */
    uint8_t place_by_number[OL_FIELD_NUMBER_MAX +
                            1];         /* 1 + the index of the field with that number; 0: none */
    uint8_t place_by_tag[OL_TAG_BYTES]; /* the same by the first byte of a tag, of the field's own
                                           wire type; 0: plain.h is to leave it to the scan */
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
    return field->form & OL_FIELD_IS_REPEATED;
}

static inline bool ol_field_is_varint(const struct ol_field *field)
{
    return field->form & OL_FIELD_IS_VARINT;
}

/* The wire type of one value of the field that is not packed. */
static inline enum ol_wire_type ol_field_wire_type(const struct ol_field *field)
{
    return (enum ol_wire_type)field->wire;
}

static inline bool ol_field_is_text(const struct ol_field *field)
{
    return field->form & OL_FIELD_IS_TEXT;
}

static inline bool ol_field_is_packable(const struct ol_field *field)
{
    return field->form & OL_FIELD_IS_PACKABLE;
}

static inline bool ol_field_is_stepped_over(const struct ol_field *field)
{
    return field->form & OL_FIELD_IS_STEPPED;
}

/* Whether readers take one number of it: upb tells which. */
static inline bool ol_field_is_valued(const struct ol_field *field)
{
    return field->form & OL_FIELD_IS_VALUED;
}

#endif
