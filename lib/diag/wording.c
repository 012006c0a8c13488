/* SPDX-License-Identifier: Apache-2.0 */
/* Packed texts: bytes that stand for themselves, and signs, each with numbers behind it. */
#include "diag/wording.h"

#include <stdbool.h>
#include <string.h>

#include "base/limits.h"
#include "base/text.h"

/* A control character of a text that has the value of a sign is packed behind SIGN_BYTE. */
enum sign {
    SIGN_END,
    SIGN_WORD, /* its number */
    SIGN_ITEM, /* the number of a word, and an index */
    SIGN_NAME, /* offset and size of a name in the file */
    SIGN_BYTE, /* a byte */
    SIGN_COUNT
};

/* Shorter names are copied: their place would take as much. */
#define NAME_SIZE_MIN 8

/* What a byte takes at most when it is escaped, and what shows that a name is cut. */
#define ESCAPED_MAX 4
#define CUT_SIZE    3

/* An index: brackets and digits. */
#define INDEX_SIZE_MAX 22

/* --- writing ------------------------------------------------------------- */

void ol_wording_add_number(struct ol_wording *wording, uint64_t number)
{
    uint8_t bytes[10];
    size_t size = 0;
    for (; number > 0x3F; number >>= 7) {
        bytes[size++] = (uint8_t)((number & 0x7F) | 0x80);
    }
    bytes[size++] = (uint8_t)(number | 0x40); /* the last byte, and no NUL */
    ol_buf_add_slice(wording->out, (struct ol_slice){bytes, size});
}

static void add_sign(struct ol_wording *wording, enum sign sign)
{
    ol_buf_add_char(wording->out, (char)sign);
}

/* Bytes from the start of a text that stand for themselves. */
static size_t plain_length(struct ol_slice text)
{
    size_t length = 0;
    while (length < text.size && text.data[length] >= SIGN_COUNT) {
        length++;
    }
    return length;
}

static void add_bytes(struct ol_wording *wording, struct ol_slice text)
{
    wording->room += text.size;
    while (text.size > 0) {
        size_t length = wording->words != NULL ? plain_length(text) : text.size;
        ol_buf_add_slice(wording->out, (struct ol_slice){text.data, length});
        if (length < text.size) {
            add_sign(wording, SIGN_BYTE);
            ol_wording_add_number(wording, text.data[length++]);
        }
        text = (struct ol_slice){text.data + length, text.size - length};
    }
}

void ol_wording_add(struct ol_wording *wording, const char *text)
{
    add_bytes(wording, ol_slice_from_text(text));
}

/* Adds a word behind a sign. */
static void add_word(struct ol_wording *wording, enum sign sign, const char *text)
{
    uint32_t number = ol_words_number(wording->words, text);
    if (number == 0) {
        wording->out->failed = true;
        return;
    }
    add_sign(wording, sign);
    ol_wording_add_number(wording, number);
    wording->room += ol_words_at(wording->words, number).size;
}

void ol_wording_add_word(struct ol_wording *wording, const char *text)
{
    if (wording->words != NULL) {
        add_word(wording, SIGN_WORD, text);
    } else {
        ol_buf_add(wording->out, text);
    }
}

static void add_index(struct ol_buf *out, uint64_t index)
{
    ol_buf_add_char(out, '[');
    ol_buf_add_u64(out, index);
    ol_buf_add_char(out, ']');
}

void ol_wording_add_item(struct ol_wording *wording, const char *text, uint64_t index)
{
    if (wording->words != NULL) {
        add_word(wording, SIGN_ITEM, text);
        ol_wording_add_number(wording, index);
        wording->room += INDEX_SIZE_MAX;
    } else {
        ol_buf_add(wording->out, text);
        add_index(wording->out, index);
    }
}

void ol_wording_add_u64(struct ol_wording *wording, uint64_t value)
{
    size_t before = wording->out->size;
    ol_buf_add_u64(wording->out, value);
    wording->room += wording->out->size - before;
}

void ol_wording_add_i64(struct ol_wording *wording, int64_t value)
{
    size_t before = wording->out->size;
    ol_buf_add_i64(wording->out, value);
    wording->room += wording->out->size - before;
}

