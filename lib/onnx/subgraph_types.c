/* SPDX-License-Identifier: Apache-2.0 */
/* How operators call their subgraphs: what If, Loop, Scan and their like hand over and take back
 * (docs/Operators.md). */
#include <string.h>

#include "onnx/node_types.h"
#include "onnx/value_type.h"

/* Of Loop: inputs of the node before those that are carried, and inputs of its body before them. */
#define LOOP_LEADING 2

static const struct {
    const char *domain;
    const char *op_type;
    uint16_t until; /* version of the schema; 0: no end */
    uint8_t signature;
} operators[] = {
    {"ai.onnx", "If", 0, OL_SUBGRAPH_IF},
    {"ai.onnx", "Loop", 0, OL_SUBGRAPH_LOOP},
    {"ai.onnx", "Scan", 8, OL_SUBGRAPH_SCAN_8},
    {"ai.onnx", "Scan", 0, OL_SUBGRAPH_SCAN},
    {"ai.onnx", "SequenceMap", 0, OL_SUBGRAPH_SEQUENCE_MAP},
    {"ai.onnx.preview", "FlexAttention", 0, OL_SUBGRAPH_FLEX_ATTENTION},
};

enum ol_subgraph_signature ol_subgraph_signature_of(const struct ol_operator *schema)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if ((operators[i].until == 0 || schema->since <= operators[i].until) &&
            strcmp(operators[i].op_type, ol_operator_text(schema->name)) == 0 &&
            strcmp(operators[i].domain, ol_operator_domain_name(schema)) == 0) {
            return (enum ol_subgraph_signature)operators[i].signature;
        }
    }
    return OL_SUBGRAPH_NONE;
}

const struct ol_open_node *ol_subgraph_node(const struct ol_types *types,
                                            const struct ol_level *graph)
{
    unsigned depth = types->scopes->depth;
    const struct ol_level *node = graph->parent != NULL ? graph->parent->parent : NULL;
    if (depth < 2 || node == NULL || node->message->id != OL_MESSAGE_NodeProto ||
        graph->field->index != OL_AttributeProto_g ||
        types->scopes->scopes[depth - 1].level != graph ||
        types->scopes->scopes[depth - 2].level != node->parent) {
        return NULL;
    }
    const struct ol_open_node *open = &types->nodes[depth - 2];
    return open->begin == node->begin && open->signature != OL_SUBGRAPH_NONE ? open : NULL;
}

/* The uses of the node that holds the subgraph: those of the scope around it. */
static const struct ol_use *outer_uses(const struct ol_types *types)
{
    const struct ol_scope *outer = &types->scopes->scopes[types->scopes->depth - 2];
    return (const struct ol_use *)types->scopes->uses.items + outer->use_begin;
}

static uint8_t use_type(const struct ol_types *types, const struct ol_use *use)
{
    return use->state == OL_USE_FOUND ? ol_types_value(types, use->value) : OL_VALUE_TYPE_UNKNOWN;
}

/* How many values a node carries from one step to the next; -1: not known. */
static int64_t carried_count(const struct ol_open_node *node)
{
    int64_t inputs = node->inputs < OL_NONE ? (int64_t)node->inputs : -1;
    /* the file's number, which may be any */
    int64_t scanned =
        node->scan_inputs >= 0 && node->scan_inputs <= inputs ? node->scan_inputs : -1;
    switch (node->signature) {
    case OL_SUBGRAPH_LOOP:
        return inputs >= LOOP_LEADING ? inputs - LOOP_LEADING : -1;
    case OL_SUBGRAPH_SCAN_8:
        return scanned >= 0 ? inputs - 1 - scanned : -1;
    case OL_SUBGRAPH_SCAN:
        return scanned >= 0 ? inputs - scanned : -1;
    default:
        return -1;
    }
}

/* The input of the node that input i of its subgraph gets; OL_NONE: none. */
static uint32_t outer_input(const struct ol_open_node *node, uint32_t i)
{
    switch (node->signature) {
    case OL_SUBGRAPH_LOOP:
        return i >= LOOP_LEADING && i < node->inputs ? i : OL_NONE;
    case OL_SUBGRAPH_SCAN_8:
        return i + 1 < node->inputs ? i + 1 : OL_NONE;
    case OL_SUBGRAPH_SCAN:
    case OL_SUBGRAPH_SEQUENCE_MAP:
        return i < node->inputs ? i : OL_NONE;
    default:
        return OL_NONE;
    }
}

