/* SPDX-License-Identifier: Apache-2.0 */
/* The assembler of example bytes: one pass, recursive over groups. */
#include "example/hexasm.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct reader {
    const char *text;
    const char *at;
    struct ol_hexasm *out;
    unsigned depth;
    unsigned number;  /* of the repetition that is being made, counted from 0 */
    bool is_numbered; /* a text of the innermost repetition has it in it */
    bool is_again;    /* what is read was read before: its marks are known */
    bool is_out_of_memory;
};

/* Notes what is wrong, at the place where the reader stands. */
__attribute__((format(printf, 2, 3))) static bool fail(struct reader *reader, const char *format,
                                                       ...)
{
    struct ol_hexasm *out = reader->out;
    const char *line_start = reader->text;
    out->line = 1;
    for (const char *c = reader->text; c < reader->at; c++) {
        if (*c == '\n') {
            out->line++;
            line_start = c + 1;
        }
    }
    out->column = (unsigned)(reader->at - line_start) + 1;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(out->error, sizeof out->error, format, args);
    va_end(args);
    return false;
}

static bool fail_for_memory(struct reader *reader)
{
    reader->is_out_of_memory = true;
    return false;
}

/* Makes room for size bytes more. */
static bool reserve(struct reader *reader, size_t size)
{
    struct ol_buf *buf = &reader->out->buf;
    if (size > OL_HEXASM_BYTES_MAX - buf->size) {
        return fail(reader, "more than %zu bytes", OL_HEXASM_BYTES_MAX);
    }
    return ol_buf_reserve(buf, size) || fail_for_memory(reader);
}

