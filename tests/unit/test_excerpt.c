/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes as they are shown to people. */
#include <sys/mman.h>
#include <unistd.h>

#include "report/excerpt.h"
#include "unit/suites.h"

static const char bytes[] = "0123456789abcdefGHIJKLMNOPQRSTUV\x01\xFF\n";

static void expect(size_t size, struct ol_span span, const char *color, unsigned lines,
                   const char *wanted)
{
    const struct ol_excerpt_style style = {.color = color, .lines_max = lines};
    struct ol_buf out;
    ol_buf_init(&out);
    ol_excerpt_add(&out, &style, (struct ol_slice){(const uint8_t *)bytes, size}, span);
    ck_assert_str_eq(ol_buf_text(&out), wanted);
    ol_buf_fini(&out);
}

#define LINE_0 "  00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|\n"
#define LINE_1 "  00000010  47 48 49 4a 4b 4c 4d 4e  4f 50 51 52 53 54 55 56  |GHIJKLMNOPQRSTUV|\n"
#define LINE_2 "  00000020  01 ff 0a                                          |...|\n"
#define BLANKS "            "

START_TEST(test_span)
{
    expect(35, (struct ol_span){0, 1}, NULL, 4, LINE_0 BLANKS "^^\n");
    expect(35, (struct ol_span){7, 2}, NULL, 4, LINE_0 BLANKS "                     ^^^^^^\n");
    expect(35, (struct ol_span){15, 2}, NULL, 4,
           LINE_0 BLANKS "                                              ^^\n" LINE_1 BLANKS "^^\n");
    expect(35, (struct ol_span){33, 2}, NULL, 4, LINE_2 BLANKS "   ^^^^^\n");
}
END_TEST

/* What a CI system would take for a command is none, on one line or on two. */
START_TEST(test_command)
{
    static const char command[] = "##[error]##abcd##vso";
    const struct ol_excerpt_style style = {.lines_max = 4};
    struct ol_buf out;
    ol_buf_init(&out);
    ol_excerpt_add(&out, &style, (struct ol_slice){(const uint8_t *)command, 20},
                   (struct ol_span){0, 20});
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), "|#.[error]#.abcd#|\n"));
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), "|#vso|\n"));
    ol_buf_fini(&out);
}
END_TEST

START_TEST(test_empty_span)
{
    expect(35, (struct ol_span){2, 0}, NULL, 4, LINE_0 BLANKS "      ^\n");
    expect(35, (struct ol_span){16, 0}, NULL, 4, LINE_1 BLANKS "^\n");
    expect(35, (struct ol_span){35, 0}, NULL, 4, LINE_2 BLANKS "         ^\n");
    expect(16, (struct ol_span){16, 0}, NULL, 4,
           LINE_0 BLANKS "                                                 ^\n");
    expect(0, (struct ol_span){0, 0}, NULL, 4,
           "  00000000                                                    ||\n" BLANKS "^\n");
}
END_TEST

START_TEST(test_cut)
{
    expect(35, (struct ol_span){1, 34}, NULL, 1,
           LINE_0 BLANKS "   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n  ... 19 more bytes\n");
    expect(35, (struct ol_span){0, 17}, NULL, 1,
           LINE_0 BLANKS "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n  ... 1 more byte\n");
    expect(35, (struct ol_span){34, 100}, NULL, 4,
           LINE_2 BLANKS "      ^^\n  ... 99 more bytes, past the end of the file\n");
    expect(35, (struct ol_span){34, UINT64_MAX}, NULL, 4,
           LINE_2 BLANKS
           "      ^^\n  ... 18446744073709551614 more bytes, past the end of the file\n");
    expect(35, (struct ol_span){36, 1}, NULL, 4, "");
    expect(35, (struct ol_span){UINT64_MAX, UINT64_MAX}, NULL, 4, "");
}
END_TEST

START_TEST(test_color)
{
    expect(35, (struct ol_span){32, 2}, "1;31", 4,
           "  00000020  \33[1;31m01 ff\33[0m 0a                                          "
           "|\33[1;31m..\33[0m.|\n" BLANKS "\33[1;31m^^^^^\33[0m\n");
}
END_TEST

/* A payload may be the weights: no page of it is read that is not shown. */
START_TEST(test_reading)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t size = page * 1024;
    uint8_t *data = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ck_assert_ptr_ne(data, MAP_FAILED);
    ck_assert_int_eq(mprotect(data + page, page, PROT_READ), 0);
    const struct ol_excerpt_style style = {.lines_max = 4};
    struct ol_buf out;
    ol_buf_init(&out);
    ol_excerpt_add(&out, &style, (struct ol_slice){data, size}, (struct ol_span){page, size});
    ol_excerpt_add(&out, &style, (struct ol_slice){data, size}, (struct ol_span){2 * page - 1, 1});
    ck_assert(ol_buf_is_ok(&out));
    ol_buf_fini(&out);
    ck_assert_int_eq(munmap(data, size), 0);
}
END_TEST

/* Offsets of files beyond 4 GiB are wider. */
START_TEST(test_far)
{
    size_t size = ((size_t)1 << 32) + 32;
    uint8_t *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ck_assert_ptr_ne(data, MAP_FAILED);
    const struct ol_excerpt_style style = {.lines_max = 4};
    struct ol_buf out;
    ol_buf_init(&out);
    ol_excerpt_add(&out, &style, (struct ol_slice){data, size}, (struct ol_span){size - 32, 1});
    ck_assert_str_eq(ol_buf_text(&out),
                     "  100000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  "
                     "|................|\n" BLANKS " ^^\n");
    ol_buf_fini(&out);
    ck_assert_int_eq(munmap(data, size), 0);
}
END_TEST

Suite *suite_excerpt(void)
{
    const TTest *const tests[] = {test_span,  test_command, test_empty_span, test_cut,
                                  test_color, test_reading, test_far};
    return OL_SUITE_OF("excerpt", tests);
}
