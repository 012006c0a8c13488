/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 by nettle, over what pread gives. */
#include "base/digest.h"

#include <errno.h>
#include <nettle/sha1.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define READ_BYTES ((size_t)32 * 1024)

/* false: they cannot be read, or end before. */
static bool read_all(int descriptor, struct ol_span span, struct sha1_ctx *context)
{
    uint8_t buffer[READ_BYTES];
    while (span.length > 0) {
        size_t wanted = span.length < sizeof buffer ? (size_t)span.length : sizeof buffer;
        ssize_t count = pread(descriptor, buffer, wanted, (off_t)span.offset);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        sha1_update(context, (size_t)count, buffer);
        span.offset += (uint64_t)count;
        span.length -= (uint64_t)count;
    }
    return true;
}

static bool is_same_time(const struct timespec *left, const struct timespec *right)
{
    return left->tv_sec == right->tv_sec && left->tv_nsec == right->tv_nsec;
}

/* The time of writing can be set back; the one of the last change to the inode cannot. */
static bool is_as_before(const struct stat *before, const struct stat *after)
{
    return before->st_size == after->st_size && is_same_time(&before->st_mtim, &after->st_mtim) &&
           is_same_time(&before->st_ctim, &after->st_ctim);
}

enum ol_digest_state ol_digest_file(int descriptor, uint64_t size, struct ol_span span,
                                    struct ol_digest *digest)
{
    struct stat before;
    struct stat after;
    struct sha1_ctx context;
    sha1_init(&context);
    if (fstat(descriptor, &before) != 0) {
        return OL_DIGEST_UNREADABLE;
    }
    if (before.st_size < 0 || (uint64_t)before.st_size != size) {
        return OL_DIGEST_CHANGED;
    }
    bool is_read = read_all(descriptor, span, &context);
    if (fstat(descriptor, &after) != 0 || !is_as_before(&before, &after)) {
        return OL_DIGEST_CHANGED;
    }
    if (!is_read) {
        return OL_DIGEST_UNREADABLE;
    }
    sha1_digest(&context, sizeof digest->bytes, digest->bytes);
    return OL_DIGEST_KNOWN;
}

const char *ol_digest_failure(enum ol_digest_state state)
{
    switch (state) {
    case OL_DIGEST_KNOWN:
        return NULL;
    case OL_DIGEST_CHANGED:
        return "the checksum of an external data file: it was changed while it was read";
    case OL_DIGEST_TOO_MUCH:
        return "the checksum of an external data file: more bytes than are hashed for one input";
    case OL_DIGEST_UNREADABLE:
        break;
    }
    return "the checksum of an external data file: it cannot be read";
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
