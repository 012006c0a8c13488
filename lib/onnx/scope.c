/* SPDX-License-Identifier: Apache-2.0 */
/* The stack of definitions: scopes are pushed and popped with the levels that hold them. */
#include "onnx/scope.h"

#include <assert.h>

#include "onnx/peek.h"
#include "onnx/reader.h"
#include "onnx/scope_gather.h"
#include "onnx/scope_nodes.h"

void ol_scopes_init(struct ol_scopes *scopes, struct ol_reader *reader)
{
    *scopes = (struct ol_scopes){.reader = reader};
    ol_symbols_init(&scopes->symbols);
}

void ol_scopes_set_budget(struct ol_scopes *scopes, struct ol_budget *budget)
{
    ol_symbols_set_budget(&scopes->symbols, budget);
    scopes->values.budget = budget;
    scopes->declarations.budget = budget;
    scopes->uses.budget = budget;
}

static void free_scope(struct ol_scope *scope)
{
    ol_vector_fini(&scope->arcs);
    ol_vector_fini(&scope->later);
    ol_vector_fini(&scope->outputs);
}

void ol_scopes_fini(struct ol_scopes *scopes)
{
    while (scopes->depth > 0) {
        free_scope(&scopes->scopes[--scopes->depth]);
    }
    ol_vector_fini(&scopes->uses);
    ol_vector_fini(&scopes->values);
    ol_vector_fini(&scopes->declarations);
    ol_symbols_fini(&scopes->symbols);
}

struct ol_scope *ol_scopes_top(struct ol_scopes *scopes)
{
    return scopes->depth > 0 ? &scopes->scopes[scopes->depth - 1] : NULL;
}

/* --- names --------------------------------------------------------------- */

struct ol_slice ol_scopes_name(const struct ol_scopes *scopes, const struct ol_value *value)
{
    const struct ol_symbol *symbol = ol_symbols_at(&scopes->symbols, value->symbol);
    return (struct ol_slice){symbol->name, symbol->size};
}

/* The definition in force; OL_NONE: none. */
static uint32_t current(const struct ol_scopes *scopes, struct ol_slice name)
{
    uint32_t symbol = name.size > 0 ? ol_symbols_find(&scopes->symbols, name) : OL_NONE;
    return symbol == OL_NONE ? OL_NONE : ol_symbols_at(&scopes->symbols, symbol)->value;
}

uint32_t ol_scope_find(const struct ol_scopes *scopes, const struct ol_scope *scope,
                       struct ol_slice name)
{
    uint32_t value = current(scopes, name);
    while (value != OL_NONE && value >= scope->end) {
        value = ol_scopes_value(scopes, value)->before; /* of a scope inside this one */
    }
    return value != OL_NONE && value >= scope->lowest ? value : OL_NONE;
}

bool ol_scopes_is_before(const struct ol_scopes *scopes, uint32_t index)
{
    const struct ol_value *value = ol_scopes_value(scopes, index);
    return value->definer != OL_DEFINER_NODE || value->item < scopes->scopes[value->scope].at;
}

struct ol_use ol_scopes_resolve(const struct ol_scopes *scopes, struct ol_slice name)
{
    struct ol_use use = {.tag = UINT64_MAX, .value = OL_NONE, .state = OL_USE_UNKNOWN};
    if (name.size == 0) {
        use.state = OL_USE_EMPTY;
        return use;
    }
    uint32_t floor = scopes->depth > 0 ? scopes->scopes[scopes->depth - 1].floor : OL_NONE;
    for (uint32_t value = current(scopes, name); value != OL_NONE && value >= floor;
         value = ol_scopes_value(scopes, value)->before) {
        if (ol_scopes_is_before(scopes, value)) {
            use.value = value;
            use.state = OL_USE_FOUND;
            return use;
        }
        if (use.value == OL_NONE) {
            use.value = value; /* the innermost one, should none around it be earlier */
            use.state = OL_USE_LATER;
        }
    }
    return use;
}

