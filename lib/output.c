/* SPDX-License-Identifier: Apache-2.0 */
/* The public side of reports and of the summary: results into text. */
#include <stdlib.h>

#include "base/text.h"
#include "onnx_lint.h"
#include "report/report.h"
#include "result.h"

struct ol_report {
    const struct ol_reporter *reporter;
    struct ol_report_style style;
};

struct ol_summary {
    struct ol_arena *arena;
    struct ol_report_totals totals;
};

static struct ol_report_file file_of(const struct ol_result *result)
{
    bool was_read = result->kind != NULL;
    return (struct ol_report_file){
        .name = result->name,
        .bytes = result->input.bytes,
        .kind = result->kind,
        .ir_version = result->ir_version,
        .opsets = result->opsets,
        .opset_count = result->opset_count,
        .list = was_read ? &result->diags : NULL,
        .error = ol_result_error(result),
    };
}

/* Hands a finished text on, or nothing at all when memory was short. */
static enum ol_status pass_on(struct ol_buf *out, ol_write_fn *write, void *context)
{
    bool is_ok = ol_buf_is_ok(out);
    if (is_ok && out->size > 0) {
        write(context, out->text, out->size);
    }
    ol_buf_fini(out);
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

enum ol_status ol_report_new(const struct ol_report_options *options, struct ol_report **report)
{
    const struct ol_reporter *reporter = ol_report_from_name(options->format);
    if (reporter == NULL) {
        return OL_ERR_RULE;
    }
    struct ol_report *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    made->reporter = reporter;
    made->style.has_color = options->has_color;
    switch (options->position) {
    case OL_POSITION_AUTO:
        made->style.position = OL_REPORT_POSITION_AUTO;
        break;
    case OL_POSITION_LINES:
        made->style.position = OL_REPORT_POSITION_LINES;
        break;
    case OL_POSITION_FLAT:
        made->style.position = OL_REPORT_POSITION_FLAT;
        break;
    }
    *report = made;
    return OL_OK;
}

void ol_report_free(struct ol_report *report)
{
    free(report);
}

enum ol_status ol_report_begin(const struct ol_report *report, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    report->reporter->begin(&out);
    return pass_on(&out, write, context);
}

enum ol_status ol_report_separate(const struct ol_report *report, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    report->reporter->separate(&out);
    return pass_on(&out, write, context);
}

enum ol_status ol_report_add(const struct ol_report *report, const struct ol_result *result,
                             ol_write_fn *write, void *context)
{
    struct ol_buf out;
    struct ol_report_file file = file_of(result);
    ol_buf_init(&out);
    enum ol_status status = report->reporter->add_file(&out, &report->style, &file);
    if (status != OL_OK) {
        ol_buf_fini(&out);
        return status;
    }
    return pass_on(&out, write, context);
}

enum ol_status ol_report_end(const struct ol_report *report, const struct ol_summary *summary,
                             ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    enum ol_status status = report->reporter->end(&out, &summary->totals);
    if (status != OL_OK) {
        ol_buf_fini(&out);
        return status;
    }
    return pass_on(&out, write, context);
}

enum ol_status ol_summary_new(struct ol_summary **summary)
{
    struct ol_summary *made = calloc(1, sizeof *made);
    struct ol_arena *arena = ol_arena_new();
    if (made == NULL || arena == NULL) {
        free(made);
        ol_arena_free(arena);
        return OL_ERR_NOMEM;
    }
    made->arena = arena;
    ol_report_totals_init(&made->totals, arena);
    *summary = made;
    return OL_OK;
}

void ol_summary_free(struct ol_summary *summary)
{
    if (summary != NULL) {
        ol_arena_free(summary->arena);
    }
    free(summary);
}

enum ol_status ol_summary_add(struct ol_summary *summary, const struct ol_result *result,
                              uint64_t place)
{
    struct ol_report_file file = file_of(result);
    return ol_report_totals_add(&summary->totals, &file, place);
}

void ol_summary_add_unreadable(struct ol_summary *summary)
{
    summary->totals.unreadable++;
}

struct ol_counts ol_summary_counts(const struct ol_summary *summary)
{
    const struct ol_report_counts *counts = &summary->totals.counts;
    return (struct ol_counts){counts->errors, counts->warnings, counts->infos};
}

uint64_t ol_summary_unreadable(const struct ol_summary *summary)
{
    return summary->totals.unreadable;
}

enum ol_status ol_summary_print(const struct ol_summary *summary, bool is_brief, ol_write_fn *write,
                                void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_report_summary(&out, &summary->totals, is_brief);
    return pass_on(&out, write, context);
}

enum ol_status ol_write_path(const char *path, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_text_add_path(&out, path);
    return pass_on(&out, write, context);
}

enum ol_status ol_write_quoted(const char *text, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_text_quote(&out, ol_slice_from_text(text));
    return pass_on(&out, write, context);
}
