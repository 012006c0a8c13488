/* SPDX-License-Identifier: Apache-2.0 */
/* Checkstyle's XML: an element for each file, in it one for each finding. */
#include "base/text.h"
#include "report/place_text.h"
#include "report/position.h"
#include "report/report.h"
#include "report/xml_text.h"

/* The release of Checkstyle whose form this is: consumers look at its first number alone. */
#define FORM_VERSION "4.3"

static void begin(struct ol_buf *out, const struct ol_report_style *style)
{
    (void)style;
    ol_buf_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- onnx-lint -->\n");
    ol_buf_add(out, "<checkstyle version=\"" FORM_VERSION "\">\n");
}

static void add_diag(struct ol_buf *out, struct ol_positions *positions, const struct ol_diag *diag)
{
    struct ol_position position = ol_positions_find(positions, &diag->place);
    struct ol_buf message;
    ol_buf_init(&message);
    if (diag->place.file != NULL) {
        ol_text_add_path(&message, diag->place.file);
        ol_buf_add(&message, ": ");
    }
    ol_place_text_add_diag(&message, diag, "; ");
    ol_buf_add(out, "    <error");
    ol_xml_put_u64(out, "line", position.line);
    ol_xml_put_u64(out, "column", position.column);
    ol_xml_put_text(out, "severity", ol_severity_name(diag->severity));
    ol_xml_put_text(out, "message", ol_buf_text(&message));
    ol_buf_addf(out, " source=\"onnx-lint.%s\"/>\n", diag->rule);
    ol_buf_inherit(out, &message);
    ol_buf_fini(&message);
}

static void add_dropped(struct ol_buf *out, const struct ol_diag_list *list)
{
    ol_buf_add(out, "    <error line=\"1\" column=\"1\" severity=\"info\" message=\"");
    ol_report_tell_dropped(out, ol_report_dropped(list), list->dropped_by_rule);
    ol_buf_add(out, "\" source=\"onnx-lint\"/>\n");
}

static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    enum ol_status status = OL_OK;
    ol_buf_add(out, "  <file");
    ol_xml_put_text(out, "name", file->name);
    ol_buf_add(out, ">\n");
    if (file->error != NULL) {
        ol_buf_add(out, "    <error line=\"1\" column=\"1\" severity=\"error\"");
        ol_xml_put_text(out, "message", file->error);
        ol_buf_add(out, " source=\"onnx-lint\"/>\n");
    }
    if (file->list != NULL && file->list->count > 0) {
        status = ol_positions_each(out, style, file, add_diag);
    }
    if (ol_report_dropped(file->list) > 0) {
        add_dropped(out, file->list);
    }
    ol_buf_add(out, "  </file>\n");
    return status;
}

/* What there is to tell of a suppression, in the file that it stands in. */
static void add_notice(struct ol_buf *out, const struct ol_notice *notice)
{
    ol_buf_add(out, "  <file");
    ol_xml_put_text(out, "name", notice->file);
    ol_buf_add(out, ">\n    <error");
    ol_xml_put_u64(out, "line", notice->line);
    ol_xml_put_u64(out, "column", notice->column);
    ol_buf_add(out, " severity=\"warning\"");
    ol_xml_put_text(out, "message", notice->message);
    ol_buf_add(out, " source=\"onnx-lint\"/>\n  </file>\n");
}

static enum ol_status end(struct ol_buf *out, const struct ol_report_style *style,
                          const struct ol_report_totals *totals)
{
    (void)style;
    for (size_t i = 0; i < totals->notice_count; i++) {
        add_notice(out, &totals->notices[i]);
    }
    ol_buf_add(out, "</checkstyle>\n");
    return OL_OK;
}

const struct ol_reporter ol_report_checkstyle = {
    .name = "checkstyle",
    .begin = begin,
    .add_file = add_file,
    .end = end,
};
