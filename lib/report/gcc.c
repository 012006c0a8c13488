/* SPDX-License-Identifier: Apache-2.0 */
/* GCC-style lines: PATH:LINE:COLUMN: SEVERITY: MESSAGE (FIELD @0xOFFSET+LENGTH) [RULE]. Line and
 * column count bytes, so that an editor that opens the file as bytes lands on the very one. */
#include "base/text.h"
#include "report/place_text.h"
#include "report/position.h"
#include "report/report.h"

struct writer {
    struct ol_buf *out;
    const struct ol_report_style *style;
    const struct ol_report_file *file;
    struct ol_positions *positions;
};

static void start_color(const struct writer *writer, const char *code)
{
    if (writer->style->has_color) {
        ol_buf_addf(writer->out, "\33[%sm", code);
    }
}

static void end_color(const struct writer *writer)
{
    if (writer->style->has_color) {
        ol_buf_add(writer->out, "\33[0m");
    }
}

static void add_locus(const struct writer *writer, const struct ol_place *place)
{
    struct ol_position position = ol_positions_find(writer->positions, place);
    start_color(writer, "1");
    ol_text_add_path(writer->out, place->file != NULL ? place->file : writer->file->name);
    ol_buf_add_char(writer->out, ':');
    ol_buf_add_u64(writer->out, position.line);
    ol_buf_add_char(writer->out, ':');
    ol_buf_add_u64(writer->out, position.column);
    ol_buf_add_char(writer->out, ':');
    end_color(writer);
    ol_buf_add_char(writer->out, ' ');
}

static void add_severity(const struct writer *writer, enum ol_severity severity)
{
    const char *code = "1;36";
    const char *word = "note:";
    if (severity == OL_SEVERITY_ERROR) {
        code = "1;31";
        word = "error:";
    } else if (severity == OL_SEVERITY_WARNING) {
        code = "1;35";
        word = "warning:";
    }
    start_color(writer, code);
    ol_buf_add(writer->out, word);
    end_color(writer);
    ol_buf_add_char(writer->out, ' ');
}

static void add_diag(const struct writer *writer, const struct ol_diag *diag)
{
    add_locus(writer, &diag->place);
    add_severity(writer, diag->severity);
    ol_place_text_add(writer->out, diag->message, &diag->place);
    ol_buf_addf(writer->out, " [%s]\n", diag->rule);
    for (size_t i = 0; i < diag->related_count; i++) {
        const struct ol_related *related = &diag->related[i];
        add_locus(writer, &related->place);
        add_severity(writer, OL_SEVERITY_INFO);
        ol_place_text_add(writer->out, related->message, &related->place);
        ol_buf_add_char(writer->out, '\n');
    }
}

static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    if (file->list == NULL || file->list->count == 0) {
        return OL_OK;
    }
    struct ol_arena *arena = ol_arena_new();
    if (arena == NULL) {
        return OL_ERR_NOMEM;
    }
    struct ol_positions positions;
    const struct writer writer = {
        .out = out, .style = style, .file = file, .positions = &positions};
    enum ol_status status = ol_positions_init(&positions, style, file, arena);
    for (size_t i = 0; status == OL_OK && i < file->list->count; i++) {
        add_diag(&writer, ol_diag_list_at(file->list, i));
        ol_report_relieve(style, out);
    }
    ol_arena_free(arena);
    return status;
}

/* Each line stands alone: nothing comes before, between or after the files. */
const struct ol_reporter ol_report_gcc = {
    .name = "gcc",
    .add_file = add_file,
};
