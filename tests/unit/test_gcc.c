/* SPDX-License-Identifier: Apache-2.0 */
/* Lines in the form of GCC's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "unit/report_file.h"
#include "unit/suites.h"

static const struct ol_report_style plain = {.position = OL_REPORT_POSITION_AUTO};

#define BYTES "ab\ncd\n\nef"

static void expect(const struct ol_diag *diag, struct ol_report_style style, const char *wanted)
{
    struct ol_test_report report;
    ol_test_report_init(&report, BYTES, sizeof BYTES - 1);
    ol_test_report_add(&report, diag);
    ck_assert_str_eq(ol_test_report_render(&report, &ol_report_gcc, style), wanted);
    ol_test_report_fini(&report);
}

START_TEST(test_severities)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    expect(&diag, plain, "m.onnx:2:2: error: it is wrong (graph.name @0x4+1) [a-rule]\n");
    diag.severity = OL_SEVERITY_WARNING;
    expect(&diag, plain, "m.onnx:2:2: warning: it is wrong (graph.name @0x4+1) [a-rule]\n");
    diag.severity = OL_SEVERITY_INFO;
    expect(&diag, plain, "m.onnx:2:2: note: it is wrong (graph.name @0x4+1) [a-rule]\n");
}
END_TEST

/* Every offset of BYTES, the line breaks themselves and the end of the file among them. */
START_TEST(test_lines)
{
    static const unsigned wanted[][2] = {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2},
                                         {2, 3}, {3, 1}, {4, 1}, {4, 2}, {4, 3}};
    for (size_t offset = 0; offset < sizeof wanted / sizeof wanted[0]; offset++) {
        char line[128];
        struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, offset, 0);
        (void)snprintf(line, sizeof line,
                       "m.onnx:%u:%u: error: it is wrong (graph.name @0x%zx+0) [a-rule]\n",
                       wanted[offset][0], wanted[offset][1], offset);
        expect(&diag, plain, line);
    }
}
END_TEST

START_TEST(test_flat)
{
    const struct ol_report_style flat = {.position = OL_REPORT_POSITION_FLAT};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 2);
    expect(&diag, flat, "m.onnx:1:5: error: it is wrong (graph.name @0x4+2) [a-rule]\n");
}
END_TEST

START_TEST(test_root_and_whole_file)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 20);
    diag.place.path = "";
    expect(&diag, plain, "m.onnx:2:2: error: it is wrong (@0x4+20) [a-rule]\n");
    diag.place.is_whole_file = true;
    expect(&diag, plain, "m.onnx:1:1: error: it is wrong [a-rule]\n");
}
END_TEST

START_TEST(test_related)
{
    const struct ol_related related[] = {
        {"the first is here", {.span = {1, 2}, .path = "graph"}},
        {"it is in there", {.span = {7, 2}, .path = "", .file = "w.bin"}},
    };
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_WARNING, 8, 1);
    diag.related = related;
    diag.related_count = 2;
    expect(&diag, plain,
           "m.onnx:4:2: warning: it is wrong (graph.name @0x8+1) [a-rule]\n"
           "m.onnx:1:2: note: the first is here (graph @0x1+2)\n"
           "w.bin:1:8: note: it is in there (@0x7+2)\n");
}
END_TEST

START_TEST(test_other_file)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    diag.place.file = "w.bin";
    expect(&diag, plain, "w.bin:1:5: error: it is wrong (graph.name @0x4+1) [a-rule]\n");
}
END_TEST

START_TEST(test_largest_column)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, UINT64_C(0x7FFFFFFE), 1);
    expect(&diag, plain,
           "m.onnx:1:2147483647: error: it is wrong (graph.name @0x7ffffffe+1) [a-rule]\n");
    diag.place.span.offset = UINT64_C(0x1234567890);
    expect(&diag, plain,
           "m.onnx:1:2147483647: error: it is wrong (graph.name @0x1234567890+1) [a-rule]\n");
}
END_TEST

/* Taking the colours out gives the plain line. */
START_TEST(test_color)
{
    const struct ol_report_style color = {.has_color = true};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    expect(
        &diag, color,
        "\33[1mm.onnx:2:2:\33[0m \33[1;31merror:\33[0m it is wrong (graph.name @0x4+1) [a-rule]\n");
}
END_TEST

/* Whatever reaches the reporter, a finding stays on its line. */
START_TEST(test_nothing_forged)
{
    struct ol_test_report report;
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 0, 1);
    ol_test_report_init(&report, BYTES, sizeof BYTES - 1);
    report.file.name = "a\nb.onnx";
    diag.message = "x\r\33[31m\xE2\x80\xAE";
    ol_test_report_add(&report, &diag);
    ck_assert_str_eq(
        ol_test_report_render(&report, &ol_report_gcc, plain),
        "a\\nb.onnx:1:1: error: x\\r\\x1B[31m\\u{202E} (graph.name @0x0+1) [a-rule]\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_nothing_found)
{
    struct ol_test_report report;
    ol_test_report_init(&report, NULL, 0);
    ck_assert_str_eq(ol_test_report_render(&report, &ol_report_gcc, plain), "");
    report.file.list = NULL;
    report.file.error = "m.onnx: cannot be read: No such file or directory";
    ck_assert_str_eq(ol_test_report_render(&report, &ol_report_gcc, plain), "");
    ol_test_report_fini(&report);
}
END_TEST

/* Lines are counted as far as the limit and not beyond it. */
START_TEST(test_count_limit)
{
    const size_t size = OL_LINES_COUNTED_MAX + 16;
    char *bytes = malloc(size);
    struct ol_test_report report;
    struct ol_diag before = ol_test_diag(OL_SEVERITY_ERROR, OL_LINES_COUNTED_MAX - 1, 1);
    struct ol_diag beyond = ol_test_diag(OL_SEVERITY_ERROR, OL_LINES_COUNTED_MAX, 1);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, 0, size);
    bytes[0] = '\n';
    ol_test_report_init(&report, bytes, size);
    ol_test_report_add(&report, &before);
    ol_test_report_add(&report, &beyond);
    ck_assert_str_eq(ol_test_report_render(&report, &ol_report_gcc, plain),
                     "m.onnx:2:67108863: error: it is wrong (graph.name @0x3ffffff+1) [a-rule]\n"
                     "m.onnx:1:67108865: error: it is wrong (graph.name @0x4000000+1) [a-rule]\n");
    const struct ol_report_style lines = {.position = OL_REPORT_POSITION_LINES};
    ck_assert_str_eq(ol_test_report_render(&report, &ol_report_gcc, lines),
                     "m.onnx:2:67108863: error: it is wrong (graph.name @0x3ffffff+1) [a-rule]\n"
                     "m.onnx:2:67108864: error: it is wrong (graph.name @0x4000000+1) [a-rule]\n");
    ol_test_report_fini(&report);
    free(bytes);
}
END_TEST

Suite *suite_gcc(void)
{
    const TTest *const tests[] = {
        test_severities,     test_lines,         test_flat,           test_root_and_whole_file,
        test_related,        test_other_file,    test_largest_column, test_color,
        test_nothing_forged, test_nothing_found, test_count_limit,
    };
    return OL_SUITE_OF("gcc", tests);
}
