/* SPDX-License-Identifier: Apache-2.0 */
/* What packed texts of one list begin with alike, as paths and names do of what lies deep in a
 * model: it is kept once, and each text has a reference to it and the rest. */
#ifndef OL_DIAG_SHARED_H
#define OL_DIAG_SHARED_H

#include <stddef.h>

#include "base/buf.h"

/* Texts that a new one is compared with: findings may tell of a few places by turns. */
#define OL_SHARED_LAST 4

struct ol_wording;

struct ol_shared {
    struct ol_buf kept; /* texts, each with its NUL; they may have references themselves */
    struct {
        struct ol_buf text; /* as a whole */
        size_t begin;       /* where it is kept */
    } last[OL_SHARED_LAST]; /* those that were kept last */
    size_t next;            /* of them, the one that the next text takes the place of */
    struct ol_buf whole;    /* the text that is being read */
};

/* Nothing is kept yet; what will be is taken from the budget (NULL: there is none). */
void ol_shared_init(struct ol_shared *shared, struct ol_budget *budget);
void ol_shared_fini(struct ol_shared *shared);

/* Adds a packed text (diag/wording.h), which has no reference in it. Where much of it was not kept
 * yet, it is kept from now on. */
void ol_shared_add(struct ol_shared *shared, struct ol_wording *out, const char *packed);

/* A text that was added, without a reference; borrowed until the next call. Nothing can fail. */
const char *ol_shared_read(struct ol_shared *shared, const char *packed);

#endif
