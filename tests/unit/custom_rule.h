/* SPDX-License-Identifier: Apache-2.0 */
/* Linting with one custom rule that is written on the spot. */
#ifndef OL_TESTS_UNIT_CUSTOM_RULE_H
#define OL_TESTS_UNIT_CUSTOM_RULE_H

#include "base/buf.h"
#include "diag/diag.h"
#include "onnx/schema.h"
#include "rule/check.h"

/* Bytes to lint as a message of that kind with one rule, whose check is one of these. */
struct ol_test_rule_run {
    enum ol_message_id message;
    struct ol_slice bytes;
    const struct ol_rule *rule;
    const struct ol_check *const *checks;
};

/* Adds what is to be seen of the findings. */
typedef void ol_test_show_fn(struct ol_buf *out, const struct ol_diag_list *diags);

void ol_test_lint_with_rule(const struct ol_test_rule_run *run, ol_test_show_fn *show,
                            struct ol_buf *out);

/* Lints bytes, written as hexasm, as a message of that kind with a rule that has these lines beside
 * id, title and severity. Adds one line for each finding, "OFFSET+LENGTH PATH: MESSAGE", with
 * " [VARIANT]" behind the path, and "OFFSET not checked: REASON" for each place that was not. */
void ol_test_custom_rule(struct ol_buf *out, enum ol_message_id message, const char *lines,
                         const char *hexasm);

/* What the loader says of a rule with these lines: its errors, "" where it takes them. */
void ol_test_custom_rule_errors(struct ol_buf *out, const char *lines);

/* A rule with these lines, and what the loader says of it; and holds it to that. */
struct ol_test_custom_rule_row {
    const char *lines;
    const char *errors;
};

void ol_test_check_custom_rules(const struct ol_test_custom_rule_row *rows, size_t count);

#endif
