/* SPDX-License-Identifier: Apache-2.0 */
/* Subgraphs of If, Loop, Scan and their like: how many inputs and outputs they have, and of which
 * types (docs/Operators.md). */
#include "checks/function_place.h"
#include "checks/type_names.h"
#include "onnx/node_types.h"
#include "onnx/value_type.h"
#include "rule/check.h"

/* Before it, initializers had to be inputs as well. */
#define FREE_INITIALIZERS_SINCE 4

enum {
    VARIANT_OUTPUTS,
    VARIANT_INPUT_TYPE,
    VARIANT_OUTPUT_TYPE,
    VARIANT_STACKED,
    VARIANT_BRANCHES
};

static const char *const variants_subgraph[] = {
    [VARIANT_OUTPUTS] = "outputs",         [VARIANT_INPUT_TYPE] = "input-type",
    [VARIANT_OUTPUT_TYPE] = "output-type", [VARIANT_STACKED] = "stacked",
    [VARIANT_BRANCHES] = "branches",       NULL};
static const char *const notes_subgraph[] = {"definition", "outer", NULL};
static const char *const args_subgraph[] = {"operator", "count", "wanted", "index",
                                            "type",     "given", NULL};

/* Where an input or output is: of a subgraph, or an output of its node. */
static struct ol_span place_of(struct ol_run *run, const struct ol_level *level,
                               const struct ol_type_fault *fault)
{
    const struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = ol_scopes_top(ol_run_scopes(run));
    if (fault->kind == OL_TYPE_FAULT_OUTPUT_TYPE) {
        return ol_use_span((const struct ol_use *)scope->outputs.items + fault->index,
                           scope->level);
    }
    return ol_function_member_span(level, ol_scopes_value(scopes, fault->value)->tag);
}

static void emit_count(struct ol_run *run, const struct ol_level *graph, const struct ol_rule *rule,
                       const struct ol_type_fault *fault)
{
    bool is_outputs = fault->kind == OL_TYPE_FAULT_OUTPUTS;
    bool is_spared = !is_outputs && ol_run_ir_version(run) < FREE_INITIALIZERS_SINCE &&
                     fault->count > fault->expected &&
                     fault->count - fault->expected <= fault->defaults;
    if (is_spared) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = ol_level_header(graph), .level = graph,
             .variant = is_outputs ? variants_subgraph[VARIANT_OUTPUTS] : NULL),
            OL_ARG_WORD("operator", ol_operator_text(fault->schema->name)),
            OL_ARG_U64("count", fault->count), OL_ARG_U64("wanted", fault->expected),
            OL_ARG_U64("index", 0U), OL_ARG_WORD("type", ""), OL_ARG_WORD("given", ""));
}

static void emit_type(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                      const struct ol_type_fault *fault, unsigned variant, unsigned field)
{
    struct ol_note notes[2];
    size_t count = 0;
    if (fault->value != OL_NONE && fault->kind == OL_TYPE_FAULT_OUTPUT_TYPE) {
        notes[count++] = ol_run_value_note(run, fault->value, notes_subgraph[0]);
    }
    if (fault->by_value != OL_NONE) {
        notes[count++] = ol_run_value_note(run, fault->by_value, notes_subgraph[1]);
    }
    OL_EMIT(run, rule,
            (.span = place_of(run, level, fault), .level = level,
             .field = &level->message->fields[field], .index = fault->index,
             .variant = variants_subgraph[variant], .notes = notes, .note_count = count),
            OL_ARG_WORD("operator", ol_operator_text(fault->schema->name)), OL_ARG_U64("count", 0U),
            OL_ARG_U64("wanted", 0U), OL_ARG_U64("index", fault->index),
            OL_ARG_WORD("type", ol_type_name(run, rule, fault->type)),
            OL_ARG_WORD("given", ol_type_name(run, rule, fault->wanted)));
}

static void run_subgraph(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_types *types = ol_run_types(run);
    for (size_t i = 0; i < types->faults.count; i++) {
        const struct ol_type_fault *fault = ol_types_fault(types, i);
        switch (fault->kind) {
        case OL_TYPE_FAULT_INPUTS:
        case OL_TYPE_FAULT_OUTPUTS:
            emit_count(run, level, rule, fault);
            break;
        case OL_TYPE_FAULT_INPUT_TYPE:
            emit_type(run, level, rule, fault, VARIANT_INPUT_TYPE, OL_GraphProto_input);
            break;
        case OL_TYPE_FAULT_OUTPUT_TYPE:
            emit_type(run, level, rule, fault,
                      fault->wanted != OL_VALUE_TYPE_UNKNOWN ? VARIANT_OUTPUT_TYPE
                                                             : VARIANT_STACKED,
                      OL_GraphProto_output);
            break;
        case OL_TYPE_FAULT_BRANCHES:
            emit_type(run, level, rule, fault, VARIANT_BRANCHES, OL_NodeProto_output);
            break;
        default:
            break;
        }
    }
}

static bool is_misfit(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_MISFIT) != 0;
}

const struct ol_check ol_check_operator_subgraph = {
    .name = "operator_subgraph",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_subgraph,
    .variants = variants_subgraph,
    .notes = notes_subgraph,
    .needs_types = true,
    .asks_file = true,
    .may_speak = is_misfit,
    .run = run_subgraph,
};
