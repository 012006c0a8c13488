/* SPDX-License-Identifier: Apache-2.0 */
/* Scouts vouch for what holds nothing to say, and change nothing of what is found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "rule/scout.h"
#include "tools/files.h"
#include "unit/lint_bytes.h"
#include "unit/suites.h"

#define NODES_FEW  640   /* ten stretches */
#define NODES_MANY 20000 /* so many that threads are under way together */
#define NODE_BYTES 64
#define GRAPH_TAG  0x0A

struct graph {
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

/* A graph of nodes in a row; one of every so many has no op_type. */
static struct graph make_graph(unsigned nodes, unsigned bad_each)
{
    struct graph graph = {.bytes = ol_test_alloc((size_t)nodes * NODE_BYTES)};
    for (unsigned i = 0; i < nodes; i++) {
        char name[16];
        size_t length_at = graph.size + 1;
        graph.bytes[graph.size] = GRAPH_TAG;
        graph.size += 2;
        (void)snprintf(name, sizeof name, "v%u", i);
        add_text(&graph, 0x12, name); /* output */
        add_text(&graph, 0x1A, name); /* name */
        if (i % bad_each != bad_each - 1) {
            add_text(&graph, 0x22, "Step"); /* op_type */
        }
        add_text(&graph, 0x2A, "\n\1a\30\1j\1d\240\1\2"); /* attribute a = 1 */
        add_text(&graph, 0x3A, "bench");                  /* domain */
        graph.bytes[length_at] = (uint8_t)(graph.size - length_at - 1);
    }
    return graph;
}

static uint64_t digest(const struct ol_test_linter *linter)
{
    uint64_t hash = 5381;
    for (size_t i = 0; i < linter->diags.count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(&linter->diags, i);
        hash = hash * 33 + diag->place.span.offset;
    }
    return hash;
}

static void lint(struct ol_test_linter *linter, const struct graph *graph)
{
    ol_test_lint(linter, OL_MESSAGE_GraphProto, (struct ol_slice){graph->bytes, graph->size}, 8);
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
    ck_assert(ol_test_has_finding(linter, "node-op-type-missing", NULL));
    ck_assert_uint_eq(linter->facts.scouted, 0);
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
    ck_assert_uint_eq(linter.facts.vouched, NODES_FEW - 2 * OL_SCOUT_STRETCH);
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
    ck_assert_uint_eq(linter.facts.scouted, NODES_MANY);
    free(graph.bytes);
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
    tcase_add_test(tcase, test_are_not_sent_for_little);
    tcase_add_test(tcase, test_tell_that_bytes_were_gone);
    suite_add_tcase(suite, tcase);
    return suite;
}
