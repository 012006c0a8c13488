/* SPDX-License-Identifier: Apache-2.0 */
/* The operators of the standard, every version of each: which schema is in force at a version of
 * its domain's operator set, and what that declares. Made from operators.txt, where the notation
 * and the way to refresh it are told.
 *
 * Everything here is constant and lives as long as the program; nothing is to be freed. Names are
 * kept as places in a pool of texts, lists as places in tables, so that the tables hold no pointers
 * and starting costs nothing. */
#ifndef OL_ONNX_OPERATORS_H
#define OL_ONNX_OPERATORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

/* The forms that types of values have around their element type. A map has its key's type in the
 * form, as only two are in use. Sparse tensors count as tensors, as schemas name none. */
enum ol_type_form {
    OL_TYPE_FORM_TENSOR,
    OL_TYPE_FORM_SEQ,
    OL_TYPE_FORM_OPTIONAL,
    OL_TYPE_FORM_OPTIONAL_SEQ,
    OL_TYPE_FORM_MAP_INT64,
    OL_TYPE_FORM_MAP_STRING,
    OL_TYPE_FORM_SEQ_MAP_INT64,
    OL_TYPE_FORM_SEQ_MAP_STRING,
    OL_TYPE_FORM_COUNT
};

/* A set of types: bit n of a form is set where the type of that form with element type n (enum
 * ol_data_type) is in it. */
struct ol_type_set {
    uint32_t elements[OL_TYPE_FORM_COUNT];
};

/* A type variable, which stands for one type at all places of a node that bear it (docs/IR.md,
 * Operators). */
struct ol_operator_variable {
    uint16_t name; /* ol_operator_text */
    uint8_t set;   /* what it may stand for: ol_operator_type_set */
};

/* How often a formal input or output stands (docs/IR.md, Optional Inputs and Outputs, Variadic
 * Inputs and Outputs). */
enum ol_operator_option {
    OL_OPERATOR_SINGLE,
    OL_OPERATOR_OPTIONAL, /* may be an empty name, or left out behind all others */
    OL_OPERATOR_REPEATED, /* variadic, of one type */
    OL_OPERATOR_MIXED     /* variadic, each of a type of its own within the set */
};

/* Instead of a place in the schema's type variables: the types are written where they stand. */
#define OL_OPERATOR_NO_VARIABLE UINT8_MAX

/* A formal input or output. */
struct ol_operator_parameter {
    uint16_t name;    /* ol_operator_text */
    uint8_t set;      /* the types that it takes: ol_operator_type_set */
    uint8_t variable; /* place in the schema's variables; OL_OPERATOR_NO_VARIABLE */
    uint8_t option;   /* enum ol_operator_option */
    uint8_t least;    /* values wanted: 1 or 0, of a variadic one any number */
};

/* A declared attribute. What it is where a node lacks it is not known here. */
struct ol_operator_attribute {
    uint16_t name; /* ol_operator_text */
    uint8_t type;  /* enum ol_attribute_type_number */
    bool is_required;
};

enum ol_operator_flag {
    OL_OPERATOR_IS_DEPRECATED = 1,   /* since this very version, until it is declared anew */
    OL_OPERATOR_IS_EXPERIMENTAL = 2, /* may change within its version */
    OL_OPERATOR_IS_FUNCTION = 4,     /* the standard gives a body of simpler operators */
    OL_OPERATOR_IS_UNCHECKED = 8,    /* a node may have attributes that are not declared */
    OL_OPERATOR_HAS_REQUIRED = 16    /* one of its attributes is required */
};

/* Instead of a greatest number: there is none. */
#define OL_OPERATOR_ANY UINT8_MAX

/* What the standard says of an operator from one version of its operator set on, until the next
 * schema of the same name. */
