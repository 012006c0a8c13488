/* SPDX-License-Identifier: Apache-2.0 */
/* Check of the order of nodes in a graph or function: that what they take is defined before them,
 * and that they depend on each other without a cycle (IR.md, Graphs). Both are judged when the list
 * closes, since what lies on a cycle cannot be put in order. */
#include "base/cycles.h"
#include "onnx/peek.h"
#include "onnx/scope.h"
#include "rule/check.h"

/* Nodes of a cycle whose names are shown. */
#define SHOWN_MAX 16

/* Uses in graphs inside nodes whose paths are looked for: each takes a pass over the node. */
#define DEEP_PATHS_MAX 32

enum {
    FAULT_CYCLE,
    FAULT_ORDER
};

static const char *const words_fault[] = {[FAULT_CYCLE] = "cycle", [FAULT_ORDER] = "order", NULL};

static const struct ol_param params_order[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_fault},
};

static const char *const args_order[] = {"way", "count", "name", NULL};
static const char *const variants_order[] = {"self", NULL};

enum {
    NOTE_WAY,
    NOTE_DEFINITION
};

static const char *const notes_order[] = {
    [NOTE_WAY] = "way", [NOTE_DEFINITION] = "definition", NULL};

/* One graph or function that is closing. */
struct search {
    struct ol_run *run;
    const struct ol_rule *rule;
    const struct ol_level *level;
    const struct ol_scope *scope;
    struct ol_cycles cycles;
    struct ol_vector arcs; /* of struct ol_arc: the scope's */
    struct ol_vector tags; /* of uint64_t: where each node begins */
    struct ol_vector seen; /* of bool, by component: it was told */
    struct ol_vector way;  /* of uint32_t: indices of arcs */
    uint32_t open;         /* index of the node that is open; OL_NONE: none */
    struct ol_level node;
    unsigned deep_paths_left;
};

static void *add(struct ol_run *run, struct ol_vector *vector, size_t size)
{
    void *item = ol_vector_add(vector, size);
    if (item == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    return item;
}

static unsigned node_field(const struct ol_level *level)
{
    return level->message->id == OL_MESSAGE_FunctionProto ? (unsigned)OL_FunctionProto_node
                                                          : (unsigned)OL_GraphProto_node;
}

static bool gather_tags(struct search *search)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, search->level, node_field(search->level));
    while (ol_cursor_next(&cursor, &element)) {
        uint64_t *tag = add(search->run, &search->tags, sizeof *tag);
        if (tag == NULL) {
            return false;
        }
        *tag = element.occurrence.tag;
    }
    return true;
}

/* Opens and reads the node of that index. */
static bool open_node(struct search *search, uint32_t index, struct ol_level *node)
{
    uint64_t tag = ((const uint64_t *)search->tags.items)[index];
    ol_peek_open(node, search->level, tag, index);
    return ol_run_read(search->run, node);
}

/* The i-th node of the cycle: the first is the one that takes a value too early. */
static uint32_t node_at(const struct search *search, uint32_t first, size_t i)
{
    const uint32_t *way = search->way.items;
    return i == 0 ? first : search->cycles.arcs[way[i - 1]].to;
}

static void add_arrow(struct ol_buf *text)
{
    ol_buf_add_char(text, ' ');
    ol_buf_add(text, "->");
    ol_buf_add_char(text, ' ');
}

/* Writes the cycle's names in order, and makes a related place of each. */
static size_t tell_way(struct search *search, const struct ol_later *later, size_t length,
                       struct ol_buf *text, struct ol_note notes[OL_RELATED_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < length && i < SHOWN_MAX; i++) {
        struct ol_level node;
        if (!open_node(search, node_at(search, later->node, i), &node)) {
            return 0;
        }
        ol_run_add_label(text, &node);
        add_arrow(text);
        if (count < OL_RELATED_MAX) {
            notes[count++] = (struct ol_note){
                .note = notes_order[NOTE_WAY],
                .span = ol_level_header(&node),
                .path = ol_run_path(search->run, &node, NULL, OL_INDEX_NONE),
            };
        }
    }
    struct ol_level first;
    if (length > SHOWN_MAX) {
        ol_buf_add(text, "...");
        add_arrow(text);
    }
    if (open_node(search, later->node, &first)) {
        ol_run_add_label(text, &first);
    }
    return count;
}

/* Reports a use at its place, with the length of the cycle, if any. A use in a graph inside the
 * node has its path looked for. */
