/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is given back all at once. One arena belongs to a run (rules, options), one to each
 * file (its findings); what they hold is borrowed by everyone else and lives until the arena is
 * freed. */
#ifndef OL_BASE_ARENA_H
#define OL_BASE_ARENA_H

#include <stddef.h>

#include "base/slice.h"
#include "base/status.h"

struct ol_arena;
struct ol_budget;

/* A new, empty arena, or NULL when memory is short. The caller owns it. */
struct ol_arena *ol_arena_new(void);

/* From now on the arena takes what it grows by from the budget, which outlives it. */
void ol_arena_set_budget(struct ol_arena *arena, struct ol_budget *budget);

/* The arena's budget, for what belongs to the same file and is no part of the arena; NULL: it has
 * none. */
struct ol_budget *ol_arena_budget(const struct ol_arena *arena);

/* Frees the arena and everything in it. NULL is allowed. */
void ol_arena_free(struct ol_arena *arena);

/* size zeroed bytes, aligned for any type, or NULL when memory is short. A size of 0 gives a valid
 * pointer. */
void *ol_arena_alloc(struct ol_arena *arena, size_t size);

/* count zeroed members of size bytes each, or NULL when memory is short or the product does not
 * fit. */
void *ol_arena_alloc_array(struct ol_arena *arena, size_t count, size_t size);

/* A copy of the bytes with a terminating NUL, or NULL when memory is short. */
char *ol_arena_copy_text(struct ol_arena *arena, struct ol_slice text);

#endif
