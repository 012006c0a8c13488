/* SPDX-License-Identifier: Apache-2.0 */
/* What a model offers to its nodes: operator sets (opset_import) and functions. Gathered when the
 * model opens, since both stand behind the graph in the bytes (IR.md, Operator Sets, Functions). */
#ifndef OL_ONNX_MODEL_H
#define OL_ONNX_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "base/status.h"
#include "base/vector.h"
#include "onnx/bound_operator.h"
#include "onnx/import.h"
#include "onnx/level.h"

/* An attribute that a function declares. */
struct ol_parameter {
    struct ol_slice name;
    bool has_default;
    bool is_needed; /* a node of the body, of those entered so far, hands it to an operator that
                       cannot do without; when the model closes, also through calls (check
                       function_call_attribute) */
};

/* A model-local function that has a name. */
struct ol_function {
    struct ol_slice domain; /* as ol_domain_canonical writes it */
    struct ol_slice name;
    struct ol_slice overload;
    uint64_t tag;   /* offset of the function in the model */
    uint64_t begin; /* offsets of its own bytes */
    uint64_t end;
    uint32_t item;   /* index in functions of ModelProto */
    uint32_t number; /* of those that have names, in the order of the file */
    uint32_t inputs;
    uint32_t outputs;
    uint32_t parameters; /* where its attributes begin in parameters of struct ol_model */
    uint32_t parameter_count;
    bool is_called; /* by a node that was entered so far */
    bool is_whole;  /* every byte of its members could be read */
};

/* A node in one function's body, its subgraphs included, that calls a function. Functions by their
 * place in functions of struct ol_model; of several with one identity only the first one calls. */
struct ol_call {
    uint32_t caller;
    uint32_t callee;
    uint64_t tag; /* offset of the node's op_type, or of the node where it has none */
};

/* A call that leaves attributes out for which the function has no default. */
struct ol_unset_call {
    uint64_t tag;        /* offset of the node */
    uint64_t parameters; /* bit i: attribute i of the callee */
    uint32_t callee;
};

/* A call inside a function gives the callee's attribute the value of one of the function's own;
 * both by place in parameters of struct ol_model. */
struct ol_handed {
    uint32_t from;
    uint32_t to;
};

struct ol_model {
    bool is_known;     /* there is a ModelProto around what is visited */
    bool is_whole;     /* every function could be read */
    bool misses_nodes; /* something that may hold nodes could not be read, or was not entered */
    struct ol_imports imports;
    bool is_opset_implied; /* version 1 of the default operator set binds without an import: below
                              IR version 3 there were none */
    struct ol_vector functions;         /* of struct ol_function, by identity, then place */
    struct ol_symbols function_domains; /* the domains of functions */
    struct ol_vector parameters;        /* of struct ol_parameter, of one function by name */
    struct ol_vector calls;             /* of struct ol_call, of the functions entered so far */

    struct ol_vector
        unset_calls;         /* of struct ol_unset_call; kept by check function_call_attribute */
    struct ol_vector handed; /* of struct ol_handed; kept by the same */

    /* of the function that is open */
    uint32_t function;   /* place in functions; OL_NONE: none is open */
    bool is_in_function; /* also where the function is no member of a model */
    struct ol_imports function_imports;

    /* of the node that was entered last */
    uint64_t node;                      /* where it begins; UINT64_MAX: there was none */
    struct ol_import *import;           /* that binds its domain; NULL: none */
    const struct ol_imports *import_of; /* where that was looked for */
    uint32_t callee;                    /* place in functions; OL_NONE: it calls none */
    bool is_node_known;                 /* its domain, op_type and overload could be read */
    bool is_first_missing; /* it is the first one here of a domain that is not imported */
    bool is_first_bound;   /* it is the first one that import binds */

    /* what ol_model_bound and ol_model_declared were asked last */
    const struct ol_bound_operator *bound;
    uint64_t bound_node;              /* where that node begins; UINT64_MAX: there was none */
    struct ol_bound_operator unbound; /* of a node whose operator set is not known */
    const struct ol_operator_attribute *declared;
    bool is_declarable;          /* its node has a schema, which may declare it */
    uint64_t declared_attribute; /* where that attribute begins; UINT64_MAX: there was none */
    struct ol_bound_operators bound_operators;
};

void ol_model_init(struct ol_model *model);

/* From now on what is kept of the model is taken from the budget, which outlives it. */
void ol_model_set_budget(struct ol_model *model, struct ol_budget *budget);
void ol_model_fini(struct ol_model *model);

/* To be called for every level, when it was read and before its sub-messages are; and after them.
 * Only models, functions, nodes and references to attributes cost something. */
enum ol_status ol_model_enter(struct ol_model *model, const struct ol_level *level) OL_NODISCARD;
void ol_model_leave(struct ol_model *model, const struct ol_level *level);

/* Whether it may be left out for a node, as nothing would come of it: the node is in no function,
 * there is none to call, and another node of the same import has been entered. *schema: that of its
 * operator, or NULL. */
bool ol_model_may_pass(struct ol_model *model, const struct ol_operator_name *name,
                       const struct ol_operator **schema);

/* Instead of that where nothing is wanted but ol_model_bound and ol_model_declared: reads the
 * imports of a model or function that opens. */
enum ol_status ol_model_enter_imports(struct ol_model *model,
                                      const struct ol_level *level) OL_NODISCARD;

static inline struct ol_function *ol_model_function(const struct ol_model *model, uint32_t place)
{
    return (struct ol_function *)model->functions.items + place;
}

/* The place of the first function with that identity; OL_NONE where there is none. */
uint32_t ol_model_find(const struct ol_model *model, struct ol_slice domain, struct ol_slice name,
                       struct ol_slice overload);

/* The place of the first function with that domain and name, whatever its overload; OL_NONE where
 * there is none. The others follow it. */
uint32_t ol_model_find_name(const struct ol_model *model, struct ol_slice domain,
                            struct ol_slice name);

/* The place of the function that a node calls, as callee, also when nodes inside it were entered
 * since. */
uint32_t ol_model_callee(const struct ol_model *model, const struct ol_level *node);

/* What ol_model_bound and ol_model_declared answer, brought up to another node or attribute. */
void ol_model_bind(struct ol_model *model, const struct ol_level *node);
void ol_model_declare(struct ol_model *model, const struct ol_level *attribute);

/* The schema that a node has, also when nodes inside it were entered since. It is looked for when
 * somebody asks, and once for all who do. */
static inline const struct ol_bound_operator *ol_model_bound(struct ol_model *model,
                                                             const struct ol_level *node)
{
    if (model->bound_node != node->begin) {
        ol_model_bind(model, node);
    }
    return model->bound;
}

/* What the schema of its node declares of an attribute; NULL where it declares none of that name,
 * there is no schema, or the attribute is no node's. */
static inline const struct ol_operator_attribute *
ol_model_declared(struct ol_model *model, const struct ol_level *attribute)
{
    if (model->declared_attribute != attribute->begin) {
        ol_model_declare(model, attribute);
    }
    return model->declared;
}

/* The attribute of that name that a function declares; NULL where it declares none. */
struct ol_parameter *ol_model_parameter(const struct ol_model *model,
                                        const struct ol_function *function, struct ol_slice name);

/* The imports in force at the place that is being visited: of the function, else of the model;
 * NULL where there is neither. */
struct ol_imports *ol_model_imports(struct ol_model *model);

#endif
