/* SPDX-License-Identifier: Apache-2.0 */
/* Scouts vouch for what holds nothing to say, and change nothing of what is found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "rule/scout.h"
#include "rule/twins.h"
#include "tools/files.h"
#include "unit/lint_bytes.h"
#include "unit/suites.h"

#define NODES_FEW  640   /* ten stretches */
#define NODES_MANY 20000 /* so many that threads are under way together */
#define NODE_BYTES 64
#define GRAPH_TAG  0x0A

struct graph {
    enum ol_message_id message; /* of the whole: a GraphProto, or a ModelProto */
    uint8_t *bytes;
    size_t size;
};

static void add_text(struct graph *graph, uint8_t tag, const char *text)
{
    graph->bytes[graph->size++] = tag;
    graph->bytes[graph->size++] = (uint8_t)strlen(text);
    memcpy(graph->bytes + graph->size, text, strlen(text));
    graph->size += strlen(text);
}

/* Begins a message of that tag, with room for a length of three bytes. Returns where. */
static size_t begin_message(struct graph *graph, uint8_t tag)
{
    size_t begin = graph->size;
    graph->bytes[begin] = tag;
    graph->size += 4;
    return begin;
}

/* Ends a message, and takes up no more of the room than its length needs. */
static void end_message(struct graph *graph, size_t begin)
{
    size_t length = graph->size - begin - 4;
    uint8_t *at = graph->bytes + begin + 1;
    size_t left = length;
    for (; left > 0x7F; left >>= 7) {
        *at++ = (uint8_t)(left | 0x80);
    }
    *at++ = (uint8_t)left;
    memmove(at, graph->bytes + begin + 4, length);
    graph->size = (size_t)(at - graph->bytes) + length;
}

/* Begins a model with those operator sets, two at most; NULL: one. */
static struct graph begin_model(unsigned nodes, const char *import, const char *other)
{
    struct graph model = {.message = OL_MESSAGE_ModelProto,
                          .bytes = ol_test_alloc((size_t)nodes * NODE_BYTES + NODE_BYTES)};
    model.bytes[model.size++] = 0x08; /* ir_version */
    model.bytes[model.size++] = 8;
    add_text(&model, 0x42, import);
    if (other != NULL) {
        add_text(&model, 0x42, other);
    }
    return model;
}

/* Adds what a node of that operator takes (NULL: nothing) and makes, which is its name as well. */
static void add_names(struct graph *graph, const char *taken, const char *made, const char *op_type)
{
    if (taken != NULL) {
        add_text(graph, 0x0A, taken);
    }
    add_text(graph, 0x12, made);
    add_text(graph, 0x1A, made);
    add_text(graph, 0x22, op_type);
}

struct name {
    char text[16];
};

static struct name value_name(unsigned i)
{
    struct name name;
    (void)snprintf(name.text, sizeof name.text, "v%u", i);
    return name;
}

/* A graph of nodes in a row; one of every so many has no op_type. */
static struct graph make_graph(unsigned nodes, unsigned bad_each)
{
    struct graph graph = {.message = OL_MESSAGE_GraphProto,
                          .bytes = ol_test_alloc((size_t)nodes * NODE_BYTES)};
    for (unsigned i = 0; i < nodes; i++) {
        struct name name = value_name(i);
        size_t node_at = begin_message(&graph, GRAPH_TAG);
        add_text(&graph, 0x12, name.text); /* output */
        add_text(&graph, 0x1A, name.text); /* name */
        if (i % bad_each != bad_each - 1) {
            add_text(&graph, 0x22, "Step"); /* op_type */
        }
        add_text(&graph, 0x2A, "\n\1a\30\1j\1d\240\1\2"); /* attribute a = 1 */
        add_text(&graph, 0x3A, "bench");                  /* domain */
        end_message(&graph, node_at);
    }
    return graph;
}

/* What is odd about one node of a model. */
enum odd {
    ODD_NOTHING,
    ODD_UNFOUND, /* it takes a name that nobody makes, */
    ODD_LATER,   /* or that a node behind it makes, */
    ODD_OWN,     /* or that it makes itself, */
    ODD_EMPTY,   /* or an empty one */
    ODD_AGAIN,   /* it makes a name that is made before */
    ODD_MISSING, /* it is the first one of a domain that is not imported, */
    ODD_FIRST,   /* or of one that is */
    ODD_COUNT
};

static const char *odd_input(enum odd odd)
{
    static const char *const inputs[ODD_COUNT] = {
        [ODD_UNFOUND] = "nowhere", [ODD_LATER] = "v400", [ODD_OWN] = "v300", [ODD_EMPTY] = ""};
    return inputs[odd];
}

static const char *odd_domain(enum odd odd)
{
    return odd == ODD_MISSING ? "absent" : odd == ODD_FIRST ? "other" : "bench";
}

