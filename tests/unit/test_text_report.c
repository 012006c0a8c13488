/* SPDX-License-Identifier: Apache-2.0 */
/* The report for people. */
#include <string.h>

#include "unit/report_file.h"
#include "unit/suites.h"

static const struct ol_report_style plain = {.has_color = false};
static const struct ol_report_style colored = {.has_color = true};

START_TEST(test_finding)
{
    const struct ol_related related[] = {
        {"the first", {.span = {0, 1}, .path = ""}},
        {"the second", {.span = {1, 4}, .path = "", .file = "w\n.bin"}},
    };
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    diag.variant = "twice";
    diag.related = related;
    diag.related_count = 2;
    ol_test_report_add(&report, &diag);
    ck_assert_str_eq(ol_test_report_render(&report, &ol_report_text, plain),
                     "error: it is wrong [a-rule]\n"
                     "  at m.onnx, offset 4 (0x4), 1 byte: graph.name\n"
                     "  00000000  61 62 63 64 65 66                                 |abcdef|\n"
                     "                        ^^\n"
                     "  note: the first\n"
                     "  at m.onnx, offset 0 (0x0), 1 byte\n"
                     "  00000000  61 62 63 64 65 66                                 |abcdef|\n"
                     "            ^^\n"
                     "  note: the second\n"
                     "  at w\\n.bin, offset 1 (0x1), 4 bytes\n"
                     "  help: onnx-lint --explain a-rule/twice\n\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_whole_file)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_INFO, 0, 0);
    struct ol_test_report report;
    ol_test_report_init(&report, "", 0);
    diag.place.is_whole_file = true;
    diag.place.path = "";
    ol_test_report_add(&report, &diag);
    ck_assert_str_eq(ol_test_report_render(&report, &ol_report_text, colored),
                     "\33[1;36mnote:\33[0m it is wrong [a-rule]\n"
                     "  at m.onnx\n"
                     "  help: onnx-lint --explain a-rule\n\n");
    ol_test_report_fini(&report);
}
END_TEST

/* What to do, where the rule says it: of the variant, if it has one of its own. */
START_TEST(test_mend)
{
    static const struct ol_rule_variant variants[] = {{"twice", OL_SEVERITY_ERROR, "m"},
                                                      {"empty", OL_SEVERITY_ERROR, "m"}};
    static const char *const mends[] = {"write \33[31mit", "write it once", NULL};
    static const struct ol_rule_doc doc = {.mends = mends};
    static const struct ol_rule rules[] = {
        {.id = "0-rule"}, {.id = "a-rule", .variants = variants, .variant_count = 2, .doc = &doc}};
    static const struct {
        const char *variant;
        uint32_t rule_index;
        const char *line;
    } cases[] = {
        {NULL, 1, "  mend: write \\x1B[31mit\n  help: onnx-lint --explain a-rule\n\n"},
        {"twice", 1, "  mend: write it once\n  help: onnx-lint --explain a-rule/twice\n\n"},
        {"empty", 1, "  mend: write \\x1B[31mit\n  help: onnx-lint --explain a-rule/empty\n\n"},
        {NULL, 0, "m.onnx\n  help: onnx-lint --explain a-rule\n\n"},
        {NULL, 2, "m.onnx\n  help: onnx-lint --explain a-rule\n\n"},
    };
    const struct ol_report_style style = {.rules = {rules, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_diag diag = ol_test_diag(OL_SEVERITY_INFO, 0, 0);
        struct ol_test_report report;
        ol_test_report_init(&report, "", 0);
        diag.place.is_whole_file = true;
        diag.place.path = "";
        diag.variant = cases[i].variant;
        diag.rule_index = cases[i].rule_index;
        ol_test_report_add(&report, &diag);
        const char *text = ol_test_report_render(&report, &ol_report_text, style);
        ck_assert_msg(strstr(text, cases[i].line) != NULL, "%s", text);
        ol_test_report_fini(&report);
    }
}
END_TEST

START_TEST(test_hostile)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_WARNING, UINT64_MAX, UINT64_MAX);
    struct ol_test_report report;
    ol_test_report_init(&report, "\33[31m", 5);
    diag.message = "\33[31m";
    diag.place.path = "\x7f";
    report.file.name = "\r\xFF";
    ol_test_report_add(&report, &diag);
    const char *text = ol_test_report_render(&report, &ol_report_text, plain);
    for (const char *c = text; *c != '\0'; c++) {
        ck_assert(*c == '\n' || (*c >= ' ' && *c <= '~'));
    }
    ol_test_report_fini(&report);
}
END_TEST

Suite *suite_text_report(void)
{
    const TTest *const tests[] = {test_finding, test_whole_file, test_mend, test_hostile};
    return OL_SUITE_OF("text_report", tests);
}
