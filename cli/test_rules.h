/* SPDX-License-Identifier: Apache-2.0 */
/* --test-rules */
#ifndef OL_CLI_TEST_RULES_H
#define OL_CLI_TEST_RULES_H

#include "message.h"
#include "onnx_lint.h"
#include "options.h"

/* Runs the examples of the rules in the files and folders that are named; where none is, those of
 * the configuration, which is read. */
enum ol_exit ol_test_rules(struct ol_config *config, const struct ol_options *options);

#endif
