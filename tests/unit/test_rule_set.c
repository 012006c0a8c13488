/* SPDX-License-Identifier: Apache-2.0 */
/* Severities in force: of the rules' files, of a profile, of overrides; and what is bound to a
 * trigger. */
#include <string.h>

#include "rule/rule_set.h"
#include "unit/suites.h"

static void run_nothing(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    (void)run;
    (void)level;
    (void)rule;
}

static const struct ol_check level_check = {
    .name = "level", .trigger = OL_ON_LEVEL, .targets = OL_ANY_MESSAGE, .run = run_nothing};
static const struct ol_check file_check = {
    .name = "file", .trigger = OL_ON_FILE, .needs_types = true, .run = run_nothing};
static const struct ol_check *const checks[] = {&level_check, &file_check};

static const struct ol_rule_variant variants[] = {
    {.name = "mild", .severity = OL_SEVERITY_INFO, .message = "mild"},
    {.name = "odd", .severity = OL_SEVERITY_WARNING, .message = "odd"},
};
static const char *const superseded[] = {"beta"};
static const struct ol_rule rules[] = {
    {.id = "alpha",
     .severity = OL_SEVERITY_ERROR,
     .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorProto),
     .message = "alpha",
     .variants = variants,
     .variant_count = 2,
     .supersedes = superseded,
     .supersedes_count = 1},
    {.id = "beta",
     .severity = OL_SEVERITY_INFO,
     .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorProto) | OL_MESSAGE_BIT(OL_MESSAGE_GraphProto),
     .message = "beta"},
    {.id = "gamma", .severity = OL_SEVERITY_WARNING, .check = 1, .message = "gamma"},
};

static struct ol_rule_set *set_new(void)
{
    struct ol_rule_set *set;
    ck_assert_int_eq(ol_rule_set_new(rules, 3, checks, &set), OL_OK);
    return set;
}

static bool override(struct ol_rule_set *set, const char *name, enum ol_severity severity)
{
    return ol_rule_set_override(set, ol_slice_from_text(name), severity);
}

static const struct ol_rule *find(const struct ol_rule_set *set, const char *id)
{
    return ol_rule_set_find(set, ol_slice_from_text(id));
}

START_TEST(test_find)
{
    struct ol_rule_set *set = set_new();
    ck_assert_uint_eq(ol_rule_set_count(set), 3);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_ptr_eq(find(set, rules[i].id), &rules[i]);
        ck_assert_ptr_eq(ol_rule_set_at(set, i), &rules[i]);
        ck_assert_uint_eq(ol_rule_set_index(set, &rules[i]), i);
    }
    ck_assert_ptr_null(find(set, "alph"));
    ck_assert_ptr_null(find(set, "alphaa"));
    ck_assert_ptr_null(find(set, ""));
    ol_rule_set_free(set);
}
END_TEST

START_TEST(test_own_severities)
{
    struct ol_rule_set *set = set_new();
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], NULL), OL_SEVERITY_ERROR);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "mild"), OL_SEVERITY_INFO);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "odd"), OL_SEVERITY_WARNING);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "none"), OL_SEVERITY_OFF);
    ol_rule_set_free(set);
}
END_TEST

START_TEST(test_override)
{
    struct ol_rule_set *set = set_new();
    ck_assert(override(set, "alpha", OL_SEVERITY_WARNING));
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], NULL), OL_SEVERITY_WARNING);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "mild"), OL_SEVERITY_WARNING);
    ck_assert(override(set, "alpha/mild", OL_SEVERITY_OFF));
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "mild"), OL_SEVERITY_OFF);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "odd"), OL_SEVERITY_WARNING);
    ck_assert(ol_rule_set_is_on(set, &rules[0]));
    ck_assert(override(set, "alpha", OL_SEVERITY_OFF));
    ck_assert(!ol_rule_set_is_on(set, &rules[0]));
    ck_assert(!override(set, "delta", OL_SEVERITY_ERROR));
    ck_assert(!override(set, "alpha/none", OL_SEVERITY_ERROR));
    ck_assert(!override(set, "alpha/", OL_SEVERITY_ERROR));
    ck_assert(!override(set, "beta/mild", OL_SEVERITY_ERROR));
    ol_rule_set_free(set);
}
END_TEST

START_TEST(test_profile)
{
    static const struct ol_profile_entry entries[] = {
        {.rule = "gamma", .severity = OL_SEVERITY_OFF},
        {.rule = "alpha", .variant = "odd", .severity = OL_SEVERITY_ERROR}};
    const struct ol_profile quiet = {.name = "quiet", .entries = entries, .entry_count = 2};
    const struct ol_profile loud = {.name = "loud", .is_info_on = true};
    struct ol_rule_set *set = set_new();
    ck_assert(override(set, "beta", OL_SEVERITY_ERROR));
    ol_rule_set_apply_profile(set, &quiet);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], NULL), OL_SEVERITY_ERROR);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "mild"), OL_SEVERITY_OFF);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "odd"), OL_SEVERITY_ERROR);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[1], NULL), OL_SEVERITY_OFF);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[2], NULL), OL_SEVERITY_OFF);
    ol_rule_set_apply_profile(set, &loud);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "mild"), OL_SEVERITY_INFO);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[1], NULL), OL_SEVERITY_INFO);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[2], NULL), OL_SEVERITY_WARNING);
    ol_rule_set_free(set);
}
END_TEST

