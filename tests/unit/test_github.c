/* SPDX-License-Identifier: Apache-2.0 */
/* Workflow commands: nothing in a finding can end one, or begin another. */
#include "unit/report_file.h"
#include "unit/suites.h"

static const struct ol_report_style style = {.position = OL_REPORT_POSITION_AUTO};

static void expect(const struct ol_report_file *files, size_t count, const char *wanted)
{
    struct ol_arena *arena = ol_arena_new();
    ck_assert_str_eq(ol_test_report_render_run(arena, &ol_report_github, &style, files, count),
                     wanted);
    ol_arena_free(arena);
}

START_TEST(test_findings)
{
    const struct ol_related related[] = {
        {"the first", {.span = {1, 2}, .path = "graph"}},
        {"the second", {.span = {0, 4}, .path = "", .file = "w.bin"}},
    };
    struct ol_diag error = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    struct ol_diag warning = ol_test_diag(OL_SEVERITY_WARNING, 1, 0);
    struct ol_diag info = ol_test_diag(OL_SEVERITY_INFO, 0, 0);
    struct ol_test_report report;
    ol_test_report_init(&report, "ab\ncdef", 7);
    error.related = related;
    error.related_count = 2;
    info.place.is_whole_file = true;
    ol_test_report_add(&report, &error);
    ol_test_report_add(&report, &warning);
    ol_test_report_add(&report, &info);
    expect(&report.file, 1,
           "::error file=m.onnx,line=2,col=2,title=onnx-lint a-rule::it is wrong (graph.name "
           "@0x4+1)%0Anote: the first (graph @0x1+2)%0Anote: w.bin: the second (@0x0+4)\n"
           "::warning file=m.onnx,line=1,col=2,title=onnx-lint a-rule::it is wrong (graph.name "
           "@0x1+0)\n"
           "::notice file=m.onnx,line=1,col=1,title=onnx-lint a-rule::it is wrong\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_escapes)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 0, 1);
    struct ol_test_report report;
    ol_test_report_init(&report, "a", 1);
    report.file.name = "a,b:c%d\n::error::e.onnx";
    diag.message = "50% of it, that is: half\r\n::error::x";
    ol_test_report_add(&report, &diag);
    expect(&report.file, 1,
           "::error file=a%2Cb%3Ac%25d\\n%3A%3Aerror%3A%3Ae.onnx,line=1,col=1,title=onnx-lint "
           "a-rule::50%25 of it, that is: half\\r\\n::error::x (graph.name @0x0+1)\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_not_kept)
{
    struct ol_test_report report;
    ol_test_report_init(&report, "a", 1);
    report.list.dropped[OL_SEVERITY_WARNING] = 2;
    report.list.dropped[OL_SEVERITY_INFO] = 1;
    expect(&report.file, 1,
           "::notice file=m.onnx,title=onnx-lint::3 findings past --max-diagnostics not shown\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_unreadable)
{
    const struct ol_report_file file = {.name = "gone",
                                        .error = "gone: cannot be read: No such file or directory"};
    expect(&file, 1,
           "::error file=gone,title=onnx-lint::gone: cannot be read: No such file or directory\n");
    expect(NULL, 0, "");
}
END_TEST

Suite *suite_github(void)
{
    const TTest *const tests[] = {test_findings, test_escapes, test_not_kept, test_unreadable};
    return OL_SUITE_OF("github", tests);
}
