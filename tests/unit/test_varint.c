/* SPDX-License-Identifier: Apache-2.0 */
/* Base-128 varints. */
#include <string.h>

#include "unit/suites.h"
#include "wire/varint.h"

static struct ol_varint read_bytes(const char *bytes, size_t size)
{
    /* a copy of that very size, so that a sanitizer sees a byte too many being read */
    uint8_t copy[16];
    memcpy(copy + sizeof copy - size, bytes, size);
    return ol_varint_read(copy + sizeof copy - size, size);
}

START_TEST(test_values)
{
    struct ol_varint v = read_bytes("\x00", 1);
    ck_assert(v.status == OL_VARINT_OK && v.value == 0 && v.length == 1 && !v.overlong &&
              !v.overflow);
    v = read_bytes("\x7F\x80", 2);
    ck_assert(v.status == OL_VARINT_OK && v.value == 127 && v.length == 1);
    v = read_bytes("\x80\x01", 2);
    ck_assert(v.status == OL_VARINT_OK && v.value == 128 && v.length == 2 && !v.overlong);
    v = read_bytes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 10);
    ck_assert(v.status == OL_VARINT_OK && v.value == UINT64_MAX && v.length == 10 && !v.overflow &&
              !v.overlong);
}
END_TEST

START_TEST(test_cut)
{
    for (size_t size = 0; size < 10; size++) {
        struct ol_varint v = read_bytes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", size);
        ck_assert(v.status == OL_VARINT_CUT);
        ck_assert_uint_eq(v.length, size);
    }
}
END_TEST

START_TEST(test_too_long)
{
    struct ol_varint v = read_bytes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 11);
    ck_assert(v.status == OL_VARINT_TOO_LONG);
    v = read_bytes("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80", 10);
    ck_assert(v.status == OL_VARINT_TOO_LONG);
}
END_TEST

START_TEST(test_odd_forms)
{
    struct ol_varint v = read_bytes("\x88\x00", 2);
    ck_assert(v.status == OL_VARINT_OK && v.value == 8 && v.length == 2 && v.overlong);
    v = read_bytes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x02", 10);
    ck_assert(v.status == OL_VARINT_OK && v.overflow && v.value == UINT64_MAX >> 1);
    v = read_bytes("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 10);
    ck_assert(v.status == OL_VARINT_OK && !v.overflow && v.overlong && v.value == 0);
}
END_TEST

Suite *suite_varint(void)
{
    const TTest *const tests[] = {test_values, test_cut, test_too_long, test_odd_forms};
    return OL_SUITE_OF("varint", tests);
}
