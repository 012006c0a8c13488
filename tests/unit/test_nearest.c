/* SPDX-License-Identifier: Apache-2.0 */
/* "Did you mean": edit distance and its bounds. */
#include <string.h>

#include "base/nearest.h"
#include "unit/suites.h"

static const char *const names[] = {
    "severity",          "supersedes", "since", "tensor-raw-length-short", "tensor-raw-length-long",
    "tensor-raw-padding"};

/* The names near to the wanted one, joined with commas. */
static void find(struct ol_buf *buf, const char *wanted)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(wanted));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ol_nearest_offer(&nearest, names[i]);
    }
    for (size_t i = 0; i < nearest.count; i++) {
        ol_buf_add(buf, i == 0 ? "" : ",");
        ol_buf_add_slice(buf, nearest.names[i]);
    }
}

START_TEST(test_find)
{
    static const struct {
        const char *wanted;
        const char *found;
    } cases[] = {
        {"severity", "severity"},
        {"sevreity", "severity"}, /* two letters swapped are one edit */
        {"Severity", "severity"}, /* so are capitals none */
        {"severit", "severity"},
        {"sinse", "since"},
        {"sn", ""},
        {"", ""},
        {"tensor-raw-lenght-short", "tensor-raw-length-short,tensor-raw-length-long"},
        {"raw-length", "tensor-raw-length-short,tensor-raw-length-long"}, /* contained */
        {"raw", ""},                                                      /* in too many */
        {"tensor-raw", "tensor-raw-length-short,tensor-raw-length-long,tensor-raw-padding"},
        {"something else altogether", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_buf buf;
        ol_buf_init(&buf);
        find(&buf, cases[i].wanted);
        ck_assert_str_eq(ol_buf_text(&buf), cases[i].found);
        ol_buf_fini(&buf);
    }
}
END_TEST

START_TEST(test_question)
{
    static const char *const questions[] = {"", "; did you mean 'ab'?",
                                            "; did you mean 'ab' or 'abc'?",
                                            "; did you mean 'ab', 'abc' or 'abd'?"};
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text("ab"));
    ol_nearest_offer(&nearest, "abc");
    ol_nearest_offer(&nearest, "abd");
    ol_nearest_offer(&nearest, "ab");
    ol_nearest_offer(&nearest, "abe"); /* no better than those there are */
    for (size_t most = 0; most <= OL_NEAREST_MAX; most++) {
        struct ol_buf buf;
        ol_buf_init(&buf);
        ol_nearest_add_question(&buf, &nearest, most);
        ck_assert_str_eq(ol_buf_text(&buf), questions[most]);
        ol_buf_fini(&buf);
    }
}
END_TEST

/* Neither a wanted nor an offered text of any length is read past the bound. */
START_TEST(test_long)
{
    char text[200];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(text));
    ol_nearest_offer(&nearest, "aaaa");
    ol_nearest_offer(&nearest, text);
    ck_assert_uint_eq(nearest.count, 0);
    ol_nearest_init(&nearest, ol_slice_from_text("aaaa"));
    ol_nearest_offer(&nearest, text);
    ck_assert_uint_eq(nearest.count, 0);
    text[64] = '\0';
    ol_nearest_init(&nearest, ol_slice_from_text(text));
    ol_nearest_offer(&nearest, text);
    ck_assert_uint_eq(nearest.count, 1);
}
END_TEST

/* Names of models: how many are near, and for one letter none that keeps nothing of it. */
START_TEST(test_strict)
{
    static const struct {
        const char *wanted;
        const char *offered;
        size_t count;
        size_t strict_count;
    } cases[] = {
        {"x", "q", 0, 0},
        {"x", "X", 1, 1},
        {"x", "x1", 1, 1},
        {"hiden", "hidden", 1, 1},
        {"ai.onnx.ml", "ai.onnx", 1, 0},
        {"ai.onnx", "ai.onnx.ml", 1, 0}, /* contained */
        {"features/conv_4/add", "features/conv_6/expand/Relu", 0, 0},
        {"/features/conv_4/bn/Add", "/features/conv_6/relu/Relu", 1, 0},
        {"/features/conv_4/wieght", "/features/conv_4/weight", 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_nearest nearest;
        ol_nearest_init(&nearest, ol_slice_from_text(cases[i].wanted));
        ol_nearest_offer(&nearest, cases[i].offered);
        ck_assert_msg(nearest.count == cases[i].count, "case %zu", i);
        ol_nearest_init_strict(&nearest, ol_slice_from_text(cases[i].wanted));
        ol_nearest_offer(&nearest, cases[i].offered);
        ck_assert_msg(nearest.count == cases[i].strict_count, "case %zu, strictly", i);
    }
}
END_TEST

static size_t distance(const char *a, const char *b)
{
    return ol_nearest_distance(ol_slice_from_text(a), ol_slice_from_text(b));
}

START_TEST(test_distance)
{
    static const char of_65[] = "12345678901234567890123456789012345678901234567890123456789012345";
    ck_assert_uint_eq(distance("", ""), 0);
    ck_assert_uint_eq(distance("", "abc"), 3);
    ck_assert_uint_eq(distance("SRGB", "srgb"), 0);
    ck_assert_uint_eq(distance("gamma", "Linear"), 5);
    ck_assert_uint_eq(distance("ab", "ba"), 1);
    ck_assert_uint_eq(distance(of_65 + 1, of_65 + 1), 0);
    ck_assert_uint_eq(distance(of_65, of_65), SIZE_MAX - 1);
    ck_assert_uint_eq(distance("", of_65), SIZE_MAX - 1);
}
END_TEST

Suite *suite_nearest(void)
{
    const TTest *const tests[] = {test_find, test_question, test_long, test_strict, test_distance};
    return OL_SUITE_OF("nearest", tests);
}
