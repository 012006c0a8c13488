/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics in lines and in JSON. */
#include "report/statistics.h"

#include <stdlib.h>
#include <string.h>

/* Where the values of the lines begin. */
#define VALUE_COLUMN 18

/* Columns of a number of the two tables. */
#define NUMBER_WIDTH 12

static const char *const stage_names[OL_STAGE_COUNT] = {
    [OL_STAGE_STARTING] = "starting", [OL_STAGE_FINDING] = "finding",
    [OL_STAGE_LINTING] = "linting",   [OL_STAGE_REPORTING] = "reporting",
    [OL_STAGE_WRITING] = "writing",
};

/* A rule that found something. */
struct fired {
    const char *id;
    uint64_t findings;
};

/* --- adding up ----------------------------------------------------------- */

struct ol_report_statistics *ol_report_statistics_new(struct ol_arena *arena,
                                                      const char *const *ids, size_t count)
{
    struct ol_report_statistics *made = ol_arena_alloc(arena, sizeof *made);
    uint64_t *findings = ol_arena_alloc_array(arena, count, sizeof *findings);
    if (made == NULL || findings == NULL) {
        return NULL;
    }
    *made = (struct ol_report_statistics){.ids = ids, .findings = findings, .rule_count = count};
    return made;
}

void ol_report_statistics_add(struct ol_report_statistics *statistics,
                              const struct ol_report_file *file)
{
    struct ol_report_reading *sum = &statistics->reading;
    statistics->size += file->bytes.size;
    sum->messages += file->reading.messages;
    sum->tensors += file->reading.tensors;
    sum->bytes += file->reading.bytes;
    sum->bytes_elsewhere += file->reading.bytes_elsewhere;
    for (size_t i = 0; i < file->list->count; i++) {
        statistics->findings[ol_diag_list_rule_index(file->list, i)]++;
    }
}

/* The most findings first, then by id. */
static int compare_fired(const void *left, const void *right)
{
    const struct fired *a = left;
    const struct fired *b = right;
    int order = (b->findings > a->findings) - (b->findings < a->findings);
    return order != 0 ? order : strcmp(a->id, b->id);
}

/* Leaves the rules that found something in the arena, in order; NULL when memory is short. */
static struct fired *sort_fired(const struct ol_report_totals *totals, size_t *count)
{
    const struct ol_report_statistics *statistics = totals->statistics;
    struct fired *fired =
        ol_arena_alloc_array(totals->arena, statistics->rule_count, sizeof *fired);
    *count = 0;
    for (size_t i = 0; fired != NULL && i < statistics->rule_count; i++) {
        if (statistics->findings[i] > 0) {
            fired[(*count)++] = (struct fired){statistics->ids[i], statistics->findings[i]};
        }
    }
    if (*count > 0) {
        qsort(fired, *count, sizeof *fired, compare_fired);
    }
    return fired;
}

/* --- lines --------------------------------------------------------------- */

/* Adds blanks up to a column of the line that began at that size of the text. */
static void pad(struct ol_buf *out, size_t begin, size_t column)
{
    while (ol_buf_is_ok(out) && out->size < begin + column) {
        ol_buf_add_char(out, ' ');
    }
}

/* Begins a line. */
static void add_label(struct ol_buf *out, const char *label)
{
    size_t begin = out->size;
    ol_buf_add(out, "  ");
    ol_buf_add(out, label);
    pad(out, begin, VALUE_COLUMN);
}

static size_t digits_of(uint64_t number)
{
    size_t digits = 1;
    for (; number > 9; number /= 10) {
        digits++;
    }
    return digits;
}

/* Adds a number that ends at a column of a table. */
static void add_number(struct ol_buf *out, uint64_t number)
{
    for (size_t width = digits_of(number); width < NUMBER_WIDTH; width++) {
        ol_buf_add_char(out, ' ');
    }
    ol_buf_add_u64(out, number);
}

/* One count and what it counts, with what stands behind it. */
static void add_count(struct ol_buf *out, uint64_t count, const char *one, const char *several,
                      const char *rest)
{
    ol_buf_add_u64(out, count);
    ol_buf_add_char(out, ' ');
    ol_buf_add(out, count == 1 ? one : several);
    ol_buf_add(out, rest);
}

