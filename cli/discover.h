/* SPDX-License-Identifier: Apache-2.0 */
/* What the operands of the command line come to: the inputs of the run, in order. */
#ifndef OL_CLI_DISCOVER_H
#define OL_CLI_DISCOVER_H

#include <stdbool.h>
#include <stddef.h>

/* One of path and error is set; both are owned by the list. */
struct ol_target {
    char *path;  /* a file to lint, or "-" for standard input */
    char *error; /* something that could not be looked at: "PATH: what: why", safe to print */
};

struct ol_targets {
    struct ol_target *members;
    size_t count;
    size_t capacity;
};

/* Adds the inputs of an operand: itself, or the files that a directory holds. A directory without
 * any is told of on standard error. false when memory is short. */
bool ol_targets_add(struct ol_targets *targets, const char *operand);
void ol_targets_fini(struct ol_targets *targets);

/* Whether standard input is among the targets, more than once. */
bool ol_targets_has_stdin_twice(const struct ol_targets *targets);

#endif
