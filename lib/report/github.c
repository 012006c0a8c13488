/* SPDX-License-Identifier: Apache-2.0 */
/* Workflow commands, which a GitHub workflow shows as annotations:
 * ::error file=PATH,line=LINE,col=COLUMN,title=onnx-lint RULE::MESSAGE (FIELD @0xOFFSET+LENGTH) */
#include <string.h>

#include "base/text.h"
#include "report/place_text.h"
#include "report/position.h"
#include "report/report.h"

/* Adds text with those signs percent-encoded that would end it: in a message the percent sign and
 * line breaks, in a property also the colon and the comma. */
static void add_encoded(struct ol_buf *out, const char *text, const char *signs)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (strchr(signs, *c) != NULL) {
            ol_buf_addf(out, "%%%02X", (unsigned)*c);
        } else {
            ol_buf_add_char(out, *c);
        }
    }
}

static void add_property(struct ol_buf *out, const char *text)
{
    struct ol_buf safe;
    ol_buf_init(&safe);
    ol_text_add_message(&safe, text);
    add_encoded(out, ol_buf_text(&safe), "%:,");
    ol_buf_inherit(out, &safe);
    ol_buf_fini(&safe);
}

/* Adds the message, and gives it up. */
static void add_message(struct ol_buf *out, struct ol_buf *message)
{
    add_encoded(out, ol_buf_text(message), "%\n");
    ol_buf_add_char(out, '\n');
    ol_buf_inherit(out, message);
    ol_buf_fini(message);
}

static const char *command(enum ol_severity severity)
{
    switch (severity) {
    case OL_SEVERITY_ERROR:
        return "error";
    case OL_SEVERITY_WARNING:
        return "warning";
    case OL_SEVERITY_INFO:
    case OL_SEVERITY_OFF:
        break;
    }
    return "notice";
}

/* Related places are lines of the message: an annotation of their own would look like a finding. */
static void add_diag(struct ol_buf *out, struct ol_positions *positions, const struct ol_diag *diag)
{
    struct ol_position position = ol_positions_find(positions, &diag->place);
    struct ol_buf message;
    ol_buf_addf(out, "::%s file=", command(diag->severity));
    add_property(out, diag->place.file != NULL ? diag->place.file : positions->file->name);
    ol_buf_add(out, ",line=");
    ol_buf_add_u64(out, position.line);
    ol_buf_add(out, ",col=");
    ol_buf_add_u64(out, position.column);
    ol_buf_addf(out, ",title=onnx-lint %s::", diag->rule);
    ol_buf_init(&message);
    ol_place_text_add_diag(&message, diag, "\n");
    add_message(out, &message);
}

static void add_error(struct ol_buf *out, const struct ol_report_file *file)
{
    struct ol_buf message;
    ol_buf_add(out, "::error file=");
    add_property(out, file->name);
    ol_buf_add(out, ",title=onnx-lint::");
    ol_buf_init(&message);
    ol_text_add_message(&message, file->error);
    add_message(out, &message);
}

static void add_dropped(struct ol_buf *out, const struct ol_report_file *file)
{
    struct ol_buf message;
    ol_buf_add(out, "::notice file=");
    add_property(out, file->name);
    ol_buf_add(out, ",title=onnx-lint::");
    ol_buf_init(&message);
    ol_report_tell_dropped(&message, ol_report_dropped(file->list), file->list->dropped_by_rule);
    add_message(out, &message);
}

static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    bool has_diags = file->list != NULL && file->list->count > 0;
    if (file->error != NULL) {
        add_error(out, file);
    }
    enum ol_status status = has_diags ? ol_positions_each(out, style, file, add_diag) : OL_OK;
    if (ol_report_dropped(file->list) > 0) {
        add_dropped(out, file);
    }
    return status;
}

static enum ol_status end(struct ol_buf *out, const struct ol_report_style *style,
                          const struct ol_report_totals *totals)
{
    (void)style;
    for (size_t i = 0; i < totals->notice_count; i++) {
        const struct ol_notice *notice = &totals->notices[i];
        struct ol_buf message;
        ol_buf_add(out, "::warning file=");
        add_property(out, notice->file);
        ol_buf_addf(out, ",line=%u,col=%u,title=onnx-lint::", notice->line, notice->column);
        ol_buf_init(&message);
        ol_text_add_message(&message, notice->message);
        add_message(out, &message);
    }
    return OL_OK;
}

const struct ol_reporter ol_report_github = {
    .name = "github",
    .add_file = add_file,
    .end = end,
};