static void add_row(struct ol_buf *out, const char *label, uint64_t count)
{
    add_label(out, label);
    ol_buf_add_u64(out, count);
    ol_buf_add_char(out, '\n');
}

static void tell_reading(struct ol_buf *out, const struct ol_report_totals *totals)
{
    const struct ol_report_statistics *statistics = totals->statistics;
    add_label(out, "files");
    ol_buf_add_u64(out, totals->files);
    ol_buf_add(out, " linted, ");
    ol_buf_add_u64(out, totals->unreadable);
    ol_buf_add(out, " not read\n");
    add_label(out, "bytes");
    ol_buf_add_u64(out, statistics->reading.bytes);
    ol_buf_add(out, " read of ");
    ol_buf_add_u64(out, statistics->size);
    ol_buf_add_char(out, '\n');
    add_row(out, "bytes elsewhere", statistics->reading.bytes_elsewhere);
    add_row(out, "messages", statistics->reading.messages);
    add_row(out, "tensors", statistics->reading.tensors);
}

static void tell_findings(struct ol_buf *out, const struct ol_report_totals *totals)
{
    add_label(out, "findings");
    add_count(out, totals->counts.errors, "error", "errors", ", ");
    add_count(out, totals->counts.warnings, "warning", "warnings", ", ");
    add_count(out, totals->counts.infos, "info", "infos", "\n");
    add_label(out, "accepted");
    ol_buf_add_u64(out, totals->accepted.suppressed);
    ol_buf_add(out, " by suppressions, ");
    ol_buf_add_u64(out, totals->accepted.unchanged);
    ol_buf_add(out, " by the baseline\n");
    add_label(out, "not checked");
    add_count(out, totals->unchecked, "place", "places", "\n");
}

static void tell_rules(struct ol_buf *out, const struct ol_report_totals *totals,
                       const struct fired *fired, size_t count)
{
    add_label(out, "rules");
    ol_buf_add_u64(out, totals->statistics->rules_on);
    ol_buf_add(out, " on, ");
    ol_buf_add_u64(out, count);
    ol_buf_add(out, " fired\n");
    for (size_t i = 0; i < count; i++) {
        add_number(out, fired[i].findings);
        ol_buf_add(out, "  ");
        ol_buf_add(out, fired[i].id);
        ol_buf_add_char(out, '\n');
    }
    if (totals->dropped > 0) {
        add_number(out, totals->dropped);
        ol_buf_add(out, "  ");
        ol_buf_add(out, ol_report_excess(totals->dropped, totals->dropped_by_rule));
        ol_buf_add_char(out, '\n');
    }
}

/* Bytes in KiB, rounded up. */
static void tell_memory(struct ol_buf *out, const struct ol_measures *measures)
{
    if (measures->peak_memory == 0) {
        return;
    }
    add_label(out, "memory");
    ol_buf_add_u64(out, (measures->peak_memory + 1023) / 1024);
    ol_buf_add(out, " KiB at most");
    if (measures->anonymous_memory != 0) {
        ol_buf_add(out, ", ");
        ol_buf_add_u64(out, (measures->anonymous_memory + 1023) / 1024);
        ol_buf_add(out, " KiB without files");
    }
    ol_buf_add_char(out, '\n');
}

/* In milliseconds, with three decimals. */
static void add_duration(struct ol_buf *out, uint64_t nanoseconds)
{
    uint64_t microseconds = nanoseconds / 1000;
    uint64_t rest = microseconds % 1000;
    for (size_t width = digits_of(microseconds / 1000) + 4; width < NUMBER_WIDTH; width++) {
        ol_buf_add_char(out, ' ');
    }
    ol_buf_add_u64(out, microseconds / 1000);
    ol_buf_add(out, rest < 10 ? ".00" : rest < 100 ? ".0" : ".");
    ol_buf_add_u64(out, rest);
}

