/* SPDX-License-Identifier: Apache-2.0 */
/* What every rule owes: a file of its own name, a bad example that fires it alone, a good one, an
 * example of each of its cases and on both sides of its IR bounds. That the examples do what they
 * say is tests/conformance's to prove. */
#include <stdio.h>
#include <string.h>

#include "meta.h"
#include "onnx/operators.h"
#include "rule/check.h"
#include "tools/cases.h"
#include "wire/varint.h"

/* Adds "what: name" to the complaints of a test, which are told all at once. */
static void complain(struct ol_buf *text, const char *name, const char *what)
{
    ol_buf_addf(text, "\n  %s: %s", name, what);
}

static bool is_kebab(const char *id)
{
    size_t length = strlen(id);
    return length > 0 && strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == length &&
           id[0] != '-' && id[length - 1] != '-' && strstr(id, "--") == NULL;
}

START_TEST(test_rules_have_their_files)
{
    struct ol_buf text;
    ol_buf_init(&text);
    ck_assert_uint_gt(ol_builtin_rule_count, 0);
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        const struct ol_rule *rule = &ol_builtin_rules[i];
        struct ol_test_path path = ol_test_path("rules/%s/%s.yaml", rule->area, rule->id);
        if (!is_kebab(rule->id)) {
            complain(&text, rule->id, "is not kebab-case");
        }
        if (!ol_test_is_file(ol_test_source_path(path.text).text)) {
            complain(&text, path.text, "is no file");
        }
        if (i > 0 && strcmp(ol_builtin_rules[i - 1].id, rule->id) >= 0) {
            complain(&text, rule->id, "is out of order, or twice");
        }
    }
    ol_meta_tell(&text);
}
END_TEST

static void check_mend(struct ol_buf *text, const struct ol_rule *rule, const char *variant)
{
    struct ol_test_path name =
        variant == NULL ? ol_test_path("%s", rule->id) : ol_test_path("%s/%s", rule->id, variant);
    const char *mend = ol_rule_mend(rule, variant);
    if (mend == NULL) {
        complain(text, name.text, "does not say how to mend it");
    } else if (mend[0] < 'a' || mend[0] > 'z') {
        complain(text, name.text, "has a mend that does not begin with a small letter");
    }
}

/* Custom rules need not. */
START_TEST(test_rules_say_how_to_mend)
{
    struct ol_buf text;
    ol_buf_init(&text);
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        const struct ol_rule *rule = &ol_builtin_rules[i];
        if (rule->message != NULL) {
            check_mend(&text, rule, NULL);
        }
        for (size_t j = 0; j < rule->variant_count; j++) {
            check_mend(&text, rule, rule->variants[j].name);
        }
    }
    ol_meta_tell(&text);
}
END_TEST

/* rules/<area>/<id>.yaml must be built in: a table that misses one is stale. */
static void check_area(struct ol_buf *text, const char *area)
{
    struct ol_test_path folder = ol_test_source_path(ol_test_path("rules/%s", area).text);
    if (!ol_test_is_folder(folder.text) || strcmp(area, "profiles") == 0 ||
        strcmp(area, "targets") == 0) {
        return;
    }
    struct ol_test_names files = ol_test_list_folder(folder.text);
    for (size_t i = 0; i < files.count; i++) {
        struct ol_test_path id =
            ol_test_path("%.*s", (int)strcspn(files.names[i], "."), files.names[i]);
        const struct ol_rule *rule = ol_test_find_rule(id.text);
        if (files.names[i][0] != '.' && (rule == NULL || strcmp(rule->area, area) != 0)) {
            complain(text, files.names[i], "is no built-in rule of that area");
        }
    }
    ol_test_names_free(&files);
}

START_TEST(test_files_are_rules)
{
    struct ol_buf text;
    ol_buf_init(&text);
    struct ol_test_names areas = ol_test_list_folder(ol_test_source_path("rules").text);
    for (size_t i = 0; i < areas.count; i++) {
        check_area(&text, areas.names[i]);
    }
    ol_test_names_free(&areas);
    ol_meta_tell(&text);
}
END_TEST

/* Whether a bad example expects its own rule and no other. */
static bool fires_alone(const struct ol_rule *rule, const struct ol_example *example)
{
    for (size_t i = 0; i < example->expect_count; i++) {
        if (example->expect[i].rule != NULL && strcmp(example->expect[i].rule, rule->id) != 0) {
            return false;
        }
    }
    return example->is_bad && example->expect_count > 0;
}

/* Whether an example expects that case of its own rule: a variant, or the main case (NULL). */
static bool expects(const struct ol_rule *rule, const struct ol_example *example,
                    const char *variant)
{
    for (size_t i = 0; i < example->expect_count; i++) {
        const struct ol_example_expect *expect = &example->expect[i];
        bool is_own = expect->rule == NULL || strcmp(expect->rule, rule->id) == 0;
        bool is_case = expect->variant == NULL
                           ? variant == NULL
                           : variant != NULL && strcmp(expect->variant, variant) == 0;
        if (is_own && is_case) {
            return true;
        }
    }
    return false;
}

