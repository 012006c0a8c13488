/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of training information: what its bindings name (IR.md, Training Related Information;
 * onnx.proto, TrainingInfoProto). */
#include "base/nearest.h"
#include "checks/names.h"
#include "onnx/peek.h"
#include "onnx/scope.h"
#include "rule/check.h"

/* --- names of the graphs of one entry ------------------------------------ */

/* Names, sorted. */
struct names {
    struct ol_slice *items;
    size_t count;
    bool is_known; /* none is missing here because it could not be read */
};

/* What an entry of training_info offers to its bindings. */
struct training {
    struct names initial;   /* outputs of initialization; not known where there is none */
    struct names results;   /* outputs of algorithm */
    struct names variables; /* initializers of algorithm */
};

/* The name of a graph's member, at the end of the way that begins with the field; empty where there
 * is none. */
static struct ol_slice member_name(const struct ol_level *graph, struct ol_occurrence member,
                                   const struct ol_field *field, bool *is_known)
{
    const struct ol_message *tensor = &ol_messages[OL_MESSAGE_TensorProto];
    for (;;) {
        struct ol_peek peek = ol_peek_last(graph->bytes, ol_occurrence_payload(&member), field);
        *is_known = *is_known && peek.is_whole && !(member.flags & OL_OCCURRENCE_CUT);
        if (!peek.is_found || field->of == NULL) {
            return ol_peek_text(graph->bytes, &peek);
        }
        member = peek.last; /* the values of a sparse tensor bear its name */
        field = &tensor->fields[OL_TensorProto_name];
    }
}

static void add_names(struct names *names, const struct ol_level *graph, unsigned list,
                      const struct ol_field *field)
{
    struct ol_cursor cursor;
    struct ol_element element;
    names->is_known = names->is_known && (graph->mistyped >> list & 1) == 0;
    ol_cursor_init(&cursor, graph, list);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_slice name = member_name(graph, element.occurrence, field, &names->is_known);
        if (name.size > 0) {
            names->items[names->count++] = name;
        }
    }
}

