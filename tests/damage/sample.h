/* SPDX-License-Identifier: Apache-2.0 */
/* Some of the damaged files, linted once more by the program itself: whatever the number of
 * threads, it has to say the same. */
#ifndef OL_TESTS_DAMAGE_SAMPLE_H
#define OL_TESTS_DAMAGE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

/* Of one worker. */
struct ol_sample {
    const char *folder; /* that the files are put in */
    size_t worker;
    uint64_t seen;
    size_t kept;
};

/* Keeps one file of many, until there are enough; is_model: it is to be named like one. */
void ol_sample_offer(struct ol_sample *sample, struct ol_slice bytes, bool is_model);

/* Whether $ONNX_LINT prints the same of all files in the folder with one thread and with several;
 * tells how many these are, and what is wrong. An empty folder is not the same. */
bool ol_sample_is_same(const char *folder);

#endif
