/* SPDX-License-Identifier: Apache-2.0 */
/* Where a key stands, or would stand, in a sorted array: what bsearch does not tell. */
#ifndef OL_BASE_LOWER_BOUND_H
#define OL_BASE_LOWER_BOUND_H

#include <stddef.h>

/* The place of the first item that is not below the key; count where each is. The arguments are
 * those of bsearch: compare is called with the key and an item. */
size_t ol_lower_bound(const void *key, const void *items, size_t count, size_t size,
                      int (*compare)(const void *key, const void *item));

#endif
