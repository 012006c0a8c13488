/* SPDX-License-Identifier: Apache-2.0 */
/* The SHA-1 digest of a part of an open file. */
#ifndef OL_BASE_DIGEST_H
#define OL_BASE_DIGEST_H

#include <stdint.h>

#include "base/slice.h"
#include "base/status.h"

#define OL_DIGEST_BYTES      20
#define OL_DIGEST_TEXT_BYTES (2 * OL_DIGEST_BYTES + 1) /* in hexadecimal, with its NUL */

struct ol_digest {
    uint8_t bytes[OL_DIGEST_BYTES];
};

/* Why there is no digest. */
enum ol_digest_state {
    OL_DIGEST_KNOWN,
    OL_DIGEST_UNREADABLE, /* the bytes cannot be read, or end before */
    OL_DIGEST_CHANGED,    /* somebody wrote to the file meanwhile: some bytes may be of before, and
                             some of after */
    OL_DIGEST_TOO_MUCH    /* for callers that allow so many bytes and no more */
};

/* Reads the bytes of the span, through a buffer of fixed size. size is what the file was long when
 * it was looked at. */
enum ol_digest_state ol_digest_file(int descriptor, uint64_t size, struct ol_span span,
                                    struct ol_digest *digest) OL_NODISCARD;

/* The same in words for people; NULL where it is known. */
const char *ol_digest_failure(enum ol_digest_state state);

/* The digest that 40 hexadecimal digits of either case state; false where the text is no digest. */
bool ol_digest_from_text(struct ol_slice text, struct ol_digest *digest);

/* Writes it in lower case. */
void ol_digest_print(const struct ol_digest *digest, char text[OL_DIGEST_TEXT_BYTES]);

#endif
