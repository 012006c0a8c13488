/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the unit suites of suites.def. */
#include "tools/runner.h"
#include "unit/suites.h"

Suite *ol_suite_from_tests(const char *name, const TTest *const *tests, size_t count)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, OL_TEST_SECONDS_MAX);
    for (size_t i = 0; i < count; i++) {
        tcase_add_test(tcase, tests[i]);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}

int main(void)
{
    SRunner *runner = ol_test_runner_new(NULL, true);
#define OL_SUITE(module) srunner_add_suite(runner, suite_##module());
#include "unit/suites.def"
#undef OL_SUITE
    return ol_test_runner_run(runner);
}
