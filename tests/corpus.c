/* SPDX-License-Identifier: Apache-2.0 */
/* Real files: the Debian package libonnx-testdata, and ../shared/cases. What is absent is skipped
 * with a line.
 *
 *   - libonnx-testdata and the files that their labels call good have no error, save those of
 *     tests/corpus/proven.tsv, which are proven from the specification;
 *   - every bad file stands in tests/corpus/bad.tsv with its reasons, and those that this program
 *     has rules for are found (corpus_bad.c);
 *   - the verdict on the inputs of the reference checker's own tests is that of the tests, save
 *     where tests/corpus/checker.tsv says who is right, and why (corpus_checker.c);
 *   - what ../shared/cases/reports/expect.json expects is found, where this program has the rules.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_bad.h"
#include "corpus_checker.h"
#include "corpus_files.h"
#include "corpus_reports.h"
#include "tools/csv.h"
#include "tools/files.h"
#include "tools/lint_run.h"

/* The folder of libonnx-testdata's models; empty where it is not installed. */
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
        clean += !ol_corpus_has_error(file, NULL);
        ol_corpus_print_errors(file);
    }
    (void)printf("corpus: libonnx-testdata: %zu of %zu files without an error\n", clean,
                 json_array_size(files));
    ol_corpus_count(tally, clean, json_array_size(files));
    json_decref(report);
    ol_test_args_free(&args);
}

static void check_good(struct ol_corpus_tally *tally, const json_t *by_path)
{
    size_t all = 0;
    size_t clean = 0;
    size_t proven = 0;
    struct ol_corpus_rows rows;
    ol_corpus_rows_init(&rows, "tests/corpus/proven.tsv", "why");
    struct ol_csv csv;
    ol_csv_init(&csv, ol_corpus_labels_path().text, '\t');
    while (ol_csv_next(&csv)) {
        const json_t *file = json_object_get(by_path, ol_csv_cell(&csv, "stored"));
        if (!ol_corpus_is_good(ol_csv_cell(&csv, "label"))) {
            continue;
        }
        struct ol_corpus_row *row = ol_corpus_rows_find(&rows, ol_test_json_text(file, "path"));
        all++;
        if (!ol_corpus_has_error(file, NULL)) {
            clean++;
        } else if (row != NULL && ol_corpus_has_error(file, row->rule)) {
            row->is_seen = true;
            proven++;
        } else {
            ol_corpus_print_errors(file);
        }
    }
    ol_csv_fini(&csv);
    tally->failed +=
        ol_corpus_rows_count_unseen(&rows, "stands in proven.tsv, but has no such error");
    (void)printf("corpus: good files: %zu of %zu without an error, %zu with one that is proven\n",
                 clean, all, proven);
    ol_corpus_count(tally, clean + proven, all);
    ol_corpus_rows_fini(&rows);
}

/* Looks for an error of each rule in a list "a,b" that the program has. */
static void check_rules(const json_t *file, const char *path, const char *rules, size_t counts[2])
{
    while (*rules != '\0') {
        size_t length = strcspn(rules, ",");
        struct ol_test_path rule = ol_test_path("%.*s", (int)length, rules);
        bool is_found = ol_corpus_has_error(file, rule.text);
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

int main(void)
{
    struct ol_corpus_tally tally = {0};
    check_testdata(&tally);
    if (ol_test_is_file(ol_corpus_labels_path().text)) {
        json_t *by_path = ol_corpus_lint_labelled();
        check_good(&tally, by_path);
        check_doubtful(&tally, by_path);
        ol_corpus_check_bad(&tally, by_path);
        ol_corpus_check_checker(&tally, by_path);
        json_decref(by_path);
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
