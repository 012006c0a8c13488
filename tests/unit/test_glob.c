/* SPDX-License-Identifier: Apache-2.0 */
/* File name patterns: what they match, what is wrong with them, and what they cost. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/glob.h"
#include "unit/suites.h"

struct match {
    const char *pattern;
    const char *path;
    bool is_match;
};

static void check(const struct match *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct match *match = &cases[i];
        ck_assert_msg(ol_glob_fault(match->pattern) == NULL, "%s: %s", match->pattern,
                      ol_glob_fault(match->pattern));
        ck_assert_msg(ol_glob_matches(match->pattern, match->path) == match->is_match, "%s %s %s",
                      match->pattern, match->is_match ? "should match" : "should not match",
                      match->path);
    }
}

#define CHECK(cases) check(cases, sizeof(cases) / sizeof((cases)[0]))

START_TEST(test_names)
{
    static const struct match cases[] = {
        {"a.onnx", "a.onnx", true},
        {"a.onnx", "b/a.onnx", true},
        {"a.onnx", "b/c/a.onnx", true},
        {"a.onnx", "a.onnx/b", true}, /* a folder on the way */
        {"a.onnx", "aa.onnx", false},
        {"a.onnx", "a.onnx.bak", false},
        {"a.onnx", "A.onnx", false},
        {"a", "a/", true},
        {"*.onnx", "b/a.onnx", true},
        {"*.onnx", ".onnx", true},
        {"*.onnx", ".hidden.onnx", true},
        {"*", "a", true},
        {"*", "a/b", true},
        {"*", "", false},
        {"**", "a/b", true},
        {"a*", "b/ab/c", true},
        {"a*c", "abc", true},
        {"a*c", "ac", true},
        {"a*c", "a/c", false},
        {"a**c", "abbc", true},
        {"a*b*c", "aXbYbZc", true},
        {"a*b*c", "aXbYbZ", false},
        {"*a*a*", "aa", true},
        {"*a*a*", "ba", false},
        {"*ab", "aab", true},
        {"a?c", "abc", true},
        {"a?c", "ac", false},
        {"a?c", "a/c", false},
        {"?", "", false},
        {"??", "ab", true},
    };
    CHECK(cases);
}
END_TEST

START_TEST(test_paths)
{
    static const struct match cases[] = {
        {"/a", "a", true},
        {"/a", "b/a", false},
        {"/a", "a/b", true},
        {"a/b", "a/b", true},
        {"a/b", "a/b/c", true},
        {"a/b", "c/a/b", false},
        {"a/b", "a", false},
        {"a/b", "a/", false},
        {"a/*", "a/b", true},
        {"a/*", "a", false},
        {"a/*", "a/b/c", true}, /* beneath a folder that it is about */
        {"a/*.onnx", "a/b/c.onnx", false},
        {"*/b", "a/b", true},
        {"*/b", "a/a/b", false},
        {"a/?/c", "a/b/c", true},
        {"a/?/c", "a//c", false},
    };
    CHECK(cases);
}
END_TEST

START_TEST(test_folders)
{
    static const struct match cases[] = {
        {"a/", "a", false}, /* a file */
        {"a/", "a/", true},      {"a/", "a/b", true},        {"a/", "b/a/c", true},
        {"a/", "b/a", false},    {"a/", "a/a", true},        {"a/b/", "a/b", false},
        {"a/b/", "a/b/c", true}, {"a/b/", "c/a/b/d", false}, {"/a/", "a/b", true},
        {"/a/", "b/a/c", false}, {"*/", "a", false},         {"*/", "a/b", true},
        {"**/", "a", false},     {"**/", "a/b", true},
    };
    CHECK(cases);
}
END_TEST

