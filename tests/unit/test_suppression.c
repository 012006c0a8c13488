/* SPDX-License-Identifier: Apache-2.0 */
/* Suppressions: what is read and refused, which findings they are about, and when they end. */
#include <string.h>

#include "policy/calendar.h"
#include "policy/suppression.h"
#include "tools/files.h"
#include "unit/suites.h"

static struct ol_test_path folder;
static struct ol_arena *arena;
static struct ol_buf errors;
static struct ol_rule_set *rules;
static struct ol_suppressions suppressions;

static void set_up(void)
{
    folder = ol_test_new_folder();
    arena = ol_arena_new();
    ck_assert_ptr_nonnull(arena);
    ol_buf_init(&errors);
    ck_assert_int_eq(ol_rule_set_new(ol_builtin_rules, ol_builtin_rule_count, ol_checks, &rules),
                     OL_OK);
    suppressions = (struct ol_suppressions){0};
}

static void tear_down(void)
{
    ol_rule_set_free(rules);
    ol_buf_fini(&errors);
    ol_arena_free(arena);
    ol_test_remove_folder(folder.text);
}

static enum ol_status load_text(const char *text)
{
    struct ol_test_path path = ol_test_path("%s/s.yaml", folder.text);
    ol_test_write_file(path.text, text, strlen(text));
    return ol_suppressions_load(arena, &errors, rules, path.text, "/models", &suppressions);
}

static void load(const char *text)
{
    enum ol_status status = load_text(text);
    ck_assert_msg(status == OL_OK, "%d: %s", status, ol_buf_text(&errors));
}

/* Compares the errors, each "LINE:COLUMN: error: ..." of the file. */
static void refuse(const char *text, const char *wanted)
{
    struct ol_buf seen;
    ol_buf_init(&seen);
    ol_buf_clear(&errors);
    ck_assert_int_eq(load_text(text), OL_ERR_RULE);
    struct ol_test_path path = ol_test_path("%s/s.yaml:", folder.text);
    for (const char *line = ol_buf_text(&errors); *line != '\0'; line += strcspn(line, "\n") + 1) {
        ck_assert_int_eq(strncmp(line, path.text, strlen(path.text)), 0);
        const char *rest = line + strlen(path.text);
        ol_buf_add_slice(&seen, (struct ol_slice){(const uint8_t *)rest, strcspn(rest, "\n") + 1});
    }
    ck_assert_str_eq(ol_buf_text(&seen), wanted);
    ol_buf_fini(&seen);
}

START_TEST(test_all_keys)
{
    load("# why\n"
         "- rule: [tensor-raw-length-short, wire-oneof-multiple/repeated]\n"
         "  files: [\"*.onnx\", old/**]\n"
         "  paths: graph.node[*].attribute\n"
         "  names: {node: conv1, operator: Conv}\n"
         "  reason: written by hand\n"
         "  expires: 2027-02-28\n"
         "- {rule: tensor-raw-length-short, reason: r}\n");
    ck_assert_uint_eq(suppressions.count, 2);
    const struct ol_suppression *first = &suppressions.items[0];
    ck_assert_uint_eq(first->case_count, 2);
    ck_assert_uint_eq(first->cases[1].count, 1);
    ck_assert_uint_eq(first->scope.count, 2);
    ck_assert_uint_eq(first->path_count, 1);
    ck_assert_uint_eq(first->name_count, 2);
    ck_assert_str_eq(first->reason, "written by hand");
    ck_assert_str_eq(first->expires, "2027-02-28");
    ck_assert_uint_eq(first->mark.line, 2);
    ck_assert_ptr_null(suppressions.items[1].expires);
    load("- {rule: tensor-raw-length-short, reason: of another file}\n");
    ck_assert_uint_eq(suppressions.count, 3);
    ck_assert_str_eq(suppressions.items[2].reason, "of another file");
}
END_TEST

START_TEST(test_none)
{
    load("# all gone\n");
    load("[]\n");
    ck_assert_uint_eq(suppressions.count, 0);
}
END_TEST

