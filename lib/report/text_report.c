/* SPDX-License-Identifier: Apache-2.0 */
/* For people at a terminal: each finding with its place, its bytes, the places that have to do with
 * it, and where more is said of it. */
#include "base/text.h"
#include "report/excerpt.h"
#include "report/report.h"

/* Lines of bytes: of a finding, and of a place that has to do with it. */
#define LINES_MAX         4
#define RELATED_LINES_MAX 2

#define NOTE_COLOR "1;36"

struct writer {
    struct ol_buf *out;
    const struct ol_report_style *style;
    const struct ol_report_file *file;
};

static const char *severity_color(enum ol_severity severity)
{
    switch (severity) {
    case OL_SEVERITY_ERROR:
        return "1;31";
    case OL_SEVERITY_WARNING:
        return "1;35";
    case OL_SEVERITY_INFO:
    case OL_SEVERITY_OFF:
        break;
    }
    return NOTE_COLOR;
}

static void add_colored(const struct writer *writer, const char *color, const char *text)
{
    if (writer->style->has_color) {
        ol_buf_addf(writer->out, "\33[%sm", color);
    }
    ol_text_add_message(writer->out, text);
    if (writer->style->has_color) {
        ol_buf_add(writer->out, "\33[0m");
    }
}

/* "FILE, offset 35 (0x23), 6 bytes: graph.initializer[0].raw_data" */
static void add_place(const struct writer *writer, const struct ol_place *place)
{
    struct ol_buf *out = writer->out;
    ol_text_add_path(out, place->file != NULL ? place->file : writer->file->name);
    if (!place->is_whole_file) {
        ol_buf_add(out, ", offset ");
        ol_buf_add_u64(out, place->span.offset);
        ol_buf_add(out, " (0x");
        ol_buf_add_hex(out, place->span.offset);
        ol_buf_add(out, "), ");
        ol_buf_add_u64(out, place->span.length);
        ol_buf_add(out, place->span.length == 1 ? " byte" : " bytes");
    }
    if (place->path[0] != '\0') {
        ol_buf_add(out, ": ");
        ol_text_add_message(out, place->path);
    }
    ol_buf_add_char(out, '\n');
}

/* The bytes are shown where they are at hand: in the file itself. */
static void add_excerpt(const struct writer *writer, const struct ol_place *place,
                        const char *color, unsigned lines_max)
{
    const struct ol_excerpt_style style = {
        .color = writer->style->has_color ? color : NULL,
        .lines_max = lines_max,
    };
    if (!place->is_whole_file && place->file == NULL) {
        ol_excerpt_add(writer->out, &style, writer->file->bytes, place->span);
    }
}

static void add_related(const struct writer *writer, const struct ol_related *related)
{
    ol_buf_add(writer->out, "  ");
    add_colored(writer, NOTE_COLOR, "note:");
    ol_buf_add_char(writer->out, ' ');
    ol_text_add_message(writer->out, related->message);
    ol_buf_add(writer->out, "\n  at ");
    add_place(writer, &related->place);
    add_excerpt(writer, &related->place, NOTE_COLOR, RELATED_LINES_MAX);
}

static void add_diag(const struct writer *writer, const struct ol_diag *diag)
{
    struct ol_buf *out = writer->out;
    const char *color = severity_color(diag->severity);
    add_colored(writer, color,
                diag->severity == OL_SEVERITY_ERROR     ? "error:"
                : diag->severity == OL_SEVERITY_WARNING ? "warning:"
                                                        : "note:");
    ol_buf_add_char(out, ' ');
    ol_text_add_message(out, diag->message);
    ol_buf_addf(out, " [%s]\n  at ", diag->rule);
    add_place(writer, &diag->place);
    add_excerpt(writer, &diag->place, color, LINES_MAX);
    for (size_t i = 0; i < diag->related_count; i++) {
        add_related(writer, &diag->related[i]);
    }
    const char *mend = ol_report_mend(writer->style, diag);
    if (mend != NULL) {
        ol_buf_add(out, "  mend: ");
        ol_text_add_message(out, mend);
        ol_buf_add_char(out, '\n');
    }
    ol_buf_addf(out, "  help: onnx-lint --explain %s", diag->rule);
    if (diag->variant != NULL) {
        ol_buf_addf(out, "/%s", diag->variant);
    }
    ol_buf_add(out, "\n\n");
}

static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    const struct writer writer = {.out = out, .style = style, .file = file};
    for (size_t i = 0; file->list != NULL && i < file->list->count; i++) {
        add_diag(&writer, ol_diag_list_at(file->list, i));
        ol_report_relieve(style, out);
    }
    return OL_OK;
}

const struct ol_reporter ol_report_text = {
    .name = "text",
    .add_file = add_file,
};
