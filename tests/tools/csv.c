/* SPDX-License-Identifier: Apache-2.0 */
/* Comma- or tab-separated text, read in place. */
#include "tools/csv.h"

#include <stdlib.h>
#include <string.h>

#include "tools/files.h"

/* Reads one cell at csv->at, unquoting it where it stands; tells whether another follows on the
 * line. */
static bool read_cell(struct ol_csv *csv, const char **cell)
{
    char *out = csv->at;
    *cell = out;
    bool is_quoted = csv->separator == ',' && *csv->at == '"';
    if (is_quoted) {
        csv->at++;
        while (*csv->at != '\0' && (*csv->at != '"' || csv->at[1] == '"')) {
            csv->at += *csv->at == '"';
            *out++ = *csv->at++;
        }
        csv->at += *csv->at == '"';
    } else {
        while (*csv->at != '\0' && *csv->at != '\n' && *csv->at != csv->separator) {
            out = ++csv->at;
        }
    }
    char end = *csv->at;
    csv->at += end != '\0';
    *out = '\0';
    return end == csv->separator;
}

static size_t read_row(struct ol_csv *csv, const char **cells)
{
    size_t count = 0;
    bool more = *csv->at != '\0';
    while (more) {
        if (count == OL_CSV_COLUMNS_MAX) {
            ol_test_die("line %u of a table has too many columns", csv->line);
        }
        more = read_cell(csv, &cells[count]);
        count++;
    }
    csv->line++;
    return count;
}

void ol_csv_init(struct ol_csv *csv, const char *path, char separator)
{
    *csv = (struct ol_csv){.separator = separator};
    csv->text = ol_test_read_file(path, NULL);
    csv->at = csv->text;
    csv->column_count = read_row(csv, csv->names);
}

void ol_csv_fini(struct ol_csv *csv)
{
    free(csv->text);
}

bool ol_csv_next(struct ol_csv *csv)
{
    csv->cell_count = read_row(csv, csv->cells);
    return csv->cell_count > 0;
}

const char *ol_csv_cell(const struct ol_csv *csv, const char *name)
{
    for (size_t i = 0; i < csv->column_count; i++) {
        if (strcmp(csv->names[i], name) == 0) {
            return i < csv->cell_count ? csv->cells[i] : "";
        }
    }
    ol_test_die("a table has no column %s", name);
}
