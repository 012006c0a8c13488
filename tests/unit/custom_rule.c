/* SPDX-License-Identifier: Apache-2.0 */
/* Linting with one custom rule. */
#include "unit/custom_rule.h"

#include <check.h>
#include <inttypes.h>

#include "base/pattern.h"
#include "example/hexasm.h"
#include "rule/engine.h"
#include "rule/load.h"

static enum ol_status load(struct ol_loader *loader, const char *lines, struct ol_rule **rules)
{
    struct ol_buf text;
    size_t count = 0;
    ol_buf_init(&text);
    ol_buf_addf(&text, "id: mine\ntitle: A title\nseverity: error\n%s\n", lines);
    enum ol_status status = ol_load_rules(loader, "r.yaml", ol_buf_slice(&text), rules, &count);
    ol_buf_fini(&text);
    ck_assert(status != OL_OK || count == 1);
    return status;
}

static struct ol_loader loader_with(struct ol_buf *errors)
{
    struct ol_loader loader = {
        .arena = ol_arena_new(),
        .errors = errors,
        .checks = ol_checks,
        .check_count = ol_check_count,
        .is_custom = true,
    };
    ol_buf_init(errors);
    ck_assert_ptr_nonnull(loader.arena);
    return loader;
}

static void add_findings(struct ol_buf *out, const struct ol_diag_list *diags)
{
    for (size_t i = 0; i < diags->count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(diags, i);
        ol_buf_addf(out, "%" PRIu64 "+%" PRIu64 " %s", diag->place.span.offset,
                    diag->place.span.length, diag->place.path[0] == '\0' ? "." : diag->place.path);
        if (diag->variant != NULL) {
            ol_buf_addf(out, " [%s]", diag->variant);
        }
        ol_buf_addf(out, ": %s\n", diag->message);
    }
    for (size_t i = 0; i < diags->not_checked_count; i++) {
        ol_buf_addf(out, "%" PRIu64 " not checked: %s\n", diags->not_checked[i].span.offset,
                    diags->not_checked[i].reason);
    }
}

void ol_test_lint_with_rule(const struct ol_test_rule_run *run, ol_test_show_fn *show,
                            struct ol_buf *out)
{
    struct ol_minitables *tables = NULL;
    struct ol_reader *reader = NULL;
    struct ol_rule_set *set = NULL;
    struct ol_matcher *matcher = NULL;
    struct ol_input input;
    struct ol_diag_list diags;
    struct ol_engine_facts facts;
    struct ol_arena *arena = ol_arena_new();
    const struct ol_file_kind kind = {.kind = OL_KIND_MESSAGE, .root = &ol_messages[run->message]};
    ck_assert_int_eq(ol_minitables_new(&tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(tables, &reader), OL_OK);
    ck_assert_int_eq(ol_rule_set_new(run->rule, 1, run->checks, &set), OL_OK);
    ck_assert_int_eq(ol_rule_set_arrange(set), OL_OK);
    ol_input_init_bytes(&input, "m.onnx", NULL, run->bytes);
    ol_diag_list_init(&diags, arena, 0);
    const struct ol_engine engine = {.rules = set,
                                     .reader = reader,
                                     .arena = arena,
                                     .input = &input,
                                     .kind = &kind,
                                     .diags = &diags,
                                     .matcher = &matcher};
    ck_assert_int_eq(ol_engine_lint(&engine, &facts), OL_OK);
    show(out, &diags);
    ol_matcher_free(matcher);
    ol_diag_list_fini(&diags);
    ol_input_fini(&input);
    ol_rule_set_free(set);
    ol_reader_free(reader);
    ol_minitables_free(tables);
    ol_arena_free(arena);
}

void ol_test_custom_rule(struct ol_buf *out, enum ol_message_id message, const char *lines,
                         const char *hexasm)
{
    struct ol_buf errors;
    struct ol_loader loader = loader_with(&errors);
    struct ol_rule *rule = NULL;
    struct ol_hexasm bytes;
    enum ol_status status = load(&loader, lines, &rule);
    ck_assert_msg(status == OL_OK, "%s\n%s", lines, ol_buf_text(&errors));
    ck_assert_int_eq(ol_hexasm_init(&bytes, hexasm), OL_OK);
    const struct ol_test_rule_run run = {message, {bytes.bytes, bytes.size}, rule, ol_checks};
    ol_test_lint_with_rule(&run, add_findings, out);
    ol_hexasm_fini(&bytes);
    ol_buf_fini(&errors);
    ol_arena_free(loader.arena);
}

void ol_test_custom_rule_errors(struct ol_buf *out, const char *lines)
{
    struct ol_buf errors;
    struct ol_loader loader = loader_with(&errors);
    struct ol_rule *rule = NULL;
    enum ol_status status = load(&loader, lines, &rule);
    ck_assert(status == OL_OK || status == OL_ERR_RULE);
    ck_assert_int_eq(status == OL_OK, errors.size == 0);
    ol_buf_add(out, ol_buf_text(&errors));
    ol_buf_fini(&errors);
    ol_arena_free(loader.arena);
}

void ol_test_check_custom_rules(const struct ol_test_custom_rule_row *rows, size_t count)
{
    struct ol_buf out;
    ol_buf_init(&out);
    for (size_t i = 0; i < count; i++) {
        ol_buf_clear(&out);
        ol_test_custom_rule_errors(&out, rows[i].lines);
        ck_assert_str_eq(ol_buf_text(&out), rows[i].errors);
    }
    ol_buf_fini(&out);
}
