/* SPDX-License-Identifier: Apache-2.0 */
/* Overrides and the policy of a file: which rule set it is linted with, and what becomes of single
 * findings. */
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "policy/policy.h"
#include "tools/files.h"
#include "unit/suites.h"

#define SHORT "tensor-raw-length-short"
#define DIM   "shape-dim-negative"

static struct ol_arena *arena;
static struct ol_buf errors;
static struct ol_rule_set *rules;
static struct ol_config config;
static struct ol_policy *policy;
static struct ol_policy_view *view;
static struct ol_policy_file file;

static void set_up(void)
{
    arena = ol_arena_new();
    ck_assert_ptr_nonnull(arena);
    ol_buf_init(&errors);
    ck_assert_int_eq(ol_rule_set_new(ol_builtin_rules, ol_builtin_rule_count, ol_checks, &rules),
                     OL_OK);
    ck_assert_int_eq(ol_rule_set_arrange(rules), OL_OK);
    config = (struct ol_config){0};
    policy = NULL;
    view = NULL;
}

static void tear_down(void)
{
    ol_policy_view_free(view);
    ol_policy_free(policy);
    ol_rule_set_free(rules);
    ol_buf_fini(&errors);
    ol_arena_free(arena);
}

/* The tree of a YAML text. */
static const struct ol_yaml_node *tree(const char *text)
{
    const struct ol_yaml_node *root;
    ck_assert_int_eq(ol_yaml_load(arena, "c.yaml", ol_slice_from_text(text), &errors, &root),
                     OL_OK);
    return root;
}

static const struct ol_origin origin = {.path = "c.yaml", .mark = {3, 5}, .folder = "/models"};

/* One rule of an override. */
static const struct ol_config_rule *rule_of(const char *name, const char *severity)
{
    struct ol_config_rule *rule = ol_arena_alloc(arena, sizeof *rule);
    ck_assert_ptr_nonnull(rule);
    *rule = (struct ol_config_rule){name, severity, NULL, origin};
    return rule;
}

static const char *const *patterns_of(const char *pattern)
{
    const char **patterns = ol_arena_alloc(arena, sizeof *patterns);
    ck_assert_ptr_nonnull(patterns);
    *patterns = pattern;
    return patterns;
}

/* An override; files and paths NULL: all. */
static struct ol_config_override override_of(const char *files, const char *paths, const char *name,
                                             const char *severity)
{
    return (struct ol_config_override){
        .files = files != NULL ? patterns_of(files) : NULL,
        .file_count = files != NULL ? 1 : 0,
        .paths = paths != NULL ? tree(paths) : NULL,
        .rules = rule_of(name, severity),
        .rule_count = 1,
        .origin = origin,
    };
}

static enum ol_status make(struct ol_config_override *overrides, size_t count)
{
    config.overrides = overrides;
    config.override_count = count;
    return ol_policy_new(&config, rules, false, &errors, &policy);
}

static void make_view(struct ol_config_override *overrides, size_t count)
{
    ck_assert_int_eq(make(overrides, count), OL_OK);
    ck_assert_ptr_nonnull(policy);
    ck_assert_int_eq(ol_policy_view_new(policy, rules, OL_DAY_UNKNOWN, &view), OL_OK);
}

static void enter(const char *path)
{
    ck_assert_int_eq(ol_policy_enter(view, arena, path, &file), OL_OK);
}

static uint32_t index_of(const char *id)
{
    return ol_rule_set_index(rules, ol_rule_set_find(rules, ol_slice_from_text(id)));
}

static enum ol_severity severity_of(const char *id)
{
    return ol_rule_set_case(file.rules, index_of(id), 0);
}

/* What becomes of a finding of the rule's main case at a path. */
static struct ol_diag amended(const char *id, const char *path)
{
    struct ol_diag diag = {.rule = id,
                           .rule_index = index_of(id),
                           .severity = severity_of(id),
                           .place = {.path = path}};
    ck_assert_ptr_nonnull(file.amend);
    ck_assert_int_ne(file.amend->reach[diag.rule_index], OL_AMEND_NONE);
    file.amend->apply(file.amend->context, &diag);
    return diag;
}

START_TEST(test_nothing)
{
    ck_assert_int_eq(make(NULL, 0), OL_OK);
    ck_assert_ptr_null(policy);
}
END_TEST

START_TEST(test_files)
{
    struct ol_config_override overrides[] = {override_of("old/*", NULL, SHORT, "warning"),
                                             override_of("*.pb", NULL, SHORT, "off")};
    make_view(overrides, 2);
    enter("/models/old/a.onnx");
    ck_assert_int_eq(severity_of(SHORT), OL_SEVERITY_WARNING);
    ck_assert_ptr_null(file.amend);
    const struct ol_rule_set *first = file.rules;
    enter("/models/old/b.onnx");
    ck_assert_ptr_eq(file.rules, first);
    enter("/models/old/a.pb");
    ck_assert_int_eq(severity_of(SHORT), OL_SEVERITY_OFF);
    enter("/models/a.onnx");
    ck_assert_ptr_eq(file.rules, rules);
    enter("/models/x/../old/./c.onnx");
    ck_assert_ptr_eq(file.rules, first);
    enter("/elsewhere/old/a.onnx");
    ck_assert_ptr_eq(file.rules, rules);
    enter("/elsewhere/a.pb");
    ck_assert_int_eq(severity_of(SHORT), OL_SEVERITY_OFF);
}
END_TEST

