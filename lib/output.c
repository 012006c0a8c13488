/* SPDX-License-Identifier: Apache-2.0 */
/* The public side of reports and of the summary: results into text. */
#include <stdlib.h>
#include <string.h>

#include "base/file_path.h"
#include "base/text.h"
#include "linter.h"
#include "onnx_lint.h"
#include "policy/policy.h"
#include "report/accepted.h"
#include "report/report.h"
#include "report/statistics.h"
#include "result.h"
#include "rule/source.h"

struct ol_report {
    const struct ol_reporter *reporter;
    struct ol_report_style style;
    struct ol_arena *arena; /* owned: the rules with their docs; NULL: they are the linter's */
    struct ol_buf working_folder;
    struct ol_buf folder; /* absolute, of the baseline that the report is; empty: it is none */
};

struct ol_summary {
    struct ol_arena *arena;
    struct ol_report_totals totals;
    const struct ol_policy *policy; /* of the results; NULL: none so far had one */
    uint8_t *uses;                  /* of its suppressions and overrides */
    uint8_t *is_seen; /* by entry of its baseline: the first one of a file of the run */
};

static struct ol_report_file file_of(const struct ol_result *result)
{
    bool was_read = result->kind != NULL;
    return (struct ol_report_file){
        .name = result->name,
        .bytes = result->input.bytes,
        .kind = result->kind,
        .ir_version = result->ir_version,
        .opsets = result->opsets,
        .opset_count = result->opset_count,
        .list = was_read ? &result->diags : NULL,
        .error = ol_result_error(result),
        .unchanged = result->outcome != NULL ? result->outcome->unchanged : 0,
        .gone = result->outcome != NULL ? result->outcome->gone : 0,
        .reading = result->reading,
    };
}

/* The rule with what explains it: a built-in one is read once more from the text of its file. */
static enum ol_status add_doc(struct ol_arena *arena, const struct ol_rule *rule,
                              struct ol_rule *whole)
{
    *whole = *rule;
    for (size_t i = 0; whole->doc == NULL && i < ol_builtin_rule_count; i++) {
        if (strcmp(ol_builtin_rules[i].id, rule->id) == 0) {
            struct ol_rule loaded;
            enum ol_status status = ol_source_load(arena, &ol_builtin_rules[i], &loaded);
            if (status != OL_OK) {
                return status;
            }
            whole->doc = loaded.doc;
        }
    }
    return OL_OK;
}

/* Gives the style the rules, with what explains them if the reporter needs it. */
static enum ol_status add_rules(struct ol_report *report, const struct ol_linter *linter)
{
    size_t count = ol_rule_set_count(linter->rules);
    if (!report->reporter->needs_rules) {
        report->style.rules = (struct ol_report_rules){ol_rule_set_at(linter->rules, 0), count};
        return OL_OK;
    }
    report->arena = ol_arena_new();
    struct ol_rule *rules =
        report->arena != NULL ? ol_arena_alloc_array(report->arena, count, sizeof *rules) : NULL;
    enum ol_status status = rules != NULL ? OL_OK : OL_ERR_NOMEM;
    for (size_t i = 0; status == OL_OK && i < count; i++) {
        status = add_doc(report->arena, ol_rule_set_at(linter->rules, i), &rules[i]);
    }
    report->style.rules = (struct ol_report_rules){rules, count};
    return status;
}

static enum ol_report_position position_of(enum ol_position position)
{
    switch (position) {
    case OL_POSITION_AUTO:
        return OL_REPORT_POSITION_AUTO;
    case OL_POSITION_LINES:
        return OL_REPORT_POSITION_LINES;
    case OL_POSITION_FLAT:
        break;
    }
    return OL_REPORT_POSITION_FLAT;
}

static enum ol_severity severity_of(enum ol_fail_on fail_on)
{
    switch (fail_on) {
    case OL_FAIL_ON_ERROR:
        return OL_SEVERITY_ERROR;
    case OL_FAIL_ON_WARNING:
        return OL_SEVERITY_WARNING;
    case OL_FAIL_ON_INFO:
        return OL_SEVERITY_INFO;
    case OL_FAIL_ON_NEVER:
        break;
    }
    return OL_SEVERITY_OFF;
}

