/* SPDX-License-Identifier: Apache-2.0 */
/* SipHash (Aumasson and Bernstein, 2012) with one round for each word and three at the end. */
#include "base/siphash.h"

#include <stdbool.h>
#include <sys/random.h>

struct state {
    uint64_t v[4];
};

static inline uint64_t rotated(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

static inline void mix(struct state *state)
{
    uint64_t *v = state->v;
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotated(v[1], 13) ^ v[0];
    v[3] = rotated(v[3], 16) ^ v[2];
    v[0] = rotated(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotated(v[1], 17) ^ v[2];
    v[3] = rotated(v[3], 21) ^ v[0];
    v[2] = rotated(v[2], 32);
}

static inline void add_word(struct state *state, uint64_t word)
{
    state->v[3] ^= word;
    mix(state);
    state->v[0] ^= word;
}

/* Four and eight bytes as a little-endian number: written so that compilers make one load of it. */
static inline uint64_t half_at(const uint8_t *data)
{
    return (uint64_t)data[0] | (uint64_t)data[1] << 8 | (uint64_t)data[2] << 16 |
           (uint64_t)data[3] << 24;
}

static inline uint64_t word_at(const uint8_t *data)
{
    return (uint64_t)data[0] | (uint64_t)data[1] << 8 | (uint64_t)data[2] << 16 |
           (uint64_t)data[3] << 24 | (uint64_t)data[4] << 32 | (uint64_t)data[5] << 40 |
           (uint64_t)data[6] << 48 | (uint64_t)data[7] << 56;
}

/* The last bytes, size of them and fewer than eight, as such a number; is_last: not the only ones.
 * Bytes that are there are read twice rather than one by one. */
static inline uint64_t rest_of(const uint8_t *rest, size_t size, bool is_last)
{
    if (size == 0) {
        return 0;
    }
    const uint8_t *end = rest + size;
    if (is_last) {
        return word_at(end - 8) >> (8 * (8 - size));
    }
    if (size >= 4) {
        return half_at(rest) | half_at(end - 4) << (8 * (size - 4));
    }
    return (uint64_t)rest[0] | (uint64_t)rest[size / 2] << (8 * (size / 2)) |
           (uint64_t)end[-1] << (8 * (size - 1));
}

uint64_t ol_hash(const struct ol_hash_key *key, struct ol_slice bytes)
{
    struct state state = {{
        key->words[0] ^ 0x736f6d6570736575U,
        key->words[1] ^ 0x646f72616e646f6dU,
        key->words[0] ^ 0x6c7967656e657261U,
        key->words[1] ^ 0x7465646279746573U,
    }};
    const uint8_t *at = bytes.data;
    size_t left = bytes.size;
    for (; left >= 8; left -= 8) {
        add_word(&state, word_at(at));
        at += 8;
    }
    add_word(&state, rest_of(at, left, bytes.size >= 8) | (uint64_t)bytes.size << 56);
    state.v[2] ^= 0xff;
    mix(&state);
    mix(&state);
    mix(&state);
    return state.v[0] ^ state.v[1] ^ state.v[2] ^ state.v[3];
}

struct ol_hash_key ol_hash_key_new(void)
{
    struct ol_hash_key key;
    if (getrandom(key.words, sizeof key.words, GRND_NONBLOCK) != (ssize_t)sizeof key.words) {
        key = (struct ol_hash_key){{(uint64_t)(uintptr_t)&key, (uint64_t)(uintptr_t)&ol_hash}};
    }
    return key;
}
