/* SPDX-License-Identifier: Apache-2.0 */
/* Checkstyle's XML. */
#include "unit/report_file.h"
#include "unit/suites.h"

#define HEAD                                                         \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- onnx-lint -->\n" \
    "<checkstyle version=\"4.3\">\n"

static const struct ol_report_style style = {.position = OL_REPORT_POSITION_AUTO};

static void expect(const struct ol_report_file *files, size_t count, const char *wanted)
{
    struct ol_arena *arena = ol_arena_new();
    ck_assert_str_eq(ol_test_report_render_run(arena, &ol_report_checkstyle, &style, files, count),
                     wanted);
    ol_arena_free(arena);
}

START_TEST(test_findings)
{
    const struct ol_related related[] = {{"the first", {.span = {1, 2}, .path = "graph"}}};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    struct ol_diag other = ol_test_diag(OL_SEVERITY_INFO, 0, 9);
    struct ol_test_report report;
    ol_test_report_init(&report, "ab\ncdef", 7);
    report.file.name = "a&\"b\".onnx";
    diag.related = related;
    diag.related_count = 1;
    other.place.file = "w.bin";
    ol_test_report_add(&report, &diag);
    ol_test_report_add(&report, &other);
    expect(&report.file, 1,
           HEAD "  <file name=\"a&amp;&quot;b&quot;.onnx\">\n"
                "    <error line=\"2\" column=\"2\" severity=\"error\" message=\"it is wrong "
                "(graph.name @0x4+1); note: the first (graph @0x1+2)\" "
                "source=\"onnx-lint.a-rule\"/>\n"
                "    <error line=\"1\" column=\"1\" severity=\"info\" message=\"w.bin: it is wrong "
                "(graph.name @0x0+9)\" source=\"onnx-lint.a-rule\"/>\n"
                "  </file>\n</checkstyle>\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_other_files)
{
    const struct ol_report_file gone = {.name = "gone", .error = "gone: cannot be read"};
    struct ol_test_report report;
    ol_test_report_init(&report, "ab", 2);
    const struct ol_report_file files[] = {gone, report.file};
    expect(files, 2,
           HEAD "  <file name=\"gone\">\n"
                "    <error line=\"1\" column=\"1\" severity=\"error\" message=\"gone: cannot be "
                "read\" source=\"onnx-lint\"/>\n"
                "  </file>\n  <file name=\"m.onnx\">\n  </file>\n</checkstyle>\n");
    expect(NULL, 0, HEAD "</checkstyle>\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_not_kept)
{
    struct ol_test_report report;
    ol_test_report_init(&report, "ab", 2);
    report.list.dropped[OL_SEVERITY_ERROR] = 1;
    expect(&report.file, 1,
           HEAD "  <file name=\"m.onnx\">\n"
                "    <error line=\"1\" column=\"1\" severity=\"info\" message=\"1 finding past "
                "--max-diagnostics not shown\" source=\"onnx-lint\"/>\n"
                "  </file>\n</checkstyle>\n");
    ol_test_report_fini(&report);
}
END_TEST

Suite *suite_checkstyle(void)
{
    const TTest *const tests[] = {test_findings, test_other_files, test_not_kept};
    return OL_SUITE_OF("checkstyle", tests);
}
