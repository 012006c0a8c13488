/* SPDX-License-Identifier: Apache-2.0 */
/* A crit-bit tree: each inner node names the one bit at which the keys below it part. */
#include "base/trie.h"

#include <stdint.h>

/* Bits of one step of a key: a byte and the bit that says that there is one, so that a key and its
 * beginning differ. */
#define STEP_BITS 9

struct ol_trie_node {
    bool is_leaf;
    uint8_t bit;                    /* inner: the bit of the step, counted from the lowest */
    size_t at;                      /* inner: the step */
    struct ol_trie_node *branch[2]; /* inner: by that bit */
    struct ol_slice key;            /* leaf */
    void *value;                    /* leaf */
};

void ol_trie_init(struct ol_trie *trie, struct ol_arena *arena, bool is_folded)
{
    *trie = (struct ol_trie){.arena = arena, .is_folded = is_folded};
}

/* The step of a key at that place; 0 behind its end. */
static unsigned step_of(const struct ol_trie *trie, struct ol_slice key, size_t at)
{
    if (at >= key.size) {
        return 0;
    }
    unsigned byte = key.data[at];
    if (trie->is_folded && byte >= 'A' && byte <= 'Z') {
        byte += 'a' - 'A';
    }
    return 1U << (STEP_BITS - 1) | byte;
}

static unsigned branch_of(const struct ol_trie *trie, const struct ol_trie_node *node,
                          struct ol_slice key)
{
    return step_of(trie, key, node->at) >> node->bit & 1;
}

/* The highest bit that is set. */
static uint8_t highest_bit(unsigned bits)
{
    uint8_t bit = 0;
    while (bits >> bit > 1) {
        bit++;
    }
    return bit;
}

/* Where keys part at that step and bit, seen from the root: the link to what is then below the new
 * node. */
static struct ol_trie_node **link_at(struct ol_trie *trie, struct ol_slice key, size_t at,
                                     uint8_t bit)
{
    struct ol_trie_node **link = &trie->root;
    while (!(*link)->is_leaf && ((*link)->at < at || ((*link)->at == at && (*link)->bit > bit))) {
        link = &(*link)->branch[branch_of(trie, *link, key)];
    }
    return link;
}

static struct ol_trie_node *new_leaf(struct ol_trie *trie, struct ol_slice key)
{
    struct ol_trie_node *leaf = ol_arena_alloc(trie->arena, sizeof *leaf);
    if (leaf != NULL) {
        leaf->is_leaf = true;
        leaf->key = key;
    }
    return leaf;
}

/* The leaf that the key leads to, and where their steps part: at the longest's end where they are
 * the same key. */
static struct ol_trie_node *nearest_to(const struct ol_trie *trie, struct ol_slice key, size_t *at,
                                       bool *is_same)
{
    struct ol_trie_node *nearest = trie->root;
    while (!nearest->is_leaf) {
        nearest = nearest->branch[branch_of(trie, nearest, key)];
    }
    size_t longest = key.size > nearest->key.size ? key.size : nearest->key.size;
    *at = 0;
    while (*at < longest && step_of(trie, key, *at) == step_of(trie, nearest->key, *at)) {
        (*at)++;
    }
    *is_same = *at == longest;
    return nearest;
}

void *ol_trie_find(const struct ol_trie *trie, struct ol_slice key)
{
    size_t at;
    bool is_same = false;
    const struct ol_trie_node *nearest =
        trie->root != NULL ? nearest_to(trie, key, &at, &is_same) : NULL;
    return is_same ? nearest->value : NULL;
}

void **ol_trie_place(struct ol_trie *trie, struct ol_slice key)
{
    if (trie->root == NULL) {
        trie->root = new_leaf(trie, key);
        return trie->root != NULL ? &trie->root->value : NULL;
    }
    size_t at;
    bool is_same;
    struct ol_trie_node *nearest = nearest_to(trie, key, &at, &is_same);
    if (is_same) {
        return &nearest->value;
    }
    struct ol_trie_node *leaf = new_leaf(trie, key);
    struct ol_trie_node *inner = ol_arena_alloc(trie->arena, sizeof *inner);
    if (leaf == NULL || inner == NULL) {
        return NULL;
    }
    inner->at = at;
    inner->bit = highest_bit(step_of(trie, key, at) ^ step_of(trie, nearest->key, at));
    struct ol_trie_node **link = link_at(trie, key, at, inner->bit);
    unsigned side = branch_of(trie, inner, key);
    inner->branch[side] = leaf;
    inner->branch[1 - side] = *link;
    *link = inner;
    return &leaf->value;
}
