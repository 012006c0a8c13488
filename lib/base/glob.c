/* SPDX-License-Identifier: Apache-2.0 */
/* Matching of file name patterns. Wherever something may have any length, `*` in a part and `**`
 * among parts, it is enough to go back to the last one: what stood before it has matched as early
 * as it can. So nothing is tried twice, and no pattern takes more than the product of the lengths.
 */
#include "base/glob.h"

#include <stdint.h>

#include "base/slice.h"
#include "base/text.h"

/* No path is longer (PATH_MAX), so a longer pattern is a mistake. */
#define PATTERN_SIZE_MAX 4096

/* Stands above all code points: for bytes that are no UTF-8, each equal to itself alone. */
#define BYTE_BASE 0x110000u

static void skip(struct ol_slice *text, size_t size)
{
    text->data += size;
    text->size -= size;
}

static bool starts_with(struct ol_slice text, char c)
{
    return text.size > 0 && text.data[0] == (uint8_t)c;
}

/* Takes the first character of a text that has one. */
static uint32_t take_character(struct ol_slice *text)
{
    uint32_t code_point;
    size_t length = ol_utf8_length(*text, &code_point);
    if (length == 0) {
        code_point = BYTE_BASE + text->data[0];
        length = 1;
    }
    skip(text, length);
    return code_point;
}

/* Takes a character of a pattern that has one, and the backslash in front of it. */
static uint32_t take_literal(struct ol_slice *pattern)
{
    if (starts_with(*pattern, '\\') && pattern->size > 1) {
        skip(pattern, 1);
    }
    return take_character(pattern);
}

/* Takes what stands before the next slash, and the slash, of which is_folder tells. */
static struct ol_slice take_part(struct ol_slice *path, bool *is_folder)
{
    struct ol_slice part = *path;
    const uint8_t *slash = path->size > 0 ? memchr(path->data, '/', path->size) : NULL;
    *is_folder = slash != NULL;
    if (slash != NULL) {
        part.size = (size_t)(slash - path->data);
    }
    skip(path, part.size + (slash != NULL ? 1 : 0));
    return part;
}

/* --- sets ---------------------------------------------------------------- */

struct range {
    uint32_t low;
    uint32_t high;
};

/* Takes the "[" of a set and the sign that turns it round. */
static bool take_set_start(struct ol_slice *pattern)
{
    skip(pattern, 1);
    bool is_negated = starts_with(*pattern, '!') || starts_with(*pattern, '^');
    skip(pattern, is_negated ? 1 : 0);
    return is_negated;
}

static struct range take_range(struct ol_slice *pattern)
{
    struct range range;
    range.low = take_literal(pattern);
    range.high = range.low;
    if (starts_with(*pattern, '-') && pattern->size > 1 && pattern->data[1] != ']') {
        skip(pattern, 1);
        range.high = take_literal(pattern);
    }
    return range;
}

/* Takes a set, and says whether the character is in it. A "]" in the first place is a member. */
static bool take_set(struct ol_slice *pattern, uint32_t character)
{
    bool is_negated = take_set_start(pattern);
    bool is_member = false;
    for (bool is_first = true; pattern->size > 0 && (is_first || !starts_with(*pattern, ']'));
         is_first = false) {
        struct range range = take_range(pattern);
        is_member = is_member || (character >= range.low && character <= range.high);
    }
    skip(pattern, pattern->size > 0 ? 1 : 0);
    return is_member != is_negated;
}

/* --- matching ------------------------------------------------------------ */

/* Takes one element of a pattern, no star, and says whether the character is what it wants. */
static bool take_element(struct ol_slice *pattern, uint32_t character)
{
    if (starts_with(*pattern, '?')) {
        skip(pattern, 1);
        return true;
    }
    if (starts_with(*pattern, '[')) {
        return take_set(pattern, character);
    }
    return take_literal(pattern) == character;
}

/* Whether one part of a pattern matches one part of a path. */
static bool matches_part(struct ol_slice pattern, struct ol_slice text)
{
    struct ol_slice star_pattern = {NULL, 0}; /* behind the last star */
    struct ol_slice star_text = text;         /* what it has not taken so far */
    for (;;) {
        if (starts_with(pattern, '*')) {
            skip(&pattern, 1);
            star_pattern = pattern;
            star_text = text;
            if (pattern.size == 0) {
                return true;
            }
            continue;
        }
        if (text.size == 0) {
            return pattern.size == 0;
        }
        if (pattern.size > 0 && take_element(&pattern, take_character(&text))) {
            continue;
        }
        if (star_pattern.data == NULL) {
            return false;
        }
        (void)take_character(&star_text);
        pattern = star_pattern;
        text = star_text;
    }
}

static bool is_any_folders(struct ol_slice part)
{
    return ol_slice_is_text(part, "**");
}

