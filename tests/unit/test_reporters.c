/* SPDX-License-Identifier: Apache-2.0 */
/* What every format owes: a text that comes in parts, of which little is ever held. */
#include <string.h>

#include "unit/report_file.h"
#include "unit/suites.h"

#define FINDINGS 5000

/* Text in parts, and what they amount to. */
struct parts {
    struct ol_buf text;
    size_t count;
    size_t largest;
};

static const char *const formats[] = {"gcc",   "text",   "json",  "jsonl",
                                      "sarif", "github", "junit", "checkstyle"};

static void take(void *context, const char *text, size_t size)
{
    struct parts *parts = context;
    ol_buf_add_slice(&parts->text, (struct ol_slice){(const uint8_t *)text, size});
    parts->count++;
    parts->largest = size > parts->largest ? size : parts->largest;
}

/* A file with many findings of two rules, each with a related place. */
static void init_flood(struct ol_test_report *report)
{
    static const char bytes[FINDINGS + 1];
    static const struct ol_related related[] = {
        {"the first", {.span = {1, 2}, .path = "graph", .file = NULL}}};
    ol_test_report_init(report, bytes, sizeof bytes);
    for (uint32_t i = 0; i < FINDINGS; i++) {
        struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, i, 2);
        diag.rule_index = i % 2;
        diag.related = related;
        diag.related_count = 1;
        ol_test_report_add(report, &diag);
    }
}

START_TEST(test_parts)
{
    const struct ol_reporter *reporter = ol_report_from_name(formats[_i]);
    struct ol_report_style style = {.fail_on = OL_SEVERITY_ERROR};
    struct parts parts = {.count = 0};
    struct ol_test_report report;
    struct ol_buf rest;
    ck_assert_ptr_nonnull(reporter);
    init_flood(&report);
    const char *whole = ol_test_report_render(&report, reporter, style);
    ol_buf_init(&parts.text);
    ol_buf_init(&rest);
    style.write = take;
    style.write_context = &parts;
    ck_assert_int_eq(reporter->add_file(&rest, &style, &report.file), OL_OK);
    ck_assert_uint_gt(parts.count, 1);
    ck_assert_uint_le(parts.largest, (size_t)80 * 1024);
    ck_assert_uint_le(rest.capacity, (size_t)256 * 1024);
    take(&parts, ol_buf_text(&rest), rest.size);
    ck_assert(strcmp(ol_buf_text(&parts.text), whole) == 0);
    ol_buf_fini(&rest);
    ol_buf_fini(&parts.text);
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_names)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        ck_assert_str_eq(ol_report_from_name(formats[i])->name, formats[i]);
    }
    ck_assert_ptr_null(ol_report_from_name("xml"));
    ck_assert_ptr_null(ol_report_from_name(""));
}
END_TEST

Suite *suite_reporters(void)
{
    Suite *suite = suite_create("reporters");
    TCase *tcase = tcase_create("reporters");
    tcase_add_loop_test(tcase, test_parts, 0, sizeof formats / sizeof *formats);
    tcase_add_test(tcase, test_names);
    suite_add_tcase(suite, tcase);
    return suite;
}
