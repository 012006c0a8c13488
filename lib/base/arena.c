/* SPDX-License-Identifier: Apache-2.0 */
/* Arenas: a list of blocks, each filled from its start. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "base/checked.h"

/* Small enough that linting one small file costs one block; growth doubles up to the larger. */
#define BLOCK_BYTES_MIN ((size_t)4 * 1024)
#define BLOCK_BYTES_MAX ((size_t)256 * 1024)

struct block {
    struct block *next;
    size_t used;
    size_t size;
    alignas(max_align_t) unsigned char bytes[];
};

struct ol_arena {
    struct block *blocks; /* the first one is being filled */
    size_t next_size;
    struct ol_budget *budget; /* borrowed; NULL: there is none */
    size_t taken;             /* from the budget */
};

struct ol_arena *ol_arena_new(void)
{
    struct ol_arena *arena = calloc(1, sizeof *arena);
    if (arena != NULL) {
        arena->next_size = BLOCK_BYTES_MIN;
    }
    return arena;
}

void ol_arena_set_budget(struct ol_arena *arena, struct ol_budget *budget)
{
    arena->budget = budget;
}

struct ol_budget *ol_arena_budget(const struct ol_arena *arena)
{
    return arena->budget;
}

void ol_arena_free(struct ol_arena *arena)
{
    if (arena == NULL) {
        return;
    }
    struct block *block = arena->blocks;
    while (block != NULL) {
        struct block *next = block->next;
        free(block);
        block = next;
    }
    ol_budget_give(arena->budget, arena->taken);
    free(arena);
}

/* Puts a block in front that has room for size bytes; false when memory is short. */
static bool add_block(struct ol_arena *arena, size_t size)
{
    size_t block_size = size > arena->next_size ? size : arena->next_size;
    if (block_size > SIZE_MAX - sizeof(struct block)) {
        return false;
    }
    size_t taken = sizeof(struct block) + block_size;
    if (!ol_budget_take(arena->budget, taken)) {
        return false;
    }
    struct block *block = malloc(taken);
    if (block == NULL) {
        ol_budget_give(arena->budget, taken);
        return false;
    }
    arena->taken += arena->budget != NULL ? taken : 0;
    *block = (struct block){.next = arena->blocks, .used = 0, .size = block_size};
    arena->blocks = block;
    if (arena->next_size < BLOCK_BYTES_MAX) {
        arena->next_size *= 2;
    }
    return true;
}

void *ol_arena_alloc(struct ol_arena *arena, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (size > SIZE_MAX - align) {
        return NULL;
    }
    size_t rounded = (size + align - 1) / align * align;
    struct block *block = arena->blocks;
    if (block == NULL || block->size - block->used < rounded) {
        if (!add_block(arena, rounded)) {
            return NULL;
        }
        block = arena->blocks;
    }
    void *memory = block->bytes + block->used;
    block->used += rounded;
    return memset(memory, 0, rounded);
}

void *ol_arena_alloc_array(struct ol_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    return ol_checked_mul_size(count, size, &bytes) ? ol_arena_alloc(arena, bytes) : NULL;
}

char *ol_arena_copy_text(struct ol_arena *arena, struct ol_slice text)
{
    if (text.size == SIZE_MAX) {
        return NULL;
    }
    char *copy = ol_arena_alloc(arena, text.size + 1);
    if (copy != NULL && text.size > 0) {
        memcpy(copy, text.data, text.size);
    }
    return copy;
}
