/* SPDX-License-Identifier: Apache-2.0 */
/* JUnit's XML, as CI systems show it: a test suite for each file, in it a test case for each rule
 * that found something, named alike in every run, so that a system can tell new failures from old
 * ones. A case fails where its findings fail the run; lesser ones are its output. */
#include "base/text.h"
#include "report/place_text.h"
#include "report/report.h"
#include "report/xml_text.h"

/* The findings of one rule in one file. */
struct group {
    const size_t *places; /* in the list */
    size_t count;
    size_t worst;              /* place of the first that is most severe */
    enum ol_severity severity; /* of that one */
};

/* The findings of one file by rule. */
struct suite {
    const struct ol_report_style *style;
    const struct ol_report_file *file;
    const struct ol_diag_list *list; /* NULL: there is none */
    size_t *places; /* of findings in the list, in the order of rules, then of places */
    size_t count;
    uint64_t tests;
    uint64_t failures;
};

static void begin(struct ol_buf *out, const struct ol_report_style *style)
{
    (void)style;
    ol_buf_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- onnx-lint -->\n");
    ol_buf_add(out, "<testsuites name=\"onnx-lint\">\n");
}

/* The group that begins at a place among the sorted findings. */
static struct group group_at(const struct suite *suite, size_t at)
{
    const struct ol_diag_list *list = suite->list;
    size_t first = suite->places[at];
    uint32_t rule = ol_diag_list_rule_index(list, first);
    struct group group = {.places = &suite->places[at],
                          .worst = first,
                          .severity = ol_diag_list_severity(list, first)};
    while (at + group.count < suite->count &&
           ol_diag_list_rule_index(list, group.places[group.count]) == rule) {
        size_t place = group.places[group.count++];
        if (ol_diag_list_severity(list, place) > group.severity) {
            group.severity = ol_diag_list_severity(list, place);
            group.worst = place;
        }
    }
    return group;
}

/* Whether findings of that severity fail the run. */
static bool is_failing(const struct ol_report_style *style, enum ol_severity severity)
{
    return style->fail_on != OL_SEVERITY_OFF && severity >= style->fail_on;
}

/* Puts the places of findings in the order of their rules, each rule's as they were: counts the
 * findings of each rule, and so knows where its first one goes. */
static enum ol_status sort_places(struct suite *suite, struct ol_arena *arena)
{
    size_t rules = 0;
    for (size_t i = 0; i < suite->count; i++) {
        size_t rule = ol_diag_list_rule_index(suite->list, i);
        rules = rule < rules ? rules : rule + 1;
    }
    size_t *begins = ol_arena_alloc_array(arena, rules + 1, sizeof *begins);
    suite->places = ol_arena_alloc_array(arena, suite->count, sizeof *suite->places);
    if (begins == NULL || suite->places == NULL) {
        return OL_ERR_NOMEM;
    }
    for (size_t i = 0; i < suite->count; i++) {
        begins[ol_diag_list_rule_index(suite->list, i) + 1]++;
    }
    for (size_t rule = 1; rule <= rules; rule++) {
        begins[rule] += begins[rule - 1];
    }
    for (size_t i = 0; i < suite->count; i++) {
        suite->places[begins[ol_diag_list_rule_index(suite->list, i)]++] = i;
    }
    return OL_OK;
}

static enum ol_status init_suite(struct suite *suite, struct ol_arena *arena)
{
    suite->list = suite->file->list;
    suite->count = suite->list != NULL ? suite->list->count : 0;
    enum ol_status status = sort_places(suite, arena);
    for (size_t at = 0; status == OL_OK && at < suite->count;) {
        struct group group = group_at(suite, at);
        suite->tests++;
        suite->failures += is_failing(suite->style, group.severity) ? 1 : 0;
        at += group.count;
    }
    return status;
}

/* Adds the line of a finding; it is safe text, in which only line breaks of ours are. */
static void add_line(struct ol_buf *out, const struct ol_diag *diag)
{
    struct ol_buf line;
    ol_buf_init(&line);
    ol_buf_addf(&line, "%s: ", ol_severity_name(diag->severity));
    ol_place_text_add_diag(&line, diag, "\n  ");
    ol_buf_add_char(&line, '\n');
    ol_xml_add_slice(out, ol_buf_slice(&line));
    ol_buf_inherit(out, &line);
    ol_buf_fini(&line);
}

static void open_case(struct ol_buf *out, const struct suite *suite, const char *name)
{
    ol_buf_add(out, "    <testcase");
    ol_xml_put_text(out, "name", name);
    ol_xml_put_text(out, "classname", suite->file->name);
    ol_xml_put_text(out, "file", suite->file->name);
    ol_buf_add_char(out, '>');
}

/* What the first of its most severe findings says stands for all. */
static void open_failure(struct ol_buf *out, const struct ol_diag *worst)
{
    ol_buf_add(out, "<failure");
    ol_xml_put_text(out, "type", ol_severity_name(worst->severity));
    ol_xml_put_text(out, "message", worst->message);
    ol_buf_add_char(out, '>');
}

static void add_group(struct ol_buf *out, const struct suite *suite, const struct group *group)
{
    bool fails = is_failing(suite->style, group->severity);
    const struct ol_diag *worst = ol_diag_list_at(suite->list, group->worst);
    open_case(out, suite, worst->rule);
    if (fails) {
        open_failure(out, worst);
    } else {
        ol_buf_add(out, "<system-out>");
    }
    for (size_t i = 0; i < group->count; i++) {
        add_line(out, ol_diag_list_at(suite->list, group->places[i]));
        ol_report_relieve(suite->style, out);
    }
    ol_buf_add(out, fails ? "</failure></testcase>\n" : "</system-out></testcase>\n");
}

