/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for one field in the bytes of a message without reading the whole level: for names that are
 * wanted of many messages. */
#ifndef OL_ONNX_PEEK_H
#define OL_ONNX_PEEK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "onnx/level.h"
#include "wire/scan.h"

/* What is known of a field in a message's bytes. */
struct ol_peek {
    struct ol_occurrence last; /* the occurrence that readers keep; meaningful where is_found */
    bool is_found;
    bool is_whole; /* all bytes could be read, nothing is cut, and no occurrence of the field has a
                      wrong wire type */
};

/* Looks for the last occurrence of the field in a message; bytes are the whole file, and message is
 * the span of the message's own bytes in it. Takes one pass over the message's fields, payloads
 * excepted. */
struct ol_peek ol_peek_last(const uint8_t *bytes, struct ol_span message,
                            const struct ol_field *field);

/* The text of what was found; empty where nothing was. */
static inline struct ol_slice ol_peek_text(const uint8_t *bytes, const struct ol_peek *peek)
{
    if (!peek->is_found) {
        return (struct ol_slice){NULL, 0};
    }
    return (struct ol_slice){bytes + peek->last.value, (size_t)(peek->last.end - peek->last.value)};
}

/* The occurrence of a field of the message whose tag is at that offset; end is where the message
 * ends. */
struct ol_occurrence ol_peek_at(const uint8_t *bytes, const struct ol_message *message,
                                uint64_t offset, uint64_t end);

/* Sets up (does not read) the level of the sub-message whose tag stands at that offset in the
 * holder; index is that in its field. */
void ol_peek_open(struct ol_level *level, const struct ol_level *holder, uint64_t tag,
                  uint64_t index);

#endif
