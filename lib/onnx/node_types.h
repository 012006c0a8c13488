/* SPDX-License-Identifier: Apache-2.0 */
/* The types of values, carried along the nodes in their order: from what inputs, initializers and
 * value_info declare to what each node makes of them by its schema, through subgraphs too. A type
 * that is not known stays unknown, and nothing is said of it. The types stand beside the
 * definitions, in struct ol_value.
 *
 * What does not fit is noted as data, for the checks of operators to tell. */
#ifndef OL_ONNX_NODE_TYPES_H
#define OL_ONNX_NODE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/status.h"
#include "base/vector.h"
#include "onnx/level.h"
#include "onnx/model.h"
#include "onnx/operators.h"
#include "onnx/output_type.h"
#include "onnx/scope.h"

enum ol_type_fault_kind {
    /* of a node */
    OL_TYPE_FAULT_SET,      /* the operand's type is none that its parameter takes */
    OL_TYPE_FAULT_CLASH,    /* its type variable stands for the type of another operand */
    OL_TYPE_FAULT_HELD,     /* the input is not of the type that the first one holds */
    OL_TYPE_FAULT_STATED,   /* the input is not of the type that an attribute says */
    OL_TYPE_FAULT_MADE,     /* the output comes out as a type that its parameter cannot have */
    OL_TYPE_FAULT_DECLARED, /* the output is declared as another type than comes out */
    OL_TYPE_FAULT_BRANCHES, /* two subgraphs give one output different types */
    /* of a subgraph */
    OL_TYPE_FAULT_INPUTS,      /* how many there are */
    OL_TYPE_FAULT_OUTPUTS,     /* how many there are */
    OL_TYPE_FAULT_INPUT_TYPE,  /* it declares another type than it is given */
    OL_TYPE_FAULT_OUTPUT_TYPE, /* its type is none that the node can take */
    OL_TYPE_FAULT_COUNT
};

/* What does not fit, in the node or subgraph that was closed last. */
struct ol_type_fault {
    uint8_t kind; /* enum ol_type_fault_kind */
    bool is_output;
    bool is_by_output;
    uint8_t type;      /* of the operand, as ol_value_type makes it */
    uint8_t wanted;    /* what the other one, or the declaration, has; unknown where none is */
    uint32_t index;    /* of the operand among the node's inputs or outputs, or the subgraph's */
    uint32_t by;       /* of the operand that wanted comes from; OL_NONE: none */
    uint32_t value;    /* the operand's definition; OL_NONE: none */
    uint32_t by_value; /* that of the other one */
    uint64_t count;    /* INPUTS, OUTPUTS: how many there are, are wanted, */
    uint64_t expected; /* and how many inputs have an initializer */
    uint64_t defaults;
    const char *attribute;                         /* STATED: which one */
    const struct ol_operator_parameter *parameter; /* the operand's; NULL: none */
    const struct ol_operator *schema;
};

/* How the subgraphs of an operator are called. */
enum ol_subgraph_signature {
    OL_SUBGRAPH_UNASKED,
    OL_SUBGRAPH_NONE, /* it has none, or nothing is known of them */
    OL_SUBGRAPH_IF,
    OL_SUBGRAPH_LOOP,
    OL_SUBGRAPH_SCAN_8,
    OL_SUBGRAPH_SCAN,
    OL_SUBGRAPH_SEQUENCE_MAP,
    OL_SUBGRAPH_FLEX_ATTENTION
};

/* The subgraphs of one operator whose outputs are kept. */
#define OL_BRANCHES_MAX 2

