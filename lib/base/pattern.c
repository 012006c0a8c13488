/* SPDX-License-Identifier: Apache-2.0 */
/* Regular expressions. PCRE2 has two algorithms. The first one goes back where it went wrong, which
 * is the quicker way for most texts and runs away with some; so it may take a few steps of a short
 * text. What it does not decide in them is left to the second one, which reads a text once from
 * left to right and keeps every state that it may be in. What that cannot do, or can do only by
 * calling itself, and what the two see differently is refused. */
#include "base/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/limits.h"

struct ol_pattern {
    pcre2_code *code; /* read-only; its memory is the arena's */
};

struct ol_matcher {
    struct ol_arena *arena; /* of this struct */
    pcre2_match_data *data;
    pcre2_match_context *context;
    uint64_t left; /* of what the file's texts may take together */
    bool is_spent;
    int workspace[OL_PATTERN_WORKSPACE];
};

/* --- what is refused ----------------------------------------------------- */

struct scan {
    const char *at;
    bool has_caseless;
    const char *wide; /* the first range of a class that goes beyond ASCII; NULL: none */
};

#define WHY_BACK    "back references and recursion are not supported"
#define WHY_VERB    "verbs are not supported"
#define WHY_KEEP    "\\K is not supported: the whole text is what matches"
#define WHY_IF      "conditional groups are not supported"
#define WHY_ATOMIC  "atomic and possessive groups are not supported"
#define WHY_CALLOUT "callouts are not supported"
#define WHY_SPACED  "the option x is not supported"
#define WHY_WIDE    "a range beyond ASCII is not supported together with the option i"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Passes over what stands quoted, from its first byte to behind \E. */
static void skip_quoted(struct scan *scan)
{
    const char *end = strstr(scan->at, "\\E");
    scan->at = end != NULL ? end + 2 : scan->at + strlen(scan->at);
}

/* The byte behind a backslash has been reached. */
static const char *scan_escape(struct scan *scan)
{
    char c = *scan->at;
    if (c == 'g' || c == 'k' || (is_digit(c) && c != '0')) {
        return WHY_BACK;
    }
    if (c == 'K') {
        return WHY_KEEP;
    }
    scan->at += c != '\0';
    if (c == 'Q') {
        skip_quoted(scan);
    }
    return NULL;
}

/* One member of a class, its brackets apart. */
static void scan_member(struct scan *scan)
{
    char c = *scan->at++;
    if (c == '-') {
        bool is_coded = *scan->at == '\\' && strchr("xoN", scan->at[1]) != NULL;
        if (scan->wide == NULL && (is_coded || (unsigned char)*scan->at >= 0x80)) {
            scan->wide = scan->at;
        }
    } else if (c == '\\') {
        bool is_quote = *scan->at == 'Q';
        scan->at += *scan->at != '\0';
        if (is_quote) {
            skip_quoted(scan);
        }
    } else if (c == '[' && *scan->at == ':') {
        const char *end = strstr(scan->at, ":]");
        scan->at = end != NULL ? end + 2 : scan->at;
    }
}

/* A class, from behind its opening bracket. */
static void scan_class(struct scan *scan)
{
    scan->at += *scan->at == '^';
    scan->at += *scan->at == ']';
    while (*scan->at != '\0' && *scan->at != ']') {
        scan_member(scan);
    }
    scan->at += *scan->at != '\0';
}

/* What follows "(?". */
static const char *scan_group(struct scan *scan)
{
    const char *at = scan->at;
    if (at[0] == '(') {
        return WHY_IF;
    }
    if (at[0] == 'C') {
        return WHY_CALLOUT;
    }
    if (at[0] == '>') {
        return WHY_ATOMIC;
    }
    bool is_relative = (at[0] == '+' || at[0] == '-') && is_digit(at[1]);
    bool is_python = at[0] == 'P' && (at[1] == '=' || at[1] == '>');
    if (at[0] == 'R' || at[0] == '&' || is_digit(at[0]) || is_relative || is_python) {
        return WHY_BACK;
    }
    if (at[0] == '#') { /* a comment */
        const char *end = strchr(at, ')');
        scan->at = end != NULL ? end : at + strlen(at);
        return NULL;
    }
    for (; is_letter(*scan->at) || *scan->at == '^' || *scan->at == '-'; scan->at++) {
        if (*scan->at == 'x') {
            return WHY_SPACED;
        }
        scan->has_caseless = scan->has_caseless || *scan->at == 'i';
    }
    return NULL;
}

