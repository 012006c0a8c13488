/* SPDX-License-Identifier: Apache-2.0 */
/* The same input in every way in which a run takes one: as a file, through a pipe, as standard
 * input from a file, by several threads at once. */
#ifndef OL_TESTS_FUZZ_WAYS_H
#define OL_TESTS_FUZZ_WAYS_H

#include "fuzz/fuzz.h"
#include "onnx_lint.h"

struct ol_fuzz_ways {
    struct ol_linter *linter;
    struct ol_fuzz_file file; /* the input; its folder is that of external data */
    struct ol_report **reports;
};

/* type: as of ol_linter_set_type, or NULL; name: that of the file. */
void ol_fuzz_ways_init(struct ol_fuzz_ways *ways, const char *type, const char *name);
void ol_fuzz_ways_fini(struct ol_fuzz_ways *ways);

/* Lints it, and again in one of the ways, or all (ol_fuzz_has_turn); fails where the findings
 * differ, or a report of them is none. */
void ol_fuzz_ways_check(struct ol_fuzz_ways *ways, struct ol_slice bytes);

#endif
