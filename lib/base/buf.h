/* SPDX-License-Identifier: Apache-2.0 */
/* Text that grows. A failed allocation sticks: later calls do nothing, and ol_buf_is_ok tells at
 * the end. */
#ifndef OL_BASE_BUF_H
#define OL_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct ol_buf {
    char *text; /* NUL-terminated once something was added; NULL before */
    size_t size;
    size_t capacity;
    bool failed;
};

/* An empty buffer; ol_buf_fini gives its memory back. */
void ol_buf_init(struct ol_buf *buf);
void ol_buf_fini(struct ol_buf *buf);

/* Forgets the text, keeps the memory. */
void ol_buf_clear(struct ol_buf *buf);

bool ol_buf_is_ok(const struct ol_buf *buf);

/* The text so far, "" when there is none. Borrowed until the next change. */
const char *ol_buf_text(const struct ol_buf *buf);

void ol_buf_add(struct ol_buf *buf, const char *text);
void ol_buf_add_slice(struct ol_buf *buf, struct ol_slice bytes);
void ol_buf_add_char(struct ol_buf *buf, char c);
void ol_buf_add_u64(struct ol_buf *buf, uint64_t value);
void ol_buf_add_i64(struct ol_buf *buf, int64_t value);
void ol_buf_add_hex(struct ol_buf *buf, uint64_t value); /* without 0x, no leading zeros */

/* Adds formatted text of our own making; never pass a format or an unquoted text that a file
 * supplied. */
__attribute__((format(printf, 2, 3))) void ol_buf_addf(struct ol_buf *buf, const char *format, ...);

#endif
