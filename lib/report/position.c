/* SPDX-License-Identifier: Apache-2.0 */
/* The line is marked that each step of a file begins in, so that any place is found within a step,
 * and nothing is kept for a place. */
#include "report/position.h"

#include <string.h>

#include "base/input.h"
#include "base/limits.h"

/* Marks of one file at most, and bytes between them at least. */
#define MARKS_MAX 65536
#define STEP_MIN  1024

/* More bytes than these are worth a word to the system before they are read. */
#define EXPECTED_MIN 65536

static bool is_counted(const struct ol_positions *positions, const struct ol_place *place)
{
    return !place->is_whole_file && place->file == NULL &&
           place->span.offset < positions->counted_end &&
           place->span.offset <= positions->file->bytes.size;
}

/* Counts lines from one offset to another. */
static void count_lines(struct ol_line_mark *mark, const uint8_t *bytes, uint64_t from, uint64_t to)
{
    while (from < to) {
        const uint8_t *found = memchr(bytes + from, '\n', (size_t)(to - from));
        if (found == NULL) {
            return;
        }
        from = (uint64_t)(found - bytes) + 1;
        mark->begin = from;
        mark->line++;
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

enum ol_status ol_positions_init(struct ol_positions *positions,
                                 const struct ol_report_style *style,
                                 const struct ol_report_file *file, struct ol_arena *arena)
{
    uint64_t end = counted_end(style->position);
    uint64_t size = file->bytes.size < end ? file->bytes.size : end;
    uint64_t step = size / MARKS_MAX + 1;
    *positions = (struct ol_positions){
        .file = file, .counted_end = end, .step = step > STEP_MIN ? step : STEP_MIN, .count = 1};
    positions->marks =
        ol_arena_alloc_array(arena, (size_t)(size / positions->step) + 1, sizeof *positions->marks);
    if (positions->marks == NULL) {
        return OL_ERR_NOMEM;
    }
    positions->marks[0] = (struct ol_line_mark){.line = 1};
    return OL_OK;
}

/* The line that an offset is in. */
static struct ol_line_mark find_line(struct ol_positions *positions, uint64_t offset)
{
    const uint8_t *bytes = positions->file->bytes.data;
    size_t at = (size_t)(offset / positions->step);
    if (offset > positions->expected && offset - positions->expected > EXPECTED_MIN) {
        ol_input_expect_all(
            (struct ol_slice){bytes + positions->expected, (size_t)(offset - positions->expected)});
        positions->expected = offset;
    }
    while (positions->count <= at) {
        struct ol_line_mark *mark = &positions->marks[positions->count];
        uint64_t from = (positions->count - 1) * positions->step;
        *mark = mark[-1];
        count_lines(mark, bytes, from, from + positions->step);
        positions->count++;
    }
    struct ol_line_mark found = positions->marks[at];
    count_lines(&found, bytes, at * positions->step, offset);
    return found;
}

struct ol_position ol_positions_find(struct ol_positions *positions, const struct ol_place *place)
{
    struct ol_position position = {.line = 1, .column = 1};
    uint64_t offset = place->span.offset;
    if (place->is_whole_file) {
        return position;
    }
    if (is_counted(positions, place)) {
        struct ol_line_mark mark = find_line(positions, offset);
        position.line = mark.line;
        position.column = offset - mark.begin + 1;
    } else {
        position.column = offset < OL_COLUMN_MAX ? offset + 1 : OL_COLUMN_MAX;
    }
    if (position.column > OL_COLUMN_MAX) {
        position.column = OL_COLUMN_MAX;
    }
    return position;
}

enum ol_status ol_positions_each(struct ol_buf *out, const struct ol_report_style *style,
                                 const struct ol_report_file *file, ol_positioned_fn *add)
{
    struct ol_positions positions;
    struct ol_arena *arena = ol_arena_new();
    if (arena == NULL) {
        return OL_ERR_NOMEM;
    }
    enum ol_status status = ol_positions_init(&positions, style, file, arena);
    for (size_t i = 0; status == OL_OK && i < file->list->count; i++) {
        add(out, &positions, ol_diag_list_at(file->list, i));
        ol_report_relieve(style, out);
    }
    ol_arena_free(arena);
    return status;
}
