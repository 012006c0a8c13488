/* SPDX-License-Identifier: Apache-2.0 */
/* The examples of custom rules, run and told. */
#include "run_examples.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "config/config.h"
#include "example/place.h"
#include "linter.h"
#include "result.h"
#include "rule/profile.h"
#include "rule/yaml_tree.h"

/* --- one example --------------------------------------------------------- */

/* The IR version of a file without one, and the target. */
static enum ol_status set_versions(struct ol_linter *linter, const struct ol_example_case *test,
                                   struct ol_buf *errors)
{
    const struct ol_example *example = test->example;
    enum ol_status status = OL_OK;
    linter->ir_version = 0;
    linter->target = example->target;
    if (example->target == NULL && example->target_name != NULL) {
        status = ol_linter_set_target(linter, example->target_name);
    }
    if (status == OL_OK && example->ir_version > 0) {
        status = ol_linter_set_ir_version(linter, (uint64_t)example->ir_version);
    }
    if (status == OL_ERR_RULE) {
        ol_example_begin_error(errors, test, example->line, example->column);
        ol_buf_addf(errors, "%s\n", ol_linter_error(linter));
    }
    return status;
}

enum ol_status ol_linter_set_up_example(struct ol_linter *linter,
                                        const struct ol_example_case *test, struct ol_buf *errors)
{
    const struct ol_example *example = test->example;
    linter->type = NULL;
    linter->limits = OL_LIMITS_DEFAULT;
    enum ol_status status = ol_linter_take_profile(linter, OL_PROFILE_DEFAULT);
    if (status == OL_OK) {
        status = ol_example_set_severities(test, linter->rules, errors);
    }
    if (status == OL_OK) {
        status = ol_rule_set_arrange(linter->rules);
    }
    if (status == OL_OK && strcmp(example->root, "auto") != 0) {
        linter->type = ol_message_from_name(ol_slice_from_text(example->root));
    }
    return status == OL_OK ? set_versions(linter, test, errors) : status;
}

/* Adds the path of an example's input: relative to the folder of the file that names it. */
static void add_input_path(struct ol_buf *path, const struct ol_example_case *test)
{
    const char *input = test->example->input;
    const char *slash = strrchr(test->path, '/');
    if (input[0] != '/' && slash != NULL) {
        size_t size = (size_t)(slash - test->path) + 1;
        ol_buf_add_slice(path, (struct ol_slice){(const uint8_t *)test->path, size});
    }
    ol_buf_add(path, input);
}

/* Lints the file of an example. */
static enum ol_status lint(const struct ol_linter *linter, const struct ol_buf *path,
                           struct ol_result **result)
{
    struct ol_worker *worker = NULL;
    enum ol_status status = ol_buf_is_ok(path) ? ol_worker_new(linter, &worker) : OL_ERR_NOMEM;
    if (status == OL_OK) {
        status = ol_worker_lint_path(worker, ol_buf_text(path), result);
    }
    ol_worker_free(worker);
    return status;
}

/* Holds a result against the example. */
static enum ol_status judge(const struct ol_linter *linter, const struct ol_example_case *test,
                            const struct ol_hexasm *bytes, const struct ol_result *result,
                            struct ol_buf *errors)
{
    if (ol_result_error(result) != NULL) {
        ol_example_begin_error(errors, test, test->example->line, test->example->column);
        ol_buf_addf(errors, "%s\n", ol_result_error(result));
        return OL_ERR_RULE;
    }
    return ol_example_compare(test, linter->rules, bytes, &result->diags, errors);
}

static enum ol_status run_input(const struct ol_linter *linter, const struct ol_example_case *test,
                                struct ol_buf *errors, struct ol_result **result)
{
    struct ol_buf path;
    ol_buf_init(&path);
    add_input_path(&path, test);
    enum ol_status status = lint(linter, &path, result);
    if (status == OL_OK) {
        status = judge(linter, test, NULL, *result, errors);
    }
    ol_buf_fini(&path);
    return status;
}

static enum ol_status run_bytes(const struct ol_linter *linter, const struct ol_example_case *test,
                                struct ol_buf *errors, struct ol_result **result)
{
    const struct ol_example *example = test->example;
    struct ol_hexasm bytes;
    struct ol_example_place place = {0};
    enum ol_status status = ol_example_assemble(test, example->bytes, example->bytes_line,
                                                example->bytes_column, &bytes, errors);
    if (status == OL_OK) {
        status = ol_example_place_init(&place, errors);
    }
    if (status == OL_OK) {
        status = ol_example_place_fill(&place, test, &bytes, errors);
    }
    if (status == OL_OK) {
        status = lint(linter, &place.file, result);
    }
    if (status == OL_OK) {
        status = judge(linter, test, &bytes, *result, errors);
    }
    ol_example_place_fini(&place);
    ol_hexasm_fini(&bytes);
    return status;
}

enum ol_status ol_linter_run_example(struct ol_linter *linter, const struct ol_example_case *test,
                                     struct ol_buf *errors, struct ol_result **result)
{
    struct ol_result *made = NULL;
    enum ol_status status = ol_linter_set_up_example(linter, test, errors);
    if (status == OL_OK) {
        status = test->example->input != NULL ? run_input(linter, test, errors, &made)
                                              : run_bytes(linter, test, errors, &made);
    }
    if (result != NULL) {
        *result = made;
    } else {
        ol_result_free(made);
    }
    return status;
}