/* Makes room for the names of that many members. */
static bool make_room(struct ol_run *run, struct names *names, const struct ol_level *graph,
                      uint64_t count)
{
    names->is_known = graph->is_complete && graph->overrun.length == 0;
    names->items = ol_arena_alloc_array(ol_run_arena(run), (size_t)count + 1, sizeof *names->items);
    if (names->items == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    return names->items != NULL;
}

static void gather_outputs(struct ol_run *run, struct names *names, const struct ol_level *graph)
{
    if (make_room(run, names, graph, ol_level_occurrences(graph, OL_GraphProto_output))) {
        add_names(names, graph, OL_GraphProto_output,
                  &ol_messages[OL_MESSAGE_ValueInfoProto].fields[OL_ValueInfoProto_name]);
        ol_names_sort(names->items, names->count);
    }
}

static void gather_initializers(struct ol_run *run, struct names *names,
                                const struct ol_level *graph)
{
    if (make_room(run, names, graph,
                  ol_level_occurrences(graph, OL_GraphProto_initializer) +
                      ol_level_occurrences(graph, OL_GraphProto_sparse_initializer))) {
        add_names(names, graph, OL_GraphProto_initializer,
                  &ol_messages[OL_MESSAGE_TensorProto].fields[OL_TensorProto_name]);
        add_names(names, graph, OL_GraphProto_sparse_initializer,
                  &ol_messages[OL_MESSAGE_SparseTensorProto].fields[OL_SparseTensorProto_values]);
        ol_names_sort(names->items, names->count);
    }
}

/* The names of an entry, gathered once for all of its bindings; NULL when memory is short (and the
 * run has failed). */
static const struct training *training_of(struct ol_run *run, const struct ol_level *level)
{
    void **memo = ol_run_memo(run, level);
    if (*memo != NULL) {
        return *memo;
    }
    struct training *training = ol_arena_alloc_array(ol_run_arena(run), 1, sizeof *training);
    if (training == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return NULL;
    }
    struct ol_level graph;
    *training = (struct training){0};
    if (ol_run_read_child(run, level, OL_TrainingInfoProto_initialization, &graph)) {
        gather_outputs(run, &training->initial, &graph);
    }
    if (ol_run_read_child(run, level, OL_TrainingInfoProto_algorithm, &graph)) {
        gather_outputs(run, &training->results, &graph);
        gather_initializers(run, &training->variables, &graph);
    } else {
        bool has_none = ol_level_lacks(level, OL_TrainingInfoProto_algorithm);
        training->results.is_known = has_none;
        training->variables.is_known = has_none;
    }
    *memo = training;
    return training;
}

/* --- training_binding ---------------------------------------------------- */

enum {
    BINDING_LIST,
    BINDING_PART
};

enum {
    LIST_INITIALIZATION,
    LIST_UPDATE
};

enum {
    PART_KEY,
    PART_VALUE
};

static const char *const words_list[] = {
    [LIST_INITIALIZATION] = "initialization", [LIST_UPDATE] = "update", NULL};

static const char *const words_part[] = {[PART_KEY] = "key", [PART_VALUE] = "value", NULL};

static const struct ol_param params_binding[] = {
    [BINDING_LIST] = {.name = "in",
                      .type = OL_PARAM_WORD,
                      .is_required = true,
                      .words = words_list},
    [BINDING_PART] = {.name = "part",
                      .type = OL_PARAM_WORD,
                      .is_required = true,
                      .words = words_part},
};

static const char *const args_binding[] = {"name", "nearest", NULL};
static const char *const notes_binding[] = {"definition", NULL};
static const char *const variants_binding[] = {"absent", "inference", NULL};

/* A name in a binding, and where it could be from. */
struct bound {
    struct ol_run *run;
    const struct ol_level *level; /* the binding */
    const struct ol_field *field; /* its key or value */
    struct ol_slice name;
    const struct names *names;    /* of the entry's own graph that are right */
    const struct ol_scope *model; /* the inference graph, where its values may be right as well;
                                     NULL: not known, or of no use */
    bool wants_output;            /* of the inference graph; else an initializer */
};

/* The inference graph as training sees it; NULL where it is missing, or not known as a whole. */
static const struct ol_scope *inference_scope(struct ol_run *run)
{
    const struct ol_scope *scope = ol_scopes_top(ol_run_scopes(run));
    return scope != NULL && scope->level == NULL && scope->is_whole ? scope : NULL;
}

static bool is_right(const struct bound *bound, const struct ol_value *value)
{
    if (bound->wants_output) {
        return (value->flags & OL_VALUE_OUTPUT) != 0;
    }
    return value->definer == OL_DEFINER_INITIALIZER ||
           value->definer == OL_DEFINER_SPARSE_INITIALIZER ||
           (value->flags & OL_VALUE_INITIALIZER) != 0;
}

/* The name that comes nearest, among those that would be right. What is passed over costs steps as
 * well. */
static const char *nearest_right(const struct bound *bound)
{
    struct ol_scopes *scopes = ol_run_scopes(bound->run);
    struct ol_nearest nearest;
    bool may_search = true;
    ol_nearest_init_strict(&nearest, bound->name);
    for (size_t i = 0; i < bound->names->count && may_search; i++) {
        may_search = ol_run_offer_nearest(bound->run, &nearest, bound->names->items[i]);
    }
    uint32_t end = bound->model != NULL ? bound->model->end : 0;
    for (uint32_t i = end > 0 ? bound->model->begin : 0; i < end && may_search; i++) {
        const struct ol_value *value = ol_scopes_value(scopes, i);
        struct ol_slice offered = {NULL, 0};
        if (is_right(bound, value)) {
            offered = ol_scopes_name(scopes, value);
        }
        may_search = ol_run_offer_nearest(bound->run, &nearest, offered);
    }
    return ol_run_nearest_question(bound->run, &nearest);
}

static void emit_bound(const struct bound *bound, const struct ol_rule *rule, uint32_t value,
                       const char *variant)
{
    struct ol_note note = {.note = notes_binding[0]};
    const char *nearest = "";
    bool has_note = false;
    if (value != OL_NONE) {
        note = ol_run_value_note(bound->run, value, notes_binding[0]);
        has_note = true;
    } else {
        has_note = ol_run_elsewhere_note(bound->run, bound->level, bound->name, &note);
        nearest = has_note ? "" : nearest_right(bound);
    }
    OL_EMIT(bound->run, rule,
            (.span = ol_level_span(bound->level, bound->field->index), .level = bound->level,
             .field = bound->field, .variant = variant, .notes = &note, .note_count = has_note),
            OL_ARG_TEXT("name", bound->name), OL_ARG_WORD("nearest", nearest));
}

static void emit_absent(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct ol_field *field)
{
    bool has_field = ol_level_has(level, field->index);
    OL_EMIT(run, rule,
            (.span = has_field ? ol_level_span(level, field->index) : ol_level_header(level),
             .level = level, .field = field, .variant = variants_binding[0]),
            OL_ARG_TEXT("name", ((struct ol_slice){NULL, 0})), OL_ARG_WORD("nearest", ""));
}

/* An initializer of the inference graph or of the algorithm. */
static void check_key(struct bound *bound, const struct ol_rule *rule,
                      const struct training *training)
{
    bound->names = &training->variables;
    bound->model = inference_scope(bound->run);
    if (ol_names_has(bound->names->items, bound->names->count, bound->name) ||
        !bound->names->is_known || bound->model == NULL) {
        return;
    }
    struct ol_scopes *scopes = ol_run_scopes(bound->run);
    uint32_t value = ol_scope_find(scopes, bound->model, bound->name);
    if (value == OL_NONE || !is_right(bound, ol_scopes_value(scopes, value))) {
        emit_bound(bound, rule, value, NULL);
    }
}

static void check_initial(struct bound *bound, const struct ol_rule *rule,
                          const struct training *training)
{
    bound->names = &training->initial;
    if (bound->names->is_known &&
        !ol_names_has(bound->names->items, bound->names->count, bound->name)) {
        emit_bound(bound, rule, OL_NONE, NULL);
    }
}

/* An output of the algorithm, and, by onnx.proto alone, one of the inference graph. */
static void check_result(struct bound *bound, const struct ol_rule *rule,
                         const struct training *training)
{
    const struct ol_scope *model = inference_scope(bound->run);
    bound->names = &training->results;
    bound->wants_output = true;
    if (ol_names_has(bound->names->items, bound->names->count, bound->name) ||
        !bound->names->is_known || model == NULL) {
        return;
    }
    struct ol_scopes *scopes = ol_run_scopes(bound->run);
    uint32_t value = ol_scope_find(scopes, model, bound->name);
    bool is_output = value != OL_NONE && is_right(bound, ol_scopes_value(scopes, value));
    emit_bound(bound, rule, value, is_output ? variants_binding[1] : NULL);
}

static void run_binding(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    bool is_update = ol_rule_integer(rule, BINDING_LIST, LIST_INITIALIZATION) == LIST_UPDATE;
    bool is_key = ol_rule_integer(rule, BINDING_PART, PART_KEY) == PART_KEY;
    unsigned field = is_key ? (unsigned)OL_StringStringEntryProto_key
                            : (unsigned)OL_StringStringEntryProto_value;
    if (!ol_level_is_in(level, OL_MESSAGE_TrainingInfoProto,
                        is_update ? OL_TrainingInfoProto_update_binding
                                  : OL_TrainingInfoProto_initialization_binding)) {
        return;
    }
    bool has_field = ol_level_has(level, field);
    if (!has_field ? !ol_level_lacks(level, field)
                   : level->fields[field].last.flags & OL_OCCURRENCE_CUT) {
        return;
    }
    struct bound bound = {.run = run,
                          .level = level,
                          .field = &level->message->fields[field],
                          .name = ol_level_text(level, field)};
    if (bound.name.size == 0) {
        emit_absent(run, level, rule, bound.field);
        return;
    }
    const struct training *training = training_of(run, level->parent);
    if (training != NULL) {
        (is_key ? check_key : is_update ? check_result : check_initial)(&bound, rule, training);
    }
}

/* The key or the value of a binding. */
const struct ol_check ol_check_training_binding = {
    .name = "training_binding",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_StringStringEntryProto),
    .params = params_binding,
    .param_count = sizeof params_binding / sizeof *params_binding,
    .args = args_binding,
    .variants = variants_binding,
    .notes = notes_binding,
    .asks_file = true,
    .run = run_binding,
};

