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
    SIGN_WORD,   /* its number */
    SIGN_ITEM,   /* the number of a word, and an index */
    SIGN_FIELD,  /* as SIGN_WORD, behind a dot */
    SIGN_MEMBER, /* as SIGN_ITEM, behind a dot */
    SIGN_NAME,   /* offset and size of a name in the file */
    SIGN_NEAR,   /* the same, the offset in what is near */
    SIGN_BYTE,   /* a byte */
    SIGN_WAY,    /* kind of the message, its distance from what is near, its size; offset in it, and
                    steps of the way */
    SIGN_ROLE,   /* the number of a word; what follows is a name that has that role */
    SIGN_SHARED, /* a reference: its three numbers; only at the start of a text */
    SIGN_COUNT
};

/* The numbers behind each sign that can stand anywhere. */
static const uint8_t number_counts[SIGN_COUNT] = {
    [SIGN_WORD] = 1, [SIGN_ITEM] = 2, [SIGN_FIELD] = 1, [SIGN_MEMBER] = 2, [SIGN_NAME] = 2,
    [SIGN_NEAR] = 2, [SIGN_BYTE] = 1, [SIGN_WAY] = 5,   [SIGN_ROLE] = 1};

#define NUMBERS_MAX 5

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

static void add_plain_step(struct ol_buf *out, bool has_dot, struct ol_slice name, uint64_t index)
{
    if (has_dot) {
        ol_buf_add_char(out, '.');
    }
    ol_buf_add_slice(out, name);
    if (index != OL_WORDING_NO_INDEX) {
        add_index(out, index);
    }
}

void ol_wording_add_step(struct ol_wording *wording, bool has_dot, const char *name, uint64_t index)
{
    if (wording->words == NULL) {
        add_plain_step(wording->out, has_dot, ol_slice_from_text(name), index);
        return;
    }
    wording->room += has_dot;
    if (index == OL_WORDING_NO_INDEX) {
        add_word(wording, has_dot ? SIGN_FIELD : SIGN_WORD, name);
    } else {
        add_word(wording, has_dot ? SIGN_MEMBER : SIGN_ITEM, name);
        ol_wording_add_number(wording, index);
        wording->room += INDEX_SIZE_MAX;
    }
}

/* The distance from one offset to another, forwards or backwards, as a number that is small if it
 * is. */
static uint64_t distance(uint64_t from, uint64_t to)
{
    return to >= from ? (to - from) << 1 : (from - to) << 1 | 1;
}

static uint64_t offset_at(uint64_t from, uint64_t distance)
{
    return (distance & 1) == 0 ? from + (distance >> 1) : from - (distance >> 1);
}

void ol_wording_add_way(struct ol_wording *wording, const struct ol_way *way)
{
    add_sign(wording, SIGN_WAY);
    ol_wording_add_number(wording, way->kind);
    ol_wording_add_number(wording, distance(wording->near.offset, way->within.offset));
    ol_wording_add_number(wording, way->within.length);
    ol_wording_add_number(wording, way->offset - way->within.offset);
    ol_wording_add_number(wording, way->steps);
    wording->room += (size_t)way->steps * OL_WAY_STEP_MAX;
}

void ol_wording_add_role(struct ol_wording *wording, const char *role)
{
    add_word(wording, SIGN_ROLE, role);
    wording->room++; /* the NUL of the name */
}

