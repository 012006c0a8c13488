/* SPDX-License-Identifier: Apache-2.0 */
/* Message templates: text with {name} where an argument goes; {{ and }} are braces. The loader of
 * rules verifies with this what is put together of them later. */
#ifndef OL_DIAG_TEMPLATE_H
#define OL_DIAG_TEMPLATE_H

#include <stdbool.h>
#include <string.h>

#include "base/slice.h"

enum ol_template_kind {
    OL_TEMPLATE_END,
    OL_TEMPLATE_TEXT,  /* printed as it is */
    OL_TEMPLATE_NAME,  /* the name between the braces: lower-case letters, digits, underscores */
    OL_TEMPLATE_BROKEN /* a single brace that begins or ends no name; no loaded rule has one */
};

struct ol_template_part {
    enum ol_template_kind kind;
    struct ol_slice text; /* borrowed from the template */
};

static inline bool ol_template_is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* The part that begins at *at; moves *at behind it. */
static inline struct ol_template_part ol_template_next(const char **at)
{
    const char *start = *at;
    if (start[0] == '\0') {
        return (struct ol_template_part){OL_TEMPLATE_END, {(const uint8_t *)start, 0}};
    }
    size_t length = 1;
    if (start[0] != '{' && start[0] != '}') {
        length = strcspn(start, "{}");
        *at = start + length;
        return (struct ol_template_part){OL_TEMPLATE_TEXT, {(const uint8_t *)start, length}};
    }
    if (start[1] == start[0]) {
        *at = start + 2;
        return (struct ol_template_part){OL_TEMPLATE_TEXT, {(const uint8_t *)start, 1}};
    }
    while (ol_template_is_name_byte(start[length])) {
        length++;
    }
    if (start[0] == '}' || length == 1 || start[length] != '}') {
        *at = start + length;
        return (struct ol_template_part){OL_TEMPLATE_BROKEN, {(const uint8_t *)start, length}};
    }
    *at = start + length + 1;
    return (struct ol_template_part){OL_TEMPLATE_NAME, {(const uint8_t *)start + 1, length - 1}};
}

#endif