START_TEST(test_any_folders)
{
    static const struct match cases[] = {
        {"**/a", "a", true},
        {"**/a", "b/a", true},
        {"**/a", "b/c/a", true},
        {"**/a", "b/ca", false},
        {"**/a/b", "a/b", true},
        {"**/a/b", "a/a/b", true},
        {"**/a/b", "a/c/b", false},
        {"a/**", "a/b", true},
        {"a/**", "a/b/c", true},
        {"a/**", "a", false},
        {"a/**", "a/", false}, /* all that is in it, not itself */
        {"a/**/", "a/b", false},
        {"a/**/", "a/b/c", true},
        {"a/**/b", "a/b", true},
        {"a/**/b", "a/c/b", true},
        {"a/**/b", "a/c/d/b", true},
        {"a/**/b", "a/c", false},
        {"a/**/b/c", "a/b/b/c", true},
        {"a/**/b/**/c", "a/b/x/c", true},
        {"a/**/b/**/c", "a/x/b/y/z/c", true},
        {"a/**/b/**/c", "a/x/c/b", false},
        {"a/**/**/b", "a/b", true},
        {"**/*.onnx", "a/b/c.onnx", true},
        {"**/a/*/c", "a/a/b/c", true},
        {"a**/b", "ac/b", true},
        {"a**/b", "ac/d/b", false},
    };
    CHECK(cases);
}
END_TEST