void ol_wording_add_part(struct ol_wording *wording, const struct ol_shared_part *reference)
{
    add_sign(wording, SIGN_SHARED);
    ol_wording_add_number(wording, reference->begin);
    ol_wording_add_number(wording, reference->skipped);
    ol_wording_add_number(wording, reference->length);
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
    uint64_t offset = (uint64_t)(text.data - wording->bytes.data);
    const struct ol_span *near = &wording->near;
    bool is_near = offset >= near->offset && offset - near->offset < near->length;
    add_sign(wording, is_near ? SIGN_NEAR : SIGN_NAME);
    ol_wording_add_number(wording, is_near ? offset - near->offset : offset);
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

struct ol_shared_part ol_packed_part(const char **packed)
{
    struct ol_shared_part reference = {0, 0, 0};
    if (**packed == SIGN_SHARED) {
        ++*packed;
        reference.begin = (size_t)ol_packed_number(packed);
        reference.skipped = (size_t)ol_packed_number(packed);
        reference.length = (size_t)ol_packed_number(packed);
    }
    return reference;
}

/* A sign and its numbers, or (SIGN_COUNT) bytes that stand for themselves. */
struct token {
    enum sign sign;
    uint64_t numbers[NUMBERS_MAX];
    struct ol_slice bytes;
};

/* The text without a reference. */
static const char *whole(const char *packed, const struct ol_unpacking *with)
{
    return *packed == SIGN_SHARED ? ol_shared_read(with->shared, packed) : packed;
}

/* Reads the next token of a whole text; false at the end. */
static bool next(const char **at, struct token *token)
{
    const char *begin = *at;
    uint8_t byte = (uint8_t)*begin;
    if (byte < SIGN_COUNT) {
        token->sign = (enum sign)byte;
        ++*at;
        for (unsigned i = 0; i < number_counts[byte]; i++) {
            token->numbers[i] = ol_packed_number(at);
        }
        return token->sign != SIGN_END;
    }
    while ((uint8_t) * *at >= SIGN_COUNT) {
        ++*at;
    }
    token->sign = SIGN_COUNT;
    token->bytes = (struct ol_slice){(const uint8_t *)begin, (size_t)(*at - begin)};
    return true;
}

static struct ol_slice word_of(const struct token *token, const struct ol_unpacking *with)
{
    struct ol_word word = ol_words_at(with->words, token->numbers[0]);
    return (struct ol_slice){(const uint8_t *)word.text, word.size};
}

static struct ol_way way_of(const struct token *token, uint64_t near)
{
    const uint64_t *numbers = token->numbers;
    uint64_t begin = offset_at(near, numbers[1]);
    return (struct ol_way){.kind = numbers[0],
                           .within = {begin, numbers[2]},
                           .offset = begin + numbers[3],
                           .steps = numbers[4]};
}

static struct ol_slice name_of(const struct token *token, const struct ol_unpacking *with)
{
    uint64_t begin = token->sign == SIGN_NEAR ? with->near : 0;
    return (struct ol_slice){with->bytes.data + begin + token->numbers[0],
                             (size_t)token->numbers[1]};
}

/* Adds a token as it is read. */
static void add_token(struct ol_buf *out, const struct token *token,
                      const struct ol_unpacking *with)
{
    struct ol_way way;
    switch (token->sign) {
    case SIGN_WORD:
    case SIGN_FIELD:
        add_plain_step(out, token->sign == SIGN_FIELD, word_of(token, with), OL_WORDING_NO_INDEX);
        break;
    case SIGN_ITEM:
    case SIGN_MEMBER:
        add_plain_step(out, token->sign == SIGN_MEMBER, word_of(token, with), token->numbers[1]);
        break;
    case SIGN_NAME:
    case SIGN_NEAR:
        ol_text_escape_name(out, name_of(token, with));
        break;
    case SIGN_BYTE:
        ol_buf_add_char(out, (char)token->numbers[0]);
        break;
    case SIGN_WAY:
        way = way_of(token, with->near);
        with->add_way(out, with->bytes, &way);
        break;
    case SIGN_COUNT:
        ol_buf_add_slice(out, token->bytes);
        break;
    case SIGN_ROLE: /* no text */
    case SIGN_SHARED:
    case SIGN_END:
        break;
    }
}

void ol_packed_add(struct ol_buf *out, const char *packed, const struct ol_unpacking *with)
{
    const char *at = whole(packed, with);
    struct token token;
    while (next(&at, &token)) {
        add_token(out, &token, with);
    }
}

void ol_packed_add_names(struct ol_buf *out, const char *packed, const struct ol_unpacking *with,
                         const char **roles)
{
    const char *at = whole(packed, with);
    struct token token;
    size_t count = 0;
    while (next(&at, &token)) {
        if (token.sign != SIGN_ROLE) {
            add_token(out, &token, with);
            continue;
        }
        if (count > 0) {
            ol_buf_add_char(out, '\0');
        }
        roles[count++] = ol_words_at(with->words, token.numbers[0]).text;
    }
    ol_buf_add_char(out, '\0');
}

size_t ol_packed_dots(const char *packed, const struct ol_unpacking *with)
{
    const char *at = whole(packed, with);
    struct token token = {.sign = SIGN_END};
    size_t dots = 0;
    while (next(&at, &token)) {
        dots += token.sign == SIGN_FIELD || token.sign == SIGN_MEMBER;
        dots += token.sign == SIGN_WAY ? (size_t)token.numbers[4] : 0;
        for (size_t i = 0; token.sign == SIGN_COUNT && i < token.bytes.size; i++) {
            dots += token.bytes.data[i] == '.';
        }
    }
    return dots;
}

/* What is behind the sign, with its numbers, or the byte that the text begins with. */
static const char *behind_token(const char *packed)
{
    uint8_t byte = (uint8_t)*packed++;
    for (unsigned i = 0; byte < SIGN_COUNT && i < number_counts[byte]; i++) {
        (void)ol_packed_number(&packed);
    }
    return packed;
}

size_t ol_packed_common(const char *packed, const char *other)
{
    size_t common = 0;
    while (packed[common] != '\0') {
        size_t end = (size_t)(behind_token(packed + common) - packed);
        if (strncmp(packed + common, other + common, end - common) != 0) {
            break;
        }
        common = end;
    }
    return common;
}

const char *ol_packed_next_name(const char *packed)
{
    do {
        packed = *packed != SIGN_END ? behind_token(packed) : packed;
    } while (*packed != SIGN_END && *packed != SIGN_ROLE);
    return *packed == SIGN_ROLE ? packed : NULL;
}