struct ol_span ol_use_span(const struct ol_use *use, const struct ol_level *holder)
{
    struct ol_occurrence field = ol_peek_at(holder->bytes, holder->message, use->tag, holder->end);
    return ol_occurrence_span(&field);
}

struct ol_slice ol_use_name(const struct ol_use *use, const struct ol_level *holder)
{
    if (use->state == OL_USE_EMPTY) {
        return (struct ol_slice){NULL, 0};
    }
    struct ol_occurrence field = ol_peek_at(holder->bytes, holder->message, use->tag, holder->end);
    return ol_level_bytes(holder, ol_occurrence_payload(&field));
}

/* --- scopes -------------------------------------------------------------- */

void ol_scopes_miss_uses(struct ol_scopes *scopes)
{
    for (unsigned i = 0; i < scopes->depth; i++) {
        scopes->scopes[i].misses_uses = true;
    }
}

/* Which member of a graph the level is; false where it defines nothing. */
static bool is_definer(const struct ol_level *level, enum ol_definer *definer)
{
    if (level->parent == NULL || level->parent->message->id != OL_MESSAGE_GraphProto) {
        return false;
    }
    switch (level->field->index) {
    case OL_GraphProto_input:
        *definer = OL_DEFINER_INPUT;
        return true;
    case OL_GraphProto_initializer:
        *definer = OL_DEFINER_INITIALIZER;
        return true;
    case OL_GraphProto_sparse_initializer:
        *definer = OL_DEFINER_SPARSE_INITIALIZER;
        return true;
    default:
        return false;
    }
}

uint32_t ol_scopes_definition(struct ol_scopes *scopes, const struct ol_level *level)
{
    const struct ol_scope *scope = ol_scopes_top(scopes);
    enum ol_definer definer;
    if (scope == NULL || scope->level != level->parent || !is_definer(level, &definer)) {
        return OL_NONE;
    }
    uint32_t begin = scope->begin;
    uint32_t end = scope->end;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        const struct ol_value *value = ol_scopes_value(scopes, middle);
        if (value->definer < definer || (value->definer == definer && value->item < level->index)) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    if (begin == scope->end) {
        return OL_NONE;
    }
    const struct ol_value *value = ol_scopes_value(scopes, begin);
    return value->definer == definer && value->item == level->index ? begin : OL_NONE;
}

/* The members whose names a scope is made of. A mistyped one is a definition that is not known. */
static bool is_every_list_readable(const struct ol_level *level)
{
    uint32_t graph = 1U << OL_GraphProto_node | 1U << OL_GraphProto_input |
                     1U << OL_GraphProto_initializer | 1U << OL_GraphProto_sparse_initializer;
    uint32_t function = 1U << OL_FunctionProto_node | 1U << OL_FunctionProto_input;
    bool is_graph = level->message->id == OL_MESSAGE_GraphProto;
    return level->is_complete && level->overrun.length == 0 &&
           (level->mistyped & (is_graph ? graph : function)) == 0;
}

/* Sets the scope up for what is around it: a function body and the main graph see nothing, a
 * subgraph what its node sees, the algorithm of a training step the inference graph. */
static void surround(struct ol_scopes *scopes, struct ol_scope *scope)
{
    const struct ol_level *level = scope->level;
    const struct ol_scope *outer = scopes->depth > 0 ? scope - 1 : NULL;
    bool is_algorithm =
        ol_level_is_in(level, OL_MESSAGE_TrainingInfoProto, OL_TrainingInfoProto_algorithm);
    scope->has_function = level->message->id == OL_MESSAGE_FunctionProto;
    scope->is_subgraph =
        level->parent != NULL && level->parent->message->id == OL_MESSAGE_AttributeProto;
    if (is_algorithm) {
        scope->floor = outer != NULL ? outer->begin : scope->begin;
        scope->lowest = scope->floor;
        scope->is_whole = scope->is_whole && outer != NULL && outer->is_whole;
    } else if (scope->is_subgraph) {
        bool is_outer_open = outer != NULL && outer->level != NULL && outer->at != OL_NONE;
        scope->floor = is_outer_open ? outer->floor : scope->begin;
        scope->is_whole = scope->is_whole && is_outer_open && outer->is_whole;
        scope->has_function = is_outer_open && outer->has_function;
    }
}