uint8_t ol_subgraph_input_type(const struct ol_types *types, const struct ol_level *graph,
                               uint32_t i, uint32_t *by)
{
    const struct ol_open_node *node = ol_subgraph_node(types, graph);
    *by = OL_NONE;
    if (node == NULL) {
        return OL_VALUE_TYPE_UNKNOWN;
    }
    if (node->signature == OL_SUBGRAPH_LOOP && i < LOOP_LEADING) {
        return ol_value_type(OL_TYPE_FORM_TENSOR, i == 0 ? OL_DATA_TYPE_INT64 : OL_DATA_TYPE_BOOL);
    }
    *by = outer_input(node, i);
    if (*by == OL_NONE) {
        return OL_VALUE_TYPE_UNKNOWN;
    }
    uint8_t type = use_type(types, &outer_uses(types)[*by]);
    bool is_step =
        node->signature == OL_SUBGRAPH_SEQUENCE_MAP && (i == 0 || ol_value_type_is_seq(type));
    return is_step ? ol_value_type_held(type) : type;
}

/* --- a subgraph that closes ---------------------------------------------- */

struct subgraph {
    struct ol_types *types;
    const struct ol_level *level;
    const struct ol_scope *scope;
    const struct ol_open_node *node;
};

/* How many inputs, and outputs, the subgraph is to have; -1: any number. */
static int64_t wanted_inputs(const struct ol_open_node *node)
{
    switch (node->signature) {
    case OL_SUBGRAPH_IF:
        return 0;
    case OL_SUBGRAPH_LOOP:
    case OL_SUBGRAPH_SCAN:
    case OL_SUBGRAPH_SEQUENCE_MAP:
        return (int64_t)node->inputs;
    case OL_SUBGRAPH_SCAN_8:
        return (int64_t)node->inputs - 1;
    case OL_SUBGRAPH_FLEX_ATTENTION:
        return 1;
    default:
        return -1;
    }
}

static int64_t wanted_outputs(const struct ol_open_node *node)
{
    switch (node->signature) {
    case OL_SUBGRAPH_LOOP:
        return (int64_t)node->outputs + 1;
    case OL_SUBGRAPH_FLEX_ATTENTION:
        return 1;
    default:
        return (int64_t)node->outputs;
    }
}

static uint64_t count_defaults(const struct subgraph *subgraph)
{
    uint64_t count = 0;
    for (uint32_t i = subgraph->scope->begin; i < subgraph->scope->end; i++) {
        const struct ol_value *value = ol_scopes_value(subgraph->types->scopes, i);
        if (value->definer != OL_DEFINER_INPUT) {
            break;
        }
        count += (value->flags & OL_VALUE_INITIALIZER) != 0;
    }
    return count;
}

static enum ol_status compare_count(const struct subgraph *subgraph, enum ol_type_fault_kind kind,
                                    uint64_t count, int64_t wanted)
{
    if (wanted < 0 || count == (uint64_t)wanted) {
        return OL_OK;
    }
    struct ol_type_fault *fault = ol_types_add_fault(subgraph->types, kind, subgraph->node);
    if (fault == NULL) {
        return OL_ERR_NOMEM;
    }
    fault->count = count;
    fault->expected = (uint64_t)wanted;
    fault->defaults = kind == OL_TYPE_FAULT_INPUTS ? count_defaults(subgraph) : 0;
    return OL_OK;
}

/* An input or output of a subgraph that is not what it is to be. */
struct mismatch {
    uint32_t index;
    uint32_t value; /* its definition */
    uint32_t by;    /* the input of the node that says what it is to be; OL_NONE: none */
    uint8_t type;
    uint8_t wanted;
};

static enum ol_status tell_type(const struct subgraph *subgraph, enum ol_type_fault_kind kind,
                                const struct mismatch *mismatch)
{
    struct ol_type_fault *fault = ol_types_add_fault(subgraph->types, kind, subgraph->node);
    if (fault == NULL) {
        return OL_ERR_NOMEM;
    }
    fault->is_output = kind == OL_TYPE_FAULT_OUTPUT_TYPE;
    fault->index = mismatch->index;
    fault->value = mismatch->value;
    fault->type = mismatch->type;
    fault->wanted = mismatch->wanted;
    fault->by = mismatch->by;
    fault->by_value =
        mismatch->by != OL_NONE ? outer_uses(subgraph->types)[mismatch->by].value : OL_NONE;
    return OL_OK;
}