/* What follows a group: a quantifier that makes it possessive keeps what the group took first. */
static const char *scan_group_end(struct scan *scan)
{
    const char *at = scan->at;
    if (at[0] == '{') {
        at += strspn(at + 1, "0123456789,") + 1;
        at = at[0] == '}' ? at : scan->at;
    }
    bool is_quantifier = at[0] != '\0' && strchr("*+?}", at[0]) != NULL;
    return is_quantifier && at[1] == '+' ? WHY_ATOMIC : NULL;
}

/* Why the pattern is refused; NULL where it is not. *offset is where. The compiler tells what is no
 * pattern at all: here it may be taken for anything. */
static const char *why_refused(const char *text, size_t *offset)
{
    struct scan scan = {.at = text};
    const char *why = NULL;
    while (why == NULL && *scan.at != '\0') {
        *offset = (size_t)(scan.at - text);
        char c = *scan.at++;
        if (c == '\\') {
            why = scan_escape(&scan);
        } else if (c == '[') {
            scan_class(&scan);
        } else if (c == '(' && *scan.at == '*') {
            why = WHY_VERB;
        } else if (c == '(' && *scan.at == '?') {
            scan.at++;
            why = scan_group(&scan);
        } else if (c == ')') {
            why = scan_group_end(&scan);
        }
    }
    /* the compiler would look up the other cases of a million characters, one by one */
    if (why == NULL && scan.has_caseless && scan.wide != NULL) {
        *offset = (size_t)(scan.wide - text);
        why = WHY_WIDE;
    }
    return why;
}

/* --- compiling ----------------------------------------------------------- */

static void *arena_alloc(size_t size, void *arena)
{
    return ol_arena_alloc(arena, size);
}

/* The arena gives back all at once. */
static void arena_free(void *memory, void *arena)
{
    (void)memory;
    (void)arena;
}

static const char *message_from_code(struct ol_arena *arena, int code)
{
    PCRE2_UCHAR message[256] = {0};
    (void)pcre2_get_error_message(code, message, sizeof message);
    return ol_arena_copy_text(arena, ol_slice_from_text((const char *)message));
}

static pcre2_compile_context *context_new(struct ol_arena *arena)
{
    pcre2_general_context *general = pcre2_general_context_create(arena_alloc, arena_free, arena);
    pcre2_compile_context *context = general != NULL ? pcre2_compile_context_create(general) : NULL;
    if (context != NULL) {
        (void)pcre2_set_parens_nest_limit(context, OL_PATTERN_NESTING_MAX);
        (void)pcre2_set_max_pattern_length(context, OL_PATTERN_BYTES_MAX);
        /* whatever the library was built for */
        (void)pcre2_set_newline(context, PCRE2_NEWLINE_LF);
        (void)pcre2_set_bsr(context, PCRE2_BSR_UNICODE);
    }
    return context;
}

enum ol_status ol_pattern_compile(struct ol_arena *arena, const char *text,
                                  const struct ol_pattern **pattern, size_t *offset,
                                  const char **why)
{
    *pattern = NULL;
    *why = why_refused(text, offset);
    if (*why != NULL) {
        return OL_ERR_RULE;
    }
    struct ol_pattern *made = ol_arena_alloc(arena, sizeof *made);
    pcre2_compile_context *context = context_new(arena);
    if (made == NULL || context == NULL) {
        return OL_ERR_NOMEM;
    }
    int code = 0;
    made->code =
        pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                      PCRE2_UTF | PCRE2_ANCHORED | PCRE2_NEVER_BACKSLASH_C, &code, offset, context);
    if (made->code != NULL) {
        *pattern = made;
        return OL_OK;
    }
    *why = code != PCRE2_ERROR_HEAP_FAILED ? message_from_code(arena, code) : NULL;
    return *why != NULL ? OL_ERR_RULE : OL_ERR_NOMEM;
}

/* --- matching ------------------------------------------------------------ */

enum ol_status ol_matcher_new(struct ol_matcher **matcher)
{
    struct ol_arena *arena = ol_arena_new();
    struct ol_matcher *made = arena != NULL ? ol_arena_alloc(arena, sizeof *made) : NULL;
    *matcher = made;
    if (made == NULL) {
        ol_arena_free(arena);
        return OL_ERR_NOMEM;
    }
    made->arena = arena;
    ol_matcher_begin(made);
    made->data = pcre2_match_data_create(1, NULL);
    made->context = pcre2_match_context_create(NULL);
    if (made->data == NULL || made->context == NULL) {
        ol_matcher_free(made);
        *matcher = NULL;
        return OL_ERR_NOMEM;
    }
    (void)pcre2_set_heap_limit(made->context, OL_PATTERN_HEAP_KIB_MAX);
    return OL_OK;
}

