/* SPDX-License-Identifier: Apache-2.0 */
/* Linting bytes in memory with the built-in rules of the profile strict. */
#include "unit/lint_bytes.h"

#include <check.h>
#include <string.h>

#include "rule/engine.h"

void ol_test_linter_init(struct ol_test_linter *linter)
{
    *linter = (struct ol_test_linter){0};
    ck_assert_int_eq(ol_minitables_new(&linter->tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(linter->tables, &linter->reader), OL_OK);
    ck_assert_int_eq(
        ol_rule_set_new(ol_builtin_rules, ol_builtin_rule_count, ol_checks, &linter->rules), OL_OK);
    const struct ol_profile *strict =
        ol_profile_from_name(ol_builtin_profiles, ol_builtin_profile_count, "strict");
    ck_assert_ptr_nonnull(strict);
    ol_rule_set_apply_profile(linter->rules, strict);
    ck_assert_int_eq(ol_rule_set_arrange(linter->rules), OL_OK);
}

static void forget(struct ol_test_linter *linter)
{
    ol_diag_list_fini(&linter->diags);
    ol_arena_free(linter->arena);
}

void ol_test_linter_fini(struct ol_test_linter *linter)
{
    forget(linter);
    ol_rule_set_free(linter->rules);
    ol_reader_free(linter->reader);
    ol_minitables_free(linter->tables);
}

void ol_test_lint(struct ol_test_linter *linter, enum ol_message_id message, struct ol_slice bytes,
                  int ir_version)
{
    const struct ol_file_kind kind = {
        .kind = OL_KIND_MESSAGE,
        .root = &ol_messages[message],
        .asked = &ol_messages[message],
    };
    struct ol_input input;
    forget(linter);
    linter->arena = ol_arena_new();
    ck_assert_ptr_nonnull(linter->arena);
    ol_diag_list_init(&linter->diags, linter->arena, 0);
    ol_input_init_bytes(&input, "bytes", NULL, bytes);
    const struct ol_engine engine = {
        .rules = linter->rules,
        .reader = linter->reader,
        .arena = linter->arena,
        .input = &input,
        .kind = &kind,
        .ir_version = ir_version,
        .diags = &linter->diags,
        .scouts = linter->scouts,
    };
    ck_assert_int_eq(ol_engine_lint(&engine, &linter->facts), OL_OK);
    ol_input_fini(&input);
}

bool ol_test_has_finding(const struct ol_test_linter *linter, const char *rule, const char *variant)
{
    for (size_t i = 0; i < linter->diags.count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(&linter->diags, i);
        if (strcmp(diag->rule, rule) == 0 &&
            (variant == NULL || (diag->variant != NULL && strcmp(diag->variant, variant) == 0))) {
            return true;
        }
    }
    return false;
}
