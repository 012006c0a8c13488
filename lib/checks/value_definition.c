/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of definitions: that a name is given to one value only, in a graph or function and in what
 * is visible around it (IR.md, Graphs: SSA; Nodes: names of inner graphs). */
#include "onnx/scope.h"
#include "rule/check.h"

enum {
    FAULT,
    PLACE
};

enum {
    FAULT_REPEATED,
    FAULT_INITIAL,
    FAULT_DEFINED,
    FAULT_SHADOWS,
    FAULT_IS_INPUT,
    FAULT_IS_NO_INPUT
};

enum {
    PLACE_MAIN,
    PLACE_SUBGRAPH,
    PLACE_ALGORITHM,
    PLACE_FUNCTION
};

static const char *const words_fault[] = {
    [FAULT_REPEATED] = "repeated",
    [FAULT_INITIAL] = "initial",
    [FAULT_DEFINED] = "defined",
    [FAULT_SHADOWS] = "shadows",
    [FAULT_IS_INPUT] = "is-input",
    [FAULT_IS_NO_INPUT] = "is-no-input",
    NULL,
};

static const char *const words_place[] = {[PLACE_MAIN] = "main",
                                          [PLACE_SUBGRAPH] = "subgraph",
                                          [PLACE_ALGORITHM] = "algorithm",
                                          [PLACE_FUNCTION] = "function",
                                          NULL};

static const struct ol_param params_definition[] = {
    [FAULT] = {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_fault},
    [PLACE] = {.name = "in", .type = OL_PARAM_WORD, .is_list = true, .words = words_place},
};

static const char *const args_definition[] = {"name", NULL};
static const char *const notes_definition[] = {"first", NULL};

static int64_t place_of(const struct ol_scope *scope)
{
    if (scope->level->message->id == OL_MESSAGE_FunctionProto) {
        return PLACE_FUNCTION;
    }
    if (ol_level_is_in(scope->level, OL_MESSAGE_TrainingInfoProto,
                       OL_TrainingInfoProto_algorithm)) {
        return PLACE_ALGORITHM;
    }
    return scope->is_subgraph ? PLACE_SUBGRAPH : PLACE_MAIN;
}

/* Whether the rule is for graphs or functions of that kind; without the parameter it is for all. */
static bool is_in_place(const struct ol_rule *rule, const struct ol_scope *scope)
{
    int64_t place = place_of(scope);
    for (size_t i = 0; i < rule->with[PLACE].count; i++) {
        if (rule->with[PLACE].items[i].integer == place) {
            return true;
        }
    }
    return rule->with[PLACE].count == 0;
}

/* A definition that is judged, and the one that the note is about. */
struct judged {
    const struct ol_scopes *scopes;
    const struct ol_scope *scope;
    const struct ol_value *value;
    uint32_t index; /* of value */
    uint32_t other;
};

/* The first definition of the name in the scope, where the value is not the first. */
static bool is_again(struct judged *judged, bool by_node)
{
    if (!(judged->value->flags & OL_VALUE_REPEATED)) {
        return false;
    }
    const struct ol_value *first = ol_scopes_value(judged->scopes, judged->value->before);
    judged->other = judged->value->before;
    return by_node == (first->definer == OL_DEFINER_NODE);
}

/* An input may have one initializer of its name: the second one is a repetition of the first. */
static bool is_repeated(struct judged *judged)
{
    if (judged->value->definer == OL_DEFINER_NODE) {
        return is_again(judged, true);
    }
    if (!is_again(judged, false) || judged->value->definer == OL_DEFINER_INPUT) {
        return judged->other != OL_NONE;
    }
    const struct ol_value *first = ol_scopes_value(judged->scopes, judged->other);
    if (first->definer != OL_DEFINER_INPUT) {
        return true;
    }
    judged->other = first->output;
    return first->scope == judged->value->scope && judged->other != judged->index;
}

/* Whether a value around the scope has the name, and can be seen from where the scope is. */
static bool is_shadowing(struct judged *judged)
{
    judged->other = judged->value->before;
    return !(judged->value->flags & OL_VALUE_REPEATED) && judged->other != OL_NONE &&
           judged->other >= judged->scope->floor &&
           ol_scopes_is_before(judged->scopes, judged->other);
}

