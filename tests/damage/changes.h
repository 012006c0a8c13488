/* SPDX-License-Identifier: Apache-2.0 */
/* Everything that is done to one file. */
#ifndef OL_TESTS_DAMAGE_CHANGES_H
#define OL_TESTS_DAMAGE_CHANGES_H

#include "damage/trial.h"

/* Of a file of at most OL_CHANGES_WHOLE_MAX bytes each prefix is taken, each field dropped, doubled
 * and swapped, and each of the first OL_CHANGES_FLIPPED_MAX bytes flipped. Larger ones are the same
 * thing many times over: of them so many prefixes, bytes and fields, spread over all of it. */
#define OL_CHANGES_WHOLE_MAX   8192
#define OL_CHANGES_FLIPPED_MAX 4096
#define OL_CHANGES_SPREAD      64

/* Makes each change, and tries it. Of each byte that is flipped: each bit alone and all at once or,
 * where has_all_values, each other value that it can have. */
void ol_changes_try(struct ol_trial *trial, struct ol_slice bytes, bool has_all_values);

#endif
