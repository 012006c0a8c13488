/* SPDX-License-Identifier: Apache-2.0 */
/* Packed texts: what is read is what plain writing makes, whatever stands in it. */
#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "diag/wording.h"
#include "unit/suites.h"

/* Bytes of a file with a name in them. */
static const char file[] = "....a name that is long..bad \x01 \"bytes\" ## \xff..";

static struct ol_slice part(size_t offset, size_t size)
{
    return (struct ol_slice){(const uint8_t *)file + offset, size};
}

/* A text with everything that one can have. */
static void write_all(struct ol_wording *out)
{
    static const char word[] = "node";
    ol_wording_add(out, "a\x01\x02\x03\x04\x05 z");
    ol_wording_add_word(out, word);
    ol_wording_add_step(out, false, word, OL_WORDING_NO_INDEX);
    ol_wording_add_step(out, false, word, 0);
    ol_wording_add_step(out, true, word, OL_WORDING_NO_INDEX);
    ol_wording_add_step(out, true, word, UINT64_MAX - 1);
    ol_wording_quote(out, part(4, 19));
    ol_wording_escape(out, part(25, sizeof file - 1 - 25));
    ol_wording_escape(out, part(4, 1));
    ol_wording_escape(out, part(sizeof file - 1, 0));
    ol_wording_quote(out, ol_slice_from_text("not of the file, and longer than eight bytes"));
    ol_wording_add_u64(out, UINT64_MAX);
    ol_wording_add_i64(out, INT64_MIN);
    ol_wording_add_hex(out, 255);
}

struct packing {
    struct ol_arena *arena;
    struct ol_words words;
    struct ol_buf packed;
    struct ol_buf read;
};

static void packing_init(struct packing *packing)
{
    packing->arena = ol_arena_new();
    ck_assert_ptr_nonnull(packing->arena);
    ol_words_init(&packing->words, packing->arena);
    ol_buf_init(&packing->packed);
    ol_buf_init(&packing->read);
}

static void packing_fini(struct packing *packing)
{
    ol_buf_fini(&packing->packed);
    ol_buf_fini(&packing->read);
    ol_arena_free(packing->arena);
}

/* Reads what was packed. */
static void read_packed(struct packing *packing, struct ol_slice lent)
{
    const struct ol_unpacking with = {.words = &packing->words, .bytes = lent};
    ol_packed_add(&packing->read, packing->packed.text, &with);
}

/* Packs a text and reads it again, from bytes at any place. */
static void expect_same(struct ol_slice lent, size_t name_max)
{
    struct packing packing;
    struct ol_buf plain;
    packing_init(&packing);
    ol_buf_init(&plain);
    plain.name_max = name_max;
    packing.packed.name_max = name_max;
    packing.read.name_max = name_max;
    struct ol_wording as_text = ol_wording_plain(&plain);
    struct ol_wording packed = {.out = &packing.packed, .words = &packing.words, .bytes = lent};
    write_all(&as_text);
    write_all(&packed);
    ol_wording_end(&packed);
    ck_assert(ol_buf_is_ok(&packing.packed));
    ck_assert_uint_eq(strlen(packing.packed.text) + 1, packing.packed.size);
    read_packed(&packing, lent);
    ck_assert_str_eq(ol_buf_text(&packing.read), ol_buf_text(&plain));
    ck_assert_uint_lt(packing.read.size, packed.room);
    ol_buf_fini(&plain);
    packing_fini(&packing);
}

START_TEST(test_same)
{
    expect_same(part(0, sizeof file - 1), 0);
    expect_same(part(0, sizeof file - 1), 10);
    expect_same(part(0, 10), 0); /* names that lie half in what was lent */
    expect_same((struct ol_slice){NULL, 0}, 0);
}
END_TEST

/* A name is kept as its place: as long as it may be, and whatever becomes of its bytes. */
START_TEST(test_names_are_places)
{
    struct packing packing;
    uint8_t bytes[1000];
    memset(bytes, 'n', sizeof bytes);
    packing_init(&packing);
    const struct ol_slice name = {bytes, sizeof bytes};
    struct ol_wording out = {.out = &packing.packed, .words = &packing.words, .bytes = name};
    ol_wording_escape(&out, name);
    ol_wording_end(&out);
    ck_assert_uint_le(packing.packed.size, 8);
    read_packed(&packing, name);
    ck_assert_uint_eq(packing.read.size, OL_NAME_SHOWN_MAX + 3);
    memset(bytes, 0xFF, sizeof bytes);
    ol_buf_clear(&packing.read);
    read_packed(&packing, name);
    ck_assert_uint_lt(packing.read.size, out.room);
    ck_assert_uint_eq(packing.read.size, (size_t)4 * OL_NAME_SHOWN_MAX + 3);
    packing_fini(&packing);
}
END_TEST

