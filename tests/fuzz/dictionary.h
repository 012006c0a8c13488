/* SPDX-License-Identifier: Apache-2.0 */
/* The words that inputs are made of, as dictionaries of libFuzzer and AFL++, from the tables of the
 * program: nothing in them has to be kept up. */
#ifndef OL_TESTS_FUZZ_DICTIONARY_H
#define OL_TESTS_FUZZ_DICTIONARY_H

#include "base/buf.h"

/* Adds the words of messages: names of operators, keys and values that checks compare with. */
void ol_fuzz_dictionary_wire(struct ol_buf *out);

/* Adds the words of configurations, rules, paths and assembled texts. */
void ol_fuzz_dictionary_text(struct ol_buf *out);

#endif