/* Whether something may be visited, behind a graph or function, that takes a name which only the
 * latter defines. Mostly nothing is: the graph of a model without functions. */
static bool is_followed(const struct ol_level *level)
{
    const struct ol_level *parent = level->parent;
    if (parent == NULL || parent->message->id != OL_MESSAGE_ModelProto) {
        return parent != NULL;
    }
    return ol_level_occurrences(parent, OL_ModelProto_graph) > 1 ||
           ol_level_has(parent, OL_ModelProto_functions) ||
           ol_level_has(parent, OL_ModelProto_training_info);
}

static enum ol_status enter_scope(struct ol_scopes *scopes, const struct ol_level *level)
{
    struct ol_scope *kept = ol_scopes_top(scopes);
    if (kept != NULL && kept->level == NULL && kept->tag == level->tag) {
        kept->level = level; /* gathered before, for training information that precedes it */
        return OL_OK;
    }
    assert(scopes->depth < OL_SCOPES_MAX);
    struct ol_scope *scope = &scopes->scopes[scopes->depth];
    *scope = (struct ol_scope){
        .level = level,
        .tag = level->tag,
        .begin = (uint32_t)scopes->values.count,
        .lowest = (uint32_t)scopes->values.count,
        .floor = (uint32_t)scopes->values.count,
        .declarations = scopes->declarations.count,
        .at = OL_NONE,
        .misses_uses = !level->is_complete,
        .is_whole = is_every_list_readable(level),
        .arcs.budget = scopes->values.budget,
        .later.budget = scopes->values.budget,
        .outputs.budget = scopes->values.budget,
    };
    surround(scopes, scope);
    scope->is_followed = is_followed(level);
    scopes->depth++;
    enum ol_status status = ol_scope_gather(scopes, scope);
    return status == OL_OK && scope->is_followed ? ol_symbols_will_see(&scopes->symbols) : status;
}

/* Takes the scope's definitions back, the last one first, so that those around it are in force
 * again. */
static void pop_values(struct ol_scopes *scopes, const struct ol_scope *scope)
{
    while (scopes->values.count > scope->begin) {
        const struct ol_value *value = ol_scopes_value(scopes, (uint32_t)--scopes->values.count);
        if (value->flags & OL_VALUE_REPEATED) {
            continue;
        }
        ol_symbols_at(&scopes->symbols, value->symbol)->value = value->before;
        if (scope->is_followed) {
            ol_symbols_see(&scopes->symbols, value->symbol, value->tag);
        }
    }
    scopes->declarations.count = scope->declarations;
}

static bool is_inference_graph(const struct ol_level *level)
{
    return ol_level_is_in(level, OL_MESSAGE_ModelProto, OL_ModelProto_graph);
}

static void leave_scope(struct ol_scopes *scopes, const struct ol_level *level)
{
    struct ol_scope *scope = ol_scopes_top(scopes);
    if (scope == NULL || scope->level != level) {
        return;
    }
    if (scopes->keeps_inference && scopes->depth == 1 && is_inference_graph(level)) {
        scope->level = NULL;
        return;
    }
    pop_values(scopes, scope);
    free_scope(scope);
    scopes->depth--;
}

/* Makes the inference graph known before it is visited, where training information precedes it. */
static enum ol_status keep_inference(struct ol_scopes *scopes, const struct ol_level *training)
{
    const struct ol_level *model = training->parent;
    struct ol_level graph;
    enum ol_status status;
    if (scopes->depth > 0 || model == NULL || model->message->id != OL_MESSAGE_ModelProto ||
        !ol_level_has(model, OL_ModelProto_graph)) {
        return OL_OK;
    }
    if (ol_reader_read_child(scopes->reader, model, OL_ModelProto_graph, &graph, &status)) {
        status = enter_scope(scopes, &graph);
        scopes->scopes[0].level = NULL;
    }
    return status;
}

