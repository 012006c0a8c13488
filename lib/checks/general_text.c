/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that serve rules about the texts of any message: of what form they are, and whether they
 * are among those listed. */
#include <string.h>

#include "base/nearest.h"
#include "base/text.h"
#include "checks/general_within.h"

static bool is_letter(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* --- texts of a field ---------------------------------------------------- */

/* Says whether a text, which is not empty, is as the rule wants it. */
typedef bool accepts_fn(const struct ol_rule *rule, struct ol_slice text);

/* Reports a text that is not as the rule wants it. */
typedef void report_fn(struct ol_run *run, const struct ol_rule *rule,
                       const struct ol_finding *place, struct ol_slice text);

/* A text that is cut or no UTF-8 is a fault of its own. */
static bool is_whole(const struct ol_field *field, const struct ol_occurrence *occurrence,
                     struct ol_slice text)
{
    return text.size > 0 && !(occurrence->flags & OL_OCCURRENCE_CUT) &&
           (field->type != OL_TYPE_STRING || ol_utf8_valid_length(text) == text.size);
}

/* Goes through the texts of the field that parameter 0 names: the one that readers keep, or where
 * it is repeated all. */
static void each_text(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                      accepts_fn *accepts, report_fn *report)
{
    const struct ol_field *field = ol_rule_field(rule, 0, level->message);
    if (field == NULL || (field->type != OL_TYPE_STRING && field->type != OL_TYPE_BYTES) ||
        !ol_level_shows(level, field)) {
        return;
    }
    struct ol_finding place = {.level = level, .field = field};
    if (!ol_field_is_repeated(field)) {
        struct ol_slice text = ol_level_text(level, field->index);
        if (is_whole(field, &level->fields[field->index].last, text) && !accepts(rule, text)) {
            place.span = ol_level_span(level, field->index);
            report(run, rule, &place, text);
        }
        return;
    }
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        if (is_whole(field, &element.occurrence, element.bytes) && !accepts(rule, element.bytes)) {
            place.span = element.span;
            place.index = element.index;
            report(run, rule, &place, element.bytes);
        }
    }
}

/* --- text_form ----------------------------------------------------------- */

enum {
    FORM_FIELD,
    FORM_FORM,
    FORM_WITHIN,
    FORM_NOT_WITHIN
};
enum {
    IDENTIFIER,
    DOMAIN_NAME,
    REVERSE_DNS,
    PLAIN_TEXT,
    NOT_NUMBER
};

static const char *const words_form[] = {
    [IDENTIFIER] = "identifier",   /* of C90 */
    [DOMAIN_NAME] = "domain",      /* parts with dots between them */
    [REVERSE_DNS] = "reverse-dns", /* two such parts at least */
    [PLAIN_TEXT] = "plain-text",   /* no tags or comments of HTML */
    [NOT_NUMBER] = "not-number",   /* anything but digits that make a number */
    NULL};

static const struct ol_param params_form[] = {
    [FORM_FIELD] = {.name = "field", .type = OL_PARAM_FIELD, .is_required = true},
    [FORM_FORM] = {.name = "form", .type = OL_PARAM_WORD, .is_required = true, .words = words_form},
    [FORM_WITHIN] = OL_PARAM_WITHIN,
    [FORM_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static const char *const args_form[] = {"field", "value", NULL};

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
        has_letter = has_letter || is_letter(c) || c >= 0x80;
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
        bool is_own_digit = is_digit(c) || (is_hex && c >= 'a' && c <= 'f');
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
    } else if (at > 0 && (is_letter(text.data[at - 1]) || is_digit(text.data[at - 1]))) {
        return false;
    }
    struct ol_slice name = {rest.data, 0};
    while (name.size < rest.size &&
           (is_letter(rest.data[name.size]) || is_digit(rest.data[name.size]))) {
        name.size++;
    }
    bool is_ended = name.size < rest.size &&
                    (rest.data[name.size] <= ' ' || strchr("/>", rest.data[name.size]) != NULL);
    return is_ended && is_html_element(name);
}

/* What stands between two backticks is code, which may speak of tags. */
static bool is_plain_text(struct ol_slice text)
{
    bool is_code = false;
    for (size_t i = 0; i < text.size; i++) {
        is_code = is_code != (text.data[i] == '`');
        if (text.data[i] == '<' && !is_code && is_html_at(text, i)) {
            return false;
        }
    }
    return true;
}

