/* SPDX-License-Identifier: Apache-2.0 */
/* Lints each case and reports on it as often as that takes allocations, each time with another one
 * failing, until none fails: no crash, no leak, and the failure is told. */
#include <check.h>
#include <string.h>

#include "failing.h"
#include "run_examples.h"
#include "tools/cases.h"
#include "tools/runner.h"

/* A case is not run against more failing allocations than that: the rest of a wide one is more of
 * the same. */
#define ALLOCATIONS_MAX 2000

/* One case of so many is run as an example as well, which writes files each time, and with a
 * scout. */
#define CASES_PER_EXAMPLE 50

static struct ol_test_cases cases;

/* The upb of grpc 1.51.1 loses the scratch memory of its table builder where that cannot grow. */
#define BLOCKS_LOST_BY_UPB 1
static bool is_set_up; /* the tables are built */

static void swallow(void *context, const char *text, size_t size)
{
    size_t *total = context;
    *total += size + (text == NULL);
}

/* Reports on a result in one format, the run's summary behind it. */
static enum ol_status report(const struct ol_result *result, const char *format)
{
    size_t total = 0;
    struct ol_report *report = NULL;
    struct ol_summary *summary = NULL;
    const struct ol_report_options options = {.format = format, .has_color = true};
    enum ol_status status = ol_report_new(&options, &report);
    status = status == OL_OK ? ol_summary_new(&summary) : status;
    status = status == OL_OK ? ol_summary_add(summary, result, 0) : status;
    status = status == OL_OK ? ol_report_begin(report, swallow, &total) : status;
    status = status == OL_OK ? ol_report_separate(report, swallow, &total) : status;
    status = status == OL_OK ? ol_report_add(report, result, swallow, &total) : status;
    status = status == OL_OK ? ol_report_end(report, summary, swallow, &total) : status;
    status = status == OL_OK ? ol_summary_print(summary, false, swallow, &total) : status;
    ol_summary_free(summary);
    ol_report_free(report);
    return status;
}

/* The whole way of one input. A failure halfway stands in the result, which is still reported
 * on. */
static enum ol_status lint_with(const struct ol_test_case *test, const char *path,
                                enum ol_scouting scouting)
{
    const struct ol_example_case example = ol_test_case_example(test);
    struct ol_linter *linter = NULL;
    struct ol_worker *worker = NULL;
    struct ol_result *result = NULL;
    struct ol_buf errors;
    ol_buf_init(&errors);
    enum ol_status status = ol_linter_new(&linter);
    is_set_up = status == OL_OK;
    status = status == OL_OK ? ol_linter_set_up_example(linter, &example, &errors) : status;
    status = status == OL_OK ? ol_worker_new(linter, &worker) : status;
    if (status == OL_OK) {
        ol_worker_set_scouts(worker, scouting == OL_SCOUTING_ROOT, scouting);
        status = ol_worker_lint_path(worker, path, &result);
    }
    status = status == OL_OK ? report(result, "gcc") : status;
    status = status == OL_OK ? report(result, "json") : status;
    if (status == OL_OK && ol_result_error(result) != NULL) {
        status = strstr(ol_result_error(result), "memory") != NULL ? OL_ERR_NOMEM : OL_ERR_BUG;
    }
    ol_buf_fini(&errors);
    ol_result_free(result);
    ol_worker_free(worker);
    ol_linter_free(linter);
    return status;
}

static enum ol_status lint(const struct ol_test_case *test, const char *path)
{
    return lint_with(test, path, OL_SCOUTING_NONE);
}

static enum ol_status lint_with_scout(const struct ol_test_case *test, const char *path)
{
    return lint_with(test, path, OL_SCOUTING_ROOT);
}

static enum ol_status lint_with_own_scout(const struct ol_test_case *test, const char *path)
{
    return lint_with(test, path, OL_SCOUTING_NODES);
}

/* The whole way of --test-rules with a case: its bytes, its folder, what it expects. */
static enum ol_status run_example(const struct ol_test_case *test, const char *path)
{
    (void)path; /* it has a place of its own */
    const struct ol_example_case example = ol_test_case_example(test);
    struct ol_linter *linter = NULL;
    struct ol_buf errors;
    ol_buf_init(&errors);
    enum ol_status status = ol_linter_new(&linter);
    is_set_up = status == OL_OK;
    status = status == OL_OK ? ol_linter_run_example(linter, &example, &errors, NULL) : status;
    if (status == OL_ERR_RULE && strstr(ol_buf_text(&errors), "memory is short") != NULL) {
        status = OL_ERR_NOMEM; /* while it was linted */
    }
    ol_buf_fini(&errors);
    ol_linter_free(linter);
    return status;
}

typedef enum ol_status way_fn(const struct ol_test_case *test, const char *path);

static void go_until_it_passes(way_fn *go, const struct ol_test_case *test, const char *path)
{
    bool has_failed = true;
    for (unsigned long n = 1; has_failed && n <= ALLOCATIONS_MAX; n++) {
        ol_failing_begin(n);
        enum ol_status status = go(test, path);
        long left = ol_failing_end(&has_failed); /* before Check allocates */
        bool is_spared = (go == lint_with_scout || go == lint_with_own_scout) &&
                         status == OL_OK; /* the walk can do without */
        ck_assert_msg(is_spared || status == (has_failed ? OL_ERR_NOMEM : OL_OK),
                      "%s: allocation %lu: status %d", test->name, n, (int)status);
        ck_assert_msg(left == 0 || (!is_set_up && left == BLOCKS_LOST_BY_UPB),
                      "%s: allocation %lu: %ld blocks are left", test->name, n, left);
    }
}

START_TEST(test_case)
{
    const struct ol_test_case *test = &cases.cases[_i];
    struct ol_example_place place;
    struct ol_hexasm bytes;
    ol_test_case_assemble(test, &bytes);
    ol_test_case_place(test, &bytes, &place);
    go_until_it_passes(lint, test, ol_buf_text(&place.file));
    if (_i % CASES_PER_EXAMPLE == 0) {
        go_until_it_passes(run_example, test, NULL);
        go_until_it_passes(lint_with_scout, test, ol_buf_text(&place.file));
        go_until_it_passes(lint_with_own_scout, test, ol_buf_text(&place.file));
    }
    ol_example_place_fini(&place);
    ol_hexasm_fini(&bytes);
}
END_TEST

int main(void)
{
    return ol_test_run_cases("failalloc", test_case, &cases);
}
