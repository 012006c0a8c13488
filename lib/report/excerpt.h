/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of a place, shown in hexadecimal with what is meant underlined. */
#ifndef OL_REPORT_EXCERPT_H
#define OL_REPORT_EXCERPT_H

#include "base/buf.h"
#include "base/slice.h"

/* How an excerpt looks. */
struct ol_excerpt_style {
    const char *color;  /* of the marked bytes and the marks, as the numbers of an escape sequence;
                           NULL: none */
    unsigned lines_max; /* of bytes, 16 each; a longer span is cut, with a count. At least 1 */
};

/* Adds the lines of 16 bytes that the span touches, each with a line of marks beneath it: carets
 * under the bytes, or one caret before the byte (or the end of the file) that an empty span stands
 * at. Nothing is added for a span that begins past the end of the bytes. Reads no byte but those
 * shown. */
void ol_excerpt_add(struct ol_buf *out, const struct ol_excerpt_style *style, struct ol_slice bytes,
                    struct ol_span span);

#endif