/* Everything off but what is listed, as written or as said. */
START_TEST(test_profile_of_listed_rules)
{
    static const struct ol_profile_entry entries[] = {
        {.rule = "alpha", .is_as_written = true},
        {.rule = "beta", .is_as_written = true},
        {.rule = "alpha", .variant = "odd", .severity = OL_SEVERITY_ERROR}};
    struct ol_profile few = {
        .name = "few", .rest = OL_PROFILE_OFF, .entries = entries, .entry_count = 3};
    struct ol_rule_set *set = set_new();
    ck_assert(ol_rule_set_is_external_allowed(set));
    ol_rule_set_apply_profile(set, &few);
    ck_assert(ol_rule_set_is_external_allowed(set));
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], NULL), OL_SEVERITY_ERROR);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "mild"), OL_SEVERITY_OFF);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "odd"), OL_SEVERITY_ERROR);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[1], NULL), OL_SEVERITY_OFF);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[2], NULL), OL_SEVERITY_OFF);
    few.is_info_on = true;
    few.external = OL_PROFILE_OFF;
    ol_rule_set_apply_profile(set, &few);
    ck_assert(!ol_rule_set_is_external_allowed(set));
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[0], "mild"), OL_SEVERITY_INFO);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[1], NULL), OL_SEVERITY_INFO);
    ck_assert_int_eq(ol_rule_set_severity(set, &rules[2], NULL), OL_SEVERITY_OFF);
    ol_rule_set_free(set);
}
END_TEST

START_TEST(test_bindings)
{
    struct ol_rule_set *set = set_new();
    ck_assert(override(set, "beta", OL_SEVERITY_WARNING));
    ck_assert_int_eq(ol_rule_set_arrange(set), OL_OK);
    struct ol_bindings bindings = ol_rule_set_bindings(set, OL_ON_LEVEL, OL_MESSAGE_TensorProto);
    ck_assert_uint_eq(bindings.count, 2);
    ck_assert_ptr_eq(bindings.items[0].rule, &rules[0]);
    ck_assert_ptr_eq(bindings.items[1].rule, &rules[1]);
    ck_assert_ptr_eq(bindings.items[0].check, &level_check);
    ck_assert_uint_eq(ol_rule_set_bindings(set, OL_ON_LEVEL, OL_MESSAGE_GraphProto).count, 1);
    ck_assert_uint_eq(ol_rule_set_bindings(set, OL_ON_LEVEL, OL_MESSAGE_NodeProto).count, 0);
    ck_assert_uint_eq(ol_rule_set_bindings(set, OL_ON_CLOSE, OL_MESSAGE_TensorProto).count, 0);
    ck_assert_uint_eq(ol_rule_set_bindings(set, OL_ON_FILE, OL_MESSAGE_COUNT).count, 1);
    /* arranged anew after a change */
    ck_assert(override(set, "alpha", OL_SEVERITY_OFF));
    ck_assert_int_eq(ol_rule_set_arrange(set), OL_OK);
    ck_assert_uint_eq(ol_rule_set_bindings(set, OL_ON_LEVEL, OL_MESSAGE_TensorProto).count, 1);
    ol_rule_set_free(set);
}
END_TEST

START_TEST(test_needs_types)
{
    struct ol_rule_set *set = set_new();
    ck_assert_int_eq(ol_rule_set_arrange(set), OL_OK);
    ck_assert(ol_rule_set_needs_types(set));
    ck_assert(override(set, "gamma", OL_SEVERITY_OFF));
    ck_assert_int_eq(ol_rule_set_arrange(set), OL_OK);
    ck_assert(!ol_rule_set_needs_types(set));
    ol_rule_set_free(set);
}
END_TEST

START_TEST(test_supersedes)
{
    struct ol_rule_set *set = set_new();
    ck_assert_int_eq(ol_rule_set_arrange(set), OL_OK);
    ck_assert(ol_rule_set_supersedes(set, 0, 1));
    ck_assert(!ol_rule_set_supersedes(set, 1, 0));
    ck_assert(!ol_rule_set_supersedes(set, 0, 0));
    ck_assert(!ol_rule_set_supersedes(set, 0, 2));
    ol_rule_set_free(set);
    ol_rule_set_free(NULL);
}
END_TEST

Suite *suite_rule_set(void)
{
    const TTest *const tests[] = {test_find,
                                  test_own_severities,
                                  test_override,
                                  test_profile,
                                  test_profile_of_listed_rules,
                                  test_bindings,
                                  test_needs_types,
                                  test_supersedes};
    return OL_SUITE_OF("rule_set", tests);
}
