/* SPDX-License-Identifier: Apache-2.0 */
/* Lints each case and reports on it as often as that takes allocations, each time with another one
 * failing, until none fails: no crash, no leak, and the failure is told. Linked with --wrap for
 * malloc, calloc, realloc, reallocarray and free, so that it is the program's own allocations that
 * fail, upb's among them. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/cases.h"
#include "tools/runner.h"

/* A case is not run against more failing allocations than that: the rest of a wide one is more of
 * the same. */
#define ALLOCATIONS_MAX 2000

/* The linker's names for the wrapped functions and for the real ones. */
/* NOLINTBEGIN(bugprone-reserved-identifier) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_reallocarray(void *memory, size_t count, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_reallocarray(void *memory, size_t count, size_t size);
void __wrap_free(void *memory);
const char *__lsan_default_suppressions(void);
/* NOLINTEND(bugprone-reserved-identifier) */

static struct ol_test_cases cases;

/* What the wrappers count; they have no other place for it. */
static unsigned long allocations_left; /* until one fails; 0: none fails */
static bool has_failed_once;
static long blocks;

/* The upb of grpc 1.51.1 loses the scratch memory of its table builder where that cannot grow. */
#define BLOCKS_LOST_BY_UPB 1
static bool is_set_up; /* the tables are built */

/* The same, said to the leak sanitizer. */
const char *__lsan_default_suppressions(void)
{
    return "leak:upb_MtDecoder_PushItem\n";
}

static bool is_to_fail(void)
{
    bool fails = allocations_left == 1;
    allocations_left -= allocations_left > 0;
    has_failed_once = has_failed_once || fails;
    return fails;
}

void *__wrap_malloc(size_t size)
{
    void *memory = is_to_fail() ? NULL : __real_malloc(size);
    blocks += memory != NULL;
    return memory;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = is_to_fail() ? NULL : __real_calloc(count, size);
    blocks += memory != NULL;
    return memory;
}

void *__wrap_realloc(void *memory, size_t size)
{
    bool is_new = memory == NULL;
    void *grown = is_to_fail() ? NULL : __real_realloc(memory, size);
    blocks += is_new && grown != NULL;
    return grown;
}

void *__wrap_reallocarray(void *memory, size_t count, size_t size)
{
    bool is_new = memory == NULL;
    void *grown = is_to_fail() ? NULL : __real_reallocarray(memory, count, size);
    blocks += is_new && grown != NULL;
    return grown;
}

void __wrap_free(void *memory)
{
    blocks -= memory != NULL;
    __real_free(memory);
}

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
static enum ol_status lint(const struct ol_test_case *test)
{
    enum ol_status status;
    struct ol_worker *worker = NULL;
    struct ol_result *result = NULL;
    struct ol_linter *linter = ol_test_case_linter(test, &status);
    is_set_up = status == OL_OK;
    status = status == OL_OK ? ol_worker_new(linter, &worker) : status;
    status =
        status == OL_OK ? ol_worker_lint_path(worker, ol_test_case_file(test), &result) : status;
    status = status == OL_OK ? report(result, "gcc") : status;
    status = status == OL_OK ? report(result, "json") : status;
    if (status == OL_OK && ol_result_error(result) != NULL) {
        status = strstr(ol_result_error(result), "memory") != NULL ? OL_ERR_NOMEM : OL_ERR_BUG;
    }
    ol_result_free(result);
    ol_worker_free(worker);
    ol_linter_free(linter);
    return status;
}

static void lint_until_it_passes(const struct ol_test_case *test)
{
    has_failed_once = true;
    for (unsigned long n = 1; has_failed_once && n <= ALLOCATIONS_MAX; n++) {
        long before = blocks;
        has_failed_once = false;
        allocations_left = n;
        enum ol_status status = lint(test);
        allocations_left = 0;
        long left = blocks - before; /* before Check allocates */
        ck_assert_msg(status == (has_failed_once ? OL_ERR_NOMEM : OL_OK),
                      "%s: allocation %lu: status %d", test->name, n, (int)status);
        ck_assert_msg(left == 0 || (!is_set_up && left == BLOCKS_LOST_BY_UPB),
                      "%s: allocation %lu: %ld blocks are left", test->name, n, left);
    }
}

START_TEST(test_case)
{
    const struct ol_test_case *test = &cases.cases[_i];
    struct ol_test_path folder = ol_test_new_folder();
    int home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct ol_hexasm bytes;
    ol_test_case_assemble(test, &bytes);
    ol_test_case_write(test, folder.text, &bytes);
    ol_hexasm_fini(&bytes);
    ck_assert_int_eq(chdir(ol_test_path("%s/case", folder.text).text), 0);
    lint_until_it_passes(test);
    ck_assert_int_eq(fchdir(home), 0);
    (void)close(home);
    ol_test_remove_folder(folder.text);
}
END_TEST

int main(void)
{
    return ol_test_run_cases("failalloc", test_case, &cases);
}
