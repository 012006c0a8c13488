/* SPDX-License-Identifier: Apache-2.0 */
/* Types of values from their declarations and from the nodes that make them. */
#include "onnx/node_types.h"

#include <string.h>

#include "onnx/bound_operator.h"
#include "onnx/peek.h"
#include "onnx/value_type.h"

/* Type variables of one schema: no schema has as many. */
#define VARIABLES_MAX 32

void ol_types_init(struct ol_types *types, struct ol_scopes *scopes, struct ol_model *model)
{
    *types = (struct ol_types){.scopes = scopes, .model = model};
}

void ol_types_set_budget(struct ol_types *types, struct ol_budget *budget)
{
    types->faults.budget = budget;
    types->made.budget = budget;
}

void ol_types_fini(struct ol_types *types)
{
    ol_vector_fini(&types->faults);
    ol_vector_fini(&types->made);
}

struct ol_type_fault *ol_types_add_fault(struct ol_types *types, enum ol_type_fault_kind kind,
                                         const struct ol_open_node *node)
{
    struct ol_type_fault *fault = ol_vector_add(&types->faults, sizeof *fault);
    if (fault != NULL) {
        *fault = (struct ol_type_fault){
            .kind = (uint8_t)kind,
            .by = OL_NONE,
            .value = OL_NONE,
            .by_value = OL_NONE,
            .schema = node->schema,
        };
    }
    return fault;
}

/* --- declarations -------------------------------------------------------- */

/* The bytes of an item of a graph or function. */
static struct ol_span item_at(const struct ol_level *holder, uint64_t tag)
{
    struct ol_occurrence item = ol_peek_at(holder->bytes, holder->message, tag, holder->end);
    return ol_span_between(item.value, item.end);
}

static uint8_t initializer_type(const struct ol_level *graph, const struct ol_value *value)
{
    struct ol_span item = item_at(graph, value->tag);
    return value->definer == OL_DEFINER_SPARSE_INITIALIZER
               ? ol_value_type_from_sparse(graph->bytes, item)
               : ol_value_type_from_tensor(graph->bytes, item);
}

/* What value_info or output says of a value. */
static uint8_t declared_type(const struct ol_scopes *scopes, const struct ol_value *value)
{
    const struct ol_level *holder = scopes->scopes[value->scope].level;
    const struct ol_declaration *declaration = ol_scopes_declaration(scopes, value);
    return declaration != NULL && holder != NULL
               ? ol_value_type_from_info(holder->bytes, item_at(holder, declaration->tag))
               : OL_VALUE_TYPE_UNKNOWN;
}

/* What is said of an input: by itself, by its default, by value_info (of a function the only
 * one). */
static uint8_t input_type(const struct ol_scopes *scopes, const struct ol_value *value)
{
    const struct ol_level *holder = scopes->scopes[value->scope].level;
    uint8_t type = OL_VALUE_TYPE_UNKNOWN;
    if (holder->message->id == OL_MESSAGE_GraphProto) {
        type = ol_value_type_from_info(holder->bytes, item_at(holder, value->tag));
        if (type == OL_VALUE_TYPE_UNKNOWN && (value->flags & OL_VALUE_INITIALIZER) != 0) {
            type = initializer_type(holder, ol_scopes_value(scopes, value->output));
        }
    }
    return type != OL_VALUE_TYPE_UNKNOWN ? type : declared_type(scopes, value);
}

uint8_t ol_types_value(const struct ol_types *types, uint32_t index)
{
    struct ol_value *value = ol_scopes_value(types->scopes, index);
    const struct ol_level *holder = types->scopes->scopes[value->scope].level;
    bool is_read = (value->flags & OL_VALUE_TYPED) != 0;
    bool is_initializer =
        value->definer == OL_DEFINER_INITIALIZER || value->definer == OL_DEFINER_SPARSE_INITIALIZER;
    if (!is_read && is_initializer && holder != NULL) {
        value->type = initializer_type(holder, value);
        value->flags |= OL_VALUE_TYPED;
    }
    return value->type;
}

/* The inputs of a scope have their types when it opens: those of a subgraph that declare none have
 * what the node hands over. */
