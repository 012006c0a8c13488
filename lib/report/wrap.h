/* SPDX-License-Identifier: Apache-2.0 */
/* Breaks text into lines that fit a terminal. */
#ifndef OL_REPORT_WRAP_H
#define OL_REPORT_WRAP_H

#include "base/buf.h"
#include "base/slice.h"

/* Columns of a line, the last one included; a word that is longer than a line is not broken. */
#define OL_WRAP_COLUMNS 80

/* Adds the words of text and a line break. column: how many are filled on the line that is open;
 * indent: how many stay blank on each further one. A byte counts as a column. */
void ol_wrap_add(struct ol_buf *out, struct ol_slice text, size_t column, size_t indent);

/* Adds Markdown with its paragraphs broken anew; lists, indented lines, tables and what stands
 * between fences stay as they are. */
void ol_wrap_add_markdown(struct ol_buf *out, const char *text);

#endif
