/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that a budget bounds: nothing is had beyond it, and what is given back can be had again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/cycles.h"
#include "base/vector.h"
#include "onnx/symbols.h"
#include "unit/suites.h"

#define MIB ((size_t)1024 * 1024)

START_TEST(test_take_and_give)
{
    struct ol_budget none = {0};
    struct ol_budget budget = {.max = 10};
    ck_assert(ol_budget_take(NULL, SIZE_MAX));
    ol_budget_give(NULL, SIZE_MAX);
    ck_assert(ol_budget_take(&none, SIZE_MAX));
    ck_assert(!none.is_exceeded);
    ck_assert(ol_budget_take(&budget, 4));
    ck_assert(ol_budget_take(&budget, 6));
    ck_assert(!budget.is_exceeded);
    ck_assert(!ol_budget_take(&budget, 1));
    ck_assert(budget.is_exceeded);
    ck_assert_uint_eq(budget.used, 10);
    ol_budget_give(&budget, 6);
    ck_assert(ol_budget_take(&budget, 5));
    ck_assert(!ol_budget_take(&budget, SIZE_MAX));
    budget.max = 5; /* less than was taken before */
    ck_assert(!ol_budget_take(&budget, 0));
}
END_TEST

START_TEST(test_arena)
{
    struct ol_budget budget = {.max = MIB};
    struct ol_arena *arena = ol_arena_new();
    ck_assert_ptr_null(ol_arena_budget(arena));
    ol_arena_set_budget(arena, &budget);
    ck_assert_ptr_eq(ol_arena_budget(arena), &budget);
    size_t had = 0;
    while (ol_arena_alloc(arena, 1000) != NULL) {
        had += 1000;
    }
    ck_assert(budget.is_exceeded);
    ck_assert_uint_le(had, budget.used);
    ck_assert_uint_le(budget.used, MIB);
    ck_assert_uint_gt(had, MIB / 2);
    ol_arena_free(arena);
    ck_assert_uint_eq(budget.used, 0);
}
END_TEST

START_TEST(test_vector)
{
    struct ol_budget budget = {.max = MIB};
    struct ol_vector vector = {.budget = &budget};
    for (int round = 0; round < 2; round++) {
        size_t count = 0;
        uint64_t *item = ol_vector_add(&vector, sizeof *item);
        while (item != NULL) {
            *item = count++;
            item = ol_vector_add(&vector, sizeof *item);
        }
        ck_assert_uint_eq(vector.count, count);
        ck_assert_uint_gt(count, MIB / 2 / sizeof *item);
        ck_assert_uint_le(count * sizeof *item, budget.used);
        ck_assert_uint_le(budget.used, MIB);
        ck_assert_uint_eq(((uint64_t *)vector.items)[count - 1], count - 1);
        ol_vector_fini(&vector);
        ck_assert_uint_eq(budget.used, 0);
        ck_assert_ptr_eq(vector.budget, &budget);
    }
}
END_TEST

START_TEST(test_buf)
{
    struct ol_budget budget = {.max = MIB};
    struct ol_buf buf;
    ol_buf_init_within(&buf, &budget);
    while (ol_buf_is_ok(&buf)) {
        ol_buf_add(&buf, "0123456789");
    }
    ck_assert(budget.is_exceeded);
    ck_assert_uint_le(budget.used, MIB);
    ck_assert_uint_ge(buf.size, MIB / 4);
    ck_assert_uint_eq(buf.size % 10, 0);
    ol_buf_fini(&buf);
    ck_assert_uint_eq(budget.used, 0);
}
END_TEST

/* Names of a number each, told apart by their bytes. */
START_TEST(test_symbols)
{
    static uint32_t names[MIB / 16];
    struct ol_budget budget = {.max = MIB};
    struct ol_symbols symbols;
    ol_symbols_init(&symbols);
    ol_symbols_set_budget(&symbols, &budget);
    uint32_t count = 0;
    uint32_t index = 0;
    enum ol_status status = OL_OK;
    while (status == OL_OK && count < MIB / 16) {
        names[count] = count;
        struct ol_slice name = {(const uint8_t *)&names[count], sizeof names[count]};
        status = ol_symbols_intern(&symbols, name, &index);
        count++;
    }
    ck_assert_int_eq(status, OL_ERR_NOMEM);
    ck_assert(budget.is_exceeded);
    ck_assert_uint_le(budget.used, MIB);
    ck_assert_uint_eq(
        ol_symbols_find(&symbols, (struct ol_slice){(const uint8_t *)&names[7], sizeof names[7]}),
        7);
    ol_symbols_fini(&symbols);
    ck_assert_uint_eq(budget.used, 0);
}
END_TEST

START_TEST(test_cycles)
{
    static const struct ol_arc arcs[] = {{0, 1}, {1, 0}};
    struct ol_budget budget = {.max = 100};
    struct ol_cycles cycles = {.budget = &budget};
    ck_assert_int_eq(ol_cycles_init(&cycles, arcs, 2, 1000), OL_ERR_NOMEM);
    ck_assert_uint_eq(budget.used, 0);
    budget.max = MIB;
    ck_assert_int_eq(ol_cycles_init(&cycles, arcs, 2, 1000), OL_OK);
    ck_assert_uint_eq(cycles.component_count, 1);
    ck_assert_uint_gt(budget.used, 1000 * sizeof(uint32_t));
    ol_cycles_fini(&cycles);
    ck_assert_uint_eq(budget.used, 0);
}
END_TEST

Suite *suite_budget(void)
{
    Suite *suite = suite_create("budget");
    TCase *tcase = tcase_create("budget");
    tcase_add_test(tcase, test_take_and_give);
    tcase_add_test(tcase, test_arena);
    tcase_add_test(tcase, test_vector);
    tcase_add_test(tcase, test_buf);
    tcase_add_test(tcase, test_symbols);
    tcase_add_test(tcase, test_cycles);
    suite_add_tcase(suite, tcase);
    return suite;
}
