/* SPDX-License-Identifier: Apache-2.0 */
/* From an offset to a field path. */
#ifndef OL_ONNX_LOCATE_H
#define OL_ONNX_LOCATE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "base/status.h"
#include "base/vector.h"
#include "diag/wording.h"
#include "wire/descriptor.h"

/* Adds the path, from a message whose own bytes are [begin, end), down to the field whose tag
 * stands at the offset, or to the innermost one that holds it: "node[3].attribute[0].g.node[1]".
 * separator goes before it. Returns the span of that field, of length 0 where there is
 * none. Takes one pass over each level on the way, as far as the offset. */
struct ol_span ol_path_add_at(struct ol_buf *buf, const char *separator, const uint8_t *bytes,
                              const struct ol_message *message, uint64_t begin, uint64_t end,
                              uint64_t offset);

/* Adds the steps of a way through a message, whose kind is its number in ol_messages, as findings
 * keep it (an ol_add_way_fn). Takes one pass over each level on the way, as far as it goes. */
void ol_path_add_way(struct ol_buf *out, struct ol_slice bytes, const struct ol_way *way);

/* Finds the paths of many offsets of one message, which come in ascending order: one pass over the
 * message for all of them together. */
struct ol_locator {
    const uint8_t *bytes; /* borrowed */
    const struct ol_message *message;
    uint64_t begin;
    uint64_t end;
    struct ol_vector places; /* of struct place in locate.c: the way to the last offset */
};

/* Begins with a message whose own bytes are [begin, end). */
void ol_locator_init(struct ol_locator *locator, const uint8_t *bytes,
                     const struct ol_message *message, uint64_t begin, uint64_t end);
void ol_locator_fini(struct ol_locator *locator);

/* Adds the path to an offset that is not below the one before, as ol_path_add_at does; head: the
 * tag and length of the field. */
enum ol_status ol_locator_add(struct ol_locator *locator, struct ol_buf *buf, uint64_t offset,
                              struct ol_span *head) OL_NODISCARD;

#endif
