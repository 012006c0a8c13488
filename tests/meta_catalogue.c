/* SPDX-License-Identifier: Apache-2.0 */
/* Every id of the catalogue's areas that are covered is a rule, or stands in
 * conformance-data/unclaimed.yaml with the reason why not; and our list of the catalogue's ids is
 * the catalogue's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "meta.h"
#include "rule/yaml_tree.h"
#include "tools/cases.h"
#include "tools/csv.h"

#define IDS_IN_CATALOGUE 439
#define AREAS            10

/* The sections of the catalogue that are covered whole. */
static const unsigned long covered_areas[] = {1, 2, 3, 4, 5, 6, 7, 9, 10};

struct row {
    char id[64];
    unsigned long area;
    char severity[16]; /* "met": another rule reports it */
};

static struct row rows[IDS_IN_CATALOGUE + 1];
static size_t row_count;

static void read_row(char *line)
{
    char *area = strchr(line, ' ');
    char *severity = area == NULL ? NULL : strchr(area + 1, ' ');
    ck_assert_msg(severity != NULL && row_count < IDS_IN_CATALOGUE, "catalogue-ids.txt: '%s'",
                  line);
    *area = '\0';
    *severity = '\0';
    struct row *row = &rows[row_count++];
    int sizes[] = {snprintf(row->id, sizeof row->id, "%s", line),
                   snprintf(row->severity, sizeof row->severity, "%s", severity + 1)};
    ck_assert(sizes[0] < (int)sizeof row->id && sizes[1] < (int)sizeof row->severity);
    row->area = strtoul(area + 1, NULL, 10);
    ck_assert_msg(row->area >= 1 && row->area <= AREAS, "%s: area", row->id);
}

/* Reads conformance-data/catalogue-ids.txt: a fixture, in the process of each test. */
static void read_ids(void)
{
    char *text =
        ol_test_read_file(ol_test_source_path("conformance-data/catalogue-ids.txt").text, NULL);
    row_count = 0;
    for (char *line = text; *line != '\0';) {
        char *end = strchr(line, '\n');
        ck_assert_ptr_nonnull(end);
        *end = '\0';
        if (line[0] != '#') {
            read_row(line);
        }
        line = end + 1;
    }
    free(text);
}

