/* SPDX-License-Identifier: Apache-2.0 */
/* Progress on standard error: the line is written over, so it leaves nothing behind. */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs that are over sooner show nothing. */
#define PATIENCE_SECONDS 1

void ol_progress_init(struct ol_progress *progress, bool is_quiet)
{
    const char *terminal = getenv("TERM");
    *progress = (struct ol_progress){
        .is_wanted =
            !is_quiet && isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0,
    };
    if (progress->is_wanted && clock_gettime(CLOCK_MONOTONIC, &progress->begin) != 0) {
        progress->is_wanted = false;
    }
}

void ol_progress_show(struct ol_progress *progress, size_t count, size_t total)
{
    struct timespec now;
    if (!progress->is_wanted || clock_gettime(CLOCK_MONOTONIC, &now) != 0 ||
        now.tv_sec - progress->begin.tv_sec <= PATIENCE_SECONDS ||
        (progress->is_shown && progress->count == count)) {
        return;
    }
    (void)fprintf(stderr, "\r\33[Konnx-lint: %zu of %zu files", count, total);
    progress->is_shown = true;
    progress->count = count;
}

void ol_progress_hide(struct ol_progress *progress)
{
    if (progress->is_shown) {
        (void)fputs("\r\33[K", stderr);
        progress->is_shown = false;
    }
}
