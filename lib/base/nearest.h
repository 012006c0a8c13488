/* SPDX-License-Identifier: Apache-2.0 */
/* "Did you mean": the names of a list that come nearest to a misspelt one. */
#ifndef OL_BASE_NEAREST_H
#define OL_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/slice.h"

/* As many as a message can list and still be read. */
#define OL_NEAREST_MAX 3

/* The best of the names offered so far, best first; among equals, the one offered first. */
struct ol_nearest {
    struct ol_slice wanted;
    struct ol_slice names[OL_NEAREST_MAX]; /* borrowed from whoever offered them */
    size_t distances[OL_NEAREST_MAX];
    size_t count;
    bool is_strict; /* as ol_nearest_init_strict sets it */
};

/* How many edits (a letter more, less, other, or two swapped) make one text the other, letters
 * being compared without case; SIZE_MAX - 1 where one is longer than every name of ours. */
size_t ol_nearest_distance(struct ol_slice a, struct ol_slice b);

void ol_nearest_init(struct ol_nearest *nearest, struct ol_slice wanted);

/* The same for names that a model gives: many of them are alike without being misspelt. */
void ol_nearest_init_strict(struct ol_nearest *nearest, struct ol_slice wanted);

/* Considers a name. It is near when few edits (a letter more, less, other, or two swapped) make it
 * the wanted one, one in three of its letters, and leave something of it; or when it contains the
 * wanted text of at least four letters. Strictly, one edit and one for every eight letters are few,
 * and to contain the text is not enough. */
void ol_nearest_offer(struct ol_nearest *nearest, const char *name);

/* The same for a name that is no C string. */
void ol_nearest_offer_slice(struct ol_nearest *nearest, struct ol_slice offered);

/* Adds "; did you mean 'a'?" with the best name, or up to most names; nothing where none is
 * near. */
void ol_nearest_add_question(struct ol_buf *buf, const struct ol_nearest *nearest, size_t most);

#endif
