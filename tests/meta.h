/* SPDX-License-Identifier: Apache-2.0 */
/* The test cases of the program meta, by file. */
#ifndef OL_TESTS_META_H
#define OL_TESTS_META_H

#include <check.h>

#include "base/buf.h"

/* meta_schema.c: our tables against those of the specification. */
void ol_meta_add_schema(Suite *suite);

/* meta_catalogue.c: every id of the catalogue is a rule or is accounted for. */
void ol_meta_add_catalogue(Suite *suite);

/* meta_rules.c: what every rule owes. */
void ol_meta_add_rules(Suite *suite);

/* meta_profiles.c: the profiles. */
void ol_meta_add_profiles(Suite *suite);

/* Fails with the list of complaints, where it is not empty, and gives it back. */
void ol_meta_tell(struct ol_buf *complaints);

#endif