START_TEST(test_severity_as_written)
{
    ol_rule_set_set_case(rules, index_of(SHORT), 0, OL_SEVERITY_OFF);
    struct ol_config_override overrides[] = {override_of(NULL, NULL, SHORT, "on")};
    make_view(overrides, 1);
    enter("a.onnx");
    ck_assert_int_eq(severity_of(SHORT), OL_SEVERITY_ERROR);
}
END_TEST

START_TEST(test_paths)
{
    struct ol_config_override overrides[] = {
        override_of(NULL, "[\"graph.initializer[*]\"]", SHORT, "warning"),
        override_of("old/*", "[\"graph.initializer[1]\"]", SHORT, "off")};
    make_view(overrides, 2);
    enter("/models/old/a.onnx");
    ck_assert_int_eq(severity_of(SHORT), OL_SEVERITY_ERROR);
    ck_assert_int_eq(amended(SHORT, "graph.initializer[0]").severity, OL_SEVERITY_WARNING);
    ck_assert_int_eq(amended(SHORT, "graph.initializer[1]").severity, OL_SEVERITY_OFF);
    ck_assert_int_eq(amended(SHORT, "graph.name").severity, OL_SEVERITY_ERROR);
    ck_assert_int_eq(file.amend->reach[index_of(DIM)], OL_AMEND_NONE);
    enter("/models/a.onnx");
    ck_assert_int_eq(amended(SHORT, "graph.initializer[1]").severity, OL_SEVERITY_WARNING);
}
END_TEST

/* The later override counts, whether it is about files or places. */
START_TEST(test_order)
{
    struct ol_config_override overrides[] = {
        override_of(NULL, "[\"graph.initializer[*]\"]", SHORT, "error"),
        override_of(NULL, NULL, SHORT, "info"),
        override_of(NULL, "[\"graph.initializer[2]\"]", SHORT, "warning")};
    make_view(overrides, 3);
    enter("a.onnx");
    ck_assert_int_eq(severity_of(SHORT), OL_SEVERITY_INFO);
    ck_assert_int_eq(amended(SHORT, "graph.initializer[0]").severity, OL_SEVERITY_INFO);
    ck_assert_int_eq(amended(SHORT, "graph.initializer[2]").severity, OL_SEVERITY_WARNING);
}
END_TEST

/* A rule that is off runs where some place may turn it on, and is off elsewhere. */
START_TEST(test_rule_that_is_off)
{
    ol_rule_set_set_case(rules, index_of(SHORT), 0, OL_SEVERITY_OFF);
    ck_assert_int_eq(ol_rule_set_arrange(rules), OL_OK);
    size_t before = ol_rule_set_bindings(rules, OL_ON_LEVEL, OL_MESSAGE_TensorProto).count;
    struct ol_config_override overrides[] = {
        override_of(NULL, "[\"graph.initializer[*]\"]", SHORT, "warning")};
    make_view(overrides, 1);
    enter("a.onnx");
    ck_assert_uint_eq(ol_rule_set_bindings(file.rules, OL_ON_LEVEL, OL_MESSAGE_TensorProto).count,
                      before + 1);
    ck_assert(!ol_rule_set_is_on(file.rules, ol_rule_set_at(rules, index_of(SHORT))));
    ck_assert_int_eq(amended(SHORT, "graph.initializer[0]").severity, OL_SEVERITY_WARNING);
    ck_assert_int_eq(amended(SHORT, "graph.node[0]").severity, OL_SEVERITY_OFF);
}
END_TEST

START_TEST(test_variants)
{
    const char *variant = ol_rule_set_at(rules, index_of(DIM))->variants[0].name;
    struct ol_buf name;
    ol_buf_init(&name);
    ol_buf_addf(&name, "%s/%s", DIM, variant);
    struct ol_config_override overrides[] = {
        override_of(NULL, NULL, ol_buf_text(&name), "info"),
        override_of(NULL, "[\"graph.input[*]\"]", ol_buf_text(&name), "error")};
    make_view(overrides, 2);
    enter("a.onnx");
    ck_assert_int_eq(ol_rule_set_case(file.rules, index_of(DIM), 1), OL_SEVERITY_INFO);
    ck_assert_int_ne(ol_rule_set_case(file.rules, index_of(DIM), 0), OL_SEVERITY_INFO);
    struct ol_diag diag = {.rule = DIM,
                           .variant = variant,
                           .rule_index = index_of(DIM),
                           .place = {.path = "graph.input[0]"}};
    file.amend->apply(file.amend->context, &diag);
    ck_assert_int_eq(diag.severity, OL_SEVERITY_ERROR);
    ol_buf_fini(&name);
}
END_TEST

