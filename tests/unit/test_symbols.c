/* SPDX-License-Identifier: Apache-2.0 */
/* The table of names, with the hash and the array that it is made of. */
#include <stdio.h>

#include "base/budget.h"
#include "base/hash_set.h"
#include "base/siphash.h"
#include "base/vector.h"
#include "onnx/symbols.h"
#include "unit/suites.h"

START_TEST(test_vector)
{
    struct ol_vector vector = {0};
    for (uint32_t i = 0; i < 1000; i++) {
        uint32_t *item = ol_vector_add(&vector, sizeof *item);
        ck_assert_ptr_nonnull(item);
        *item = i * 3;
    }
    ck_assert_uint_eq(vector.count, 1000);
    ck_assert_uint_le(vector.capacity, 1500);
    for (uint32_t i = 0; i < 1000; i++) {
        ck_assert_uint_eq(((const uint32_t *)vector.items)[i], i * 3);
    }
    ol_vector_fini(&vector);
    ck_assert_ptr_null(vector.items);
    ck_assert_uint_eq(vector.count, 0);
}
END_TEST

/* SipHash-1-3 of the bytes 0, 1, 2 ... with the key 0, 1 ... 15: values of another implementation,
 * which gives the published ones of SipHash-2-4. */
START_TEST(test_hash_vectors)
{
    const struct ol_hash_key key = {{0x0706050403020100U, 0x0f0e0d0c0b0a0908U}};
    static const struct {
        size_t size;
        uint64_t hash;
    } vectors[] = {
        {0, 0xabac0158050fc4dcU},  {1, 0xc9f49bf37d57ca93U},  {8, 0x369095118d299a8eU},
        {15, 0xd320d86d2a519956U}, {63, 0x9d199062b7bbb3a8U},
    };
    uint8_t bytes[64];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)i;
    }
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        ck_assert_uint_eq(ol_hash(&key, (struct ol_slice){bytes, vectors[i].size}),
                          vectors[i].hash);
    }
}
END_TEST

static uint64_t left(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

static void round_of(uint64_t v[4])
{
    for (unsigned half = 0; half < 2; half++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = left(v[1], half == 0 ? 13 : 17) ^ v[0];
        v[3] = left(v[3], half == 0 ? 16 : 21) ^ v[2];
        uint64_t first = left(v[0], 32);
        v[0] = v[2];
        v[2] = first;
    }
}

/* SipHash-1-3 byte by byte, as it is described. */
static uint64_t plain_hash(const struct ol_hash_key *key, const uint8_t *bytes, size_t size)
{
    uint64_t v[4] = {key->words[0] ^ 0x736f6d6570736575U, key->words[1] ^ 0x646f72616e646f6dU,
                     key->words[0] ^ 0x6c7967656e657261U, key->words[1] ^ 0x7465646279746573U};
    uint64_t word = 0;
    for (size_t i = 0; i < size / 8 * 8 + 8; i++) {
        uint64_t byte = i < size ? bytes[i] : i % 8 == 7 ? size & 0xFF : 0;
        word |= byte << 8 * (i % 8);
        if (i % 8 == 7) {
            v[3] ^= word;
            round_of(v);
            v[0] ^= word;
            word = 0;
        }
    }
    v[2] ^= 0xff;
    for (unsigned i = 0; i < 3; i++) {
        round_of(v);
    }
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* The last bytes are read in another way for each size; what is around them does not count. */
START_TEST(test_hash_of_every_size)
{
    const struct ol_hash_key key = {{0x1234567812345678U, 0xfedcba98fedcba98U}};
    uint8_t bytes[96];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 151 + 7);
    }
    for (size_t size = 0; size < 80; size++) {
        for (size_t at = 0; at < 9; at++) {
            ck_assert_uint_eq(ol_hash(&key, (struct ol_slice){bytes + at, size}),
                              plain_hash(&key, bytes + at, size));
        }
    }
    ck_assert_uint_eq(ol_hash(&key, (struct ol_slice){NULL, 0}), plain_hash(&key, bytes, 0));
}
END_TEST

