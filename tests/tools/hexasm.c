/* SPDX-License-Identifier: Apache-2.0 */
/* The assembler of test bytes: one pass, recursive over groups. */
#include "tools/hexasm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *text;
    const char *at;
    struct ol_hexasm *out;
    unsigned depth;
    unsigned number;  /* of the repetition that is being made, counted from 0 */
    bool is_numbered; /* a text has it in it */
};

/* Notes what is wrong, at the place where the reader stands. */
__attribute__((format(printf, 2, 3))) static bool fail(struct reader *reader, const char *format,
                                                       ...)
{
    unsigned line = 1;
    const char *line_start = reader->text;
    for (const char *c = reader->text; c < reader->at; c++) {
        if (*c == '\n') {
            line++;
            line_start = c + 1;
        }
    }
    struct ol_hexasm *out = reader->out;
    int used = snprintf(out->error, sizeof out->error, "%u:%u: ", line,
                        (unsigned)(reader->at - line_start) + 1);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(out->error + used, sizeof out->error - (size_t)used, format, args);
    va_end(args);
    return false;
}

/* Makes room for size bytes more. */
static bool reserve(struct reader *reader, size_t size)
{
    struct ol_hexasm *out = reader->out;
    if (size > OL_HEXASM_BYTES_MAX - out->size) {
        return fail(reader, "more than %zu bytes", OL_HEXASM_BYTES_MAX);
    }
    size_t wanted = out->size + size;
    if (wanted <= out->capacity) {
        return true;
    }
    size_t capacity = wanted < 256 ? 256 : wanted * 2;
    uint8_t *bytes = realloc(out->bytes, capacity);
    if (bytes == NULL) {
        return fail(reader, "memory is short");
    }
    out->bytes = bytes;
    out->capacity = capacity;
    return true;
}

static bool add_byte(struct reader *reader, unsigned byte)
{
    if (!reserve(reader, 1)) {
        return false;
    }
    reader->out->bytes[reader->out->size++] = (uint8_t)byte;
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
        return fail(reader, "want two hex digits");
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

static bool read_mark(struct reader *reader)
{
    struct ol_hexasm *out = reader->out;
    size_t length =
        strspn(reader->at + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (length == 0 || length > OL_HEXASM_NAME_MAX) {
        return fail(reader, "want a name of at most %d letters, digits, '_' and '-'",
                    OL_HEXASM_NAME_MAX);
    }
    struct ol_hexasm_mark mark = {.offset = out->size};
    memcpy(mark.name, reader->at + 1, length);
    uint64_t other;
    if (ol_hexasm_find_mark(out, mark.name, &other)) {
        return fail(reader, "mark '%s' stands twice", mark.name);
    }
    struct ol_hexasm_mark *marks = realloc(out->marks, (out->mark_count + 1) * sizeof *marks);
    if (marks == NULL) {
        return fail(reader, "memory is short");
    }
    marks[out->mark_count++] = mark;
    out->marks = marks;
    reader->at += 1 + length;
    return true;
}

static bool read_items(struct reader *reader, bool in_group);

static bool read_group(struct reader *reader)
{
    struct ol_hexasm *out = reader->out;
    size_t start = out->size;
    size_t first_mark = out->mark_count;
    if (++reader->depth > OL_HEXASM_DEPTH_MAX) {
        return fail(reader, "groups nest deeper than %d", OL_HEXASM_DEPTH_MAX);
    }
    reader->at++;
    if (!read_items(reader, true)) {
        return false;
    }
    reader->depth--;
    uint8_t varint[10];
    size_t length = 0;
    for (size_t rest = out->size - start; length == 0 || rest > 0; rest >>= 7) {
        varint[length++] = (uint8_t)((rest & 0x7F) | (rest > 0x7F ? 0x80 : 0));
    }
    if (!reserve(reader, length)) {
        return false;
    }
    memmove(out->bytes + start + length, out->bytes + start, out->size - start);
    memcpy(out->bytes + start, varint, length);
    out->size += length;
    for (size_t i = first_mark; i < out->mark_count; i++) {
        out->marks[i].offset += length;
    }
    return true;
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
    for (size_t i = 1; i < count; i++) {
        reader->at = value;
        reader->number = (unsigned)i;
        if (!read_value(reader)) {
            return false;
        }
    }
    reader->number = 0;
    return true;
}

static bool read_repetition(struct reader *reader, size_t digits)
{
    struct ol_hexasm *out = reader->out;
    size_t count = 0;
    for (size_t i = 0; i < digits; i++) {
        count = count > OL_HEXASM_BYTES_MAX ? count : count * 10 + (size_t)(reader->at[i] - '0');
    }
    const char *begin = reader->at;
    reader->at += digits + 1;
    const char *value = reader->at;
    size_t start = out->size;
    reader->is_numbered = false;
    if (!read_value(reader)) {
        return false;
    }
    size_t size = out->size - start;
    if (count == 0 || (size > 0 && count > OL_HEXASM_BYTES_MAX / size)) {
        reader->at = begin;
        return fail(reader, "want a repetition of at least 1 that makes at most %zu bytes",
                    OL_HEXASM_BYTES_MAX);
    }
    if (reader->is_numbered) {
        return read_again(reader, value, count);
    }
    if (!reserve(reader, size * (count - 1))) {
        return false;
    }
    for (size_t i = 1; i < count; i++) {
        memcpy(out->bytes + out->size, out->bytes + start, size);
        out->size += size;
    }
    return true;
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

/* Reads up to the closing brace, or to the end of the text. */
static bool read_items(struct reader *reader, bool in_group)
{
    for (;;) {
        reader->at += strspn(reader->at, " \t\r\n");
        if (*reader->at == '#') {
            reader->at += strcspn(reader->at, "\n");
        } else if (*reader->at == '\0') {
            return in_group ? fail(reader, "a group is not closed") : true;
        } else if (*reader->at == '}') {
            if (!in_group) {
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

bool ol_hexasm_init(struct ol_hexasm *out, const char *text)
{
    *out = (struct ol_hexasm){0};
    struct reader reader = {.text = text, .at = text, .out = out};
    return reserve(&reader, 1) && read_items(&reader, false);
}

void ol_hexasm_fini(struct ol_hexasm *out)
{
    free(out->bytes);
    free(out->marks);
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