START_TEST(test_refusals)
{
    refuse("rule: x\n", "1:1: error: this entry is a map; wanted: a list\n");
    refuse("- {rule: tensor-raw-length-shor, reason: r}\n",
           "1:10: error: unknown rule 'tensor-raw-length-shor'; did you mean "
           "'tensor-raw-length-short'?\n");
    refuse("- {rule: wire-oneof-multiple/repeate, reason: r}\n",
           "1:10: error: rule 'wire-oneof-multiple' has no variant 'repeate'; did you mean "
           "'repeated'?\n");
    refuse("- {rule: [], reason: r}\n",
           "1:10: error: rule is empty; wanted: a rule, or a list of rules\n");
    refuse("- {reason: r}\n", "1:3: error: the suppression lacks its key 'rule'\n");
    refuse("- {rule: tensor-raw-length-short}\n",
           "1:3: error: the suppression lacks its key 'reason'\n");
    refuse("- {rule: tensor-raw-length-short, reason: \"\"}\n",
           "1:43: error: 'reason' is empty; wanted: one line of text\n");
    refuse("- {rule: tensor-raw-length-short, reason: \"  \"}\n",
           "1:43: error: the reason is blank; say why this is accepted\n");
    refuse("- {rule: tensor-raw-length-short, reason: r, file: x}\n",
           "1:46: error: a suppression has no key 'file'; did you mean 'files'?\n");
    refuse("- {rule: tensor-raw-length-short, reason: r, names: {nod: x}}\n",
           "1:54: error: unknown role of a name 'nod'; did you mean 'node'?\n");
    refuse("- {rule: tensor-raw-length-short, reason: r, names: {}}\n",
           "1:53: error: names is empty; wanted: a map of roles to texts\n");
    refuse("- {rule: tensor-raw-length-short, reason: r, expires: 2027-02-29}\n",
           "1:55: error: '2027-02-29' is no day; wanted: a date such as 2027-06-30\n");
    refuse("- {rule: tensor-raw-length-short, reason: r, expires: soon}\n"
           "- {rule: nothing-like-it, reason: r}\n",
           "1:55: error: 'soon' is no day; wanted: a date such as 2027-06-30\n"
           "2:10: error: unknown rule 'nothing-like-it'; see --list-rules\n");
}
END_TEST

/* --- matching ------------------------------------------------------------ */

static bool matches(const char *path, const char *outer, const char *inner)
{
    const struct ol_name names[] = {{"node", outer}, {"operator", "Conv"}, {"node", inner}};
    const struct ol_diag diag = {.place = {.path = path}, .names = names, .name_count = 3};
    return ol_suppression_matches(&suppressions.items[0], &diag);
}

START_TEST(test_matching)
{
    load("- rule: tensor-raw-length-short\n"
         "  paths: [\"graph.node[3].attribute\", \"graph.initializer[*]\"]\n"
         "  names: {node: conv1}\n"
         "  reason: r\n");
    ck_assert(matches("graph.node[3].attribute[0]", "x", "conv1"));
    ck_assert(matches("graph.initializer[7]", "x", "conv1"));
    ck_assert(!matches("graph.node[4].attribute[0]", "x", "conv1"));
    ck_assert(!matches("graph.initializer[7]", "conv1", "x"));
}
END_TEST

START_TEST(test_expiry)
{
    int64_t day;
    load("- {rule: tensor-raw-length-short, reason: r, expires: 2027-01-31}\n"
         "- {rule: tensor-raw-length-short, reason: r}\n");
    ck_assert(ol_day_from_text("2027-01-31", &day));
    ck_assert(!ol_suppression_is_expired(&suppressions.items[0], day));
    ck_assert(ol_suppression_is_expired(&suppressions.items[0], day + 1));
    ck_assert(!ol_suppression_is_expired(&suppressions.items[0], INT64_MIN));
    ck_assert(!ol_suppression_is_expired(&suppressions.items[1], INT64_MAX));
}
END_TEST

START_TEST(test_days)
{
    static const struct {
        const char *text;
        int64_t day;
    } days[] = {{"1970-01-01", 0},     {"1970-03-01", 59},      {"1969-12-31", -1},
                {"2000-02-29", 11016}, {"2000-03-01", 11017},   {"2026-11-30", 20787},
                {"2100-03-01", 47541}, {"9999-12-31", 2932896}, {"0001-01-01", -719162}};
    static const char *const no_days[] = {"",           "2027-2-28",  "2027-02-30", "2100-02-29",
                                          "2027-00-10", "2027-13-10", "2027-04-31", "2027-04-00",
                                          "0000-01-01", "2027-04-1x", "2027/04/01", "2027-04-011",
                                          "27-04-01",   "+027-04-01"};
    int64_t day;
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        ck_assert_msg(ol_day_from_text(days[i].text, &day), "%s", days[i].text);
        ck_assert_int_eq(day, days[i].day);
    }
    for (size_t i = 0; i < sizeof no_days / sizeof *no_days; i++) {
        ck_assert_msg(!ol_day_from_text(no_days[i], &day), "%s", no_days[i]);
    }
}
END_TEST

Suite *suite_suppression(void)
{
    const TTest *const tests[] = {test_all_keys, test_none,   test_refusals,
                                  test_matching, test_expiry, test_days};
    Suite *suite = suite_create("suppression");
    TCase *tcase = tcase_create("suppression");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tcase_add_test(tcase, tests[i]);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