static enum ol_status compare_inputs(const struct subgraph *subgraph)
{
    enum ol_status status = OL_OK;
    for (uint32_t i = subgraph->scope->begin; i < subgraph->scope->end && status == OL_OK; i++) {
        const struct ol_value *value = ol_scopes_value(subgraph->types->scopes, i);
        uint32_t by;
        if (value->definer != OL_DEFINER_INPUT) {
            break;
        }
        uint8_t wanted = ol_subgraph_input_type(subgraph->types, subgraph->level, value->item, &by);
        if (value->type != OL_VALUE_TYPE_UNKNOWN && wanted != OL_VALUE_TYPE_UNKNOWN &&
            !ol_value_type_passes(value->type, wanted)) {
            status = tell_type(subgraph, OL_TYPE_FAULT_INPUT_TYPE,
                               &(struct mismatch){value->item, i, by, value->type, wanted});
        }
    }
    return status;
}

/* What output i of a subgraph is to be; unknown where anything will do. */
static uint8_t wanted_output(const struct subgraph *subgraph, uint32_t i, uint32_t *by)
{
    const struct ol_open_node *node = subgraph->node;
    int64_t carried = carried_count(node);
    *by = OL_NONE;
    if (node->signature == OL_SUBGRAPH_LOOP) {
        if (i == 0) {
            return ol_value_type(OL_TYPE_FORM_TENSOR, OL_DATA_TYPE_BOOL);
        }
        *by = i - 1 < carried ? i - 1 + LOOP_LEADING : OL_NONE;
    } else if (i < carried) {
        *by = outer_input(node, i);
    }
    return *by != OL_NONE ? use_type(subgraph->types, &outer_uses(subgraph->types)[*by])
                          : OL_VALUE_TYPE_UNKNOWN;
}

/* Whether output i is to be a tensor, of any elements: one of many that are put together. */
static bool is_stacked(const struct ol_open_node *node, uint32_t i)
{
    int64_t carried = carried_count(node);
    switch (node->signature) {
    case OL_SUBGRAPH_LOOP:
        return carried >= 0 && (int64_t)i > carried;
    case OL_SUBGRAPH_SCAN_8:
    case OL_SUBGRAPH_SCAN:
        return carried >= 0 && (int64_t)i >= carried;
    default:
        return false;
    }
}

/* Where the types of its outputs are kept. */
static size_t branch_of(const struct subgraph *subgraph)
{
    return ol_slice_is_text(ol_level_text(subgraph->level->parent, OL_AttributeProto_name),
                            "else_branch");
}

static enum ol_status compare_outputs(const struct subgraph *subgraph)
{
    struct ol_types *types = subgraph->types;
    struct ol_open_node *node = &types->nodes[types->scopes->depth - 2];
    const struct ol_use *outputs = subgraph->scope->outputs.items;
    size_t branch = branch_of(subgraph);
    enum ol_status status = OL_OK;
    node->has_branch[branch] = true;
    node->branch_begin[branch] = types->made.count;
    node->branch_count[branch] = subgraph->scope->outputs.count;
    for (size_t i = 0; i < subgraph->scope->outputs.count && status == OL_OK; i++) {
        uint32_t by;
        uint8_t *made = ol_vector_add(&types->made, sizeof *made);
        if (made == NULL) {
            return OL_ERR_NOMEM;
        }
        uint8_t type = use_type(types, &outputs[i]);
        uint8_t wanted = wanted_output(subgraph, (uint32_t)i, &by);
        *made = type;
        bool is_stack_of_others =
            is_stacked(node, (uint32_t)i) && ol_value_type_form(type) != OL_TYPE_FORM_TENSOR;
        bool is_other = wanted != OL_VALUE_TYPE_UNKNOWN && !ol_value_type_passes(type, wanted);
        if (type != OL_VALUE_TYPE_UNKNOWN && (is_stack_of_others || is_other)) {
            status = tell_type(subgraph, OL_TYPE_FAULT_OUTPUT_TYPE,
                               &(struct mismatch){(uint32_t)i, outputs[i].value, by, type, wanted});
        }
    }
    return status;
}

