/* SPDX-License-Identifier: Apache-2.0 */
/* Text that grows. */
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "unit/suites.h"

START_TEST(test_empty)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ck_assert_str_eq(ol_buf_text(&buf), "");
    ol_buf_clear(&buf);
    ol_buf_add(&buf, "");
    ck_assert_str_eq(ol_buf_text(&buf), "");
    ck_assert_uint_eq(buf.size, 0);
    ck_assert(ol_buf_is_ok(&buf));
    ol_buf_fini(&buf);
    ol_buf_fini(&buf);
}
END_TEST

START_TEST(test_numbers)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_buf_add_u64(&buf, UINT64_MAX);
    ol_buf_add_char(&buf, ' ');
    ol_buf_add_i64(&buf, INT64_MIN);
    ol_buf_add_char(&buf, ' ');
    ol_buf_add_hex(&buf, 0xDEADBEEF0);
    ol_buf_addf(&buf, " %s-%d", "x", 5);
    ck_assert_str_eq(ol_buf_text(&buf), "18446744073709551615 -9223372036854775808 deadbeef0 x-5");
    ol_buf_clear(&buf);
    ol_buf_add_hex(&buf, 0);
    ck_assert_str_eq(ol_buf_text(&buf), "0");
    ol_buf_fini(&buf);
}
END_TEST

START_TEST(test_growth)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    for (unsigned i = 0; i < 100000; i++) {
        ol_buf_add_char(&buf, (char)('a' + i % 26));
        ck_assert_uint_eq(buf.size, i + 1);
    }
    ck_assert_uint_eq(strlen(ol_buf_text(&buf)), 100000);
    ck_assert_int_eq(ol_buf_text(&buf)[99999], 'a' + 99999 % 26);
    ol_buf_fini(&buf);
}
END_TEST

START_TEST(test_every_length_to_the_next_capacity)
{
    char text[301];
    for (size_t size = 0; size < sizeof text; size++) {
        struct ol_buf buf;
        ol_buf_init(&buf);
        memset(text, 'x', size);
        ol_buf_add_slice(&buf, (struct ol_slice){(const uint8_t *)text, size});
        ol_buf_addf(&buf, "%.*s", (int)size, text);
        ck_assert_uint_eq(buf.size, 2 * size);
        ck_assert_uint_eq(strlen(ol_buf_text(&buf)), 2 * size);
        ol_buf_fini(&buf);
    }
}
END_TEST

START_TEST(test_failure_sticks)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_buf_add(&buf, "kept");
    ol_buf_add_slice(&buf, (struct ol_slice){(const uint8_t *)"", SIZE_MAX / 2});
    ck_assert(!ol_buf_is_ok(&buf));
    ol_buf_add(&buf, "lost");
    ck_assert_str_eq(ol_buf_text(&buf), "kept");
    ol_buf_fini(&buf);
}
END_TEST

Suite *suite_buf(void)
{
    const TTest *const tests[] = {test_empty, test_numbers, test_growth,
                                  test_every_length_to_the_next_capacity, test_failure_sticks};
    return OL_SUITE_OF("buf", tests);
}