static void emit(struct search *search, const struct ol_later *later, const struct ol_note *notes,
                 size_t note_count, const char *way, size_t length)
{
    struct ol_run *run = search->run;
    const struct ol_scopes *scopes = ol_run_scopes(run);
    if (search->open != later->node) { /* uses come in the order of their nodes */
        if (!open_node(search, later->node, &search->node)) {
            return;
        }
        search->open = later->node;
    }
    const struct ol_field *input = &ol_messages[OL_MESSAGE_NodeProto].fields[OL_NodeProto_input];
    bool is_deep = later->input == OL_NONE;
    struct ol_occurrence use =
        ol_peek_at(search->level->bytes, input->holder, later->from, search->level->end);
    const char *path = NULL;
    if (is_deep && search->deep_paths_left > 0) {
        search->deep_paths_left--;
        path = ol_run_path_at(run, &search->node, later->from);
    }
    OL_EMIT(run, search->rule,
            (.span = ol_occurrence_span(&use), .level = &search->node,
             .field = is_deep ? NULL : input, .index = later->input, .path = path,
             .variant = length == 1 ? variants_order[0] : NULL, .notes = notes,
             .note_count = note_count),
            OL_ARG_WORD("way", way), OL_ARG_U64("count", length),
            OL_ARG_TEXT("name", ol_scopes_name(scopes, ol_scopes_value(scopes, later->value))));
}

/* Reports the cycle that a use too early closes. */
static void tell_cycle(struct search *search, const struct ol_later *later)
{
    struct ol_run *run = search->run;
    const struct ol_value *value = ol_scopes_value(ol_run_scopes(run), later->value);
    search->way.count = 0;
    enum ol_status status = later->node == value->item ? OL_OK
                                                       : ol_cycles_way(&search->cycles, later->node,
                                                                       value->item, &search->way);
    if (status != OL_OK) {
        ol_run_fail(run, status);
        return;
    }
    size_t length = search->way.count + 1;
    struct ol_note notes[OL_RELATED_MAX];
    struct ol_buf text;
    ol_run_init_buf(run, &text);
    size_t note_count = tell_way(search, later, length, &text, notes);
    if (!ol_buf_is_ok(&text)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    } else {
        emit(search, later, notes, length > 1 ? note_count : 0, ol_buf_text(&text), length);
    }
    ol_buf_fini(&text);
}

static void tell_order(struct search *search, const struct ol_later *later)
{
    if (ol_run_takes(search->run, search->rule, NULL)) {
        struct ol_note note =
            ol_run_value_note(search->run, later->value, notes_order[NOTE_DEFINITION]);
        emit(search, later, &note, 1, "", 0);
    }
}

/* Makes room for one mark for each component, none set. */
static bool prepare_seen(struct search *search)
{
    for (uint32_t i = 0; i < search->cycles.component_count; i++) {
        bool *seen = add(search->run, &search->seen, sizeof *seen);
        if (seen == NULL) {
            return false;
        }
        *seen = false;
    }
    return true;
}

/* Tells one cycle of each component, where its first use too early is; or the uses too early that
 * lie on no cycle. */
static void tell_each(struct search *search)
{
    bool is_cycle = ol_rule_integer(search->rule, 0, FAULT_CYCLE) == FAULT_CYCLE;
    const struct ol_later *later = search->scope->later.items;
    const uint32_t *components = search->cycles.component;
    bool *seen = search->seen.items;
    for (size_t i = 0; i < search->scope->later.count; i++) {
        uint32_t maker = ol_scopes_value(ol_run_scopes(search->run), later[i].value)->item;
        uint32_t component = components[maker];
        bool is_on_cycle = component != OL_CYCLES_NONE && component == components[later[i].node];
        if (!is_cycle && !is_on_cycle) {
            tell_order(search, &later[i]);
        } else if (is_cycle && is_on_cycle && !seen[component]) {
            seen[component] = true;
            tell_cycle(search, &later[i]);
        }
    }
}

static void search_cycles(struct search *search)
{
    enum ol_status status = OL_ERR_NOMEM;
    if (ol_scope_unpack_arcs(search->scope, &search->arcs)) {
        status = ol_cycles_init(&search->cycles, search->arcs.items, search->arcs.count,
                                search->tags.count);
    }
    if (status != OL_OK) {
        ol_run_fail(search->run, status);
        return;
    }
    if (prepare_seen(search)) {
        tell_each(search);
    }
    ol_cycles_fini(&search->cycles);
}

static void run_order(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_budget *budget = ol_arena_budget(ol_run_arena(run));
    struct search search = {
        .run = run,
        .rule = rule,
        .level = level,
        .scope = ol_scopes_top(ol_run_scopes(run)),
        .open = OL_NONE,
        .cycles.budget = budget,
        .arcs.budget = budget,
        .tags.budget = budget,
        .seen.budget = budget,
        .way.budget = budget,
        .deep_paths_left = DEEP_PATHS_MAX,
    };
    if (search.scope == NULL || search.scope->level != level || search.scope->later.count == 0) {
        return; /* every node comes after what it takes */
    }
    if (gather_tags(&search)) {
        search_cycles(&search);
    }
    ol_vector_fini(&search.arcs);
    ol_vector_fini(&search.tags);
    ol_vector_fini(&search.seen);
    ol_vector_fini(&search.way);
}

const struct ol_check ol_check_node_order = {
    .name = "node_order",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .params = params_order,
    .param_count = 1,
    .args = args_order,
    .variants = variants_order,
    .notes = notes_order,
    .asks_file = true,
    .run = run_order,
};
