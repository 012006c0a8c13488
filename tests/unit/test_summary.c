/* SPDX-License-Identifier: Apache-2.0 */
/* A run added up. */
#include <stdio.h>
#include <string.h>

#include "unit/report_file.h"
#include "unit/suites.h"

struct run {
    struct ol_arena *arena;
    struct ol_report_totals totals;
    struct ol_buf out;
};

static void init(struct run *run)
{
    run->arena = ol_arena_new();
    ck_assert_ptr_nonnull(run->arena);
    ol_report_totals_init(&run->totals, run->arena);
    ol_buf_init(&run->out);
}

static void expect(struct run *run, bool is_brief, const char *wanted)
{
    ol_buf_clear(&run->out);
    ol_report_summary(&run->out, &run->totals, is_brief);
    ck_assert_str_eq(ol_buf_text(&run->out), wanted);
}

static void fini(struct run *run)
{
    ol_buf_fini(&run->out);
    ol_arena_free(run->arena);
}

static void add_unchecked(struct run *run, const char *name, const char *path, const char *reason,
                          uint64_t place)
{
    const struct ol_not_checked entry = {.path = path, .reason = reason};
    struct ol_test_report report;
    ol_test_report_init(&report, NULL, 0);
    report.file.name = name;
    ck_assert_int_eq(ol_diag_list_add_not_checked(&report.list, &entry), OL_OK);
    ck_assert_int_eq(ol_report_totals_add(&run->totals, &report.file, place), OL_OK);
    ol_test_report_fini(&report);
}

START_TEST(test_counts)
{
    struct run run;
    struct ol_test_report report;
    const enum ol_severity found[] = {OL_SEVERITY_ERROR, OL_SEVERITY_WARNING, OL_SEVERITY_WARNING,
                                      OL_SEVERITY_INFO};
    init(&run);
    expect(&run, false, "onnx-lint: 0 files: 0 errors, 0 warnings, 0 infos\n");
    ol_test_report_init(&report, NULL, 0);
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
        struct ol_diag diag = ol_test_diag(found[i], i, 1);
        ol_test_report_add(&report, &diag);
    }
    ck_assert_int_eq(ol_report_totals_add(&run.totals, &report.file, 0), OL_OK);
    expect(&run, false, "onnx-lint: 1 file: 1 error, 2 warnings, 1 info\n");
    expect(&run, true, "");
    report.file.list = NULL;
    report.file.error = "gone";
    ck_assert_int_eq(ol_report_totals_add(&run.totals, &report.file, 1), OL_OK);
    expect(&run, false,
           "onnx-lint: 1 file: 1 error, 2 warnings, 1 info; 1 input could not be read\n");
    ol_test_report_fini(&report);
    fini(&run);
}
END_TEST

START_TEST(test_dropped)
{
    struct run run;
    struct ol_test_report report;
    init(&run);
    ol_test_report_init(&report, NULL, 0);
    report.list.max = 1;
    for (size_t i = 0; i < 3; i++) {
        struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, i, 1);
        ol_test_report_add(&report, &diag);
    }
    ck_assert_int_eq(ol_report_totals_add(&run.totals, &report.file, 0), OL_OK);
    expect(
        &run, false,
        "onnx-lint: 1 file: 3 errors, 0 warnings, 0 infos\n"
        "onnx-lint: not shown: 2 errors, 0 warnings, 0 infos past --max-diagnostics in m.onnx\n");
    ol_test_report_fini(&report);
    fini(&run);
}
END_TEST

/* Adds a file of which a warning and as many infos are not shown. */
static void add_cut(struct run *run, size_t infos, uint64_t place)
{
    struct ol_test_report report;
    char name[24];
    ol_test_report_init(&report, NULL, 0);
    report.list.max = 1;
    (void)snprintf(name, sizeof name, "%d.onnx", (int)place);
    report.file.name = name;
    for (size_t i = 0; i < 2 + infos; i++) {
        struct ol_diag diag = ol_test_diag(i < 2 ? OL_SEVERITY_WARNING : OL_SEVERITY_INFO, i, 1);
        ol_test_report_add(&report, &diag);
    }
    ck_assert_int_eq(ol_report_totals_add(&run->totals, &report.file, place), OL_OK);
    ol_test_report_fini(&report);
}

/* The first files of the run are named, in whatever order they are added. */
START_TEST(test_dropped_in_many)
{
    for (int is_backwards = 0; is_backwards < 2; is_backwards++) {
        struct run run;
        size_t count = OL_CUT_FILES_MAX + 3;
        init(&run);
        for (size_t i = 0; i < count; i++) {
            size_t place = is_backwards != 0 ? count - 1 - i : i;
            add_cut(&run, place, place);
        }
        ol_report_summary(&run.out, &run.totals, true);
        const char *text = ol_buf_text(&run.out);
        ck_assert_ptr_eq(text,
                         strstr(text, "onnx-lint: not shown: 0 errors, 1 warning, 0 infos past "
                                      "--max-diagnostics in 0.onnx\n"
                                      "onnx-lint: not shown: 0 errors, 1 warning, 1 info past "
                                      "--max-diagnostics in 1.onnx\n"));
        const char *end = "0 errors, 1 warning, 19 infos past --max-diagnostics in 19.onnx\n"
                          "onnx-lint: not shown: 0 errors, 3 warnings, 63 infos past "
                          "--max-diagnostics in 3 more files\n";
        ck_assert_ptr_nonnull(strstr(text, end));
        ck_assert_str_eq(strstr(text, end), end);
        ck_assert_uint_eq(run.totals.dropped, count + count * (count - 1) / 2);
        fini(&run);
    }
}
END_TEST

/* The same lines, whichever input is added first. */
START_TEST(test_not_checked)
{
    for (int order = 0; order < 2; order++) {
        struct run run;
        init(&run);
        for (int i = 0; i < 2; i++) {
            if (i == order) {
                add_unchecked(&run, "b.onnx", "", "too deep", 1);
            } else {
                add_unchecked(&run, "a.onnx", "graph", "too deep", 0);
            }
        }
        for (int i = 0; i < 20; i++) {
            char reason[24];
            (void)snprintf(reason, sizeof reason, "reason %d", i);
            add_unchecked(&run, "c.onnx", "", reason, 2);
        }
        ck_assert_uint_eq(run.totals.reason_count, 21);
        run.totals.reasons += 19; /* the last two in order */
        run.totals.reason_count = 2;
        expect(&run, true,
               "onnx-lint: not checked: reason 9: 1 place, c.onnx\n"
               "onnx-lint: not checked: too deep: 2 places, the first graph in a.onnx\n"
               "onnx-lint: not checked: 19 places more\n");
        fini(&run);
    }
}
END_TEST

Suite *suite_summary(void)
{
    const TTest *const tests[] = {test_counts, test_dropped, test_dropped_in_many,
                                  test_not_checked};
    return OL_SUITE_OF("summary", tests);
}
