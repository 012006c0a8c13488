/* SPDX-License-Identifier: Apache-2.0 */
/* The seeds of targets: what is known to be interesting, made of the cases of rules, the files of
 * the Debian package libonnx-testdata, the files of this repository, and the inputs that once
 * showed a fault (tests/fuzz/crashes). */
#ifndef OL_TESTS_FUZZ_SEEDS_H
#define OL_TESTS_FUZZ_SEEDS_H

#include "fuzz/fuzz.h"
#include "tools/cases.h"

/* Takes a seed; name is fit for a file. The bytes are borrowed for the call. */
typedef void ol_fuzz_seed_fn(void *context, const char *name, const void *bytes, size_t size);

/* All the targets, and how many there are. */
extern const struct ol_fuzz_target *const ol_fuzz_targets[];
extern const size_t ol_fuzz_target_count;

/* Gives the seeds of a target, in an order that does not change. cases: all of them, loaded. */
void ol_fuzz_seeds(const struct ol_fuzz_target *target, const struct ol_test_cases *cases,
                   ol_fuzz_seed_fn *take, void *context);

#endif