/* --- all of a run -------------------------------------------------------- */

/* Tells that a rule lacks examples of a kind, which would show what it does. */
static void warn_of_lack(struct ol_buf *lines, const struct ol_rule *rule, const char *kind)
{
    ol_text_add_path(lines, rule->doc->path);
    ol_buf_addf(lines, ":%u:%u: warning: the rule %s has no %s example\n", rule->doc->line,
                rule->doc->column, rule->id, kind);
}

static void warn_of_lacks(struct ol_buf *lines, const struct ol_rule *rule)
{
    size_t bad = 0;
    for (size_t i = 0; i < rule->doc->example_count; i++) {
        bad += rule->doc->examples[i].is_bad ? 1 : 0;
    }
    if (bad == 0) {
        warn_of_lack(lines, rule, "bad");
    }
    if (bad == rule->doc->example_count) {
        warn_of_lack(lines, rule, "good");
    }
}

/* Runs the examples of one rule. */
static enum ol_status run_rule(struct ol_linter *linter, const struct ol_rule *rule,
                               struct ol_buf *lines, struct ol_rule_test *outcome)
{
    enum ol_status status = OL_OK;
    outcome->rules++;
    warn_of_lacks(lines, rule);
    for (size_t i = 0; status == OL_OK && i < rule->doc->example_count; i++) {
        const struct ol_example_case test = {rule->doc->path, rule, &rule->doc->examples[i]};
        status = ol_linter_run_example(linter, &test, lines, NULL);
        if (status == OL_OK) {
            outcome->passed++;
        } else if (status == OL_ERR_RULE) {
            outcome->failed++;
            status = OL_OK;
        }
    }
    return status == OL_OK && !ol_buf_is_ok(lines) ? OL_ERR_NOMEM : status;
}

/* By the places that they stand at. */
static int compare_rules(const void *a, const void *b)
{
    const struct ol_rule_doc *left = (*(const struct ol_rule *const *)a)->doc;
    const struct ol_rule_doc *right = (*(const struct ol_rule *const *)b)->doc;
    int order = strcmp(left->path, right->path);
    if (order == 0) {
        order = left->line < right->line ? -1 : left->line > right->line;
    }
    return order;
}

/* The custom rules of the linter. */
static enum ol_status list_rules(const struct ol_linter *linter, struct ol_arena *arena,
                                 const struct ol_rule ***rules, size_t *count)
{
    size_t total = ol_rule_set_count(linter->rules);
    *rules = ol_arena_alloc_array(arena, total, sizeof **rules);
    *count = 0;
    if (*rules == NULL) {
        return OL_ERR_NOMEM;
    }
    for (size_t i = 0; i < total; i++) {
        const struct ol_rule *rule = ol_rule_set_at(linter->rules, i);
        if (rule->doc != NULL && rule->doc->is_custom) {
            (*rules)[(*count)++] = rule;
        }
    }
    qsort(*rules, *count, sizeof **rules, compare_rules);
    return OL_OK;
}

/* Runs them one by one, and hands on what is told of each. */
static enum ol_status run_rules(struct ol_linter *linter, struct ol_arena *arena,
                                ol_write_fn *write, void *context, struct ol_rule_test *outcome)
{
    const struct ol_rule **rules;
    size_t count;
    struct ol_buf lines;
    ol_buf_init(&lines);
    enum ol_status status = list_rules(linter, arena, &rules, &count);
    for (size_t i = 0; status == OL_OK && i < count; i++) {
        ol_buf_clear(&lines);
        status = run_rule(linter, rules[i], &lines, outcome);
        if (status == OL_OK && lines.size > 0) {
            write(context, ol_buf_text(&lines), lines.size);
        }
    }
    if (status == OL_ERR_IO) {
        ol_buf_clear(&linter->error);
        ol_buf_add(&linter->error, ol_buf_text(&lines));
    }
    ol_buf_fini(&lines);
    return status;
}

/* Of a configuration nothing but the rules that it brings. */
static struct ol_config rules_alone(const struct ol_config *config)
{
    struct ol_config alone = *config;
    memset(alone.values, 0, sizeof alone.values);
    alone.values[OL_SETTING_RULE_FILES] = config->values[OL_SETTING_RULE_FILES];
    alone.rule_count = 0;
    alone.override_count = 0;
    alone.opset_count = 0;
    return alone;
}

enum ol_status ol_linter_test_rules(struct ol_linter *linter, const struct ol_config *config,
                                    ol_write_fn *write, void *context, struct ol_rule_test *outcome)
{
    struct ol_config alone = rules_alone(config);
    *outcome = (struct ol_rule_test){0};
    enum ol_status status = ol_linter_configure(linter, &alone);
    if (status == OL_ERR_IO) {
        status = OL_ERR_RULE; /* of a file of rules; below it is a folder of ours */
    }
    struct ol_arena *arena = status == OL_OK ? ol_arena_new() : NULL;
    if (status == OL_OK) {
        status = arena != NULL ? run_rules(linter, arena, write, context, outcome) : OL_ERR_NOMEM;
    }
    ol_arena_free(arena);
    return status;
}
