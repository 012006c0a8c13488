/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of uses: that what nodes take and graphs return is defined (IR.md, Nodes). In which order
 * is checks/node_order.c's. */
#include "onnx/scope.h"
#include "rule/check.h"

/* --- value_use ----------------------------------------------------------- */

enum {
    PLACE_GRAPH,
    PLACE_FUNCTION
};

static const char *const words_place[] = {
    [PLACE_GRAPH] = "graph", [PLACE_FUNCTION] = "function", NULL};

static const struct ol_param params_use[] = {
    {.name = "in", .type = OL_PARAM_WORD, .is_required = true, .words = words_place},
};

static const char *const args_use[] = {"name", "nearest", NULL};
static const char *const notes_use[] = {"definition", "elsewhere", NULL};

enum {
    NOTE_DEFINITION,
    NOTE_ELSEWHERE
};

static void emit_use(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                     const struct ol_use *use, uint64_t index)
{
    struct ol_slice name = ol_use_name(use, level);
    struct ol_note note = {.note = notes_use[NOTE_ELSEWHERE]};
    bool has_note = ol_run_elsewhere_note(run, level, name, &note);
    OL_EMIT(run, rule,
            (.span = ol_use_span(use, level), .level = level,
             .field = &level->message->fields[OL_NodeProto_input], .index = index, .notes = &note,
             .note_count = has_note),
            OL_ARG_TEXT("name", name),
            OL_ARG_WORD("nearest", has_note ? "" : ol_run_nearest_value(run, name)));
}

static void run_use(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_scopes *scopes = ol_run_scopes(run);
    size_t count;
    const struct ol_use *uses = ol_scopes_uses(scopes, level, &count);
    const struct ol_scope *scope = ol_scopes_top(scopes);
    if (scope == NULL || count == 0 || !scope->is_whole) {
        return; /* an unknown name may be defined in what could not be read */
    }
    int64_t place = scope->has_function ? PLACE_FUNCTION : PLACE_GRAPH;
    if (ol_rule_integer(rule, 0, place) != place) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (uses[i].state == OL_USE_UNKNOWN && ol_run_takes(run, rule, NULL)) {
            emit_use(run, level, rule, &uses[i], i);
        }
    }
}

static struct ol_concern concern_use(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = 1U << OL_NodeProto_input};
}

static bool is_unfound(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_UNFOUND) != 0;
}

const struct ol_check ol_check_value_use = {
    .name = "value_use",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .params = params_use,
    .param_count = sizeof params_use / sizeof *params_use,
    .args = args_use,
    .notes = notes_use,
    .asks_file = true,
    .concern = concern_use,
    .may_speak = is_unfound,
    .run = run_use,
};

/* --- graph_output -------------------------------------------------------- */

enum {
    OUTPUT_FAULT
};

enum {
    OUTPUT_UNKNOWN,
    OUTPUT_IS_INITIAL
};

static const char *const words_output[] = {
    [OUTPUT_UNKNOWN] = "unknown", [OUTPUT_IS_INITIAL] = "is-initial", NULL};

static const struct ol_param params_output[] = {
    [OUTPUT_FAULT] = {.name = "fault",
                      .type = OL_PARAM_WORD,
                      .is_required = true,
                      .words = words_output},
};

static const char *const variants_output[] = {"outer", NULL};

/* The variant is for a name that is defined around the graph only. */
static void emit_output(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct ol_use *use, uint32_t definition)
{
    struct ol_slice name = ol_use_name(use, level);
    struct ol_note note = {.note = notes_use[NOTE_ELSEWHERE]};
    const char *nearest = "";
    bool has_note = true;
    if (definition != OL_NONE) {
        note = ol_run_value_note(run, definition, notes_use[NOTE_DEFINITION]);
    } else {
        has_note = ol_run_elsewhere_note(run, level, name, &note);
        nearest = has_note ? "" : ol_run_nearest_value(run, name);
    }
    bool is_outer = definition != OL_NONE && use->state == OL_USE_UNKNOWN;
    OL_EMIT(run, rule,
            (.span = ol_use_span(use, level), .level = level,
             .field = &level->message->fields[OL_ValueInfoProto_name],
             .variant = is_outer ? variants_output[0] : NULL, .notes = &note,
             .note_count = has_note),
            OL_ARG_TEXT("name", name), OL_ARG_WORD("nearest", nearest));
}

static void run_output(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = ol_scopes_top(ol_run_scopes(run));
    if (scope == NULL || scope->level != level->parent || level->index >= scope->outputs.count ||
        !ol_level_is_in(level, OL_MESSAGE_GraphProto, OL_GraphProto_output)) {
        return;
    }
    const struct ol_use *use = (const struct ol_use *)scope->outputs.items + level->index;
    if (ol_rule_integer(rule, OUTPUT_FAULT, OUTPUT_UNKNOWN) == OUTPUT_IS_INITIAL) {
        if (use->state == OL_USE_FOUND &&
            ol_scopes_value(scopes, use->value)->definer != OL_DEFINER_NODE) {
            emit_output(run, level, rule, use, use->value);
        }
    } else if (use->state == OL_USE_UNKNOWN && scope->is_whole) {
        emit_output(run, level, rule, use,
                    ol_scopes_resolve(scopes, ol_use_name(use, level)).value);
    }
}

/* What a graph's outputs name. */
const struct ol_check ol_check_graph_output = {
    .name = "graph_output",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ValueInfoProto),
    .params = params_output,
    .param_count = sizeof params_output / sizeof *params_output,
    .args = args_use,
    .variants = variants_output,
    .notes = notes_use,
    .asks_file = true,
    .run = run_output,
};
