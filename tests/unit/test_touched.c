/* SPDX-License-Identifier: Apache-2.0 */
/* What rules read of payloads, each byte counted once. */
#include "base/limits.h"
#include "rule/touched.h"
#include "unit/suites.h"

static void add(struct ol_touched *touched, uint64_t offset, uint64_t length)
{
    ol_touched_add(touched, (struct ol_span){offset, length});
}

START_TEST(test_union)
{
    struct ol_touched touched = {.beyond = 0};
    ck_assert_uint_eq(ol_touched_size(&touched), 0);
    add(&touched, 100, 10);
    add(&touched, 110, 5); /* follows */
    add(&touched, 100, 10);
    add(&touched, 0, 1);
    add(&touched, 112, 10); /* overlaps */
    add(&touched, 101, 2);  /* lies within */
    ck_assert_uint_eq(ol_touched_size(&touched), 1 + 22);
    ck_assert_uint_eq(ol_touched_size(&touched), 1 + 22);
    ol_touched_fini(&touched);
}
END_TEST

/* The values of a list take no more room than one. */
START_TEST(test_values)
{
    struct ol_touched touched = {.beyond = 0};
    for (uint64_t i = 0; i < 1000; i++) {
        add(&touched, 8 + 4 * i, 4);
    }
    ck_assert_uint_eq(touched.spans.count, 1);
    ck_assert_uint_eq(ol_touched_size(&touched), 4000);
    ol_touched_fini(&touched);
}
END_TEST

/* Past the limit nothing is lost, but what was read twice counts twice. */
START_TEST(test_limit)
{
    struct ol_touched touched = {.beyond = 0};
    for (uint64_t i = 0; i < OL_TOUCHED_MAX; i++) {
        add(&touched, 10 * i, 2);
    }
    ck_assert_uint_eq(ol_touched_size(&touched), 2 * (uint64_t)OL_TOUCHED_MAX);
    add(&touched, 0, 2);
    add(&touched, 5, 1);
    ck_assert_uint_eq(touched.spans.count, OL_TOUCHED_MAX);
    ck_assert_uint_eq(ol_touched_size(&touched), 2 * (uint64_t)OL_TOUCHED_MAX + 3);
    ol_touched_fini(&touched);
}
END_TEST

Suite *suite_touched(void)
{
    const TTest *const tests[] = {test_union, test_values, test_limit};
    return OL_SUITE_OF("touched", tests);
}