static void enter_scope(struct ol_types *types, const struct ol_level *level)
{
    struct ol_scope *scope = ol_scopes_top(types->scopes);
    if (scope == NULL || scope->level != level) {
        return;
    }
    types->nodes[types->scopes->depth - 1].begin = UINT64_MAX;
    for (uint32_t i = scope->begin; i < scope->end; i++) {
        struct ol_value *value = ol_scopes_value(types->scopes, i);
        uint32_t by;
        if (value->definer != OL_DEFINER_INPUT) {
            break;
        }
        value->type = input_type(types->scopes, value);
        value->flags |= OL_VALUE_TYPED;
        if (value->type == OL_VALUE_TYPE_UNKNOWN) {
            value->type = ol_subgraph_input_type(types, level, value->item, &by);
        }
    }
}

/* --- nodes --------------------------------------------------------------- */

static const struct ol_output_type *find_rule(const struct ol_operator *schema)
{
    const struct ol_output_type *rule;
    size_t i = 0;
    do {
        rule = ol_output_type_at(i++);
    } while (rule != NULL && !ol_output_type_fits(rule, schema));
    return rule;
}

/* What is known of an operator, looked for once. */
static void know_operator(struct ol_types *types, struct ol_open_node *node)
{
    size_t place = (size_t)(node->schema - ol_operator_at(0));
    if (place >= OL_TYPES_KNOWN_MAX) {
        node->rule = find_rule(node->schema);
        node->signature = (uint8_t)ol_subgraph_signature_of(node->schema);
        return;
    }
    if (types->signatures[place] == OL_SUBGRAPH_UNASKED) {
        const struct ol_output_type *rule = find_rule(node->schema);
        types->signatures[place] = (uint8_t)ol_subgraph_signature_of(node->schema);
        types->rules[place] = rule != NULL ? (uint8_t)(2 + (rule - ol_output_type_at(0))) : 1;
    }
    node->signature = types->signatures[place];
    node->rule =
        types->rules[place] > 1 ? ol_output_type_at((size_t)types->rules[place] - 2) : NULL;
}

/* Makes a node the one that is open in its scope. */
static struct ol_open_node *open_node(struct ol_types *types, const struct ol_level *level,
                                      const struct ol_operator *schema)
{
    struct ol_open_node *node = &types->nodes[types->scopes->depth - 1];
    node->begin = level->begin;
    node->schema = schema;
    node->signature = OL_SUBGRAPH_NONE;
    node->types_begin = types->made.count;
    if (schema != NULL) {
        know_operator(types, node);
    }
    return node;
}

static void enter_node(struct ol_types *types, const struct ol_level *level)
{
    const struct ol_scope *scope = ol_scopes_top(types->scopes);
    if (scope == NULL || scope->level != level->parent) {
        return;
    }
    const struct ol_operator *schema =
        level->is_complete ? ol_bound_operator_schema(ol_model_bound(types->model, level)) : NULL;
    struct ol_open_node *node = open_node(types, level, schema);
    if (schema == NULL) {
        return; /* nobody asks for the rest */
    }
    node->scan_inputs = -1;
    node->inputs = ol_level_elements(level, OL_NodeProto_input);
    node->outputs = ol_level_elements(level, OL_NodeProto_output);
    memset(node->has_branch, 0, sizeof node->has_branch);
    if (node->signature == OL_SUBGRAPH_SCAN_8 || node->signature == OL_SUBGRAPH_SCAN) {
        node->scan_inputs = ol_output_attribute_int(level, "num_scan_inputs", -1);
    }
}

void ol_types_enter(struct ol_types *types, const struct ol_level *level)
{
    switch (level->message->id) {
    case OL_MESSAGE_GraphProto:
    case OL_MESSAGE_FunctionProto:
        enter_scope(types, level);
        break;
    case OL_MESSAGE_NodeProto:
        enter_node(types, level);
        break;
    default:
        break;
    }
}

