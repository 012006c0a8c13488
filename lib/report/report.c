/* SPDX-License-Identifier: Apache-2.0 */
/* What there is of reporters, and what they share. */
#include "report/report.h"

#include <string.h>

/* Enough that handing on costs nothing beside the writing, and little to hold. */
#define RELIEVE_BYTES ((size_t)64 * 1024)

const char *ol_report_mend(const struct ol_report_style *style, const struct ol_diag *diag)
{
    return diag->rule_index < style->rules.count
               ? ol_rule_mend(&style->rules.items[diag->rule_index], diag->variant)
               : NULL;
}

const struct ol_reporter *ol_report_from_name(const char *name)
{
    static const struct ol_reporter *const reporters[] = {
        &ol_report_gcc,   &ol_report_text,   &ol_report_json,  &ol_report_jsonl,
        &ol_report_sarif, &ol_report_github, &ol_report_junit, &ol_report_checkstyle,
    };
    for (size_t i = 0; i < sizeof reporters / sizeof reporters[0]; i++) {
        if (strcmp(reporters[i]->name, name) == 0) {
            return reporters[i];
        }
    }
    return NULL;
}

void ol_report_relieve(const struct ol_report_style *style, struct ol_buf *out)
{
    if (style->write != NULL && out->size >= RELIEVE_BYTES && ol_buf_is_ok(out)) {
        style->write(style->write_context, out->text, out->size);
        ol_buf_clear(out);
    }
}

size_t ol_report_all_count(const struct ol_diag_list *list)
{
    return list != NULL ? list->count + list->accepted_count : 0;
}

uint64_t ol_report_dropped(const struct ol_diag_list *list)
{
    uint64_t count = 0;
    for (size_t i = 0; list != NULL && i <= OL_SEVERITY_ERROR; i++) {
        count += list->dropped[i];
    }
    return count;
}

static void tell_count(struct ol_buf *out, uint64_t count, const char *one, const char *several)
{
    ol_buf_add_u64(out, count);
    ol_buf_add_char(out, ' ');
    ol_buf_add(out, count == 1 ? one : several);
}

void ol_report_tell_counts(struct ol_buf *out, const struct ol_report_counts *counts)
{
    tell_count(out, counts->errors, "error, ", "errors, ");
    tell_count(out, counts->warnings, "warning, ", "warnings, ");
    tell_count(out, counts->infos, "info", "infos");
}

const char *ol_report_excess(uint64_t count, uint64_t by_rule)
{
    if (by_rule == 0) {
        return "past --max-diagnostics";
    }
    return by_rule < count ? "past --max-diagnostics or --max-per-rule" : "past --max-per-rule";
}

void ol_report_tell_dropped(struct ol_buf *out, uint64_t count, uint64_t by_rule)
{
    ol_buf_add_u64(out, count);
    ol_buf_add(out, count == 1 ? " finding" : " findings");
    ol_buf_add_char(out, ' ');
    ol_buf_add(out, ol_report_excess(count, by_rule));
    ol_buf_add(out, " not shown");
}
