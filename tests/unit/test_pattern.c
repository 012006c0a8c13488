/* SPDX-License-Identifier: Apache-2.0 */
/* Regular expressions: whole texts match, and none runs away. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/pattern.h"
#include "unit/suites.h"

static enum ol_match match_bytes(const char *pattern_text, struct ol_slice text)
{
    struct ol_arena *arena = ol_arena_new();
    const struct ol_pattern *pattern = NULL;
    struct ol_matcher *matcher = NULL;
    size_t offset = 0;
    const char *why = NULL;
    enum ol_match match = OL_MATCH_UNKNOWN;
    ck_assert_int_eq(ol_pattern_compile(arena, pattern_text, &pattern, &offset, &why), OL_OK);
    ck_assert_int_eq(ol_matcher_new(&matcher), OL_OK);
    ck_assert_int_eq(ol_matcher_match(matcher, pattern, text, &match), OL_OK);
    ol_matcher_free(matcher);
    ol_arena_free(arena);
    return match;
}

static enum ol_match match_text(const char *pattern, const char *text)
{
    return match_bytes(pattern, ol_slice_from_text(text));
}

START_TEST(test_whole_texts)
{
    static const struct {
        const char *pattern;
        const char *text;
        enum ol_match match;
    } rows[] = {
        {"[a-z]+(_[a-z0-9]+)*", "encoder_layer_12", OL_MATCH_YES},
        {"[a-z]+(_[a-z0-9]+)*", "encoder__12", OL_MATCH_NO},
        {"a", "ab", OL_MATCH_NO},
        {"b", "ab", OL_MATCH_NO},
        {"a|ab", "ab", OL_MATCH_YES},
        {"a+?", "aaa", OL_MATCH_YES},
        {"", "", OL_MATCH_YES},
        {"", "a", OL_MATCH_NO},
        {"a$", "a\n", OL_MATCH_NO},
        {".*", "a\nb", OL_MATCH_NO},
        {"(?s).*", "a\nb", OL_MATCH_YES},
        {"(?i)ABC", "abc", OL_MATCH_YES},
        {".", "\xC3\xA9", OL_MATCH_YES}, /* one character, two bytes */
        {"\\p{Lu}+", "\xC3\x89", OL_MATCH_YES},
        {"[\\x{80}-\\x{10FFFF}]", "\xC3\xA9", OL_MATCH_YES},
        {"(?!.*__)[a-z_]+", "a_b", OL_MATCH_YES},
        {"(?!.*__)[a-z_]+", "a__b", OL_MATCH_NO},
        {"(?<name>a)(?#no [ end)b", "ab", OL_MATCH_YES},
        {"\\Q[(?R)\\E[]a]\\(*", "[(?R)](((", OL_MATCH_YES},
        {"[[:alpha:](?R]+\\0*", "a(?R", OL_MATCH_YES},
        {"(?:(?!no)[a-z])+", "abcdefghijklmabcdefghijklm", OL_MATCH_YES},
        {"(a){x}+", "a{x}}", OL_MATCH_YES}, /* no quantifier of the group */
        {".*", "\xFF", OL_MATCH_NO},        /* no UTF-8 */
        {".*", "a\xC3", OL_MATCH_NO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum ol_match match = match_text(rows[i].pattern, rows[i].text);
        ck_assert_msg(match == rows[i].match, "%s with %s: %d", rows[i].pattern, rows[i].text,
                      (int)match);
    }
    ck_assert_int_eq(match_bytes("a\\x00b", (struct ol_slice){(const uint8_t *)"a\0b", 3}),
                     OL_MATCH_YES);
    ck_assert_int_eq(match_bytes("a?", (struct ol_slice){NULL, 0}), OL_MATCH_YES);
    ol_matcher_free(NULL);
}
END_TEST

/* Compiles what is refused, and returns why. */
static enum ol_status refuse(const char *text, size_t *offset, char *why, size_t why_size)
{
    struct ol_arena *arena = ol_arena_new();
    const struct ol_pattern *pattern = NULL;
    const char *told = NULL;
    enum ol_status status = ol_pattern_compile(arena, text, &pattern, offset, &told);
    (void)snprintf(why, why_size, "%s", told != NULL ? told : "");
    ck_assert_ptr_null(pattern);
    ol_arena_free(arena);
    return status;
}

START_TEST(test_refusals)
{
    static const struct {
        const char *pattern;
        size_t offset;
        const char *why;
    } rows[] = {
        {"a(b", 3, "missing closing parenthesis"},
        {"ab[c", 4, "missing terminating ] for character class"},
        {"a**", 2, "quantifier does not follow a repeatable item"},
        {"(a)\\1", 3, "back references and recursion are not supported"},
        {"(?<n>a)\\k<n>", 7, "back references and recursion are not supported"},
        {"(?<n>a)(?P=n)", 7, "back references and recursion are not supported"},
        {"a(?R)?", 1, "back references and recursion are not supported"},
        {"(a)(?-1)", 3, "back references and recursion are not supported"},
        {"(a)(?1)", 3, "back references and recursion are not supported"},
        {"(a)\\g<1>", 3, "back references and recursion are not supported"},
        {"(*UTF)a", 0, "verbs are not supported"},
        {"a(*COMMIT)", 1, "verbs are not supported"},
        {"ab\\Kc", 2, "\\K is not supported: the whole text is what matches"},
        {"(a)?(?(1)b|c)", 4, "conditional groups are not supported"},
        {"a(?C1)", 1, "callouts are not supported"},
        {"(?>a|ab)c", 0, "atomic and possessive groups are not supported"},
        {"(a|ab)++c", 5, "atomic and possessive groups are not supported"},
        {"(a|ab){1,3}+", 5, "atomic and possessive groups are not supported"},
        {"(?ix) a", 0, "the option x is not supported"},
        {"(?i)[\\x{80}-\\x{10FFFF}]", 12,
         "a range beyond ASCII is not supported together with the option i"},
        {"[a-\xC3\xA9](?s-m:b)(?i:c)", 3,
         "a range beyond ASCII is not supported together with the option i"},
    };
    char why[256];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t offset = 0;
        ck_assert_int_eq(refuse(rows[i].pattern, &offset, why, sizeof why), OL_ERR_RULE);
        ck_assert_str_eq(why, rows[i].why);
        ck_assert_msg(offset == rows[i].offset, "%s: %zu", rows[i].pattern, offset);
    }
    size_t offset = 0;
    ck_assert_int_eq(refuse("a\\Cb", &offset, why, sizeof why), OL_ERR_RULE);
    ck_assert_int_eq(refuse("a\xFF", &offset, why, sizeof why), OL_ERR_RULE);
    ck_assert_uint_eq(offset, 1);
}
END_TEST

