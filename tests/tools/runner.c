/* SPDX-License-Identifier: Apache-2.0 */
/* Running Check suites. */
#include "tools/runner.h"

#include <stdlib.h>

#include "tools/cases.h"

#if defined(__SANITIZE_ADDRESS__)
#    define HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#    if __has_feature(address_sanitizer)
#        define HAS_ADDRESS_SANITIZER 1
#    endif
#endif
#ifndef HAS_ADDRESS_SANITIZER
#    define HAS_ADDRESS_SANITIZER 0
#endif

SRunner *ol_test_runner_new(Suite *suite, bool is_isolated)
{
    SRunner *runner = srunner_create(suite);
    if ((HAS_ADDRESS_SANITIZER || !is_isolated) && getenv("CK_FORK") == NULL) {
        srunner_set_fork_status(runner, CK_NOFORK);
    }
    return runner;
}

int ol_test_runner_run(SRunner *runner)
{
    srunner_run_all(runner, CK_ENV);
    bool has_failed = srunner_ntests_failed(runner) > 0 || srunner_ntests_run(runner) == 0;
    srunner_free(runner);
    return has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int ol_test_run_cases(const char *suite_name, const TTest *test, struct ol_test_cases *cases)
{
    ol_test_cases_init(cases);
    Suite *suite = suite_create(suite_name);
    for (size_t i = 0; i < cases->count; i++) {
        TCase *tcase = tcase_create(cases->cases[i].name);
        tcase_set_timeout(tcase, OL_TEST_SECONDS_MAX);
        tcase_add_loop_test(tcase, test, (int)i, (int)i + 1);
        suite_add_tcase(suite, tcase);
    }
    int status = ol_test_runner_run(ol_test_runner_new(suite, false));
    ol_test_cases_fini(cases);
    return status;
}
