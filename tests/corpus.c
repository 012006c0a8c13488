/* SPDX-License-Identifier: Apache-2.0 */
/* Real files: the Debian package libonnx-testdata, and ../shared/cases. What is absent is skipped
 * with a line.
 *
 *   - libonnx-testdata and the files that their labels call good have no error, save those of
 * tests/corpus/proven.tsv, which are proven from the specification;
 *   - each file of tests/corpus/expected.tsv has an error of the rule that stands there;
 *   - what ../shared/cases/reports/expect.json expects is found, where this program has the rules.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus_reports.h"
#include "tools/csv.h"
#include "tools/files.h"
#include "tools/lint_run.h"

/* --type of the bare messages of the reference checker's own tests; NULL: recognised. */
static const struct {
    const char *kind;
    const char *type;
} types[] = {
    {"part-tensor", "tensor"},
    {"part-attribute", "attribute"},
    {"part-graph", "graph"},
    {"part-function", "function"},
    {"part-value_info", "value-info"},
    {"part-sparse_tensor", "sparse-tensor"},
    {"part-node", "node"},
};

static const char *type_from_kind(const char *kind)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].kind, kind) == 0) {
            return types[i].type;
        }
    }
    return NULL;
}

static bool is_good(const char *label)
{
    return strcmp(label, "pos") == 0 || strcmp(label, "case-ok") == 0;
}

static bool is_bad(const char *label)
{
    return strcmp(label, "neg") == 0 || strcmp(label, "neg-parse") == 0 ||
           strcmp(label, "case-bad") == 0 || strcmp(label, "neg-lfs-pointer") == 0;
}

/* Not scored, but told about: another format of models, and files that an independent reading
 * doubts. */
static bool is_odd(const char *label)
{
    return strcmp(label, "neg-ort-format") == 0 || strcmp(label, "doubtful") == 0;
}

static bool is_linted(const char *label)
{
    return is_good(label) || is_bad(label) || is_odd(label);
}

/* Whether the entry of a file has an error, of that rule where one is named. */
static bool has_error(const json_t *file, const char *rule)
{
    size_t i;
    json_t *found;
    json_array_foreach(json_object_get(file, "diagnostics"), i, found)
    {
        if (strcmp(ol_test_json_text(found, "severity"), "error") == 0 &&
            (rule == NULL || strcmp(ol_test_json_text(found, "rule"), rule) == 0)) {
            return true;
        }
    }
    return false;
}

static void print_errors(const json_t *file)
{
    size_t i;
    json_t *found;
    json_array_foreach(json_object_get(file, "diagnostics"), i, found)
    {
        if (strcmp(ol_test_json_text(found, "severity"), "error") == 0) {
            (void)printf("  %s: %s [%s @%lld]\n", ol_test_json_text(file, "path"),
                         ol_test_json_text(found, "message"), ol_test_json_text(found, "rule"),
                         (long long)json_integer_value(json_object_get(found, "offset")));
        }
    }
}

/* Two columns of a list of ours: of which file what rule is to be expected. */
struct entry {
    char *path;
    char *rule;
    bool is_seen;
};

struct entries {
    struct entry *items;
    size_t count;
};

static void entries_init(struct entries *list, const char *source)
{
    *list = (struct entries){NULL, 0};
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_source_path(source).text, '\t');
    while (ol_csv_next(&csv)) {
        list->items = ol_test_realloc(list->items, (list->count + 1) * sizeof *list->items);
        list->items[list->count++] = (struct entry){.path = strdup(ol_csv_cell(&csv, "path")),
                                                    .rule = strdup(ol_csv_cell(&csv, "rule"))};
    }
    ol_csv_fini(&csv);
}

static void entries_fini(struct entries *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].path);
        free(list->items[i].rule);
    }
    free(list->items);
}

static struct entry *find_entry(const struct entries *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].path, path) == 0) {
            return &list->items[i];
        }
    }
    return NULL;
}

/* --- libonnx-testdata ---------------------------------------------------- */

/* The folder of the package's models; empty where it is not installed. */
static struct ol_test_path find_testdata(void)
{
    struct ol_test_path folder = {""};
    FILE *list = popen(
        "dpkg -L libonnx-testdata 2>/dev/null | sed -n 's#/data/.*[.]onnx$#/data#p' | head -n 1",
        "r");
    if (list != NULL && fgets(folder.text, sizeof folder.text, list) != NULL) {
        folder.text[strcspn(folder.text, "\n")] = '\0';
    }
    if (list != NULL) {
        (void)pclose(list);
    }
    return folder;
}

