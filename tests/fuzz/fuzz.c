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

/* Inputs, on the average, of which one gets all checks that take turns. */
#define ALL_TURNS_ONE_OF 32

static bool is_close;

void ol_fuzz_look_closely(void)
{
    is_close = true;
}

static bool is_one_of(uint64_t number, unsigned one_of)
{
    unsigned divisor = is_close ? one_of / CLOSER : one_of;
    return divisor <= 1 || number % divisor == 0;
}

bool ol_fuzz_is_chosen(const uint8_t *data, size_t size, unsigned one_of)
{
    uint64_t hash = ol_fuzz_hash(OL_FUZZ_HASH, data, size);
    return is_one_of(hash ^ hash >> 32, one_of);
}

bool ol_fuzz_has_turn(const uint8_t *data, size_t size, unsigned which, unsigned count)
{
    /* mixed, so that inputs that are chosen get each of their turns as well as others do */
    uint64_t hash = ol_fuzz_hash(OL_FUZZ_HASH, data, size) * UINT64_C(0x9E3779B97F4A7C15);
    return is_close || (hash >> 40) % count == which || (hash >> 20) % ALL_TURNS_ONE_OF == 0;
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
    file->size = 0;
}

void ol_fuzz_file_fini(struct ol_fuzz_file *file)
{
    (void)close(file->descriptor);
    (void)unlink(file->path.text);
}

void ol_fuzz_file_write(struct ol_fuzz_file *file, const void *bytes, size_t size)
{
    /* only what is too much is cut: to take and give back its memory costs more than to write */
    if ((size > 0 && pwrite(file->descriptor, bytes, size, 0) != (ssize_t)size) ||
        (size < file->size && ftruncate(file->descriptor, (off_t)size) != 0)) {
        ol_test_die("%s: cannot be written", file->path.text);
    }
    file->size = size;
}

void ol_fuzz_keep(void *context, const char *text, size_t size)
{
    ol_buf_add_slice(context, (struct ol_slice){(const uint8_t *)text, size});
}
