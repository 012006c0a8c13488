/* SPDX-License-Identifier: Apache-2.0 */
/* Lines and columns of places, both counted in bytes from 1, so that an editor that opens the file
 * as bytes lands on the very one. */
#ifndef OL_REPORT_POSITION_H
#define OL_REPORT_POSITION_H

#include <stddef.h>
#include <stdint.h>

#include "report/report.h"

/* Where an offset is in terms of lines. */
struct ol_position {
    uint64_t line;
    uint64_t column; /* at most OL_COLUMN_MAX */
};

/* The line that a step of the file begins in. */
struct ol_line_mark {
    uint64_t line;
    uint64_t begin; /* offset of its first byte */
};

/* The lines of one file, counted as far as they were asked for. */
struct ol_positions {
    const struct ol_report_file *file;
    uint64_t counted_end;       /* lines are counted before that offset */
    uint64_t step;              /* bytes from one mark to the next */
    struct ol_line_mark *marks; /* from the start of the file on */
    size_t count;
    uint64_t expected; /* the system knows that all bytes before that offset are read */
};

/* Prepares for places of the file. The marks live in the arena; there are so few of them that their
 * memory is bounded. OL_ERR_NOMEM. */
enum ol_status ol_positions_init(struct ol_positions *positions,
                                 const struct ol_report_style *style,
                                 const struct ol_report_file *file,
                                 struct ol_arena *arena) OL_NODISCARD;

/* Where a place of the file is: line 1, column 1 for the file as a whole; line 1, column offset + 1
 * where lines are not counted. The file is read up to the largest offset that is asked for, once,
 * and a step of it for each place. */
struct ol_position ol_positions_find(struct ol_positions *positions, const struct ol_place *place);

/* Hands each finding of the file that counts to add, with what finds its lines. OL_ERR_NOMEM. */
typedef void ol_positioned_fn(struct ol_buf *out, struct ol_positions *positions,
                              const struct ol_diag *diag);
enum ol_status ol_positions_each(struct ol_buf *out, const struct ol_report_style *style,
                                 const struct ol_report_file *file,
                                 ol_positioned_fn *add) OL_NODISCARD;

#endif
