/* SPDX-License-Identifier: Apache-2.0 */
/* Mutation of inputs that are messages: a field is dropped, doubled, swapped, moved, retyped,
 * renumbered, resized, filled anew or put in, at any depth, and the lengths around it follow; so
 * that inputs stay readable where random changes would break the outermost length. */
#ifndef OL_TESTS_FUZZ_MUTATE_H
#define OL_TESTS_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

#include "fuzz/fuzz.h"

struct ol_fuzz_input {
    uint8_t *data;
    size_t size;
    size_t max; /* room at data */
};

/* Changes bytes without knowing what they are: libFuzzer's own mutation. */
typedef size_t ol_fuzz_mutate_fn(uint8_t *data, size_t size, size_t max);

/* Changes the input in place; returns its new size, at least 1 where max is. The same for the same
 * seed, but for what blind does. */
size_t ol_fuzz_mutate(const struct ol_fuzz_target *target, struct ol_fuzz_input *input,
                      unsigned seed, ol_fuzz_mutate_fn *blind);

#endif