void ol_matcher_begin(struct ol_matcher *matcher)
{
    matcher->left = OL_PATTERN_FILE_STEPS_MAX;
    matcher->is_spent = false;
}

bool ol_matcher_is_spent(const struct ol_matcher *matcher)
{
    return matcher->is_spent;
}

/* Takes from the file's share what the second algorithm may need for a text; false where there is
 * not so much left. */
static bool take_share(struct ol_matcher *matcher, const struct ol_pattern *pattern, size_t size)
{
    size_t code = 0;
    (void)pcre2_pattern_info(pattern->code, PCRE2_INFO_SIZE, &code);
    uint64_t wanted = (uint64_t)code * size; /* both are capped */
    matcher->is_spent = matcher->is_spent || wanted > matcher->left;
    matcher->left -= matcher->is_spent ? 0 : wanted;
    return !matcher->is_spent;
}

void ol_matcher_free(struct ol_matcher *matcher)
{
    if (matcher != NULL) {
        pcre2_match_context_free(matcher->context);
        pcre2_match_data_free(matcher->data);
        ol_arena_free(matcher->arena);
    }
}

/* The first algorithm, within a few steps. Whether it came to an end. */
static bool match_quickly(const struct ol_matcher *matcher, const struct ol_pattern *pattern,
                          struct ol_slice text, enum ol_match *match)
{
    if (text.size > OL_PATTERN_QUICK_BYTES_MAX) {
        return false;
    }
    uint32_t steps = OL_PATTERN_QUICK_STEPS + OL_PATTERN_QUICK_STEPS_A_BYTE * (uint32_t)text.size;
    (void)pcre2_set_match_limit(matcher->context, steps);
    (void)pcre2_set_depth_limit(matcher->context, steps); /* of steps that may be taken back */
    int count = pcre2_match(pattern->code, text.data, text.size, 0, PCRE2_ENDANCHORED,
                            matcher->data, matcher->context);
    *match = count >= 0 ? OL_MATCH_YES : OL_MATCH_NO;
    return count >= 0 || count == PCRE2_ERROR_NOMATCH;
}

/* The second one. */
static enum ol_status match_surely(struct ol_matcher *matcher, const struct ol_pattern *pattern,
                                   struct ol_slice text, enum ol_match *match)
{
    /* the library counts what it begins anew: the text itself, and each look ahead or behind */
    (void)pcre2_set_match_limit(matcher->context,
                                OL_PATTERN_LOOKS_MIN +
                                    (uint32_t)(OL_PATTERN_LOOK_BYTES / (text.size + 1)));
    (void)pcre2_set_depth_limit(matcher->context, OL_PATTERN_NESTING_MAX); /* of looks in looks */
    int count = pcre2_dfa_match(pattern->code, text.data, text.size, 0, 0, matcher->data,
                                matcher->context, matcher->workspace, OL_PATTERN_WORKSPACE);
    if (count >= 0) {
        /* of all that match from the start on, the longest comes first */
        bool is_whole = pcre2_get_ovector_pointer(matcher->data)[1] == text.size;
        *match = is_whole ? OL_MATCH_YES : OL_MATCH_NO;
    } else if (count == PCRE2_ERROR_NOMEMORY) {
        return OL_ERR_NOMEM;
    } else if (count == PCRE2_ERROR_NOMATCH ||
               (count <= PCRE2_ERROR_UTF8_ERR1 && count >= PCRE2_ERROR_UTF8_ERR21)) {
        *match = OL_MATCH_NO;
    }
    return OL_OK;
}

enum ol_status ol_matcher_match(struct ol_matcher *matcher, const struct ol_pattern *pattern,
                                struct ol_slice text, enum ol_match *match)
{
    struct ol_slice bytes = {text.size > 0 ? text.data : (const uint8_t *)"", text.size};
    if (match_quickly(matcher, pattern, bytes, match)) {
        return OL_OK;
    }
    *match = OL_MATCH_UNKNOWN;
    return bytes.size <= OL_PATTERN_TEXT_MAX && take_share(matcher, pattern, bytes.size)
               ? match_surely(matcher, pattern, bytes, match)
               : OL_OK;
}
