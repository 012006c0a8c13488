/* SPDX-License-Identifier: Apache-2.0 */
/* Lints the inputs of a run by several threads, and writes what they find in the order of the
 * inputs. */
#ifndef OL_CLI_BATCH_H
#define OL_CLI_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "discover.h"
#include "onnx_lint.h"
#include "sink.h"

/* As many as can be asked for. */
#define OL_BATCH_JOBS_MAX 256

/* All borrowed. */
struct ol_batch_order {
    const struct ol_linter *linter;
    const struct ol_report *report;
    const struct ol_targets *targets;
    const char *stdin_name; /* NULL: standard input has no name */
    size_t jobs;            /* 1 to OL_BATCH_JOBS_MAX */
    bool is_quiet;
    struct ol_summary *summary; /* is added to */
    struct ol_sink *sink;       /* the findings go here; messages go to standard error */
};

/* Runs until all is written or the sink has failed. Returns false, with a message for each input
 * concerned, where a failure of the program's own (memory, threads) kept something from being
 * linted or told. Inputs that cannot be read are told of on standard error and counted in the
 * summary. */
bool ol_batch_run(const struct ol_batch_order *order);

#endif
