/* SPDX-License-Identifier: Apache-2.0 */
/* The part of tests/corpus about ../shared/cases/reports. */
#ifndef OL_TESTS_CORPUS_REPORTS_H
#define OL_TESTS_CORPUS_REPORTS_H

#include <stdbool.h>
#include <stddef.h>

struct ol_corpus_tally {
    size_t passed;
    size_t failed;
    size_t skipped;
};

void ol_corpus_count(struct ol_corpus_tally *tally, size_t passed, size_t all);

/* Whether the program has a rule of that id. */
bool ol_corpus_has_rule(const char *id);

/* Checks what expect.json expects, on a copy of the folder with the links that it asks for. */
void ol_corpus_check_reports(struct ol_corpus_tally *tally);

#endif