static void add_error(struct ol_buf *out, const struct suite *suite)
{
    open_case(out, suite, "onnx-lint");
    ol_buf_add(out, "<error type=\"unreadable\"");
    ol_xml_put_text(out, "message", suite->file->error);
    ol_buf_add(out, "/></testcase>\n");
}

/* The places that were left unchecked; 0: none. */
static uint64_t unchecked(const struct suite *suite)
{
    const struct ol_diag_list *list = suite->file->list;
    return list != NULL ? list->not_checked_count + list->not_checked_dropped : 0;
}

static void add_unchecked(struct ol_buf *out, const struct suite *suite)
{
    const struct ol_not_checked *first = suite->file->list->not_checked;
    struct ol_buf message;
    ol_buf_init(&message);
    ol_buf_add_u64(&message, unchecked(suite));
    ol_buf_add(&message, unchecked(suite) == 1 ? " place: " : " places, the first: ");
    if (first->path[0] != '\0') {
        ol_text_add_message(&message, first->path);
        ol_buf_add(&message, ": ");
    }
    ol_text_add_message(&message, first->reason);
    open_case(out, suite, "not checked");
    ol_buf_add(out, "<skipped");
    ol_xml_put_text(out, "message", ol_buf_text(&message));
    ol_buf_add(out, "/></testcase>\n");
    ol_buf_inherit(out, &message);
    ol_buf_fini(&message);
}

static void add_dropped(struct ol_buf *out, const struct suite *suite)
{
    open_case(out, suite, "not shown");
    ol_buf_add(out, "<skipped message=\"");
    ol_report_tell_dropped(out, ol_report_dropped(suite->file->list),
                           suite->file->list->dropped_by_rule);
    ol_buf_add(out, "\"/></testcase>\n");
}

static void add_suite(struct ol_buf *out, const struct suite *suite)
{
    uint64_t errors = suite->file->error != NULL ? 1 : 0;
    bool is_unchecked = unchecked(suite) > 0;
    bool is_cut = ol_report_dropped(suite->file->list) > 0;
    uint64_t skipped = (uint64_t)is_unchecked + (uint64_t)is_cut;
    bool is_clean = suite->tests == 0 && errors == 0;
    ol_buf_add(out, "  <testsuite");
    ol_xml_put_text(out, "name", suite->file->name);
    ol_xml_put_u64(out, "tests", suite->tests + errors + skipped + (is_clean ? 1 : 0));
    ol_xml_put_u64(out, "failures", suite->failures);
    ol_xml_put_u64(out, "errors", errors);
    ol_xml_put_u64(out, "skipped", skipped);
    ol_buf_add(out, ">\n");
    if (errors > 0) {
        add_error(out, suite);
    }
    for (size_t at = 0; at < suite->count;) {
        struct group group = group_at(suite, at);
        add_group(out, suite, &group);
        at += group.count;
    }
    if (is_unchecked) {
        add_unchecked(out, suite);
    }
    if (is_cut) {
        add_dropped(out, suite);
    }
    if (is_clean) {
        open_case(out, suite, "onnx-lint");
        ol_buf_add(out, "</testcase>\n");
    }
    ol_buf_add(out, "  </testsuite>\n");
}

static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    struct suite suite = {.style = style, .file = file};
    struct ol_arena *arena = ol_arena_new();
    if (arena == NULL) {
        return OL_ERR_NOMEM;
    }
    enum ol_status status = init_suite(&suite, arena);
    if (status == OL_OK) {
        add_suite(out, &suite);
    }
    ol_arena_free(arena);
    return status;
}

/* What there is to tell of a suppression: a suite for the place that it stands at. */
static void add_notice(struct ol_buf *out, const struct ol_report_style *style,
                       const struct ol_notice *notice)
{
    bool fails = is_failing(style, OL_SEVERITY_WARNING);
    ol_buf_add(out, "  <testsuite");
    ol_xml_put_text(out, "name", notice->file);
    ol_buf_addf(out, " tests=\"1\" failures=\"%d\" errors=\"0\" skipped=\"0\">\n", fails ? 1 : 0);
    ol_buf_addf(out, "    <testcase name=\"suppression at line %u\"", notice->line);
    ol_xml_put_text(out, "classname", notice->file);
    ol_xml_put_text(out, "file", notice->file);
    if (fails) {
        ol_buf_add(out, "><failure type=\"warning\"");
        ol_xml_put_text(out, "message", notice->message);
        ol_buf_add(out, "/>");
    } else {
        ol_buf_add(out, "><system-out>");
        ol_xml_add_slice(out, ol_slice_from_text(notice->message));
        ol_buf_add(out, "</system-out>");
    }
    ol_buf_add(out, "</testcase>\n  </testsuite>\n");
}

static enum ol_status end(struct ol_buf *out, const struct ol_report_style *style,
                          const struct ol_report_totals *totals)
{
    for (size_t i = 0; i < totals->notice_count; i++) {
        add_notice(out, style, &totals->notices[i]);
    }
    ol_buf_add(out, "</testsuites>\n");
    return OL_OK;
}

const struct ol_reporter ol_report_junit = {
    .name = "junit",
    .begin = begin,
    .add_file = add_file,
    .end = end,
};