/* What is asked of a path. */
struct question {
    struct ol_slice pattern; /* its parts, without a slash before or behind them */
    struct ol_slice path;
    bool is_floating;      /* the parts may begin anywhere */
    bool is_about_folders; /* what they match must be a folder */
    bool is_exact;         /* they must match the whole path, not only the first parts of it */
};

static bool answer(const struct question *question)
{
    struct ol_slice pattern = question->pattern;
    struct ol_slice path = question->path;
    struct ol_slice retry_pattern = pattern; /* behind the last `**` */
    struct ol_slice retry_path = path;       /* what it has not taken so far */
    bool may_retry = question->is_floating;
    bool is_folder = false;
    bool ignored;
    while (pattern.size > 0 || (question->is_exact && path.size > 0)) {
        struct ol_slice wanted = take_part(&pattern, &ignored);
        bool is_any = is_any_folders(wanted);
        if (is_any && pattern.size > 0) {
            retry_pattern = pattern;
            retry_path = path;
            may_retry = true;
            continue;
        }
        if (path.size == 0) {
            return false;
        }
        if (wanted.size > 0 && matches_part(wanted, take_part(&path, &is_folder))) {
            while (is_any && question->is_exact && path.size > 0) {
                (void)take_part(&path, &is_folder); /* all that is in the folder */
            }
            continue;
        }
        if (!may_retry) {
            return false;
        }
        (void)take_part(&retry_path, &ignored);
        pattern = retry_pattern;
        path = retry_path;
    }
    return is_folder || !question->is_about_folders;
}

static bool ask(const char *pattern, const char *path, bool is_exact)
{
    struct question question = {
        .pattern = ol_slice_from_text(pattern),
        .path = ol_slice_from_text(path),
        .is_exact = is_exact,
    };
    struct ol_slice *parts = &question.pattern;
    question.is_about_folders = parts->size > 0 && parts->data[parts->size - 1] == '/';
    parts->size -= question.is_about_folders ? 1 : 0;
    question.is_floating = parts->size > 0 && memchr(parts->data, '/', parts->size) == NULL;
    skip(parts, starts_with(*parts, '/') ? 1 : 0);
    if (starts_with(question.path, '/')) {
        if (!question.is_floating && strncmp(pattern, "**/", 3) != 0) {
            return false;
        }
        skip(&question.path, 1);
    }
    return parts->size > 0 && answer(&question);
}

bool ol_glob_matches(const char *pattern, const char *path)
{
    return ask(pattern, path, false);
}

bool ol_glob_is_about(const char *pattern, const char *path)
{
    return ask(pattern, path, true);
}

/* --- faults -------------------------------------------------------------- */

/* Takes a set. */
static const char *take_set_fault(struct ol_slice *pattern)
{
    (void)take_set_start(pattern);
    do {
        if (pattern->size > 1 && memcmp(pattern->data, "[:", 2) == 0) {
            return "classes such as [:alpha:] are not known in a set";
        }
        if (pattern->size == 0 || (starts_with(*pattern, '\\') && pattern->size == 1)) {
            return "a set has no closing ] before the next slash or the end";
        }
        struct range range = take_range(pattern);
        if (range.low > range.high) {
            return "a range in a set is upside down";
        }
    } while (!starts_with(*pattern, ']'));
    skip(pattern, 1);
    return NULL;
}

static const char *part_fault(struct ol_slice part)
{
    if (part.size == 0) {
        return "a part between two slashes is empty";
    }
    if (ol_slice_is_text(part, ".") || ol_slice_is_text(part, "..")) {
        return "a part is . or .., but a pattern begins in its folder and stays there";
    }
    const char *fault = NULL;
    while (fault == NULL && part.size > 0) {
        if (starts_with(part, '[')) {
            fault = take_set_fault(&part);
        } else if (starts_with(part, '{')) {
            fault = "braces list nothing here; write several patterns, or \\{ for the sign itself";
        } else if (starts_with(part, '\\') && part.size == 1) {
            fault = "a backslash has no character after it";
        } else {
            (void)take_literal(&part);
        }
    }
    return fault;
}

const char *ol_glob_fault(const char *pattern)
{
    struct ol_slice rest = ol_slice_from_text(pattern);
    bool has_slash;
    if (rest.size > PATTERN_SIZE_MAX) {
        return "it is longer than any path";
    }
    if (starts_with(rest, '!')) {
        return "a leading ! does not turn it round; write \\! for the sign itself";
    }
    skip(&rest, starts_with(rest, '/') ? 1 : 0);
    if (rest.size == 0) {
        return "it is empty";
    }
    const char *fault = NULL;
    do {
        struct ol_slice part = take_part(&rest, &has_slash);
        fault = part_fault(part);
    } while (fault == NULL && rest.size > 0);
    return fault;
}
