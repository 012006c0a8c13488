/* SPDX-License-Identifier: Apache-2.0 */
/* Graph names are unique in a model (IR.md, Names). Graphs lie anywhere below nodes, so the file is
 * read again where there are several, and once more where a name occurs twice; only where the rule
 * is on. */
#include <stdint.h>

#include "base/limits.h"
#include "base/sort.h"
#include "base/vector.h"
#include "onnx/glance.h"
#include "onnx/reader.h"
#include "rule/check.h"

static const char *const args_graph[] = {"name", NULL};
static const char *const notes_graph[] = {"first", NULL};

/* The messages that graphs can lie in. */
#define HOLDERS                                                                             \
    (OL_MESSAGE_BIT(OL_MESSAGE_ModelProto) | OL_MESSAGE_BIT(OL_MESSAGE_TrainingInfoProto) | \
     OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto) |     \
     OL_MESSAGE_BIT(OL_MESSAGE_NodeProto) | OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto))

/* A graph with a name. */
struct graph {
    struct ol_slice name;
    struct ol_span span; /* of the name */
    uint64_t tag;        /* of the graph */
    const char *path;    /* of the first with that name, once it was met again */
};

/* A graph whose name is another's as well, by its place. */
struct twin {
    uint64_t tag;
    size_t graph; /* its index */
    size_t first; /* index of the first with that name: its own, where it is that one */
};

struct search {
    struct ol_run *run;
    const struct ol_rule *rule;
    struct ol_vector graphs;
    struct ol_vector twins; /* empty during the first pass */
    size_t next;            /* twin */
};

static int compare_graphs(const void *a, const void *b)
{
    const struct graph *left = a;
    const struct graph *right = b;
    int order = ol_slice_compare(left->name, right->name);
    if (order != 0) {
        return order;
    }
    return left->tag < right->tag ? -1 : left->tag > right->tag;
}

static int compare_twins(const void *a, const void *b)
{
    const struct twin *left = a;
    const struct twin *right = b;
    return left->tag < right->tag ? -1 : left->tag > right->tag;
}

/* First pass: keeps the graph's name. */
static void gather(struct search *search, const struct ol_level *level)
{
    struct ol_slice name = ol_level_text(level, OL_GraphProto_name);
    if (name.size == 0 || level->is_fragment) {
        return;
    }
    struct graph *graph = ol_vector_add(&search->graphs, sizeof *graph);
    if (graph == NULL) {
        ol_run_fail(search->run, OL_ERR_NOMEM);
        return;
    }
    *graph = (struct graph){
        .name = name, .span = ol_level_span(level, OL_GraphProto_name), .tag = level->tag};
}

/* Second pass, which meets the graphs in the order of the bytes as the twins are. */
static void tell(struct search *search, const struct ol_level *level)
{
    const struct twin *twin = (const struct twin *)search->twins.items + search->next;
    if (search->next == search->twins.count || twin->tag != level->tag) {
        return;
    }
    search->next++;
    struct graph *graphs = search->graphs.items;
    struct graph *first = &graphs[twin->first];
    const struct ol_field *name = &level->message->fields[OL_GraphProto_name];
    if (twin->graph == twin->first) {
        first->path = ol_run_path(search->run, level, name, OL_INDEX_NONE);
        return;
    }
    struct ol_note note = {.note = notes_graph[0], .span = first->span, .path = first->path};
    OL_EMIT(search->run, search->rule,
            (.span = graphs[twin->graph].span, .level = level, .field = name, .notes = &note,
             .note_count = 1),
            OL_ARG_TEXT("name", first->name));
}

/* The tag of a field of messages. */
static uint32_t tag_of(enum ol_message_id message, unsigned field)
{
    return ol_glance_key(ol_messages[message].fields[field].number, OL_WIRE_LEN);
}

/* Whether an attribute may hold graphs. It does not where its bytes can be stepped through, and no
 * graph is met. */
static bool may_be_graph(const uint8_t *bytes, struct ol_span attribute)
{
    const uint32_t one = tag_of(OL_MESSAGE_AttributeProto, OL_AttributeProto_g);
    const uint32_t several = tag_of(OL_MESSAGE_AttributeProto, OL_AttributeProto_graphs);
    struct ol_glance glance = ol_glance_at(bytes, attribute);
    while (ol_glance_next(&glance)) {
        if (glance.key == one || glance.key == several) {
            return true;
        }
    }
    return !ol_glance_is_whole(&glance);
}

