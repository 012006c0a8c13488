/* SPDX-License-Identifier: Apache-2.0 */
/* The map from bytes: beginnings of each other, folded case, keys of every byte, many keys. */
#include <string.h>

#include "base/trie.h"
#include "unit/suites.h"

static struct ol_arena *arena;
static struct ol_trie trie;

static void start(bool is_folded)
{
    arena = ol_arena_new();
    ck_assert_ptr_nonnull(arena);
    ol_trie_init(&trie, arena, is_folded);
}

static void **place_of(const char *key)
{
    void **place = ol_trie_place(&trie, ol_slice_from_text(key));
    ck_assert_ptr_nonnull(place);
    return place;
}

START_TEST(test_keys_that_begin_each_other)
{
    static const char *const keys[] = {"", "a", "ab", "abc", "b", "aa", "w.bin", "w.bin.old"};
    static int values[sizeof keys / sizeof *keys];
    start(false);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        void **place = place_of(keys[i]);
        ck_assert_ptr_null(*place);
        *place = &values[i];
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        ck_assert_ptr_eq(*place_of(keys[i]), &values[i]);
    }
    ol_arena_free(arena);
}
END_TEST

START_TEST(test_case)
{
    static int value;
    start(true);
    *place_of("Weights.BIN") = &value;
    ck_assert_ptr_eq(*place_of("weights.bin"), &value);
    ck_assert_ptr_null(*place_of("weights[bin"));
    ol_arena_free(arena);
    start(false);
    *place_of("W") = &value;
    ck_assert_ptr_null(*place_of("w"));
    ol_arena_free(arena);
}
END_TEST

START_TEST(test_every_byte)
{
    static uint8_t bytes[256][2];
    start(false);
    for (size_t i = 0; i < 256; i++) {
        bytes[i][0] = (uint8_t)(i * 37);
        for (size_t size = 1; size <= 2; size++) {
            void **place = ol_trie_place(&trie, (struct ol_slice){bytes[i], size});
            ck_assert_ptr_nonnull(place);
            ck_assert_ptr_null(*place);
            *place = &bytes[i][size - 1];
        }
    }
    for (size_t i = 0; i < 256; i++) {
        for (size_t size = 1; size <= 2; size++) {
            void **place = ol_trie_place(&trie, (struct ol_slice){bytes[i], size});
            ck_assert_ptr_eq(*place, &bytes[i][size - 1]);
        }
    }
    ol_arena_free(arena);
}
END_TEST

/* Nested keys make the tree as deep as it gets: a lookup still costs no more than the key is
 * long. */
START_TEST(test_deep)
{
    enum {
        COUNT = 20000
    };
    static uint8_t text[COUNT];
    start(false);
    memset(text, 'a', sizeof text);
    for (size_t size = 0; size < COUNT; size += 97) {
        void **place = ol_trie_place(&trie, (struct ol_slice){text, size});
        ck_assert_ptr_nonnull(place);
        ck_assert_ptr_null(*place);
        *place = &text[size];
    }
    for (size_t size = 0; size < COUNT; size += 97) {
        ck_assert_ptr_eq(*ol_trie_place(&trie, (struct ol_slice){text, size}), &text[size]);
    }
    ol_arena_free(arena);
}
END_TEST

Suite *suite_trie(void)
{
    const TTest *const tests[] = {test_keys_that_begin_each_other, test_case, test_every_byte,
                                  test_deep};
    return OL_SUITE_OF("trie", tests);
}
