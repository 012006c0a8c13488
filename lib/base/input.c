/* SPDX-License-Identifier: Apache-2.0 */
/* Opens, maps and reads inputs. To read what somebody has cut off a mapped file raises SIGBUS, as
 * in any program that maps files; the program has to handle that. */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/text.h"

/* Reading ahead would pull in the weights of a file that is larger than this; below it, it saves
 * time. */
#define READ_AHEAD_MAX ((uint64_t)64 * 1024 * 1024)

#define READ_BYTES ((size_t)64 * 1024)

static enum ol_status fail(const struct ol_input *input, const char *what, int error_number,
                           struct ol_buf *error)
{
    ol_text_add_path(error, input->name);
    ol_buf_add(error, ": ");
    ol_buf_add(error, what);
    if (error_number != 0) {
        ol_buf_add(error, ": ");
        ol_buf_add(error, strerror(error_number));
    }
    return ol_buf_is_ok(error) ? OL_ERR_IO : OL_ERR_NOMEM;
}

/* The directory part of a file name: "." for a bare name, "/" for one in the root. */
static enum ol_status keep_directory(struct ol_input *input, const char *filename)
{
    const char *slash = strrchr(filename, '/');
    if (slash == NULL) {
        input->directory = ".";
        return OL_OK;
    }
    size_t size = slash == filename ? 1 : (size_t)(slash - filename);
    ol_buf_add_slice(&input->directory_of, (struct ol_slice){(const uint8_t *)filename, size});
    input->directory = ol_buf_text(&input->directory_of);
    return ol_buf_is_ok(&input->directory_of) ? OL_OK : OL_ERR_NOMEM;
}

static const char *name_of_type(mode_t mode)
{
    if (S_ISDIR(mode)) {
        return "is a directory, not a regular file";
    }
    if (S_ISFIFO(mode)) {
        return "is a pipe, not a regular file";
    }
    return S_ISSOCK(mode) ? "is a socket, not a regular file" : "is a device, not a regular file";
}

/* Maps the regular file that descriptor has open. */
static enum ol_status map(struct ol_input *input, int descriptor, const struct stat *status,
                          struct ol_buf *error)
{
    if (status->st_size < 0 || (uint64_t)status->st_size > SIZE_MAX) {
        return fail(input, "cannot be mapped", EFBIG, error);
    }
    input->is_file = true;
    input->device = status->st_dev;
    input->inode = status->st_ino;
    input->modified = status->st_mtim;
    input->descriptor = descriptor;
    input->size = (uint64_t)status->st_size;
    if (input->size == 0) {
        return OL_OK;
    }
    size_t size = (size_t)input->size;
    void *mapping = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapping == MAP_FAILED) {
        input->size = 0;
        return fail(input, "cannot be mapped", errno, error);
    }
    if (input->size > READ_AHEAD_MAX) {
        (void)madvise(mapping, size,
                      MADV_RANDOM); /* only advice: without it everything works, slower */
    }
    input->mapping = mapping;
    input->bytes = (struct ol_slice){mapping, size};
    return OL_OK;
}

enum ol_status ol_input_open(struct ol_input *input, const char *path, struct ol_buf *error)
{
    *input = (struct ol_input){.name = path, .path = path};
    enum ol_status result = keep_directory(input, path);
    if (result != OL_OK) {
        return result;
    }
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        /* not even opened: its writer, or a device, would notice */
        return fail(input, name_of_type(status.st_mode), 0, error);
    }
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        return fail(input, "cannot be opened", errno, error);
    }
    if (fstat(descriptor, &status) != 0) {
        result = fail(input, "cannot be examined", errno, error);
    } else if (!S_ISREG(status.st_mode)) {
        result = fail(input, name_of_type(status.st_mode), 0, error);
    } else {
        result = map(input, descriptor, &status, error);
    }
    input->is_open = result == OL_OK;
    if (!input->is_open) {
        (void)close(descriptor); /* nothing was written: no error can be lost */
    }
    return result;
}

/* Reads standard input to its end. */
static enum ol_status read_all(struct ol_input *input, struct ol_buf *error)
{
    uint8_t chunk[READ_BYTES];
    for (;;) {
        ssize_t count = read(STDIN_FILENO, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return fail(input, "cannot be read", errno, error);
        }
        if (count == 0) {
            break;
        }
        if ((uint64_t)count > OL_STDIN_BYTES_MAX - input->memory.size) {
            return fail(input, "is too large to be kept in memory: name a file instead", 0, error);
        }
        ol_buf_add_slice(&input->memory, (struct ol_slice){chunk, (size_t)count});
        if (!ol_buf_is_ok(&input->memory)) {
            return OL_ERR_NOMEM;
        }
    }
    input->bytes = ol_buf_slice(&input->memory);
    input->size = input->memory.size;
    return OL_OK;
}

bool ol_input_is_missing(const char *path)
{
    struct stat status;
    return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

enum ol_status ol_input_open_stdin(struct ol_input *input, const char *filename,
                                   struct ol_buf *error)
{
    *input = (struct ol_input){.name = filename != NULL ? filename : "<stdin>"};
    enum ol_status result = filename != NULL ? keep_directory(input, filename) : OL_OK;
    if (result != OL_OK) {
        return result;
    }
    struct stat status;
    if (fstat(STDIN_FILENO, &status) != 0) {
        return fail(input, "cannot be read", errno, error);
    }
    /* a file that somebody read a part of is taken from there, as a pipe would be */
    if (S_ISREG(status.st_mode) && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0) {
        return map(input, STDIN_FILENO, &status, error);
    }
    return read_all(input, error);
}

void ol_input_expect_all(struct ol_slice bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)bytes.data;
    size_t before = begin % page;
    (void)madvise((void *)(begin - before), bytes.size + before,
                  MADV_SEQUENTIAL); /* only advice: without it everything works, slower */
}

void ol_input_init_bytes(struct ol_input *input, const char *name, const char *directory,
                         struct ol_slice bytes)
{
    *input =
        (struct ol_input){.name = name, .directory = directory, .bytes = bytes, .size = bytes.size};
}

bool ol_input_has_changed(const struct ol_input *input)
{
    struct stat status;
    return input->is_file && (fstat(input->descriptor, &status) != 0 || status.st_size < 0 ||
                              (uint64_t)status.st_size != input->size ||
                              status.st_mtim.tv_sec != input->modified.tv_sec ||
                              status.st_mtim.tv_nsec != input->modified.tv_nsec);
}

void ol_input_fini(struct ol_input *input)
{
    if (input->is_open) {
        (void)close(input->descriptor); /* nothing was written: no error can be lost */
    }
    if (input->mapping != NULL) {
        (void)munmap(input->mapping, input->bytes.size); /* fails only for what was never mapped */
    }
    ol_buf_fini(&input->memory);
    ol_buf_fini(&input->directory_of);
    *input = (struct ol_input){0};
}