/* Whether graphs may lie in a node: so nearly all are passed over unread. */
static bool may_hold_graphs(const uint8_t *bytes, struct ol_span node)
{
    const uint32_t attribute = tag_of(OL_MESSAGE_NodeProto, OL_NodeProto_attribute);
    struct ol_glance glance = ol_glance_at(bytes, node);
    while (ol_glance_next(&glance)) {
        uint64_t begin = (uint64_t)(glance.value - bytes);
        uint64_t end = (uint64_t)(glance.next - bytes);
        if (glance.key == attribute && may_be_graph(bytes, ol_span_between(begin, end))) {
            return true;
        }
    }
    return !ol_glance_is_whole(&glance);
}

/* Whether a level, of which only the place is known, is to be searched: in the second pass, whether
 * the next twin lies in it. */
static bool is_wanted(const struct search *search, const struct ol_level *level)
{
    if ((OL_MESSAGE_BIT(level->message->id) & HOLDERS) == 0) {
        return false;
    }
    if (search->twins.count > 0) {
        const struct twin *twin = (const struct twin *)search->twins.items + search->next;
        return search->next < search->twins.count && twin->tag < level->end;
    }
    struct ol_span bytes = ol_span_between(level->begin, level->end);
    switch (level->message->id) {
    case OL_MESSAGE_NodeProto:
        return may_hold_graphs(level->bytes, bytes);
    case OL_MESSAGE_AttributeProto:
        return may_be_graph(level->bytes, bytes);
    default:
        return true;
    }
}

/* Goes through a level that was read and the graphs below it, at most OL_DEPTH_MAX deep. false when
 * reading failed. */
static bool search_level(struct search *search, const struct ol_level *level)
{
    struct ol_children children;
    struct ol_level child;
    if (level->message->id == OL_MESSAGE_GraphProto) {
        if (search->twins.count > 0) {
            tell(search, level);
        } else {
            gather(search, level);
        }
    }
    if (level->depth >= OL_DEPTH_MAX) {
        return true;
    }
    ol_children_init(&children, level);
    while (ol_children_next(&children, &child)) {
        if (!is_wanted(search, &child)) {
            continue;
        }
        if (!ol_run_read(search->run, &child)) {
            return false;
        }
        if (!search_level(search, &child)) {
            return false;
        }
    }
    return true;
}

static bool add_twin(struct search *search, size_t graph, size_t first)
{
    struct twin *twin = ol_vector_add(&search->twins, sizeof *twin);
    if (twin == NULL) {
        ol_run_fail(search->run, OL_ERR_NOMEM);
        return false;
    }
    const struct graph *graphs = search->graphs.items;
    *twin = (struct twin){.tag = graphs[graph].tag, .graph = graph, .first = first};
    return true;
}

/* Finds the graphs whose names are not theirs alone. */
static bool find_twins(struct search *search)
{
    struct graph *graphs = search->graphs.items;
    size_t first = 0;
    ol_sort(graphs, search->graphs.count, sizeof *graphs, compare_graphs);
    for (size_t i = 1; i < search->graphs.count; i++) {
        if (!ol_slice_is_equal(graphs[i].name, graphs[first].name)) {
            first = i;
            continue;
        }
        bool is_second = i == first + 1;
        if ((is_second && !add_twin(search, first, first)) || !add_twin(search, i, first)) {
            return false;
        }
    }
    ol_sort(search->twins.items, search->twins.count, sizeof(struct twin), compare_twins);
    return search->twins.count > 0;
}

static void run_graph(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (ol_run_messages(run, OL_MESSAGE_GraphProto) < 2) {
        return;
    }
    struct ol_budget *budget = ol_arena_budget(ol_run_arena(run));
    struct search search = {
        .run = run, .rule = rule, .graphs.budget = budget, .twins.budget = budget};
    if (search_level(&search, level) && search.graphs.count > 1 && find_twins(&search)) {
        (void)search_level(&search, level);
    }
    ol_vector_fini(&search.graphs);
    ol_vector_fini(&search.twins);
}

const struct ol_check ol_check_graph_name_unique = {
    .name = "graph_name_unique",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_graph,
    .notes = notes_graph,
    .asks_file = true,
    .run = run_graph,
};