static bool has_form(const struct ol_rule *rule, struct ol_slice text)
{
    switch (ol_rule_integer(rule, FORM_FORM, IDENTIFIER)) {
    case DOMAIN_NAME:
        return is_domain(text, 1);
    case REVERSE_DNS:
        return is_domain(text, 2);
    case PLAIN_TEXT:
        return is_plain_text(text);
    case NOT_NUMBER:
        return !is_number(text);
    default:
        return ol_text_is_identifier(text);
    }
}

static void report_text(struct ol_run *run, const struct ol_rule *rule,
                        const struct ol_finding *place, struct ol_slice text)
{
    OL_EMIT(
        run, rule,
        (.span = place->span, .level = place->level, .field = place->field, .index = place->index),
        OL_ARG_WORD("field", place->field->name), OL_ARG_TEXT("value", text));
}

static void run_form(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (ol_is_within(level, rule, FORM_WITHIN)) {
        each_text(run, level, rule, has_form, report_text);
    }
}

const struct ol_check ol_check_text_form = {
    .name = "text_form",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_form,
    .param_count = sizeof params_form / sizeof *params_form,
    .args = args_form,
    .run = run_form,
};

/* --- text_in, text_not_in ------------------------------------------------ */

enum {
    IN_FIELD,
    IN_VALUES,
    IN_FOLD,
    IN_WITHIN,
    IN_NOT_WITHIN
};

static const char *const words_no_yes[] = {"no", "yes", NULL};

static const struct ol_param params_in[] = {
    [IN_FIELD] = {.name = "field", .type = OL_PARAM_FIELD, .is_required = true},
    [IN_VALUES] = {.name = "values", .type = OL_PARAM_TEXT, .is_required = true, .is_list = true},
    [IN_FOLD] = {.name = "fold", .type = OL_PARAM_WORD, .words = words_no_yes},
    [IN_WITHIN] = OL_PARAM_WITHIN,
    [IN_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static const char *const args_in[] = {"field", "value", "nearest", NULL};

static bool is_listed(const struct ol_rule *rule, struct ol_slice text)
{
    bool is_folded = ol_rule_integer(rule, IN_FOLD, 0) != 0;
    for (size_t i = 0; i < rule->with[IN_VALUES].count; i++) {
        struct ol_slice listed = ol_slice_from_text(rule->with[IN_VALUES].items[i].text);
        if (is_folded ? ol_text_is_equal_folded(text, listed) : ol_slice_is_equal(text, listed)) {
            return true;
        }
    }
    return false;
}

static bool is_unlisted(const struct ol_rule *rule, struct ol_slice text)
{
    return !is_listed(rule, text);
}

static void report_unlisted(struct ol_run *run, const struct ol_rule *rule,
                            const struct ol_finding *place, struct ol_slice text)
{
    const char *nearest = "";
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < rule->with[IN_VALUES].count; i++) {
        const char *listed = rule->with[IN_VALUES].items[i].text;
        size_t distance = ol_nearest_distance(text, ol_slice_from_text(listed));
        if (distance < least) {
            least = distance;
            nearest = listed;
        }
    }
    OL_EMIT(
        run, rule,
        (.span = place->span, .level = place->level, .field = place->field, .index = place->index),
        OL_ARG_WORD("field", place->field->name), OL_ARG_TEXT("value", text),
        OL_ARG_WORD("nearest", nearest));
}

static void run_in(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (ol_is_within(level, rule, IN_WITHIN)) {
        each_text(run, level, rule, is_listed, report_unlisted);
    }
}

const struct ol_check ol_check_text_in = {
    .name = "text_in",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_in,
    .param_count = sizeof params_in / sizeof *params_in,
    .args = args_in,
    .run = run_in,
};

static void run_not_in(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (ol_is_within(level, rule, IN_WITHIN)) {
        each_text(run, level, rule, is_unlisted, report_text);
    }
}

const struct ol_check ol_check_text_not_in = {
    .name = "text_not_in",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_in,
    .param_count = sizeof params_in / sizeof *params_in,
    .args = args_form,
    .run = run_not_in,
};