START_TEST(test_numbers)
{
    static const uint64_t numbers[] = {
        0,         1, 63, 64, 8191, 8192, UINT32_MAX, UINT64_MAX / 2, INT64_MAX, UINT64_MAX - 1,
        UINT64_MAX};
    struct packing packing;
    packing_init(&packing);
    struct ol_wording out = {.out = &packing.packed, .words = &packing.words};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ol_wording_add_number(&out, numbers[i]);
    }
    ck_assert_uint_eq(strlen(packing.packed.text), packing.packed.size);
    const char *at = packing.packed.text;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ck_assert(ol_packed_number(&at) == numbers[i]);
    }
    ck_assert_ptr_eq(at, packing.packed.text + packing.packed.size);
    packing_fini(&packing);
}
END_TEST

/* Only dots of the text count, not bytes of numbers. */
START_TEST(test_dots)
{
    struct packing packing;
    packing_init(&packing);
    struct ol_wording out = {.out = &packing.packed, .words = &packing.words};
    ol_wording_add_step(&out, false, "node", ((uint64_t)'.' << 7 | '.') << 7 | '.');
    ol_wording_add(&out, "\x01.");
    ol_wording_add_word(&out, "name");
    ol_wording_add(&out, ".x");
    ol_wording_add_step(&out, true, "node", '.');
    ol_wording_add_step(&out, true, "name", OL_WORDING_NO_INDEX);
    ol_wording_end(&out);
    const struct ol_unpacking with = {.words = &packing.words};
    ck_assert_uint_eq(ol_packed_dots(packing.packed.text, &with), 4);
    packing_fini(&packing);
}
END_TEST

/* Each name of a list has its role, and an empty one is a name as well. */
START_TEST(test_names)
{
    struct packing packing;
    packing_init(&packing);
    struct ol_wording out = {.out = &packing.packed, .words = &packing.words};
    static const char *const texts[] = {"g\x07", "", "a name that is long"};
    static const char *const roles[] = {"graph", "node", "operator"};
    const char *read[3];
    for (size_t i = 0; i < 3; i++) {
        ol_wording_add_role(&out, roles[i]);
        ol_wording_add(&out, texts[i]);
    }
    ol_wording_end(&out);
    const struct ol_unpacking with = {.words = &packing.words};
    ol_packed_add_names(&packing.read, packing.packed.text, &with, read);
    const char *text = packing.read.text;
    for (size_t i = 0; i < 3; i++) {
        ck_assert_str_eq(read[i], roles[i]);
        ck_assert_str_eq(text, texts[i]);
        text += strlen(text) + 1;
    }
    ck_assert_ptr_eq(text, packing.read.text + packing.read.size);
    ck_assert_uint_le(packing.read.size, out.room);
    packing_fini(&packing);
}
END_TEST

/* Shows what it was asked, as one step. */
static void show_way(struct ol_buf *out, struct ol_slice bytes, const struct ol_way *way)
{
    ol_buf_addf(out, ".%u at %u+%u to %u: %u", (unsigned)way->kind, (unsigned)way->within.offset,
                (unsigned)way->within.length, (unsigned)way->offset, (unsigned)way->steps);
    ck_assert_ptr_eq(bytes.data, file);
}