static bool add_byte(struct reader *reader, unsigned byte)
{
    if (!reserve(reader, 1)) {
        return false;
    }
    ol_buf_add_char(&reader->out->buf, (char)byte);
    return true;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c == '\0' ? NULL : strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
    return found == NULL ? -1 : (int)(found - digits);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Two hex digits at the reader. */
static bool read_hex(struct reader *reader)
{
    int high = hex_digit(reader->at[0]);
    int low = high < 0 ? -1 : hex_digit(reader->at[1]);
    if (low < 0) {
        return fail(reader, strncmp(reader->at, "...", 3) == 0
                                ? "a payload is cut here; dump the file with full payloads"
                                : "want two hex digits");
    }
    if (!add_byte(reader, (unsigned)(high * 16 + low))) {
        return false;
    }
    reader->at += 2;
    return true;
}

/* The number of the repetition, in five digits. */
static bool read_number(struct reader *reader)
{
    bool is_added = true;
    for (unsigned unit = 10000; unit > 0 && is_added; unit /= 10) {
        is_added = add_byte(reader, '0' + reader->number / unit % 10);
    }
    reader->at += 2;
    reader->is_numbered = true;
    return is_added;
}

static bool read_escape(struct reader *reader)
{
    static const char escapes[] = "nrt\"\\";
    static const char meanings[] = "\n\r\t\"\\";
    char c = reader->at[1];
    if (c == 'x') {
        reader->at += 2;
        return read_hex(reader);
    }
    if (c == '#') {
        return read_number(reader);
    }
    const char *found = c == '\0' ? NULL : strchr(escapes, c);
    if (found == NULL) {
        return fail(reader, "unknown escape: want \\xHH, \\n, \\r, \\t, \\#, \\\" or \\\\");
    }
    reader->at += 2;
    return add_byte(reader, (unsigned char)meanings[found - escapes]);
}

static bool read_text(struct reader *reader)
{
    reader->at++;
    while (*reader->at != '"') {
        if (*reader->at == '\0' || *reader->at == '\n') {
            return fail(reader, "the text has no closing quote on its line");
        }
        bool added;
        if (*reader->at == '\\') {
            added = read_escape(reader);
        } else {
            added = add_byte(reader, (unsigned char)*reader->at++);
        }
        if (!added) {
            return false;
        }
    }
    reader->at++;
    return true;
}

static bool add_mark(struct reader *reader, const char *name, size_t length)
{
    struct ol_hexasm *out = reader->out;
    struct ol_hexasm_mark mark = {.offset = out->buf.size};
    memcpy(mark.name, name, length);
    uint64_t other;
    if (ol_hexasm_find_mark(out, mark.name, &other)) {
        return fail(reader, "mark '%s' stands twice", mark.name);
    }
    if (out->mark_count == OL_HEXASM_MARKS_MAX) {
        return fail(reader, "more than %d marks", OL_HEXASM_MARKS_MAX);
    }
    struct ol_hexasm_mark *added = ol_vector_add(&out->list, sizeof *added);
    if (added == NULL) {
        return fail_for_memory(reader);
    }
    *added = mark;
    out->marks = out->list.items;
    out->mark_count = out->list.count;
    return true;
}

static bool read_mark(struct reader *reader)
{
    const char *name = reader->at + 1;
    size_t length =
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (length == 0 || length > OL_HEXASM_NAME_MAX) {
        return fail(reader, "want a name of at most %d letters, digits, '_' and '-'",
                    OL_HEXASM_NAME_MAX);
    }
    if (!reader->is_again && !add_mark(reader, name, length)) {
        return false;
    }
    reader->at += 1 + length;
    return true;
}

static bool read_items(struct reader *reader, const char *open);

/* Puts the length of what was added since start before it. */
static bool insert_length(struct reader *reader, size_t start, size_t first_mark)
{
    struct ol_buf *buf = &reader->out->buf;
    uint8_t varint[10];
    size_t length = 0;
    for (size_t rest = buf->size - start; length == 0 || rest > 0; rest >>= 7) {
        varint[length++] = (uint8_t)((rest & 0x7F) | (rest > 0x7F ? 0x80 : 0));
    }
    if (!reserve(reader, length)) {
        return false;
    }
    size_t inside = buf->size - start;
    ol_buf_add_slice(buf, (struct ol_slice){varint, length});
    memmove(buf->text + start + length, buf->text + start, inside);
    memcpy(buf->text + start, varint, length);
    struct ol_hexasm_mark *marks = reader->out->list.items;
    for (size_t i = first_mark; i < reader->out->mark_count; i++) {
        marks[i].offset += length;
    }
    return true;
}

static bool read_group(struct reader *reader)
{
    size_t start = reader->out->buf.size;
    size_t first_mark = reader->out->mark_count;
    if (++reader->depth > OL_HEXASM_DEPTH_MAX) {
        return fail(reader, "groups nest deeper than %d", OL_HEXASM_DEPTH_MAX);
    }
    const char *open = reader->at++;
    if (!read_items(reader, open)) {
        return false;
    }
    reader->depth--;
    return insert_length(reader, start, first_mark);
}

static bool read_value(struct reader *reader)
{
    if (*reader->at == '"') {
        return read_text(reader);
    }
    return *reader->at == '{' ? read_group(reader) : read_hex(reader);
}

/* The second and further times of a repetition that is not the same each time. */
static bool read_again(struct reader *reader, const char *value, size_t count)
{
    bool was_again = reader->is_again;
    reader->is_again = true;
    for (size_t i = 1; i < count; i++) {
        reader->at = value;
        reader->number = (unsigned)i;
        if (!read_value(reader)) {
            return false;
        }
    }
    reader->is_again = was_again;
    return true;
}

/* The same for one that is. */
static bool copy_again(struct reader *reader, size_t start, size_t count)
{
    struct ol_buf *buf = &reader->out->buf;
    size_t size = buf->size - start;
    if (!reserve(reader, size * (count - 1))) {
        return false;
    }
    for (size_t i = 1; i < count; i++) {
        ol_buf_add_slice(buf, (struct ol_slice){(const uint8_t *)buf->text + start, size});
    }
    return true;
}

/* What stands behind "COUNT*", begun at begin, that many times. */
static bool repeat(struct reader *reader, const char *begin, size_t count)
{
    const char *value = reader->at;
    size_t start = reader->out->buf.size;
    if (!read_value(reader)) {
        return false;
    }
    size_t size = reader->out->buf.size - start;
    if (count == 0 || (size > 0 && count > OL_HEXASM_BYTES_MAX / size)) {
        reader->at = begin;
        return fail(reader, "want a repetition of at least 1 that makes at most %zu bytes",
                    OL_HEXASM_BYTES_MAX);
    }
    if (size == 0) {
        return true;
    }
    return reader->is_numbered ? read_again(reader, value, count)
                               : copy_again(reader, start, count);
}

static bool read_repetition(struct reader *reader, size_t digits)
{
    size_t count = 0;
    for (size_t i = 0; i < digits; i++) {
        count = count > OL_HEXASM_BYTES_MAX ? count : count * 10 + (size_t)(reader->at[i] - '0');
    }
    const char *begin = reader->at;
    unsigned outer_number = reader->number;
    bool is_outer_numbered = reader->is_numbered;
    reader->at += digits + 1;
    reader->number = 0;
    reader->is_numbered = false;
    bool is_read = repeat(reader, begin, count);
    reader->number = outer_number;
    reader->is_numbered = is_outer_numbered;
    return is_read;
}

static bool read_item(struct reader *reader)
{
    if (*reader->at == '@') {
        return read_mark(reader);
    }
    size_t digits = 0;
    while (is_digit(reader->at[digits])) {
        digits++;
    }
    if (digits > 0 && reader->at[digits] == '*') {
        return read_repetition(reader, digits);
    }
    return read_value(reader);
}

/* By hand: under the address sanitizer strspn and its like measure the rest of the text each time.
 */
static void skip_blanks(struct reader *reader)
{
    while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\r' ||
           *reader->at == '\n') {
        reader->at++;
    }
}

