/* SPDX-License-Identifier: Apache-2.0 */
/* Rules told to people, over a book of the test's own. */
#include <string.h>

#include "report/explain.h"
#include "report/wrap.h"
#include "unit/suites.h"

static const struct ol_reference references[] = {{"TensorProto.*", "onnx.proto"}};
static const struct ol_example_file files[] = {
    {.path = "w.bin", .bytes = "00\n", .hole = -1},
    {.path = "l", .link = "w.bin", .hole = -1},
    {.path = "d", .is_directory = true, .hole = -1},
    {.path = "h", .hole = 8},
};
static const struct ol_example_expect expects[] = {
    {.at = "raw", .length = 2, .path = "raw_data"},
    {.at = "0", .length = 1, .path = "", .variant = "empty"},
    {.at = "file", .length = -1, .rule = "b-one"},
};
static const struct ol_example examples[] = {
    {.name = "a | b",
     .is_bad = true,
     .root = "TensorProto",
     .ir_version = 9,
     .bytes = "08 02  # dims\n\n@raw 00\n",
     .files = files,
     .file_count = 4,
     .expect = expects,
     .expect_count = 3},
    {.name = "none", .root = "auto", .bytes = ""},
};
static const char *const mends[] = {"write *it*", "leave it out"};
static const char *const variant_mends[] = {NULL, "name x", NULL};
static const struct ol_rule_doc docs[] = {
    {.since = "0.1.0",
     .targets = "TensorProto",
     .mends = mends,
     .explanation = "Why.\n\nHow.\n",
     .references = references,
     .reference_count = 1,
     .examples = examples,
     .example_count = 2},
    {.since = "0.1.0", .explanation = "Because.\n"},
    {.since = "0.2.0", .targets = "every message", .explanation = "So.\n", .mends = variant_mends},
};
static const struct ol_rule_variant variants[] = {{"empty", OL_SEVERITY_WARNING, "nothing"}};
static const struct ol_rule_variant only_variants[] = {{"x", OL_SEVERITY_INFO, "x"},
                                                       {"y", OL_SEVERITY_INFO, "y"}};
static const struct ol_rule_note notes[] = {{"first", "the first"}};
static const char *const supersedes[] = {"b-one", "b-two"};
static const struct ol_rule rules[] = {
    {.id = "a-one",
     .title = "a_b *is* less",
     .area = "zeta",
     .severity = OL_SEVERITY_ERROR,
     .ir_min = 3,
     .message = "{subject} `x`",
     .variants = variants,
     .variant_count = 1,
     .notes = notes,
     .note_count = 1,
     .supersedes = supersedes,
     .supersedes_count = 2,
     .doc = &docs[0]},
    {.id = "b-one",
     .title = ".b",
     .area = "alpha",
     .severity = OL_SEVERITY_INFO,
     .message = "m",
     .doc = &docs[1]},
    {.id = "b-two",
     .title = "c \\ d",
     .area = "alpha",
     .severity = OL_SEVERITY_WARNING,
     .ir_min = 3,
     .ir_max = 4,
     .variants = only_variants,
     .variant_count = 2,
     .doc = &docs[2]},
};
static const struct ol_profile_entry entries[] = {{"a-one", "empty", false, OL_SEVERITY_OFF}};
static const struct ol_profile profiles[] = {
    {.name = "recommended", .title = "the default"},
    {.name = "strict", .title = "all", .is_info_on = true, .entries = entries, .entry_count = 1}};
static const struct ol_rule_book book = {rules, 3, profiles, 2};

static enum ol_severity severity(const void *context, const struct ol_rule *rule,
                                 const char *variant)
{
    return ol_profile_severity(context, rule, variant);
}

START_TEST(test_list)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_explain_list(&out, &book, severity, &profiles[0]);
    ck_assert_str_eq(ol_buf_text(&out),
                     "a-one  error/warning  on      a_b *is* less; variants: empty=warning\n"
                     "b-one  info           off     .b\n"
                     "b-two  info           off     c \\ d; variants: x=off, y=off\n"
                     "3 rules: 1 error, 0 warnings, 0 info, 2 off\n");
    ol_buf_clear(&out);
    ol_explain_list(&out, &book, severity, &profiles[1]);
    ck_assert_str_eq(ol_buf_text(&out),
                     "a-one  error/warning  partly  a_b *is* less; variants: empty=off\n"
                     "b-one  info           on      .b\n"
                     "b-two  info           on      c \\ d; variants: x=info, y=info\n"
                     "3 rules: 1 error, 0 warnings, 2 info, 0 off\n");
    ol_buf_clear(&out);
    ol_explain_ids(&out, &book);
    ck_assert_str_eq(ol_buf_text(&out), "a-one\nb-one\nb-two\n");
    ol_buf_fini(&out);
}
END_TEST

