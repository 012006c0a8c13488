/* SPDX-License-Identifier: Apache-2.0 */
/* A reader of simple JSON. */
#include "policy/json_reader.h"

#include <string.h>

#include "base/text.h"
#include "rule/yaml_tree.h"

void ol_json_reader_init(struct ol_json_reader *json, const char *path, struct ol_slice text,
                         struct ol_buf *errors)
{
    *json = (struct ol_json_reader){.path = path, .text = text, .errors = errors};
    ol_buf_init(&json->string);
}

void ol_json_reader_fini(struct ol_json_reader *json)
{
    ol_buf_fini(&json->string);
}

/* --- faults -------------------------------------------------------------- */

/* The line of a byte, and its column in characters. */
static struct ol_mark mark_of(const struct ol_json_reader *json, size_t at)
{
    struct ol_mark mark = {1, 1};
    for (size_t i = 0; i < at && i < json->text.size; i++) {
        uint8_t c = json->text.data[i];
        if (c == '\n') {
            mark.line++;
            mark.column = 1;
        } else if ((c & 0xC0) != 0x80) {
            mark.column++;
        }
    }
    return mark;
}

bool ol_json_reader_refuse(struct ol_json_reader *json, size_t at)
{
    if (json->status != OL_OK) {
        return false;
    }
    json->status = OL_ERR_RULE;
    ol_yaml_begin_error(json->errors, json->path, mark_of(json, at));
    return true;
}

void ol_json_reader_fail(struct ol_json_reader *json, size_t at, const char *what)
{
    if (ol_json_reader_refuse(json, at)) {
        ol_buf_add(json->errors, what);
        ol_buf_add_char(json->errors, '\n');
    }
}

/* --- tokens -------------------------------------------------------------- */

static void skip_space(struct ol_json_reader *json)
{
    while (json->at < json->text.size && memchr(" \t\r\n", json->text.data[json->at], 4) != NULL) {
        json->at++;
    }
}

/* The next byte, or -1 at the end. */
static int peek(const struct ol_json_reader *json)
{
    return json->at < json->text.size ? json->text.data[json->at] : -1;
}

bool ol_json_reader_is_end(struct ol_json_reader *json)
{
    skip_space(json);
    return json->at == json->text.size;
}

bool ol_json_reader_takes(struct ol_json_reader *json, char c)
{
    skip_space(json);
    bool is_there = peek(json) == (uint8_t)c;
    json->at += is_there;
    return is_there;
}

bool ol_json_reader_wants(struct ol_json_reader *json, char c)
{
    if (json->status != OL_OK || ol_json_reader_takes(json, c)) {
        return json->status == OL_OK;
    }
    if (ol_json_reader_refuse(json, json->at)) {
        ol_buf_addf(json->errors, "'%c' is missing here\n", c);
    }
    return false;
}

bool ol_json_reader_member(struct ol_json_reader *json, bool is_first)
{
    if (json->status != OL_OK || ol_json_reader_takes(json, '}')) {
        return false;
    }
    return (is_first || ol_json_reader_wants(json, ',')) && ol_json_reader_string(json) &&
           ol_json_reader_wants(json, ':');
}

static bool read_hex(struct ol_json_reader *json, uint32_t *number)
{
    *number = 0;
    for (size_t i = 0; i < 4; i++) {
        int c = peek(json);
        int digit = -1;
        if (c >= '0' && c <= '9') {
            digit = c - '0';
        } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
            digit = (c | 0x20) - 'a' + 10;
        }
        if (digit < 0) {
            return false;
        }
        *number = *number << 4 | (uint32_t)digit;
        json->at++;
    }
    return true;
}

