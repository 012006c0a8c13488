/* SPDX-License-Identifier: Apache-2.0 */
/* Takes fields out of a file, doubles them, and swaps neighbours; the lengths around them are
 * mended, so that nothing else is wrong with the bytes. */
#ifndef OL_TESTS_DAMAGE_EDIT_H
#define OL_TESTS_DAMAGE_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "damage/judge.h"

enum ol_edit {
    OL_EDIT_DROP,
    OL_EDIT_DOUBLE,
    OL_EDIT_SWAP, /* with the field behind it in the same message */
    OL_EDIT_COUNT
};

struct ol_edited {
    uint8_t *bytes; /* of that very size; the caller frees them */
    size_t size;
};

/* The index of the field behind it in the same message, or OL_JUDGED_NONE. */
size_t ol_edit_neighbour(const struct ol_judge *judge, size_t index);

/* Makes what the bytes that were judged become. A swap wants a neighbour. */
void ol_edit_apply(const struct ol_judge *judge, size_t index, enum ol_edit edit,
                   struct ol_edited *edited);

#endif
