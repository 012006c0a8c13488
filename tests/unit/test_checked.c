/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic that tells when it does not fit. */
#include "base/checked.h"
#include "unit/suites.h"

START_TEST(test_add)
{
    uint64_t out = 7;
    ck_assert(ol_checked_add(UINT64_MAX - 1, 1, &out));
    ck_assert_uint_eq(out, UINT64_MAX);
    ck_assert(!ol_checked_add(UINT64_MAX, 1, &out));
    ck_assert_uint_eq(out, UINT64_MAX);
    ck_assert(ol_checked_add(0, 0, &out));
    ck_assert_uint_eq(out, 0);
}
END_TEST

START_TEST(test_mul)
{
    uint64_t out = 7;
    ck_assert(ol_checked_mul(UINT64_C(1) << 32, (UINT64_C(1) << 32) - 1, &out));
    ck_assert_uint_eq(out, UINT64_C(0xFFFFFFFF00000000));
    ck_assert(!ol_checked_mul(UINT64_C(1) << 32, UINT64_C(1) << 32, &out));
    ck_assert_uint_eq(out, UINT64_C(0xFFFFFFFF00000000));
    ck_assert(ol_checked_mul(UINT64_MAX, 0, &out));
    ck_assert_uint_eq(out, 0);
}
END_TEST

START_TEST(test_mul_size)
{
    size_t out = 7;
    ck_assert(!ol_checked_mul_size(SIZE_MAX / 2, 3, &out));
    ck_assert_uint_eq(out, 7);
    ck_assert(ol_checked_mul_size(SIZE_MAX / 2, 2, &out));
    ck_assert_uint_eq(out, SIZE_MAX - 1);
}
END_TEST

Suite *suite_checked(void)
{
    const TTest *const tests[] = {test_add, test_mul, test_mul_size};
    return OL_SUITE_OF("checked", tests);
}