struct ol_operator {
    uint16_t name;                                           /* ol_operator_text */
    uint16_t since;                                          /* version of the operator set */
    uint16_t inputs, outputs, attributes, variables, family; /* places in tables of operators.c */
    uint8_t input_count;                                     /* formal ones */
    uint8_t input_min;                                       /* of a node, empty names included */
    uint8_t input_max;                                       /* OL_OPERATOR_ANY */
    uint8_t output_count, output_min, output_max;
    uint8_t attribute_count;
    uint8_t variable_count;
    uint8_t flags; /* enum ol_operator_flag, added up */
    uint8_t domain;
    uint32_t output_counts; /* bit n: n outputs are allowed; 0: every number from min to max is */
};

/* What a search came to. */
enum ol_operator_verdict {
    OL_OPERATOR_FOUND,
    OL_OPERATOR_FOUND_DEPRECATED, /* found, and of no more use from that version on */
    OL_OPERATOR_LATER,            /* only later versions have it: ol_operator_first tells which */
    OL_OPERATOR_UNKNOWN,          /* no version of the domain has it */
    OL_OPERATOR_NO_VERSION,       /* the domain has no such version, as far as is known here */
    OL_OPERATOR_NO_DOMAIN         /* the domain is none of the standard's */
};

/* The schema in force: of that name in that domain, the newest whose version is at most the
 * imported one (docs/Versioning.md, Operator versioning). Both spellings of the default domain will
 * do. NULL where there is none; a deprecated one is returned. *verdict says why; it may be NULL. */
const struct ol_operator *ol_operator_find(struct ol_slice domain, struct ol_slice op_type,
                                           int64_t version, enum ol_operator_verdict *verdict);

/* The oldest schema of that name in that domain; NULL where no version has one. */
const struct ol_operator *ol_operator_first(struct ol_slice domain, struct ol_slice op_type);

/* The schema of the same operator that replaces this one; NULL after the newest. */
const struct ol_operator *ol_operator_next(const struct ol_operator *schema);

/* Whether two versions of a domain's operator set have one and the same schema for a name, or
 * neither has any. True as well where one of the versions is not known here, or the domain is none
 * of the standard's: then nothing says that they differ. */
bool ol_operator_is_same(struct ol_slice domain, struct ol_slice op_type, int64_t version_a,
                         int64_t version_b);

/* Every schema, by domain, name and version; NULL from the end on. */
const struct ol_operator *ol_operator_at(size_t i);

/* The text at a place that any name above holds. */
const char *ol_operator_text(uint16_t place);

/* Its domain, the default one as "ai.onnx". */
const char *ol_operator_domain_name(const struct ol_operator *schema);

/* The first of input_count, output_count, attribute_count (in the order of their names) and
 * variable_count. */
const struct ol_operator_parameter *ol_operator_inputs(const struct ol_operator *schema);
const struct ol_operator_parameter *ol_operator_outputs(const struct ol_operator *schema);
const struct ol_operator_attribute *ol_operator_attributes(const struct ol_operator *schema);
const struct ol_operator_variable *ol_operator_variables(const struct ol_operator *schema);

/* The formal input or output of a node's input or output i: the last one where that is variadic;
 * NULL past the end. */
const struct ol_operator_parameter *ol_operator_input(const struct ol_operator *schema, uint64_t i);
const struct ol_operator_parameter *ol_operator_output(const struct ol_operator *schema,
                                                       uint64_t i);

/* The declaration of an attribute; NULL where there is none. */
const struct ol_operator_attribute *ol_operator_find_attribute(const struct ol_operator *schema,
                                                               struct ol_slice name);

/* The formal input, or output, of that name; NULL where there is none. */
const struct ol_operator_parameter *ol_operator_find_input(const struct ol_operator *schema,
                                                           struct ol_slice name);
const struct ol_operator_parameter *ol_operator_find_output(const struct ol_operator *schema,
                                                            struct ol_slice name);

/* The set at a place that a parameter or a variable holds. */
const struct ol_type_set *ol_operator_type_set(uint8_t place);

/* Whether a type is in a set. data_type: TensorProto.DataType, any number. */
static inline bool ol_type_set_has(const struct ol_type_set *set, enum ol_type_form form,
                                   int64_t data_type)
{
    return data_type >= 0 && data_type < 32 && (set->elements[form] >> data_type & 1) != 0;
}

#endif