/* What an annotation names as scale or zero point is used. */
static void use_annotation(struct ol_scopes *scopes, const struct ol_level *level)
{
    const struct ol_field *field =
        &ol_messages[OL_MESSAGE_StringStringEntryProto].fields[OL_StringStringEntryProto_value];
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, OL_TensorAnnotation_quant_parameter_tensor_names);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_span bytes = ol_occurrence_payload(&element.occurrence);
        struct ol_peek peek = ol_peek_last(level->bytes, bytes, field);
        struct ol_use use = ol_scopes_resolve(scopes, ol_peek_text(level->bytes, &peek));
        if (use.value != OL_NONE) {
            ol_scopes_value(scopes, use.value)->flags |= OL_VALUE_USED;
        }
    }
}

/* Marks what the keys of bindings name, as far as it is visible where the walk is. */
static void use_keys(struct ol_scopes *scopes, const struct ol_level *training, unsigned bindings)
{
    const struct ol_field *field =
        &ol_messages[OL_MESSAGE_StringStringEntryProto].fields[OL_StringStringEntryProto_key];
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, training, bindings);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_span bytes = ol_occurrence_payload(&element.occurrence);
        struct ol_peek peek = ol_peek_last(training->bytes, bytes, field);
        struct ol_use use = ol_scopes_resolve(scopes, ol_peek_text(training->bytes, &peek));
        if (use.value != OL_NONE) {
            ol_scopes_value(scopes, use.value)->flags |= OL_VALUE_USED;
        }
    }
}

/* What training assigns to is used: initializers of the inference graph, and, when the algorithm
 * has been entered, its own. */
static void use_bindings(struct ol_scopes *scopes, const struct ol_level *training)
{
    use_keys(scopes, training, OL_TrainingInfoProto_initialization_binding);
    use_keys(scopes, training, OL_TrainingInfoProto_update_binding);
}

static enum ol_status enter_training(struct ol_scopes *scopes, const struct ol_level *training)
{
    enum ol_status status = keep_inference(scopes, training);
    if (status == OL_OK) {
        use_bindings(scopes, training);
    }
    return status;
}

static enum ol_status enter_graph(struct ol_scopes *scopes, const struct ol_level *graph)
{
    enum ol_status status = enter_scope(scopes, graph);
    bool is_algorithm =
        ol_level_is_in(graph, OL_MESSAGE_TrainingInfoProto, OL_TrainingInfoProto_algorithm);
    if (status == OL_OK && is_algorithm && !graph->is_fragment) { /* once for each entry */
        use_bindings(scopes, graph->parent);
    }
    return status;
}

enum ol_status ol_scopes_enter(struct ol_scopes *scopes, const struct ol_level *level)
{
    if (!level->is_complete) {
        ol_scopes_miss_uses(scopes);
    }
    switch (level->message->id) {
    case OL_MESSAGE_ModelProto:
        scopes->keeps_inference = ol_level_has(level, OL_ModelProto_training_info);
        return OL_OK;
    case OL_MESSAGE_TrainingInfoProto:
        return enter_training(scopes, level);
    case OL_MESSAGE_GraphProto:
        return enter_graph(scopes, level);
    case OL_MESSAGE_FunctionProto:
        return enter_scope(scopes, level);
    case OL_MESSAGE_NodeProto:
        return ol_scope_enter_node(scopes, level);
    case OL_MESSAGE_TensorAnnotation:
        use_annotation(scopes, level);
        return OL_OK;
    default:
        return OL_OK;
    }
}

void ol_scopes_leave(struct ol_scopes *scopes, const struct ol_level *level)
{
    switch (level->message->id) {
    case OL_MESSAGE_GraphProto:
    case OL_MESSAGE_FunctionProto:
        leave_scope(scopes, level);
        break;
    case OL_MESSAGE_NodeProto:
        ol_scope_leave_node(scopes, level);
        break;
    default:
        break;
    }
}
