/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that begin alike: what is read is what was packed, and little is kept of each. */
#include <string.h>

#include "base/budget.h"
#include "diag/wording.h"
#include "unit/suites.h"

struct sharing {
    struct ol_arena *arena;
    struct ol_words words;
    struct ol_shared shared;
    struct ol_buf packed;
    struct ol_buf read;
};

static void sharing_init(struct sharing *sharing)
{
    sharing->arena = ol_arena_new();
    ck_assert_ptr_nonnull(sharing->arena);
    ol_words_init(&sharing->words, sharing->arena);
    ol_shared_init(&sharing->shared, NULL);
    ol_buf_init(&sharing->packed);
    ol_buf_init(&sharing->read);
}

static void sharing_fini(struct sharing *sharing)
{
    ol_shared_fini(&sharing->shared);
    ol_buf_fini(&sharing->packed);
    ol_buf_fini(&sharing->read);
    ol_arena_free(sharing->arena);
}

/* A path of that many steps, of which the first and the last have an index that is given. */
static void write_path(struct ol_wording *out, uint64_t first, unsigned steps, uint64_t last)
{
    for (unsigned i = 0; i < steps; i++) {
        uint64_t index = i == 0 ? first : i + 1 == steps ? last : OL_WORDING_NO_INDEX;
        ol_wording_add_step(out, i > 0, "node", index);
    }
}

/* Packs such a path; returns the bytes that it takes. Reads it again. */
static size_t add(struct sharing *sharing, uint64_t first, unsigned steps, uint64_t last)
{
    struct ol_buf path;
    ol_buf_init(&path);
    struct ol_wording draft = {.out = &path, .words = &sharing->words};
    struct ol_wording out = {.out = &sharing->packed, .words = &sharing->words};
    write_path(&draft, first, steps, last);
    ol_buf_clear(&sharing->packed);
    ol_shared_add(&sharing->shared, &out, ol_buf_text(&path));
    ol_wording_end(&out);
    ck_assert(ol_buf_is_ok(&sharing->packed));
    ck_assert_uint_eq(strlen(sharing->packed.text) + 1, sharing->packed.size);
    ol_buf_clear(&path);
    struct ol_wording plain = ol_wording_plain(&path);
    write_path(&plain, first, steps, last);
    const struct ol_unpacking with = {.words = &sharing->words, .shared = &sharing->shared};
    ol_buf_clear(&sharing->read);
    ol_packed_add(&sharing->read, sharing->packed.text, &with);
    ck_assert_str_eq(ol_buf_text(&sharing->read), ol_buf_text(&path));
    ck_assert_uint_eq(ol_packed_dots(sharing->packed.text, &with), steps > 0 ? steps - 1 : 0);
    ol_buf_fini(&path);
    return sharing->packed.size;
}

/* Short paths are left as they are. */
START_TEST(test_short)
{
    struct sharing sharing;
    sharing_init(&sharing);
    for (unsigned steps = 0; steps < 5; steps++) {
        (void)add(&sharing, 1, steps, 2);
        (void)add(&sharing, 1, steps, 3);
    }
    ck_assert_uint_eq(sharing.shared.kept.size, 0);
    sharing_fini(&sharing);
}
END_TEST

/* However deep: of what lies in one place little is kept. */
START_TEST(test_deep)
{
    struct sharing sharing;
    sharing_init(&sharing);
    (void)add(&sharing, 1, 100, 0);
    size_t kept = sharing.shared.kept.size;
    for (uint64_t i = 1; i < 1000; i++) {
        ck_assert_uint_lt(add(&sharing, 1, 100, i), 16);
        ck_assert_uint_lt(add(&sharing, 1, 50, i), 16);
    }
    ck_assert_uint_eq(sharing.shared.kept.size, kept);
    sharing_fini(&sharing);
}
END_TEST

/* Paths of some places by turns; with more of them, each is kept again and again, and is no more
 * than that. */
START_TEST(test_by_turns)
{
    for (uint64_t places = 1; places <= OL_SHARED_LAST + 1; places++) {
        struct sharing sharing;
        sharing_init(&sharing);
        size_t kept = 0;
        for (uint64_t i = 0; i < 20 * places; i++) {
            size_t size = add(&sharing, 1000 + i % places, 40, i);
            ck_assert_uint_lt(size, 16);
            kept = i + 1 == places ? sharing.shared.kept.size : kept;
        }
        if (places <= OL_SHARED_LAST) {
            ck_assert_uint_eq(sharing.shared.kept.size, kept);
        } else {
            ck_assert_uint_le(sharing.shared.kept.size, 21 * kept);
        }
        sharing_fini(&sharing);
    }
}
END_TEST

