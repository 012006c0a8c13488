/* SPDX-License-Identifier: Apache-2.0 */
/* The judge's own schema of ONNX: numbers and forms of fields, and nothing else. It is written down
 * a second time on purpose, from the .proto files and not from lib/onnx/schema.def, so that a slip
 * in one of them shows as a disagreement. */
#ifndef OL_TESTS_DAMAGE_SHAPE_H
#define OL_TESTS_DAMAGE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Field numbers are below this. */
#define OL_SHAPE_NUMBERS 32

enum ol_shape_type {
    OL_SHAPE_NONE, /* the message has no field of that number */
    OL_SHAPE_NAME, /* a string that other tools print and compare */
    OL_SHAPE_TEXT, /* any other string */
    OL_SHAPE_BYTES,
    OL_SHAPE_INT64,
    OL_SHAPE_UINT64,
    OL_SHAPE_INT32,  /* and open enums */
    OL_SHAPE_SWITCH, /* a closed enum of the values 0 and 1: all that there are */
    OL_SHAPE_FLOAT,
    OL_SHAPE_DOUBLE,
    OL_SHAPE_MESSAGE
};

struct ol_shape;

struct ol_shape_field {
    enum ol_shape_type type;
    bool is_repeated;
    bool is_in_oneof; /* no message has two oneofs */
    bool is_reserved; /* of type NONE */
    const struct ol_shape *of;
};

/* A message. */
struct ol_shape {
    const char *name;
    struct ol_shape_field fields[OL_SHAPE_NUMBERS];
};

/* The message of that name; one that the schema lacks is fatal. The tables are made at the first
 * call and live as long as the program. */
const struct ol_shape *ol_shape_find(const char *name);

/* The field with that number: of type NONE where there is none. */
const struct ol_shape_field *ol_shape_field(const struct ol_shape *shape, uint64_t number);

/* The wire type of one value of the field. */
unsigned ol_shape_wire_type(const struct ol_shape_field *field);

/* Whether values of the field may be packed. */
bool ol_shape_is_packable(const struct ol_shape_field *field);

#endif
