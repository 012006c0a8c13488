/* SPDX-License-Identifier: Apache-2.0 */
/* Writes one result in every format as often as that takes allocations, each time with another one
 * failing, until none fails: no crash, no leak, and the failure is told. */
#include <check.h>
#include <string.h>

#include "failing.h"
#include "onnx_lint.h"
#include "tools/files.h"
#include "tools/runner.h"

static const char *const formats[] = {"gcc",   "text",   "json",  "jsonl",
                                      "sarif", "github", "junit", "checkstyle"};

/* A node that is longer than its graph, and two inputs of one name: findings with and without
 * related places, and something that is not checked. */
static const char model[] = "\x08\x08\x3A\x17\x0A\x06\x0A\x01x\x12\x7Fy\x12\x01g"
                            "\x5A\x03\x0A\x01x\x5A\x03\x0A\x01x\x42\x02\x10\x11";

/* A part of SARIF that is far longer than the rest: what the rules say. */
#define ALLOCATIONS_OF_RULES_MAX (1UL << 20)

static void swallow(void *context, const char *text, size_t size)
{
    size_t *total = context;
    *total += size + (text == NULL);
}

static enum ol_status write_all(const struct ol_report *report, const struct ol_summary *summary,
                                const struct ol_result *result)
{
    size_t total = 0;
    enum ol_status status = ol_report_begin(report, swallow, &total);
    status = status == OL_OK ? ol_report_separate(report, swallow, &total) : status;
    status = status == OL_OK ? ol_report_add(report, result, swallow, &total) : status;
    return status == OL_OK ? ol_report_end(report, summary, swallow, &total) : status;
}

/* A linter, and what it makes of the model. */
struct linted {
    struct ol_config *config; /* wants statistics */
    struct ol_linter *linter;
    struct ol_worker *worker;
    struct ol_result *result;
};

static enum ol_status report(const struct linted *linted, const struct ol_report_options *options)
{
    struct ol_report *made = NULL;
    struct ol_summary *summary = NULL;
    enum ol_status status = ol_report_new(options, &made);
    status = status == OL_OK ? ol_summary_new(&summary) : status;
    if (status == OL_OK) {
        ol_summary_keep_entries(summary);
        status = ol_summary_keep_statistics(summary, linted->linter);
    }
    status = status == OL_OK ? ol_summary_add(summary, linted->result, 0) : status;
    status =
        status == OL_OK ? ol_summary_add_unreadable(summary, "d", "d: cannot be read", 1) : status;
    status = status == OL_OK ? ol_summary_finish(summary) : status;
    status = status == OL_OK ? write_all(made, summary, linted->result) : status;
    status = status == OL_OK ? ol_summary_print_statistics(summary, swallow, &(size_t){0}) : status;
    ol_summary_free(summary);
    ol_report_free(made);
    return status;
}

/* One try; false when no allocation failed. */
static bool fail_once(const struct linted *linted, const struct ol_report_options *options,
                      unsigned long n)
{
    bool has_failed;
    ol_failing_begin(n);
    enum ol_status status = report(linted, options);
    long left = ol_failing_end(&has_failed); /* before Check allocates */
    ck_assert_msg(status == (has_failed ? OL_ERR_NOMEM : OL_OK), "%s: allocation %lu: status %d",
                  options->format, n, (int)status);
    ck_assert_msg(left == 0, "%s: allocation %lu: %ld blocks are left", options->format, n, left);
    return has_failed;
}

static void lint(struct linted *linted)
{
    struct ol_test_path folder = ol_test_new_folder();
    struct ol_test_path path = ol_test_path("%s/m.onnx", folder.text);
    ol_test_write_file(path.text, model, sizeof model - 1);
    *linted = (struct linted){NULL, NULL, NULL, NULL};
    ck_assert_int_eq(ol_config_new(&linted->config), OL_OK);
    ck_assert_int_eq(ol_config_set(linted->config, OL_SETTING_STATISTICS, NULL), OL_OK);
    ck_assert_int_eq(ol_linter_new(&linted->linter), OL_OK);
    ck_assert_int_eq(ol_linter_configure(linted->linter, linted->config), OL_OK);
    ck_assert_int_eq(ol_worker_new(linted->linter, &linted->worker), OL_OK);
    ck_assert_int_eq(ol_worker_lint_path(linted->worker, path.text, &linted->result), OL_OK);
    ck_assert_uint_gt(ol_result_counts(linted->result).errors, 0);
    ol_test_remove_folder(folder.text);
}

static void fini(const struct linted *linted)
{
    ol_result_free(linted->result);
    ol_worker_free(linted->worker);
    ol_linter_free(linted->linter);
    ol_config_free(linted->config);
}

START_TEST(test_formats)
{
    struct linted linted;
    lint(&linted);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const struct ol_report_options options = {.format = formats[i], .has_baseline = true};
        unsigned long n = 1;
        while (fail_once(&linted, &options, n)) {
            n++;
        }
        ck_assert_uint_gt(n, 5);
    }
    fini(&linted);
}
END_TEST

/* Of the allocations that the rules take, some. */
START_TEST(test_rules)
{
    struct linted linted;
    lint(&linted);
    const struct ol_report_options options = {.format = "sarif", .linter = linted.linter};
    unsigned long n = 1;
    while (n < ALLOCATIONS_OF_RULES_MAX && fail_once(&linted, &options, n)) {
        n += n / 16 + 1;
    }
    ck_assert_uint_gt(n, 1000);
    ck_assert_uint_lt(n, ALLOCATIONS_OF_RULES_MAX);
    fini(&linted);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("failalloc_reports");
    TCase *tcase = tcase_create("failalloc_reports");
    tcase_set_timeout(tcase, OL_TEST_SECONDS_MAX);
    tcase_add_test(tcase, test_formats);
    tcase_add_test(tcase, test_rules);
    suite_add_tcase(suite, tcase);
    return ol_test_runner_run(ol_test_runner_new(suite, true));
}