/* Down a path and up again: what is kept grows with the steps, not with their square. */
START_TEST(test_down_and_up)
{
    struct sharing sharing;
    sharing_init(&sharing);
    size_t total = 0;
    for (unsigned steps = 1; steps < 100; steps++) {
        total += add(&sharing, 1, steps, 0);
    }
    for (unsigned steps = 100; steps > 0; steps--) {
        total += add(&sharing, 1, steps, 1);
    }
    ck_assert_uint_lt(total + sharing.shared.kept.size, (size_t)200 * 32);
    sharing_fini(&sharing);
}
END_TEST

/* Many branches of one deep place: were each read by way of all before it, this would time out. */
START_TEST(test_branches)
{
    struct sharing sharing;
    sharing_init(&sharing);
    for (uint64_t i = 0; i < 100000; i++) {
        struct ol_buf path;
        ol_buf_init(&path);
        struct ol_wording draft = {.out = &path, .words = &sharing.words};
        struct ol_wording out = {.out = &sharing.packed, .words = &sharing.words};
        for (unsigned step = 0; step < 30; step++) {
            ol_wording_add_step(&draft, step > 0, "node", step < 15 ? step : i);
        }
        ol_buf_clear(&sharing.packed);
        ol_shared_add(&sharing.shared, &out, ol_buf_text(&path));
        ol_wording_end(&out);
        const char *whole = ol_shared_read(&sharing.shared, sharing.packed.text);
        bool is_same = strcmp(whole, ol_buf_text(&path)) == 0;
        ol_buf_fini(&path);
        if (!is_same) {
            ck_abort_msg("path %u is read as another one", (unsigned)i);
        }
    }
    sharing_fini(&sharing);
}
END_TEST

/* Texts that are no steps share as well, and may end inside of what they share. */
START_TEST(test_texts)
{
    static const char *const texts[] = {
        "graph.initializer[12345].external_data[0]", "graph.initializer[12345].external_data[1]",
        "graph.initializer[1234", "graph.initializer[12345].external_data[0]\x01\x08.b", ""};
    struct sharing sharing;
    sharing_init(&sharing);
    const struct ol_unpacking with = {.words = &sharing.words, .shared = &sharing.shared};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct ol_buf text;
        ol_buf_init(&text);
        struct ol_wording draft = {.out = &text, .words = &sharing.words};
        struct ol_wording out = {.out = &sharing.packed, .words = &sharing.words};
        ol_wording_add(&draft, texts[i]);
        ol_buf_clear(&sharing.packed);
        ol_buf_clear(&sharing.read);
        ol_shared_add(&sharing.shared, &out, ol_buf_text(&text));
        ol_wording_end(&out);
        ol_packed_add(&sharing.read, sharing.packed.text, &with);
        ck_assert_str_eq(ol_buf_text(&sharing.read), texts[i]);
        ck_assert_uint_lt(sharing.packed.size, 20);
        ol_buf_fini(&text);
    }
    sharing_fini(&sharing);
}
END_TEST

/* Where what is shared finds no memory, the text fails. */
START_TEST(test_no_memory)
{
    struct sharing sharing;
    struct ol_budget budget = {.max = 1};
    sharing_init(&sharing);
    ol_shared_init(&sharing.shared, &budget);
    struct ol_wording out = {.out = &sharing.packed, .words = &sharing.words};
    ol_shared_add(&sharing.shared, &out, "a text that is longer than what is kept for itself");
    ck_assert(!ol_buf_is_ok(&sharing.packed));
    ol_buf_fini(&sharing.packed);
    ol_shared_add(&sharing.shared, &out, "a text that is longer than what is kept for itself");
    ck_assert(!ol_buf_is_ok(&sharing.packed));
    sharing_fini(&sharing);
}
END_TEST

Suite *suite_shared(void)
{
    const TTest *const tests[] = {test_short,    test_deep,  test_by_turns, test_down_and_up,
                                  test_branches, test_texts, test_no_memory};
    return OL_SUITE_OF("shared", tests);
}
