/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that wait. */
#include "held.h"

#include <stdlib.h>
#include <string.h>

bool ol_held_add(struct ol_held *held, const char *text, size_t size)
{
    if (size > held->capacity - held->size) {
        size_t capacity = (held->size + size) * 2;
        char *grown = realloc(held->text, capacity);
        if (grown == NULL) {
            return false;
        }
        held->text = grown;
        held->capacity = capacity;
    }
    memcpy(held->text + held->size, text, size);
    held->size += size;
    return true;
}

void ol_held_free(struct ol_held *held, size_t count)
{
    for (size_t i = 0; held != NULL && i < count; i++) {
        free(held[i].text);
    }
    free(held);
}
