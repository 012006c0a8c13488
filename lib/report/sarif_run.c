/* SPDX-License-Identifier: Apache-2.0 */
/* What SARIF says of a run beside its results: the files, and what was not checked. */
#include "base/text.h"
#include "report/sarif.h"

static void put_artifact(struct ol_json *json, const struct ol_report_entry *entry)
{
    ol_json_open(json, '{');
    ol_sarif_put_location(json, "location", entry->name);
    if (entry->kind != NULL) {
        ol_json_put_u64(json, "length", entry->size);
    }
    ol_json_key(json, "roles");
    ol_json_open(json, '[');
    ol_json_add_text(json, "analysisTarget");
    ol_json_close(json, ']');
    if (entry->kind != NULL) {
        ol_json_key(json, "properties");
        ol_json_open(json, '{');
        ol_json_put_text(json, "kind", entry->kind);
        ol_json_close(json, '}');
    }
    ol_json_close(json, '}');
}

/* Adds where a notification is about; line 0: the file as a whole. */
static void put_where(struct ol_json *json, const char *name, unsigned line, unsigned column)
{
    ol_json_key(json, "locations");
    ol_json_open(json, '[');
    ol_json_open(json, '{');
    ol_json_key(json, "physicalLocation");
    ol_json_open(json, '{');
    ol_sarif_put_location(json, "artifactLocation", name);
    if (line > 0) {
        ol_json_key(json, "region");
        ol_json_open(json, '{');
        ol_json_put_u64(json, "startLine", line);
        ol_json_put_u64(json, "startColumn", column);
        ol_json_close(json, '}');
    }
    ol_json_close(json, '}');
    ol_json_close(json, '}');
    ol_json_close(json, ']');
}

/* A notification about a file (name NULL: about none). */
static void put_notification(struct ol_json *json, const char *level, const char *text,
                             const char *name)
{
    ol_json_open(json, '{');
    ol_json_put_text(json, "level", level);
    ol_sarif_put_message(json, "message", text);
    if (name != NULL) {
        put_where(json, name, 0, 0);
    }
    ol_json_close(json, '}');
}

/* What there is to tell of a suppression. */
static void put_notice(struct ol_json *json, const struct ol_notice *notice)
{
    ol_json_open(json, '{');
    ol_json_put_text(json, "level", "warning");
    ol_sarif_put_message(json, "message", notice->message);
    put_where(json, notice->file, notice->line, notice->column);
    ol_json_close(json, '}');
}

/* A notification whose text was put together; the text is emptied. */
static void put_text(struct ol_json *json, struct ol_buf *text, const char *name)
{
    put_notification(json, "warning", ol_buf_text(text), name);
    ol_buf_inherit(json->out, text);
    ol_buf_clear(text);
}

static void add_places(struct ol_buf *text, uint64_t count, const char *rest)
{
    ol_buf_add(text, "not checked: ");
    ol_buf_add_u64(text, count);
    ol_buf_add(text, count == 1 ? " place" : " places");
    ol_buf_add(text, rest);
}

/* What was left unchecked, each reason once with its first place: files may have any number. */
static void put_reasons(struct ol_json *json, const struct ol_report_totals *totals)
{
    struct ol_buf text;
    uint64_t told = 0;
    ol_buf_init(&text);
    for (size_t i = 0; i < totals->reason_count; i++) {
        const struct ol_report_unchecked *reason = &totals->reasons[i];
        add_places(&text, reason->count, reason->count == 1 ? "" : ", the first");
        if (reason->path[0] != '\0') {
            ol_buf_add(&text, ": ");
            ol_text_add_message(&text, reason->path);
        }
        ol_buf_add(&text, ": ");
        ol_text_add_message(&text, reason->reason);
        put_text(json, &text, reason->name);
        told += reason->count;
    }
    if (told < totals->unchecked) {
        add_places(&text, totals->unchecked - told, " more");
        put_text(json, &text, NULL);
    }
    if (totals->dropped > 0) {
        ol_report_tell_dropped(&text, totals->dropped, totals->dropped_by_rule);
        put_text(json, &text, NULL);
    }
    ol_buf_fini(&text);
}

static void put_notifications(struct ol_json *json, const struct ol_report_totals *totals)
{
    ol_json_key(json, "toolExecutionNotifications");
    ol_json_open(json, '[');
    for (size_t i = 0; i < totals->entry_count; i++) {
        const struct ol_report_entry *entry = &totals->entries[i];
        if (entry->error != NULL) {
            put_notification(json, "error", entry->error, entry->name);
        }
    }
    put_reasons(json, totals);
    for (size_t i = 0; i < totals->notice_count; i++) {
        put_notice(json, &totals->notices[i]);
    }
    ol_json_close(json, ']');
}

void ol_sarif_put_run(struct ol_json *json, const struct ol_report_totals *totals)
{
    ol_json_key(json, "artifacts");
    ol_json_open(json, '[');
    for (size_t i = 0; i < totals->entry_count; i++) {
        put_artifact(json, &totals->entries[i]);
    }
    ol_json_close(json, ']');
    ol_json_key(json, "invocations");
    ol_json_open(json, '[');
    ol_json_open(json, '{');
    ol_json_key(json, "executionSuccessful");
    ol_json_add_bool(json, totals->unreadable == 0);
    put_notifications(json, totals);
    ol_json_close(json, '}');
    ol_json_close(json, ']');
}
