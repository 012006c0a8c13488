/* SPDX-License-Identifier: Apache-2.0 */
/* A table of pointers that numbers them. No file says where they point, so a plain hash will do. */
#include "diag/words.h"

#include <stdbool.h>
#include <string.h>

#define CAPACITY_MIN 32

/* Numbers have 32 bits. */
#define CAPACITY_MAX ((size_t)1 << 30)

void ol_words_init(struct ol_words *words, struct ol_arena *arena)
{
    *words = (struct ol_words){.arena = arena};
}

/* The slot of the pointer, or the free one that it would take: at least every second one is. */
static uint32_t *slot_of(const struct ol_words *words, const char *text)
{
    size_t mask = 2 * words->capacity - 1;
    uint64_t hash = (uint64_t)(uintptr_t)text * 0x9E3779B97F4A7C15U;
    size_t at = (size_t)(hash >> 32) & mask;
    while (words->slots[at] != 0 && words->items[words->slots[at] - 1].text != text) {
        at = (at + 1) & mask;
    }
    return &words->slots[at];
}

/* Doubles the table. The arena keeps the old ones, which are together as large as the new one. */
static bool grow(struct ol_words *words)
{
    size_t capacity = words->capacity == 0 ? CAPACITY_MIN : 2 * words->capacity;
    struct ol_words grown = {.arena = words->arena, .count = words->count, .capacity = capacity};
    if (capacity > CAPACITY_MAX) {
        return false;
    }
    grown.items = ol_arena_alloc_array(words->arena, capacity, sizeof *grown.items);
    grown.slots = ol_arena_alloc_array(words->arena, 2 * capacity, sizeof *grown.slots);
    if (grown.items == NULL || grown.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < words->count; i++) {
        grown.items[i] = words->items[i];
        *slot_of(&grown, grown.items[i].text) = (uint32_t)(i + 1);
    }
    *words = grown;
    return true;
}

uint32_t ol_words_number(struct ol_words *words, const char *text)
{
    if (words->count == words->capacity && !grow(words)) {
        return 0;
    }
    uint32_t *slot = slot_of(words, text);
    if (*slot == 0) {
        words->items[words->count++] = (struct ol_word){text, strlen(text)};
        *slot = (uint32_t)words->count;
    }
    return *slot;
}
