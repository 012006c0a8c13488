/* SPDX-License-Identifier: Apache-2.0 */
/* The profiles that ship: that each builds on another, and that `checker` lists exactly the rules
 * whose faults the reference checker reports too, as the catalogue has it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meta.h"
#include "rule/profile.h"
#include "tools/cases.h"

/* The catalogue's column that says what the checker does. */
#define CHECKER_CELL 6

START_TEST(test_profiles_extend_one)
{
    struct ol_buf text;
    ol_buf_init(&text);
    ck_assert_ptr_nonnull(
        ol_profile_from_name(ol_builtin_profiles, ol_builtin_profile_count, OL_PROFILE_DEFAULT));
    for (size_t i = 0; i < ol_builtin_profile_count; i++) {
        const struct ol_profile *profile = &ol_builtin_profiles[i];
        bool is_default = strcmp(profile->name, OL_PROFILE_DEFAULT) == 0;
        if (is_default != (profile->extends == NULL)) {
            ol_buf_addf(&text, "\n  %s: all profiles but %s extend another one", profile->name,
                        OL_PROFILE_DEFAULT);
        }
    }
    ol_meta_tell(&text);
}
END_TEST

/* The cell of a row of a table, without the blanks around it; it ends at " |". */
static const char *cell_of(const char *row, unsigned cell)
{
    const char *at = row[0] == '|' && row[1] == ' ' ? row + 2 : NULL;
    while (at != NULL && cell > 0) {
        const char *end = strstr(at, " | ");
        at = end != NULL ? end + 3 : NULL;
        cell--;
    }
    return at;
}

static bool begins_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* Whether the profile lists the rule, or a variant of it. */
static bool is_listed(const struct ol_profile *profile, const struct ol_rule *rule)
{
    for (size_t i = 0; i < profile->entry_count; i++) {
        if (strcmp(profile->entries[i].rule, rule->id) == 0) {
            return true;
        }
    }
    return false;
}

/* Compares one row of the catalogue; returns the rule that it is about, or NULL. */
static const struct ol_rule *check_row(struct ol_buf *text, const struct ol_profile *checker,
                                       const char *row)
{
    const char *word = cell_of(row, CHECKER_CELL);
    struct ol_test_path id = ol_test_path("%.*s", (int)strcspn(row + 2, " "), row + 2);
    const struct ol_rule *rule = word != NULL ? ol_test_find_rule(id.text) : NULL;
    if (rule == NULL) {
        return NULL;
    }
    bool is_reported = (begins_with(word, "checks") || begins_with(word, "partly")) &&
                       !begins_with(word, "checks with full_check only") &&
                       !begins_with(word, "partly: full_check");
    if (is_reported != is_listed(checker, rule)) {
        ol_buf_addf(text, "\n  %s: %s, the catalogue says of onnx.checker: %.40s", rule->id,
                    is_reported ? "not listed" : "listed", word);
    }
    return rule;
}

START_TEST(test_checker_is_what_the_checker_reports)
{
    struct ol_buf text;
    ol_buf_init(&text);
    const struct ol_profile *checker =
        ol_profile_from_name(ol_builtin_profiles, ol_builtin_profile_count, "checker");
    ck_assert_ptr_nonnull(checker);
    char *catalogue = ol_test_read_file(ol_test_shared_path("spec/CATALOGUE.md").text, NULL);
    size_t count = 0;
    for (char *line = catalogue; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        count += line[0] == '|' && check_row(&text, checker, line) != NULL ? 1 : 0;
        line = end != NULL ? end + 1 : NULL;
    }
    free(catalogue);
    ck_assert_uint_gt(count, ol_builtin_rule_count / 2);
    ol_meta_tell(&text);
}
END_TEST

void ol_meta_add_profiles(Suite *suite)
{
    TCase *tcase = tcase_create("profiles");
    tcase_add_test(tcase, test_profiles_extend_one);
    if (ol_test_is_file(ol_test_shared_path("spec/CATALOGUE.md").text)) {
        tcase_add_test(tcase, test_checker_is_what_the_checker_reports);
    } else {
        (void)puts("meta: ../shared/spec is absent: profile checker is not compared with it");
    }
    suite_add_tcase(suite, tcase);
}
