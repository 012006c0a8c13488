/* SPDX-License-Identifier: Apache-2.0 */
/* What fuzzers share. */
#include "fuzz/fuzz.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

void ol_fuzz_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)fputs("fuzz: ", stderr);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    va_end(args);
    abort();
}

uint64_t ol_fuzz_hash(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3); /* FNV-1a */
    }
    return hash;
}

#define CLOSER 16

static bool is_close;

void ol_fuzz_look_closely(void)
{
    is_close = true;
}

bool ol_fuzz_is_chosen(const uint8_t *data, size_t size, unsigned one_of)
{
    uint64_t hash = ol_fuzz_hash(OL_FUZZ_HASH, data, size);
    unsigned divisor = is_close ? one_of / CLOSER : one_of;
    return divisor <= 1 || (hash ^ hash >> 32) % divisor == 0;
}

struct ol_slice ol_fuzz_rest(const struct ol_fuzz_target *target, const uint8_t *data, size_t size)
{
    size_t header = target->header < size ? target->header : size;
    return (struct ol_slice){data + header, size - header};
}

uint8_t ol_fuzz_take_byte(struct ol_fuzz_feed *feed)
{
    if (feed->size == 0) {
        return 0;
    }
    feed->size--;
    return *feed->data++;
}

uint64_t ol_fuzz_take_number(struct ol_fuzz_feed *feed)
{
    uint64_t number = 0;
    for (unsigned bytes = ol_fuzz_take_byte(feed) % 9; bytes > 0; bytes--) {
        number = number << 8 | ol_fuzz_take_byte(feed);
    }
    return number;
}

/* --- files --------------------------------------------------------------- */

static struct ol_test_path folder;

static void remove_folder(void)
{
    ol_test_remove_folder(folder.text);
}

const char *ol_fuzz_folder(void)
{
    if (folder.text[0] == '\0') {
        /* memory is the quickest place for files that live for microseconds */
        if (getenv("TMPDIR") == NULL && access("/dev/shm", W_OK | X_OK) == 0) {
            (void)setenv("TMPDIR", "/dev/shm", 1);
        }
        folder = ol_test_new_folder();
        (void)atexit(remove_folder);
    }
    return folder.text;
}

void ol_fuzz_file_init(struct ol_fuzz_file *file, const char *name)
{
    file->path = ol_test_path("%s/%s", ol_fuzz_folder(), name);
    file->descriptor = open(file->path.text, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file->descriptor < 0) {
        ol_test_die("%s: cannot be made", file->path.text);
    }
}

void ol_fuzz_file_fini(struct ol_fuzz_file *file)
{
    (void)close(file->descriptor);
    (void)unlink(file->path.text);
}

void ol_fuzz_file_write(struct ol_fuzz_file *file, const void *bytes, size_t size)
{
    if (ftruncate(file->descriptor, 0) != 0 ||
        (size > 0 && pwrite(file->descriptor, bytes, size, 0) != (ssize_t)size)) {
        ol_test_die("%s: cannot be written", file->path.text);
    }
}

void ol_fuzz_keep(void *context, const char *text, size_t size)
{
    ol_buf_add_slice(context, (struct ol_slice){(const uint8_t *)text, size});
}
