/* SPDX-License-Identifier: Apache-2.0 */
/* Writing the texts of findings, either as they are read or packed: then what is known by a number
 * stands as that number, and a name that the linted file holds as its place there. A packed text
 * ends with NUL, and has none inside. */
#ifndef OL_DIAG_WORDING_H
#define OL_DIAG_WORDING_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "diag/words.h"

/* Where a text is written to. Failures stick in the buffer, which also says where names are cut. */
struct ol_wording {
    struct ol_buf *out;     /* borrowed */
    struct ol_words *words; /* borrowed; NULL: the text is not to be packed */
    struct ol_slice bytes;  /* of the linted file, which outlive what is packed; may be empty */
    size_t room;            /* bytes that what was packed takes at most when it is read */
};

/* One that writes texts as they are read. */
static inline struct ol_wording ol_wording_plain(struct ol_buf *out)
{
    return (struct ol_wording){.out = out};
}

/* Adds a text that may change or go: it is copied. */
void ol_wording_add(struct ol_wording *wording, const char *text);

/* Adds a text that outlives what is packed. */
void ol_wording_add_word(struct ol_wording *wording, const char *text);

/* Adds such a text and an index, as paths have them: "node[3]". */
void ol_wording_add_item(struct ol_wording *wording, const char *text, uint64_t index);

void ol_wording_add_u64(struct ol_wording *wording, uint64_t value);
void ol_wording_add_i64(struct ol_wording *wording, int64_t value);
void ol_wording_add_hex(struct ol_wording *wording, uint64_t value);

/* Adds text of a file as ol_text_escape_name and as ol_text_quote do. */
void ol_wording_escape(struct ol_wording *wording, struct ol_slice text);
void ol_wording_quote(struct ol_wording *wording, struct ol_slice text);

/* Ends a text: adds its NUL. */
void ol_wording_end(struct ol_wording *wording);

/* Adds a number that is no part of a text, in as few bytes as it needs and none of them NUL. */
void ol_wording_add_number(struct ol_wording *wording, uint64_t number);

/* Reads such a number, and moves *at behind it. */
uint64_t ol_packed_number(const char **at);

/* Adds a packed text as it is read, with the words and the bytes that it was packed with, to a
 * buffer that cuts names at the same length; it takes no more than its room, also where bytes have
 * changed since. Returns what is behind its NUL. */
const char *ol_packed_add(struct ol_buf *out, const char *packed, const struct ol_words *words,
                          struct ol_slice bytes);

/* The dots of a packed path: how deep it leads. */
size_t ol_packed_dots(const char *packed);

#endif
