/* SPDX-License-Identifier: Apache-2.0 */
/* A folder with a model and a configuration, and what a run makes of them. */
#ifndef OL_TESTS_FUZZ_SETTING_H
#define OL_TESTS_FUZZ_SETTING_H

#include "fuzz/fuzz.h"
#include "onnx_lint.h"

/* Puts a model with a dozen findings, and files that configurations name, into the folder:
 * m.onnx, base.yaml, rules/ok.yaml, suppress.yaml, baseline.json. */
void ol_fuzz_setting_init(void);

/* Configures a linter as the configuration says, and, where that is possible, lints the model with
 * it. Fails where an error is told in a form that it should not have. */
void ol_fuzz_setting_use(const struct ol_config *config);

/* Fails unless errors are lines "PATH:LINE:COLUMN: error: ..." that can be shown, or, where they
 * may be, one line of another form without an end. */
void ol_fuzz_check_errors(const char *errors, bool may_be_line);

#endif
