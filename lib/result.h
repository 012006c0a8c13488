/* SPDX-License-Identifier: Apache-2.0 */
/* All that is known of one input after it was linted: made by lint.c, turned into text by
 * output.c. */
#ifndef OL_RESULT_H
#define OL_RESULT_H

#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/input.h"
#include "diag/diag.h"
#include "report/report.h"

struct ol_guard;
struct ol_policy;
struct ol_policy_outcome;

struct ol_result {
    struct ol_budget budget;      /* of the arena, and of all that linting takes beside it */
    struct ol_arena *arena;       /* owned: name, opset_import and the texts of the findings */
    struct ol_input input;        /* owned: its bytes stay mapped, so that lines can be counted */
    const struct ol_guard *guard; /* of the worker; NULL: there is none */
    const char *name;             /* the path as given, or what standard input is called */
    const char *kind;             /* what the file is; NULL where it could not be read */
    int64_t ir_version;           /* as stated; 0: it is not */
    bool has_lost;                /* a scout met bytes that were gone */
    struct ol_report_reading reading;
    struct ol_report_opset *opsets;
    size_t opset_count;
    struct ol_diag_list diags;
    const struct ol_policy *policy;          /* of the linter; NULL: none, or it was not applied */
    const struct ol_policy_outcome *outcome; /* of the policy, where there is one */
    struct ol_buf error; /* why it could not be read, or not to the end; empty where it was */
};

#endif
