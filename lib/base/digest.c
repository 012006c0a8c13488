/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 by nettle, over what pread gives. */
#include "base/digest.h"

#include <errno.h>
#include <nettle/sha1.h>
#include <unistd.h>

#define READ_BYTES ((size_t)32 * 1024)

enum ol_status ol_digest_file(int descriptor, struct ol_span span, struct ol_digest *digest)
{
    uint8_t buffer[READ_BYTES];
    struct sha1_ctx context;
    sha1_init(&context);
    while (span.length > 0) {
        size_t wanted = span.length < sizeof buffer ? (size_t)span.length : sizeof buffer;
        ssize_t count = pread(descriptor, buffer, wanted, (off_t)span.offset);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return OL_ERR_IO;
        }
        sha1_update(&context, (size_t)count, buffer);
        span.offset += (uint64_t)count;
        span.length -= (uint64_t)count;
    }
    sha1_digest(&context, sizeof digest->bytes, digest->bytes);
    return OL_OK;
}

const char *ol_digest_failure(enum ol_status status)
{
    return status == OL_ERR_LIMIT
               ? "the checksum of an external data file: more bytes than are hashed for one input"
               : "the checksum of an external data file: it cannot be read";
}

/* The value of a hexadecimal digit, or 16. */
static unsigned value_of_digit(uint8_t digit)
{
    if (digit >= '0' && digit <= '9') {
        return digit - (unsigned)'0';
    }
    unsigned letter = digit | 0x20U;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 16;
}

bool ol_digest_from_text(struct ol_slice text, struct ol_digest *digest)
{
    struct ol_digest read;
    if (text.size != OL_DIGEST_TEXT_BYTES - 1) {
        return false;
    }
    for (size_t i = 0; i < sizeof read.bytes; i++) {
        unsigned high = value_of_digit(text.data[2 * i]);
        unsigned low = value_of_digit(text.data[2 * i + 1]);
        if (high > 15 || low > 15) {
            return false;
        }
        read.bytes[i] = (uint8_t)(high << 4 | low);
    }
    *digest = read;
    return true;
}

void ol_digest_print(const struct ol_digest *digest, char text[OL_DIGEST_TEXT_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < sizeof digest->bytes; i++) {
        text[2 * i] = digits[digest->bytes[i] >> 4];
        text[2 * i + 1] = digits[digest->bytes[i] & 0xF];
    }
    text[OL_DIGEST_TEXT_BYTES - 1] = '\0';
}