static const struct row *find_row(const char *id)
{
    for (size_t i = 0; i < row_count; i++) {
        if (strcmp(rows[i].id, id) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

static bool is_covered(const struct row *row)
{
    for (size_t i = 0; i < sizeof covered_areas / sizeof *covered_areas; i++) {
        if (row->area == covered_areas[i]) {
            return true;
        }
    }
    return false;
}

START_TEST(test_ids)
{
    ck_assert_uint_eq(row_count, IDS_IN_CATALOGUE);
    for (size_t i = 0; i < row_count; i++) {
        ck_assert_msg(find_row(rows[i].id) == &rows[i], "%s stands twice", rows[i].id);
    }
}
END_TEST

/* The first cells of a row of the catalogue's tables: id, field, requirement, severity. */
static bool split_row(char *line, const char *cells[4])
{
    size_t count = 0;
    char *at = line;
    while (count < 4 && at[0] == '|' && at[1] == ' ') {
        cells[count++] = at + 2;
        char *end = strstr(at + 2, " |");
        if (end == NULL) {
            return false;
        }
        *end = '\0';
        at = end + 1;
    }
    return count == 4;
}

/* A severity of ours stands in the catalogue's wording, or the wording is that of a row that never
 * reports itself. */
static bool is_severity_of(const char *severity, const char *cell)
{
    if (strncmp(cell, "never reported itself", strlen("never reported itself")) == 0) {
        return strcmp(severity, "met") == 0;
    }
    return strstr(cell, severity) != NULL;
}

START_TEST(test_ids_are_those_of_the_catalogue)
{
    char *text = ol_test_read_file(ol_test_shared_path("spec/CATALOGUE.md").text, NULL);
    unsigned long area = 0;
    size_t count = 0;
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        const char *cells[4];
        if (strncmp(line, "## ", 3) == 0) {
            char *stop;
            area = strtoul(line + 3, &stop, 10);
            area = *stop == '.' && area <= AREAS ? area : 0;
        } else if (area > 0 && split_row(line, cells) && strcmp(cells[0], "id") != 0) {
            const struct row *row = find_row(cells[0]);
            ck_assert_msg(row != NULL && row->area == area,
                          "%s is not in our list, or in another area", cells[0]);
            ck_assert_msg(is_severity_of(row->severity, cells[3]), "%s: severity", cells[0]);
            count++;
        }
        line = end == NULL ? NULL : end + 1;
    }
    ck_assert_uint_eq(count, IDS_IN_CATALOGUE);
    free(text);
}
END_TEST

/* --- unclaimed.yaml ------------------------------------------------------ */

/* The tree of the file, a list; it lives in the arena. */
static const struct ol_yaml_node *load_unclaimed(struct ol_arena *arena)
{
    const char *name = "conformance-data/unclaimed.yaml";
    struct ol_buf errors;
    const struct ol_yaml_node *root = NULL;
    size_t size;
    char *text = ol_test_read_file(ol_test_source_path(name).text, &size);
    ol_buf_init(&errors);
    enum ol_status status =
        ol_yaml_load(arena, name, (struct ol_slice){(const uint8_t *)text, size}, &errors, &root);
    ck_assert_msg(status == OL_OK && root->kind == OL_YAML_LIST, "%s", ol_buf_text(&errors));
    ol_buf_fini(&errors);
    free(text);
    return root;
}

static const char *member_text(const struct ol_yaml_node *map, const char *key)
{
    const struct ol_yaml_node *member = ol_yaml_member(map, key);
    ck_assert_msg(member != NULL && member->kind == OL_YAML_SCALAR && member->text[0] != '\0',
                  "unclaimed.yaml:%u: '%s' is wanted", map->mark.line, key);
    return member->text;
}

static const struct ol_yaml_node *find_unclaimed(const struct ol_yaml_node *list, const char *id)
{
    for (const struct ol_yaml_node *entry = list->first; entry != NULL; entry = entry->next) {
        if (strcmp(member_text(entry, "id"), id) == 0) {
            return entry;
        }
    }
    return NULL;
}

START_TEST(test_covered_areas_are_claimed)
{
    struct ol_buf text;
    ol_buf_init(&text);
    struct ol_arena *arena = ol_arena_new();
    const struct ol_yaml_node *unclaimed = load_unclaimed(arena);
    for (size_t i = 0; i < row_count; i++) {
        bool is_rule = ol_test_find_rule(rows[i].id) != NULL;
        bool is_listed = find_unclaimed(unclaimed, rows[i].id) != NULL;
        if (is_covered(&rows[i]) && !is_rule && !is_listed) {
            ol_buf_addf(&text, "\n  %s is no rule, and is not in unclaimed.yaml", rows[i].id);
        } else if (is_rule && is_listed) {
            ol_buf_addf(&text, "\n  %s is a rule, and in unclaimed.yaml", rows[i].id);
        }
    }
    ol_meta_tell(&text);
    ol_arena_free(arena);
}
END_TEST

/* Whether the id is a rule, or one of an area that is not covered yet. */
static bool is_rule_or_to_come(const char *id)
{
    const struct row *row = find_row(id);
    return ol_test_find_rule(id) != NULL || (row != NULL && !is_covered(row));
}

START_TEST(test_unclaimed_entries)
{
    struct ol_arena *arena = ol_arena_new();
    const struct ol_yaml_node *unclaimed = load_unclaimed(arena);
    for (const struct ol_yaml_node *entry = unclaimed->first; entry != NULL; entry = entry->next) {
        const char *id = member_text(entry, "id");
        const struct ol_yaml_node *met_by = ol_yaml_member(entry, "met-by");
        ck_assert_msg(find_row(id) != NULL, "unclaimed.yaml: the catalogue has no %s", id);
        ck_assert_msg(find_unclaimed(unclaimed, id) == entry, "unclaimed.yaml: %s stands twice",
                      id);
        ck_assert_msg(met_by != NULL && met_by->kind == OL_YAML_LIST,
                      "unclaimed.yaml: %s: met-by is wanted", id);
        ck_assert_msg(entry->count == 3 && member_text(entry, "why")[0] != '\0',
                      "unclaimed.yaml: %s: keys", id);
        for (const struct ol_yaml_node *rule = met_by->first; rule != NULL; rule = rule->next) {
            ck_assert_msg(is_rule_or_to_come(rule->text), "unclaimed.yaml: %s: %s is no rule", id,
                          rule->text);
        }
    }
    ol_arena_free(arena);
}
END_TEST

/* The highest severity that a rule can report with. */
static enum ol_severity highest_severity(const struct ol_rule *rule)
{
    enum ol_severity highest = rule->message != NULL ? rule->severity : OL_SEVERITY_OFF;
    for (size_t i = 0; i < rule->variant_count; i++) {
        highest = rule->variants[i].severity > highest ? rule->variants[i].severity : highest;
    }
    return highest;
}

START_TEST(test_severities_are_those_of_the_catalogue)
{
    struct ol_buf text;
    ol_buf_init(&text);
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        const struct ol_rule *rule = &ol_builtin_rules[i];
        const struct row *row = find_row(rule->id);
        const char *severity = ol_severity_name(highest_severity(rule));
        if (row != NULL && strcmp(row->severity, severity) != 0) {
            ol_buf_addf(&text, "\n  %s: %s, in the catalogue %s", rule->id, severity,
                        row->severity);
        }
    }
    ol_meta_tell(&text);
}
END_TEST

void ol_meta_add_catalogue(Suite *suite)
{
    TCase *tcase = tcase_create("catalogue");
    tcase_add_checked_fixture(tcase, read_ids, NULL);
    tcase_add_test(tcase, test_ids);
    tcase_add_test(tcase, test_covered_areas_are_claimed);
    tcase_add_test(tcase, test_unclaimed_entries);
    tcase_add_test(tcase, test_severities_are_those_of_the_catalogue);
    if (ol_test_is_file(ol_test_shared_path("spec/CATALOGUE.md").text)) {
        tcase_add_test(tcase, test_ids_are_those_of_the_catalogue);
    } else {
        (void)puts(
            "meta: ../shared/spec is absent: the list of ids is not compared with the catalogue");
    }
    suite_add_tcase(suite, tcase);
}
