/* SPDX-License-Identifier: Apache-2.0 */
/* What the operands of the command line come to: the inputs of the run, in order. */
#ifndef OL_CLI_DISCOVER_H
#define OL_CLI_DISCOVER_H

#include <stdbool.h>
#include <stddef.h>

#include "message.h"
#include "onnx_lint.h"

/* One of path and error is set; the texts are owned by the list. */
struct ol_found_input {
    char *path;  /* a file to lint, or "-" for standard input */
    char *error; /* something could not be looked at: "PATH: what: why", safe to print */
    char *place; /* what that was, where there is an error */
};

struct ol_inputs {
    struct ol_found_input *members;
    size_t count;
    size_t capacity;
    size_t passed_over; /* operands that are excluded, where the configuration forces that */
    bool is_short;      /* own use: memory was short */
};

/* Adds the inputs of each operand: itself, or the files that a directory holds. A directory without
 * any is told of on standard error, and so is, unless the configuration wants quiet, how many
 * operands were passed over. false when memory is short. */
bool ol_inputs_add(struct ol_inputs *inputs, const struct ol_config *config,
                   const char *const *operands, size_t count);

/* Adds what there is to lint because the operands, which are paths, or those of the list that
 * standard input holds ("-"), have changed: models, and those whose data are among them. That there
 * is nothing is told, unless the configuration wants quiet, and so is what is wrong. */
enum ol_exit ol_inputs_add_changed(struct ol_inputs *inputs, const struct ol_config *config,
                                   const char *const *operands, size_t count);
void ol_inputs_fini(struct ol_inputs *inputs);

/* Whether standard input is among the inputs, more than once. */
bool ol_inputs_has_stdin_twice(const struct ol_inputs *inputs);

#endif
