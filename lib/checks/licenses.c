/* SPDX-License-Identifier: Apache-2.0 */
/* Licence expressions: read from left to right, and all that parentheses ask for is their number.
 */
#include "checks/licenses.h"

#include "base/text.h"

/* Room for the longest identifier and its NUL. Rows of one length need no pointers, and cost
 * nothing at start. */
#define ID_ROOM 40

static const char licenses[][ID_ROOM] = {
#define OL_LICENSE(id) id,
#define OL_LICENSE_EXCEPTION(id)
#include "checks/licenses.def"
#undef OL_LICENSE
#undef OL_LICENSE_EXCEPTION
};

static const char exceptions[][ID_ROOM] = {
#define OL_LICENSE(id)
#define OL_LICENSE_EXCEPTION(id) id,
#include "checks/licenses.def"
#undef OL_LICENSE
#undef OL_LICENSE_EXCEPTION
};

/* Orders a text and an identifier by their bytes, letters made small. */
static int compare(struct ol_slice text, const char *id)
{
    size_t i = 0;
    while (i < text.size && id[i] != '\0') {
        int order = (int)ol_text_folded(text.data[i]) - (int)ol_text_folded((uint8_t)id[i]);
        if (order != 0) {
            return order;
        }
        i++;
    }
    return (int)(i < text.size) - (int)(id[i] != '\0');
}

static bool is_listed(struct ol_slice text, const char (*ids)[ID_ROOM], size_t count)
{
    size_t low = 0;
    while (count > low) {
        size_t middle = low + (count - low) / 2;
        int order = compare(text, ids[middle]);
        if (order == 0) {
            return true;
        }
        if (order < 0) {
            count = middle;
        } else {
            low = middle + 1;
        }
    }
    return false;
}

static bool is_id_byte(uint8_t c)
{
    uint8_t folded = ol_text_folded(c);
    return (folded >= 'a' && folded <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

/* Passes over a prefix and the name behind it; false where they do not stand there. */
static bool skip_reference(struct ol_slice *text, const char *prefix)
{
    size_t size = strlen(prefix);
    if (text->size <= size || memcmp(text->data, prefix, size) != 0 ||
        !is_id_byte(text->data[size])) {
        return false;
    }
    while (size < text->size && is_id_byte(text->data[size])) {
        size++;
    }
    *text = (struct ol_slice){text->data + size, text->size - size};
    return true;
}

/* "LicenseRef-ours", "DocumentRef-theirs:LicenseRef-ours". */
static bool is_reference(struct ol_slice text, const char *prefix)
{
    if (skip_reference(&text, "DocumentRef-")) {
        if (text.size == 0 || text.data[0] != ':') {
            return false;
        }
        text = (struct ol_slice){text.data + 1, text.size - 1};
    }
    return skip_reference(&text, prefix) && text.size == 0;
}

static bool is_license(struct ol_slice text)
{
    if (is_reference(text, "LicenseRef-")) {
        return true;
    }
    if (text.size > 1 && text.data[text.size - 1] == '+') { /* or a later version */
        text.size--;
    }
    return is_listed(text, licenses, sizeof licenses / sizeof *licenses);
}

static bool is_exception(struct ol_slice text)
{
    return is_reference(text, "AdditionRef-") ||
           is_listed(text, exceptions, sizeof exceptions / sizeof *exceptions);
}

static bool is_word(struct ol_slice text, const char *upper, const char *lower)
{
    return ol_slice_is_text(text, upper) || ol_slice_is_text(text, lower);
}

/* What may come next. */
enum expected {
    EXPECT_LICENSE,   /* a licence or an opening parenthesis */
    EXPECT_WITH,      /* what may follow a licence: WITH as well */
    EXPECT_EXCEPTION, /* behind WITH */
    EXPECT_OPERATOR,  /* AND, OR, or a closing parenthesis */
    EXPECT_NOTHING    /* it is no expression */
};

struct state {
    enum expected expected;
    size_t depth;
};

/* Takes one word or parenthesis. */
static void take(struct state *state, struct ol_slice word)
{
    enum expected before = state->expected;
    state->expected = EXPECT_NOTHING;
    if (before == EXPECT_LICENSE) {
        if (ol_slice_is_text(word, "(")) {
            state->depth++;
            state->expected = EXPECT_LICENSE;
        } else if (is_license(word)) {
            state->expected = EXPECT_WITH;
        }
    } else if (before == EXPECT_EXCEPTION) {
        state->expected = is_exception(word) ? EXPECT_OPERATOR : EXPECT_NOTHING;
    } else if (before == EXPECT_WITH && is_word(word, "WITH", "with")) {
        state->expected = EXPECT_EXCEPTION;
    } else if (before != EXPECT_NOTHING) {
        if (is_word(word, "AND", "and") || is_word(word, "OR", "or")) {
            state->expected = EXPECT_LICENSE;
        } else if (ol_slice_is_text(word, ")") && state->depth > 0) {
            state->depth--;
            state->expected = EXPECT_OPERATOR;
        }
    }
}

static bool is_parenthesis(uint8_t c)
{
    return c == '(' || c == ')';
}

bool ol_license_is_expression(struct ol_slice text)
{
    struct state state = {EXPECT_LICENSE, 0};
    size_t at = 0;
    while (at < text.size && state.expected != EXPECT_NOTHING) {
        size_t end = at + 1;
        if (text.data[at] == ' ') {
            at++;
            continue;
        }
        while (!is_parenthesis(text.data[at]) && end < text.size && text.data[end] != ' ' &&
               !is_parenthesis(text.data[end])) {
            end++;
        }
        take(&state, (struct ol_slice){text.data + at, end - at});
        at = end;
    }
    return state.depth == 0 && (state.expected == EXPECT_WITH || state.expected == EXPECT_OPERATOR);
}