static void check_testdata(struct ol_corpus_tally *tally)
{
    struct ol_test_path folder = find_testdata();
    if (folder.text[0] == '\0') {
        (void)puts("corpus: libonnx-testdata: skipped, the package is not installed");
        tally->skipped++;
        return;
    }
    struct ol_test_args args = {NULL, 0};
    ol_test_args_add(&args, folder.text);
    json_t *report = ol_test_run_json(&args, "/");
    json_t *files = json_object_get(report, "files");
    size_t clean = 0;
    size_t i;
    json_t *file;
    json_array_foreach(files, i, file)
    {
        clean += !has_error(file, NULL);
        print_errors(file);
    }
    (void)printf("corpus: libonnx-testdata: %zu of %zu files without an error\n", clean,
                 json_array_size(files));
    ol_corpus_count(tally, clean, json_array_size(files));
    json_decref(report);
    ol_test_args_free(&args);
}

/* --- ../shared/cases ----------------------------------------------------- */

/* What was counted over the labelled files. */
struct labelled {
    struct entries proven;
    struct entries expected;
    size_t good;
    size_t good_clean;
    size_t good_proven;
    size_t bad;
    size_t bad_with_error;
    size_t expected_found;
};

/* The reports on all labelled files of one type, by path. */
static json_t *lint_type(const char *type)
{
    struct ol_test_args args = {NULL, 0};
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("cases/labels.tsv").text, '\t');
    if (type != NULL) {
        ol_test_args_add(&args, ol_test_path("--type=%s", type).text);
    }
    while (ol_csv_next(&csv)) {
        const char *own = type_from_kind(ol_csv_cell(&csv, "kind"));
        const char *label = ol_csv_cell(&csv, "label");
        bool is_of_type = own == NULL || type == NULL ? own == type : strcmp(own, type) == 0;
        if (is_of_type && is_linted(label) && *ol_csv_cell(&csv, "stored") != '\0') {
            ol_test_args_add(&args, ol_csv_cell(&csv, "stored"));
        }
    }
    ol_csv_fini(&csv);
    json_t *report = ol_test_run_json(&args, ol_test_shared_path("cases").text);
    ol_test_args_free(&args);
    return report;
}

/* Files of a run by their paths; borrows from the report. */
static void add_files(json_t *by_path, const json_t *report)
{
    size_t i;
    json_t *file;
    json_array_foreach(json_object_get(report, "files"), i, file)
    {
        (void)json_object_set(by_path, ol_test_json_text(file, "path"), file);
    }
}

static void check_good(struct labelled *seen, const json_t *file)
{
    struct entry *proven = find_entry(&seen->proven, ol_test_json_text(file, "path"));
    seen->good++;
    if (!has_error(file, NULL)) {
        seen->good_clean++;
    } else if (proven != NULL && has_error(file, proven->rule)) {
        proven->is_seen = true;
        seen->good_proven++;
    } else {
        print_errors(file);
    }
}

/* Looks for what expected.tsv says of a file, on one line or several. */
static void check_expected(struct labelled *seen, const json_t *file)
{
    for (size_t i = 0; i < seen->expected.count; i++) {
        struct entry *entry = &seen->expected.items[i];
        if (strcmp(entry->path, ol_test_json_text(file, "path")) != 0) {
            continue;
        }
        entry->is_seen = true;
        if (has_error(file, entry->rule)) {
            seen->expected_found++;
        } else {
            (void)printf("  %s: no error of %s\n", entry->path, entry->rule);
            print_errors(file);
        }
    }
}

static void check_labels(struct labelled *seen, const json_t *by_path)
{
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("cases/labels.tsv").text, '\t');
    while (ol_csv_next(&csv)) {
        const json_t *file = json_object_get(by_path, ol_csv_cell(&csv, "stored"));
        const char *label = ol_csv_cell(&csv, "label");
        if (is_linted(label) && file == NULL) {
            ol_test_die("%s was not linted", ol_csv_cell(&csv, "stored"));
        }
        if (is_good(label)) {
            check_good(seen, file);
        } else if (is_linted(label)) {
            seen->bad += is_bad(label);
            seen->bad_with_error += is_bad(label) && has_error(file, NULL);
            check_expected(seen, file);
        }
    }
    ol_csv_fini(&csv);
}