START_TEST(test_find)
{
    ck_assert_ptr_eq(ol_explain_find(&book, "b-two"), &rules[2]);
    ck_assert_ptr_null(ol_explain_find(&book, "b"));
    struct ol_buf out;
    ol_buf_init(&out);
    ol_explain_unknown(&out, &book, ol_slice_from_text("b-onw\n"));
    ck_assert_str_eq(ol_buf_text(&out),
                     "no rule 'b-onw\\n'; did you mean 'b-one'? See also --list-rules");
    ol_buf_clear(&out);
    ol_explain_unknown(&out, &book, ol_slice_from_text("zzz"));
    ck_assert_str_eq(ol_buf_text(&out), "no rule 'zzz'; see --list-rules");
    ol_buf_clear(&out);
    ol_explain_unknown_variant(&out, &rules[0], ol_slice_from_text("emtpy"));
    ck_assert_str_eq(ol_buf_text(&out), "rule a-one has no variant 'emtpy'; did you mean 'empty'?");
    ol_buf_clear(&out);
    ol_explain_unknown_variant(&out, &rules[2], ol_slice_from_text("long\n"));
    ck_assert_str_eq(ol_buf_text(&out), "rule b-two has no variant 'long\\n'; there are: x, y");
    ol_buf_clear(&out);
    ol_explain_unknown_variant(&out, &rules[1], ol_slice_from_text("x"));
    ck_assert_str_eq(ol_buf_text(&out), "rule b-one has no variant 'x', nor any other");
    ol_buf_fini(&out);
}
END_TEST

START_TEST(test_text)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_explain_rule_text(&out, &book, &rules[0], NULL);
    ck_assert_str_eq(
        ol_buf_text(&out),
        "a-one: a_b *is* less\n\n"
        "  severity    error; warning for variant 'empty'\n"
        "  profiles    recommended: on; strict: error, off for variant 'empty'\n"
        "  applies to  TensorProto; IR version 3 and later\n"
        "  since       0.1.0\n"
        "  supersedes  b-one, b-two\n\n"
        "Why.\n\nHow.\n\n"
        "To mend:\n  write *it*\n  variant 'empty': leave it out\n\n"
        "Messages:\n  error: {subject} `x`\n  warning, variant 'empty': nothing\n  note: the first\n\n"
        "References:\n  TensorProto.* (onnx.proto)\n\n"
        "Examples:\n"
        "  bad: a | b (TensorProto), at IR version 9\n"
        "    08 02  # dims\n\n    @raw 00\n"
        "    beside it: w.bin, with\n      00\n"
        "    beside it: l, a link to w.bin\n"
        "    beside it: d, a directory\n"
        "    beside it: h, 8 bytes\n"
        "    => error at raw, length 2, raw_data\n"
        "    => warning (empty) at 0, length 1\n"
        "    => b-one for the whole file\n\n"
        "  good: none\n\n"
        "To turn it off, or one variant (error, warning or info set the severity):\n"
        "  --rule a-one=off\n  --rule a-one/empty=off\n"
        "  in .onnx-lint.yaml: rules: {a-one: off}\n\n"
        "All rules: onnx-lint --list-rules\n");
    ol_buf_clear(&out);
    ol_explain_rule_text(&out, &book, &rules[2], NULL);
    ck_assert_str_eq(ol_buf_text(&out),
                     "b-two: c \\ d\n\n"
                     "  severity    info\n"
                     "  profiles    recommended: off; strict: on\n"
                     "  applies to  every message; IR versions 3 to 4\n"
                     "  since       0.2.0\n\n"
                     "So.\n\n"
                     "To mend:\n  variant 'x': name x\n\n"
                     "Messages:\n  info, variant 'x': x\n  info, variant 'y': y\n\n"
                     "To turn it off, or one variant (error, warning or info set the severity):\n"
                     "  --rule b-two=off\n  --rule b-two/x=off\n  --rule b-two/y=off\n"
                     "  in .onnx-lint.yaml: rules: {b-two: off}\n\n"
                     "All rules: onnx-lint --list-rules\n");
    ol_buf_clear(&out);
    ol_explain_rule_text(&out, &book, &rules[1], NULL);
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out),
                                 "Messages:\n  info: m\n\n"
                                 "To turn it off (error, warning or info set the severity):\n"
                                 "  --rule b-one=off\n"
                                 "  in .onnx-lint.yaml: rules: {b-one: off}\n\n"));
    ol_buf_fini(&out);
}
END_TEST

