/* SPDX-License-Identifier: Apache-2.0 */
/* Reads JSON token by token, for files that we wrote ourselves and others may have changed: objects
 * of texts, numbers and such objects, nothing else. The first fault is told with its place, and
 * ends the reading. */
#ifndef OL_POLICY_JSON_READER_H
#define OL_POLICY_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "base/status.h"

struct ol_json_reader {
    const char *path; /* of the file, for errors */
    struct ol_slice text;
    size_t at;             /* bytes read */
    struct ol_buf *errors; /* takes one line */
    enum ol_status status;
    struct ol_buf string; /* the text that was read last */
};

void ol_json_reader_init(struct ol_json_reader *json, const char *path, struct ol_slice text,
                         struct ol_buf *errors);
void ol_json_reader_fini(struct ol_json_reader *json);

/* Whether all that is left is white space. */
bool ol_json_reader_is_end(struct ol_json_reader *json);

/* Passes over white space; then, whether the next byte is that one, which is taken. */
bool ol_json_reader_takes(struct ol_json_reader *json, char c);

/* The same where nothing else may stand: a fault. */
bool ol_json_reader_wants(struct ol_json_reader *json, char c);

/* Goes to the next member of an object whose brace was taken, up to its value: the key is in
 * string. false behind the last one, and after a fault. is_first: no member was read yet. */
bool ol_json_reader_member(struct ol_json_reader *json, bool is_first);

/* Reads a text into string: UTF-8 without control characters. false after a fault. */
bool ol_json_reader_string(struct ol_json_reader *json);

/* Reads a whole number from 1 to max. */
bool ol_json_reader_number(struct ol_json_reader *json, uint64_t max, uint64_t *number);

/* Begins the line of a fault at a byte, to be ended with a line break; false where one was told. */
bool ol_json_reader_refuse(struct ol_json_reader *json, size_t at);

/* Tells a fault at a byte. */
void ol_json_reader_fail(struct ol_json_reader *json, size_t at, const char *what);

#endif
