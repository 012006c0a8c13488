/* SPDX-License-Identifier: Apache-2.0 */
/* Linting bytes in memory with all built-in rules: those of the profile strict. */
#ifndef OL_TESTS_UNIT_LINT_BYTES_H
#define OL_TESTS_UNIT_LINT_BYTES_H

#include "diag/diag.h"
#include "onnx/reader.h"
#include "rule/engine.h"
#include "rule/rule_set.h"
#include "rule/scout.h"

struct ol_test_linter {
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_rule_set *rules;
    struct ol_arena *arena; /* of the findings */
    struct ol_diag_list diags;
    struct ol_engine_facts facts;
    const struct ol_scout_order *scouts; /* borrowed; NULL at first: none */
};

void ol_test_linter_init(struct ol_test_linter *linter);
void ol_test_linter_fini(struct ol_test_linter *linter);

/* Lints the bytes as a file of that message; linter->diags holds the findings until the next
 * call. */
void ol_test_lint(struct ol_test_linter *linter, enum ol_message_id message, struct ol_slice bytes,
                  int ir_version);

/* Whether the findings have the rule; variant NULL: any case of it. */
bool ol_test_has_finding(const struct ol_test_linter *linter, const char *rule,
                         const char *variant);

#endif
