/* SPDX-License-Identifier: Apache-2.0 */
/* Which functions of a model call which: in a circle, too deep, or never. All of it is known when
 * the model closes. */
#include <stddef.h>

#include "base/cycles.h"
#include "base/limits.h"
#include "checks/function_place.h"
#include "onnx/locate.h"
#include "onnx/model.h"
#include "rule/check.h"

/* Functions of a way round that the message names. */
#define SHOWN_MAX 16

/* Depth of calls at which the reference checker stops. */
#define DEPTH_MAX 100

/* The functions, numbered in the order of the file, and the calls between them. */
struct call_graph {
    struct ol_vector places; /* of uint32_t: function i in the model's order */
    struct ol_vector arcs;   /* of struct ol_arc, as the model's calls */
    struct ol_cycles cycles;
};

static const struct ol_function *function_at(const struct ol_model *model,
                                             const struct call_graph *graph, uint32_t node)
{
    return ol_model_function(model, ((const uint32_t *)graph->places.items)[node]);
}

static enum ol_status add_functions(const struct ol_model *model, struct call_graph *graph)
{
    for (size_t i = 0; i < model->functions.count; i++) {
        if (ol_vector_add(&graph->places, sizeof(uint32_t)) == NULL) {
            return OL_ERR_NOMEM;
        }
    }
    for (uint32_t i = 0; i < model->functions.count; i++) {
        ((uint32_t *)graph->places.items)[ol_model_function(model, i)->number] = i;
    }
    return OL_OK;
}

static enum ol_status add_calls(const struct ol_model *model, struct call_graph *graph)
{
    const struct ol_call *calls = model->calls.items;
    for (size_t i = 0; i < model->calls.count; i++) {
        struct ol_arc *arc = ol_vector_add(&graph->arcs, sizeof *arc);
        if (arc == NULL) {
            return OL_ERR_NOMEM;
        }
        *arc = (struct ol_arc){
            .from = ol_model_function(model, calls[i].caller)->number,
            .to = ol_model_function(model, calls[i].callee)->number,
        };
    }
    return OL_OK;
}

static enum ol_status init_graph(struct ol_run *run, struct call_graph *graph)
{
    const struct ol_model *model = ol_run_model(run);
    struct ol_budget *budget = ol_arena_budget(ol_run_arena(run));
    *graph = (struct call_graph){
        .places.budget = budget, .arcs.budget = budget, .cycles.budget = budget};
    enum ol_status status = add_functions(model, graph);
    status = status == OL_OK ? add_calls(model, graph) : status;
    if (status != OL_OK) {
        return status;
    }
    return ol_cycles_init(&graph->cycles, graph->arcs.items, graph->arcs.count,
                          graph->places.count);
}

static void fini_graph(struct call_graph *graph)
{
    ol_cycles_fini(&graph->cycles);
    ol_vector_fini(&graph->arcs);
    ol_vector_fini(&graph->places);
}

/* --- function_recursion -------------------------------------------------- */

static const char *const args_recursion[] = {"function", "way", "more", NULL};
static const char *const variants_recursion[] = {"long", NULL};
static const char *const notes_recursion[] = {"call", NULL};

/* The names of the functions on the way round, with arrows between them: back to the first one, or
 * as many as are shown. Only domains that are not that of the first one are told. */
static const char *way_text(struct ol_run *run, const struct call_graph *graph,
                            const struct ol_vector *way)
{
    const struct ol_model *model = ol_run_model(run);
    const uint32_t *steps = way->items;
    const struct ol_arc *arcs = graph->cycles.arcs;
    const struct ol_function *first = function_at(model, graph, arcs[steps[0]].from);
    struct ol_buf buf;
    ol_run_init_buf(run, &buf);
    size_t count = way->count > SHOWN_MAX ? SHOWN_MAX : way->count + 1;
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            ol_buf_add_char(&buf, ' ');
            ol_buf_add(&buf, "->");
            ol_buf_add_char(&buf, ' ');
        }
        struct ol_function shown =
            i < way->count ? *function_at(model, graph, arcs[steps[i]].from) : *first;
        if (ol_slice_is_equal(shown.domain, first->domain)) {
            shown.domain = (struct ol_slice){0};
        }
        ol_run_add_function(&buf, &shown);
    }
    const char *text = ol_run_keep_buf(run, &buf);
    ol_buf_fini(&buf);
    return text;
}

