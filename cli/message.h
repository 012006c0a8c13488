/* SPDX-License-Identifier: Apache-2.0 */
/* What the program says about itself, on standard error: one line each. */
#ifndef OL_CLI_MESSAGE_H
#define OL_CLI_MESSAGE_H

#include <stddef.h>
#include <stdio.h>

/* Exit statuses, the agreed ones. */
enum ol_exit {
    OL_EXIT_CLEAN = 0,    /* nothing at or above the failing severity */
    OL_EXIT_FINDINGS = 1, /* something was found */
    OL_EXIT_USAGE = 2,    /* wrong usage or configuration */
    OL_EXIT_TROUBLE = 3   /* an input could not be read, or the program failed */
};

/* Prints "onnx-lint: error: " and the formatted text with a line break. A %s of the format is text
 * of ours; what the user or the system gave is put in with ol_message_begin and its fellows. */
__attribute__((format(printf, 1, 2))) void ol_message_error(const char *format, ...);

/* A message in parts: begin, any of the others, end. */
void ol_message_begin(void);
void ol_message_begin_at(const char *file, unsigned line, unsigned column); /* of a configuration */
void ol_message_add(const char *text);
void ol_message_add_quoted(const char *text); /* in single quotes, safe to print */
void ol_message_add_path(const char *path);   /* as findings show it, safe to print */
void ol_message_end(void);

/* An ol_write_fn to a FILE; errors are the stream's. */
void ol_message_write(void *stream, const char *text, size_t size);

#endif
