/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that outlive a list of findings, and stand in many of them: ids, templates, fields, roles.
 * Each has a number, so that a finding keeps a byte or two of it. */
#ifndef OL_DIAG_WORDS_H
#define OL_DIAG_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct ol_word {
    const char *text; /* borrowed */
    size_t size;
};

struct ol_words {
    struct ol_arena *arena; /* borrowed */
    struct ol_word *items;  /* word 1 is the first */
    size_t count;
    size_t capacity;
    uint32_t *slots; /* own use: numbers by hash, twice the capacity; 0: free */
};

/* No words; the arena takes the table. */
void ol_words_init(struct ol_words *words, struct ol_arena *arena);

/* The number of a text, the same for the same pointer: what it points to is not compared. 0 when
 * memory is short. */
uint32_t ol_words_number(struct ol_words *words, const char *text);

/* The word of a number that was given. */
static inline struct ol_word ol_words_at(const struct ol_words *words, uint64_t number)
{
    return words->items[number - 1];
}

#endif
