/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of the specification: comma- or tab-separated text with a line of column names. */
#ifndef OL_TESTS_TOOLS_CSV_H
#define OL_TESTS_TOOLS_CSV_H

#include <stdbool.h>
#include <stddef.h>

#define OL_CSV_COLUMNS_MAX 20

struct ol_csv {
    char *text; /* what the cells point into */
    char *at;
    char separator;
    const char *names[OL_CSV_COLUMNS_MAX];
    const char *cells[OL_CSV_COLUMNS_MAX];
    size_t column_count;
    size_t cell_count;
    unsigned line; /* of the row, counted from 1 */
};

/* Reads the file and its column names. Double quotes enclose a cell where the separator is a
 * comma. */
void ol_csv_init(struct ol_csv *csv, const char *path, char separator);
void ol_csv_fini(struct ol_csv *csv);

/* Goes to the next row; false after the last. */
bool ol_csv_next(struct ol_csv *csv);

/* The row's cell in the column of that name. A table without such a column is fatal. */
const char *ol_csv_cell(const struct ol_csv *csv, const char *name);

#endif
