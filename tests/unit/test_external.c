/* SPDX-License-Identifier: Apache-2.0 */
/* What is read from the texts of external data: keys, numbers, and the faults of locations. */
#include <stdint.h>

#include "checks/external.h"
#include "unit/suites.h"

START_TEST(test_keys)
{
    ck_assert_int_eq(ol_external_key_from_text(ol_slice_from_text("location")),
                     OL_EXTERNAL_LOCATION);
    ck_assert_int_eq(ol_external_key_from_text(ol_slice_from_text("basepath")),
                     OL_EXTERNAL_BASEPATH);
    ck_assert_int_eq(ol_external_key_from_text(ol_slice_from_text("Location")),
                     OL_EXTERNAL_KEY_COUNT);
    ck_assert_int_eq(ol_external_key_from_text(ol_slice_from_text("")), OL_EXTERNAL_KEY_COUNT);
}
END_TEST

START_TEST(test_numbers)
{
    static const struct {
        const char *text;
        enum ol_external_number_state state;
        uint64_t value;
    } cases[] = {
        {"0", OL_EXTERNAL_NUMBER_GOOD, 0},
        {"42", OL_EXTERNAL_NUMBER_GOOD, 42},
        {"007", OL_EXTERNAL_NUMBER_GOOD, 7},
        {"9223372036854775807", OL_EXTERNAL_NUMBER_GOOD, INT64_MAX},
        {"000000000000000000000000000001", OL_EXTERNAL_NUMBER_GOOD, 1},
        {"9223372036854775808", OL_EXTERNAL_NUMBER_OVERFLOW, 0},
        {"18446744073709551616", OL_EXTERNAL_NUMBER_OVERFLOW, 0},
        {"99999999999999999999999999999999", OL_EXTERNAL_NUMBER_OVERFLOW, 0},
        {"99999999999999999999x", OL_EXTERNAL_NUMBER_SYNTAX, 0},
        {"-1", OL_EXTERNAL_NUMBER_NEGATIVE, 0},
        {"-99999999999999999999", OL_EXTERNAL_NUMBER_NEGATIVE, 0},
        {"-0", OL_EXTERNAL_NUMBER_SYNTAX, 0},
        {"-", OL_EXTERNAL_NUMBER_SYNTAX, 0},
        {"--1", OL_EXTERNAL_NUMBER_SYNTAX, 0},
        {"", OL_EXTERNAL_NUMBER_SYNTAX, 0},
        {"+1", OL_EXTERNAL_NUMBER_SYNTAX, 0},
        {" 1", OL_EXTERNAL_NUMBER_SYNTAX, 0},
        {"1\n", OL_EXTERNAL_NUMBER_SYNTAX, 0},
        {"0x10", OL_EXTERNAL_NUMBER_SYNTAX, 0},
        {"1e3", OL_EXTERNAL_NUMBER_SYNTAX, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ol_external_number number =
            ol_external_number_from_text(ol_slice_from_text(cases[i].text));
        ck_assert_msg(number.state == cases[i].state, "'%s': state %d", cases[i].text,
                      (int)number.state);
        if (number.state == OL_EXTERNAL_NUMBER_GOOD) {
            ck_assert_uint_eq(number.value, cases[i].value);
        }
    }
}
END_TEST

START_TEST(test_paths)
{
    static const struct {
        const char *text;
        unsigned faults;
    } cases[] = {
        {"w.bin", 0},
        {"data/sub/w.bin", 0},
        {".w", 0},
        {"...", OL_EXTERNAL_PATH_RESERVED},
        {"v1..2.bin", 0},
        {"-w.bin", 0},
        {"$HOME.bin", 0},
        {"~/w.bin", 0},
        {"w#0.bin", 0},
        {"", OL_EXTERNAL_PATH_EMPTY},
        {".", OL_EXTERNAL_PATH_DOT},
        {"./w.bin", OL_EXTERNAL_PATH_DOT},
        {"a//b", OL_EXTERNAL_PATH_DOT},
        {"a/", OL_EXTERNAL_PATH_DOT},
        {"..", OL_EXTERNAL_PATH_DOTDOT},
        {"a/../b", OL_EXTERNAL_PATH_DOTDOT},
        {"./../b", OL_EXTERNAL_PATH_DOTDOT},
        {"a\\..\\b", OL_EXTERNAL_PATH_DOTDOT},
        {"a\\b", OL_EXTERNAL_PATH_BACKSLASH},
        {"a\\", OL_EXTERNAL_PATH_BACKSLASH},
        {"/w.bin", OL_EXTERNAL_PATH_ABSOLUTE},
        {"//w.bin", OL_EXTERNAL_PATH_ABSOLUTE},
        {"/../w.bin", OL_EXTERNAL_PATH_ABSOLUTE | OL_EXTERNAL_PATH_DOTDOT},
        {"\\w.bin", OL_EXTERNAL_PATH_ABSOLUTE},
        {"\\\\server\\share\\w.bin", OL_EXTERNAL_PATH_DRIVE},
        {"\\/w.bin", OL_EXTERNAL_PATH_DRIVE},
        {"C:", OL_EXTERNAL_PATH_DRIVE},
        {"c:w.bin", OL_EXTERNAL_PATH_DRIVE},
        {"C:\\..\\w.bin", OL_EXTERNAL_PATH_DRIVE | OL_EXTERNAL_PATH_DOTDOT},
        {"https://x/w.bin", OL_EXTERNAL_PATH_URI},
        {"s3://bucket/../w.bin", OL_EXTERNAL_PATH_URI},
        {"file:w.bin", OL_EXTERNAL_PATH_URI},
        {"data:,x", OL_EXTERNAL_PATH_URI},
        {"ab:c", OL_EXTERNAL_PATH_RESERVED},
        {"://w.bin", OL_EXTERNAL_PATH_RESERVED | OL_EXTERNAL_PATH_DOT},
        {"#t0", OL_EXTERNAL_PATH_HASH},
        {"w\n", OL_EXTERNAL_PATH_CONTROL},
        {"w\x7F", OL_EXTERNAL_PATH_CONTROL},
        {"w\xC2\x9F", OL_EXTERNAL_PATH_CONTROL},
        {"w\xC2\xA0", 0},
        {"w\xFF", OL_EXTERNAL_PATH_UTF8},
        {"..\xC0\xAF", OL_EXTERNAL_PATH_UTF8},
        {"con", OL_EXTERNAL_PATH_RESERVED},
        {"NUL.bin", OL_EXTERNAL_PATH_RESERVED},
        {"a/Com1.x/b", OL_EXTERNAL_PATH_RESERVED},
        {"com0", 0},
        {"com10", 0},
        {"cone", 0},
        {"w ", OL_EXTERNAL_PATH_RESERVED},
        {"w?", OL_EXTERNAL_PATH_RESERVED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned faults = ol_external_path_faults(ol_slice_from_text(cases[i].text));
        ck_assert_msg(faults == cases[i].faults, "'%s': %#x, not %#x", cases[i].text, faults,
                      cases[i].faults);
    }
    struct ol_slice cut = {(const uint8_t *)"w\0x", 3};
    ck_assert_uint_eq(ol_external_path_faults(cut), OL_EXTERNAL_PATH_CONTROL);
}
END_TEST

START_TEST(test_unfit_paths)
{
    ck_assert(!ol_external_path_is_unfit(0));
    ck_assert(!ol_external_path_is_unfit(OL_EXTERNAL_PATH_DOT | OL_EXTERNAL_PATH_HASH |
                                         OL_EXTERNAL_PATH_BACKSLASH | OL_EXTERNAL_PATH_RESERVED));
    ck_assert(ol_external_path_is_unfit(OL_EXTERNAL_PATH_EMPTY));
    ck_assert(ol_external_path_is_unfit(OL_EXTERNAL_PATH_DOT | OL_EXTERNAL_PATH_DOTDOT));
}
END_TEST

Suite *suite_external(void)
{
    const TTest *const tests[] = {test_keys, test_numbers, test_paths, test_unfit_paths};
    return OL_SUITE_OF("external", tests);
}
