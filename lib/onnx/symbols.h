/* SPDX-License-Identifier: Apache-2.0 */
/* The names of values of one file, each kept once. */
#ifndef OL_ONNX_SYMBOLS_H
#define OL_ONNX_SYMBOLS_H

#include <stdint.h>

#include "base/siphash.h"
#include "base/slice.h"
#include "base/status.h"
#include "base/vector.h"
#include "base/word.h"

/* Instead of an index: none. */
#define OL_NONE UINT32_MAX

struct ol_symbol {
    const uint8_t *name; /* borrowed from the file's bytes */
    uint32_t size;       /* bytes of the name */
    uint32_t value;      /* the definition in force, OL_NONE: none; kept by onnx/scope */
};

/* The hash stands here, so that other names are passed over without a look at them. */
struct ol_symbol_slot {
    uint32_t hash;
    uint32_t place; /* 1 + index of the symbol; 0 where the slot is free */
};

struct ol_symbols {
    struct ol_hash_key key;
    struct ol_vector symbols;     /* of struct ol_symbol */
    struct ol_symbol_slot *slots; /* and some more behind them: see symbols.c */
    size_t slot_count;            /* a power of two */
    size_t room;                  /* so many symbols fit in */
    uint64_t *seen;    /* by symbol: 1 + offset of a definition that is in force no more; 0: none */
    size_t seen_count; /* there is room for so many */
    size_t seen_begin; /* those that are not 0 are among [begin, end) */
    size_t seen_end;
};

void ol_symbols_init(struct ol_symbols *symbols);

/* From now on what the table grows by is taken from the budget, which outlives it. */
void ol_symbols_set_budget(struct ol_symbols *symbols, struct ol_budget *budget);
void ol_symbols_fini(struct ol_symbols *symbols);

/* The symbol of that index. Borrowed until the next one is added. */
static inline struct ol_symbol *ol_symbols_at(const struct ol_symbols *symbols, uint32_t index)
{
    return (struct ol_symbol *)symbols->symbols.items + index;
}

/* Makes room for what ol_symbols_see notes of the symbols that there are. Room that is not used
 * costs no memory that is touched. */
enum ol_status ol_symbols_will_see(struct ol_symbols *symbols) OL_NODISCARD;

/* Notes a definition that is in force no more; there is room. */
void ol_symbols_see(struct ol_symbols *symbols, uint32_t index, uint64_t offset);

/* The one that was noted last; UINT64_MAX: none was. */
static inline uint64_t ol_symbols_seen(const struct ol_symbols *symbols, uint32_t index)
{
    return index < symbols->seen_count && symbols->seen[index] != 0 ? symbols->seen[index] - 1
                                                                    : UINT64_MAX;
}

/* Makes room for that many symbols in all, so that the table need not grow up to there. */
enum ol_status ol_symbols_expect(struct ol_symbols *symbols, size_t count) OL_NODISCARD;

/* Whether that is the name of the symbol of that index. */
static inline bool ol_symbols_is(const struct ol_symbols *symbols, uint32_t index,
                                 struct ol_slice name)
{
    const struct ol_symbol *symbol = ol_symbols_at(symbols, index);
    return symbol->size == name.size && ol_bytes_are_equal(symbol->name, name.data, name.size);
}

/* The same as ol_symbols_find, wherever the symbol is; there is one. */
uint32_t ol_symbols_search(const struct ol_symbols *symbols, struct ol_slice name);

/* The index of the symbol with that name; OL_NONE where there is none. */
static inline uint32_t ol_symbols_find(const struct ol_symbols *symbols, struct ol_slice name)
{
    if (symbols->symbols.count == 0) {
        return OL_NONE;
    }
    /* what was found last is kept behind the slots: see symbols.c */
    struct ol_symbol_slot *last = symbols->slots + symbols->slot_count;
    uint32_t next = last->place + 1;
    if (next < symbols->symbols.count && ol_symbols_is(symbols, next, name)) {
        last->place = next;
        return next;
    }
    return ol_symbols_search(symbols, name);
}

/* The index of the symbol with that name, which is added where it is new; the bytes of the name
 * must outlive the table. OL_ERR_LIMIT for a name of 4 GiB or the name past 2^32 - 2. */
enum ol_status ol_symbols_intern(struct ol_symbols *symbols, struct ol_slice name,
                                 uint32_t *index) OL_NODISCARD;

#endif
