/* SPDX-License-Identifier: Apache-2.0 */
/* A table with open addressing, at most seven eighths full. A slot that is taken sends on to the
 * next one, from there to the next but one, and so on: each slot is reached once, and those that
 * are taken do not come to stand in long rows.
 *
 * A large table is found in no cache, but names come in streams: a node takes what the node before
 * it made, value_info and outputs stand in the order of the nodes. So the symbols that were found
 * last are kept behind the slots, and those next to them are tried before a name is hashed. Most
 * often it is the one behind the last: ol_symbols_find. */
#include "onnx/symbols.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"

#define SLOTS_MIN 64

/* Symbols found last, the latest first, and how many are tried from each one on. */
#define STREAMS 4
#define AHEAD   3

void ol_symbols_init(struct ol_symbols *symbols)
{
    *symbols = (struct ol_symbols){.key = ol_hash_key_new()};
}

void ol_symbols_set_budget(struct ol_symbols *symbols, struct ol_budget *budget)
{
    symbols->symbols.budget = budget;
}

/* What so many slots take, in bytes. */
static size_t slots_size(size_t slot_count)
{
    return slot_count > 0 ? (slot_count + STREAMS) * sizeof(struct ol_symbol_slot) : 0;
}

/* How many symbols that many slots are for. */
static size_t room_of(size_t slot_count)
{
    size_t room = slot_count - slot_count / 8;
    return room < OL_NONE - 1 ? room : OL_NONE - 1;
}

void ol_symbols_fini(struct ol_symbols *symbols)
{
    ol_vector_fini(&symbols->symbols);
    free(symbols->slots);
    ol_budget_give(symbols->symbols.budget, slots_size(symbols->slot_count));
    symbols->slots = NULL;
    symbols->slot_count = symbols->room = 0;
    free(symbols->seen);
    ol_budget_give(symbols->symbols.budget, symbols->seen_count * sizeof *symbols->seen);
    symbols->seen = NULL;
    symbols->seen_count = symbols->seen_begin = symbols->seen_end = 0;
}

/* Half as much again as is wanted, so that it is seldom made; of the old room only what was used is
 * looked at. */
enum ol_status ol_symbols_will_see(struct ol_symbols *symbols)
{
    size_t wanted = symbols->symbols.count;
    if (wanted <= symbols->seen_count) {
        return OL_OK;
    }
    struct ol_budget *budget = symbols->symbols.budget;
    size_t count = wanted + wanted / 2;
    size_t more = (count - symbols->seen_count) * sizeof *symbols->seen;
    if (!ol_budget_take(budget, more)) {
        return OL_ERR_NOMEM;
    }
    uint64_t *seen = calloc(count, sizeof *seen);
    if (seen == NULL) {
        ol_budget_give(budget, more);
        return OL_ERR_NOMEM;
    }
    if (symbols->seen_begin < symbols->seen_end) {
        memcpy(seen + symbols->seen_begin, symbols->seen + symbols->seen_begin,
               (symbols->seen_end - symbols->seen_begin) * sizeof *seen);
    }
    free(symbols->seen);
    symbols->seen = seen;
    symbols->seen_count = count;
    return OL_OK;
}

void ol_symbols_see(struct ol_symbols *symbols, uint32_t index, uint64_t offset)
{
    assert(index < symbols->seen_count);
    bool is_first = symbols->seen_begin == symbols->seen_end;
    symbols->seen[index] = offset + 1;
    symbols->seen_begin = is_first || index < symbols->seen_begin ? index : symbols->seen_begin;
    symbols->seen_end = is_first || index >= symbols->seen_end ? index + 1U : symbols->seen_end;
}

static inline bool is_name(const struct ol_symbols *symbols, const struct ol_symbol_slot *slot,
                           uint32_t hash, struct ol_slice name)
{
    if (slot->hash != hash) {
        return false;
    }
    const struct ol_symbol *symbol = ol_symbols_at(symbols, slot->place - 1);
    return ol_slice_is_equal((struct ol_slice){symbol->name, symbol->size}, name);
}

/* The slot with the name, or the free one where it would go. There is a free one. */
static inline struct ol_symbol_slot *slot_of(const struct ol_symbols *symbols, uint32_t hash,
                                             struct ol_slice name)
{
    struct ol_symbol_slot *slots = symbols->slots;
    size_t mask = symbols->slot_count - 1;
    size_t at = hash & mask;
    for (size_t step = 1; slots[at].place != 0 && !is_name(symbols, &slots[at], hash, name);
         step++) {
        at = (at + step) & mask;
    }
    return &slots[at];
}

static uint32_t hash_of(const struct ol_symbols *symbols, struct ol_slice name)
{
    return (uint32_t)ol_hash(&symbols->key, name);
}

