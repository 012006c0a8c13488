/* SPDX-License-Identifier: Apache-2.0 */
/* Names of values: where each one is defined, what is visible where, what is used (IR.md, Graphs,
 * Nodes, Functions). One stack of definitions serves the whole file: a graph or function pushes its
 * own when it opens and pops them when it closes, so that a name is looked up in one step however
 * deep graphs nest, and memory is in proportion to the names.
 *
 * Indexes of values are borrowed until the scope that defines them closes, pointers until the next
 * scope opens. */
#ifndef OL_ONNX_SCOPE_H
#define OL_ONNX_SCOPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cycles.h"
#include "base/limits.h"
#include "base/slice.h"
#include "base/status.h"
#include "base/vector.h"
#include "onnx/bound_operator.h"
#include "onnx/level.h"
#include "onnx/symbols.h"

struct ol_reader;

enum ol_definer {
    OL_DEFINER_INPUT, /* of a graph (ValueInfoProto) or of a function (string) */
    OL_DEFINER_INITIALIZER,
    OL_DEFINER_SPARSE_INITIALIZER,
    OL_DEFINER_NODE
};

enum ol_value_flag {
    OL_VALUE_REPEATED = 1,         /* the scope defines the name earlier in the list: see before */
    OL_VALUE_USED = 2,             /* a node, an output, or an annotation names it */
    OL_VALUE_OUTPUT = 4,           /* an output of its graph or function names it */
    OL_VALUE_INITIALIZER = 8,      /* an input, with an initializer of the same name */
    OL_VALUE_DECLARED_OUTPUT = 16, /* that is an entry of output, not of value_info */
    OL_VALUE_TYPED = 32            /* type was looked for */
};

/* A definition of a value. In a scope inputs come first, then initializers, sparse ones, and
 * outputs of nodes in their order. */
struct ol_value {
    uint64_t tag; /* offset: of the input or initializer in its graph; of the name itself for a
                     node's output or a function's input */
    uint32_t symbol;
    uint32_t before; /* the definition in force before: of a scope around it, or, for a repeated
                        one, the first of this scope; OL_NONE: none */
    uint32_t item;   /* index of the input, initializer or node in its list */
    uint32_t output; /* of a node: index in output; of an input with OL_VALUE_INITIALIZER: the value
                        that its first initializer is */
    uint32_t declared; /* its entry: ol_scopes_declaration; OL_NONE: none */
    uint8_t definer;   /* enum ol_definer */
    uint8_t scope;     /* index of its scope */
    uint8_t flags;     /* enum ol_value_flag, or-ed */
    uint8_t type;      /* as ol_value_type makes it, kept by onnx/node_types; 0: unknown */
};

/* The entry of a value in value_info, else in output. */
struct ol_declaration {
    uint64_t tag;  /* its offset */
    uint32_t item; /* its index in that list */
};

/* What became of a name that a node or an output uses. */
enum ol_use_state {
    OL_USE_EMPTY, /* no name: an optional input that is left out */
    OL_USE_FOUND, /* value is its definition */
    OL_USE_LATER, /* value is its definition, by the node itself or by one behind it */
    OL_USE_UNKNOWN
};

/* Small, since an input takes two bytes of the file: ol_use_span and ol_use_name tell more. */
struct ol_use {
    uint64_t tag;     /* offset of the name's field; UINT64_MAX where the name comes from nowhere */
    uint32_t value;   /* OL_NONE unless FOUND or LATER */
    uint8_t state;    /* enum ol_use_state */
    bool is_repeated; /* an output: one before it names the same value */
};

/* Where the name is, and the name itself: of an input of that node, or of an output in that graph
 * or function. */
struct ol_span ol_use_span(const struct ol_use *use, const struct ol_level *holder);
struct ol_slice ol_use_name(const struct ol_use *use, const struct ol_level *holder);

/* A node that takes a value of the same scope which is defined later; from, the use's offset, may
 * lie in a subgraph of the node. */
struct ol_later {
    uint64_t from;
    uint32_t node; /* index */
    uint32_t value;
    uint32_t input; /* index of the node's input; OL_NONE: in a subgraph of it */
};

/* A graph or function body that is open. */
struct ol_scope {
    const struct ol_level *level; /* GraphProto or FunctionProto; NULL for an inference graph that
                                     has closed and stays visible to training */
    uint64_t tag;                 /* the level's */
    uint32_t begin;               /* its values are [begin, end) of the stack */
    uint32_t end;
    size_t declarations;    /* its declarations begin here */
    uint32_t lowest;        /* definitions from here on are of one graph with its own: begin, or for
                               an algorithm those of the inference graph too */
    uint32_t floor;         /* the lowest value that is visible in it */
    uint32_t at;            /* index of the node that is being visited; OL_NONE: behind the last */
    size_t use_begin;       /* where that node's inputs begin in uses */
    uint32_t made;          /* the values of that node begin here */
    uint32_t made_count;    /* and are so many, once it was entered */
    uint32_t distinct;      /* bit i: no two members of the level's field i, which is node,
                               value_info or output, have the same name; 0: that is not known */
    bool has_empty;         /* it may have an input or output without a name */
    bool has_unfound;       /* it takes a name that is defined nowhere */
    bool has_again;         /* a name that it defines has a definition before */
    bool has_odd_entry;     /* an entry of value_info may be about something else than a value that
                               a node makes and that is no output */
    bool misses_uses;       /* something in it could not be read, and may use a value */
    bool is_whole;          /* all definitions in it and around it are known */
    bool is_subgraph;       /* held by an attribute */
    bool has_function;      /* a function, or a graph inside one */
    bool is_followed;       /* its names may be asked for when it has closed */
    struct ol_vector arcs;  /* from a node to one that takes its output, in the order of the latter:
                               ol_scope_unpack_arcs has them */
    struct ol_arc last_arc; /* of those */
    struct ol_vector later; /* of struct ol_later */
    struct ol_vector outputs; /* of struct ol_use: its outputs, resolved in this scope alone */
};

