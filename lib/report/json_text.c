/* SPDX-License-Identifier: Apache-2.0 */
/* JSON in one pass. */
#include "report/json_text.h"

#include <string.h>

#include "base/text.h"

/* Where a value or a key begins. */
static void begin_item(struct ol_json *json)
{
    if (json->has_comma_due) {
        ol_buf_add_char(json->out, ',');
    }
    json->has_comma_due = true;
}

void ol_json_open(struct ol_json *json, char bracket)
{
    begin_item(json);
    ol_buf_add_char(json->out, bracket);
    json->has_comma_due = false;
}

void ol_json_close(struct ol_json *json, char bracket)
{
    ol_buf_add_char(json->out, bracket);
    json->has_comma_due = true;
}

void ol_json_key(struct ol_json *json, const char *key)
{
    begin_item(json);
    ol_buf_add_char(json->out, '"');
    ol_buf_add(json->out, key);
    ol_buf_add(json->out, "\":");
    json->has_comma_due = false;
}

void ol_json_add_u64(struct ol_json *json, uint64_t value)
{
    begin_item(json);
    ol_buf_add_u64(json->out, value < INT64_MAX ? value : INT64_MAX);
}

void ol_json_add_i64(struct ol_json *json, int64_t value)
{
    begin_item(json);
    ol_buf_add_i64(json->out, value);
}

void ol_json_add_bool(struct ol_json *json, bool value)
{
    begin_item(json);
    ol_buf_add(json->out, value ? "true" : "false");
}

void ol_json_add_null(struct ol_json *json)
{
    begin_item(json);
    ol_buf_add(json->out, "null");
}

/* Whether the sign at that place stands for itself. The second of "##" does not: CI systems take
 * what follows it for a command wherever it is. */
static bool is_plain(struct ol_slice text, size_t at)
{
    uint8_t byte = text.data[at];
    bool is_second = byte == '#' && at > 0 && text.data[at - 1] == '#';
    return byte >= ' ' && byte < 0x7F && byte != '"' && byte != '\\' && !is_second;
}

static void escape(struct ol_buf *out, uint32_t code_point)
{
    static const char letters[] = "btnvfr"; /* of the codes from 8 on; there is no \v in JSON */
    if (code_point == '"' || code_point == '\\') {
        ol_buf_add_char(out, '\\');
        ol_buf_add_char(out, (char)code_point);
    } else if (code_point >= '\b' && code_point <= '\r' && code_point != '\v') {
        ol_buf_add_char(out, '\\');
        ol_buf_add_char(out, letters[code_point - '\b']);
    } else if (code_point > 0xFFFF) {
        uint32_t rest = code_point - 0x10000;
        ol_buf_addf(out, "\\u%04X\\u%04X", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
    } else {
        ol_buf_addf(out, "\\u%04X", code_point);
    }
}

void ol_json_add_slice(struct ol_json *json, struct ol_slice text)
{
    begin_item(json);
    ol_buf_add_char(json->out, '"');
    for (size_t at = 0; at < text.size;) {
        size_t end = at;
        while (end < text.size && is_plain(text, end)) {
            end++;
        }
        if (end > at) {
            ol_buf_add_slice(json->out, (struct ol_slice){text.data + at, end - at});
            at = end;
        } else {
            uint32_t code_point = 0;
            size_t length =
                ol_utf8_length((struct ol_slice){text.data + at, text.size - at}, &code_point);
            escape(json->out, length > 0 ? code_point : 0xFFFD);
            at += length > 0 ? length : 1;
        }
    }
    ol_buf_add_char(json->out, '"');
}

void ol_json_add_text(struct ol_json *json, const char *text)
{
    struct ol_buf safe;
    ol_buf_init(&safe);
    ol_text_add_message(&safe, text);
    if (ol_buf_is_ok(&safe)) {
        ol_json_add_slice(json, ol_buf_slice(&safe));
    } else {
        json->out->failed = true;
    }
    ol_buf_fini(&safe);
}

void ol_json_add_name(struct ol_json *json, const char *name)
{
    struct ol_slice text = ol_slice_from_text(name);
    if (ol_utf8_valid_length(text) == text.size) {
        ol_json_add_slice(json, text);
    } else {
        ol_json_add_text(json, name);
    }
}

void ol_json_put_text(struct ol_json *json, const char *key, const char *text)
{
    ol_json_key(json, key);
    ol_json_add_text(json, text);
}

void ol_json_put_u64(struct ol_json *json, const char *key, uint64_t value)
{
    ol_json_key(json, key);
    ol_json_add_u64(json, value);
}
