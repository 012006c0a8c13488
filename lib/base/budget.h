/* SPDX-License-Identifier: Apache-2.0 */
/* What the memory for one file may come to. Arenas, vectors and the like that grow with the file
 * take from its budget what they ask the system for; where it is used up, memory is short for them
 * as it is where the system has none, and the file is told as not checked to the end. */
#ifndef OL_BASE_BUDGET_H
#define OL_BASE_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

/* In bytes. {0} has no end. */
struct ol_budget {
    size_t max; /* 0: none */
    size_t used;
    bool is_exceeded; /* something could not be had */
};

/* Whether that much may be asked for; it is then used. budget NULL: yes. */
static inline bool ol_budget_take(struct ol_budget *budget, size_t size)
{
    if (budget == NULL) {
        return true;
    }
    if (budget->max != 0 && (budget->used > budget->max || size > budget->max - budget->used)) {
        budget->is_exceeded = true;
        return false;
    }
    budget->used += size;
    return true;
}

/* Gives back what was taken. budget NULL: nothing was. */
static inline void ol_budget_give(struct ol_budget *budget, size_t size)
{
    if (budget != NULL) {
        budget->used -= size;
    }
}

#endif
