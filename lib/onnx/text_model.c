/* SPDX-License-Identifier: Apache-2.0 */
/* The first words of texts. A reader moves over blanks and comments, then looks at one word and
 * what follows it. */
#include "onnx/text_model.h"

#include "onnx/schema.h"

struct reader {
    struct ol_slice text;
    size_t at;
};

static bool is_space(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool is_word(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The character at an offset from here; 0 past the end. */
static uint8_t peek(const struct reader *reader, size_t ahead)
{
    return reader->text.size - reader->at > ahead ? reader->text.data[reader->at + ahead] : 0;
}

static void skip_spaces(struct reader *reader)
{
    while (is_space(peek(reader, 0))) {
        reader->at++;
    }
}

static void skip_line(struct reader *reader)
{
    while (peek(reader, 0) != 0 && peek(reader, 0) != '\n') {
        reader->at++;
    }
}

/* Past a byte order mark, blanks, and whole-line comments as in the text forms and in tests. */
static void skip_to_content(struct reader *reader)
{
    if (peek(reader, 0) == 0xEF && peek(reader, 1) == 0xBB && peek(reader, 2) == 0xBF) {
        reader->at += 3;
    }
    skip_spaces(reader);
    while (peek(reader, 0) == '#' || (peek(reader, 0) == '/' && peek(reader, 1) == '/')) {
        skip_line(reader);
        skip_spaces(reader);
    }
}

static struct ol_slice read_word(struct reader *reader)
{
    size_t begin = reader->at;
    while (is_word(peek(reader, 0))) {
        reader->at++;
    }
    return (struct ol_slice){reader->text.data + begin, reader->at - begin};
}

static bool begins_with(const struct reader *reader, const char *lower_case)
{
    for (size_t i = 0; lower_case[i] != '\0'; i++) {
        uint8_t c = peek(reader, i);
        if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != lower_case[i]) {
            return false;
        }
    }
    return true;
}

static bool contains(struct ol_slice text, const char *word)
{
    size_t size = strlen(word);
    for (size_t at = 0; at + size <= text.size; at++) {
        if (memcmp(text.data + at, word, size) == 0) {
            return true;
        }
    }
    return false;
}

/* A field of any message, then a colon or a brace: the text format of protobuf. */
static bool is_text_proto(struct reader reader)
{
    struct ol_slice word = read_word(&reader);
    skip_spaces(&reader);
    uint8_t next = peek(&reader, 0);
    if (word.size == 0 || (next != ':' && next != '{')) {
        return false;
    }
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        if (ol_field_from_name(&ol_messages[i], word) != NULL) {
            return true;
        }
    }
    return false;
}

/* ONNX's own syntax (docs/Syntax.md): a model begins with its properties between < and >, a graph
 * with its name and inputs and an arrow. */
static bool is_onnx_text(struct reader reader)
{
    if (peek(&reader, 0) == '<') {
        reader.at++;
        skip_spaces(&reader);
        struct ol_slice word = read_word(&reader);
        skip_spaces(&reader);
        return peek(&reader, 0) == ':' &&
               ol_field_from_name(&ol_messages[OL_MESSAGE_ModelProto], word) != NULL;
    }
    if (read_word(&reader).size == 0) {
        return false;
    }
    skip_spaces(&reader);
    return peek(&reader, 0) == '(' && contains(reader.text, "=>");
}

/* An element of HTML, or what stands before one. */
static bool is_html(const struct reader *reader)
{
    static const char *const beginnings[] = {
        "<!doctype html", "<html",  "<head", "<body", "<script",
        "<meta",          "<title", "<div",  "<p>",   "<!--"};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (begins_with(reader, beginnings[i])) {
            return true;
        }
    }
    return begins_with(reader, "<?xml") && contains(reader->text, "<html");
}

static bool is_xml(const struct reader *reader)
{
    uint8_t next = peek(reader, 1);
    return peek(reader, 0) == '<' && (next == '?' || next == '!' || is_word(next));
}

static bool is_json(struct reader reader)
{
    if (peek(&reader, 0) != '{') {
        return false;
    }
    reader.at++;
    skip_spaces(&reader);
    return peek(&reader, 0) == '"' || peek(&reader, 0) == '}';
}

bool ol_text_model_find(struct ol_slice text, enum ol_kind *kind, struct ol_span *span)
{
    struct reader reader = {.text = text};
    skip_to_content(&reader);
    if (is_onnx_text(reader)) {
        *kind = OL_KIND_ONNX_TEXT;
    } else if (is_html(&reader)) {
        *kind = OL_KIND_HTML;
    } else if (is_xml(&reader)) {
        *kind = OL_KIND_XML;
    } else if (is_json(reader)) {
        *kind = OL_KIND_JSON;
    } else if (is_text_proto(reader)) {
        *kind = OL_KIND_TEXT_PROTO;
    } else {
        return false;
    }
    struct reader end = reader;
    while (peek(&end, 0) != 0 && !is_space(peek(&end, 0))) {
        end.at++;
    }
    *span = ol_span_between(reader.at, end.at);
    return true;
}
