/* SPDX-License-Identifier: Apache-2.0 */
/* JUnit's XML: which cases there are, and which fail. */
#include "unit/report_file.h"
#include "unit/suites.h"

#define HEAD                                                         \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- onnx-lint -->\n" \
    "<testsuites name=\"onnx-lint\">\n"
#define CASE(name) "    <testcase name=\"" name "\" classname=\"m.onnx\" file=\"m.onnx\">"

static void expect(enum ol_severity fail_on, const struct ol_report_file *files, size_t count,
                   const char *wanted)
{
    const struct ol_report_style style = {.fail_on = fail_on};
    struct ol_arena *arena = ol_arena_new();
    ck_assert_str_eq(ol_test_report_render_run(arena, &ol_report_junit, &style, files, count),
                     wanted);
    ol_arena_free(arena);
}

static void add(struct ol_test_report *report, uint32_t rule, enum ol_severity severity,
                uint64_t offset)
{
    static const char *const rules[] = {"a-rule", "b-rule"};
    struct ol_diag diag = ol_test_diag(severity, offset, 1);
    diag.rule = rules[rule];
    diag.rule_index = rule;
    ol_test_report_add(report, &diag);
}

#define LINE(severity, offset) severity ": it is wrong (graph.name @0x" offset "+1)&#10;"

/* Findings of one rule are one case, whatever lies between them; it fails with the worst of them.
 */
START_TEST(test_groups)
{
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    add(&report, 1, OL_SEVERITY_WARNING, 0);
    add(&report, 0, OL_SEVERITY_WARNING, 1);
    add(&report, 1, OL_SEVERITY_ERROR, 2);
    add(&report, 0, OL_SEVERITY_INFO, 3);
    expect(OL_SEVERITY_ERROR, &report.file, 1,
           HEAD
           "  <testsuite name=\"m.onnx\" tests=\"2\" failures=\"1\" errors=\"0\" "
           "skipped=\"0\">\n" CASE("a-rule") "<system-out>" LINE("warning", "1")
               LINE("info", "3") "</system-out></testcase>\n" CASE(
                   "b-rule") "<failure type=\"error\" message=\"it is wrong\">" LINE("warning", "0")
                   LINE("error", "2") "</failure></testcase>\n"
                                      "  </testsuite>\n</testsuites>\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_not_kept)
{
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    add(&report, 0, OL_SEVERITY_INFO, 1);
    report.list.dropped[OL_SEVERITY_INFO] = 4;
    expect(
        OL_SEVERITY_ERROR, &report.file, 1,
        HEAD
        "  <testsuite name=\"m.onnx\" tests=\"2\" failures=\"0\" errors=\"0\" "
        "skipped=\"1\">\n" CASE("a-rule") "<system-out>" LINE("info", "1") "</system-out></testcase>\n" CASE(
            "not shown") "<skipped message=\"4 findings past --max-diagnostics not "
                         "shown\"/></testcase>\n"
                         "  </testsuite>\n</testsuites>\n");
    ol_test_report_fini(&report);
}
END_TEST

/* A case fails where the run does. */
START_TEST(test_fail_on)
{
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    add(&report, 0, OL_SEVERITY_WARNING, 1);
    expect(
        OL_SEVERITY_WARNING, &report.file, 1,
        HEAD
        "  <testsuite name=\"m.onnx\" tests=\"1\" failures=\"1\" errors=\"0\" "
        "skipped=\"0\">\n" CASE("a-rule") "<failure type=\"warning\" message=\"it is wrong\">" LINE(
            "warning", "1") "</failure></testcase>\n  </testsuite>\n</testsuites>\n");
    expect(OL_SEVERITY_OFF, &report.file, 1,
           HEAD "  <testsuite name=\"m.onnx\" tests=\"1\" failures=\"0\" errors=\"0\" "
                "skipped=\"0\">\n" CASE("a-rule") "<system-out>" LINE(
                    "warning", "1") "</system-out></testcase>\n  </testsuite>\n</testsuites>\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_other_files)
{
    const struct ol_not_checked entry = {.path = "graph", .reason = "nobody looked"};
    const struct ol_report_file gone = {.name = "m.onnx", .error = "m.onnx: cannot be read"};
    struct ol_test_report report;
    ol_test_report_init(&report, "ab", 2);
    expect(OL_SEVERITY_ERROR, &report.file, 1,
           HEAD "  <testsuite name=\"m.onnx\" tests=\"1\" failures=\"0\" errors=\"0\" "
                "skipped=\"0\">\n" CASE("onnx-lint") "</testcase>\n"
                                                     "  </testsuite>\n</testsuites>\n");
    ck_assert_int_eq(ol_diag_list_add_not_checked(&report.list, &entry), OL_OK);
    expect(
        OL_SEVERITY_ERROR, &report.file, 1,
        HEAD
        "  <testsuite name=\"m.onnx\" tests=\"2\" failures=\"0\" errors=\"0\" "
        "skipped=\"1\">\n" CASE("not checked") "<skipped message=\"1 place: graph: nobody looked\"/></testcase>\n" CASE(
            "onnx-lint") "</testcase>\n  </testsuite>\n</testsuites>\n");
    expect(
        OL_SEVERITY_OFF, &gone, 1,
        HEAD
        "  <testsuite name=\"m.onnx\" tests=\"1\" failures=\"0\" errors=\"1\" "
        "skipped=\"0\">\n" CASE(
            "onnx-lint") "<error type=\"unreadable\" message=\"m.onnx: cannot be read\"/></testcase>\n"
                         "  </testsuite>\n</testsuites>\n");
    expect(OL_SEVERITY_OFF, NULL, 0, HEAD "</testsuites>\n");
    ol_test_report_fini(&report);
}
END_TEST

Suite *suite_junit(void)
{
    const TTest *const tests[] = {test_groups, test_not_kept, test_fail_on, test_other_files};
    return OL_SUITE_OF("junit", tests);
}