/* Whether any case of the rule, in its file or in conformance-data, expects that variant (NULL: the
 * main case). */
static bool has_case(const struct ol_test_cases *cases, const struct ol_rule *rule,
                     const char *variant)
{
    for (size_t i = 0; i < cases->count; i++) {
        if (cases->cases[i].rule == rule && expects(rule, cases->cases[i].example, variant)) {
            return true;
        }
    }
    return false;
}

/* Whether bytes that are written out say what they are. */
static bool is_explained(const struct ol_example *example)
{
    return example->bytes == NULL || example->bytes[0] == '\0' ||
           strchr(example->bytes, '#') != NULL;
}

static void check_examples(struct ol_buf *text, const struct ol_test_cases *cases,
                           const struct ol_rule *rule)
{
    bool has_bad = false;
    bool has_good = false;
    for (size_t i = 0; i < cases->count; i++) {
        const struct ol_test_case *test = &cases->cases[i];
        if (test->rule == rule && strncmp(test->source, "rules/", strlen("rules/")) == 0) {
            bool is_first = test->example->is_bad ? !has_bad : !has_good;
            has_bad = has_bad || fires_alone(rule, test->example);
            has_good = has_good || !test->example->is_bad;
            if (is_first && !is_explained(test->example)) {
                complain(text, test->name,
                         "is the first of its kind, and its bytes have no comment");
            }
        }
    }
    if (!has_bad) {
        complain(text, rule->id, "has no bad example that fires it and only it");
    }
    if (!has_good) {
        complain(text, rule->id, "has no good example");
    }
    if (rule->message != NULL && !has_case(cases, rule, NULL)) {
        complain(text, rule->id,
                 "has no case for its main message (an expectation without a variant)");
    }
    for (size_t i = 0; i < rule->variant_count; i++) {
        if (!has_case(cases, rule, rule->variants[i].name)) {
            complain(text, ol_test_path("%s/%s", rule->id, rule->variants[i].name).text,
                     "has no case that expects it");
        }
    }
}

START_TEST(test_rules_have_examples)
{
    struct ol_test_cases cases;
    struct ol_buf text;
    ol_buf_init(&text);
    ol_test_cases_init(&cases);
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        check_examples(&text, &cases, &ol_builtin_rules[i]);
    }
    ol_test_cases_fini(&cases);
    ol_meta_tell(&text);
}
END_TEST

/* The IR version that a case is linted at: a model's own, else the one given; 0: neither. */
static uint64_t case_ir_version(const struct ol_test_case *test)
{
    const struct ol_example *example = test->example;
    struct ol_hexasm bytes;
    ol_test_case_assemble(test, &bytes);
    uint64_t version = (uint64_t)example->ir_version;
    /* ir_version is the first field wherever ONNX writers put it, and in our cases */
    if (bytes.size > 1 && bytes.bytes[0] == 0x08 &&
        (strcmp(example->root, "ModelProto") == 0 || strcmp(example->root, "auto") == 0)) {
        version = ol_varint_read(bytes.bytes + 1, bytes.size - 1).value;
    }
    ol_hexasm_fini(&bytes);
    return version;
}

static bool has_case_at(const struct ol_test_cases *cases, const struct ol_rule *rule, bool is_bad,
                        unsigned version)
{
    for (size_t i = 0; i < cases->count; i++) {
        const struct ol_test_case *test = &cases->cases[i];
        if (test->rule == rule && test->example->is_bad == is_bad &&
            case_ir_version(test) == version) {
            return true;
        }
    }
    return false;
}

static void check_bound(struct ol_buf *text, const struct ol_test_cases *cases,
                        const struct ol_rule *rule, const unsigned sides[2])
{
    if (!has_case_at(cases, rule, true, sides[0])) {
        complain(
            text, rule->id,
            ol_test_path("has no bad case at IR %u, the last one that its ir: takes in", sides[0])
                .text);
    }
    if (!has_case_at(cases, rule, false, sides[1])) {
        complain(text, rule->id,
                 ol_test_path("has no good case at IR %u, just past its ir:", sides[1]).text);
    }
}

START_TEST(test_ir_bounds_have_cases_on_both_sides)
{
    struct ol_test_cases cases;
    struct ol_buf text;
    ol_buf_init(&text);
    ol_test_cases_init(&cases);
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        const struct ol_rule *rule = &ol_builtin_rules[i];
        if (rule->ir_min > OL_IR_VERSION_MIN) {
            check_bound(&text, &cases, rule, (const unsigned[2]){rule->ir_min, rule->ir_min - 1U});
        }
        if (rule->ir_max > 0 && rule->ir_max < OL_IR_VERSION_MAX) {
            check_bound(&text, &cases, rule, (const unsigned[2]){rule->ir_max, rule->ir_max + 1U});
        }
    }
    ol_test_cases_fini(&cases);
    ol_meta_tell(&text);
}
END_TEST

