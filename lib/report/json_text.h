/* SPDX-License-Identifier: Apache-2.0 */
/* Writes JSON as it comes, in ASCII: nothing of it is kept. The caller sees to it that brackets and
 * keys make sense. */
#ifndef OL_REPORT_JSON_TEXT_H
#define OL_REPORT_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"

/* {.out = buffer} to begin with. */
struct ol_json {
    struct ol_buf *out; /* borrowed */
    bool has_comma_due; /* before the next key or value */
};

/* Opens an object ('{') or an array ('['), and closes it ('}' or ']'). */
void ol_json_open(struct ol_json *json, char bracket);
void ol_json_close(struct ol_json *json, char bracket);

/* A key that needs no escape; its value comes next. */
void ol_json_key(struct ol_json *json, const char *key);

void ol_json_add_u64(struct ol_json *json, uint64_t value); /* INT64_MAX at most: readers' limit */
void ol_json_add_i64(struct ol_json *json, int64_t value);
void ol_json_add_bool(struct ol_json *json, bool value);
void ol_json_add_null(struct ol_json *json);

/* Exactly that text; bytes that are no UTF-8 become U+FFFD. */
void ol_json_add_slice(struct ol_json *json, struct ol_slice text);

/* A text that is shown to people: as it is where it is printable, which those of findings are by
 * contract, else with its controls and broken bytes escaped (ol_text_add_path). */
void ol_json_add_text(struct ol_json *json, const char *text);

/* A file name exactly as it was given, so that a program can open it; one that is no UTF-8 cannot
 * stand in JSON, and is shown as a text. */
void ol_json_add_name(struct ol_json *json, const char *name);

/* ol_json_key and ol_json_add_text, or ol_json_add_u64. */
void ol_json_put_text(struct ol_json *json, const char *key, const char *text);
void ol_json_put_u64(struct ol_json *json, const char *key, uint64_t value);

#endif
