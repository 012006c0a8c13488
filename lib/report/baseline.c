/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a baseline: a line that says what it is, then a line for each finding of a file, sorted,
 * so that a version control system shows what came and went. Offsets are not in it: they change
 * when nothing has. */
#include <stdlib.h>
#include <string.h>

#include "report/json_text.h"
#include "report/report.h"

/* Of the form; config/baseline.h reads it. */
#define BASELINE_VERSION 1

static void begin(struct ol_buf *out, const struct ol_report_style *style)
{
    struct ol_json json = {.out = out};
    (void)style;
    ol_json_open(&json, '{');
    ol_json_put_u64(&json, "baseline", BASELINE_VERSION);
    ol_json_key(&json, "tool");
    ol_json_open(&json, '{');
    ol_json_put_text(&json, "name", "onnx-lint");
    ol_json_put_text(&json, "version", OL_VERSION);
    ol_json_close(&json, '}');
    ol_json_close(&json, '}');
    ol_buf_add_char(out, '\n');
}

/* Its names, the innermost of each role, in the order of the roles. */
static void put_names(struct ol_json *json, const struct ol_diag *diag)
{
    const char *last = "";
    ol_json_key(json, "names");
    ol_json_open(json, '{');
    for (size_t i = 0; i < diag->name_count; i++) {
        const struct ol_name *next = NULL;
        for (size_t j = 0; j < diag->name_count; j++) {
            const struct ol_name *name = &diag->names[j];
            if (ol_diag_is_innermost(diag, j) && strcmp(name->role, last) > 0 &&
                (next == NULL || strcmp(name->role, next->role) < 0)) {
                next = name;
            }
        }
        if (next == NULL) {
            break;
        }
        ol_json_put_text(json, next->role, next->text);
        last = next->role;
    }
    ol_json_close(json, '}');
}

/* All of a line but its end, where the count stands. NULL when memory is short. */
static const char *make_line(struct ol_arena *arena, const struct ol_report_file *file,
                             const struct ol_diag *diag)
{
    struct ol_buf line;
    struct ol_json json = {.out = &line};
    ol_buf_init(&line);
    ol_json_open(&json, '{');
    ol_json_key(&json, "file");
    ol_json_add_name(&json, file->name);
    ol_json_put_text(&json, "rule", diag->rule);
    if (diag->variant != NULL) {
        ol_json_put_text(&json, "variant", diag->variant);
    }
    ol_json_put_text(&json, "path", diag->place.path);
    put_names(&json, diag);
    ol_json_put_text(&json, "message", diag->message);
    const char *kept = ol_buf_copy(&line, arena);
    ol_buf_fini(&line);
    return kept;
}

static int compare_lines(const void *left, const void *right)
{
    const char *const *a = left;
    const char *const *b = right;
    return strcmp(*a, *b);
}

/* Adds the lines in their order, equal ones as one with their count. */
static void add_lines(struct ol_buf *out, const struct ol_report_style *style, const char **lines,
                      size_t count)
{
    size_t i = 0;
    qsort(lines, count, sizeof *lines, compare_lines);
    while (i < count) {
        size_t first = i;
        while (i < count && strcmp(lines[i], lines[first]) == 0) {
            i++;
        }
        ol_buf_add(out, lines[first]);
        if (i - first > 1) {
            ol_buf_add(out, ",\"count\":");
            ol_buf_add_u64(out, i - first);
        }
        ol_buf_add(out, "}\n");
        ol_report_relieve(style, out);
    }
}

static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    size_t total = ol_report_all_count(file->list);
    size_t count = 0;
    struct ol_arena *arena = ol_arena_new();
    const char **lines =
        arena != NULL ? ol_arena_alloc_array(arena, total + 1, sizeof *lines) : NULL;
    bool is_ok = lines != NULL;
    for (size_t i = 0; is_ok && i < total; i++) {
        if (ol_diag_list_acceptance(file->list, i) == OL_ACCEPTED_SUPPRESSED) {
            continue;
        }
        lines[count] = make_line(arena, file, ol_diag_list_at(file->list, i));
        is_ok = lines[count] != NULL;
        count++;
    }
    if (is_ok) {
        add_lines(out, style, lines, count);
    }
    ol_arena_free(arena);
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

const struct ol_reporter ol_report_baseline = {
    .name = "baseline",
    .begin = begin,
    .add_file = add_file,
};
