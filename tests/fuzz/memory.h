/* SPDX-License-Identifier: Apache-2.0 */
/* How much memory an input takes: counted where the address sanitizer's allocator tells, else not
 * at all. */
#ifndef OL_TESTS_FUZZ_MEMORY_H
#define OL_TESTS_FUZZ_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Whether this build can count. */
bool ol_fuzz_memory_is_counted(void);

/* Begins to count, where it can. Once in a process. */
void ol_fuzz_memory_init(void);

/* Begins an input. */
void ol_fuzz_memory_begin(void);

/* Fails where more bytes than that were allocated at once since the beginning. */
void ol_fuzz_memory_check(size_t max);

/* What any input may take, by its size: a constant for what does not depend on it, and a number of
 * bytes for each of its own, which is that of the densest findings (a finding for two bytes). */
size_t ol_fuzz_memory_bound(size_t size);

#endif