/* A way is there again, wherever it lies from what is near, and counts as its steps. */
START_TEST(test_ways)
{
    static const struct ol_way ways[] = {
        {7, {100, 0}, 100, 1}, {0, {300, 20}, 319, 100}, {41, {1000, UINT32_MAX}, 4000000, 30}};
    static const uint64_t near[] = {0, 1, 299, 300, 301, 5000};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        struct packing packing;
        packing_init(&packing);
        struct ol_wording out = {
            .out = &packing.packed, .words = &packing.words, .near = {near[i], 10}};
        ol_wording_add_step(&out, false, "node", 1);
        for (size_t j = 0; j < sizeof ways / sizeof *ways; j++) {
            ol_wording_add_way(&out, &ways[j]);
        }
        ol_wording_end(&out);
        ck_assert_uint_ge(out.room, (size_t)131 * OL_WAY_STEP_MAX);
        const struct ol_unpacking with = {.words = &packing.words,
                                          .bytes = part(0, sizeof file - 1),
                                          .add_way = show_way,
                                          .near = near[i]};
        ol_packed_add(&packing.read, packing.packed.text, &with);
        ck_assert_str_eq(packing.read.text, "node[1].7 at 100+0 to 100: 1.0 at 300+20 to 319: 100"
                                            ".41 at 1000+4294967295 to 4000000: 30");
        ck_assert_uint_eq(ol_packed_dots(packing.packed.text, &with), 131);
        packing_fini(&packing);
    }
}
END_TEST

/* A name that lies in what is near is the same text wherever that is. */
START_TEST(test_near_names)
{
    struct packing packing;
    packing_init(&packing);
    static const size_t names[] = {4, 25};
    const struct ol_slice lent = part(0, sizeof file - 1);
    struct ol_wording out = {.out = &packing.packed, .words = &packing.words, .bytes = lent};
    for (size_t i = 0; i < 2; i++) {
        out.near = (struct ol_span){names[i] - 1, 2};
        ol_wording_escape(&out, part(names[i], 19));
        ol_wording_end(&out);
    }
    size_t size = packing.packed.size / 2;
    ck_assert_int_eq(memcmp(packing.packed.text, packing.packed.text + size, size), 0);
    out.near = (struct ol_span){5, 20};
    ol_wording_escape(&out, part(4, 19));  /* before it */
    ol_wording_escape(&out, part(25, 19)); /* behind it */
    ol_wording_end(&out);
    const struct ol_unpacking with = {.words = &packing.words, .bytes = lent, .near = 24};
    ol_packed_add(&packing.read, packing.packed.text, &with);
    ol_packed_add(&packing.read, packing.packed.text + 2 * size, &with);
    struct ol_buf wanted;
    ol_buf_init(&wanted);
    ol_text_escape_name(&wanted, part(25, 19));
    ol_text_escape_name(&wanted, part(4, 19));
    ol_text_escape_name(&wanted, part(25, 19));
    ck_assert_str_eq(packing.read.text, wanted.text);
    ol_buf_fini(&wanted);
    packing_fini(&packing);
}
END_TEST

/* What two texts have in common ends before a sign, and never among its numbers. */
START_TEST(test_common)
{
    struct packing packing;
    packing_init(&packing);
    struct ol_wording out = {.out = &packing.packed, .words = &packing.words};
    ol_wording_add(&out, "ab");
    ol_wording_add_step(&out, true, "node", 1 << 20);
    ol_wording_end(&out);
    size_t second = packing.packed.size;
    ol_wording_add(&out, "ab");
    ol_wording_add_step(&out, true, "node", 1 << 21);
    ol_wording_end(&out);
    const char *text = packing.packed.text;
    ck_assert_uint_eq(ol_packed_common(text, text + second), 2);
    ck_assert_uint_eq(ol_packed_common(text, text), strlen(text));
    ck_assert_uint_eq(ol_packed_common(text, ""), 0);
    ck_assert_uint_eq(ol_packed_common(text, "a"), 1);
    ck_assert_uint_eq(ol_packed_common("a", text), 1);
    packing_fini(&packing);
}
END_TEST

/* Numbers stay while the table grows. */
START_TEST(test_words)
{
    static const char texts[2000] = {0};
    struct packing packing;
    packing_init(&packing);
    for (unsigned round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof texts; i++) {
            ck_assert_uint_eq(ol_words_number(&packing.words, &texts[i]), i + 1);
        }
    }
    for (size_t i = 0; i < sizeof texts; i++) {
        ck_assert_ptr_eq(ol_words_at(&packing.words, i + 1).text, &texts[i]);
    }
    packing_fini(&packing);
}
END_TEST

Suite *suite_wording(void)
{
    const TTest *const tests[] = {
        test_same, test_names_are_places, test_numbers, test_dots, test_names,
        test_ways, test_near_names,       test_common,  test_words};
    return OL_SUITE_OF("wording", tests);
}