/* Puts a symbol in front of the streams; what stood at that place is gone. */
static void keep_found(const struct ol_symbols *symbols, unsigned place, uint32_t index)
{
    struct ol_symbol_slot *streams = symbols->slots + symbols->slot_count;
    for (; place > 0; place--) {
        streams[place] = streams[place - 1];
    }
    streams[0].place = index;
}

/* The symbol, where it is next to one that was found last; OL_NONE: not found in this way. */
static uint32_t find_ahead(const struct ol_symbols *symbols, struct ol_slice name)
{
    const struct ol_symbol_slot *streams = symbols->slots + symbols->slot_count;
    for (unsigned i = 0; i < STREAMS; i++) {
        size_t end = (size_t)streams[i].place + AHEAD;
        end = end < symbols->symbols.count ? end : symbols->symbols.count;
        for (uint32_t index = streams[i].place; index < end; index++) {
            if (ol_symbols_is(symbols, index, name)) {
                keep_found(symbols, i, index);
                return index;
            }
        }
    }
    return OL_NONE;
}

uint32_t ol_symbols_search(const struct ol_symbols *symbols, struct ol_slice name)
{
    uint32_t index = find_ahead(symbols, name);
    if (index == OL_NONE) {
        /* 0, a free slot, less one is OL_NONE */
        index = slot_of(symbols, hash_of(symbols, name), name)->place - 1;
        if (index != OL_NONE) {
            keep_found(symbols, STREAMS - 1, index);
        }
    }
    return index;
}

/* Makes that many slots of it. The old ones know the hashes, so no name is looked at. */
static enum ol_status resize(struct ol_symbols *symbols, size_t slot_count)
{
    struct ol_budget *budget = symbols->symbols.budget;
    if (!ol_budget_take(budget, slots_size(slot_count))) {
        return OL_ERR_NOMEM;
    }
    struct ol_symbol_slot *slots = calloc(slot_count + STREAMS, sizeof *slots);
    if (slots == NULL) {
        ol_budget_give(budget, slots_size(slot_count));
        return OL_ERR_NOMEM;
    }
    for (size_t i = 0; i < symbols->slot_count; i++) {
        const struct ol_symbol_slot *old = &symbols->slots[i];
        if (old->place != 0) {
            size_t at = old->hash & (slot_count - 1);
            for (size_t step = 1; slots[at].place != 0; step++) {
                at = (at + step) & (slot_count - 1);
            }
            slots[at] = *old;
        }
    }
    free(symbols->slots);
    ol_budget_give(budget, slots_size(symbols->slot_count));
    symbols->slots = slots;
    symbols->slot_count = slot_count;
    symbols->room = room_of(slot_count);
    return OL_OK;
}

static enum ol_status grow(struct ol_symbols *symbols)
{
    if (symbols->symbols.count >= OL_NONE - 1) {
        return OL_ERR_LIMIT;
    }
    return resize(symbols, symbols->slot_count == 0 ? SLOTS_MIN : symbols->slot_count * 2);
}

enum ol_status ol_symbols_expect(struct ol_symbols *symbols, size_t count)
{
    size_t slot_count = SLOTS_MIN;
    while (room_of(slot_count) < count && slot_count <= OL_NONE) {
        slot_count *= 2;
    }
    return slot_count > symbols->slot_count ? resize(symbols, slot_count) : OL_OK;
}

/* Adds a symbol, which goes to that slot. */
static inline enum ol_status add(struct ol_symbols *symbols, struct ol_slice name, uint32_t hash,
                                 struct ol_symbol_slot *slot)
{
    struct ol_symbol *symbol = ol_vector_add(&symbols->symbols, sizeof *symbol);
    if (symbol == NULL) {
        return OL_ERR_NOMEM;
    }
    *symbol = (struct ol_symbol){
        .name = name.data,
        .size = (uint32_t)name.size,
        .value = OL_NONE,
    };
    *slot = (struct ol_symbol_slot){hash, (uint32_t)symbols->symbols.count};
    return OL_OK;
}

enum ol_status ol_symbols_intern(struct ol_symbols *symbols, struct ol_slice name, uint32_t *index)
{
    enum ol_status status = symbols->symbols.count >= symbols->room ? grow(symbols) : OL_OK;
    if (status != OL_OK || name.size > UINT32_MAX) {
        return status != OL_OK ? status : OL_ERR_LIMIT;
    }
    uint32_t hash = hash_of(symbols, name);
    struct ol_symbol_slot *slot = slot_of(symbols, hash, name);
    status = slot->place == 0 ? add(symbols, name, hash, slot) : OL_OK;
    *index = slot->place - 1;
    return status;
}
