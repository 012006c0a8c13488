/* SPDX-License-Identifier: Apache-2.0 */
/* How many keys of a map are compared with each other. */
#include "base/buf.h"
#include "base/limits.h"
#include "unit/lint_bytes.h"
#include "unit/suites.h"

/* The smallest number whose shortest form is as long. */
#define KEY_SIZE 4
#define KEY_MIN  (UINT32_C(1) << 21)

/* A number from KEY_MIN up to 2 to the 28. */
static void add_number(struct ol_buf *buf, uint32_t value)
{
    for (unsigned i = 0; i < KEY_SIZE; i++) {
        ol_buf_add_char(buf, (char)((value >> (7 * i) & 0x7F) | (i + 1 < KEY_SIZE ? 0x80 : 0)));
    }
}

/* Lints a map with so many keys, all different but the last, which is the first one again. */
static void lint_keys(struct ol_test_linter *linter, uint32_t count)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_buf_add_slice(&buf, (struct ol_slice){(const uint8_t *)"\x10\x07\x1A", 3}); /* INT64, keys */
    add_number(&buf, count * KEY_SIZE);
    for (uint32_t i = 0; i + 1 < count; i++) {
        add_number(&buf, KEY_MIN + i);
    }
    add_number(&buf, KEY_MIN);
    ck_assert(ol_buf_is_ok(&buf));
    ol_test_lint(linter, OL_MESSAGE_MapProto, ol_buf_slice(&buf), 0);
    ol_buf_fini(&buf);
}

START_TEST(test_bound_of_keys)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    lint_keys(&linter, OL_MAP_KEYS_MAX);
    ck_assert(ol_test_has_finding(&linter, "map-key-duplicate", NULL));
    ck_assert_uint_eq(linter.diags.not_checked_count, 0);
    lint_keys(&linter, OL_MAP_KEYS_MAX + 1);
    ck_assert(!ol_test_has_finding(&linter, "map-key-duplicate", NULL));
    ck_assert_uint_eq(linter.diags.not_checked_count, 1);
    ol_test_linter_fini(&linter);
}
END_TEST

Suite *suite_map(void)
{
    const TTest *const tests[] = {test_bound_of_keys};
    return OL_SUITE_OF("map", tests);
}