/* More combinations than a view keeps. */
START_TEST(test_many_combinations)
{
    enum {
        COUNT = 100
    };
    struct ol_config_override overrides[COUNT];
    char names[COUNT][16];
    for (size_t i = 0; i < COUNT; i++) {
        (void)snprintf(names[i], sizeof names[i], "%zu.onnx", i);
        overrides[i] = override_of(names[i], NULL, SHORT, i % 2 == 0 ? "info" : "warning");
    }
    make_view(overrides, COUNT);
    for (size_t round = 0; round < 2; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            enter(names[i]);
            ck_assert_int_eq(severity_of(SHORT),
                             i % 2 == 0 ? OL_SEVERITY_INFO : OL_SEVERITY_WARNING);
        }
    }
}
END_TEST

START_TEST(test_refusals)
{
    struct ol_config_override overrides[] = {
        override_of(NULL, NULL, "tensor-raw-length-shor", "info"),
        override_of(NULL, NULL, DIM "/minus-on", "info"),
        override_of(NULL, NULL, SHORT, NULL),
    };
    ck_assert_int_eq(make(overrides, 3), OL_ERR_RULE);
    ck_assert_str_eq(ol_buf_text(&errors),
                     "c.yaml:3:5: error: unknown rule 'tensor-raw-length-shor'; did you mean "
                     "'tensor-raw-length-short'?\n"
                     "c.yaml:3:5: error: rule 'shape-dim-negative' has no variant 'minus-on'; did "
                     "you mean 'minus-one'?\n"
                     "c.yaml:3:5: error: an override sets the severity of "
                     "'tensor-raw-length-short'; parameters are set by rules, for all files\n");
}
END_TEST

/* --- suppressions of a file ---------------------------------------------- */

/* Makes a policy of suppressions alone. */
static void make_suppressions(const char *text)
{
    struct ol_test_path folder = ol_test_new_folder();
    struct ol_test_path path = ol_test_path("%s/s.yaml", folder.text);
    ol_test_write_file(path.text, text, strlen(text));
    struct ol_config_value value = {.text = path.text};
    config.values[OL_SETTING_SUPPRESSIONS] = (struct ol_config_values){&value, 1};
    make_view(NULL, 0);
    config.values[OL_SETTING_SUPPRESSIONS] = (struct ol_config_values){0};
    ol_test_remove_folder(folder.text);
}

START_TEST(test_suppressed)
{
    make_suppressions("- {rule: " SHORT ", paths: 'graph.initializer[0]', reason: first}\n"
                      "- {rule: " SHORT ", paths: 'graph.**', reason: second}\n"
                      "- {rule: " SHORT ", files: b.onnx, reason: third}\n"
                      "- {rule: " DIM ", reason: fourth}\n");
    enter("a.onnx");
    struct ol_diag diag = amended(SHORT, "graph.initializer[0]");
    ck_assert_int_eq(diag.acceptance, OL_ACCEPTED_SUPPRESSED);
    ck_assert_str_eq(diag.reason, "first");
    ck_assert_int_eq(amended(SHORT, "ir_version").acceptance, OL_ACCEPTED_NOT);
    ck_assert_uint_eq(file.outcome->uses[0], OL_USE_FILE | OL_USE_ABOUT | OL_USE_MATCHED);
    ck_assert_uint_eq(file.outcome->uses[1], OL_USE_FILE | OL_USE_ABOUT | OL_USE_MATCHED);
    ck_assert_uint_eq(file.outcome->uses[2], 0);
    ck_assert_uint_eq(file.outcome->uses[3], OL_USE_FILE | OL_USE_ABOUT);
    ck_assert_int_eq(file.amend->reach[index_of(SHORT)], OL_AMEND_PLACE);
    ck_assert_int_eq(file.amend->reach[index_of(DIM)], OL_AMEND_ALL);
    const struct ol_notice *notices;
    size_t count;
    ck_assert_int_eq(ol_policy_notices(policy, file.outcome->uses, arena, &notices, &count), OL_OK);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(notices[0].line, 4);
    ck_assert_str_eq(notices[0].message,
                     "the suppression of " DIM
                     " matched nothing; remove it, or see whether it is about the right place");
}
END_TEST

Suite *suite_override(void)
{
    const TTest *const tests[] = {test_nothing,   test_files,    test_severity_as_written,
                                  test_paths,     test_order,    test_rule_that_is_off,
                                  test_variants,  test_refusals, test_many_combinations,
                                  test_suppressed};
    Suite *suite = suite_create("override");
    TCase *tcase = tcase_create("override");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tcase_add_test(tcase, tests[i]);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