START_TEST(test_markdown)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_explain_rule_markdown(&out, &book, &rules[0]);
    ck_assert_str_eq(ol_buf_text(&out),
                     "### a-one\n\na_b \\*is\\* less\n\n"
                     "- severity: error; warning for variant 'empty'\n"
                     "- profiles: recommended: on; strict: error, off for variant 'empty'\n"
                     "- applies to: TensorProto; IR version 3 and later\n"
                     "- since: 0.1.0\n"
                     "- supersedes: [b-one](#b-one), [b-two](#b-two)\n"
                     "- message: `` {subject} `x` ``\n"
                     "- message of variant empty (warning): `nothing`\n"
                     "- to mend: write \\*it\\*\n"
                     "- to mend variant empty: leave it out\n"
                     "- see TensorProto.\\* (onnx.proto)\n\n"
                     "Why.\n\nHow.\n\n"
                     "Bad: a \\| b (TensorProto), at IR version 9.\n\n"
                     "```text\n08 02  # dims\n\n@raw 00\n```\n\n"
                     "Beside it `w.bin` with\n\n```text\n00\n```\n\n"
                     "Beside it `l`, a link to `w.bin`.\n\n"
                     "Beside it `d`, a directory.\n\n"
                     "Beside it `h` of 8 bytes.\n\n"
                     "Found: error at raw, length 2, raw_data.\n\n"
                     "Found: warning (empty) at 0, length 1.\n\n"
                     "Found: b-one for the whole file.\n\n"
                     "Good: none.\n\n"
                     "```text\n```\n\n");
    ol_buf_fini(&out);
}
END_TEST

START_TEST(test_all)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_explain_all_markdown(&out, &book);
    const char *text = ol_buf_text(&out);
    const char *alpha = strstr(text, "\n## alpha\n\n| rule |");
    const char *zeta = strstr(text, "\n## zeta\n\n| rule |");
    ck_assert(alpha != NULL && zeta != NULL && alpha < zeta);
    ck_assert_ptr_nonnull(strstr(alpha, "| [b-two](#b-two) | info | c \\\\ d |\n"));
    ck_assert_ptr_nonnull(strstr(zeta, "\n### a-one\n"));
    ck_assert_ptr_nonnull(strstr(text, "- `strict`: all\n"));
    ck_assert_str_eq(text + out.size - 5, "\n```\n");
    ol_buf_clear(&out);
    ol_explain_all_man(&out, &book);
    ck_assert_str_eq(
        ol_buf_text(&out),
        ".SH RULES\nEach can be set with\n.BI \\-\\-rule= ID = SEVERITY\\fR,\none variant of it with\n.BI \\-\\-rule= ID / VARIANT = SEVERITY\\fR.\n"
        ".SS alpha\n"
        ".TP\n.B b\\-one\n(info)\n\\&.b\n"
        ".TP\n.B b\\-two\n(info)\nc \\e d\n"
        ".SS zeta\n"
        ".TP\n.B a\\-one\n(error; warning for variant 'empty')\na_b *is* less\n");
    ol_buf_fini(&out);
}
END_TEST

/* Forty columns of letters. */
#define FORTY "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd"

START_TEST(test_wrap)
{
    struct ol_buf out;
    ol_buf_init(&out);
    /* 40 + 1 + 39 columns fill a line, one more breaks it. */
    ol_wrap_add(&out, ol_slice_from_text(FORTY " " FORTY), 0, 2);
    ck_assert_str_eq(ol_buf_text(&out), FORTY "\n  " FORTY "\n");
    ol_buf_clear(&out);
    ol_wrap_add(&out, ol_slice_from_text(&(FORTY "  \n" FORTY)[1]), 0, 0);
    ck_assert_str_eq(ol_buf_text(&out), &(FORTY " " FORTY "\n")[1]);
    ol_buf_clear(&out);
    /* The columns that were filled before count. */
    ol_wrap_add(&out, ol_slice_from_text(&(FORTY " " FORTY)[1]), 1, 0);
    ck_assert_str_eq(ol_buf_text(&out), &(FORTY "\n" FORTY "\n")[1]);
    ol_buf_clear(&out);
    ol_wrap_add(&out, ol_slice_from_text(" \n"), 0, 0);
    ck_assert_str_eq(ol_buf_text(&out), "\n");
    ol_buf_fini(&out);
}
END_TEST

START_TEST(test_wrap_markdown)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_wrap_add_markdown(&out, "one\ntwo\n\n- a\n  b\n1. c\nthree\n14336. d\n```\ne\nf\n```\n"
                               "four\n    g\n    h\n~~~\n" FORTY " " FORTY " " FORTY "\n~~~\nfive");
    ck_assert_str_eq(ol_buf_text(&out),
                     "one two\n\n- a\n  b\n1. c\nthree 14336. d\n```\ne\nf\n```\n"
                     "four\n    g\n    h\n~~~\n" FORTY " " FORTY " " FORTY "\n~~~\nfive\n");
    ol_buf_fini(&out);
}
END_TEST

Suite *suite_explain(void)
{
    const TTest *const tests[] = {test_list, test_find, test_text,         test_markdown,
                                  test_all,  test_wrap, test_wrap_markdown};
    return OL_SUITE_OF("explain", tests);
}