START_TEST(test_equal_bytes)
{
    uint8_t some[40];
    uint8_t others[sizeof some];
    for (size_t i = 0; i < sizeof some; i++) {
        some[i] = others[i] = (uint8_t)(i * 7);
    }
    for (size_t size = 0; size < sizeof some - 1; size++) {
        ck_assert(ol_bytes_are_equal(some, others, size));
        others[size] ^= 0x80; /* behind the last */
        ck_assert(ol_bytes_are_equal(some, others, size));
        others[size] ^= 0x80;
        for (size_t i = 0; i < size; i++) {
            others[i] ^= 1;
            ck_assert(!ol_bytes_are_equal(some, others, size));
            others[i] ^= 1;
        }
    }
}
END_TEST

START_TEST(test_hash_depends_on_the_key)
{
    const struct ol_hash_key one = {{1, 2}};
    const struct ol_hash_key other = {{1, 3}};
    struct ol_slice name = ol_slice_from_text("conv1/weight");
    ck_assert_uint_eq(ol_hash(&one, name), ol_hash(&one, name));
    ck_assert_uint_ne(ol_hash(&one, name), ol_hash(&other, name));
    struct ol_hash_key fresh = ol_hash_key_new();
    struct ol_hash_key again = ol_hash_key_new();
    ck_assert(fresh.words[0] != again.words[0] || fresh.words[1] != again.words[1]);
}
END_TEST

START_TEST(test_intern)
{
    struct ol_symbols symbols;
    uint32_t first;
    uint32_t again;
    uint32_t other;
    ol_symbols_init(&symbols);
    ck_assert_uint_eq(ol_symbols_find(&symbols, ol_slice_from_text("x")), OL_NONE);
    ck_assert_int_eq(ol_symbols_intern(&symbols, ol_slice_from_text("x"), &first), OL_OK);
    ck_assert_int_eq(ol_symbols_intern(&symbols, ol_slice_from_text("y"), &other), OL_OK);
    ck_assert_int_eq(ol_symbols_intern(&symbols, ol_slice_from_text("x"), &again), OL_OK);
    ck_assert_uint_eq(first, again);
    ck_assert_uint_ne(first, other);
    ck_assert_uint_eq(ol_symbols_find(&symbols, ol_slice_from_text("y")), other);
    ck_assert_uint_eq(ol_symbols_find(&symbols, ol_slice_from_text("z")), OL_NONE);
    ck_assert_uint_eq(ol_symbols_at(&symbols, first)->size, 1);
    ck_assert_uint_eq(ol_symbols_at(&symbols, first)->value, OL_NONE);
    ol_symbols_fini(&symbols);
}
END_TEST

/* Every name is found again after the table has grown, zero bytes in names included. */
START_TEST(test_many_names)
{
    enum {
        COUNT = 20000,
        SIZE = 8
    };
    static char names[COUNT][SIZE];
    struct ol_symbols symbols;
    ol_symbols_init(&symbols);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t index;
        (void)snprintf(names[i], SIZE, "%u", i);
        ck_assert_int_eq(
            ol_symbols_intern(&symbols, (struct ol_slice){(uint8_t *)names[i], SIZE}, &index),
            OL_OK);
        ck_assert_uint_eq(index, i);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        struct ol_slice name = {(uint8_t *)names[i], SIZE};
        ck_assert_uint_eq(ol_symbols_find(&symbols, name), i);
    }
    ol_symbols_fini(&symbols);
}
END_TEST

/* Room that was made at once serves as well as that which grew. */
START_TEST(test_expect)
{
    enum {
        COUNT = 1000,
        SIZE = 4
    };
    static char names[COUNT][SIZE];
    struct ol_budget budget = {.max = 100000};
    struct ol_symbols symbols;
    uint32_t index;
    ol_symbols_init(&symbols);
    ol_symbols_set_budget(&symbols, &budget);
    ck_assert_int_eq(ol_symbols_expect(&symbols, 100000), OL_ERR_NOMEM);
    ck_assert_uint_eq(budget.used, 0);
    ck_assert_int_eq(ol_symbols_expect(&symbols, COUNT), OL_OK);
    ck_assert_uint_eq(ol_symbols_find(&symbols, ol_slice_from_text("0")), OL_NONE);
    size_t slot_count = symbols.slot_count;
    for (uint32_t i = 0; i < COUNT; i++) {
        (void)snprintf(names[i], SIZE, "%u", i);
        ck_assert_int_eq(
            ol_symbols_intern(&symbols, (struct ol_slice){(uint8_t *)names[i], SIZE}, &index),
            OL_OK);
    }
    ck_assert_uint_eq(symbols.slot_count, slot_count);
    ck_assert_int_eq(ol_symbols_expect(&symbols, 1), OL_OK); /* there is more already */
    ck_assert_uint_eq(symbols.slot_count, slot_count);
    for (uint32_t i = COUNT; i-- > 0;) {
        struct ol_slice name = {(uint8_t *)names[i], SIZE};
        ck_assert_uint_eq(ol_symbols_find(&symbols, name), i);
    }
    ol_symbols_fini(&symbols);
    ck_assert_uint_eq(budget.used, 0);
}
END_TEST