static bool is_default_of_input(struct judged *judged)
{
    return judged->value->definer != OL_DEFINER_INPUT && is_again(judged, false) &&
           ol_scopes_value(judged->scopes, judged->other)->definer == OL_DEFINER_INPUT;
}

static bool is_at_fault(struct judged *judged, int64_t fault)
{
    bool is_whole = judged->scope->level->is_complete;
    switch (fault) {
    case FAULT_REPEATED:
        return is_repeated(judged);
    case FAULT_INITIAL:
        return is_again(judged, false);
    case FAULT_DEFINED:
        return is_again(judged, false) || is_again(judged, true);
    case FAULT_SHADOWS:
        return is_shadowing(judged);
    case FAULT_IS_INPUT:
        return is_default_of_input(judged);
    default:
        return is_whole && !is_default_of_input(judged);
    }
}

static void judge(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                  uint32_t index)
{
    struct ol_scopes *scopes = ol_run_scopes(run);
    struct judged judged = {
        .scopes = scopes,
        .scope = ol_scopes_top(scopes),
        .value = ol_scopes_value(scopes, index),
        .index = index,
        .other = OL_NONE,
    };
    if (!is_in_place(rule, judged.scope) ||
        !is_at_fault(&judged, ol_rule_integer(rule, FAULT, FAULT_REPEATED)) ||
        !ol_run_takes(run, rule, NULL)) {
        return;
    }
    struct ol_note place = ol_run_value_note(run, index, NULL);
    struct ol_note note = {.note = notes_definition[0]};
    if (judged.other != OL_NONE) {
        note = ol_run_value_note(run, judged.other, notes_definition[0]);
    }
    OL_EMIT(run, rule,
            (.span = place.span, .level = level, .at = &place, .notes = &note,
             .note_count = judged.other != OL_NONE),
            OL_ARG_TEXT("name", ol_scopes_name(scopes, judged.value)));
}

static void run_definition(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule)
{
    struct ol_scopes *scopes = ol_run_scopes(run);
    if (level->message->id != OL_MESSAGE_NodeProto) {
        uint32_t index = ol_scopes_definition(scopes, level);
        if (index != OL_NONE) {
            judge(run, level, rule, index);
        }
        return;
    }
    uint32_t count;
    uint32_t first = ol_scopes_made(scopes, level, &count);
    bool needs_other = ol_rule_integer(rule, FAULT, FAULT_REPEATED) != FAULT_IS_NO_INPUT;
    for (uint32_t i = 0; i < count; i++) {
        if (!needs_other || ol_scopes_value(scopes, first + i)->before != OL_NONE) {
            judge(run, level, rule, first + i);
        }
    }
}

/* Definitions; those by nodes mostly where the name has another one. */
static bool may_speak(const struct ol_rule *rule, const struct ol_outline *outline)
{
    if (outline->message->id == OL_MESSAGE_NodeProto) {
        return (outline->present & OL_KNOWN_AGAIN) != 0 ||
               ol_rule_integer(rule, FAULT, FAULT_REPEATED) == FAULT_IS_NO_INPUT;
    }
    return ol_outline_is_in(outline, OL_MESSAGE_GraphProto, OL_GraphProto_input) ||
           ol_outline_is_in(outline, OL_MESSAGE_GraphProto, OL_GraphProto_initializer) ||
           ol_outline_is_in(outline, OL_MESSAGE_GraphProto, OL_GraphProto_sparse_initializer);
}

/* What a graph's input or initializer, or a node's output, is named. */
const struct ol_check ol_check_value_definition = {
    .name = "value_definition",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ValueInfoProto) | OL_MESSAGE_BIT(OL_MESSAGE_TensorProto) |
               OL_MESSAGE_BIT(OL_MESSAGE_SparseTensorProto) | OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .params = params_definition,
    .param_count = sizeof params_definition / sizeof *params_definition,
    .args = args_definition,
    .notes = notes_definition,
    .asks_file = true,
    .may_speak = may_speak,
    .run = run_definition,
};
