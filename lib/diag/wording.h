/* SPDX-License-Identifier: Apache-2.0 */
/* Writing the texts of findings, either as they are read or packed: then what is known by a number
 * stands as that number, and a name that the linted file holds as its place there. A packed text
 * ends with NUL, and has none inside. */
#ifndef OL_DIAG_WORDING_H
#define OL_DIAG_WORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "diag/shared.h"
#include "diag/words.h"

/* A way down through a message of the linted file, which stands in a path in place of its steps:
 * they are found again in the bytes when the path is read. */
struct ol_way {
    uint64_t kind;         /* of the message: whoever finds the steps knows it */
    struct ol_span within; /* the message's own bytes */
    uint64_t offset;       /* of a byte of the header that leads into the last message of the way */
    uint64_t steps;
};

/* What the longest step takes, with its dot and its index. */
#define OL_WAY_STEP_MAX 64

/* Adds the steps of a way, each behind a dot: as many as it says, or fewer where the bytes have
 * changed since, and of OL_WAY_STEP_MAX bytes at most. */
typedef void ol_add_way_fn(struct ol_buf *out, struct ol_slice bytes, const struct ol_way *way);

/* Where a text is written to. Failures stick in the buffer, which also says where names are cut. */
struct ol_wording {
    struct ol_buf *out;     /* borrowed */
    struct ol_words *words; /* borrowed; NULL: the text is not to be packed */
    struct ol_slice bytes;  /* of the linted file, which outlive what is packed; may be empty */
    size_t room;            /* bytes that what was packed takes at most when it is read */
    bool has_ways;          /* ways through the bytes can be added */
    struct ol_span near; /* of the bytes: places in it are kept in relation to it; may be empty */
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

/* Adds a step of a path, a field whose name outlives what is packed: "graph", or with an index
 * "node[3]", behind a dot unless it is the first. */
#define OL_WORDING_NO_INDEX UINT64_MAX
void ol_wording_add_step(struct ol_wording *wording, bool has_dot, const char *name,
                         uint64_t index);

/* Adds a way, behind some step; only where there can be one. */
void ol_wording_add_way(struct ol_wording *wording, const struct ol_way *way);

/* Begins a name of a list of them, which has that role and whose text follows; only in what is
 * packed. */
void ol_wording_add_role(struct ol_wording *wording, const char *role);

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

/* What packed texts were written with, and are read with. */
struct ol_unpacking {
    const struct ol_words *words;
    struct ol_shared *shared; /* NULL: nothing in them is shared */
    struct ol_slice bytes;    /* of the linted file */
    ol_add_way_fn *add_way;   /* NULL: nothing in them is a way */
    uint64_t near;            /* the offset of what they were written near */
};

/* Adds a packed text as it is read to a buffer that cuts names at the same length; it takes no more
 * than its room, also where bytes have changed since. */
void ol_packed_add(struct ol_buf *out, const char *packed, const struct ol_unpacking *with);

/* The same for a list of names: each with its NUL, and its role in roles, which has room for all of
 * them. */
void ol_packed_add_names(struct ol_buf *out, const char *packed, const struct ol_unpacking *with,
                         const char **roles);

/* The dots of a packed path: how deep it leads. */
size_t ol_packed_dots(const char *packed, const struct ol_unpacking *with);

/* How many bytes two packed texts, with nothing shared in them, have in common at their starts: no
 * sign is parted from its numbers. */
size_t ol_packed_common(const char *packed, const char *other);

/* The next name of a list, behind what stands first in it; NULL: there is none. */
const char *ol_packed_next_name(const char *packed);

/* What stands in place of the first bytes of a text: so many of a shared one, behind some that are
 * skipped. */
struct ol_shared_part {
    size_t begin; /* of the shared text */
    size_t skipped;
    size_t length; /* 0: there is no reference */
};

void ol_wording_add_part(struct ol_wording *wording, const struct ol_shared_part *reference);

/* Reads the reference that the text begins with, if it does, and moves *packed behind it. */
struct ol_shared_part ol_packed_part(const char **packed);

#endif
