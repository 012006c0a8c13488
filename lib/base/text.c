/* SPDX-License-Identifier: Apache-2.0 */
/* UTF-8 by the Unicode standard's table 3-7, and escaping of everything that is not a printed
 * sign. */
#include "base/text.h"

#include <string.h>

#include "base/limits.h"

/* The bounds of the second byte, which rule out overlong forms, surrogates and values past
 * U+10FFFF. */
static bool is_second_byte(uint8_t first, uint8_t second)
{
    uint8_t low = 0x80;
    uint8_t high = 0xBF;
    if (first == 0xE0) {
        low = 0xA0;
    } else if (first == 0xED) {
        high = 0x9F;
    } else if (first == 0xF0) {
        low = 0x90;
    } else if (first == 0xF4) {
        high = 0x8F;
    }
    return second >= low && second <= high;
}

bool ol_text_is_equal_folded(struct ol_slice a, struct ol_slice b)
{
    if (a.size != b.size) {
        return false;
    }
    for (size_t i = 0; i < a.size; i++) {
        if (ol_text_folded(a.data[i]) != ol_text_folded(b.data[i])) {
            return false;
        }
    }
    return true;
}

bool ol_text_is_flag(const char *text, bool *flag)
{
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (ol_text_is_equal_folded(ol_slice_from_text(text), ol_slice_from_text(words[i]))) {
            *flag = i % 2 == 1;
            return true;
        }
    }
    return false;
}

#define WORD_BYTES 8
#define EACH(byte) ((byte)*UINT64_C(0x0101010101010101)) /* a word of such bytes */

static uint64_t word_at(const uint8_t *data)
{
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

/* So many bytes are judged at once: a vector, as compilers have it for any processor. */
#define BLOCK_BYTES 16
typedef uint8_t block __attribute__((vector_size(BLOCK_BYTES)));

static inline block block_at(const uint8_t *data)
{
    block bytes;
    memcpy(&bytes, data, sizeof bytes);
    return bytes;
}

static inline block block_of(uint64_t first, uint64_t second)
{
    const uint64_t words[] = {first, second};
    block bytes;
    memcpy(&bytes, words, sizeof bytes);
    return bytes;
}

/* The bytes of a text of less than a block, each at least once, and underscores. */
static inline block short_block(struct ol_slice text)
{
    if (text.size >= WORD_BYTES) {
        return block_of(word_at(text.data), word_at(text.data + text.size - WORD_BYTES));
    }
    uint64_t word = EACH((uint64_t)'_');
    if (text.size >= sizeof(uint32_t)) {
        uint32_t first;
        uint32_t last;
        memcpy(&first, text.data, sizeof first);
        memcpy(&last, text.data + text.size - sizeof last, sizeof last);
        word = (uint64_t)first << 32 | last;
    } else if (text.size > 0) {
        word = word << 24 | (uint64_t)text.data[0] << 16 | (uint64_t)text.data[text.size / 2] << 8 |
               text.data[text.size - 1];
    }
    return block_of(word, word);
}

/* All bits of each byte that is no small letter, nor gets to be one by those of fold, no digit and
 * no underscore. */
static inline block odd_bytes(block bytes, block fold)
{
    block is_letter = (block)((bytes | fold) - 'a' <= 'z' - 'a');
    block is_digit = (block)(bytes - '0' <= '9' - '0');
    block is_underscore = (block)(bytes == '_');
    return ~(is_letter | is_digit | is_underscore);
}

/* Whether none of the bytes of a text is odd. */
static inline bool is_all_wordlike(struct ol_slice text, block fold)
{
    block odd;
    if (text.size < BLOCK_BYTES) {
        odd = odd_bytes(short_block(text), fold);
    } else {
        /* the last block may have bytes of the one before it */
        odd = odd_bytes(block_at(text.data + text.size - BLOCK_BYTES), fold);
        for (size_t at = 0; at + BLOCK_BYTES < text.size; at += BLOCK_BYTES) {
            odd |= odd_bytes(block_at(text.data + at), fold);
        }
    }
    uint64_t words[BLOCK_BYTES / WORD_BYTES];
    memcpy(words, &odd, sizeof words);
    return (words[0] | words[1]) == 0;
}

bool ol_text_is_identifier(struct ol_slice text)
{
    bool has_digit_first = text.size > 0 && text.data[0] >= '0' && text.data[0] <= '9';
    return !has_digit_first && is_all_wordlike(text, block_of(EACH(0x20U), EACH(0x20U)));
}

bool ol_text_is_lower_case(struct ol_slice text)
{
    return is_all_wordlike(text, block_of(0, 0));
}

size_t ol_utf8_length(struct ol_slice text, uint32_t *code_point)
{
    if (text.size == 0) {
        return 0;
    }
    uint8_t first = text.data[0];
    if (first < 0x80) {
        *code_point = first;
        return 1;
    }
    size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size < length ||
        !is_second_byte(first, text.data[1])) {
        return 0;
    }
    uint32_t value = first & (0x7FU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text.data[i] & 0xC0) != 0x80) {
            return 0;
        }
        value = value << 6 | (text.data[i] & 0x3FU);
    }
    *code_point = value;
    return length;
}

