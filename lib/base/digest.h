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

/* Reads the bytes of the span, through a buffer of fixed size. OL_ERR_IO where they cannot be read,
 * or end before. */
enum ol_status ol_digest_file(int descriptor, struct ol_span span,
                              struct ol_digest *digest) OL_NODISCARD;

/* Why there is no digest, in words for people: OL_ERR_LIMIT where more would have to be read than
 * the caller allows. */
const char *ol_digest_failure(enum ol_status status);

/* The digest that 40 hexadecimal digits of either case state; false where the text is no digest. */
bool ol_digest_from_text(struct ol_slice text, struct ol_digest *digest);

/* Writes it in lower case. */
void ol_digest_print(const struct ol_digest *digest, char text[OL_DIGEST_TEXT_BYTES]);

#endif
