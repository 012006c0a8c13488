/* SPDX-License-Identifier: Apache-2.0 */
/* Finds and opens a file that an untrusted file names, beneath one directory and nowhere else.
 * Links are read as text and followed by us, never by the kernel: where they lead is known before
 * anything there is opened, and the magic links of /proc lead nowhere. Only a regular file is ever
 * opened for reading. */
#ifndef OL_BASE_BENEATH_H
#define OL_BASE_BENEATH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/slice.h"
#include "base/status.h"

/* Where paths start. The texts are borrowed. */
struct ol_beneath_base {
    const char *
        directory; /* links in it are followed: the user named it; NULL: nothing says which it is */
    const char *
        origin; /* the file in that directory that names the paths, without directory; NULL: none */
    bool is_portable; /* not with openat2, even where there is one; for tests */
};

enum ol_beneath_kind {
    OL_BENEATH_FILE,    /* a regular file, inside */
    OL_BENEATH_REFUSED, /* an empty or absolute path, one with a ".." component or a NUL: not looked
                           at */
    OL_BENEATH_MISSING, /* nothing has that name */
    OL_BENEATH_DANGLING,   /* a link on the way leads, inside, to nothing */
    OL_BENEATH_LOOP,       /* links lead to each other */
    OL_BENEATH_BLOCKED,    /* something on the way, or before a slash at the end, is no directory */
    OL_BENEATH_TOO_LONG,   /* the path or a name in it is longer than the system takes */
    OL_BENEATH_DIRECTORY,  /* the path leads to a directory */
    OL_BENEATH_PIPE,       /* ... a named pipe */
    OL_BENEATH_SOCKET,     /* ... a socket */
    OL_BENEATH_DEVICE,     /* ... a device */
    OL_BENEATH_LINK_OUT,   /* the last component is a link that points outside, and ends there */
    OL_BENEATH_PARENT_OUT, /* an earlier component is one */
    OL_BENEATH_OUTSIDE,    /* a component is a link that points inside, and a link behind it leads
                              outside */
    OL_BENEATH_NO_BASE,    /* there is no directory to start from */
    OL_BENEATH_TOO_MANY,   /* more files are named than are looked at; for callers with such a limit
                            */
    OL_BENEATH_DENIED,     /* no permission to look */
    OL_BENEATH_FAILED      /* the system could not tell */
};

/* What a path leads to. */
struct ol_beneath {
    enum ol_beneath_kind kind;
    bool is_link;          /* FILE: the last component is a link */
    bool is_beside_origin; /* FILE: it lies outside, yet in the directory where the origin, a link
                            * too, ends: the layout of the Hugging Face cache */
    uint64_t size;         /* FILE: bytes */
    uint64_t link_count;   /* FILE: hard links */
    dev_t device;          /* FILE */
    ino_t inode;           /* FILE */
};

/* Whether the path, by its text, can only lead to a directory: it ends in a slash or a "."
 * component. */
bool ol_beneath_wants_folder(struct ol_slice path);

/* Finds out what the path leads to, without opening it for reading. "." components and superfluous
 * slashes are stepped over. Uses no memory but the stack. */
void ol_beneath_look(const struct ol_beneath_base *base, struct ol_slice path,
                     struct ol_beneath *found);

/* Why nobody can say what the path leads to, in words for people; NULL where it is known. */
const char *ol_beneath_unknown(enum ol_beneath_kind kind);

/* Opens for reading the regular file that ol_beneath_look found, and makes sure that it is the same
 * one. The caller closes the descriptor. OL_ERR_IO where it cannot be read, or is another one by
 * now. */
enum ol_status ol_beneath_open(const struct ol_beneath_base *base, struct ol_slice path,
                               const struct ol_beneath *found, int *descriptor) OL_NODISCARD;

#endif
