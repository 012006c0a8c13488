/* SPDX-License-Identifier: Apache-2.0 */
/* Text that grows. A failed allocation sticks: later calls do nothing, and ol_buf_is_ok tells at
 * the end. */
#ifndef OL_BASE_BUF_H
#define OL_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"
#include "base/status.h"

struct ol_budget;

struct ol_buf {
    char *text; /* NUL-terminated once something was added; NULL before */
    size_t size;
    size_t capacity;
    bool failed;
    struct ol_budget *budget; /* borrowed; NULL: there is none */
    size_t name_max;          /* bytes of a name that are shown in it; 0: OL_NAME_SHOWN_MAX */
};

/* An empty buffer; ol_buf_fini gives its memory back. */
void ol_buf_init(struct ol_buf *buf);

/* One that takes what it grows by from the budget, which outlives it: for what grows with a file.
 */
void ol_buf_init_within(struct ol_buf *buf, struct ol_budget *budget);
void ol_buf_fini(struct ol_buf *buf);

/* Forgets the text, keeps the memory. */
void ol_buf_clear(struct ol_buf *buf);

/* Forgets what stands behind the first size bytes, which is at most all. */
void ol_buf_cut(struct ol_buf *buf, size_t size);

bool ol_buf_is_ok(const struct ol_buf *buf);

/* Makes a failure of another buffer, whose text was to become part of this one, its own. */
void ol_buf_inherit(struct ol_buf *buf, const struct ol_buf *part);

/* The text so far, "" when there is none. Borrowed until the next change. */
const char *ol_buf_text(const struct ol_buf *buf);

/* The same with its size. */
struct ol_slice ol_buf_slice(const struct ol_buf *buf);

/* A copy of the text in the arena; NULL when memory is short, or was. */
const char *ol_buf_copy(const struct ol_buf *buf, struct ol_arena *arena);

/* Makes room for size bytes more: adding them moves nothing, so that they may be a part of the text
 * itself. false, for good, when memory is short. */
bool ol_buf_reserve(struct ol_buf *buf, size_t size);

void ol_buf_add(struct ol_buf *buf, const char *text);
void ol_buf_add_slice(struct ol_buf *buf, struct ol_slice bytes);
void ol_buf_add_char(struct ol_buf *buf, char c);
void ol_buf_add_u64(struct ol_buf *buf, uint64_t value);
void ol_buf_add_i64(struct ol_buf *buf, int64_t value);
void ol_buf_add_hex(struct ol_buf *buf, uint64_t value); /* without 0x, no leading zeros */

/* Hands the text on, unless there is none, and gives the memory back. OL_ERR_NOMEM: memory was
 * short at some time, and nothing was handed on. */
enum ol_status ol_buf_pass_on(struct ol_buf *buf,
                              void (*write)(void *context, const char *text, size_t size),
                              void *context) OL_NODISCARD;

/* Adds formatted text of our own making; never pass a format or an unquoted text that a file
 * supplied. */
__attribute__((format(printf, 2, 3))) void ol_buf_addf(struct ol_buf *buf, const char *format, ...);

#endif