enum ol_status ol_subgraph_close(struct ol_types *types, const struct ol_level *graph)
{
    struct subgraph subgraph = {
        .types = types,
        .level = graph,
        .scope = ol_scopes_top(types->scopes),
        .node = ol_subgraph_node(types, graph),
    };
    if (subgraph.node == NULL || !graph->is_complete) {
        return OL_OK;
    }
    enum ol_status status = compare_count(&subgraph, OL_TYPE_FAULT_INPUTS,
                                          ol_level_occurrences(graph, OL_GraphProto_input),
                                          wanted_inputs(subgraph.node));
    status = status == OL_OK ? compare_count(&subgraph, OL_TYPE_FAULT_OUTPUTS,
                                             ol_level_occurrences(graph, OL_GraphProto_output),
                                             wanted_outputs(subgraph.node))
                             : status;
    /* counts that differ leave no way to tell which one is which */
    if (types->faults.count > 0) {
        return status;
    }
    status = status == OL_OK ? compare_inputs(&subgraph) : status;
    return status == OL_OK ? compare_outputs(&subgraph) : status;
}

/* --- the node that closes ------------------------------------------------ */

/* The type of output i of a subgraph; unknown where there is none. */
static uint8_t branch_type(const struct ol_types *types, const struct ol_open_node *node,
                           size_t branch, size_t i)
{
    const uint8_t *made = types->made.items;
    return node->has_branch[branch] && i < node->branch_count[branch]
               ? made[node->branch_begin[branch] + i]
               : OL_VALUE_TYPE_UNKNOWN;
}

/* Of If: what both branches say. */
static enum ol_status either_type(struct ol_types *types, const struct ol_open_node *node,
                                  uint32_t value, uint32_t i, uint8_t *type)
{
    uint8_t first = branch_type(types, node, 0, i);
    uint8_t second = branch_type(types, node, 1, i);
    *type = first != OL_VALUE_TYPE_UNKNOWN ? first : second;
    if (first == OL_VALUE_TYPE_UNKNOWN || second == OL_VALUE_TYPE_UNKNOWN || first == second) {
        return OL_OK;
    }
    *type = OL_VALUE_TYPE_UNKNOWN;
    struct ol_type_fault *fault = ol_types_add_fault(types, OL_TYPE_FAULT_BRANCHES, node);
    if (fault == NULL) {
        return OL_ERR_NOMEM;
    }
    fault->is_output = true;
    fault->index = i;
    fault->value = value;
    fault->type = second;
    fault->wanted = first;
    return OL_OK;
}

/* Of Loop and Scan: what is carried has the type that it began with, the rest is stacked. */
static uint8_t carried_type(const struct ol_types *types, const struct ol_open_node *node,
                            const struct ol_use *uses, uint32_t i)
{
    bool is_loop = node->signature == OL_SUBGRAPH_LOOP;
    int64_t carried = carried_count(node);
    uint8_t inner = branch_type(types, node, 0, is_loop ? (size_t)i + 1 : i);
    if (carried < 0) {
        return OL_VALUE_TYPE_UNKNOWN;
    }
    if (i >= carried) {
        return ol_value_type(OL_TYPE_FORM_TENSOR, ol_value_type_element(inner));
    }
    uint32_t from = is_loop ? i + LOOP_LEADING : outer_input(node, i);
    uint8_t initial = from != OL_NONE ? use_type(types, &uses[from]) : OL_VALUE_TYPE_UNKNOWN;
    if (initial == OL_VALUE_TYPE_UNKNOWN) {
        return inner;
    }
    return inner == OL_VALUE_TYPE_UNKNOWN || inner == initial ? initial : OL_VALUE_TYPE_UNKNOWN;
}

enum ol_status ol_subgraph_output_type(struct ol_types *types, const struct ol_open_node *node,
                                       const struct ol_use *uses, uint32_t value, uint32_t i,
                                       uint8_t *type)
{
    *type = OL_VALUE_TYPE_UNKNOWN;
    switch (node->signature) {
    case OL_SUBGRAPH_IF:
        return either_type(types, node, value, i, type);
    case OL_SUBGRAPH_LOOP:
    case OL_SUBGRAPH_SCAN_8:
    case OL_SUBGRAPH_SCAN:
        *type = carried_type(types, node, uses, i);
        break;
    case OL_SUBGRAPH_SEQUENCE_MAP:
        *type = ol_value_type_seq(branch_type(types, node, 0, i));
        break;
    default:
        break;
    }
    return OL_OK;
}
