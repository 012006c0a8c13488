/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting that takes no memory worth mentioning, however much there is to sort. */
#ifndef OL_BASE_SORT_H
#define OL_BASE_SORT_H

#include <stddef.h>

/* Sorts as qsort does, which takes as much memory again as the items have. items may be NULL where
 * count is 0. In n log n steps, whatever the order was; the order of items that compare the same
 * depends on nothing but the order in which they were given. */
void ol_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
