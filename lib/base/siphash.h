/* SPDX-License-Identifier: Apache-2.0 */
/* A keyed hash for tables of names from files: who does not know the key cannot choose names that
 * collide. */
#ifndef OL_BASE_SIPHASH_H
#define OL_BASE_SIPHASH_H

#include <stdint.h>

#include "base/slice.h"

struct ol_hash_key {
    uint64_t words[2];
};

/* A key that no file's author can know. Where the system has no random numbers to give, one that
 * differs from run to run by where memory lies. */
struct ol_hash_key ol_hash_key_new(void);

/* SipHash-1-3 of the bytes. */
uint64_t ol_hash(const struct ol_hash_key *key, struct ol_slice bytes);

#endif