static size_t count_unseen(const struct entries *list, const char *what)
{
    size_t unseen = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!list->items[i].is_seen) {
            (void)printf("  %s: %s\n", list->items[i].path, what);
            unseen++;
        }
    }
    return unseen;
}

/* Looks for an error of each rule in a list "a,b" that the program has. */
static void check_rules(const json_t *file, const char *path, const char *rules, size_t counts[2])
{
    while (*rules != '\0') {
        size_t length = strcspn(rules, ",");
        struct ol_test_path rule = ol_test_path("%.*s", (int)length, rules);
        bool is_found = has_error(file, rule.text);
        if (ol_corpus_has_rule(rule.text)) {
            counts[0] += is_found;
            counts[1]++;
        }
        if (ol_corpus_has_rule(rule.text) && !is_found) {
            (void)printf("  %s: no error of %s\n", path, rule.text);
        }
        rules += length + (rules[length] == ',');
    }
}

/* ../shared/cases/doubtful.tsv names the rules that an independent reading finds broken in files
 * that tools take. */
static void check_doubtful(struct ol_corpus_tally *tally, const json_t *by_path)
{
    size_t counts[2] = {0}; /* found, asked */
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("cases/doubtful.tsv").text, '\t');
    while (ol_csv_next(&csv)) {
        const char *path = ol_csv_cell(&csv, "path");
        check_rules(json_object_get(by_path, path), path,
                    ol_csv_cell(&csv, "rules an independent reading finds broken"), counts);
    }
    ol_csv_fini(&csv);
    (void)printf("corpus: doubtful files: %zu of %zu faults that an independent reading names are "
                 "found\n",
                 counts[0], counts[1]);
    ol_corpus_count(tally, counts[0], counts[1]);
}

static void check_labelled(struct ol_corpus_tally *tally)
{
    struct labelled seen = {.good = 0};
    entries_init(&seen.proven, "tests/corpus/proven.tsv");
    entries_init(&seen.expected, "tests/corpus/expected.tsv");
    json_t *by_path = json_object();
    json_t *report = lint_type(NULL);
    add_files(by_path, report);
    json_decref(report);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        report = lint_type(types[i].type);
        add_files(by_path, report);
        json_decref(report);
    }
    check_labels(&seen, by_path);
    check_doubtful(tally, by_path);
    json_decref(by_path);
    (void)printf("corpus: good files: %zu of %zu without an error, %zu with one that is proven\n",
                 seen.good_clean, seen.good, seen.good_proven);
    ol_corpus_count(tally, seen.good_clean + seen.good_proven, seen.good);
    (void)printf(
        "corpus: bad files: %zu of %zu reasons in these areas are found (tests/corpus/expected.tsv); "
        "%zu of all %zu bad files have an error\n",
        seen.expected_found, seen.expected.count, seen.bad_with_error, seen.bad);
    ol_corpus_count(tally, seen.expected_found, seen.expected.count);
    tally->failed += count_unseen(&seen.proven, "stands in proven.tsv, but has no such error");
    tally->failed += count_unseen(&seen.expected, "stands in expected.tsv, but is not linted");
    entries_fini(&seen.proven);
    entries_fini(&seen.expected);
}

void ol_corpus_count(struct ol_corpus_tally *tally, size_t passed, size_t all)
{
    tally->passed += passed;
    tally->failed += all - passed;
}

int main(void)
{
    struct ol_corpus_tally tally = {0};
    check_testdata(&tally);
    if (ol_test_is_file(ol_test_shared_path("cases/labels.tsv").text)) {
        check_labelled(&tally);
        ol_corpus_check_reports(&tally);
    } else {
        (void)puts("corpus: ../shared/cases: skipped, it is absent");
        tally.skipped++;
    }
    if (tally.passed + tally.failed == 0) {
        (void)puts("corpus: nothing to test with");
        return 77; /* what automake takes for "skipped" */
    }
    (void)printf("%zu passed, %zu failed, %zu skipped\n", tally.passed, tally.failed,
                 tally.skipped);
    return tally.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
