/* SPDX-License-Identifier: Apache-2.0 */
/* What a run has found and does not show. */
#include "report/cut.h"

#include <string.h>

#include "base/text.h"

static void add_counts(struct ol_report_counts *sum, const struct ol_report_counts *counts)
{
    sum->errors += counts->errors;
    sum->warnings += counts->warnings;
    sum->infos += counts->infos;
}

/* Adds a file to those that are not named. */
static void add_other(struct ol_report_cut *cut, const struct ol_report_cut_file *file)
{
    cut->other_files++;
    add_counts(&cut->others, &file->counts);
    cut->others_by_rule += file->by_rule;
}

/* Takes a file among the first ones of the run. The last of these makes room, and is added to the
 * others. */
static enum ol_status keep(struct ol_report_totals *totals, const struct ol_report_cut_file *file)
{
    struct ol_report_cut *cut = &totals->cut;
    size_t at = cut->file_count;
    while (at > 0 && cut->files[at - 1].place > file->place) {
        at--;
    }
    if (at == OL_CUT_FILES_MAX) {
        add_other(cut, file);
        return OL_OK;
    }
    struct ol_report_cut_file kept = *file;
    kept.name = ol_arena_copy_text(totals->arena, ol_slice_from_text(file->name));
    if (kept.name == NULL) {
        return OL_ERR_NOMEM;
    }
    if (cut->file_count == OL_CUT_FILES_MAX) {
        add_other(cut, &cut->files[--cut->file_count]);
    }
    memmove(&cut->files[at + 1], &cut->files[at], (cut->file_count - at) * sizeof *cut->files);
    cut->files[at] = kept;
    cut->file_count++;
    return OL_OK;
}

enum ol_status ol_report_add_cut(struct ol_report_totals *totals, const struct ol_report_file *file,
                                 uint64_t place)
{
    uint64_t count = ol_report_dropped(file->list);
    if (count == 0) {
        return OL_OK;
    }
    const uint64_t *dropped = file->list->dropped;
    const struct ol_report_cut_file cut = {
        .place = place,
        .name = file->name,
        .counts = {.errors = dropped[OL_SEVERITY_ERROR],
                   .warnings = dropped[OL_SEVERITY_WARNING],
                   .infos = dropped[OL_SEVERITY_INFO]},
        .by_rule = file->list->dropped_by_rule,
    };
    totals->dropped += count;
    totals->dropped_by_rule += cut.by_rule;
    return keep(totals, &cut);
}

static void begin(struct ol_buf *out, const struct ol_report_counts *counts, uint64_t by_rule)
{
    ol_buf_add(out, "onnx-lint: not shown: ");
    ol_report_tell_counts(out, counts);
    ol_buf_add_char(out, ' ');
    ol_buf_add(out, ol_report_excess(counts->errors + counts->warnings + counts->infos, by_rule));
    ol_buf_add(out, " in ");
}

void ol_report_tell_cut(struct ol_buf *out, const struct ol_report_totals *totals)
{
    const struct ol_report_cut *cut = &totals->cut;
    for (size_t i = 0; i < cut->file_count; i++) {
        begin(out, &cut->files[i].counts, cut->files[i].by_rule);
        ol_text_add_path(out, cut->files[i].name);
        ol_buf_add_char(out, '\n');
    }
    if (cut->other_files > 0) {
        begin(out, &cut->others, cut->others_by_rule);
        ol_buf_add_u64(out, cut->other_files);
        ol_buf_add(out, cut->other_files == 1 ? " more file\n" : " more files\n");
    }
}
