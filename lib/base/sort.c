/* SPDX-License-Identifier: Apache-2.0 */
/* Quicksort down to parts that qsort may have a copy of, and heapsort where the order of the items
 * makes that slow. */
#include "base/sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What qsort may copy. */
#define QSORT_BYTES_MAX ((size_t)256 * 1024)

/* What is swapped at once. */
#define SWAP_BYTES 64

struct sorting {
    size_t size;
    int (*compare)(const void *, const void *);
};

static void swap(const struct sorting *sorting, uint8_t *a, uint8_t *b)
{
    uint8_t kept[SWAP_BYTES];
    for (size_t left = sorting->size; left > 0 && a != b;) {
        size_t count = left < sizeof kept ? left : sizeof kept;
        memcpy(kept, a, count);
        memcpy(a, b, count);
        memcpy(b, kept, count);
        a += count;
        b += count;
        left -= count;
    }
}

/* Lets item i sink to where no item below it in the heap of count is greater. */
static void sink(const struct sorting *sorting, uint8_t *items, size_t i, size_t count)
{
    size_t size = sorting->size;
    for (size_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count &&
            sorting->compare(items + child * size, items + (child + 1) * size) < 0) {
            child++;
        }
        if (sorting->compare(items + i * size, items + child * size) >= 0) {
            break;
        }
        swap(sorting, items + i * size, items + child * size);
        i = child;
    }
}

static void sort_as_heap(const struct sorting *sorting, uint8_t *items, size_t count)
{
    for (size_t i = count / 2; i-- > 0;) {
        sink(sorting, items, i, count);
    }
    for (size_t left = count; left-- > 1;) {
        swap(sorting, items, items + left * sorting->size);
        sink(sorting, items, 0, left);
    }
}

/* Puts the middle one of three items first. */
static void choose_pivot(const struct sorting *sorting, uint8_t *items, size_t count)
{
    uint8_t *a = items + sorting->size;
    uint8_t *b = items + count / 2 * sorting->size;
    uint8_t *c = items + (count - 1) * sorting->size;
    if (sorting->compare(a, b) > 0) {
        swap(sorting, a, b);
    }
    if (sorting->compare(b, c) > 0) {
        swap(sorting, b, c);
    }
    if (sorting->compare(a, b) > 0) {
        swap(sorting, a, b);
    }
    swap(sorting, items, b);
}

/* Parts the items in two, none of the first greater than any of the second: how many the first part
 * has, at least one and not all, since the last item is none below the pivot. There are three items
 * at least. */
static size_t part(const struct sorting *sorting, uint8_t *items, size_t count)
{
    size_t size = sorting->size;
    size_t low = 0;
    size_t high = count;
    choose_pivot(sorting, items, count);
    for (;;) {
        do {
            low++;
        } while (low < high && sorting->compare(items + low * size, items) < 0);
        do {
            high--;
        } while (high > low && sorting->compare(items, items + high * size) < 0);
        if (low >= high) {
            break;
        }
        swap(sorting, items + low * size, items + high * size);
    }
    return low;
}

/* Goes into the smaller part by itself, so that the depth is the logarithm of count; rounds are
 * those that are left before the order is taken for a bad one. */
static void sort_parts(const struct sorting *sorting, uint8_t *items, size_t count, unsigned rounds)
{
    while (count > 2 && count > QSORT_BYTES_MAX / sorting->size) {
        if (rounds == 0) {
            sort_as_heap(sorting, items, count);
            return;
        }
        rounds--;
        size_t first = part(sorting, items, count);
        uint8_t *second = items + first * sorting->size;
        if (first < count - first) {
            sort_parts(sorting, items, first, rounds);
            items = second;
            count -= first;
        } else {
            sort_parts(sorting, second, count - first, rounds);
            count = first;
        }
    }
    if (count > 1) {
        qsort(items, count, sorting->size, sorting->compare);
    }
}

void ol_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const struct sorting sorting = {size, compare};
    unsigned rounds = 0;
    for (size_t left = count; left > 1; left /= 2) {
        rounds += 2;
    }
    sort_parts(&sorting, items, count, rounds);
}
