/* SPDX-License-Identifier: Apache-2.0 */
/* The keys that doc/report.schema.json describes. */
#include "report/json_diag.h"

#include "base/text.h"
#include "report/statistics.h"

/* Of the form of the report, not of the program: a reader that knows it can rely on every key of
 * the schema. */
#define REPORT_VERSION 1

void ol_json_put_head(struct ol_json *json)
{
    ol_json_put_u64(json, "version", REPORT_VERSION);
    ol_json_key(json, "tool");
    ol_json_open(json, '{');
    ol_json_put_text(json, "name", "onnx-lint");
    ol_json_put_text(json, "version", OL_VERSION);
    ol_json_close(json, '}');
}

static void put_domain(struct ol_json *json, struct ol_slice domain)
{
    struct ol_buf escaped;
    ol_buf_init(&escaped);
    ol_text_escape(&escaped, domain, 0);
    ol_json_put_text(json, "domain", ol_buf_text(&escaped));
    ol_buf_inherit(json->out, &escaped);
    ol_buf_fini(&escaped);
}

static void put_opsets(struct ol_json *json, const struct ol_report_file *file)
{
    ol_json_key(json, "opset_import");
    ol_json_open(json, '[');
    for (size_t i = 0; i < file->opset_count; i++) {
        ol_json_open(json, '{');
        put_domain(json, file->opsets[i].domain);
        ol_json_key(json, "version");
        ol_json_add_i64(json, file->opsets[i].version);
        ol_json_close(json, '}');
    }
    ol_json_close(json, ']');
}

void ol_json_put_file(struct ol_json *json, const struct ol_report_file *file)
{
    ol_json_key(json, "size");
    if (file->kind != NULL) {
        ol_json_add_u64(json, file->bytes.size);
        ol_json_put_text(json, "kind", file->kind);
    } else {
        ol_json_add_null(json);
        ol_json_key(json, "kind");
        ol_json_add_null(json);
    }
    ol_json_key(json, "ir_version");
    if (file->ir_version != 0) {
        ol_json_add_i64(json, file->ir_version);
    } else {
        ol_json_add_null(json);
    }
    put_opsets(json, file);
}

void ol_json_put_not_checked(struct ol_json *json, const struct ol_report_file *file)
{
    const struct ol_diag_list *list = file->list;
    ol_json_key(json, "not_checked");
    ol_json_open(json, '[');
    for (size_t i = 0; list != NULL && i < list->not_checked_count; i++) {
        ol_json_open(json, '{');
        ol_json_put_text(json, "path", list->not_checked[i].path);
        ol_json_put_text(json, "reason", list->not_checked[i].reason);
        ol_json_close(json, '}');
    }
    ol_json_close(json, ']');
    if (list != NULL && ol_report_dropped(list) > 0) {
        ol_json_put_u64(json, "not_shown", ol_report_dropped(list));
    }
    if (file->error != NULL) {
        ol_json_put_text(json, "error", file->error);
    }
}

static void put_place(struct ol_json *json, const struct ol_place *place)
{
    ol_json_key(json, "offset");
    if (place->is_whole_file) {
        ol_json_add_null(json);
        ol_json_key(json, "length");
        ol_json_add_null(json);
    } else {
        ol_json_add_u64(json, place->span.offset);
        ol_json_put_u64(json, "length", place->span.length);
    }
    ol_json_put_text(json, "path", place->path);
}

static void put_other_file(struct ol_json *json, const struct ol_place *place)
{
    if (place->file != NULL) {
        ol_json_put_text(json, "file", place->file);
    }
}

void ol_json_put_names(struct ol_json *json, const char *key, const struct ol_diag *diag)
{
    ol_json_key(json, key);
    ol_json_open(json, '{');
    for (size_t i = 0; i < diag->name_count; i++) {
        if (ol_diag_is_innermost(diag, i)) {
            ol_json_put_text(json, diag->names[i].role, diag->names[i].text);
        }
    }
    ol_json_close(json, '}');
}

static void put_related(struct ol_json *json, const struct ol_diag *diag)
{
    ol_json_key(json, "related");
    ol_json_open(json, '[');
    for (size_t i = 0; i < diag->related_count; i++) {
        ol_json_open(json, '{');
        ol_json_put_text(json, "message", diag->related[i].message);
        put_place(json, &diag->related[i].place);
        put_other_file(json, &diag->related[i].place);
        ol_json_close(json, '}');
    }
    ol_json_close(json, ']');
}

static void put_acceptance(struct ol_json *json, const struct ol_diag *diag)
{
    switch (diag->acceptance) {
    case OL_ACCEPTED_NOT:
        return;
    case OL_ACCEPTED_SUPPRESSED:
        ol_json_put_text(json, "acceptance", "suppressed");
        break;
    case OL_ACCEPTED_BASELINE:
        ol_json_put_text(json, "acceptance", "baseline");
        break;
    }
    if (diag->reason != NULL) {
        ol_json_put_text(json, "reason", diag->reason);
    }
}

void ol_json_put_diag(struct ol_json *json, const struct ol_report_style *style,
                      const struct ol_diag *diag)
{
    const char *mend = ol_report_mend(style, diag);
    ol_json_put_text(json, "rule", diag->rule);
    if (diag->variant != NULL) {
        ol_json_put_text(json, "variant", diag->variant);
    }
    ol_json_put_text(json, "severity", ol_severity_name(diag->severity));
    ol_json_put_text(json, "message", diag->message);
    put_place(json, &diag->place);
    ol_json_put_names(json, "names", diag);
    put_other_file(json, &diag->place);
    put_related(json, diag);
    if (mend != NULL) {
        ol_json_put_text(json, "mend", mend);
    }
    put_acceptance(json, diag);
}

void ol_json_put_notice(struct ol_json *json, const struct ol_notice *notice)
{
    static const char *const kinds[] = {"unused-suppression", "expired-suppression",
                                        "missing-file"};
    ol_json_put_text(json, "kind", kinds[notice->kind]);
    ol_json_put_text(json, "message", notice->message);
    ol_json_key(json, "file");
    ol_json_add_name(json, notice->file);
    ol_json_put_u64(json, "line", notice->line);
    ol_json_put_u64(json, "column", notice->column);
}

void ol_json_put_totals(struct ol_json *json, const struct ol_report_totals *totals)
{
    ol_json_put_u64(json, "files", totals->files);
    ol_json_put_u64(json, "unreadable", totals->unreadable);
    ol_json_put_u64(json, "errors", totals->counts.errors);
    ol_json_put_u64(json, "warnings", totals->counts.warnings);
    ol_json_put_u64(json, "infos", totals->counts.infos);
    ol_json_put_u64(json, "not_shown", totals->dropped);
    ol_json_put_u64(json, "not_checked", totals->unchecked);
    ol_json_put_u64(json, "suppressed", totals->accepted.suppressed);
    if (totals->accepted.has_baseline) {
        const struct ol_report_counts *counts = &totals->counts;
        ol_json_key(json, "baseline");
        ol_json_open(json, '{');
        ol_json_put_u64(json, "new", counts->errors + counts->warnings + counts->infos);
        ol_json_put_u64(json, "unchanged", totals->accepted.unchanged);
        ol_json_put_u64(json, "gone", totals->accepted.gone);
        ol_json_close(json, '}');
    }
    if (totals->statistics != NULL) {
        ol_report_statistics_put(json, totals);
    }
}
