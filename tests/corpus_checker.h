/* SPDX-License-Identifier: Apache-2.0 */
/* The part of tests/corpus about the inputs of the reference checker's own tests. */
#ifndef OL_TESTS_CORPUS_CHECKER_H
#define OL_TESTS_CORPUS_CHECKER_H

#include "corpus_files.h"

/* Prints how far the verdicts agree, and holds every disagreement against tests/corpus/checker.tsv.
 */
void ol_corpus_check_checker(struct ol_corpus_tally *tally, const json_t *by_path);

#endif
