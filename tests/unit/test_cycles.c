/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles: components, order, ways round; small graphs against a slow search, large ones for time.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/cycles.h"
#include "unit/suites.h"

#define MANY 1000000

static struct ol_vector way;

/* The nodes of the way, as digits, and the one that it ends at. */
static const char *way_text(const struct ol_cycles *cycles)
{
    static char text[16];
    const uint32_t *steps = way.items;
    size_t at = 0;
    ck_assert_uint_ge(way.count, 1);
    for (size_t i = 0; i < way.count; i++) {
        const struct ol_arc *arc = &cycles->arcs[steps[i]];
        ck_assert(i == 0 || cycles->arcs[steps[i - 1]].to == arc->from);
        text[at++] = (char)('0' + arc->from);
    }
    text[at++] = (char)('0' + cycles->arcs[steps[way.count - 1]].to);
    text[at] = '\0';
    return text;
}

START_TEST(test_nothing)
{
    struct ol_cycles cycles = {0};
    ck_assert_int_eq(ol_cycles_init(&cycles, NULL, 0, 0), OL_OK);
    ck_assert_uint_eq(cycles.component_count, 0);
    ol_cycles_fini(&cycles);
    ck_assert_int_eq(ol_cycles_init(&cycles, NULL, 0, 2), OL_OK);
    ck_assert_uint_eq(cycles.component_count, 0);
    ck_assert_uint_eq(cycles.component[1], OL_CYCLES_NONE);
    ol_cycles_fini(&cycles);
    ck_assert_int_eq(ol_cycles_init(&cycles, NULL, 0, UINT32_MAX), OL_ERR_LIMIT);
}
END_TEST

