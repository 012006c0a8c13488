/* SPDX-License-Identifier: Apache-2.0 */
/* The forms of texts: how names are written. What values are written as stands in text_value.c. */
#include "checks/text_form.h"

#include <string.h>

#include "base/text.h"
#include "checks/licenses.h"

const char *const ol_text_form_words[] = {
#define OL_TEXT_FORM(id, word, accepts) [OL_TEXT_FORM_##id] = (word),
#include "checks/text_forms.def"
#undef OL_TEXT_FORM
    NULL};

ol_text_form_fn *const ol_text_form_tells[OL_TEXT_FORM_COUNT] = {
#define OL_TEXT_FORM(id, word, accepts) [OL_TEXT_FORM_##id] = (accepts),
#include "checks/text_forms.def"
#undef OL_TEXT_FORM
};

/* --- names ---------------------------------------------------------------- */

bool ol_text_is_filled(struct ol_slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] > ' ') {
            return true;
        }
    }
    return false;
}

/* Texts with dots between them, none of which is empty, without blanks and slashes, and with a
 * letter (bytes past ASCII belong to letters) somewhere. */
static bool is_domain(struct ol_slice text, size_t parts_min)
{
    size_t parts = 1;
    size_t part_size = 0;
    bool has_letter = false;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (c == '.' && part_size > 0) {
            parts++;
            part_size = 0;
            continue;
        }
        if (c <= ' ' || c == 0x7F || strchr("./\\", c) != NULL) {
            return false;
        }
        has_letter = has_letter || ol_byte_is_letter(c) || c >= 0x80;
        part_size++;
    }
    return part_size > 0 && has_letter && parts >= parts_min;
}

/* An optional sign, then decimal digits with a dot at most, or hexadecimal ones after 0x. */
static bool is_number(struct ol_slice text)
{
    size_t at = text.data[0] == '+' || text.data[0] == '-' ? 1 : 0;
    bool is_hex =
        text.size - at > 2 && text.data[at] == '0' && ol_text_folded(text.data[at + 1]) == 'x';
    bool has_digit = false;
    bool has_dot = is_hex;
    for (size_t i = is_hex ? at + 2 : at; i < text.size; i++) {
        uint8_t c = ol_text_folded(text.data[i]);
        bool is_dot = c == '.' && !has_dot;
        bool is_own_digit = ol_byte_is_digit(c) || (is_hex && c >= 'a' && c <= 'f');
        if (!is_dot && !is_own_digit) {
            return false;
        }
        has_dot = has_dot || is_dot;
        has_digit = has_digit || is_own_digit;
    }
    return has_digit;
}

/* The elements of HTML that documentation is written with. */
static const char *const html_elements[] = {
    "a",   "b",     "blockquote", "body",   "br",   "button", "center", "code", "dd",
    "del", "div",   "dl",         "dt",     "em",   "font",   "form",   "h1",   "h2",
    "h3",  "h4",    "h5",         "h6",     "head", "hr",     "html",   "i",    "iframe",
    "img", "input", "ins",        "kbd",    "li",   "link",   "meta",   "ol",   "p",
    "pre", "s",     "script",     "small",  "span", "strong", "style",  "sub",  "summary",
    "sup", "table", "tbody",      "td",     "th",   "thead",  "title",  "tr",   "tt",
    "u",   "ul",    "var",        "details"};

static bool is_html_element(struct ol_slice name)
{
    for (size_t i = 0; i < sizeof html_elements / sizeof *html_elements; i++) {
        if (ol_text_is_equal_folded(name, ol_slice_from_text(html_elements[i]))) {
            return true;
        }
    }
    return false;
}

/* Whether a tag or a comment begins with the '<' at that place: "<b>", "</div>", "<img src",
 * "<!--". In "list<b>" it is a bracket. */
static bool is_html_at(struct ol_slice text, size_t at)
{
    struct ol_slice rest = {text.data + at + 1, text.size - at - 1};
    if (rest.size >= 3 && memcmp(rest.data, "!--", 3) == 0) {
        return true;
    }
    if (rest.size > 0 && rest.data[0] == '/') {
        rest = (struct ol_slice){rest.data + 1, rest.size - 1};
    } else if (at > 0 &&
               (ol_byte_is_letter(text.data[at - 1]) || ol_byte_is_digit(text.data[at - 1]))) {
        return false;
    }
    struct ol_slice name = {rest.data, 0};
    while (name.size < rest.size &&
           (ol_byte_is_letter(rest.data[name.size]) || ol_byte_is_digit(rest.data[name.size]))) {
        name.size++;
    }
    bool is_ended = name.size < rest.size &&
                    (rest.data[name.size] <= ' ' || strchr("/>", rest.data[name.size]) != NULL);
    return is_ended && is_html_element(name);
}

/* What stands between two backticks is code, which may speak of tags. */
bool ol_text_is_plain(struct ol_slice text)
{
    bool is_code = false;
    if (memchr(text.data, '<', text.size) == NULL) {
        return true;
    }
    for (size_t i = 0; i < text.size; i++) {
        is_code = is_code != (text.data[i] == '`');
        if (text.data[i] == '<' && !is_code && is_html_at(text, i)) {
            return false;
        }
    }
    return true;
}

bool ol_text_is_domain(struct ol_slice text)
{
    return is_domain(text, 1);
}

bool ol_text_is_reverse_dns(struct ol_slice text)
{
    return is_domain(text, 2);
}

bool ol_text_is_no_number(struct ol_slice text)
{
    return !is_number(text);
}

/* One name in a folder, on any system. */
bool ol_text_is_file_name(struct ol_slice text)
{
    return !ol_slice_is_text(text, ".") && !ol_slice_is_text(text, "..") &&
           memchr(text.data, '/', text.size) == NULL &&
           memchr(text.data, '\\', text.size) == NULL && memchr(text.data, '\0', text.size) == NULL;
}

/* --- casing --------------------------------------------------------------- */

static bool is_small(uint8_t c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_capital(uint8_t c)
{
    return c >= 'A' && c <= 'Z';
}

/* Words of such letters and of digits, none empty, the separator between them, a letter first. */
static bool is_separated(struct ol_slice text, bool (*is_own_letter)(uint8_t), char separator)
{
    bool is_word = false;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        bool is_part = is_own_letter(c) || (i > 0 && ol_byte_is_digit(c));
        if (!is_part && (c != (uint8_t)separator || !is_word)) {
            return false;
        }
        is_word = is_part;
    }
    return is_word;
}

bool ol_text_is_snake(struct ol_slice text)
{
    return is_separated(text, is_small, '_');
}

bool ol_text_is_upper_snake(struct ol_slice text)
{
    return is_separated(text, is_capital, '_');
}

bool ol_text_is_kebab(struct ol_slice text)
{
    return is_separated(text, is_small, '-');
}

static bool is_humped(struct ol_slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (!ol_byte_is_letter(text.data[i]) && !ol_byte_is_digit(text.data[i])) {
            return false;
        }
    }
    return true;
}

bool ol_text_is_camel(struct ol_slice text)
{
    return is_small(text.data[0]) && is_humped(text);
}

bool ol_text_is_pascal(struct ol_slice text)
{
    return is_capital(text.data[0]) && is_humped(text);
}

bool ol_text_is_lower(struct ol_slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (is_capital(text.data[i])) {
            return false;
        }
    }
    return true;
}

bool ol_text_is_upper(struct ol_slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (is_small(text.data[i])) {
            return false;
        }
    }
    return true;
}
