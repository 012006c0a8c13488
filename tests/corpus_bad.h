/* SPDX-License-Identifier: Apache-2.0 */
/* The part of tests/corpus about the files that are labelled bad. */
#ifndef OL_TESTS_CORPUS_BAD_H
#define OL_TESTS_CORPUS_BAD_H

#include "corpus_files.h"

/* Holds tests/corpus/bad.tsv, which gives the reasons of each bad file, against what was found. */
void ol_corpus_check_bad(struct ol_corpus_tally *tally, const json_t *by_path);

#endif
