/* SPDX-License-Identifier: Apache-2.0 */
/* The assembler of example bytes. */
#include <stdio.h>
#include <string.h>

#include "example/hexasm.h"
#include "unit/suites.h"

/* Assembles text and compares with the expected bytes. */
static void check_bytes(const char *text, const char *bytes, size_t size)
{
    struct ol_hexasm out;
    ck_assert_msg(ol_hexasm_init(&out, text) == OL_OK, "%s: %s", text, out.error);
    ck_assert_uint_eq(out.size, size);
    ck_assert_mem_eq(out.bytes, bytes, size);
    ol_hexasm_fini(&out);
}

static void check_error(const char *text, const char *error)
{
    struct ol_hexasm out;
    ck_assert_int_eq(ol_hexasm_init(&out, text), OL_ERR_RULE);
    char told[200];
    (void)snprintf(told, sizeof told, "%u:%u: %s", out.line, out.column, out.error);
    ck_assert_str_eq(told, error);
    ol_hexasm_fini(&out);
}

START_TEST(test_tokens)
{
    check_bytes("", "", 0);
    check_bytes("0A ff 7f # 00\n 80", "\x0A\xFF\x7F\x80", 4);
    check_bytes("\"ab\" \"\\x00\\\"\\\\\\n\\r\\t\"", "ab\0\"\\\n\r\t", 8);
    check_bytes("{ } { 01 } { { 02 } }", "\0\1\1\2\1\2", 6);
    check_bytes("3*00 2*\"ab\" 2*{ 01 2*02 } 10", "\0\0\0abab\3\1\2\2\3\1\2\2\x10", 16);
    check_bytes("3*\"a\\#\" \"\\#\"", "a00000a00001a0000200000", 23);
    check_bytes("2*{ \"\\#\" 2*\"b\" }",
                "\7"
                "00000bb"
                "\7"
                "00001bb",
                16);
    check_bytes("2*{ 2*\"\\#\" \"\\#\" }",
                "\17"
                "000000000100000"
                "\17"
                "000000000100001",
                32);
}
END_TEST

START_TEST(test_seed_page)
{
    const char *flat = "0A 01 78 12 0F 0A 0D 08 01 12 09 0A 02 08 01 0A 03 12 01 4E";
    const char *braces = "0A { \"x\" } 12 { 0A { 08 01 12 { 0A { 08 01 } 0A { 12 { \"N\" } } } } }";
    struct ol_hexasm a;
    struct ol_hexasm b;
    ck_assert_int_eq(ol_hexasm_init(&a, flat), OL_OK);
    ck_assert_int_eq(ol_hexasm_init(&b, braces), OL_OK);
    ck_assert_uint_eq(a.size, 20);
    ck_assert_uint_eq(b.size, 20);
    ck_assert_mem_eq(a.bytes, b.bytes, 20);
    ol_hexasm_fini(&a);
    ol_hexasm_fini(&b);
}
END_TEST

START_TEST(test_long_lengths)
{
    struct ol_hexasm out;
    ck_assert_int_eq(ol_hexasm_init(&out, "{ 127*00 } { @in 128*00 @end } 16384*01"), OL_OK);
    ck_assert_uint_eq(out.bytes[0], 127);
    ck_assert_uint_eq(out.bytes[128], 0x80);
    ck_assert_uint_eq(out.bytes[129], 0x01);
    uint64_t offset;
    ck_assert(ol_hexasm_find_mark(&out, "in", &offset));
    ck_assert_uint_eq(offset, 130);
    ck_assert(ol_hexasm_find_mark(&out, "end", &offset));
    ck_assert_uint_eq(offset, 258);
    ck_assert_uint_eq(out.size, 258 + 16384);
    ol_hexasm_fini(&out);
}
END_TEST