/* A node that closes. */
struct closing {
    struct ol_types *types;
    const struct ol_level *level;
    const struct ol_open_node *node;
    const struct ol_use *uses;
    size_t use_count;
    uint32_t unsure;              /* bit i: operands disagree about variable i, or it was told */
    uint8_t bound[VARIABLES_MAX]; /* what the variables stand for */
    bool is_by_output[VARIABLES_MAX];
    uint32_t by_value[VARIABLES_MAX]; /* its definition */
    uint32_t by[VARIABLES_MAX];       /* the operand that says so */
    enum ol_status status;
};

/* An operand whose type is known. */
struct operand {
    const struct ol_operator_parameter *parameter;
    uint32_t index;
    uint32_t value;
    uint8_t type;
    bool is_output;
};

static void fail(struct closing *closing, enum ol_status status)
{
    closing->status = closing->status == OL_OK ? status : closing->status;
}

static struct ol_type_fault *tell(struct closing *closing, enum ol_type_fault_kind kind,
                                  const struct operand *operand, uint8_t wanted)
{
    struct ol_type_fault *fault = ol_types_add_fault(closing->types, kind, closing->node);
    if (fault == NULL) {
        fail(closing, OL_ERR_NOMEM);
        return NULL;
    }
    fault->is_output = operand->is_output;
    fault->index = operand->index;
    fault->value = operand->value;
    fault->type = operand->type;
    fault->parameter = operand->parameter;
    fault->wanted = wanted;
    return fault;
}

/* The variable of a parameter that stands for one type; -1: none. */
static int variable_of(const struct ol_operator_parameter *parameter)
{
    bool is_one = parameter->option != OL_OPERATOR_MIXED && parameter->variable < VARIABLES_MAX;
    return is_one ? parameter->variable : -1;
}

static uint32_t input_value(const struct closing *closing, uint32_t index)
{
    return index < closing->use_count ? closing->uses[index].value : OL_NONE;
}

/* Holds the type of an operand against what its variable stands for, which it may be the first to
 * say. */
static void bind(struct closing *closing, const struct operand *operand)
{
    int variable = variable_of(operand->parameter);
    if (variable < 0 || (closing->unsure >> variable & 1) != 0) {
        return;
    }
    uint8_t bound = closing->bound[variable];
    if (bound == OL_VALUE_TYPE_UNKNOWN) {
        closing->bound[variable] = operand->type;
        closing->by[variable] = operand->index;
        closing->by_value[variable] = operand->value;
        closing->is_by_output[variable] = operand->is_output;
    } else if (bound != operand->type) {
        struct ol_type_fault *fault = tell(closing, OL_TYPE_FAULT_CLASH, operand, bound);
        if (fault != NULL) {
            fault->by = closing->by[variable];
            fault->is_by_output = closing->is_by_output[variable];
            fault->by_value = closing->by_value[variable];
        }
        closing->unsure |= UINT32_C(1) << variable;
    }
}

/* Whether the parameter takes the type. Where it does not, that is told, and its variable is for
 * others to say. */
static bool is_taken(struct closing *closing, const struct operand *operand)
{
    if (ol_value_type_is_in(operand->type, ol_operator_type_set(operand->parameter->set))) {
        return true;
    }
    (void)tell(closing, OL_TYPE_FAULT_SET, operand, OL_VALUE_TYPE_UNKNOWN);
    int variable = variable_of(operand->parameter);
    if (variable >= 0) {
        closing->unsure |= UINT32_C(1) << variable;
    }
    return false;
}

/* Whether a fault of the operand's variable was told for the node: the others that bear it would
 * only say it again. */
static bool is_told(const struct closing *closing, const struct operand *operand)
{
    int variable = variable_of(operand->parameter);
    return variable >= 0 && (closing->unsure >> variable & 1) != 0;
}

static void take_inputs(struct closing *closing)
{
    for (size_t i = 0; i < closing->use_count; i++) {
        const struct ol_use *use = &closing->uses[i];
        struct operand operand = {
            .parameter = ol_operator_input(closing->node->schema, i),
            .index = (uint32_t)i,
            .value = use->value,
            .type = use->state == OL_USE_FOUND ? ol_types_value(closing->types, use->value)
                                               : OL_VALUE_TYPE_UNKNOWN,
        };
        if (operand.type != OL_VALUE_TYPE_UNKNOWN && operand.parameter != NULL &&
            !is_told(closing, &operand) && is_taken(closing, &operand)) {
            bind(closing, &operand);
        }
    }
}

