/* SPDX-License-Identifier: Apache-2.0 */
/* Where the output goes: standard output, or a file that is replaced when all of it was written. */
#ifndef OL_CLI_SINK_H
#define OL_CLI_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "discover.h"

struct ol_sink {
    FILE *stream; /* to the descriptor */
    int descriptor;
    const char *name; /* for messages; NULL: standard output */
    char *target;     /* the file to replace; NULL: the stream writes to the place itself */
    char *temporary;  /* what is written until then */
    bool has_place;   /* whether device and inode say where the stream or the report goes */
    dev_t device;
    ino_t inode;
    int error;      /* errno of the first write that failed; 0: none did */
    uint64_t bytes; /* written so far, and the line breaks in them */
    uint64_t lines;
};

/* Opens the file, or standard output where path is NULL; false with a message where that fails. */
bool ol_sink_open(struct ol_sink *sink, const char *path);

/* Whether both would replace the same file, or write to the same pipe or device, under whatever
 * names; only /dev/null takes any number of reports. */
bool ol_sink_is_same(const struct ol_sink *sink, const struct ol_sink *other);

/* Ends the output as if nothing had been opened: a file is left as it was. */
void ol_sink_discard(struct ol_sink *sink);

/* Whether a write would reach one of the inputs, under whatever name. */
bool ol_sink_is_input(const char *path, const struct ol_inputs *inputs);

/* Whether nothing is lost when the file is replaced: there is none, it is empty, or it holds a
 * report of ours. Every other file may be what a model needs, such as its external data. */
bool ol_sink_is_replaceable(const char *path, const struct ol_linter *linter);

/* An ol_write_fn whose context is the sink. Nothing more is written after a failure. */
void ol_sink_write(void *context, const char *text, size_t size);

/* Makes a write fail for want of memory: what was written so far is no report. */
void ol_sink_fail(struct ol_sink *sink);

/* Hands on what is buffered. */
void ol_sink_flush(struct ol_sink *sink);

/* Ends the output; false with a message where any of it was not written, and then a file is left as
 * it was. A reader that closed the pipe is no news, so there is no message. */
bool ol_sink_close(struct ol_sink *sink);

#endif