/* The path itself, not a folder on the way to it. */
START_TEST(test_is_about)
{
    static const struct match cases[] = {
        {"a", "a", true},
        {"a", "a/", true},
        {"a", "a/b", false},
        {"a", "b/a", true},
        {"a", "a/a", true},
        {"a/", "a", false},
        {"a/", "a/", true},
        {"a/", "b/a/", true},
        {"a/", "a/b", false},
        {"/a", "a/b", false},
        {"a/*", "a/b", true},
        {"a/*", "a/b/c", false},
        {"a/**", "a/", false},
        {"a/**", "a/b/c", true},
        {"a/**/", "a/b/c", false},
        {"a/**/", "a/b/c/", true},
        {"**", "a/b", true},
        {"*", "a/b", true},
        {"**/a", "a/b/a", true},
        {"**/a/b", "a/b/a/b", true},
        {"**/a/b", "a/b/a", false},
        {"a/**/b", "a/b/b", true},
        {"a/**/b/c", "a/b/c/b/c", true},
        {"*.onnx", "a/b.onnx", true},
        {"a", "/x/a", true},
        {"a", "/a/x", false},
        {"*", "/", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_msg(ol_glob_is_about(cases[i].pattern, cases[i].path) == cases[i].is_match,
                      "%s and %s", cases[i].pattern, cases[i].path);
    }
}
END_TEST

START_TEST(test_elsewhere)
{
    static const struct match cases[] = {{"a", "/x/a", true},      {"*.onnx", "/x/y.onnx", true},
                                         {"x/", "/x/y", true},     {"**/a", "/x/a", true},
                                         {"/x/a", "/x/a", false},  {"x/a", "/x/a", false},
                                         {"*/a", "/x/a", false},   {"x/**", "/x/a", false},
                                         {"**/x/a", "/x/a", true}, {"**/x/**", "/x/a/b", true}};
    CHECK(cases);
}
END_TEST

START_TEST(test_sets)
{
    static const struct match cases[] = {
        {"[abc]", "b", true},
        {"[abc]", "d", false},
        {"[abc]", "ab", false},
        {"[a-c]", "b", true},
        {"[a-c]", "d", false},
        {"[!a-c]", "d", true},
        {"[!a-c]", "b", false},
        {"[^a-c]", "d", true},
        {"[]]", "]", true},
        {"[]-]", "-", true},
        {"[!]]", "a", true},
        {"[!]]", "]", false},
        {"[a-]", "-", true},
        {"[-a]", "-", true},
        {"[a\\-c]", "b", false},
        {"[a\\-c]", "-", true},
        {"[\\]]", "]", true},
        {"[*?]", "*", true},
        {"[*?]", "a", false},
        {"v[0-9]*.onnx", "v12.onnx", true},
        {"v[0-9]*.onnx", "va.onnx", false},
        {"*[0-9]", "ab3", true},
        {"a[!b]c", "a/c", false},
        {"[a-cx-z]", "y", true},
    };
    CHECK(cases);
}
END_TEST

START_TEST(test_escapes)
{
    static const struct match cases[] = {
        {"\\*", "*", true},     {"\\*", "a", false},      {"\\?", "?", true},
        {"\\[a]", "[a]", true}, {"\\a", "a", true},       {"\\\\", "\\", true},
        {"\\!a", "!a", true},   {"a\\{b}", "a{b}", true}, {"a!", "a!", true},
    };
    CHECK(cases);
}
END_TEST

START_TEST(test_characters)
{
    static const struct match cases[] = {
        {"?", "\xC3\xA9", true},         /* one character of two bytes */
        {"??", "\xC3\xA9", false},       /* not two */
        {"?", "\xF0\x9F\x98\x80", true}, /* of four */
        {"\xC3\xA9*", "\xC3\xA9t\xC3\xA9", true},
        {"[\xC3\xA0-\xC3\xBF]", "\xC3\xA9", true},
        {"[\xC3\xA0-\xC3\xBF]", "e", false},
        {"[!a]", "\xC3\xA9", true},
        {"?", "\xE9", true}, /* a byte that is no UTF-8 */
        {"\xE9", "\xE9", true},
        {"\xE9", "\xEA", false},
        {"*\xA9", "\xC3\xA9", false}, /* no part of a character */
    };
    CHECK(cases);
}
END_TEST

START_TEST(test_faults)
{
    static const struct {
        const char *pattern;
        const char *fault;
    } cases[] = {
        {"", "it is empty"},
        {"/", "it is empty"},
        {"//", "a part between two slashes is empty"},
        {"a//b", "a part between two slashes is empty"},
        {"a//", "a part between two slashes is empty"},
        {"./a", "a part is . or .., but a pattern begins in its folder and stays there"},
        {"..", "a part is . or .., but a pattern begins in its folder and stays there"},
        {"a/../b", "a part is . or .., but a pattern begins in its folder and stays there"},
        {"!a", "a leading ! does not turn it round; write \\! for the sign itself"},
        {"a.{onnx,pb}",
         "braces list nothing here; write several patterns, or \\{ for the sign itself"},
        {"a\\", "a backslash has no character after it"},
        {"a\\/b", "a backslash has no character after it"},
        {"[", "a set has no closing ] before the next slash or the end"},
        {"[]", "a set has no closing ] before the next slash or the end"},
        {"[!", "a set has no closing ] before the next slash or the end"},
        {"[!]", "a set has no closing ] before the next slash or the end"},
        {"[a", "a set has no closing ] before the next slash or the end"},
        {"[a-", "a set has no closing ] before the next slash or the end"},
        {"[a\\", "a set has no closing ] before the next slash or the end"},
        {"[a\\]", "a set has no closing ] before the next slash or the end"},
        {"[a/b]", "a set has no closing ] before the next slash or the end"},
        {"[z-a]", "a range in a set is upside down"},
        {"[[:alpha:]]", "classes such as [:alpha:] are not known in a set"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *fault = ol_glob_fault(cases[i].pattern);
        ck_assert_msg(fault != NULL, "%s: no fault", cases[i].pattern);
        ck_assert_str_eq(fault, cases[i].fault);
        (void)ol_glob_matches(cases[i].pattern, "a/b"); /* ends, within its bytes */
    }
    static char text[4098];
    memset(text, 'a', sizeof text - 1);
    ck_assert_str_eq(ol_glob_fault(text), "it is longer than any path");
    ck_assert_ptr_null(ol_glob_fault(text + 1));
}
END_TEST

/* A unit over and over, as often as it fits into size bytes, and what ends it. */
static char *repeat(const char *unit, size_t size, const char *end)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    while (buf.size + strlen(unit) <= size) {
        ol_buf_add(&buf, unit);
    }
    ol_buf_add(&buf, end);
    char *text = strdup(ol_buf_text(&buf));
    ck_assert_ptr_nonnull(text);
    ol_buf_fini(&buf);
    return text;
}

/* What would go on for ever, were each star tried with each length. */
START_TEST(test_cost)
{
    static const struct {
        const char *pattern;
        const char *path;
    } cases[] = {{"*a", "a"},     {"*ab", "a"},      {"**/a/", "a/"}, {"**/*a/", "a/"},
                 {"[a-a]*", "a"}, {"**/a/b/", "a/"}, {"*?", "a"},     {"**/*a*a*b/", "aa/a/"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *pattern = repeat(cases[i].pattern, 4000, "Z");
        char *path = repeat(cases[i].path, 4000, "");
        ck_assert_ptr_null(ol_glob_fault(pattern));
        ck_assert(!ol_glob_matches(pattern, path));
        ck_assert(!ol_glob_is_about(pattern, path));
        free(pattern);
        free(path);
    }
}
END_TEST

Suite *suite_glob(void)
{
    const TTest *const tests[] = {test_names,      test_paths,     test_folders, test_any_folders,
                                  test_is_about,   test_elsewhere, test_sets,    test_escapes,
                                  test_characters, test_faults,    test_cost};
    return OL_SUITE_OF("glob", tests);
}
