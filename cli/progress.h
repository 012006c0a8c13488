/* SPDX-License-Identifier: Apache-2.0 */
/* A line on a terminal that tells how far a long run is. */
#ifndef OL_CLI_PROGRESS_H
#define OL_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct ol_progress {
    bool is_wanted; /* there is a terminal, and nobody asked for quiet */
    bool is_shown;
    size_t count; /* as shown */
    struct timespec begin;
};

/* Milliseconds between two looks at the run. */
#define OL_PROGRESS_INTERVAL_MS 200

void ol_progress_init(struct ol_progress *progress, bool is_quiet);

/* Shows the line, once the run has lasted long enough to be wondered about. */
void ol_progress_show(struct ol_progress *progress, size_t count, size_t total);

/* Erases the line, before anything else is written and at the end. */
void ol_progress_hide(struct ol_progress *progress);

#endif