static void skip_comment(struct reader *reader)
{
    while (*reader->at != '\0' && *reader->at != '\n') {
        reader->at++;
    }
}

/* Reads up to the brace that closes the one at open, or (NULL) to the end of the text. */
static bool read_items(struct reader *reader, const char *open)
{
    for (;;) {
        skip_blanks(reader);
        if (*reader->at == '#') {
            skip_comment(reader);
        } else if (*reader->at == '\0') {
            reader->at = open != NULL ? open : reader->at;
            return open == NULL || fail(reader, "the group is not closed");
        } else if (*reader->at == '}') {
            if (open == NULL) {
                return fail(reader, "'}' without '{'");
            }
            reader->at++;
            return true;
        } else if (!read_item(reader)) {
            return false;
        } else if (strchr(" \t\r\n}#", *reader->at) == NULL) {
            return fail(reader, "want a blank between two items");
        }
    }
}

enum ol_status ol_hexasm_init(struct ol_hexasm *out, const char *text)
{
    *out = (struct ol_hexasm){0};
    ol_buf_init(&out->buf);
    struct reader reader = {.text = text, .at = text, .out = out};
    bool is_read = reserve(&reader, 1) && read_items(&reader, NULL);
    if (!is_read) {
        return reader.is_out_of_memory ? OL_ERR_NOMEM : OL_ERR_RULE;
    }
    out->bytes = (uint8_t *)out->buf.text;
    out->size = out->buf.size;
    return OL_OK;
}

void ol_hexasm_fini(struct ol_hexasm *out)
{
    ol_buf_fini(&out->buf);
    ol_vector_fini(&out->list);
    *out = (struct ol_hexasm){0};
}

bool ol_hexasm_find_mark(const struct ol_hexasm *out, const char *name, uint64_t *offset)
{
    for (size_t i = 0; i < out->mark_count; i++) {
        if (strcmp(out->marks[i].name, name) == 0) {
            *offset = out->marks[i].offset;
            return true;
        }
    }
    return false;
}
