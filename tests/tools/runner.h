/* SPDX-License-Identifier: Apache-2.0 */
/* Running Check suites, in one way for all test programs. */
#ifndef OL_TESTS_TOOLS_RUNNER_H
#define OL_TESTS_TOOLS_RUNNER_H

#include <check.h>
#include <stdbool.h>

/* For one test: far more than any takes, so that a busy machine fails none. */
#define OL_TEST_SECONDS_MAX 60

/* A runner of the suite (NULL: of none yet), set up for this build. CK_FORK says whether each test
 * is a process of its own; without it they are where isolated, save under the address sanitizer,
 * which makes every fork cost a tenth of a second. Hundreds of cases that only lint bytes are
 * faster in one process; CK_FORK=yes then tells which of them crashes. */
SRunner *ol_test_runner_new(Suite *suite, bool is_isolated);

struct ol_test_cases;

/* Collects the cases, and runs the test once for each (its _i is the index) as a test case of the
 * case's name, so that CK_RUN_CASE picks one. Returns what main returns. */
int ol_test_run_cases(const char *suite_name, const TTest *test, struct ol_test_cases *cases);

/* Runs and frees the runner; returns what main returns. Having run no test is a failure. */
int ol_test_runner_run(SRunner *runner);

#endif
