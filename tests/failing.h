/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is short on demand, for programs linked with --wrap for malloc, calloc, realloc,
 * reallocarray and free: it is the program's own allocations that fail, upb's among them. */
#ifndef OL_TESTS_FAILING_H
#define OL_TESTS_FAILING_H

#include <stdbool.h>

/* The nth allocation from here on fails, counted from 1, and none after it. */
void ol_failing_begin(unsigned long n);

/* None fails any more. Says whether one has failed, and returns how many blocks have been allocated
 * and not freed since the beginning. */
long ol_failing_end(bool *has_failed);

#endif
