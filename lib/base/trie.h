/* SPDX-License-Identifier: Apache-2.0 */
/* A map from bytes to pointers whose worst case is that of the usual case: looking a key up takes
 * time in proportion to its length, whatever the keys are, so no file can choose keys that make it
 * slow. */
#ifndef OL_BASE_TRIE_H
#define OL_BASE_TRIE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/slice.h"

struct ol_trie_node;

struct ol_trie {
    struct ol_arena *arena; /* borrowed; takes the nodes */
    bool is_folded;         /* keys that differ only in the case of ASCII letters are one key */
    struct ol_trie_node *root;
};

/* An empty map, for which the arena gives the memory. */
void ol_trie_init(struct ol_trie *trie, struct ol_arena *arena, bool is_folded);

/* The pointer that goes with the key; NULL where there is none. */
void *ol_trie_find(const struct ol_trie *trie, struct ol_slice key);

/* The place of the pointer that goes with the key: NULL where the key is new. Keys are borrowed and
 * must outlive the map. Returns NULL when memory is short. */
void **ol_trie_place(struct ol_trie *trie, struct ol_slice key);

#endif
