/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of one input, mapped read-only (or kept in memory, from a pipe), and what is known of
 * where they came from. An input that cannot be read is a failure with a text for people, never a
 * finding. */
#ifndef OL_BASE_INPUT_H
#define OL_BASE_INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "base/buf.h"
#include "base/slice.h"
#include "base/status.h"

/* All pointers are borrowed from the input (directory, bytes) or from whoever opened it (name,
 * path). */
struct ol_input {
    const char *name;      /* as shown: the path as given, or what standard input is called */
    const char *path;      /* what was opened; NULL for standard input and for bytes in memory */
    const char *directory; /* what external data is resolved against; NULL where nothing says it */
    struct ol_slice bytes;
    uint64_t size; /* of bytes */
    bool is_file;  /* device and inode are those of a regular file */
    dev_t device;
    ino_t inode;
    struct timespec modified; /* of a regular file, when it was opened */
    int descriptor;           /* own use, of a regular file: for ol_input_has_changed */
    bool is_open;             /* own use: descriptor is to be closed */
    void *mapping;            /* own use: what is to be unmapped; NULL where bytes are not mapped */
    struct ol_buf memory;     /* own use: bytes that were read */
    struct ol_buf directory_of; /* own use: the text of directory */
};

/* Opens a regular file: never waits for a fifo or a device, whatever the path names. The directory
 * is the part of path before its last slash, "." where there is none; links are not resolved. On
 * OL_ERR_IO error holds "PATH: what: why" without a final newline. In each case ol_input_fini may
 * be called. */
enum ol_status ol_input_open(struct ol_input *input, const char *path,
                             struct ol_buf *error) OL_NODISCARD;

/* Whether there is nothing of that name, a file or a folder: not whether it can be read. */
bool ol_input_is_missing(const char *path);

/* Takes standard input: maps it where it is a regular file at its start, else reads all of it, up
 * to OL_STDIN_BYTES_MAX. filename is what it is called, and its directory that of external data;
 * NULL: it is called
 * "<stdin>" and has no directory. */
enum ol_status ol_input_open_stdin(struct ol_input *input, const char *filename,
                                   struct ol_buf *error) OL_NODISCARD;

/* Bytes that the caller keeps, under a name. directory may be NULL. */
void ol_input_init_bytes(struct ol_input *input, const char *name, const char *directory,
                         struct ol_slice bytes);

/* Tells the system that all of these bytes of an input are to be read, one behind the other. Of a
 * large file it would fetch them page by page, as they are looked at. */
void ol_input_expect_all(struct ol_slice bytes);

/* Whether the file that was opened has another size, or was written to, since: then some of what
 * was read of it may be of before and some of after. One that was replaced by another of its name
 * has not changed: what was opened stays what it is. False where the bytes are in memory. */
bool ol_input_has_changed(const struct ol_input *input);

/* Gives the bytes back. An input of zeros is allowed. */
void ol_input_fini(struct ol_input *input);

#endif