/* A model of nodes in a row, each with the value of the one before; node 300 is odd. */
static struct graph make_model(unsigned nodes, enum odd odd)
{
    struct graph model = begin_model(nodes, "\12\5bench\20\1", "\12\5other\20\1");
    size_t graph_at = begin_message(&model, 0x3A);
    for (unsigned i = 0; i < nodes; i++) {
        bool is_odd = i == 300;
        struct name made = value_name(is_odd && odd == ODD_AGAIN ? i - 1 : i);
        struct name before = value_name(i - 1);
        const char *taken = is_odd && odd_input(odd) != NULL ? odd_input(odd) : before.text;
        size_t node_at = begin_message(&model, GRAPH_TAG);
        add_names(&model, i > 0 ? taken : NULL, made.text, "Step");
        add_text(&model, 0x3A, is_odd ? odd_domain(odd) : "bench");
        end_message(&model, node_at);
    }
    end_message(&model, graph_at);
    return model;
}

/* Attributes as bytes of a file; begin and end of one of them. */
static struct ol_level attribute_at(const char *bytes, uint64_t begin, uint64_t end)
{
    struct ol_level level;
    ol_level_init_root(&level, &ol_messages[OL_MESSAGE_AttributeProto],
                       (struct ol_slice){(const uint8_t *)bytes, (size_t)end});
    level.begin = begin;
    return level;
}

START_TEST(test_knows_twins)
{
    static const char bytes[] = "\n\4axis\30\1\240\1\2\n\4axis\30\1\240\1\2\n\4axis\30\2\240\1\2";
    const unsigned size = 11;
    static struct ol_twins twins;
    struct ol_level first = attribute_at(bytes, 0, size);
    struct ol_level same = attribute_at(bytes, size, 2 * size);
    struct ol_level other = attribute_at(bytes, 2 * size, 3 * size);
    struct ol_level shorter = attribute_at(bytes, size, 2 * size - 1);
    memset(&twins, 0, sizeof twins);
    ck_assert_ptr_null(ol_twins_find(&twins, 1, &first));
    ol_twins_keep(&twins, 1, &first, 3, 2);
    const struct ol_twin *twin = ol_twins_find(&twins, 1, &same);
    ck_assert_ptr_nonnull(twin);
    ck_assert_uint_eq(twin->messages, 3);
    ck_assert_uint_eq(twin->tensors, 2);
    ck_assert_ptr_null(ol_twins_find(&twins, 2, &same)); /* of another operator */
    ck_assert_ptr_null(ol_twins_find(&twins, 0, &same));
    ck_assert_ptr_null(ol_twins_find(&twins, 1, &other));
    ck_assert_ptr_null(ol_twins_find(&twins, 1, &shorter));
    same.declared_end++; /* it says that it goes on where the file ends */
    ck_assert_ptr_null(ol_twins_find(&twins, 1, &same));
}
END_TEST

static uint64_t digest(const struct ol_test_linter *linter)
{
    uint64_t hash = 5381;
    for (size_t i = 0; i < linter->diags.count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(&linter->diags, i);
        hash = (hash * 33 + diag->place.span.offset) * 33 + diag->rule_index;
    }
    return hash;
}

static void lint(struct ol_test_linter *linter, const struct graph *graph)
{
    ol_test_lint(linter, graph->message, (struct ol_slice){graph->bytes, graph->size}, 8);
}