/* The place of a call, found inside its function alone. */
static struct ol_note call_note(struct ol_run *run, const struct ol_level *level,
                                const struct ol_call *call)
{
    const struct ol_function *caller = ol_model_function(ol_run_model(run), call->caller);
    struct ol_note note = ol_function_note(level, caller, notes_recursion[0]);
    struct ol_buf buf;
    ol_run_init_buf(run, &buf);
    ol_buf_addf(&buf, "%s[%llu]", note.field->name, (unsigned long long)note.index);
    note.span = ol_path_add_at(&buf, ".", level->bytes, &ol_messages[OL_MESSAGE_FunctionProto],
                               caller->begin, caller->end, call->tag);
    note.path = ol_run_keep_buf(run, &buf);
    ol_buf_fini(&buf);
    return note;
}

static void emit_recursion(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule, const struct call_graph *graph,
                           const struct ol_vector *way)
{
    const struct ol_model *model = ol_run_model(run);
    const struct ol_call *calls = model->calls.items;
    const uint32_t *steps = way->items;
    struct ol_note notes[OL_RELATED_MAX + 1];
    struct ol_level first;
    size_t count = way->count < OL_RELATED_MAX + 1 ? way->count : OL_RELATED_MAX + 1;
    for (size_t i = 0; i < count; i++) {
        notes[i] = call_note(run, level, &calls[steps[i]]);
    }
    const struct ol_function *function = ol_model_function(model, calls[steps[0]].caller);
    if (!ol_function_open(run, level, function, &first)) {
        return;
    }
    bool is_long = way->count > SHOWN_MAX;
    OL_EMIT(run, rule,
            (.span = notes[0].span, .level = &first, .path = notes[0].path,
             .variant = is_long ? variants_recursion[0] : NULL, .notes = notes + 1,
             .note_count = count - 1),
            OL_ARG_FUNCTION("function", function), OL_ARG_WORD("way", way_text(run, graph, way)),
            OL_ARG_U64("more", is_long ? way->count - SHOWN_MAX : 0));
}

static enum ol_status tell_cycles(struct ol_run *run, const struct ol_level *level,
                                  const struct ol_rule *rule, struct call_graph *graph)
{
    struct ol_vector way = {.budget = ol_arena_budget(ol_run_arena(run))};
    enum ol_status status = OL_OK;
    for (uint32_t i = 0; i < graph->cycles.component_count && status == OL_OK; i++) {
        uint32_t start = graph->cycles.lowest[i];
        status = ol_cycles_way(&graph->cycles, start, start, &way);
        if (status == OL_OK) {
            emit_recursion(run, level, rule, graph, &way);
        }
    }
    ol_vector_fini(&way);
    return status;
}

/* Functions that call each other in a circle, or one itself: once for all that hang together, with
 * a shortest way round from the first of them. */
static void run_recursion(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const struct ol_model *model = ol_run_model(run);
    struct call_graph graph;
    if (model->calls.count == 0) {
        return;
    }
    enum ol_status status = init_graph(run, &graph);
    status = status == OL_OK ? tell_cycles(run, level, rule, &graph) : status;
    fini_graph(&graph);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
}

const struct ol_check ol_check_function_recursion = {
    .name = "function_recursion",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_recursion,
    .variants = variants_recursion,
    .notes = notes_recursion,
    .asks_file = true,
    .run = run_recursion,
};

/* --- function_depth ------------------------------------------------------ */

