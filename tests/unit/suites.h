/* SPDX-License-Identifier: Apache-2.0 */
/* What a unit suite is: one function per row of suites.def. */
#ifndef OL_TESTS_UNIT_SUITES_H
#define OL_TESTS_UNIT_SUITES_H

#include <check.h>

#define OL_SUITE(module) Suite *suite_##module(void);
#include "unit/suites.def"
#undef OL_SUITE

/* A suite of one test case with all the tests of an array. */
#define OL_SUITE_OF(name, tests) \
    ol_suite_from_tests((name), (tests), sizeof(tests) / sizeof(const TTest *))
Suite *ol_suite_from_tests(const char *name, const TTest *const *tests, size_t count);

#endif