/* --- outputs ------------------------------------------------------------- */

/* What the rule says, where there is one for the output. */
static const struct ol_output_type *rule_for(const struct ol_open_node *node, uint32_t output)
{
    const struct ol_output_type *rule = node->rule;
    const struct ol_output_type *end = rule;
    while (end != NULL && ol_output_type_fits(end, node->schema)) {
        if (end->output == OL_OUTPUT_ANY || end->output == output) {
            return end;
        }
        size_t next = (size_t)(end - ol_output_type_at(0)) + 1;
        end = ol_output_type_at(next);
    }
    return NULL;
}

/* An input that the rule finds at odds with what the node or another input says. */
static void tell_verdict(struct closing *closing, const struct ol_output_verdict *verdict)
{
    if (verdict->input_type == OL_VALUE_TYPE_UNKNOWN || closing->types->faults.count > 0) {
        return;
    }
    struct operand operand = {
        .parameter = ol_operator_input(closing->node->schema, verdict->input),
        .index = verdict->input,
        .value = input_value(closing, verdict->input),
        .type = verdict->input_type,
    };
    struct ol_type_fault *fault =
        tell(closing, verdict->attribute != NULL ? OL_TYPE_FAULT_STATED : OL_TYPE_FAULT_HELD,
             &operand, verdict->clash_type);
    if (fault != NULL) {
        fault->attribute = verdict->attribute;
        fault->by = verdict->attribute != NULL ? OL_NONE : 0;
        fault->by_value = verdict->attribute != NULL ? OL_NONE : input_value(closing, 0);
    }
}

static uint8_t type_by_rule(struct closing *closing, const struct ol_output_type *rule,
                            const struct operand *output)
{
    struct ol_output_operand inputs[OL_OUTPUT_INPUTS_MAX] = {{.is_present = false}};
    uint8_t type = OL_VALUE_TYPE_UNKNOWN;
    if (rule->steps[0].kind == OL_OUTPUT_SUBGRAPH) {
        fail(closing, ol_subgraph_output_type(closing->types, closing->node, closing->uses,
                                              output->value, output->index, &type));
        return type;
    }
    for (size_t i = 0; i < OL_OUTPUT_INPUTS_MAX && i < closing->use_count; i++) {
        const struct ol_use *use = &closing->uses[i];
        inputs[i].is_present = use->state != OL_USE_EMPTY;
        inputs[i].type = use->state == OL_USE_FOUND ? ol_types_value(closing->types, use->value)
                                                    : OL_VALUE_TYPE_UNKNOWN;
    }
    struct ol_output_verdict verdict = ol_output_type_infer(rule, closing->level, inputs);
    tell_verdict(closing, &verdict);
    return verdict.type;
}

/* The type that comes out by the schema and the rules; unknown where they do not say. */
static uint8_t made_type(struct closing *closing, const struct operand *output)
{
    const struct ol_operator_parameter *parameter = output->parameter;
    const struct ol_output_type *rule = rule_for(closing->node, output->index);
    if (rule != NULL) {
        return type_by_rule(closing, rule, output);
    }
    if (parameter == NULL) {
        return OL_VALUE_TYPE_UNKNOWN;
    }
    int variable = variable_of(parameter);
    if (variable >= 0 && (closing->unsure >> variable & 1) != 0) {
        return OL_VALUE_TYPE_UNKNOWN;
    }
    if (variable >= 0 && closing->bound[variable] != OL_VALUE_TYPE_UNKNOWN) {
        return closing->bound[variable];
    }
    return ol_value_type_only(ol_operator_type_set(parameter->set));
}

/* Holds the type that the schema and the rules make against the parameter's. false where it does
 * not fit; that is told unless it may come from what was told of the node before. */
