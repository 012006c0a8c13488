/* SPDX-License-Identifier: Apache-2.0 */
/* Showing text that nobody vouches for. */
#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "unit/suites.h"

static struct ol_slice slice(const char *bytes, size_t size)
{
    return (struct ol_slice){(const uint8_t *)bytes, size};
}

START_TEST(test_utf8)
{
    static const struct {
        const char *bytes;
        size_t size;
        size_t valid;
    } cases[] = {
        {"", 0, 0},
        {"a\0b", 3, 3},
        {"\xC2\x80\xDF\xBF", 4, 4},
        {"\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF", 12, 12},
        {"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 8, 8},
        {"a\x80", 2, 1},                    /* a lone continuation */
        {"ab\xC0\x80", 4, 2},               /* overlong */
        {"\xC1\xBF", 2, 0},                 /* overlong */
        {"\xE0\x9F\xBF", 3, 0},             /* overlong */
        {"\xF0\x8F\xBF\xBF", 4, 0},         /* overlong */
        {"\xED\xA0\x80", 3, 0},             /* a surrogate */
        {"\xF4\x90\x80\x80", 4, 0},         /* past U+10FFFF */
        {"\xF5\x80\x80\x80", 4, 0},         /* past U+10FFFF */
        {"x\xE2\x82", 3, 1},                /* cut */
        {"x\xF0\x9F\x98", 4, 1},            /* cut */
        {"\xE2\x82\xAC\xE2\x28\xA1", 6, 3}, /* no continuation */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(ol_utf8_valid_length(slice(cases[i].bytes, cases[i].size)) == cases[i].valid,
                      "case %zu", i);
    }
    uint32_t code_point = 0;
    ck_assert_uint_eq(ol_utf8_length(slice("\xF0\x9F\x98\x80", 4), &code_point), 4);
    ck_assert_uint_eq(code_point, 0x1F600);
}
END_TEST

START_TEST(test_control)
{
    static const uint32_t controls[] = {0,      0x1B,   0x1F,    0x7F,    0x80,    0x85,    0x9F,
                                        0xAD,   0x061C, 0x200B,  0x200E,  0x2028,  0x2029,  0x202A,
                                        0x202E, 0x2066, 0x2069,  0xFEFF,  0xE0020, 0x034F,  0x115F,
                                        0x1160, 0x180B, 0x3164,  0xFE00,  0xFE0F,  0xFFA0,  0xFDD0,
                                        0xFFFE, 0xFFFF, 0x1FFFE, 0xE0100, 0xE01EF, 0x10FFFF};
    static const uint32_t others[] = {0x20,   'a',    0x7E,   0xA0,    0xE9,
                                      0x3B1,  0x2014, 0x4E2D, 0x1F600, 0x1160 - 2,
                                      0x3165, 0xFDF0, 0xFE10, 0xFFFD,  0x10FFFD};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        ck_assert_msg(ol_code_point_is_control(controls[i]), "U+%04X", (unsigned)controls[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ck_assert_msg(!ol_code_point_is_control(others[i]), "U+%04X", (unsigned)others[i]);
    }
}
END_TEST

static void check_escaped(const char *bytes, size_t size, size_t max, const char *want)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_text_escape(&buf, slice(bytes, size), max);
    ck_assert_str_eq(ol_buf_text(&buf), want);
    ol_buf_fini(&buf);
}

START_TEST(test_escape)
{
    check_escaped("plain", 5, 0, "plain");
    check_escaped("a\nb\tc\rd", 7, 0, "a\\nb\\tc\\rd");
    check_escaped("'\"\\", 3, 0, "\\'\\\"\\\\");
    check_escaped("\x1B[31m\0", 6, 0, "\\x1B[31m\\x00");
    check_escaped("\xFF\xC3\xA9", 3, 0, "\\xFF\xC3\xA9");
    check_escaped("\xE2\x80\xAE", 3, 0, "\\u{202E}");
    check_escaped("\xC2\x85", 2, 0, "\\u{85}");
    check_escaped("abcdef", 6, 3, "abc...");
    check_escaped("abc", 3, 3, "abc");
}
END_TEST

/* What log readers act on anywhere in a line. */
START_TEST(test_forgery)
{
    static const char *const cases[][2] = {
        {"##[error]x", "#\\x23[error]x"},
        {"###", "#\\x23\\x23"},
        {"# #", "# #"},
        {"a:1:1: error: x", "a:1:1\\x3A error\\x3A x"},
        {"a:1:1 error: x", "a:1:1 error\\x3A x"},
        {"a:1:: WARNING: x", "a:1:: WARNING\\x3A x"},
        {"a:1:1:\xC2\xA0x", "a:1:1\\x3A\xC2\xA0x"},
        {"error:\xE3\x80\x80x", "error\\x3A\xE3\x80\x80x"},
        {"conv_1:0", "conv_1:0"},
        {"a: b", "a: b"},
        {"error:", "error:"},
        {"1:", "1:"},
    };
    struct ol_buf path;
    ol_buf_init(&path);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_escaped(cases[i][0], strlen(cases[i][0]), 0, cases[i][1]);
        ol_text_add_path(&path, cases[i][0]);
        ck_assert_str_eq(ol_buf_text(&path), cases[i][1]);
        ol_buf_clear(&path);
    }
    ol_text_add_message(&path, "opset 7: ##[error]");
    ck_assert_str_eq(ol_buf_text(&path), "opset 7: #\\x23[error]");
    ol_buf_fini(&path);
}
END_TEST

