/* SPDX-License-Identifier: Apache-2.0 */
/* Lints the inputs of a run by several threads, and writes what they find in the order of the
 * inputs. */
#ifndef OL_CLI_BATCH_H
#define OL_CLI_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "discover.h"
#include "meter.h"
#include "onnx_lint.h"
#include "sink.h"

/* A report, and where it goes. */
struct ol_batch_output {
    const struct ol_report *report;
    struct ol_sink *sink;
    bool has_separator_due; /* own use; false at first */
};

/* All borrowed. */
struct ol_batch_order {
    const struct ol_linter *linter;
    struct ol_batch_output *outputs; /* findings go there; messages go to standard error */
    size_t output_count;
    const struct ol_inputs *inputs;
    const char *stdin_name; /* NULL: standard input has no name */
    size_t jobs;            /* 1 to OL_JOBS_MAX */
    bool is_quiet;
    struct ol_summary *summary; /* is added to */
    struct ol_meter *meter;     /* of the calling thread; those of the workers are added to it */
};

/* Runs until all is written or every sink has failed. Returns false, with a message for each input
 * concerned, where a failure of the program's own (memory, threads) kept something from being
 * linted or told. Inputs that cannot be read are told of on standard error and counted in the
 * summary. */
bool ol_batch_run(const struct ol_batch_order *order);

#endif
