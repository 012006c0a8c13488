/* SPDX-License-Identifier: Apache-2.0 */
/* A message as a table of its bytes, a field a line: the bytes in the notation of the examples
 * (example/hexasm.h), then in a comment place, path, field and meaning. Every byte stands there
 * once and in its place, readable or not, so that a dump with whole payloads can be assembled back
 * into the same bytes. */
#ifndef OL_DUMP_DUMP_H
#define OL_DUMP_DUMP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "base/status.h"
#include "onnx_lint.h"
#include "wire/scan.h"

/* One dump being written. */
struct ol_dump {
    const uint8_t *bytes; /* of the whole file; borrowed */
    struct ol_dump_style style;
    ol_write_fn *write;
    void *context;
    struct ol_buf out;  /* what was not handed on yet */
    struct ol_buf path; /* of the level that is open */
    uint64_t at;        /* the bytes before it are written */
    uint64_t marked;    /* an offset whose field's line says so; OL_OFFSET_NONE: none */
};

/* bytes: of the whole file. */
void ol_dump_init(struct ol_dump *dump, const uint8_t *bytes, const struct ol_dump_style *style,
                  ol_write_fn *write, void *context);
void ol_dump_fini(struct ol_dump *dump);

/* Writes the message whose own bytes are [begin, end), with all that it holds, down to
 * OL_DEPTH_MAX; message NULL: the bytes alone. In time and output the size of what is shown; a
 * payload that is cut is not read. OL_ERR_NOMEM. */
enum ol_status ol_dump_message(struct ol_dump *dump, const struct ol_message *message,
                               uint64_t begin, uint64_t end) OL_NODISCARD;

/* Writes the way down to the innermost field that holds the offset, that field, and a few fields
 * before and behind it. The offset lies in [begin, end]: at the end, where a truncation is told, it
 * is the last field. OL_ERR_NOMEM. */
enum ol_status ol_dump_around(struct ol_dump *dump, const struct ol_message *message,
                              uint64_t begin, uint64_t end, uint64_t offset) OL_NODISCARD;

/* --- of this folder's own use ------------------------------------------------------------------
 */

/* The line of one occurrence: of a sub-message its tag and length alone, of anything else all of
 * it. index: of its first value. */
void ol_dump_occurrence(struct ol_dump *dump, const struct ol_message *message,
                        const struct ol_occurrence *occurrence, uint64_t index, unsigned depth);

/* Ends what ol_dump_occurrence began with a brace; nothing where it did not. */
void ol_dump_close(struct ol_dump *dump, const struct ol_occurrence *occurrence, unsigned depth);

/* Lines for bytes that are no readable field, with the reason. */
void ol_dump_raw(struct ol_dump *dump, uint64_t end, const char *reason, unsigned depth);

/* Adds the meaning of an occurrence: "'conv1'", "1 FLOAT", "24 bytes". */
void ol_dump_add_meaning(struct ol_buf *out, const uint8_t *bytes, const struct ol_field *field,
                         const struct ol_occurrence *occurrence);

/* Whether the occurrence is a sub-message that can be gone into. */
bool ol_dump_is_message(const struct ol_message *message, const struct ol_occurrence *occurrence);

/* Opens the step of an occurrence in the path; gives back where the path ended before it. */
size_t ol_dump_push(struct ol_dump *dump, const struct ol_message *message,
                    const struct ol_occurrence *occurrence, uint64_t index);
void ol_dump_pop(struct ol_dump *dump, size_t size);

#endif