/* Whether eight bytes are ASCII, as most texts are throughout. */
static bool is_ascii_word(const uint8_t *data)
{
    return (word_at(data) & EACH(0x80U)) == 0;
}

size_t ol_utf8_valid_length(struct ol_slice text)
{
    size_t at = 0;
    while (at < text.size) {
        uint32_t code_point;
        if (text.size - at >= WORD_BYTES && is_ascii_word(text.data + at)) {
            at += WORD_BYTES;
            continue;
        }
        if (text.data[at] < 0x80) {
            at++;
            continue;
        }
        size_t length =
            ol_utf8_length((struct ol_slice){text.data + at, text.size - at}, &code_point);
        if (length == 0) {
            return at;
        }
        at += length;
    }
    return at;
}

bool ol_code_point_is_control(uint32_t code_point)
{
    /* Cc, the assigned Cf, Zl and Zp ranges of Unicode 15, what it says is shown as nothing
     * (Default_Ignorable_Code_Point), and the noncharacters that do not end a plane */
    static const uint32_t ranges[][2] = {
        {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},
        {0x0600, 0x0605},   {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},
        {0x0890, 0x0891},   {0x08E2, 0x08E2},   {0x115F, 0x1160},   {0x17B4, 0x17B5},
        {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},
        {0x3164, 0x3164},   {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
        {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
        {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && code_point >= ranges[i][0]; i++) {
        if (code_point <= ranges[i][1]) {
            return true;
        }
    }
    return (code_point & 0xFFFE) == 0xFFFE; /* the last two of each plane */
}

/* Whether the text begins with what a pattern takes for a blank: Zs. */
static bool is_blank_first(struct ol_slice text)
{
    uint32_t code_point = 0;
    return ol_utf8_length(text, &code_point) > 0 &&
           (code_point == ' ' || code_point == 0xA0 || code_point == 0x1680 ||
            (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x202F ||
            code_point == 0x205F || code_point == 0x3000);
}

static bool ends_with(struct ol_slice text, const char *word)
{
    struct ol_slice wanted = ol_slice_from_text(word);
    return text.size >= wanted.size &&
           ol_text_is_equal_folded(
               (struct ol_slice){text.data + text.size - wanted.size, wanted.size}, wanted);
}

/* Whether the colon at that place ends what reads like the place or the severity of a finding: an
 * editor searches a whole line for "1:1: error: ". */
static bool is_forging_colon(struct ol_slice text, size_t at)
{
    struct ol_slice before = {text.data, at};
    bool is_after_digit = at > 0 && text.data[at - 1] >= '0' && text.data[at - 1] <= '9';
    return text.data[at] == ':' &&
           is_blank_first((struct ol_slice){text.data + at + 1, text.size - at - 1}) &&
           (is_after_digit || ends_with(before, "error") || ends_with(before, "warning"));
}

/* Whether the byte at that place is the second of "##": with what follows, such as "[error]", CI
 * systems take it for a command wherever in a line it is. */
static bool is_forging_sign(struct ol_slice text, size_t at)
{
    return at > 0 && text.data[at] == '#' && text.data[at - 1] == '#';
}

static void add_hex(struct ol_buf *buf, uint8_t byte)
{
    ol_buf_addf(buf, "\\x%02X", byte);
}

static void escape_ascii(struct ol_buf *buf, uint8_t byte)
{
    switch (byte) {
    case '\n':
        ol_buf_add(buf, "\\n");
        break;
    case '\t':
        ol_buf_add(buf, "\\t");
        break;
    case '\r':
        ol_buf_add(buf, "\\r");
        break;
    case '\\':
    case '\'':
    case '"':
        ol_buf_add_char(buf, '\\');
        ol_buf_add_char(buf, (char)byte);
        break;
    default:
        if (byte < 0x20 || byte == 0x7F) {
            add_hex(buf, byte);
        } else {
            ol_buf_add_char(buf, (char)byte);
        }
        break;
    }
}

/* Whether the byte is shown as it is, wherever it stands. */
static bool is_plain(uint8_t byte)
{
    return byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\'' && byte != '\\' &&
           byte != '#' && byte != ':';
}

/* Such bytes from the start of the text, at most max of them. */
static size_t plain_length(struct ol_slice text, size_t max)
{
    size_t end = text.size < max ? text.size : max;
    size_t length = 0;
    while (length < end && is_plain(text.data[length])) {
        length++;
    }
    return length;
}

void ol_text_escape(struct ol_buf *buf, struct ol_slice text, size_t max)
{
    size_t at = 0;
    while (at < text.size) {
        struct ol_slice rest = {text.data + at, text.size - at};
        size_t plain = plain_length(rest, max == 0 ? SIZE_MAX : max - at);
        if (plain > 0) {
            ol_buf_add_slice(buf, (struct ol_slice){rest.data, plain});
            at += plain;
            continue;
        }
        uint32_t code_point = 0;
        size_t length = ol_utf8_length(rest, &code_point);
        if (max != 0 && at + (length == 0 ? 1 : length) > max) {
            ol_buf_add(buf, "...");
            return;
        }
        if (length == 0) {
            add_hex(buf, text.data[at]);
            length = 1;
        } else if (is_forging_sign(text, at) || is_forging_colon(text, at)) {
            add_hex(buf, text.data[at]);
        } else if (length == 1) {
            escape_ascii(buf, text.data[at]);
        } else if (ol_code_point_is_control(code_point)) {
            ol_buf_addf(buf, "\\u{%X}", code_point);
        } else {
            ol_buf_add_slice(buf, (struct ol_slice){text.data + at, length});
        }
        at += length;
    }
}

void ol_text_escape_name(struct ol_buf *buf, struct ol_slice text)
{
    ol_text_escape(buf, text, buf->name_max != 0 ? buf->name_max : OL_NAME_SHOWN_MAX);
}

void ol_text_quote(struct ol_buf *buf, struct ol_slice text)
{
    ol_buf_add_char(buf, '\'');
    ol_text_escape_name(buf, text);
    ol_buf_add_char(buf, '\'');
}

static bool is_printable(struct ol_slice text)
{
    size_t at = 0;
    while (at < text.size) {
        uint32_t code_point = 0;
        size_t length =
            ol_utf8_length((struct ol_slice){text.data + at, text.size - at}, &code_point);
        if (length == 0 || ol_code_point_is_control(code_point)) {
            return false;
        }
        at += length;
    }
    return true;
}

/* Adds printable text with what log readers act on escaped: of colons only where it is a path. */
static void add_printable(struct ol_buf *buf, struct ol_slice text, bool is_path)
{
    size_t begin = 0; /* of what is not added yet */
    for (size_t at = 0; at < text.size; at++) {
        if (is_forging_sign(text, at) || (is_path && is_forging_colon(text, at))) {
            ol_buf_add_slice(buf, (struct ol_slice){text.data + begin, at - begin});
            add_hex(buf, text.data[at]);
            begin = at + 1;
        }
    }
    ol_buf_add_slice(buf, (struct ol_slice){text.data + begin, text.size - begin});
}

void ol_text_add_message(struct ol_buf *buf, const char *message)
{
    struct ol_slice text = ol_slice_from_text(message);
    if (is_printable(text)) {
        add_printable(buf, text, false);
    } else {
        ol_text_escape(buf, text, 0);
    }
}

/* Whether the text, perhaps behind blanks, begins with "::", as commands for a workflow do. */
static bool is_command(struct ol_slice text)
{
    while (is_blank_first(text)) {
        uint32_t code_point = 0;
        size_t length = ol_utf8_length(text, &code_point);
        text = (struct ol_slice){text.data + length, text.size - length};
    }
    return text.size >= 2 && text.data[0] == ':' && text.data[1] == ':';
}

void ol_text_add_path(struct ol_buf *buf, const char *path)
{
    struct ol_slice text = ol_slice_from_text(path);
    if (is_command(text)) {
        ol_buf_add(buf, "./");
    }
    if (is_printable(text)) {
        add_printable(buf, text, true);
    } else {
        ol_text_escape(buf, text, 0);
    }
}
