/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of a run: adding up, the lines, and what JSON has. */
#include <string.h>

#include "report/statistics.h"
#include "unit/report_file.h"
#include "unit/suites.h"

static const char *const ids[] = {"a-rule", "b-rule", "c-rule"};

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
    run->totals.statistics = ol_report_statistics_new(run->arena, ids, 3);
    ck_assert_ptr_nonnull(run->totals.statistics);
    ol_buf_init(&run->out);
}

static void fini(struct run *run)
{
    ol_buf_fini(&run->out);
    ol_arena_free(run->arena);
}

/* Adds a file of 8 bytes, 5 of them read, with findings of these rules, of which at most two are
 * kept. */
static void add_file(struct run *run, const uint32_t *rules, size_t count, uint64_t place)
{
    struct ol_test_report report;
    ol_test_report_init(&report, "12345678", 8);
    report.file.reading = (struct ol_report_reading){3, 1, 5, 100};
    report.list.max = 2;
    for (size_t i = 0; i < count; i++) {
        struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, i, 1);
        diag.rule = ids[rules[i]];
        diag.rule_index = rules[i];
        ol_test_report_add(&report, &diag);
    }
    ck_assert_int_eq(ol_report_totals_add(&run->totals, &report.file, place), OL_OK);
    ol_test_report_fini(&report);
}

static void add_unreadable(struct run *run)
{
    struct ol_test_report report;
    ol_test_report_init(&report, NULL, 0);
    report.file.list = NULL;
    report.file.error = "gone";
    ck_assert_int_eq(ol_report_totals_add(&run->totals, &report.file, 9), OL_OK);
    ol_test_report_fini(&report);
}

/* Three files, in either order. */
static void add_files(struct run *run, bool is_reversed)
{
    const uint32_t first[] = {2, 1, 1};
    const uint32_t second[] = {2};
    for (int i = 0; i < 2; i++) {
        if ((i == 0) != is_reversed) {
            add_file(run, first, 3, 0);
        } else {
            add_file(run, second, 1, 1);
        }
    }
    add_unreadable(run);
}

START_TEST(test_lines)
{
    for (int order = 0; order < 2; order++) {
        struct run run;
        init(&run);
        add_files(&run, order == 1);
        run.totals.statistics->rules_on = 2;
        run.totals.statistics->measures = (struct ol_measures){
            .total = {12345678, 1000},
            .stages = {[OL_STAGE_LINTING] = {9012345, 999}},
            .peak_memory = 4097,
            .anonymous_memory = 1024,
        };
        ck_assert_int_eq(ol_report_statistics_tell(&run.out, &run.totals), OL_OK);
        ck_assert_str_eq(ol_buf_text(&run.out),
                         "onnx-lint: statistics\n"
                         "  files           2 linted, 1 not read\n"
                         "  bytes           10 read of 16\n"
                         "  bytes elsewhere 200\n"
                         "  messages        6\n"
                         "  tensors         2\n"
                         "  findings        4 errors, 0 warnings, 0 infos\n"
                         "  accepted        0 by suppressions, 0 by the baseline\n"
                         "  not checked     0 places\n"
                         "  rules           2 on, 2 fired\n"
                         "           2  c-rule\n"
                         "           1  b-rule\n"
                         "           1  past --max-diagnostics\n"
                         "  memory          5 KiB at most, 1 KiB without files\n"
                         "  milliseconds          wall   processor\n"
                         "  starting             0.000       0.000\n"
                         "  finding              0.000       0.000\n"
                         "  linting              9.012       0.000\n"
                         "  reporting            0.000       0.000\n"
                         "  writing              0.000       0.000\n"
                         "  in all              12.345       0.001\n");
        fini(&run);
    }
}
END_TEST

/* What the system does not tell is left out of the lines, and null in JSON. */
START_TEST(test_unknown)
{
    struct run run;
    struct ol_json json = {.out = &run.out};
    init(&run);
    ck_assert_int_eq(ol_report_statistics_tell(&run.out, &run.totals), OL_OK);
    ck_assert_ptr_null(strstr(ol_buf_text(&run.out), "memory"));
    ol_buf_clear(&run.out);
    ol_json_open(&json, '{');
    ol_report_statistics_put(&json, &run.totals);
    ol_json_close(&json, '}');
    ck_assert_ptr_nonnull(
        strstr(ol_buf_text(&run.out), "\"peak_memory\":null,\"anonymous_memory\":null,"));
    fini(&run);
}
END_TEST

START_TEST(test_json)
{
    struct run run;
    struct ol_json json = {.out = &run.out};
    init(&run);
    add_files(&run, false);
    ol_json_open(&json, '{');
    ol_report_statistics_put(&json, &run.totals);
    ol_json_close(&json, '}');
    static const char begin[] =
        "{\"statistics\":{\"bytes\":16,\"bytes_read\":10,\"bytes_read_elsewhere\":200,"
        "\"messages\":6,\"tensors\":2,\"rules_on\":0,\"fired\":[{\"rule\":\"c-rule\","
        "\"findings\":2},{\"rule\":\"b-rule\",\"findings\":1}],\"not_checked\":[],";
    ck_assert_int_eq(strncmp(ol_buf_text(&run.out), begin, sizeof begin - 1), 0);
    fini(&run);
}
END_TEST

Suite *suite_statistics(void)
{
    const TTest *const tests[] = {test_lines, test_unknown, test_json};
    return OL_SUITE_OF("statistics", tests);
}