static bool is_made_well(struct closing *closing, const struct operand *operand)
{
    const struct ol_type_set *set = ol_operator_type_set(operand->parameter->set);
    bool is_well =
        operand->type == OL_VALUE_TYPE_UNKNOWN || ol_value_type_is_in(operand->type, set);
    if (!is_well && closing->types->faults.count == 0) {
        (void)tell(closing, OL_TYPE_FAULT_MADE, operand, OL_VALUE_TYPE_UNKNOWN);
    }
    return is_well;
}

/* Gives an output its type: the declared one, where there is one. */
static void give(struct closing *closing, uint32_t index)
{
    struct ol_value *value = ol_scopes_value(closing->types->scopes, index);
    uint8_t declared = declared_type(closing->types->scopes, value);
    struct operand operand = {.index = value->output, .value = index, .is_output = true};
    size_t faults = closing->types->faults.count;
    operand.parameter = ol_operator_output(closing->node->schema, value->output);
    operand.type = made_type(closing, &operand);
    uint8_t made = operand.type;
    value->type = declared != OL_VALUE_TYPE_UNKNOWN ? declared : made;
    value->flags |= OL_VALUE_TYPED;
    if (operand.parameter == NULL || faults < closing->types->faults.count ||
        !is_made_well(closing, &operand)) {
        return;
    }
    if (declared != OL_VALUE_TYPE_UNKNOWN && made != OL_VALUE_TYPE_UNKNOWN && declared != made) {
        (void)tell(closing, OL_TYPE_FAULT_DECLARED, &operand, declared);
        return;
    }
    int variable = variable_of(operand.parameter);
    bool is_unsure = variable >= 0 && (closing->unsure >> variable & 1) != 0;
    operand.type = value->type;
    if (operand.type != OL_VALUE_TYPE_UNKNOWN && !is_unsure && is_taken(closing, &operand)) {
        bind(closing, &operand);
    }
}

/* The outputs of a node without a schema have the types that they are declared with. */
static void give_declared(const struct ol_types *types, const struct ol_level *node)
{
    uint32_t count;
    uint32_t first = ol_scopes_made(types->scopes, node, &count);
    for (uint32_t i = 0; i < count; i++) {
        struct ol_value *value = ol_scopes_value(types->scopes, first + i);
        value->type = declared_type(types->scopes, value);
        value->flags |= OL_VALUE_TYPED;
    }
}

static enum ol_status close_known(struct ol_types *types, const struct ol_level *level,
                                  const struct ol_open_node *node)
{
    struct closing closing = {.types = types, .level = level, .node = node};
    uint32_t count;
    uint32_t first = ol_scopes_made(types->scopes, level, &count);
    closing.uses = ol_scopes_uses(types->scopes, level, &closing.use_count);
    take_inputs(&closing);
    for (uint32_t i = 0; i < count; i++) {
        give(&closing, first + i);
    }
    return closing.status;
}

bool ol_types_pass_node(struct ol_types *types, const struct ol_level *node,
                        const struct ol_operator *schema)
{
    if (schema == NULL) {
        give_declared(types, node);
        return true;
    }
    struct ol_open_node *open = open_node(types, node, schema);
    types->faults.count = 0;
    bool is_passed = open->signature == OL_SUBGRAPH_NONE &&
                     close_known(types, node, open) == OL_OK && types->faults.count == 0;
    open->begin = UINT64_MAX;
    return is_passed;
}

static enum ol_status close_node(struct ol_types *types, const struct ol_level *level)
{
    struct ol_scope *scope = ol_scopes_top(types->scopes);
    if (scope == NULL || scope->level != level->parent) {
        return OL_OK;
    }
    struct ol_open_node *node = &types->nodes[types->scopes->depth - 1];
    enum ol_status status = OL_OK;
    if (node->schema != NULL) {
        status = close_known(types, level, node);
    } else {
        give_declared(types, level);
    }
    types->made.count = node->types_begin;
    node->begin = UINT64_MAX;
    return status;
}

enum ol_status ol_types_close(struct ol_types *types, const struct ol_level *level)
{
    types->faults.count = 0;
    switch (level->message->id) {
    case OL_MESSAGE_GraphProto:
        return ol_subgraph_close(types, level);
    case OL_MESSAGE_NodeProto:
        return close_node(types, level);
    default:
        return OL_OK;
    }
}