/* 0 -> 1 <-> 2 -> 3 <-> 3, 4 -> 5 -> 6 -> 4, 4 -> 6, 7 */
START_TEST(test_components)
{
    static const struct ol_arc arcs[] = {{0, 1}, {1, 2}, {4, 5}, {2, 1}, {2, 3},
                                         {3, 3}, {5, 6}, {6, 4}, {4, 6}, {2, 1}};
    static const uint32_t expected[] = {OL_CYCLES_NONE, 0, 0, 1, 2, 2, 2, OL_CYCLES_NONE};
    struct ol_cycles cycles = {0};
    ck_assert_int_eq(ol_cycles_init(&cycles, arcs, sizeof arcs / sizeof *arcs, 8), OL_OK);
    ck_assert_mem_eq(cycles.component, expected, sizeof expected);
    ck_assert_uint_eq(cycles.component_count, 3);
    ck_assert_uint_eq(cycles.lowest[0], 1);
    ck_assert_uint_eq(cycles.lowest[1], 3);
    ck_assert_uint_eq(cycles.lowest[2], 4);
    static const struct {
        uint32_t from;
        uint32_t to;
        const char *text;
    } ways[] = {{1, 1, "121"}, {2, 2, "212"}, {3, 3, "33"}, {4, 4, "464"}, {5, 5, "5645"},
                {5, 4, "564"}, {4, 6, "46"},  {4, 5, "45"}, {6, 5, "645"}, {1, 1, "121"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        ck_assert_int_eq(ol_cycles_way(&cycles, ways[i].from, ways[i].to, &way), OL_OK);
        ck_assert_str_eq(way_text(&cycles), ways[i].text);
    }
    ol_vector_fini(&way);
    ol_cycles_fini(&cycles);
}
END_TEST

/* --- against a slow search ----------------------------------------------- */

#define SMALL 7

/* Numbers that are the same each time. */
static uint32_t next_number(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 16;
}

/* The lengths of shortest ways of at least one arc; 0: none. */
static void measure(const struct ol_arc *arcs, size_t count, unsigned lengths[SMALL][SMALL])
{
    memset(lengths, 0, SMALL * sizeof *lengths);
    for (unsigned length = 1; length <= SMALL; length++) {
        unsigned before[SMALL][SMALL];
        memcpy(before, lengths, sizeof before);
        for (size_t i = 0; i < count; i++) {
            for (size_t from = 0; from < SMALL; from++) {
                bool is_reached = length == 1 ? from == arcs[i].from : before[from][arcs[i].from];
                if (is_reached && lengths[from][arcs[i].to] == 0) {
                    lengths[from][arcs[i].to] = length;
                }
            }
        }
    }
}

/* Assertions are slow, so that one for each graph has to do. */
static bool is_way(struct ol_cycles *cycles, uint32_t from, uint32_t to, unsigned length)
{
    enum ol_status status = ol_cycles_way(cycles, from, to, &way);
    if (status != OL_OK || way.count != length) {
        return false;
    }
    const uint32_t *steps = way.items;
    uint32_t at = from;
    for (size_t i = 0; i < length; i++) {
        if (cycles->arcs[steps[i]].from != at) {
            return false;
        }
        at = cycles->arcs[steps[i]].to;
    }
    return at == to;
}

static bool is_component(struct ol_cycles *cycles, unsigned lengths[SMALL][SMALL])
{
    const uint32_t *component = cycles->component;
    for (uint32_t a = 0; a < SMALL; a++) {
        if ((component[a] != OL_CYCLES_NONE) != (lengths[a][a] > 0)) {
            return false;
        }
        for (uint32_t b = 0; b < SMALL && lengths[a][a] > 0; b++) {
            bool is_common = lengths[a][b] > 0 && lengths[b][a] > 0;
            if ((component[a] == component[b]) != is_common ||
                (is_common && !is_way(cycles, a, b, lengths[a][b]))) {
                return false;
            }
        }
    }
    return true;
}

static bool is_ordered(const struct ol_cycles *cycles, size_t arc_count)
{
    uint32_t places[SMALL];
    memset(places, 0xFF, sizeof places);
    for (uint32_t i = 0; i < cycles->count; i++) {
        places[cycles->order[i]] = i;
    }
    for (size_t i = 0; i < arc_count; i++) {
        uint32_t from = cycles->arcs[i].from;
        uint32_t to = cycles->arcs[i].to;
        bool is_inside = cycles->component[from] != OL_CYCLES_NONE &&
                         cycles->component[from] == cycles->component[to];
        if (places[from] >= SMALL || (!is_inside && places[from] >= places[to])) {
            return false;
        }
    }
    return true;
}

START_TEST(test_random)
{
    uint32_t state = 1;
    for (unsigned round = 0; round < 3000; round++) {
        struct ol_arc arcs[20];
        unsigned lengths[SMALL][SMALL];
        size_t count = next_number(&state) % 20;
        for (size_t i = 0; i < count; i++) {
            arcs[i] = (struct ol_arc){next_number(&state) % SMALL, next_number(&state) % SMALL};
        }
        struct ol_cycles cycles = {0};
        ck_assert_int_eq(ol_cycles_init(&cycles, arcs, count, SMALL), OL_OK);
        measure(arcs, count, lengths);
        ck_assert(is_component(&cycles, lengths) && is_ordered(&cycles, count));
        ol_cycles_fini(&cycles);
    }
    ol_vector_fini(&way);
}
END_TEST

/* --- many ---------------------------------------------------------------- */

static struct ol_arc *new_arcs(size_t count)
{
    struct ol_arc *arcs = malloc(count * sizeof *arcs);
    ck_assert_ptr_nonnull(arcs);
    return arcs;
}

/* A chain that is as deep as it is long, each way; then the ring that one more arc makes of it. */
START_TEST(test_chain_and_ring)
{
    struct ol_arc *arcs = new_arcs(MANY);
    struct ol_cycles cycles = {0};
    for (uint32_t i = 0; i < MANY; i++) {
        arcs[i] = _i == 0 ? (struct ol_arc){i, (i + 1) % MANY} : (struct ol_arc){(i + 1) % MANY, i};
    }
    ck_assert_int_eq(ol_cycles_init(&cycles, arcs, MANY - 1, MANY), OL_OK);
    ck_assert_uint_eq(cycles.component_count, 0);
    ck_assert_uint_eq(cycles.order[0], _i == 0 ? 0 : MANY - 1);
    ol_cycles_fini(&cycles);
    ck_assert_int_eq(ol_cycles_init(&cycles, arcs, MANY, MANY), OL_OK);
    ck_assert_uint_eq(cycles.component_count, 1);
    ck_assert_uint_eq(cycles.component[MANY / 2], 0);
    ck_assert_int_eq(ol_cycles_way(&cycles, 3, 3, &way), OL_OK);
    ck_assert_uint_eq(way.count, MANY);
    ol_vector_fini(&way);
    ol_cycles_fini(&cycles);
    free(arcs);
}
END_TEST

/* Half a million pairs, each leading to the next, and a way round for each: linear all together. */
START_TEST(test_many_components)
{
    struct ol_arc *arcs = new_arcs(MANY + MANY / 2);
    struct ol_cycles cycles = {0};
    size_t count = 0;
    for (uint32_t i = 0; i < MANY; i += 2) {
        arcs[count++] = (struct ol_arc){i, i + 1};
        arcs[count++] = (struct ol_arc){i + 1, i};
        if (i + 2 < MANY) {
            arcs[count++] = (struct ol_arc){i, i + 2};
        }
    }
    ck_assert_int_eq(ol_cycles_init(&cycles, arcs, count, MANY), OL_OK);
    ck_assert_uint_eq(cycles.component_count, MANY / 2);
    for (uint32_t i = 0; i < cycles.component_count; i++) {
        if (cycles.lowest[i] != 2 * i || !is_way(&cycles, 2 * i, 2 * i, 2)) {
            ck_abort_msg("component %u", i);
        }
    }
    ol_vector_fini(&way);
    ol_cycles_fini(&cycles);
    free(arcs);
}
END_TEST

Suite *suite_cycles(void)
{
    Suite *suite = suite_create("cycles");
    TCase *tcase = tcase_create("cycles");
    tcase_add_test(tcase, test_nothing);
    tcase_add_test(tcase, test_components);
    tcase_add_test(tcase, test_random);
    tcase_add_loop_test(tcase, test_chain_and_ring, 0, 2);
    tcase_add_test(tcase, test_many_components);
    suite_add_tcase(suite, tcase);
    return suite;
}
