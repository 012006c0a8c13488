/* SPDX-License-Identifier: Apache-2.0 */
/* Search by halves. */
#include "base/lower_bound.h"

size_t ol_lower_bound(const void *key, const void *items, size_t count, size_t size,
                      int (*compare)(const void *key, const void *item))
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(key, (const char *)items + middle * size) > 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