START_TEST(test_marks)
{
    struct ol_hexasm out;
    ck_assert_int_eq(ol_hexasm_init(&out, "@a 0A @b { 08 @c 01 { @d } } 2*{ @e 00 } @f"), OL_OK);
    static const struct ol_hexasm_mark want[] = {{"a", 0}, {"b", 1}, {"c", 3},
                                                 {"d", 5}, {"e", 6}, {"f", 9}};
    ck_assert_uint_eq(out.mark_count, sizeof want / sizeof *want);
    for (size_t i = 0; i < out.mark_count; i++) {
        uint64_t offset;
        ck_assert(ol_hexasm_find_mark(&out, want[i].name, &offset));
        ck_assert_uint_eq(offset, want[i].offset);
    }
    uint64_t offset;
    ck_assert(!ol_hexasm_find_mark(&out, "g", &offset));
    ol_hexasm_fini(&out);
}
END_TEST

START_TEST(test_marks_of_a_repetition)
{
    struct ol_hexasm out;
    ck_assert_int_eq(ol_hexasm_init(&out, "3*{ @n \"\\#\" @end } @after"), OL_OK);
    static const struct ol_hexasm_mark want[] = {{"n", 1}, {"end", 6}, {"after", 18}};
    ck_assert_uint_eq(out.mark_count, sizeof want / sizeof *want);
    for (size_t i = 0; i < out.mark_count; i++) {
        ck_assert_str_eq(out.marks[i].name, want[i].name);
        ck_assert_uint_eq(out.marks[i].offset, want[i].offset);
    }
    ol_hexasm_fini(&out);
}
END_TEST

START_TEST(test_too_many_marks)
{
    static char text[(OL_HEXASM_MARKS_MAX + 1) * 8];
    for (size_t i = 0; i <= OL_HEXASM_MARKS_MAX; i++) {
        (void)snprintf(text + strlen(text), 8, "@%zu ", i);
    }
    check_error(text, "1:4891: more than 1000 marks");
}
END_TEST

START_TEST(test_errors)
{
    check_error("0A\n  0", "2:3: want two hex digits");
    check_error("0A 0G", "1:4: want two hex digits");
    check_error("0A08", "1:3: want a blank between two items");
    check_error("{ 0A", "1:1: the group is not closed");
    check_error("0A }", "1:4: '}' without '{'");
    check_error("\"ab\n\"", "1:4: the text has no closing quote on its line");
    check_error("\"\\v\"", "1:2: unknown escape: want \\xHH, \\n, \\r, \\t, \\#, \\\" or \\\\");
    check_error("@a 00 @a", "1:7: mark 'a' stands twice");
    check_error("@ 00", "1:1: want a name of at most 47 letters, digits, '_' and '-'");
    check_error("0*00", "1:1: want a repetition of at least 1 that makes at most 67108864 bytes");
    check_error("99999999999999999999*00",
                "1:1: want a repetition of at least 1 that makes at most 67108864 bytes");
    check_error("3*@a", "1:3: want two hex digits");
    check_error("65*{ 1048576*00 }",
                "1:1: want a repetition of at least 1 that makes at most 67108864 bytes");
    check_error("67108864*00 01", "1:13: more than 67108864 bytes");
}
END_TEST

START_TEST(test_depth)
{
    static char text[2 * (OL_HEXASM_DEPTH_MAX + 1) + 1];
    memset(text, '{', OL_HEXASM_DEPTH_MAX + 1);
    struct ol_hexasm out;
    ck_assert_int_eq(ol_hexasm_init(&out, text), OL_ERR_RULE);
    ck_assert_ptr_nonnull(strstr(out.error, "groups nest deeper than 1000"));
    ol_hexasm_fini(&out);
    memset(text, '{', OL_HEXASM_DEPTH_MAX);
    memset(&text[OL_HEXASM_DEPTH_MAX], '}', OL_HEXASM_DEPTH_MAX);
    text[(size_t)2 * OL_HEXASM_DEPTH_MAX] = '\0';
    ck_assert_int_eq(ol_hexasm_init(&out, text), OL_OK);
    ol_hexasm_fini(&out);
}
END_TEST

Suite *suite_hexasm(void)
{
    const TTest *const tests[] = {test_tokens,
                                  test_seed_page,
                                  test_long_lengths,
                                  test_marks,
                                  test_marks_of_a_repetition,
                                  test_too_many_marks,
                                  test_errors,
                                  test_depth};
    return OL_SUITE_OF("hexasm", tests);
}
