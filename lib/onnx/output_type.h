/* SPDX-License-Identifier: Apache-2.0 */
/* The types of outputs that no type variable tells: rules of output_types.def, for the operators
 * whose schemas say less than their texts. */
#ifndef OL_ONNX_OUTPUT_TYPE_H
#define OL_ONNX_OUTPUT_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "onnx/level.h"
#include "onnx/operators.h"

/* A rule is a row of steps, taken one after the other until one says the type: what it looks at is
 * there. Where it is there and cannot be told, neither can the type. */
enum ol_output_step_kind {
    OL_OUTPUT_NO_STEP, /* behind the last */
    OL_OUTPUT_UNKNOWN,
    OL_OUTPUT_SUBGRAPH,           /* as the outputs of subgraphs say (node_types.c) */
    OL_OUTPUT_AGREED,             /* the steps that follow are to say the same */
    OL_OUTPUT_ALWAYS,             /* type */
    OL_OUTPUT_ATTRIBUTE,          /* an int that is a number of TensorProto.DataType */
    OL_OUTPUT_ATTRIBUTE_OR_ZERO,  /* the same, where 0 counts as none */
    OL_OUTPUT_ATTRIBUTE_NAME,     /* a string that is a name of it, in any letters */
    OL_OUTPUT_ATTRIBUTE_TENSOR,   /* of that tensor */
    OL_OUTPUT_ATTRIBUTE_SPARSE,   /* of that sparse tensor */
    OL_OUTPUT_ATTRIBUTE_SEQ,      /* a sequence of what the int says */
    OL_OUTPUT_ATTRIBUTE_OPTIONAL, /* an optional of the type */
    OL_OUTPUT_ATTRIBUTE_TEXT,     /* type, where the string is text; else the next step */
    OL_OUTPUT_IF,                 /* type, where the attribute is there */
    OL_OUTPUT_IF_FILLED,          /* type, where it is, and its list has members */
    OL_OUTPUT_INPUT,              /* of that input */
    OL_OUTPUT_INPUT_SEQ,          /* a sequence of it */
    OL_OUTPUT_INPUT_OPTIONAL,     /* an optional of it */
    OL_OUTPUT_INPUT_HELD,         /* what it holds */
    OL_OUTPUT_INPUT_OPENED,       /* what it holds, where it is an optional, else itself */
    OL_OUTPUT_INPUT_MAP_VALUE,    /* of the map's values */
    OL_OUTPUT_INPUT_SWAPPED,      /* INT64 for STRING, STRING for INT64 */
    OL_OUTPUT_HOLDS_INPUT         /* says nothing: what the type holds is of that input's type */
};

/* Rules have no more steps. */
#define OL_OUTPUT_STEPS_MAX 9

struct ol_output_step {
    const char *attribute; /* its name; NULL where none is looked at */
    const char *text;
    uint8_t attribute_size; /* of its name, in bytes */
    uint8_t kind;           /* enum ol_output_step_kind */
    uint8_t input;
    uint8_t type; /* as ol_value_type makes it */
};

/* Instead of the index of an output: the rule is for all. */
#define OL_OUTPUT_ANY UINT8_MAX

struct ol_output_type {
    const char *domain; /* the default one as "ai.onnx" */
    const char *op_type;
    uint16_t since; /* versions of the operator's schemas: the first, and the last one, or 0 */
    uint16_t until;
    uint8_t output;
    struct ol_output_step steps[OL_OUTPUT_STEPS_MAX + 1];
};

/* Every rule; those for one operator and version follow one another. NULL from the end on. */
const struct ol_output_type *ol_output_type_at(size_t i);

/* Whether the rule is for the operator of that schema. */
bool ol_output_type_fits(const struct ol_output_type *rule, const struct ol_operator *schema);

/* Inputs beyond these are not looked at by rules. */
#define OL_OUTPUT_INPUTS_MAX 4

/* An input of a node: there, and its type where that is known. */
struct ol_output_operand {
    bool is_present;
    uint8_t type;
};

struct ol_output_verdict {
    uint8_t type;
    uint8_t input_type;    /* of an input that does not agree; unknown where all do */
    uint8_t clash_type;    /* what it is held against */
    uint8_t input;         /* which one */
    const char *attribute; /* what of the node says clash_type; NULL: the type does */
};

/* What the rule says of a node, whose level was read, or is known to be plain (onnx/glance.h).
 * Costs a pass over its attributes where the rule looks at some. */
struct ol_output_verdict
ol_output_type_infer(const struct ol_output_type *rule, const struct ol_level *node,
                     const struct ol_output_operand inputs[OL_OUTPUT_INPUTS_MAX]);

/* The number that an int attribute of a node holds; fallback where the node has none of that name,
 * or takes it from a call. */
int64_t ol_output_attribute_int(const struct ol_level *node, const char *name, int64_t fallback);

#endif
