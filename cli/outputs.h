/* SPDX-License-Identifier: Apache-2.0 */
/* The reports of a run, each with the place that it goes to. */
#ifndef OL_CLI_OUTPUTS_H
#define OL_CLI_OUTPUTS_H

#include "batch.h"
#include "message.h"
#include "onnx_lint.h"

struct ol_outputs {
    struct ol_batch_output items[OL_REPORTS_MAX];
    struct ol_report *reports[OL_REPORTS_MAX]; /* owned */
    struct ol_sink sinks[OL_REPORTS_MAX];
    size_t count;
};

/* Makes the reports that the configuration wants, and opens what they go to. Where it returns
 * something else than OL_EXIT_CLEAN, with a message, there is nothing to close or to give back. */
enum ol_exit ol_outputs_open(struct ol_outputs *outputs, const struct ol_config *config,
                             const struct ol_linter *linter, const struct ol_inputs *inputs);

/* Lets the summary keep what the reports need at their end; to be called before a result is
 * added. */
void ol_outputs_prepare(const struct ol_outputs *outputs, struct ol_summary *summary);

/* Writes what stands before and behind the files. What memory is short for fails the sink. */
void ol_outputs_begin(struct ol_outputs *outputs);
void ol_outputs_end(struct ol_outputs *outputs, const struct ol_summary *summary);

/* Ends all outputs; false, with a message for each, where one could not be written: its file is
 * left as it was. */
bool ol_outputs_close(struct ol_outputs *outputs);

/* Ends all outputs as if nothing had been opened. */
void ol_outputs_discard(struct ol_outputs *outputs);

/* Gives the reports back. */
void ol_outputs_fini(struct ol_outputs *outputs);

#endif
