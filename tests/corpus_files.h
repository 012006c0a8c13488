/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of tests/corpus share: the count, the labelled files of ../shared/cases as they
 * were linted, and lists of our own that say what is expected of them. */
#ifndef OL_TESTS_CORPUS_FILES_H
#define OL_TESTS_CORPUS_FILES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "tools/csv.h"
#include "tools/files.h"

struct ol_corpus_tally {
    size_t passed;
    size_t failed;
    size_t skipped;
};

void ol_corpus_count(struct ol_corpus_tally *tally, size_t passed, size_t all);

/* Whether the program has a rule of that id. */
bool ol_corpus_has_rule(const char *id);

/* Whether the entry of a file has an error, of that rule where one is named. */
bool ol_corpus_has_error(const json_t *file, const char *rule);
void ol_corpus_print_errors(const json_t *file);

/* What a label of labels.tsv says. */
bool ol_corpus_is_good(const char *label);
bool ol_corpus_is_bad(const char *label);

/* The entries of all labelled files in JSON reports, by path. The caller gives them back. */
json_t *ol_corpus_lint_labelled(void);

struct ol_test_path ol_corpus_labels_path(void);

/* A row of a list of ours: what is expected of a file, by which rule. What is `said` of it stands
 * in a column that each list names for itself. */
struct ol_corpus_row {
    char *path;
    char *said;
    char *rule;
    bool is_seen;
};

struct ol_corpus_rows {
    struct ol_corpus_row *items;
    size_t count;
};

/* Reads a list with the columns path, rule and `said`. */
void ol_corpus_rows_init(struct ol_corpus_rows *rows, const char *source, const char *said);
void ol_corpus_rows_fini(struct ol_corpus_rows *rows);

/* The first row of that path; NULL: there is none. */
struct ol_corpus_row *ol_corpus_rows_find(const struct ol_corpus_rows *rows, const char *path);

/* How many rows were not seen; each is told. */
size_t ol_corpus_rows_count_unseen(const struct ol_corpus_rows *rows, const char *what);

#endif
