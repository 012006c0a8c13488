/* SPDX-License-Identifier: Apache-2.0 */
/* Runs examples of rules: of custom ones for --test-rules, of the built-in ones in the tests. */
#ifndef OL_RUN_EXAMPLES_H
#define OL_RUN_EXAMPLES_H

#include "base/buf.h"
#include "example/case.h"
#include "onnx_lint.h"

/* Sets a linter up for an example, in place of all that it was set to but the rules that it has.
 * OL_ERR_RULE: the example is wrong, and one line was added to errors. */
enum ol_status ol_linter_set_up_example(struct ol_linter *linter,
                                        const struct ol_example_case *test,
                                        struct ol_buf *errors) OL_NODISCARD;

/* Assembles an example, puts it into a folder of its own, lints it there, and compares what is
 * found with what it expects. OL_ERR_RULE: it failed, and lines that say why were added to errors;
 * OL_ERR_IO: it cannot be run, and one line without an end was; OL_ERR_NOMEM. *result, where result
 * is not NULL, is what linting came to, or NULL; the caller frees it. */
enum ol_status ol_linter_run_example(struct ol_linter *linter, const struct ol_example_case *test,
                                     struct ol_buf *errors, struct ol_result **result) OL_NODISCARD;

#endif
