/* SPDX-License-Identifier: Apache-2.0 */
/* Running the program $ONNX_LINT and reading what it reports. */
#ifndef OL_TESTS_TOOLS_LINT_RUN_H
#define OL_TESTS_TOOLS_LINT_RUN_H

#include <jansson.h>
#include <stddef.h>

/* Arguments of a run, the program's name first and a NULL last. */
struct ol_test_args {
    char **items;
    size_t count;
};

void ol_test_args_add(struct ol_test_args *args, const char *text);
void ol_test_args_free(struct ol_test_args *args);

struct ol_test_run {
    int status; /* exit status, or 128 + the signal */
    char *out;  /* standard output, NUL-terminated */
    size_t out_size;
};

/* Runs the program with the arguments in the folder; standard error goes to ours. */
void ol_test_run_init(struct ol_test_run *run, const struct ol_test_args *args, const char *folder);
void ol_test_run_fini(struct ol_test_run *run);

/* Runs it with --format=json as well; returns the parsed report, which the caller gives back. A run
 * that ends with another status than 0 or 1, or prints no JSON, is fatal. */
json_t *ol_test_run_json(const struct ol_test_args *args, const char *folder);

/* A text of an object; "" where it has none. */
const char *ol_test_json_text(const json_t *object, const char *key);

#endif
