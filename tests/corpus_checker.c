/* SPDX-License-Identifier: Apache-2.0 */
/* Agreement with the reference checker on the inputs of its own tests: a test that expects the
 * checker to refuse its input agrees with an error, one that expects nothing with none. Whether an
 * error is the one that was meant is the business of tests/corpus/bad.tsv. */
#include "corpus_checker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of input as labels.tsv names them, and as we do. */
static const struct kind {
    const char *label;
    const char *name;
} kinds[] = {
    {"model", "model"},
    {"part-tensor", "tensor"},
    {"part-attribute", "attribute"},
    {"part-graph", "graph"},
    {"part-sparse_tensor", "sparse tensor"},
    {"part-value_info", "value-info"},
    {"part-function", "function"},
    {"part-node", "node"},
    {"pb-seq", "sequence"},
    {"pb-map", "map"},
    {"pb-opt", "optional"},
};

enum {
    KIND_COUNT = sizeof kinds / sizeof *kinds
};

struct agreement {
    size_t cases;
    size_t agree_ok;
    size_t agree_bad;
    size_t disagree;
};

static size_t find_kind(const char *label)
{
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (strcmp(kinds[i].label, label) == 0) {
            return i;
        }
    }
    ol_test_die("labels.tsv: a case of the kind '%s'", label);
}

/* Whether the label is that of a case with a verdict to hold ours against. A doubtful one passes in
 * the checker's tests. */
static bool is_case(const char *path, const char *label)
{
    return strncmp(path, "checker_cases/", strlen("checker_cases/")) == 0 &&
           (strcmp(label, "case-ok") == 0 || strcmp(label, "case-bad") == 0 ||
            strcmp(label, "doubtful") == 0);
}

/* Counts one case; false where it disagrees and is not listed. */
static bool check_case(struct agreement *sum, const struct ol_corpus_rows *listed, const char *path,
                       bool is_bad, const json_t *file)
{
    bool has_error = ol_corpus_has_error(file, NULL);
    sum->cases++;
    sum->agree_ok += !is_bad && !has_error;
    sum->agree_bad += is_bad && has_error;
    if (is_bad == has_error) {
        return true;
    }
    sum->disagree++;
    struct ol_corpus_row *row = ol_corpus_rows_find(listed, path);
    if (row != NULL) {
        row->is_seen = true;
        return true;
    }
    (void)printf("  %s: the reference checker's test expects %s; checker.tsv does not list it\n",
                 path, is_bad ? "a refusal" : "no error");
    ol_corpus_print_errors(file);
    return false;
}

static void print_line(const char *name, const struct agreement *sum)
{
    (void)printf("corpus:   %-14s %5zu cases: %4zu agree ok, %4zu agree bad, %3zu disagree\n", name,
                 sum->cases, sum->agree_ok, sum->agree_bad, sum->disagree);
}

static void print_table(const struct agreement sums[KIND_COUNT], const struct ol_corpus_rows *rows)
{
    struct agreement all = {0};
    size_t ours = 0;
    (void)puts("corpus: the reference checker's own tests:");
    for (size_t i = 0; i < KIND_COUNT; i++) {
        all.cases += sums[i].cases;
        all.agree_ok += sums[i].agree_ok;
        all.agree_bad += sums[i].agree_bad;
        all.disagree += sums[i].disagree;
        if (sums[i].cases > 0) {
            print_line(kinds[i].name, &sums[i]);
        }
    }
    print_line("all", &all);
    for (size_t i = 0; i < rows->count; i++) {
        ours += rows->items[i].is_seen && strcmp(rows->items[i].said, "onnx-lint") == 0;
    }
    (void)printf(
        "corpus: of the %zu disagreements the specification is with onnx-lint in %zu, with "
        "the checker in %zu (tests/corpus/checker.tsv)\n",
        all.disagree, ours, all.disagree - ours);
}

/* Who is right can only be one of two. Where it is we, the file has the error that is named, and
 * the page for users names the rule as well; returns how many do not. */
static size_t check_rows(const struct ol_corpus_rows *rows, const json_t *by_path)
{
    char *page = ol_test_read_file(ol_test_source_path("doc/reference-checker.md").text, NULL);
    size_t failed = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct ol_corpus_row *row = &rows->items[i];
        bool is_ours = strcmp(row->said, "onnx-lint") == 0;
        if (!is_ours && strcmp(row->said, "checker") != 0) {
            ol_test_die("checker.tsv: %s: '%s' is right", row->path, row->said);
        }
        if (is_ours && !ol_corpus_has_error(json_object_get(by_path, row->path), row->rule)) {
            (void)printf("  %s: no error of %s\n", row->path, row->rule);
            failed++;
        }
        if (is_ours && strstr(page, ol_test_path("`%s`", row->rule).text) == NULL) {
            (void)printf("  doc/reference-checker.md: does not name %s\n", row->rule);
            failed++;
        }
    }
    free(page);
    return failed;
}

void ol_corpus_check_checker(struct ol_corpus_tally *tally, const json_t *by_path)
{
    struct agreement sums[KIND_COUNT] = {{0}};
    struct ol_corpus_rows rows;
    ol_corpus_rows_init(&rows, "tests/corpus/checker.tsv", "right");
    size_t failed = check_rows(&rows, by_path);
    size_t unlisted = 0;
    struct ol_csv csv;
    ol_csv_init(&csv, ol_corpus_labels_path().text, '\t');
    while (ol_csv_next(&csv)) {
        const char *path = ol_csv_cell(&csv, "stored");
        const char *label = ol_csv_cell(&csv, "label");
        if (is_case(path, label)) {
            struct agreement *sum = &sums[find_kind(ol_csv_cell(&csv, "kind"))];
            unlisted += !check_case(sum, &rows, path, strcmp(label, "case-bad") == 0,
                                    json_object_get(by_path, path));
            tally->passed++;
        }
    }
    ol_csv_fini(&csv);
    failed += ol_corpus_rows_count_unseen(
        &rows, "stands in checker.tsv, but agrees with the reference checker");
    print_table(sums, &rows);
    tally->passed -= unlisted;
    tally->failed += unlisted + failed;
    ol_corpus_rows_fini(&rows);
}