/* The code point behind \u, of which two stand for one past U+FFFF; 0 where there is none. */
static uint32_t read_code_point(struct ol_json_reader *json)
{
    uint32_t high;
    uint32_t low;
    if (!read_hex(json, &high)) {
        return 0;
    }
    if (high < 0xD800 || high > 0xDFFF) {
        return high;
    }
    bool has_low = high < 0xDC00 && json->text.size - json->at >= 2 &&
                   memcmp(json->text.data + json->at, "\\u", 2) == 0;
    json->at += has_low ? 2 : 0;
    if (!has_low || !read_hex(json, &low) || low < 0xDC00 || low > 0xDFFF) {
        return 0;
    }
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

static void add_code_point(struct ol_buf *out, uint32_t code)
{
    if (code < 0x80) {
        ol_buf_add_char(out, (char)code);
        return;
    }
    unsigned rest = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint8_t marks[] = {0, 0xC0, 0xE0, 0xF0};
    ol_buf_add_char(out, (char)(marks[rest] | code >> 6 * rest));
    while (rest > 0) {
        rest--;
        ol_buf_add_char(out, (char)(0x80 | (code >> 6 * rest & 0x3F)));
    }
}

/* Reads what stands behind a backslash; false where that is none. */
static bool read_escape(struct ol_json_reader *json)
{
    static const char names[] = "\"\\/bfnrt";
    static const char codes[] = "\"\\/\b\f\n\r\t";
    int c = peek(json);
    uint32_t code = 0;
    const char *place = c > 0 ? strchr(names, c) : NULL;
    if (c >= 0) {
        json->at++;
    }
    if (place != NULL) {
        code = (uint8_t)codes[place - names];
    } else if (c == 'u') {
        code = read_code_point(json);
    }
    if (code != 0) {
        add_code_point(&json->string, code);
    }
    return code != 0;
}

/* Adds the bytes up to the next quote or backslash, which is returned; -1 where there is none. */
static int read_plain(struct ol_json_reader *json)
{
    size_t begin = json->at;
    while (json->at < json->text.size && json->text.data[json->at] != '"' &&
           json->text.data[json->at] != '\\' && json->text.data[json->at] >= 0x20) {
        json->at++;
    }
    ol_buf_add_slice(&json->string, (struct ol_slice){json->text.data + begin, json->at - begin});
    int c = peek(json);
    json->at += c == '"' || c == '\\';
    return c == '"' || c == '\\' ? c : -1;
}

bool ol_json_reader_string(struct ol_json_reader *json)
{
    ol_buf_clear(&json->string);
    if (!ol_json_reader_wants(json, '"')) {
        return false;
    }
    size_t begin = json->at - 1;
    int end = read_plain(json);
    while (end == '\\') {
        size_t place = json->at - 1;
        if (!read_escape(json)) {
            ol_json_reader_fail(json, place, "no such escape in a text");
            return false;
        }
        end = read_plain(json);
    }
    if (end < 0) {
        ol_json_reader_fail(json, begin, "the text does not end on its line");
        return false;
    }
    struct ol_slice text = ol_buf_slice(&json->string);
    if (!ol_buf_is_ok(&json->string)) {
        json->status = OL_ERR_NOMEM;
    } else if (ol_utf8_valid_length(text) != text.size) {
        ol_json_reader_fail(json, begin, "the text is no UTF-8");
    }
    return json->status == OL_OK;
}

bool ol_json_reader_number(struct ol_json_reader *json, uint64_t max, uint64_t *number)
{
    if (json->status != OL_OK) {
        return false;
    }
    skip_space(json);
    size_t begin = json->at;
    uint64_t value = 0;
    for (int c = peek(json); c >= '0' && c <= '9' && value <= max; c = peek(json)) {
        value = value * 10 + (uint64_t)(c - '0'); /* max is far from the largest number */
        json->at++;
    }
    if (value == 0 || value > max || json->text.data[begin] == '0') {
        if (ol_json_reader_refuse(json, begin)) {
            ol_buf_add(json->errors, "wanted: a whole number from 1 to ");
            ol_buf_add_u64(json->errors, max);
            ol_buf_add_char(json->errors, '\n');
        }
        return false;
    }
    *number = value;
    return true;
}
