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
    ck_assert_int_eq(ol_diag_list_add(&report->list, diag), OL_OK);
}

const char *ol_test_report_render(struct ol_test_report *report, const struct ol_reporter *reporter,
                                  struct ol_report_style style)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ck_assert_int_eq(reporter->add_file(&out, &style, &report->file), OL_OK);
    ck_assert(ol_buf_is_ok(&out));
    const char *text = ol_arena_copy_text(report->arena, ol_slice_from_text(ol_buf_text(&out)));
    ol_buf_fini(&out);
    return text;
}