/* What was noted of symbols is kept as they become more. */
START_TEST(test_seen)
{
    enum {
        COUNT = 100,
        SIZE = 4
    };
    struct ol_budget budget = {.max = 1 << 20};
    struct ol_symbols symbols;
    uint32_t index;
    static char names[COUNT][SIZE];
    ol_symbols_init(&symbols);
    ol_symbols_set_budget(&symbols, &budget);
    for (uint32_t i = 0; i < COUNT; i++) {
        (void)snprintf(names[i], SIZE, "%u", i);
        ck_assert_int_eq(
            ol_symbols_intern(&symbols, (struct ol_slice){(uint8_t *)names[i], SIZE}, &index),
            OL_OK);
        ck_assert_uint_eq(ol_symbols_seen(&symbols, index), UINT64_MAX);
        ck_assert_int_eq(ol_symbols_will_see(&symbols), OL_OK);
        if (i % 3 == 1) {
            ol_symbols_see(&symbols, index, i == 1 ? 0 : i);
        }
    }
    ol_symbols_see(&symbols, 2, 7);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint64_t expected = i == 1 ? 0 : i == 2 ? 7 : i % 3 == 1 ? i : UINT64_MAX;
        ck_assert_uint_eq(ol_symbols_seen(&symbols, i), expected);
    }
    ol_symbols_fini(&symbols);
    ck_assert_uint_eq(budget.used, 0);
}
END_TEST

START_TEST(test_hash_set)
{
    const uint64_t steps[] = {1, UINT64_C(1) << 32, UINT64_C(0x9E3779B97F4A7C15)};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct ol_budget budget = {.max = 1 << 20};
        struct ol_hash_set set;
        ck_assert_int_eq(ol_hash_set_init(&set, 3000, &budget), OL_OK);
        for (uint64_t n = 1; n <= 3000; n++) {
            ck_assert(ol_hash_set_add(&set, n * steps[i]));
        }
        for (uint64_t n = 1; n <= 3000; n++) {
            ck_assert(!ol_hash_set_add(&set, n * steps[i]));
        }
        ol_hash_set_fini(&set);
        ck_assert_uint_eq(budget.used, 0);
    }
}
END_TEST

START_TEST(test_hash_set_of_nothing)
{
    struct ol_hash_set set;
    ck_assert_int_eq(ol_hash_set_init(&set, 0, NULL), OL_OK);
    ck_assert(ol_hash_set_add(&set, 0));
    ck_assert(!ol_hash_set_add(&set, 0));
    ol_hash_set_fini(&set);
}
END_TEST

START_TEST(test_hash_set_within_a_budget)
{
    struct ol_budget budget = {.max = 1000};
    struct ol_hash_set set;
    ck_assert_int_eq(ol_hash_set_init(&set, 3000, &budget), OL_ERR_NOMEM);
    ck_assert(budget.is_exceeded);
    ck_assert_uint_eq(budget.used, 0);
    ck_assert_int_eq(ol_hash_set_init(&set, SIZE_MAX, NULL), OL_ERR_NOMEM);
    ol_hash_set_fini(&set);
}
END_TEST

Suite *suite_symbols(void)
{
    Suite *suite = suite_create("symbols");
    TCase *tcase = tcase_create("symbols");
    tcase_add_test(tcase, test_vector);
    tcase_add_test(tcase, test_hash_vectors);
    tcase_add_test(tcase, test_hash_of_every_size);
    tcase_add_test(tcase, test_equal_bytes);
    tcase_add_test(tcase, test_hash_depends_on_the_key);
    tcase_add_test(tcase, test_intern);
    tcase_add_test(tcase, test_many_names);
    tcase_add_test(tcase, test_expect);
    tcase_add_test(tcase, test_seen);
    tcase_add_test(tcase, test_hash_set);
    tcase_add_test(tcase, test_hash_set_of_nothing);
    tcase_add_test(tcase, test_hash_set_within_a_budget);
    suite_add_tcase(suite, tcase);
    return suite;
}