/* Notes what the files of a baseline are named relative to. */
static enum ol_status set_baseline(struct ol_report *report, const char *path)
{
    ol_file_path_add_working_folder(&report->working_folder);
    ol_file_path_set_absolute(&report->folder, ol_buf_text(&report->working_folder), path);
    ol_file_path_cut(&report->folder);
    bool is_ok = ol_buf_is_ok(&report->working_folder) && ol_buf_is_ok(&report->folder);
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

enum ol_status ol_report_new(const struct ol_report_options *options, struct ol_report **report)
{
    const struct ol_reporter *reporter =
        options->baseline != NULL ? &ol_report_baseline : ol_report_from_name(options->format);
    if (reporter == NULL) {
        return OL_ERR_RULE;
    }
    struct ol_report *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    made->reporter = reporter;
    made->style = (struct ol_report_style){
        .has_color = options->has_color,
        .position = position_of(options->position),
        .fail_on = severity_of(options->fail_on),
        .has_baseline = options->has_baseline,
        .is_for_github = options->is_for_github,
    };
    ol_buf_init(&made->working_folder);
    ol_buf_init(&made->folder);
    enum ol_status status = options->linter != NULL ? add_rules(made, options->linter) : OL_OK;
    if (status == OL_OK && options->baseline != NULL) {
        status = set_baseline(made, options->baseline);
    }
    if (status != OL_OK) {
        ol_report_free(made);
        return status;
    }
    *report = made;
    return OL_OK;
}

void ol_report_free(struct ol_report *report)
{
    if (report != NULL) {
        ol_arena_free(report->arena);
        ol_buf_fini(&report->working_folder);
        ol_buf_fini(&report->folder);
    }
    free(report);
}

/* The file with the name that a baseline has it by, in relative. OL_ERR_NOMEM. */
static enum ol_status name_for_baseline(const struct ol_report *report, struct ol_buf *relative,
                                        struct ol_report_file *file)
{
    struct ol_buf path;
    ol_buf_init(&path);
    ol_file_path_set_absolute(&path, ol_buf_text(&report->working_folder), file->name);
    (void)ol_file_path_add_relative(relative, ol_buf_text(&report->folder), ol_buf_text(&path));
    bool is_ok = ol_buf_is_ok(&path) && ol_buf_is_ok(relative);
    file->name = ol_buf_text(relative);
    ol_buf_fini(&path);
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

bool ol_report_needs_entries(const struct ol_report *report)
{
    return report->reporter->needs_entries;
}

enum ol_status ol_report_begin(const struct ol_report *report, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    if (report->reporter->begin != NULL) {
        report->reporter->begin(&out, &report->style);
    }
    return ol_buf_pass_on(&out, write, context);
}

enum ol_status ol_report_separate(const struct ol_report *report, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    if (report->reporter->separate != NULL) {
        report->reporter->separate(&out);
    }
    return ol_buf_pass_on(&out, write, context);
}

/* Adds a file, whose name may be changed. */
static enum ol_status add_file(const struct ol_report *report, struct ol_report_file *file,
                               ol_write_fn *write, void *context)
{
    struct ol_buf out;
    struct ol_report_style style = report->style;
    style.write = write;
    style.write_context = context;
    struct ol_buf relative;
    ol_buf_init(&out);
    ol_buf_init(&relative);
    enum ol_status status =
        report->folder.size > 0 ? name_for_baseline(report, &relative, file) : OL_OK;
    if (status == OL_OK) {
        status = report->reporter->add_file(&out, &style, file);
    }
    ol_buf_fini(&relative);
    if (status != OL_OK) {
        ol_buf_fini(&out);
        return status;
    }
    return ol_buf_pass_on(&out, write, context);
}

enum ol_status ol_report_add(const struct ol_report *report, const struct ol_result *result,
                             ol_write_fn *write, void *context)
{
    struct ol_report_file file = file_of(result);
    return add_file(report, &file, write, context);
}

enum ol_status ol_report_add_unreadable(const struct ol_report *report, const char *name,
                                        const char *error, ol_write_fn *write, void *context)
{
    struct ol_report_file file = {.name = name, .error = error};
    return add_file(report, &file, write, context);
}

enum ol_status ol_report_end(const struct ol_report *report, const struct ol_summary *summary,
                             ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    enum ol_status status = report->reporter->end != NULL
                                ? report->reporter->end(&out, &report->style, &summary->totals)
                                : OL_OK;
    if (status != OL_OK) {
        ol_buf_fini(&out);
        return status;
    }
    return ol_buf_pass_on(&out, write, context);
}

enum ol_status ol_summary_new(struct ol_summary **summary)
{
    struct ol_summary *made = calloc(1, sizeof *made);
    struct ol_arena *arena = ol_arena_new();
    if (made == NULL || arena == NULL) {
        free(made);
        ol_arena_free(arena);
        return OL_ERR_NOMEM;
    }
    made->arena = arena;
    ol_report_totals_init(&made->totals, arena);
    *summary = made;
    return OL_OK;
}

void ol_summary_free(struct ol_summary *summary)
{
    if (summary != NULL) {
        ol_arena_free(summary->arena);
    }
    free(summary);
}

/* Adds what has become of the suppressions, the overrides and the baseline. */
static enum ol_status add_uses(struct ol_summary *summary, const struct ol_result *result)
{
    size_t count = ol_policy_use_count(result->policy);
    if (summary->uses == NULL) {
        summary->policy = result->policy;
        summary->totals.accepted.has_baseline = ol_policy_has_baseline(result->policy);
        summary->uses = ol_arena_alloc(summary->arena, count);
        summary->is_seen = ol_arena_alloc(summary->arena, ol_policy_baseline_count(result->policy));
    }
    if (summary->uses == NULL || summary->is_seen == NULL) {
        return OL_ERR_NOMEM;
    }
    for (size_t i = 0; i < count; i++) {
        summary->uses[i] |= result->outcome->uses[i];
    }
    if (result->outcome->baseline_count > 0) {
        summary->is_seen[result->outcome->baseline_first] = 1;
    }
    return OL_OK;
}

enum ol_status ol_summary_add(struct ol_summary *summary, const struct ol_result *result,
                              uint64_t place)
{
    struct ol_report_file file = file_of(result);
    enum ol_status status = result->policy != NULL ? add_uses(summary, result) : OL_OK;
    if (status != OL_OK) {
        return status;
    }
    return ol_report_totals_add(&summary->totals, &file, place);
}

enum ol_status ol_summary_add_unreadable(struct ol_summary *summary, const char *name,
                                         const char *error, uint64_t place)
{
    return ol_report_totals_add_unreadable(&summary->totals, name, error, place);
}

void ol_summary_keep_entries(struct ol_summary *summary)
{
    summary->totals.keeps_entries = true;
}

/* Whether the rule, or one of its variants, is on. */
static bool is_on(const struct ol_rule_set *rules, uint32_t rule)
{
    size_t count = ol_rule_set_case_count(rules, rule);
    size_t i = 0;
    while (i < count && ol_rule_set_case(rules, rule, i) == OL_SEVERITY_OFF) {
        i++;
    }
    return i < count;
}

enum ol_status ol_summary_keep_statistics(struct ol_summary *summary,
                                          const struct ol_linter *linter)
{
    if (!linter->is_measured) {
        return OL_OK;
    }
    size_t count = ol_rule_set_count(linter->rules);
    const char **ids = ol_arena_alloc_array(summary->arena, count, sizeof *ids);
    uint64_t rules_on = 0;
    for (size_t i = 0; ids != NULL && i < count; i++) {
        ids[i] = ol_rule_set_at(linter->rules, i)->id;
        rules_on += is_on(linter->rules, (uint32_t)i);
    }
    struct ol_report_statistics *statistics =
        ids != NULL ? ol_report_statistics_new(summary->arena, ids, count) : NULL;
    if (statistics == NULL) {
        return OL_ERR_NOMEM;
    }
    statistics->rules_on = rules_on;
    summary->totals.statistics = statistics;
    return OL_OK;
}

void ol_summary_set_measures(struct ol_summary *summary, const struct ol_measures *measures)
{
    if (summary->totals.statistics != NULL) {
        summary->totals.statistics->measures = *measures;
    }
}

/* Adds the files that the baseline has and that are not there any more. */
static enum ol_status add_missing(struct ol_summary *summary)
{
    const struct ol_policy_missing *missing = NULL;
    size_t count = 0;
    enum ol_status status =
        ol_policy_missing(summary->policy, summary->is_seen, summary->arena, &missing, &count);
    for (size_t i = 0; status == OL_OK && i < count; i++) {
        status = ol_report_add_missing(&summary->totals, missing[i].name, missing[i].count);
    }
    return status;
}

enum ol_status ol_summary_finish(struct ol_summary *summary)
{
    struct ol_report_totals *totals = &summary->totals;
    ol_report_sort_entries(totals);
    if (summary->policy == NULL) {
        return OL_OK;
    }
    enum ol_status status = ol_policy_notices(summary->policy, summary->uses, summary->arena,
                                              &totals->notices, &totals->notice_count);
    return status == OL_OK ? add_missing(summary) : status;
}

struct ol_counts ol_summary_found(const struct ol_summary *summary)
{
    const struct ol_report_counts *counts = &summary->totals.counts;
    return (struct ol_counts){counts->errors, counts->warnings, counts->infos};
}

uint64_t ol_summary_not_kept(const struct ol_summary *summary)
{
    return summary->totals.dropped;
}

struct ol_counts ol_summary_counts(const struct ol_summary *summary)
{
    struct ol_counts counts = ol_summary_found(summary);
    counts.warnings += summary->totals.notice_count;
    return counts;
}

uint64_t ol_summary_unreadable(const struct ol_summary *summary)
{
    return summary->totals.unreadable;
}

enum ol_status ol_summary_print(const struct ol_summary *summary, bool is_brief, ol_write_fn *write,
                                void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_report_summary(&out, &summary->totals, is_brief);
    return ol_buf_pass_on(&out, write, context);
}

enum ol_status ol_summary_print_statistics(const struct ol_summary *summary, ol_write_fn *write,
                                           void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    enum ol_status status = summary->totals.statistics != NULL
                                ? ol_report_statistics_tell(&out, &summary->totals)
                                : OL_OK;
    if (status != OL_OK) {
        ol_buf_fini(&out);
        return status;
    }
    return ol_buf_pass_on(&out, write, context);
}

enum ol_status ol_write_path(const char *path, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_text_add_path(&out, path);
    return ol_buf_pass_on(&out, write, context);
}

enum ol_status ol_write_quoted(const char *text, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_text_quote(&out, ol_slice_from_text(text));
    return ol_buf_pass_on(&out, write, context);
}
