/* SPDX-License-Identifier: Apache-2.0 */
/* GCC-style lines: PATH:LINE:COLUMN: SEVERITY: MESSAGE (FIELD @0xOFFSET+LENGTH) [RULE]. Line and
 * column count bytes, so that an editor that opens the file as bytes lands on the very one. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/text.h"

/* An offset, and where it is in terms of lines. */
struct position {
    uint64_t offset;
    uint64_t line;
    uint64_t column;
};

/* The offsets of one result whose lines were counted, in ascending order. */
struct positions {
    struct position *members;
    size_t count;
};

struct writer {
    struct ol_buf *out;
    const struct ol_report_style *style;
    const struct ol_report_file *file;
    uint64_t counted_end; /* lines are counted before that offset */
    struct positions positions;
};

static bool is_counted(const struct writer *writer, const struct ol_place *place)
{
    return !place->is_whole_file && place->file == NULL &&
           place->span.offset < writer->counted_end &&
           place->span.offset <= writer->file->bytes.size;
}

static void collect_place(struct writer *writer, const struct ol_place *place)
{
    if (is_counted(writer, place)) {
        writer->positions.members[writer->positions.count++].offset = place->span.offset;
    }
}

static int compare_positions(const void *left, const void *right)
{
    const struct position *a = left;
    const struct position *b = right;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* One pass over the file, up to the largest offset. */
static void count_lines(struct positions *positions, const uint8_t *bytes)
{
    uint64_t at = 0;
    uint64_t line = 1;
    uint64_t line_begin = 0;
    for (size_t i = 0; i < positions->count; i++) {
        struct position *position = &positions->members[i];
        while (at < position->offset) {
            const uint8_t *found = memchr(bytes + at, '\n', (size_t)(position->offset - at));
            if (found == NULL) {
                at = position->offset;
            } else {
                at = (uint64_t)(found - bytes) + 1;
                line_begin = at;
                line++;
            }
        }
        position->line = line;
        position->column = position->offset - line_begin + 1;
    }
}

static enum ol_status locate_places(struct writer *writer, struct ol_arena *arena)
{
    const struct ol_diag_list *list = writer->file->list;
    size_t count = list->count;
    for (size_t i = 0; i < list->count; i++) {
        count += list->diags[i].related_count;
    }
    writer->positions.members =
        ol_arena_alloc_array(arena, count, sizeof *writer->positions.members);
    if (writer->positions.members == NULL) {
        return OL_ERR_NOMEM;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct ol_diag *diag = &list->diags[i];
        collect_place(writer, &diag->place);
        for (size_t j = 0; j < diag->related_count; j++) {
            collect_place(writer, &diag->related[j].place);
        }
    }
    qsort(writer->positions.members, writer->positions.count, sizeof *writer->positions.members,
          compare_positions);
    count_lines(&writer->positions, writer->file->bytes.data);
    return OL_OK;
}

static struct position position_from_place(const struct writer *writer,
                                           const struct ol_place *place)
{
    struct position key = {.offset = place->span.offset, .line = 1, .column = 1};
    if (place->is_whole_file) {
        return key;
    }
    if (is_counted(writer, place)) {
        const struct position *found =
            bsearch(&key, writer->positions.members, writer->positions.count,
                    sizeof *writer->positions.members, compare_positions);
        key = found != NULL ? *found : key;
    } else {
        key.column = place->span.offset < OL_COLUMN_MAX ? place->span.offset + 1 : OL_COLUMN_MAX;
    }
    if (key.column > OL_COLUMN_MAX) {
        key.column = OL_COLUMN_MAX;
    }
    return key;
}

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
    struct position position = position_from_place(writer, place);
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

/* The message, and where that is in the file's own terms. Messages are safe by contract;
 * ol_text_add_path leaves such a text alone, and is here for the day when one is not. */
static void add_message(const struct writer *writer, const char *message,
                        const struct ol_place *place)
{
    ol_text_add_path(writer->out, message);
    if (place->is_whole_file) {
        return;
    }
    ol_buf_add(writer->out, " (");
    if (place->path[0] != '\0') {
        ol_text_add_path(writer->out, place->path);
        ol_buf_add_char(writer->out, ' ');
    }
    ol_buf_add(writer->out, "@0x");
    ol_buf_add_hex(writer->out, place->span.offset);
    ol_buf_add_char(writer->out, '+');
    ol_buf_add_u64(writer->out, place->span.length);
    ol_buf_add_char(writer->out, ')');
}

static void add_diag(const struct writer *writer, const struct ol_diag *diag)
{
    add_locus(writer, &diag->place);
    add_severity(writer, diag->severity);
    add_message(writer, diag->message, &diag->place);
    ol_buf_addf(writer->out, " [%s]\n", diag->rule);
    for (size_t i = 0; i < diag->related_count; i++) {
        const struct ol_related *related = &diag->related[i];
        add_locus(writer, &related->place);
        add_severity(writer, OL_SEVERITY_INFO);
        add_message(writer, related->message, &related->place);
        ol_buf_add_char(writer->out, '\n');
    }
}

static uint64_t counted_end(enum ol_report_position position)
{
    switch (position) {
    case OL_REPORT_POSITION_AUTO:
        return OL_LINES_COUNTED_MAX;
    case OL_REPORT_POSITION_LINES:
        return UINT64_MAX;
    case OL_REPORT_POSITION_FLAT:
        return 0;
    }
    return 0;
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
    struct writer writer = {
        .out = out, .style = style, .file = file, .counted_end = counted_end(style->position)};
    enum ol_status status = locate_places(&writer, arena);
    for (size_t i = 0; status == OL_OK && i < file->list->count; i++) {
        add_diag(&writer, &file->list->diags[i]);
    }
    ol_arena_free(arena);
    return status;
}

/* Each line stands alone: nothing comes before, between or after the files. */
static void add_nothing(struct ol_buf *out)
{
    (void)out;
}

static enum ol_status end(struct ol_buf *out, const struct ol_report_totals *totals)
{
    (void)out;
    (void)totals;
    return OL_OK;
}

const struct ol_reporter ol_report_gcc = {
    .name = "gcc",
    .begin = add_nothing,
    .separate = add_nothing,
    .add_file = add_file,
    .end = end,
};
