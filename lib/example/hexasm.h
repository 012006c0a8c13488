/* SPDX-License-Identifier: Apache-2.0 */
/* The assembler of example bytes: commented hex in, bytes and named places out. It knows no schema,
 * so that wrong lengths, wrong wire types and overlong varints can be written. doc/custom-rules.md
 * shows the notation at work.
 *
 *   0A          that byte, two hex digits
 *   "text"      its bytes; escapes \xHH \" \\ \n \r \t, and \# for five digits: how often
 *               what is repeated stands before
 *   { ... }     the length of the inside as a varint, then the inside
 *   @name       names this offset; no bytes
 *   200*00      the byte, text or group 200 times
 *   # ...       a comment, to the end of the line
 */
#ifndef OL_EXAMPLE_HEXASM_H
#define OL_EXAMPLE_HEXASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/status.h"
#include "base/vector.h"

/* More than that is refused, and groups nest no deeper. */
#define OL_HEXASM_BYTES_MAX ((size_t)64 * 1024 * 1024)
#define OL_HEXASM_DEPTH_MAX 1000
#define OL_HEXASM_MARKS_MAX 1000
#define OL_HEXASM_NAME_MAX  47

struct ol_hexasm_mark {
    char name[OL_HEXASM_NAME_MAX + 1];
    uint64_t offset;
};

struct ol_hexasm {
    uint8_t *bytes; /* never NULL after success, even where there are none */
    size_t size;
    const struct ol_hexasm_mark *marks; /* in the order of the text */
    size_t mark_count;
    unsigned line;         /* of what is wrong, counted from 1 */
    unsigned column;       /* the same, in bytes */
    char error[160];       /* what is wrong, without a final stop */
    struct ol_buf buf;     /* own use: bytes */
    struct ol_vector list; /* own use: marks */
};

/* Assembles the text. OL_ERR_RULE: it is wrong, with the place in line and column and the reason in
 * error; OL_ERR_NOMEM. In each case ol_hexasm_fini gives the memory back. A mark inside a
 * repetition names the first one. */
enum ol_status ol_hexasm_init(struct ol_hexasm *out, const char *text) OL_NODISCARD;

void ol_hexasm_fini(struct ol_hexasm *out);

/* Finds a mark's offset; false where there is none of that name. */
bool ol_hexasm_find_mark(const struct ol_hexasm *out, const char *name, uint64_t *offset);

#endif
