/* SPDX-License-Identifier: Apache-2.0 */
#include "corpus_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rule/rule.h"
#include "tools/lint_run.h"

/* How the bare messages of the reference checker's own tests are to be linted, which are recognised
 * by nothing: --type, and --ir-version where a test checks them in a context of its own. A file is
 * of the first row that fits. */
static const struct context {
    const char *kind;
    const char *name; /* a part of the path; "" fits all */
    const char *type;
    const char *ir_version;
} contexts[] = {
    {"part-graph", "test_check_graph_ir_version_3.", "graph", "3"},
    {"part-graph", "", "graph", NULL},
    {"part-tensor", "", "tensor", NULL},
    {"part-attribute", "", "attribute", NULL},
    {"part-function", "", "function", NULL},
    {"part-value_info", "", "value-info", NULL},
    {"part-sparse_tensor", "", "sparse-tensor", NULL},
    {"part-node", "", "node", NULL},
    {"", "", NULL, NULL}, /* recognised */
};

enum {
    CONTEXT_COUNT = sizeof contexts / sizeof *contexts
};

static const struct context *find_context(const char *kind, const char *path)
{
    size_t i = 0;
    while (i < CONTEXT_COUNT - 1 &&
           (strcmp(contexts[i].kind, kind) != 0 || strstr(path, contexts[i].name) == NULL)) {
        i++;
    }
    return &contexts[i];
}

void ol_corpus_count(struct ol_corpus_tally *tally, size_t passed, size_t all)
{
    tally->passed += passed;
    tally->failed += all - passed;
}

bool ol_corpus_has_rule(const char *id)
{
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        if (strcmp(ol_builtin_rules[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

bool ol_corpus_has_error(const json_t *file, const char *rule)
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

void ol_corpus_print_errors(const json_t *file)
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

bool ol_corpus_is_good(const char *label)
{
    return strcmp(label, "pos") == 0 || strcmp(label, "case-ok") == 0;
}

bool ol_corpus_is_bad(const char *label)
{
    return strcmp(label, "neg") == 0 || strcmp(label, "neg-parse") == 0 ||
           strcmp(label, "case-bad") == 0 || strcmp(label, "neg-lfs-pointer") == 0;
}

/* Neither good nor bad, but told about: another format of models, and files that an independent
 * reading doubts. */
static bool is_linted(const char *label)
{
    return ol_corpus_is_good(label) || ol_corpus_is_bad(label) ||
           strcmp(label, "neg-ort-format") == 0 || strcmp(label, "doubtful") == 0;
}

struct ol_test_path ol_corpus_labels_path(void)
{
    return ol_test_shared_path("cases/labels.tsv");
}

/* The report on the labelled files of one context; NULL: there are none. */
static json_t *lint_context(const struct context *context)
{
    struct ol_test_args args = {NULL, 0};
    struct ol_csv csv;
    if (context->type != NULL) {
        ol_test_args_add(&args, ol_test_path("--type=%s", context->type).text);
    }
    if (context->ir_version != NULL) {
        ol_test_args_add(&args, ol_test_path("--ir-version=%s", context->ir_version).text);
    }
    size_t options = args.count;
    ol_csv_init(&csv, ol_corpus_labels_path().text, '\t');
    while (ol_csv_next(&csv)) {
        const char *path = ol_csv_cell(&csv, "stored");
        if (is_linted(ol_csv_cell(&csv, "label")) && *path != '\0' &&
            find_context(ol_csv_cell(&csv, "kind"), path) == context) {
            ol_test_args_add(&args, path);
        }
    }
    ol_csv_fini(&csv);
    json_t *report =
        args.count > options ? ol_test_run_json(&args, ol_test_shared_path("cases").text) : NULL;
    ol_test_args_free(&args);
    return report;
}

json_t *ol_corpus_lint_labelled(void)
{
    json_t *by_path = json_object();
    for (size_t i = 0; i < CONTEXT_COUNT; i++) {
        json_t *report = lint_context(&contexts[i]);
        size_t at;
        json_t *file;
        json_array_foreach(json_object_get(report, "files"), at, file)
        {
            (void)json_object_set(by_path, ol_test_json_text(file, "path"), file);
        }
        json_decref(report);
    }
    struct ol_csv csv;
    ol_csv_init(&csv, ol_corpus_labels_path().text, '\t');
    while (ol_csv_next(&csv)) {
        const char *path = ol_csv_cell(&csv, "stored");
        if (is_linted(ol_csv_cell(&csv, "label")) && json_object_get(by_path, path) == NULL) {
            ol_test_die("%s was not linted", path);
        }
    }
    ol_csv_fini(&csv);
    return by_path;
}

void ol_corpus_rows_init(struct ol_corpus_rows *rows, const char *source, const char *said)
{
    *rows = (struct ol_corpus_rows){NULL, 0};
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_source_path(source).text, '\t');
    while (ol_csv_next(&csv)) {
        rows->items = ol_test_realloc(rows->items, (rows->count + 1) * sizeof *rows->items);
        rows->items[rows->count++] =
            (struct ol_corpus_row){.path = strdup(ol_csv_cell(&csv, "path")),
                                   .said = strdup(ol_csv_cell(&csv, said)),
                                   .rule = strdup(ol_csv_cell(&csv, "rule"))};
    }
    ol_csv_fini(&csv);
}

void ol_corpus_rows_fini(struct ol_corpus_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free(rows->items[i].path);
        free(rows->items[i].said);
        free(rows->items[i].rule);
    }
    free(rows->items);
}

struct ol_corpus_row *ol_corpus_rows_find(const struct ol_corpus_rows *rows, const char *path)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (strcmp(rows->items[i].path, path) == 0) {
            return &rows->items[i];
        }
    }
    return NULL;
}

size_t ol_corpus_rows_count_unseen(const struct ol_corpus_rows *rows, const char *what)
{
    size_t unseen = 0;
    for (size_t i = 0; i < rows->count; i++) {
        if (!rows->items[i].is_seen) {
            (void)printf("  %s: %s\n", rows->items[i].path, what);
            unseen++;
        }
    }
    return unseen;
}
