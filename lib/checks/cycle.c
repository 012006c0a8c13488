/* SPDX-License-Identifier: Apache-2.0 */
/* Check that the nodes of a graph or function depend on each other without a cycle (IR.md,
 * Graphs). */
#include "base/cycles.h"
#include "onnx/peek.h"
#include "onnx/reader.h"
#include "onnx/scope.h"
#include "rule/check.h"

/* Nodes of a cycle whose names are shown. */
#define SHOWN_MAX 16

static const char *const args_cycle[] = {"way", "count", "name", NULL};
static const char *const notes_cycle[] = {"way", NULL};

/* One graph or function that is closing. */
struct search {
    struct ol_run *run;
    const struct ol_rule *rule;
    const struct ol_level *level;
    const struct ol_scope *scope;
    struct ol_cycles cycles;
    struct ol_vector tags; /* of uint64_t: where each node begins */
    struct ol_vector seen; /* of bool, by component: it was told */
    struct ol_vector way;  /* of uint32_t: indices of arcs */
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
    struct ol_occurrence occurrence =
        ol_peek_at(search->level->bytes, search->level->message, tag, search->level->end);
    ol_level_init_child(node, search->level, &occurrence, index);
    enum ol_status status = ol_reader_read(ol_run_reader(search->run), node, NULL, NULL);
    if (status != OL_OK) {
        ol_run_fail(search->run, status);
    }
    return status == OL_OK;
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
                .note = notes_cycle[0],
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

/* Reports the cycle that a use too early closes. */
static void tell(struct search *search, const struct ol_later *later)
{
    struct ol_run *run = search->run;
    const struct ol_value *value = ol_scopes_value(ol_run_scopes(run), later->value);
    search->way.count = 0;
    enum ol_status status = later->node == value->item ? OL_OK
                                                       : ol_cycles_way(&search->cycles, later->node,
                                                                       value->item, &search->way);
    struct ol_level node;
    if (status != OL_OK) {
        ol_run_fail(run, status);
        return;
    }
    size_t length = search->way.count + 1;
    struct ol_note notes[OL_RELATED_MAX];
    struct ol_buf text;
    ol_buf_init(&text);
    size_t note_count = tell_way(search, later, length, &text, notes);
    struct ol_occurrence use = ol_peek_at(search->level->bytes, &ol_messages[OL_MESSAGE_NodeProto],
                                          later->from, search->level->end);
    if (!ol_buf_is_ok(&text)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    } else if (open_node(search, later->node, &node)) {
        OL_EMIT(run, search->rule,
                (.span = ol_occurrence_span(&use), .level = &node,
                 .path = ol_run_path_at(run, &node, later->from), .notes = notes,
                 .note_count = note_count),
                OL_ARG_WORD("way", ol_buf_text(&text)), OL_ARG_U64("count", length),
                OL_ARG_TEXT("name", ol_scopes_name(ol_run_scopes(run), value)));
    }
    ol_buf_fini(&text);
}

/* Tells one cycle of each component: where its first use too early is. */
static void tell_each(struct search *search)
{
    const struct ol_later *later = search->scope->later.items;
    for (uint32_t i = 0; i < search->cycles.component_count; i++) {
        bool *seen = add(search->run, &search->seen, sizeof *seen);
        if (seen == NULL) {
            return;
        }
        *seen = false;
    }
    bool *seen = search->seen.items;
    for (size_t i = 0; i < search->scope->later.count; i++) {
        uint32_t maker = ol_scopes_value(ol_run_scopes(search->run), later[i].value)->item;
        uint32_t component = search->cycles.component[maker];
        if (component != OL_CYCLES_NONE && component == search->cycles.component[later[i].node] &&
            !seen[component]) {
            seen[component] = true;
            tell(search, &later[i]);
        }
    }
}

static void tell_cycles(struct search *search)
{
    enum ol_status status = ol_cycles_init(&search->cycles, search->scope->arcs.items,
                                           search->scope->arcs.count, search->tags.count);
    if (status != OL_OK) {
        ol_run_fail(search->run, status);
        return;
    }
    tell_each(search);
    ol_cycles_fini(&search->cycles);
}

static void run_cycle(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct search search = {
        .run = run, .rule = rule, .level = level, .scope = ol_scopes_top(ol_run_scopes(run))};
    if (search.scope == NULL || search.scope->level != level || search.scope->later.count == 0) {
        return; /* nodes in order have no cycle */
    }
    if (gather_tags(&search)) {
        tell_cycles(&search);
    }
    ol_vector_fini(&search.tags);
    ol_vector_fini(&search.seen);
    ol_vector_fini(&search.way);
}

const struct ol_check ol_check_node_cycle = {
    .name = "node_cycle",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .args = args_cycle,
    .notes = notes_cycle,
    .run = run_cycle,
};