static const char *const args_depth[] = {"depth", NULL};

/* How many functions deep calls go, and whether a function calls it. */
struct depth {
    uint32_t depth;
    bool is_called;
};

/* Those on a cycle count as none: of them that is told. */
static void measure_depths(const struct call_graph *graph, struct depth *depths)
{
    const struct ol_cycles *cycles = &graph->cycles;
    for (uint32_t i = cycles->count; i > 0; i--) {
        uint32_t node = cycles->order[i - 1];
        if (cycles->component[node] != OL_CYCLES_NONE) {
            continue;
        }
        for (uint32_t j = cycles->begins[node]; j < cycles->begins[node + 1]; j++) {
            struct depth *callee = &depths[cycles->arcs[cycles->sorted[j]].to];
            callee->is_called = true;
            if (callee->depth > depths[node].depth) {
                depths[node].depth = callee->depth;
            }
        }
        depths[node].depth++;
    }
}

static void tell_depths(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct call_graph *graph,
                        const struct depth *depths)
{
    const struct ol_model *model = ol_run_model(run);
    struct ol_level function;
    for (uint32_t i = 0; i < graph->cycles.count; i++) {
        if (depths[i].depth <= DEPTH_MAX || depths[i].is_called ||
            !ol_function_open(run, level, function_at(model, graph, i), &function)) {
            continue;
        }
        OL_EMIT(run, rule,
                (.span = ol_function_span(&function), .level = &function,
                 .field = &function.message->fields[OL_FunctionProto_name]),
                OL_ARG_U64("depth", depths[i].depth));
    }
}

static enum ol_status check_depths(struct ol_run *run, const struct ol_level *level,
                                   const struct ol_rule *rule, const struct call_graph *graph)
{
    struct ol_vector depths = {.budget = ol_arena_budget(ol_run_arena(run))};
    for (size_t i = 0; i < graph->cycles.count; i++) {
        struct depth *depth = ol_vector_add(&depths, sizeof *depth);
        if (depth == NULL) {
            ol_vector_fini(&depths);
            return OL_ERR_NOMEM;
        }
        *depth = (struct depth){0};
    }
    measure_depths(graph, depths.items);
    tell_depths(run, level, rule, graph, depths.items);
    ol_vector_fini(&depths);
    return OL_OK;
}

/* Chains of calls, told at the function that begins one. */
static void run_depth(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_model *model = ol_run_model(run);
    struct call_graph graph;
    if (model->calls.count < DEPTH_MAX) {
        return;
    }
    enum ol_status status = init_graph(run, &graph);
    status = status == OL_OK ? check_depths(run, level, rule, &graph) : status;
    fini_graph(&graph);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
}

const struct ol_check ol_check_function_depth = {
    .name = "function_depth",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_depth,
    .asks_file = true,
    .run = run_depth,
};

/* --- function_unused ----------------------------------------------------- */

static bool is_same_identity(const struct ol_function *a, const struct ol_function *b)
{
    return ol_slice_is_equal(a->name, b->name) && ol_slice_is_equal(a->domain, b->domain) &&
           ol_slice_is_equal(a->overload, b->overload);
}

/* Functions that no node calls. Of several with one identity the first is looked at. */
static void run_unused(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_model *model = ol_run_model(run);
    struct ol_level function;
    for (uint32_t i = 0; i < model->functions.count && !model->misses_nodes; i++) {
        const struct ol_function *it = ol_model_function(model, i);
        bool is_again = i > 0 && is_same_identity(it, it - 1);
        if (!it->is_called && !is_again && ol_function_open(run, level, it, &function)) {
            OL_EMIT_PLAIN(run, rule,
                          (.span = ol_function_span(&function), .level = &function,
                           .field = &function.message->fields[OL_FunctionProto_name]));
        }
    }
}

const struct ol_check ol_check_function_unused = {
    .name = "function_unused",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .asks_file = true,
    .run = run_unused,
};
