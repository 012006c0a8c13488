/* SPDX-License-Identifier: Apache-2.0 */
/* One JSON object over a run, written finding by finding, so that none is held.
 * doc/report.schema.json says what it looks like. */
#include "report/json_diag.h"
#include "report/report.h"

static void begin(struct ol_buf *out, const struct ol_report_style *style)
{
    struct ol_json json = {.out = out};
    (void)style; /* nothing of it shows in JSON */
    ol_json_open(&json, '{');
    ol_json_put_head(&json);
    ol_json_key(&json, "files");
    ol_json_open(&json, '[');
    ol_buf_add_char(out, '\n');
}

static void separate(struct ol_buf *out)
{
    ol_buf_add(out, ",\n");
}

/* Findings from one to, not including, another. */
struct range {
    size_t begin;
    size_t end;
};

static void put_diags(struct ol_json *json, const struct ol_report_style *style, const char *key,
                      const struct ol_diag_list *list, struct range range)
{
    ol_json_key(json, key);
    ol_json_open(json, '[');
    for (size_t i = range.begin; i < range.end; i++) {
        ol_json_open(json, '{');
        ol_json_put_diag(json, style, ol_diag_list_at(list, i));
        ol_json_close(json, '}');
        ol_report_relieve(style, json->out);
    }
    ol_json_close(json, ']');
}

static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    const struct ol_diag_list *list = file->list;
    size_t count = list != NULL ? list->count : 0;
    struct ol_json json = {.out = out};
    ol_json_open(&json, '{');
    ol_json_key(&json, "path");
    ol_json_add_name(&json, file->name);
    ol_json_put_file(&json, file);
    put_diags(&json, style, "diagnostics", list, (struct range){0, count});
    put_diags(&json, style, "accepted", list, (struct range){count, ol_report_all_count(list)});
    ol_json_put_not_checked(&json, file);
    ol_json_close(&json, '}');
    return OL_OK;
}

static enum ol_status end(struct ol_buf *out, const struct ol_report_style *style,
                          const struct ol_report_totals *totals)
{
    struct ol_json json = {.out = out};
    (void)style;
    ol_buf_add(out, "\n],\"notices\":");
    ol_json_open(&json, '[');
    for (size_t i = 0; i < totals->notice_count; i++) {
        ol_json_open(&json, '{');
        ol_json_put_notice(&json, &totals->notices[i]);
        ol_json_close(&json, '}');
    }
    ol_json_close(&json, ']');
    json.has_comma_due = false;
    ol_buf_add(out, ",\"summary\":");
    ol_json_open(&json, '{');
    ol_json_put_totals(&json, totals);
    ol_json_close(&json, '}');
    ol_buf_add(out, "}\n");
    return OL_OK;
}

const struct ol_reporter ol_report_json = {
    .name = "json",
    .begin = begin,
    .separate = separate,
    .add_file = add_file,
    .end = end,
};
