/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is given back all at once. */
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "unit/suites.h"

START_TEST(test_alignment_and_zeros)
{
    struct ol_arena *arena = ol_arena_new();
    for (size_t size = 0; size < 300; size++) {
        unsigned char *memory = ol_arena_alloc(arena, size);
        ck_assert_ptr_nonnull(memory);
        ck_assert_uint_eq((uintptr_t)memory % alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++) {
            ck_assert_uint_eq(memory[i], 0);
        }
        memset(memory, 0xA5, size);
    }
    ol_arena_free(arena);
}
END_TEST

START_TEST(test_large_and_small)
{
    struct ol_arena *arena = ol_arena_new();
    char *small = ol_arena_alloc(arena, 8);
    memset(small, 's', 8);
    char *large = ol_arena_alloc(arena, (size_t)3 * 1024 * 1024);
    memset(large, 'l', (size_t)3 * 1024 * 1024);
    char *after = ol_arena_alloc(arena, 8);
    memset(after, 'a', 8);
    ck_assert_mem_eq(small, "ssssssss", 8);
    ck_assert_int_eq(large[0], 'l');
    ck_assert_int_eq(large[3 * 1024 * 1024 - 1], 'l');
    ol_arena_free(arena);
}
END_TEST

START_TEST(test_overflow)
{
    struct ol_arena *arena = ol_arena_new();
    ck_assert_ptr_null(ol_arena_alloc(arena, SIZE_MAX));
    ck_assert_ptr_null(ol_arena_alloc_array(arena, SIZE_MAX / 2, 3));
    ck_assert_ptr_nonnull(ol_arena_alloc_array(arena, 0, 8));
    ck_assert_ptr_nonnull(ol_arena_alloc_array(arena, 7, 8));
    ol_arena_free(arena);
}
END_TEST

START_TEST(test_copy_text)
{
    struct ol_arena *arena = ol_arena_new();
    const uint8_t bytes[] = {'a', '\0', 'b'};
    char *copy = ol_arena_copy_text(arena, (struct ol_slice){bytes, sizeof bytes});
    ck_assert_mem_eq(copy, "a\0b", 4);
    ck_assert_str_eq(ol_arena_copy_text(arena, (struct ol_slice){NULL, 0}), "");
    ol_arena_free(arena);
    ol_arena_free(NULL);
}
END_TEST

Suite *suite_arena(void)
{
    const TTest *const tests[] = {test_alignment_and_zeros, test_large_and_small, test_overflow,
                                  test_copy_text};
    return OL_SUITE_OF("arena", tests);
}