START_TEST(test_checks_are_used)
{
    struct ol_buf text;
    ol_buf_init(&text);
    /* the general ones before them are for users as well, and explained in rules/checks.yaml */
    for (size_t i = ol_check_general_count; i < ol_check_count; i++) {
        bool is_used = false;
        for (size_t j = 0; j < ol_builtin_rule_count && !is_used; j++) {
            is_used = ol_builtin_rules[j].check == i;
        }
        if (!is_used) {
            complain(&text, ol_checks[i]->name, "is a check of no rule");
        }
    }
    ol_meta_tell(&text);
}
END_TEST

static bool supersedes(const struct ol_rule *rule, const char *other)
{
    for (size_t i = 0; i < rule->supersedes_count; i++) {
        if (strcmp(rule->supersedes[i], other) == 0) {
            return true;
        }
    }
    return false;
}

START_TEST(test_no_two_rules_supersede_each_other)
{
    struct ol_buf text;
    ol_buf_init(&text);
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        const struct ol_rule *rule = &ol_builtin_rules[i];
        for (size_t j = 0; j < rule->supersedes_count; j++) {
            const struct ol_rule *other = ol_test_find_rule(rule->supersedes[j]);
            if (other == NULL || supersedes(other, rule->id)) {
                complain(&text, rule->id,
                         ol_test_path("supersedes %s, which is none or supersedes it",
                                      rule->supersedes[j])
                             .text);
            }
        }
    }
    ol_meta_tell(&text);
}
END_TEST

START_TEST(test_case_folders_have_rules)
{
    struct ol_buf text;
    ol_buf_init(&text);
    struct ol_test_names groups = ol_test_list_folder(ol_test_source_path("conformance-data").text);
    for (size_t i = 0; i < groups.count; i++) {
        const char *name = groups.names[i];
        bool is_folder = ol_test_is_folder(
            ol_test_source_path(ol_test_path("conformance-data/%s", name).text).text);
        if (is_folder && strcmp(name, "wire") != 0 && strcmp(name, "valid") != 0 &&
            ol_test_find_rule(name) == NULL) {
            complain(&text, name, "is a folder of conformance-data, but no rule");
        }
    }
    ol_test_names_free(&groups);
    ol_meta_tell(&text);
}
END_TEST

/* Whether the rule op-deprecated has a pair that begins with that operator. */
static bool has_pair(const struct ol_rule *rule, const char *name)
{
    for (size_t i = 0; i < rule->with[0].count; i += 2) {
        if (strcmp(rule->with[0].items[i].text, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the newest schema of that name is deprecated; false where there is none. */
static bool is_gone(const char *name, bool *is_found)
{
    bool is_deprecated = false;
    const struct ol_operator *schema = ol_operator_at(0);
    *is_found = false;
    for (size_t i = 0; schema != NULL; schema = ol_operator_at(++i)) {
        if (strcmp(ol_operator_text(schema->name), name) == 0) {
            *is_found = true;
            is_deprecated = (schema->flags & OL_OPERATOR_IS_DEPRECATED) != 0;
        }
    }
    return is_deprecated;
}

START_TEST(test_deprecated_operators_are_replaced)
{
    struct ol_buf text;
    ol_buf_init(&text);
    const struct ol_rule *rule = ol_test_find_rule("op-deprecated");
    ck_assert_ptr_nonnull(rule);
    ck_assert_uint_eq(rule->with[0].count % 2, 0);
    bool is_found;
    const struct ol_operator *schema = ol_operator_at(0);
    for (size_t i = 0; schema != NULL; schema = ol_operator_at(++i)) {
        const char *name = ol_operator_text(schema->name);
        bool is_last = ol_operator_next(schema) == NULL;
        if (is_last && is_gone(name, &is_found) && !has_pair(rule, name)) {
            complain(&text, name, "is deprecated, and op-deprecated does not say what to use");
        }
    }
    for (size_t i = 0; i < rule->with[0].count; i++) {
        const char *name = rule->with[0].items[i].text;
        if (is_gone(name, &is_found) != (i % 2 == 0) || !is_found) {
            complain(&text, name, "is in the wrong place of op-deprecated's pairs");
        }
    }
    ol_meta_tell(&text);
}
END_TEST

void ol_meta_add_rules(Suite *suite)
{
    TCase *tcase = tcase_create("rules");
    tcase_add_test(tcase, test_rules_have_their_files);
    tcase_add_test(tcase, test_rules_say_how_to_mend);
    tcase_add_test(tcase, test_files_are_rules);
    tcase_add_test(tcase, test_rules_have_examples);
    tcase_add_test(tcase, test_ir_bounds_have_cases_on_both_sides);
    tcase_add_test(tcase, test_checks_are_used);
    tcase_add_test(tcase, test_no_two_rules_supersede_each_other);
    tcase_add_test(tcase, test_case_folders_have_rules);
    tcase_add_test(tcase, test_deprecated_operators_are_replaced);
    suite_add_tcase(suite, tcase);
}