/* A line that begins with a file name is no command. */
START_TEST(test_command)
{
    static const char *const cases[][2] = {
        {"::error::x.onnx", "./::error::x.onnx"},
        {" \xE2\x80\x83::x", "./ \xE2\x80\x83::x"},
        {"::x\n", "./::x\\n"},
        {":x", ":x"},
        {"a::x", "a::x"},
    };
    struct ol_buf path;
    ol_buf_init(&path);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ol_text_add_path(&path, cases[i][0]);
        ck_assert_str_eq(ol_buf_text(&path), cases[i][1]);
        ol_buf_clear(&path);
    }
    ol_buf_fini(&path);
}
END_TEST

/* Whether the escaped form of two bytes is well-formed and free of controls. */
static bool is_escaped_well(unsigned first, unsigned second)
{
    const uint8_t bytes[] = {(uint8_t)first, (uint8_t)second};
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_text_escape(&buf, (struct ol_slice){bytes, 2}, 0);
    struct ol_slice shown = ol_buf_slice(&buf);
    bool is_well = ol_utf8_valid_length(shown) == shown.size;
    for (size_t i = 0; i < shown.size; i++) {
        is_well = is_well && shown.data[i] >= 0x20 && shown.data[i] != 0x7F;
    }
    ol_buf_fini(&buf);
    return is_well;
}

START_TEST(test_nothing_raw_is_left)
{
    for (unsigned pair = 0; pair <= 0xFFFF; pair++) {
        if (!is_escaped_well(pair >> 8, pair & 0xFF)) {
            ck_abort_msg("%04X", pair);
        }
    }
}
END_TEST

START_TEST(test_quote_cuts_names)
{
    char name[OL_NAME_SHOWN_MAX + 50];
    memset(name, 'n', sizeof name);
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_text_quote(&buf, slice(name, sizeof name));
    ck_assert_uint_eq(buf.size, OL_NAME_SHOWN_MAX + strlen("'...'"));
    ck_assert_str_eq(ol_buf_text(&buf) + buf.size - 4, "...'");
    ol_buf_fini(&buf);
}
END_TEST

START_TEST(test_path)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_text_add_path(&buf, "a dir/m'\xC3\xA9.onnx");
    ck_assert_str_eq(ol_buf_text(&buf), "a dir/m'\xC3\xA9.onnx");
    ol_buf_clear(&buf);
    ol_text_add_path(&buf, "a\nb:1:1: error: x");
    ck_assert_ptr_null(strchr(ol_buf_text(&buf), '\n'));
    ol_buf_fini(&buf);
}
END_TEST

START_TEST(test_folded)
{
    for (unsigned c = 0; c < 256; c++) {
        bool is_capital = c >= 'A' && c <= 'Z';
        ck_assert_uint_eq(ol_text_folded((uint8_t)c), is_capital ? c + 'a' - 'A' : c);
    }
    ck_assert(ol_text_is_equal_folded(slice("Az@[", 4), slice("aZ@[", 4)));
    ck_assert(!ol_text_is_equal_folded(slice("@", 1), slice("`", 1)));
    ck_assert(!ol_text_is_equal_folded(slice("a", 1), slice("ab", 2)));
    ck_assert(!ol_text_is_equal_folded(slice("\xC3\x84", 2), slice("\xC3\xA4", 2)));
    ck_assert(ol_text_is_equal_folded(slice(NULL, 0), slice("", 0)));
}
END_TEST

START_TEST(test_flag)
{
    static const char *const yes[] = {"true", "yes", "on", "True", "YES"};
    static const char *const no[] = {"false", "no", "off", "False", "OFF"};
    static const char *const others[] = {"", "y", "n", "1", "0", "truth", "onn", "nope", "yes "};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        bool flag = false;
        ck_assert(ol_text_is_flag(yes[i], &flag) && flag);
        ck_assert(ol_text_is_flag(no[i], &flag) && !flag);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        bool flag = false;
        ck_assert(!ol_text_is_flag(others[i], &flag));
    }
}
END_TEST

START_TEST(test_identifier)
{
    ck_assert(ol_text_is_identifier(slice("_aZ9", 4)));
    ck_assert(ol_text_is_identifier(slice("", 0)));
    ck_assert(!ol_text_is_identifier(slice("9a", 2)));
    ck_assert(!ol_text_is_identifier(slice("a.b", 3)));
    ck_assert(!ol_text_is_identifier(slice("\xC3\xA4", 2)));
}
END_TEST

/* Of every length, with every byte in every place. */
START_TEST(test_identifier_bytes)
{
    char text[40];
    for (size_t size = 1; size <= sizeof text; size++) {
        memset(text, 'a', sizeof text);
        for (size_t at = 0; at < size; at++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                bool is_digit = byte >= '0' && byte <= '9';
                bool is_small = (byte >= 'a' && byte <= 'z') || byte == '_';
                bool is_capital = byte >= 'A' && byte <= 'Z';
                text[at] = (char)byte;
                ck_assert_int_eq(ol_text_is_identifier(slice(text, size)),
                                 is_small || is_capital || (is_digit && at > 0));
                ck_assert_int_eq(ol_text_is_lower_case(slice(text, size)), is_small || is_digit);
            }
            text[at] = 'a';
        }
    }
    ck_assert(ol_text_is_lower_case(slice("", 0)));
}
END_TEST

Suite *suite_text(void)
{
    const TTest *const tests[] = {test_utf8,
                                  test_control,
                                  test_escape,
                                  test_forgery,
                                  test_command,
                                  test_nothing_raw_is_left,
                                  test_quote_cuts_names,
                                  test_path,
                                  test_folded,
                                  test_identifier,
                                  test_identifier_bytes,
                                  test_flag};
    return OL_SUITE_OF("text", tests);
}