static void tell_time(struct ol_buf *out, const char *label, const struct ol_time *time)
{
    size_t begin = out->size;
    ol_buf_add(out, "  ");
    ol_buf_add(out, label);
    pad(out, begin, VALUE_COLUMN - 2);
    add_duration(out, time->wall);
    add_duration(out, time->processor);
    ol_buf_add_char(out, '\n');
}

enum ol_status ol_report_statistics_tell(struct ol_buf *out, const struct ol_report_totals *totals)
{
    const struct ol_measures *measures = &totals->statistics->measures;
    size_t count;
    const struct fired *fired = sort_fired(totals, &count);
    if (fired == NULL) {
        return OL_ERR_NOMEM;
    }
    ol_buf_add(out, "onnx-lint: statistics\n");
    tell_reading(out, totals);
    tell_findings(out, totals);
    tell_rules(out, totals, fired, count);
    tell_memory(out, measures);
    ol_buf_add(out, "  milliseconds          wall   processor\n");
    for (size_t i = 0; i < OL_STAGE_COUNT; i++) {
        tell_time(out, stage_names[i], &measures->stages[i]);
    }
    tell_time(out, "in all", &measures->total);
    return OL_OK;
}

/* --- JSON ---------------------------------------------------------------- */

static void put_rules(struct ol_json *json, const struct ol_report_totals *totals)
{
    size_t count;
    const struct fired *fired = sort_fired(totals, &count);
    json->out->failed = json->out->failed || fired == NULL;
    ol_json_put_u64(json, "rules_on", totals->statistics->rules_on);
    ol_json_key(json, "fired");
    ol_json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        ol_json_open(json, '{');
        ol_json_put_text(json, "rule", fired[i].id);
        ol_json_put_u64(json, "findings", fired[i].findings);
        ol_json_close(json, '}');
    }
    ol_json_close(json, ']');
}

static void put_reasons(struct ol_json *json, const struct ol_report_totals *totals)
{
    ol_json_key(json, "not_checked");
    ol_json_open(json, '[');
    for (size_t i = 0; i < totals->reason_count; i++) {
        ol_json_open(json, '{');
        ol_json_put_text(json, "reason", totals->reasons[i].reason);
        ol_json_put_u64(json, "places", totals->reasons[i].count);
        ol_json_close(json, '}');
    }
    ol_json_close(json, ']');
}

static void put_memory(struct ol_json *json, const char *key, uint64_t bytes)
{
    if (bytes > 0) {
        ol_json_put_u64(json, key, bytes);
    } else {
        ol_json_key(json, key);
        ol_json_add_null(json);
    }
}

static void put_time(struct ol_json *json, const char *key, const struct ol_time *time)
{
    ol_json_key(json, key);
    ol_json_open(json, '{');
    ol_json_put_u64(json, "wall", time->wall);
    ol_json_put_u64(json, "processor", time->processor);
    ol_json_close(json, '}');
}

void ol_report_statistics_put(struct ol_json *json, const struct ol_report_totals *totals)
{
    const struct ol_report_statistics *statistics = totals->statistics;
    const struct ol_measures *measures = &statistics->measures;
    ol_json_key(json, "statistics");
    ol_json_open(json, '{');
    ol_json_put_u64(json, "bytes", statistics->size);
    ol_json_put_u64(json, "bytes_read", statistics->reading.bytes);
    ol_json_put_u64(json, "bytes_read_elsewhere", statistics->reading.bytes_elsewhere);
    ol_json_put_u64(json, "messages", statistics->reading.messages);
    ol_json_put_u64(json, "tensors", statistics->reading.tensors);
    put_rules(json, totals);
    put_reasons(json, totals);
    put_memory(json, "peak_memory", measures->peak_memory);
    put_memory(json, "anonymous_memory", measures->anonymous_memory);
    ol_json_key(json, "nanoseconds");
    ol_json_open(json, '{');
    for (size_t i = 0; i < OL_STAGE_COUNT; i++) {
        put_time(json, stage_names[i], &measures->stages[i]);
    }
    put_time(json, "total", &measures->total);
    ol_json_close(json, '}');
    ol_json_close(json, '}');
}
