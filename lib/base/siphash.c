/* SPDX-License-Identifier: Apache-2.0 */
/* SipHash (Aumasson and Bernstein, 2012) with one round for each word and three at the end. */
#include "base/siphash.h"

#include <stdbool.h>
#include <sys/random.h>

#include "base/word.h"

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

/* The last bytes, size of them and fewer than a word, as such a number. Where a word stands before
 * their end, as in names of more than seven bytes, it is one load. */
static inline uint64_t rest_of(const uint8_t *rest, size_t size, bool is_short)
{
    if (!is_short) {
        /* in two steps, since the size may be 0 */
        return ol_word_at(rest + size - OL_WORD_BYTES) >> 8 >> 8 * (OL_WORD_BYTES - 1 - size);
    }
    if (size >= OL_HALF_BYTES) {
        uint64_t last = ol_half_at(rest + size - OL_HALF_BYTES);
        return ol_half_at(rest) | last << 8 * (size - OL_HALF_BYTES);
    }
    return size == 0 ? 0
                     : (uint64_t)rest[0] | (uint64_t)rest[size / 2] << 8 * (size / 2) |
                           (uint64_t)rest[size - 1] << 8 * (size - 1);
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
    for (; left >= OL_WORD_BYTES; left -= OL_WORD_BYTES) {
        add_word(&state, ol_word_at(at));
        at += OL_WORD_BYTES;
    }
    uint64_t rest = rest_of(at, left, bytes.size < OL_WORD_BYTES);
    add_word(&state, rest | (uint64_t)bytes.size << 56);
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
