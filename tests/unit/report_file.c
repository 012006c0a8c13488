/* SPDX-License-Identifier: Apache-2.0 */
/* Findings without an engine. */
#include "unit/report_file.h"

#include <check.h>

void ol_test_report_init(struct ol_test_report *report, const char *bytes, size_t size)
{
    *report = (struct ol_test_report){.arena = ol_arena_new()};
    ck_assert_ptr_nonnull(report->arena);
    ol_diag_list_init(&report->list, report->arena, 0);
    report->file = (struct ol_report_file){
        .name = "m.onnx",
        .bytes = {(const uint8_t *)bytes, size},
        .kind = "model",
        .list = &report->list,
    };
}

void ol_test_report_fini(struct ol_test_report *report)
{
    ol_diag_list_fini(&report->list);
    ol_arena_free(report->arena);
}

struct ol_diag ol_test_diag(enum ol_severity severity, uint64_t offset, uint64_t length)
{
    return (struct ol_diag){
        .rule = "a-rule",
        .severity = severity,
        .message = "it is wrong",
        .place = {.span = {offset, length}, .path = "graph.name"},
    };
}

void ol_test_report_add(struct ol_test_report *report, const struct ol_diag *diag)
{
    ck_assert_int_eq(ol_diag_list_add(&report->list, diag, NULL), OL_OK);
}

const char *ol_test_report_render(struct ol_test_report *report, const struct ol_reporter *reporter,
                                  struct ol_report_style style)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ck_assert_int_eq(reporter->add_file(&out, &style, &report->file), OL_OK);
    ck_assert(ol_buf_is_ok(&out));
    const char *text = ol_arena_copy_text(report->arena, ol_buf_slice(&out));
    ol_buf_fini(&out);
    return text;
}

/* Adds up the files as a run does. */
static void add_up(struct ol_report_totals *totals, const struct ol_reporter *reporter,
                   struct ol_arena *arena, const struct ol_report_file *files, size_t count)
{
    ol_report_totals_init(totals, arena);
    totals->keeps_entries = reporter->needs_entries;
    for (size_t i = count; i-- > 0;) { /* in any order */
        ck_assert_int_eq(ol_report_totals_add(totals, &files[i], i), OL_OK);
    }
    ol_report_sort_entries(totals);
}

const char *ol_test_report_render_run(struct ol_arena *arena, const struct ol_reporter *reporter,
                                      const struct ol_report_style *style,
                                      const struct ol_report_file *files, size_t count)
{
    struct ol_report_totals totals;
    struct ol_buf out;
    bool has_separator_due = false;
    add_up(&totals, reporter, arena, files, count);
    ol_buf_init(&out);
    if (reporter->begin != NULL) {
        reporter->begin(&out, style);
    }
    for (size_t i = 0; i < count; i++) {
        struct ol_buf text;
        ol_buf_init(&text);
        ck_assert_int_eq(reporter->add_file(&text, style, &files[i]), OL_OK);
        if (has_separator_due && text.size > 0 && reporter->separate != NULL) {
            reporter->separate(&out);
        }
        has_separator_due = has_separator_due || text.size > 0;
        ol_buf_add(&out, ol_buf_text(&text));
        ol_buf_fini(&text);
    }
    if (reporter->end != NULL) {
        ck_assert_int_eq(reporter->end(&out, style, &totals), OL_OK);
    }
    ck_assert(ol_buf_is_ok(&out));
    const char *text = ol_arena_copy_text(arena, ol_buf_slice(&out));
    ol_buf_fini(&out);
    return text;
}
