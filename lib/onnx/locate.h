/* SPDX-License-Identifier: Apache-2.0 */
/* From an offset to a field path. */
#ifndef OL_ONNX_LOCATE_H
#define OL_ONNX_LOCATE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "wire/descriptor.h"

/* Adds the path, from a message whose own bytes are [begin, end), down to the field whose tag
 * stands at the offset, or to the innermost one that holds it: "node[3].attribute[0].g.node[1]".
 * separator goes before it. Returns the span of that field, of length 0 where there is
 * none. Takes one pass over each level on the way, as far as the offset. */
struct ol_span ol_path_add_at(struct ol_buf *buf, const char *separator, const uint8_t *bytes,
                              const struct ol_message *message, uint64_t begin, uint64_t end,
                              uint64_t offset);

#endif