/* The node that is open in a scope. */
struct ol_open_node {
    uint64_t begin;                    /* where it begins; UINT64_MAX: none is open */
    const struct ol_operator *schema;  /* NULL: not known */
    const struct ol_output_type *rule; /* the first one for its outputs; NULL: none */
    uint8_t signature;                 /* enum ol_subgraph_signature */
    int64_t scan_inputs;               /* of Scan, what num_scan_inputs says; -1: not known */
    uint64_t inputs;                   /* of the node, with empty names */
    uint64_t outputs;
    size_t types_begin; /* in made of struct ol_types */
    bool has_branch[OL_BRANCHES_MAX];
    size_t branch_begin[OL_BRANCHES_MAX]; /* the types of its outputs, in made */
    size_t branch_count[OL_BRANCHES_MAX];
};

/* Schemas beyond that many are looked up each time. */
#define OL_TYPES_KNOWN_MAX 1024

struct ol_types {
    struct ol_scopes *scopes; /* borrowed */
    struct ol_model *model;
    struct ol_vector faults; /* of struct ol_type_fault: of the level that was closed last */
    struct ol_vector made; /* of uint8_t: types of the outputs of subgraphs that have closed, whose
                              nodes are open */
    struct ol_open_node nodes[OL_SCOPES_MAX]; /* by scope */
    /* by place of the schema, 0 where it was not asked for */
    uint8_t rules[OL_TYPES_KNOWN_MAX];      /* 1: none; else 2 + the place of the first rule */
    uint8_t signatures[OL_TYPES_KNOWN_MAX]; /* enum ol_subgraph_signature */
};

void ol_types_init(struct ol_types *types, struct ol_scopes *scopes, struct ol_model *model);

/* From now on what is kept of types is taken from the budget, which outlives it. */
void ol_types_set_budget(struct ol_types *types, struct ol_budget *budget);
void ol_types_fini(struct ol_types *types);

/* To be called for every level: when model and scopes have entered it, and before they leave it,
 * when its sub-messages have been visited. */
void ol_types_enter(struct ol_types *types, const struct ol_level *level);
enum ol_status ol_types_close(struct ol_types *types, const struct ol_level *level) OL_NODISCARD;

/* Instead of both for a node which was not read, holds no graph, and has that schema (NULL: none):
 * when scopes have resolved it, and before they pass it. false where it has to be read after all,
 * as something does not fit. */
bool ol_types_pass_node(struct ol_types *types, const struct ol_level *node,
                        const struct ol_operator *schema);

/* The type of a value; unknown also for the outputs of nodes that have not closed. */
uint8_t ol_types_value(const struct ol_types *types, uint32_t value);

static inline const struct ol_type_fault *ol_types_fault(const struct ol_types *types, size_t i)
{
    return (const struct ol_type_fault *)types->faults.items + i;
}

/* --- for the files of this module ---------------------------------------- */

/* Notes a fault; NULL when memory is short. */
struct ol_type_fault *ol_types_add_fault(struct ol_types *types, enum ol_type_fault_kind kind,
                                         const struct ol_open_node *node);

/* How the subgraphs of an operator are called. */
enum ol_subgraph_signature ol_subgraph_signature_of(const struct ol_operator *schema);

/* The node that holds the subgraph, which is the innermost open scope; NULL where it is none, or
 * nothing is known of how it is called. */
const struct ol_open_node *ol_subgraph_node(const struct ol_types *types,
                                            const struct ol_level *graph);

/* The type of input i of a subgraph by the inputs of its node; unknown where they do not tell.
 * *by: the input that tells, or OL_NONE. */
uint8_t ol_subgraph_input_type(const struct ol_types *types, const struct ol_level *graph,
                               uint32_t i, uint32_t *by);

/* Holds a subgraph that closes against how it is called, and keeps the types of its outputs. */
enum ol_status ol_subgraph_close(struct ol_types *types, const struct ol_level *graph) OL_NODISCARD;

/* The type of the node's output i, a value, by its subgraphs. Two that differ are noted. */
enum ol_status ol_subgraph_output_type(struct ol_types *types, const struct ol_open_node *node,
                                       const struct ol_use *uses, uint32_t value, uint32_t i,
                                       uint8_t *type) OL_NODISCARD;

#endif