void ol_wording_add_hex(struct ol_wording *wording, uint64_t value)
{
    size_t before = wording->out->size;
    ol_buf_add(wording->out, "0x");
    ol_buf_add_hex(wording->out, value);
    wording->room += wording->out->size - before;
}

/* Whether the text lies in the file. */
static bool is_inside(struct ol_slice bytes, struct ol_slice text)
{
    uintptr_t begin = (uintptr_t)bytes.data;
    uintptr_t at = (uintptr_t)text.data;
    return at >= begin && at - begin <= bytes.size && text.size <= bytes.size - (at - begin);
}

/* What a name of that size takes at most, whatever its bytes are. */
static size_t name_room(const struct ol_buf *out, size_t size)
{
    size_t most = out->name_max != 0 ? out->name_max : OL_NAME_SHOWN_MAX;
    return (size < most ? size : most) * ESCAPED_MAX + CUT_SIZE;
}

void ol_wording_escape(struct ol_wording *wording, struct ol_slice text)
{
    if (wording->words == NULL || text.size < NAME_SIZE_MIN || !is_inside(wording->bytes, text)) {
        size_t before = wording->out->size;
        ol_text_escape_name(wording->out, text); /* leaves no control character */
        wording->room += wording->out->size - before;
        return;
    }
    add_sign(wording, SIGN_NAME);
    ol_wording_add_number(wording, (uint64_t)(text.data - wording->bytes.data));
    ol_wording_add_number(wording, text.size);
    wording->room += name_room(wording->out, text.size);
}

void ol_wording_quote(struct ol_wording *wording, struct ol_slice text)
{
    ol_wording_add(wording, "'");
    ol_wording_escape(wording, text);
    ol_wording_add(wording, "'");
}

void ol_wording_end(struct ol_wording *wording)
{
    ol_buf_add_char(wording->out, '\0');
    wording->room++;
}

/* --- reading ------------------------------------------------------------- */

uint64_t ol_packed_number(const char **at)
{
    const uint8_t *byte = (const uint8_t *)*at;
    uint64_t number = 0;
    unsigned shift = 0;
    for (; (*byte & 0x80) != 0; byte++) {
        number |= (uint64_t)(*byte & 0x7F) << shift;
        shift += 7;
    }
    *at = (const char *)byte + 1;
    return number | (uint64_t)(*byte & 0x3F) << shift;
}

static void add_packed_word(struct ol_buf *out, const char **at, const struct ol_words *words)
{
    struct ol_word word = ol_words_at(words, ol_packed_number(at));
    ol_buf_add_slice(out, (struct ol_slice){(const uint8_t *)word.text, word.size});
}

const char *ol_packed_add(struct ol_buf *out, const char *packed, const struct ol_words *words,
                          struct ol_slice bytes)
{
    for (;;) {
        size_t length = 0;
        while ((uint8_t)packed[length] >= SIGN_COUNT) {
            length++;
        }
        ol_buf_add_slice(out, (struct ol_slice){(const uint8_t *)packed, length});
        const char *at = packed + length + 1;
        switch ((enum sign)packed[length]) {
        case SIGN_WORD:
            add_packed_word(out, &at, words);
            break;
        case SIGN_ITEM:
            add_packed_word(out, &at, words);
            add_index(out, ol_packed_number(&at));
            break;
        case SIGN_NAME: {
            uint64_t offset = ol_packed_number(&at);
            size_t size = (size_t)ol_packed_number(&at);
            ol_text_escape_name(out, (struct ol_slice){bytes.data + offset, size});
            break;
        }
        case SIGN_BYTE:
            ol_buf_add_char(out, (char)ol_packed_number(&at));
            break;
        case SIGN_END:
        case SIGN_COUNT:
            return at;
        }
        packed = at;
    }
}

size_t ol_packed_dots(const char *packed)
{
    static const unsigned numbers[] = {
        [SIGN_WORD] = 1, [SIGN_ITEM] = 2, [SIGN_NAME] = 2, [SIGN_BYTE] = 1};
    size_t dots = 0;
    while (*packed != '\0') {
        uint8_t byte = (uint8_t)*packed++;
        for (unsigned i = 0; byte < SIGN_COUNT && i < numbers[byte]; i++) {
            (void)ol_packed_number(&packed);
        }
        dots += byte == '.';
    }
    return dots;
}
