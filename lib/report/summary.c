/* SPDX-License-Identifier: Apache-2.0 */
/* Adds up a run, and tells of it in the lines that go to standard error. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "report/accepted.h"
#include "report/cut.h"
#include "report/statistics.h"

struct ol_report_counts ol_report_count(const struct ol_diag_list *list)
{
    return (struct ol_report_counts){
        .errors = ol_diag_list_count(list, OL_SEVERITY_ERROR),
        .warnings = ol_diag_list_count(list, OL_SEVERITY_WARNING),
        .infos = ol_diag_list_count(list, OL_SEVERITY_INFO),
    };
}

void ol_report_totals_init(struct ol_report_totals *totals, struct ol_arena *arena)
{
    *totals = (struct ol_report_totals){.arena = arena};
}

/* Where the reason is, or is to be inserted, among the sorted ones. */
static size_t find_reason(const struct ol_report_totals *totals, const char *reason)
{
    size_t low = 0;
    size_t high = totals->reason_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(totals->reasons[middle].reason, reason) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static const char *copy(struct ol_report_totals *totals, const char *text)
{
    return ol_arena_copy_text(totals->arena, ol_slice_from_text(text));
}

/* Makes room for one more reason. The smaller array stays in the arena, which costs as much again
 * at most. */
static enum ol_status reserve_reason(struct ol_report_totals *totals)
{
    if (totals->reason_count < totals->reason_capacity) {
        return OL_OK;
    }
    size_t capacity = totals->reason_capacity == 0 ? 8 : totals->reason_capacity * 2;
    struct ol_report_unchecked *reasons =
        ol_arena_alloc_array(totals->arena, capacity, sizeof *reasons);
    if (reasons == NULL) {
        return OL_ERR_NOMEM;
    }
    if (totals->reason_count > 0) {
        memcpy(reasons, totals->reasons, totals->reason_count * sizeof *reasons);
    }
    totals->reasons = reasons;
    totals->reason_capacity = capacity;
    return OL_OK;
}

static enum ol_status insert_reason(struct ol_report_totals *totals, size_t at, const char *reason)
{
    enum ol_status status = reserve_reason(totals);
    if (status != OL_OK) {
        return status;
    }
    struct ol_report_unchecked *entry = &totals->reasons[at];
    memmove(entry + 1, entry, (totals->reason_count - at) * sizeof *entry);
    *entry =
        (struct ol_report_unchecked){.reason = copy(totals, reason), .first_place = UINT64_MAX};
    totals->reason_count++;
    return entry->reason != NULL ? OL_OK : OL_ERR_NOMEM;
}

static enum ol_status add_not_checked(struct ol_report_totals *totals,
                                      const struct ol_not_checked *entry, const char *name,
                                      uint64_t place)
{
    size_t at = find_reason(totals, entry->reason);
    if (at == totals->reason_count || strcmp(totals->reasons[at].reason, entry->reason) != 0) {
        enum ol_status status = insert_reason(totals, at, entry->reason);
        if (status != OL_OK) {
            return status;
        }
    }
    struct ol_report_unchecked *reason = &totals->reasons[at];
    reason->count++;
    if (place < reason->first_place) {
        reason->first_place = place;
        reason->name = copy(totals, name);
        reason->path = copy(totals, entry->path);
    }
    return reason->name != NULL && reason->path != NULL ? OL_OK : OL_ERR_NOMEM;
}

static enum ol_status add_list(struct ol_report_totals *totals, const struct ol_report_file *file,
                               uint64_t place)
{
    const struct ol_diag_list *list = file->list;
    struct ol_report_counts counts = ol_report_count(list);
    totals->counts.errors += counts.errors;
    totals->counts.warnings += counts.warnings;
    totals->counts.infos += counts.infos;
    totals->unchecked += list->not_checked_count + list->not_checked_dropped;
    if (totals->statistics != NULL) {
        ol_report_statistics_add(totals->statistics, file);
    }
    enum ol_status status = ol_report_add_cut(totals, file, place);
    for (size_t i = 0; status == OL_OK && i < list->not_checked_count; i++) {
        status = add_not_checked(totals, &list->not_checked[i], file->name, place);
    }
    return status;
}

/* Makes room for one more entry, as for a reason. */
static enum ol_status reserve_entry(struct ol_report_totals *totals)
{
    if (totals->entry_count < totals->entry_capacity) {
        return OL_OK;
    }
    size_t capacity = totals->entry_capacity == 0 ? 8 : totals->entry_capacity * 2;
    struct ol_report_entry *entries =
        ol_arena_alloc_array(totals->arena, capacity, sizeof *entries);
    if (entries == NULL) {
        return OL_ERR_NOMEM;
    }
    if (totals->entry_count > 0) {
        memcpy(entries, totals->entries, totals->entry_count * sizeof *entries);
    }
    totals->entries = entries;
    totals->entry_capacity = capacity;
    return OL_OK;
}

/* Keeps an entry, where they are kept, with copies of its texts (but for kind, which is a
 * constant). */
static enum ol_status keep_entry(struct ol_report_totals *totals,
                                 const struct ol_report_entry *entry)
{
    if (!totals->keeps_entries) {
        return OL_OK;
    }
    enum ol_status status = reserve_entry(totals);
    if (status != OL_OK) {
        return status;
    }
    struct ol_report_entry *kept = &totals->entries[totals->entry_count++];
    *kept = *entry;
    kept->name = copy(totals, entry->name);
    kept->error = entry->error != NULL ? copy(totals, entry->error) : NULL;
    bool is_ok = kept->name != NULL && (kept->error == NULL) == (entry->error == NULL);
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

static int compare_entries(const void *left, const void *right)
{
    const struct ol_report_entry *a = left;
    const struct ol_report_entry *b = right;
    return (a->place > b->place) - (a->place < b->place);
}

void ol_report_sort_entries(struct ol_report_totals *totals)
{
    if (totals->entry_count > 0) {
        qsort(totals->entries, totals->entry_count, sizeof *totals->entries, compare_entries);
    }
}

enum ol_status ol_report_totals_add_unreadable(struct ol_report_totals *totals, const char *name,
                                               const char *error, uint64_t place)
{
    const struct ol_report_entry entry = {.place = place, .name = name, .error = error};
    totals->unreadable++;
    return keep_entry(totals, &entry);
}

enum ol_status ol_report_totals_add(struct ol_report_totals *totals,
                                    const struct ol_report_file *file, uint64_t place)
{
    if (file->error != NULL) {
        totals->unreadable++;
    } else {
        totals->files++;
    }
    const struct ol_report_entry entry = {
        .place = place,
        .name = file->name,
        .kind = file->kind,
        .error = file->error,
        .size = file->bytes.size,
    };
    enum ol_status status = keep_entry(totals, &entry);
    if (status == OL_OK) {
        status = ol_report_add_accepted(totals, file, place);
    }
    return status == OL_OK && file->list != NULL ? add_list(totals, file, place) : status;
}

static void add_count(struct ol_buf *out, uint64_t count, const char *one, const char *several)
{
    ol_buf_add_u64(out, count);
    ol_buf_add_char(out, ' ');
    ol_buf_add(out, count == 1 ? one : several);
}

static void add_counts(struct ol_buf *out, const struct ol_report_totals *totals)
{
    ol_buf_add(out, "onnx-lint: ");
    add_count(out, totals->files, "file: ", "files: ");
    ol_report_tell_counts(out, &totals->counts);
    if (totals->notice_count > 0) {
        ol_buf_add(out, "; ");
        add_count(out, totals->notice_count, "warning ", "warnings ");
        ol_buf_add(out, ol_report_notice_subject(totals));
    }
    if (totals->unreadable > 0) {
        ol_buf_add(out, "; ");
        add_count(out, totals->unreadable, "input could not be read", "inputs could not be read");
    }
    ol_buf_add_char(out, '\n');
}

static void add_reason(struct ol_buf *out, const struct ol_report_unchecked *reason)
{
    ol_buf_add(out, "onnx-lint: not checked: ");
    ol_text_add_message(out, reason->reason);
    ol_buf_add(out, ": ");
    add_count(out, reason->count, "place, ", "places, the first ");
    if (reason->path[0] != '\0') {
        ol_text_escape(out, ol_slice_from_text(reason->path), OL_NAME_SHOWN_MAX);
        ol_buf_add(out, " in ");
    }
    ol_text_add_path(out, reason->name);
    ol_buf_add_char(out, '\n');
}

void ol_report_summary(struct ol_buf *out, const struct ol_report_totals *totals, bool is_brief)
{
    ol_report_tell_notices(out, totals);
    if (!is_brief) {
        add_counts(out, totals);
        ol_report_tell_accepted(out, totals);
    }
    ol_report_tell_cut(out, totals);
    uint64_t told = 0;
    for (size_t i = 0; i < totals->reason_count; i++) {
        add_reason(out, &totals->reasons[i]);
        told += totals->reasons[i].count;
    }
    if (told < totals->unchecked) {
        ol_buf_add(out, "onnx-lint: not checked: ");
        add_count(out, totals->unchecked - told, "place", "places");
        ol_buf_add(out, " more\n");
    }
}