/* --- training_graph ------------------------------------------------------ */

enum {
    GRAPH_NO_INITIALIZATION,
    GRAPH_IDLE
};

static const char *const words_graph[] = {
    [GRAPH_NO_INITIALIZATION] = "no-initialization", [GRAPH_IDLE] = "idle", NULL};

static const struct ol_param params_graph[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_graph},
};

/* Whether the entry has a graph that its bindings need, or at all. One with bindings is not idle:
 * it may assign outputs of the inference graph. */
static void run_graph(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    bool has_bindings = ol_level_has(level, OL_TrainingInfoProto_initialization_binding);
    bool has_updates = ol_level_has(level, OL_TrainingInfoProto_update_binding);
    if (!ol_level_lacks(level, OL_TrainingInfoProto_initialization)) {
        return;
    }
    if (ol_rule_integer(rule, 0, GRAPH_IDLE) == GRAPH_NO_INITIALIZATION) {
        if (has_bindings) {
            OL_EMIT_PLAIN(
                run, rule,
                (.span = ol_level_first_span(level, OL_TrainingInfoProto_initialization_binding),
                 .level = level,
                 .field = &level->message->fields[OL_TrainingInfoProto_initialization]));
        }
    } else if (!has_bindings && !has_updates &&
               ol_level_lacks(level, OL_TrainingInfoProto_algorithm)) {
        OL_EMIT_PLAIN(run, rule, (.span = ol_level_whole(level), .level = level));
    }
}

const struct ol_check ol_check_training_graph = {
    .name = "training_graph",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TrainingInfoProto),
    .params = params_graph,
    .param_count = 1,
    .asks_file = true,
    .run = run_graph,
};
