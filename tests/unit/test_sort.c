/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting: in order, nothing lost, and n log n steps whatever the order was. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "unit/suites.h"

/* An item that is large, so that few of them are more than qsort is given. */
struct item {
    uint32_t key;
    uint32_t number;
    uint8_t rest[248];
};

#define ITEMS 20000

static struct item items[ITEMS];
static uint64_t compared;

static int compare(const void *a, const void *b)
{
    const struct item *left = a;
    const struct item *right = b;
    compared++;
    return (left->key > right->key) - (left->key < right->key);
}

static void set(size_t i, uint32_t key)
{
    items[i].key = key;
    items[i].number = (uint32_t)i;
    memset(items[i].rest, (int)(key % 251), sizeof items[i].rest);
}

/* Sorts that many, and looks at every byte. 40 n log n is far above what any order takes, and far
 * below n squared. */
static void expect_sorted(size_t count)
{
    static bool is_seen[ITEMS];
    uint8_t rest[sizeof items[0].rest];
    bool is_whole = true;
    uint64_t rounds = 1;
    for (size_t left = count; left > 1; left /= 2) {
        rounds++;
    }
    memset(is_seen, 0, sizeof is_seen);
    compared = 0;
    ol_sort(items, count, sizeof *items, compare);
    ck_assert_uint_le(compared, 40 * count * rounds + 1);
    for (size_t i = 0; i < count; i++) {
        is_whole =
            is_whole && !is_seen[items[i].number] && (i == 0 || items[i - 1].key <= items[i].key);
        is_seen[items[i].number] = true;
        memset(rest, (int)(items[i].key % 251), sizeof rest);
        is_whole = is_whole && memcmp(items[i].rest, rest, sizeof rest) == 0;
    }
    ck_assert_msg(is_whole, "%zu items are not in order, or not what they were", count);
}

START_TEST(test_orders)
{
    static const size_t counts[] = {0, 1, 2, 3, 100, 1024, 1025, 1026, 5000, ITEMS};
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        size_t count = counts[n];
        for (unsigned order = 0; order < 6; order++) {
            uint32_t random = 1;
            for (size_t i = 0; i < count; i++) {
                random = random * 1664525U + 1013904223U;
                const uint32_t keys[] = {
                    random, (uint32_t)i,  (uint32_t)(count - i),
                    7,      random >> 30, (uint32_t)(i < count / 2 ? i : count - i),
                };
                set(i, keys[order]);
            }
            expect_sorted(count);
        }
    }
    ol_sort(NULL, 0, 8, compare);
}
END_TEST

/* An order that is made up while it is asked for, so that each pivot turns out to be a low one:
 * keys are given out when items are compared that have none, as late as possible. */
static uint32_t keys[ITEMS];
static uint32_t given;
static uint32_t candidate;

#define KEY_NONE UINT32_MAX

static int compare_against(const void *a, const void *b)
{
    uint32_t left = ((const struct item *)a)->number;
    uint32_t right = ((const struct item *)b)->number;
    compared++;
    if (keys[left] == KEY_NONE && keys[right] == KEY_NONE) {
        keys[left == candidate ? left : right] = given++;
    }
    if (keys[left] == KEY_NONE) {
        candidate = left;
    } else if (keys[right] == KEY_NONE) {
        candidate = right;
    }
    return (keys[left] > keys[right]) - (keys[left] < keys[right]);
}

START_TEST(test_worst_order)
{
    for (size_t i = 0; i < ITEMS; i++) {
        set(i, 0);
        keys[i] = KEY_NONE;
    }
    compared = 0;
    ol_sort(items, ITEMS, sizeof *items, compare_against);
    ck_assert_uint_le(compared, (uint64_t)40 * ITEMS * 15);
    for (size_t i = 0; i < ITEMS; i++) {
        set(i, keys[i] == KEY_NONE ? given : keys[i]);
    }
    expect_sorted(ITEMS); /* the same order once more, which is fixed now */
}
END_TEST

Suite *suite_sort(void)
{
    Suite *suite = suite_create("sort");
    TCase *tcase = tcase_create("sort");
    tcase_add_test(tcase, test_orders);
    tcase_add_test(tcase, test_worst_order);
    suite_add_tcase(suite, tcase);
    return suite;
}