struct ol_scopes {
    struct ol_reader *reader; /* borrowed */
    struct ol_symbols symbols;
    struct ol_vector values;       /* of struct ol_value: the stack */
    struct ol_vector declarations; /* of struct ol_declaration, of the scopes that are open */
    struct ol_scope scopes[OL_SCOPES_MAX];
    unsigned depth;        /* scopes that are open */
    struct ol_vector uses; /* of struct ol_use: the inputs of the nodes that are open, innermost
                              last */
    bool keeps_inference;  /* the model has training_info */
};

void ol_scopes_init(struct ol_scopes *scopes, struct ol_reader *reader);

/* From now on what is kept of names is taken from the budget, which outlives it. */
void ol_scopes_set_budget(struct ol_scopes *scopes, struct ol_budget *budget);
void ol_scopes_fini(struct ol_scopes *scopes);

/* To be called for every level, when it was read and before its sub-messages are; and after them.
 * Levels that neither hold nor use names cost nothing. The level outlives the pair of calls. */
enum ol_status ol_scopes_enter(struct ol_scopes *scopes, const struct ol_level *level) OL_NODISCARD;
void ol_scopes_leave(struct ol_scopes *scopes, const struct ol_level *level);

/* Instead of that for a node of the innermost scope which was not read, as nothing but its names is
 * of interest: resolves its inputs. false, with nothing done, where that is not all: a name is not
 * found, is missing, or is defined a second time, or the node is of no such scope, or is not
 * plain (onnx/glance.h). */
bool ol_scopes_resolve_unread(struct ol_scopes *scopes, const struct ol_level *node,
                              struct ol_operator_name *name);

/* Notes what was resolved, and leaves the node. */
enum ol_status ol_scopes_pass_node(struct ol_scopes *scopes,
                                   const struct ol_level *node) OL_NODISCARD;

/* The innermost open scope; NULL where there is none. */
struct ol_scope *ol_scopes_top(struct ol_scopes *scopes);

static inline struct ol_value *ol_scopes_value(const struct ol_scopes *scopes, uint32_t index)
{
    return (struct ol_value *)scopes->values.items + index;
}

struct ol_slice ol_scopes_name(const struct ol_scopes *scopes, const struct ol_value *value);

/* The definition of a name in the scope itself (the first, where it has several); OL_NONE where
 * the scope defines none. */
uint32_t ol_scope_find(const struct ol_scopes *scopes, const struct ol_scope *scope,
                       struct ol_slice name);

/* Where a value is declared; NULL: nowhere. */
static inline const struct ol_declaration *ol_scopes_declaration(const struct ol_scopes *scopes,
                                                                 const struct ol_value *value)
{
    return value->declared != OL_NONE
               ? (const struct ol_declaration *)scopes->declarations.items + value->declared
               : NULL;
}

/* Puts the arcs of a scope into arcs (of struct ol_arc, empty); false when memory is short. */
bool ol_scope_unpack_arcs(const struct ol_scope *scope, struct ol_vector *arcs);

/* What a name means at the place that is being visited, in the innermost scope and those around
 * it. */
struct ol_use ol_scopes_resolve(const struct ol_scopes *scopes, struct ol_slice name);

/* Whether a node at the place that is being visited may take the value. */
bool ol_scopes_is_before(const struct ol_scopes *scopes, uint32_t value);

/* Notes that something is passed over where the walk is: whether a value is used is not known any
 * more. */
void ol_scopes_miss_uses(struct ol_scopes *scopes);

/* The definition that a level is: an input, an initializer or a sparse initializer of the innermost
 * scope, which has a name; OL_NONE where it is none. */
uint32_t ol_scopes_definition(struct ol_scopes *scopes, const struct ol_level *level);

/* The outputs of the innermost open node that have names, in their order: values from the one
 * returned on. */
uint32_t ol_scopes_made(const struct ol_scopes *scopes, const struct ol_level *node,
                        uint32_t *count);

/* The inputs of the innermost open node, in their order, empty ones included. */
const struct ol_use *ol_scopes_uses(const struct ol_scopes *scopes, const struct ol_level *node,
                                    size_t *count);

#endif
