/* SPDX-License-Identifier: Apache-2.0 */
/* The text of one input for one output, until its turn comes. */
#ifndef OL_CLI_HELD_H
#define OL_CLI_HELD_H

#include <stdbool.h>
#include <stddef.h>

/* {0} holds nothing. */
struct ol_held {
    char *text; /* size bytes, owned */
    size_t size;
    size_t capacity;
};

/* Adds text; false, and no change, when memory is short. */
bool ol_held_add(struct ol_held *held, const char *text, size_t size);

/* Gives an array of count and all that it holds back; NULL is none. */
void ol_held_free(struct ol_held *held, size_t count);

#endif
