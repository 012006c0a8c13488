/* SPDX-License-Identifier: Apache-2.0 */
/* The part of tests/corpus about ../shared/cases/reports. */
#ifndef OL_TESTS_CORPUS_REPORTS_H
#define OL_TESTS_CORPUS_REPORTS_H

#include "corpus_files.h"

/* Checks what expect.json expects, on a copy of the folder with the links that it asks for. */
void ol_corpus_check_reports(struct ol_corpus_tally *tally);

#endif
