/* SPDX-License-Identifier: Apache-2.0 */
/* What a run accepts. */
#include "report/accepted.h"

#include <string.h>

#include "base/text.h"

/* Keeps the file among the first ones of the run in which something is gone. */
static enum ol_status keep_gone(struct ol_report_totals *totals, const char *file, uint64_t count,
                                uint64_t place)
{
    struct ol_report_accepted *accepted = &totals->accepted;
    size_t at = accepted->file_count;
    while (at > 0 && accepted->files[at - 1].place > place) {
        at--;
    }
    accepted->gone_files++;
    if (at == OL_GONE_FILES_MAX) {
        return OL_OK;
    }
    const char *name = ol_arena_copy_text(totals->arena, ol_slice_from_text(file));
    if (name == NULL) {
        return OL_ERR_NOMEM;
    }
    size_t last =
        accepted->file_count < OL_GONE_FILES_MAX ? accepted->file_count : OL_GONE_FILES_MAX - 1;
    memmove(&accepted->files[at + 1], &accepted->files[at], (last - at) * sizeof *accepted->files);
    accepted->files[at] = (struct ol_report_gone){place, name, count};
    accepted->file_count = last + 1;
    return OL_OK;
}

enum ol_status ol_report_add_accepted(struct ol_report_totals *totals,
                                      const struct ol_report_file *file, uint64_t place)
{
    struct ol_report_accepted *accepted = &totals->accepted;
    if (file->list != NULL) {
        accepted->suppressed += ol_diag_list_count_accepted(file->list, OL_ACCEPTED_SUPPRESSED);
    }
    accepted->unchanged += file->unchanged;
    accepted->gone += file->gone;
    return file->gone > 0 ? keep_gone(totals, file->name, file->gone, place) : OL_OK;
}

enum ol_status ol_report_add_missing(struct ol_report_totals *totals, const char *name,
                                     uint64_t count)
{
    totals->accepted.gone += count;
    return keep_gone(totals, name, count, UINT64_MAX);
}

static void add_findings(struct ol_buf *out, uint64_t count)
{
    ol_buf_add_u64(out, count);
    ol_buf_add(out, count == 1 ? " finding" : " findings");
}

void ol_report_tell_notices(struct ol_buf *out, const struct ol_report_totals *totals)
{
    for (size_t i = 0; i < totals->notice_count; i++) {
        const struct ol_notice *notice = &totals->notices[i];
        ol_text_add_path(out, notice->file);
        ol_buf_addf(out, ":%u:%u: warning: ", notice->line, notice->column);
        ol_text_add_message(out, notice->message);
        ol_buf_add_char(out, '\n');
    }
}

const char *ol_report_notice_subject(const struct ol_report_totals *totals)
{
    size_t i = 0;
    while (i < totals->notice_count && totals->notices[i].kind != OL_NOTICE_NO_FILE) {
        i++;
    }
    return i < totals->notice_count ? "about the configuration" : "about suppressions";
}

static void tell_gone(struct ol_buf *out, const struct ol_report_accepted *accepted)
{
    for (size_t i = 0; i < accepted->file_count; i++) {
        ol_buf_add(out, "onnx-lint: gone: ");
        add_findings(out, accepted->files[i].count);
        ol_buf_add(out, " of the baseline in ");
        ol_text_add_path(out, accepted->files[i].name);
        ol_buf_add(out, accepted->files[i].place == UINT64_MAX ? ", which is not there any more\n"
                                                               : "\n");
    }
    if (accepted->gone_files > accepted->file_count) {
        ol_buf_add(out, "onnx-lint: gone: findings of the baseline in ");
        ol_buf_add_u64(out, accepted->gone_files - accepted->file_count);
        ol_buf_add(out, " more files\n");
    }
}

void ol_report_tell_accepted(struct ol_buf *out, const struct ol_report_totals *totals)
{
    const struct ol_report_accepted *accepted = &totals->accepted;
    const struct ol_report_counts *counts = &totals->counts;
    if (accepted->suppressed > 0) {
        ol_buf_add(out, "onnx-lint: accepted: ");
        add_findings(out, accepted->suppressed);
        ol_buf_add(out, " by suppressions\n");
    }
    if (!accepted->has_baseline) {
        return;
    }
    ol_buf_add(out, "onnx-lint: baseline: ");
    ol_buf_add_u64(out, counts->errors + counts->warnings + counts->infos);
    ol_buf_add(out, " new, ");
    ol_buf_add_u64(out, accepted->unchanged);
    ol_buf_add(out, " unchanged and accepted, ");
    ol_buf_add_u64(out, accepted->gone);
    ol_buf_add(out, accepted->gone > 0 ? " gone; --write-baseline writes it anew\n" : " gone\n");
    tell_gone(out, accepted);
}