START_TEST(test_vouches_for_what_is_quiet)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {.count = 1, .is_first = true, .tables = linter.tables};
    struct graph graph = make_graph(NODES_FEW, NODES_FEW + 1);
    linter.scouts = &order;
    lint(&linter, &graph);
    ck_assert_uint_eq(linter.facts.scouted, NODES_FEW);
    ck_assert_uint_eq(linter.facts.vouched, NODES_FEW);
    free(graph.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

/* Lints without scouts, and with them: the same is found, and as much is gone into. */
static void lint_both(struct ol_test_linter *linter, const struct graph *graph,
                      const struct ol_scout_order *order)
{
    linter->scouts = NULL;
    lint(linter, graph);
    ck_assert_uint_eq(linter->facts.scouted, 0);
    ck_assert_uint_eq(linter->facts.passed, 0);
    size_t count = linter->diags.count;
    uint64_t messages = linter->facts.messages;
    uint64_t expected = digest(linter);
    linter->scouts = order;
    lint(linter, graph);
    ck_assert_uint_eq(linter->diags.count, count);
    ck_assert_uint_eq(linter->facts.messages, messages);
    ck_assert(digest(linter) == expected);
}

START_TEST(test_leaves_the_rest_to_the_walk)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {.count = 1, .is_first = true, .tables = linter.tables};
    struct graph graph = make_graph(NODES_FEW, NODES_FEW / 2);
    lint_both(&linter, &graph, &order);
    ck_assert(ol_test_has_finding(&linter, "node-op-type-missing", NULL));
    ck_assert_uint_eq(linter.facts.vouched, NODES_FEW - 2);
    free(graph.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

/* Whoever is faster. */
START_TEST(test_threads_find_the_same)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {.count = OL_SCOUTS_MAX, .tables = linter.tables};
    struct graph graph = make_graph(NODES_MANY, 1000);
    lint_both(&linter, &graph, &order);
    ck_assert(ol_test_has_finding(&linter, "node-op-type-missing", NULL));
    ck_assert_uint_eq(linter.facts.scouted, NODES_MANY);
    free(graph.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

/* Nodes that are passed by have their names resolved; what is odd about one it is read for. The
 * first node of an import is read, and the first one of an outline that a scout saw. */
START_TEST(test_passes_nodes_by)
{
    static const unsigned read[ODD_COUNT] = {
        [ODD_NOTHING] = 2, [ODD_UNFOUND] = 3, [ODD_LATER] = 3,   [ODD_OWN] = 3,
        [ODD_EMPTY] = 3,   [ODD_AGAIN] = 4,   [ODD_MISSING] = 3, [ODD_FIRST] = 3};
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {
        .count = 1, .least = 100, .is_first = true, .tables = linter.tables};
    struct graph model = make_model(NODES_FEW, (enum odd)_i);
    lint_both(&linter, &model, &order);
    ck_assert_uint_eq(linter.facts.passed, NODES_FEW - read[_i]);
    free(model.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

/* Nodes of one operator with one attribute, but for node 300, which is of another operator that has
 * no such attribute; and node 400, whose attribute is another one. */
static struct graph make_twins(unsigned nodes)
{
    struct graph model = begin_model(nodes, "\20\21", NULL);
    size_t graph_at = begin_message(&model, 0x3A);
    for (unsigned i = 0; i < nodes; i++) {
        struct name taken = value_name(i - 1);
        size_t node_at = begin_message(&model, GRAPH_TAG);
        add_names(&model, i > 0 ? taken.text : NULL, value_name(i).text,
                  i == 300 ? "Relu" : "Shape");
        add_text(&model, 0x2A,
                 i == 400 ? "\n\5start\30\1j\1d\240\1\3" : "\n\5start\30\1j\1d\240\1\2");
        end_message(&model, node_at);
    }
    end_message(&model, graph_at);
    return model;
}

/* What is said of one attribute is not said, or left unsaid, of its twins of other operators. */
START_TEST(test_tells_twins_apart)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {
        .count = 1, .least = 100, .is_first = true, .tables = linter.tables};
    struct graph model = make_twins(NODES_FEW);
    lint_both(&linter, &model, &order);
    ck_assert(ol_test_has_finding(&linter, "op-attr-unknown", NULL));
    ck_assert(ol_test_has_finding(&linter, "attr-type-mismatch", NULL));
    free(model.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

/* A node with a mistyped overload is bound to no operator, so that nothing is said of its
 * attribute: that of all others, which has the same bytes, is unknown to their operator. */
START_TEST(test_learns_nothing_from_an_unbound_node)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {.least = 100, .tables = linter.tables};
    struct graph model = begin_model(NODES_FEW, "\20\21", NULL);
    size_t graph_at = begin_message(&model, 0x3A);
    for (unsigned i = 0; i < NODES_FEW; i++) {
        size_t node_at = begin_message(&model, GRAPH_TAG);
        add_text(&model, 0x22, "Relu");
        add_text(&model, 0x2A, "\n\5bogus\30\1j\1d\240\1\2"); /* attribute */
        if (i == 3) {
            add_text(&model, 0x40, ""); /* overload, as a varint */
        }
        end_message(&model, node_at);
    }
    end_message(&model, graph_at);
    lint_both(&linter, &model, &order);
    ck_assert(ol_test_has_finding(&linter, "op-attr-unknown", NULL));
    free(model.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

/* Squeeze has axes in the operator set that the model imports, and not in that of the function. */
static struct graph make_function(void)
{
    struct graph model = begin_model(NODES_FEW, "\20\13", NULL);
    size_t graph_at = begin_message(&model, 0x3A);
    for (unsigned i = 0; i < 4; i++) {
        size_t node_at = begin_message(&model, GRAPH_TAG);
        add_names(&model, "x", value_name(i).text, "Squeeze");
        add_text(&model, 0x2A, "\n\4axes@\1j\1d\240\1\7");
        end_message(&model, node_at);
    }
    end_message(&model, graph_at);
    model.bytes[model.size++] = 0xCA; /* functions, whose tag has two bytes */
    size_t function_at = begin_message(&model, 0x01);
    add_text(&model, 0x0A, "F"); /* name */
    add_text(&model, 0x52, "d"); /* domain */
    size_t node_at = begin_message(&model, 0x3A);
    add_names(&model, "x", "y", "Squeeze");
    add_text(&model, 0x2A, "\n\4axes@\1j\1d\240\1\7");
    end_message(&model, node_at);
    add_text(&model, 0x4A, "\20\15"); /* opset_import */
    end_message(&model, function_at);
    return model;
}

START_TEST(test_knows_no_twins_of_other_imports)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {.count = 1, .is_first = true, .tables = linter.tables};
    struct graph model = make_function();
    lint_both(&linter, &model, &order);
    ck_assert(ol_test_has_finding(&linter, "op-attr-unknown", NULL));
    free(model.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

/* A model of one Scan whose attributes are a body of Floor nodes, and num_scan_inputs behind it. */
static struct graph make_scan(unsigned nodes)
{
    struct graph model = begin_model(nodes, "\20\17", NULL);
    const uint8_t tags[] = {0x3A, GRAPH_TAG, 0x2A, 0x32}; /* graph, node, attribute, g */
    size_t begins[sizeof tags];
    for (size_t i = 0; i < sizeof tags; i++) {
        begins[i] = begin_message(&model, tags[i]);
    }
    for (unsigned i = 0; i < nodes; i++) {
        struct name taken = value_name(i - 1);
        size_t node_at = begin_message(&model, GRAPH_TAG);
        add_names(&model, i > 0 ? taken.text : "x", value_name(i).text, "Floor");
        end_message(&model, node_at);
    }
    add_text(&model, 0x5A, "\n\1x"); /* input */
    end_message(&model, begins[3]);
    add_text(&model, 0x0A, "body");
    end_message(&model, begins[2]);
    add_text(&model, 0x2A, "\n\17num_scan_inputs\30\1\240\1\2");
    add_text(&model, 0x22, "Scan");
    end_message(&model, begins[1]);
    end_message(&model, begins[0]);
    return model;
}

/* Scan and Floor have one place in the table of bound operators: what was asked about the Scan has
 * to be asked again when nodes in it have been passed by. */
START_TEST(test_asks_again_behind_a_subgraph)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {.least = 100, .tables = linter.tables};
    struct graph model = make_scan(NODES_FEW);
    linter.scouts = &order;
    lint(&linter, &model);
    ck_assert_uint_gt(linter.facts.passed, 0);
    ck_assert(!ol_test_has_finding(&linter, "op-attr-unknown", NULL));
    free(model.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

START_TEST(test_are_not_sent_for_little)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {
        .count = 1, .least = NODES_FEW + 1, .is_first = true, .tables = linter.tables};
    struct graph graph = make_graph(NODES_FEW, NODES_FEW + 1);
    linter.scouts = &order;
    lint(&linter, &graph);
    ck_assert_uint_eq(linter.facts.scouted, 0);
    free(graph.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

static const bool has_lost_bytes = true;

static void watch(const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
}

static bool tell_lost(void)
{
    return has_lost_bytes;
}

/* The walk would read zeros where the scout met the end of the file. */
START_TEST(test_tell_that_bytes_were_gone)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    const struct ol_scout_order order = {
        .count = 1, .tables = linter.tables, .watch = watch, .has_lost = tell_lost};
    struct graph graph = make_graph(NODES_FEW, NODES_FEW + 1);
    lint(&linter, &graph);
    ck_assert(!linter.facts.has_lost);
    linter.scouts = &order;
    lint(&linter, &graph);
    ck_assert(linter.facts.has_lost);
    free(graph.bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

Suite *suite_scout(void)
{
    Suite *suite = suite_create("scout");
    TCase *tcase = tcase_create("scout");
    tcase_add_test(tcase, test_vouches_for_what_is_quiet);
    tcase_add_test(tcase, test_leaves_the_rest_to_the_walk);
    tcase_add_loop_test(tcase, test_threads_find_the_same, 0, 5);
    tcase_add_loop_test(tcase, test_passes_nodes_by, 0, ODD_COUNT);
    tcase_add_test(tcase, test_knows_twins);
    tcase_add_test(tcase, test_tells_twins_apart);
    tcase_add_test(tcase, test_learns_nothing_from_an_unbound_node);
    tcase_add_test(tcase, test_knows_no_twins_of_other_imports);
    tcase_add_test(tcase, test_asks_again_behind_a_subgraph);
    tcase_add_test(tcase, test_are_not_sent_for_little);
    tcase_add_test(tcase, test_tell_that_bytes_were_gone);
    suite_add_tcase(suite, tcase);
    return suite;
}
