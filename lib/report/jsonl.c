/* SPDX-License-Identifier: Apache-2.0 */
/* One JSON object a line, for programs that take findings as they come. doc/report-line.schema.json
 * says what the lines look like. */
#include "report/json_diag.h"
#include "report/report.h"

/* Opens a line of that type. */
static void open_line(struct ol_json *json, const char *type)
{
    json->has_comma_due = false;
    ol_json_open(json, '{');
    ol_json_put_text(json, "type", type);
}

static void close_line(struct ol_json *json)
{
    ol_json_close(json, '}');
    ol_buf_add_char(json->out, '\n');
}

static void put_input(struct ol_json *json, const struct ol_report_file *file)
{
    ol_json_key(json, "input");
    ol_json_add_name(json, file->name);
}

static void begin(struct ol_buf *out, const struct ol_report_style *style)
{
    struct ol_json json = {.out = out};
    (void)style;
    open_line(&json, "run");
    ol_json_put_head(&json);
    close_line(&json);
}

static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    struct ol_json json = {.out = out};
    open_line(&json, "file");
    put_input(&json, file);
    ol_json_put_file(&json, file);
    ol_json_put_not_checked(&json, file);
    close_line(&json);
    for (size_t i = 0; i < ol_report_all_count(file->list); i++) {
        open_line(&json, i < file->list->count ? "diagnostic" : "accepted");
        put_input(&json, file);
        ol_json_put_diag(&json, style, ol_diag_list_at(file->list, i));
        close_line(&json);
        ol_report_relieve(style, out);
    }
    return OL_OK;
}

static enum ol_status end(struct ol_buf *out, const struct ol_report_style *style,
                          const struct ol_report_totals *totals)
{
    struct ol_json json = {.out = out};
    (void)style;
    for (size_t i = 0; i < totals->notice_count; i++) {
        open_line(&json, "notice");
        ol_json_put_notice(&json, &totals->notices[i]);
        close_line(&json);
    }
    open_line(&json, "summary");
    ol_json_put_totals(&json, totals);
    close_line(&json);
    return OL_OK;
}

const struct ol_reporter ol_report_jsonl = {
    .name = "jsonl",
    .begin = begin,
    .add_file = add_file,
    .end = end,
};
