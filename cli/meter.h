/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread spends on each stage of a run, for --statistics. */
#ifndef OL_CLI_METER_H
#define OL_CLI_METER_H

#include <stdbool.h>
#include <stdint.h>

#include "onnx_lint.h"

/* {0} is off, and nothing below does anything then. */
struct ol_meter {
    bool is_on;
    bool is_waiting;     /* what passes is no stage's */
    enum ol_stage stage; /* what passes is this one's */
    uint64_t begin;      /* of the run, by the clock on the wall */
    struct ol_time last; /* the clocks when the stage was entered */
    struct ol_time stages[OL_STAGE_COUNT];
    uint64_t anonymous; /* the most memory that was seen without files, in bytes */
};

/* Starts to measure the calling thread, in that stage. */
void ol_meter_start(struct ol_meter *meter, enum ol_stage stage);

/* From now on what passes is another stage's, or while the thread waits nobody's. */
void ol_meter_enter(struct ol_meter *meter, enum ol_stage stage);
void ol_meter_wait(struct ol_meter *meter);

/* Looks how much memory the process has in use. */
void ol_meter_weigh(struct ol_meter *meter);

/* Adds what another thread measured, which has ended or waits. */
void ol_meter_add(struct ol_meter *meter, const struct ol_meter *other);

/* Hands what was measured so far, and what the process used in all, to the summary. */
void ol_meter_pass_on(struct ol_meter *meter, struct ol_summary *summary);

/* Does that, and prints the statistics on standard error; false when memory is short. */
bool ol_meter_tell(struct ol_meter *meter, struct ol_summary *summary);

#endif