/* The unit as often as it takes. */
static char *repeated(const char *unit, size_t count, const char *end)
{
    char *text = calloc(1, strlen(unit) * count + strlen(end) + 1);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + i * strlen(unit), unit, strlen(unit));
    }
    memcpy(text + strlen(unit) * count, end, strlen(end));
    return text;
}

START_TEST(test_sizes)
{
    char why[256];
    size_t offset = 0;
    char *text = repeated("a", OL_PATTERN_BYTES_MAX + 1, "");
    ck_assert_int_eq(refuse(text, &offset, why, sizeof why), OL_ERR_RULE);
    ck_assert_str_eq(why, "pattern string is longer than the limit set by the application");
    ck_assert_int_eq(match_text(text + 1, text + 1), OL_MATCH_YES);
    free(text);
    text = repeated("(", OL_PATTERN_NESTING_MAX + 2, "");
    ck_assert_int_eq(refuse(text, &offset, why, sizeof why), OL_ERR_RULE);
    ck_assert_str_eq(why, "parentheses are too deeply nested");
    free(text);
    text = repeated("a", OL_PATTERN_TEXT_MAX + 1, "");
    ck_assert_int_eq(match_text("a*", text), OL_MATCH_UNKNOWN);
    ck_assert_int_eq(match_text("a*", text + 1), OL_MATCH_YES);
    free(text);
}
END_TEST

START_TEST(test_undecided)
{
    /* more states than are kept, more looks than are taken */
    char *text = repeated("a", 5000, "");
    ck_assert_int_eq(match_text("(?:a?){300}a{300}c?", text), OL_MATCH_UNKNOWN);
    ck_assert_int_eq(match_text("(?:(?=a)a)*", text), OL_MATCH_UNKNOWN);
    ck_assert_int_eq(match_text("(?:(?=a)a)*", text + 4900), OL_MATCH_YES);
    free(text);
}
END_TEST

/* What is known to take exponential or cubic time elsewhere, and what took the longest of a million
 * patterns made at random. */
static const char *const evil[] = {
    "(a+)+b",
    "(a+)+[bc]",
    "(a|aa)+$",
    "(a|a?)+[^a]",
    "(.*a){20}[bc]",
    "(?:a?){60}a{60}",
    "(.*)*(.*)*(.*)*(.*)*[^a]",
    "((((((((a*)*)*)*)*)*)*)*)*[bc]",
    "(?=(?=(?=.*a).*a).*a).*[bc]",
    "(?:(?=(?=.*).*).)*",
    "(a{0,100}){0,100}[bc]",
    "(?:a|a|a|a|a|a|a|a)*[bc]",
    "(?=(?=a)[ab]*[a-z]{0,40}(?<=a)(?=(?=a{0,100}(?:(?i)){1,9}^|(?:.*a){9}\\X*){1,9}a*+)[a-z]{0,"
    "40}a*+){1,9}(?:){1,9}",
    "[ab]*a*(?=\\p{L}*(?:\\p{L}*(?:a?){30})+){99}(?!.*b)\\p{L}*$(?<=a)(?=a)(?!.*b).",
};

START_TEST(test_evil_patterns)
{
    char *text = repeated("a", 60000, "");
    for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) {
        /* milliseconds and tenths of seconds; what runs away is ended by Check */
        (void)match_text(evil[i], text + 60000 - 60);
        (void)match_text(evil[i], text);
    }
    free(text);
}
END_TEST

START_TEST(test_evil_compilation)
{
    static const char *const units[] = {
        "(?:a?){99}", "\\p{L}*",     "(?<=a|bc)", "[^\\x{100}-\\x{10000}]*",
        "a|",         "(?i)k\\X\\R", "(a{0,9})+", "[\\x{100}-\\x{10ffff}]",
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char *text = repeated(units[i], OL_PATTERN_BYTES_MAX / strlen(units[i]), "");
        struct ol_arena *arena = ol_arena_new();
        const struct ol_pattern *pattern = NULL;
        const char *why = NULL;
        size_t offset = 0;
        /* some are too large once their counts are written out, which is told as well */
        enum ol_status status = ol_pattern_compile(arena, text, &pattern, &offset, &why);
        ck_assert(status == OL_OK || status == OL_ERR_RULE);
        ol_arena_free(arena);
        free(text);
    }
}
END_TEST

Suite *suite_pattern(void)
{
    const TTest *const tests[] = {test_whole_texts, test_refusals,      test_sizes,
                                  test_undecided,   test_evil_patterns, test_evil_compilation};
    return OL_SUITE_OF("pattern", tests);
}
