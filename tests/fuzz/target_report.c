/* SPDX-License-Identifier: Apache-2.0 */
/* Any reporter over findings made of the input: any bytes as names, messages, paths, reasons and
 * file names, any numbers as places. Each report is what its format says, and a baseline can be
 * read again. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "fuzz/bench.h"
#include "fuzz/formats.h"
#include "fuzz/fuzz.h"
#include "fuzz/memory.h"
#include "report/report.h"
#include "rule/source.h"

/* Findings of one input, and the length of a text that is repeated: longer than what is cut, and in
 * one input of so many longer than buffers begin. An input has one, since each takes as long to
 * show as all the rest. */
#define FINDINGS_MAX  6
#define LONG_TEXT     300
#define LONGER_TEXT   3000
#define LONGER_ONE_OF 32

#define MEMORY_MAX ((size_t)32 * 1024 * 1024)

static struct ol_arena *rules_arena;
static struct ol_rule rules[4]; /* what reports that list rules list */
#define RULES (sizeof rules / sizeof *rules)

/* What is being made of one input. */
struct making {
    struct ol_fuzz_feed feed;
    struct ol_arena *arena;
    struct ol_diag_list list;
    size_t long_size; /* of the long text; 0: it was made */
};

/* A text without NUL of the input's bytes; now and then one that is long. */
static const char *make_text(struct making *making)
{
    uint8_t size = ol_fuzz_take_byte(&making->feed);
    bool is_long =
        size == 0xFF && ol_fuzz_take_byte(&making->feed) == 0xFF && making->long_size > 0;
    size_t length = is_long ? making->long_size : size % 32;
    making->long_size = is_long ? 0 : making->long_size;
    char *text = ol_arena_alloc(making->arena, length + 1);
    if (text == NULL) {
        ol_fuzz_fail("memory is short");
    }
    size_t pattern = is_long ? 1 + (size_t)ol_fuzz_take_byte(&making->feed) % 16 : length;
    for (size_t i = 0; i < length; i++) {
        if (i < pattern) {
            uint8_t byte = ol_fuzz_take_byte(&making->feed);
            text[i] = (char)(byte != 0 ? byte : '.');
        } else {
            text[i] = text[i - pattern];
        }
    }
    return text;
}

/* A file has a name. */
static const char *make_name(struct making *making)
{
    const char *text = make_text(making);
    return text[0] != '\0' ? text : "m.onnx";
}

static const char *make_name_or_null(struct making *making)
{
    return ol_fuzz_take_byte(&making->feed) % 3 == 0 ? make_name(making) : NULL;
}

/* As the engine's: inside the file of that many bytes, unless another is named. */
static struct ol_place make_place(struct making *making, uint64_t size)
{
    struct ol_place place = {.path = make_text(making), .file = make_name_or_null(making)};
    place.span.offset = ol_fuzz_take_number(&making->feed);
    place.span.length = ol_fuzz_take_number(&making->feed);
    if (place.file == NULL) {
        place.span.offset %= size + 1;
        place.span.length %= size - place.span.offset + 1;
    }
    return place;
}

static void make_names(struct making *making, struct ol_name *names, struct ol_diag *diag)
{
    static const char *const roles[] = {"graph", "node", "operator", "tensor", "value", "key"};
    diag->names = names;
    diag->name_count = ol_fuzz_take_byte(&making->feed) % 4;
    for (size_t i = 0; i < diag->name_count; i++) {
        names[i].role = roles[ol_fuzz_take_byte(&making->feed) % 6];
        names[i].text = make_text(making);
    }
}

static void make_related(struct making *making, struct ol_related *related, struct ol_diag *diag,
                         uint64_t size)
{
    diag->related = related;
    diag->related_count = ol_fuzz_take_byte(&making->feed) % 3;
    for (size_t i = 0; i < diag->related_count; i++) {
        related[i].message = make_text(making);
        related[i].place = make_place(making, size);
    }
}

static void add_finding(struct making *making, uint64_t size)
{
    struct ol_name names[4];
    struct ol_related related[3];
    uint8_t what = ol_fuzz_take_byte(&making->feed);
    uint32_t rule = what % RULES;
    struct ol_diag diag = {
        .rule = rules[rule].id,
        .rule_index = rule,
        .variant =
            rules[rule].variant_count > 0 && (what & 4) ? rules[rule].variants[0].name : NULL,
        .severity = (enum ol_severity)(OL_SEVERITY_INFO + (what >> 3) % 3),
        .message = make_text(making),
        .place = make_place(making, size),
        .acceptance = (what >> 5) % 4 == 1 ? OL_ACCEPTED_SUPPRESSED : OL_ACCEPTED_NOT,
    };
    diag.place.is_whole_file = what >> 7 && diag.place.file == NULL;
    diag.reason = diag.acceptance == OL_ACCEPTED_SUPPRESSED ? make_text(making) : NULL;
    make_names(making, names, &diag);
    make_related(making, related, &diag, size);
    if (ol_diag_list_admit(&making->list, diag.severity, diag.acceptance)) {
        ol_fuzz_need(ol_diag_list_add(&making->list, &diag, NULL) == OL_OK, "memory is short");
    }
}

static bool supersedes_none(const void *context, uint32_t rule, uint32_t other)
{
    (void)context;
    (void)rule;
    (void)other;
    return false;
}

static void make_findings(struct making *making, uint64_t size)
{
    size_t count = ol_fuzz_take_byte(&making->feed) % FINDINGS_MAX;
    ol_diag_list_init(&making->list, making->arena, FINDINGS_MAX / 2);
    for (size_t i = 0; i < count && making->feed.size > 0; i++) {
        add_finding(making, size);
    }
    if (ol_fuzz_take_byte(&making->feed) % 2 == 0) {
        const struct ol_not_checked entry = {.path = make_text(making), .reason = "for a reason"};
        ol_fuzz_need(ol_diag_list_add_not_checked(&making->list, &entry) == OL_OK,
                     "memory is short");
    }
    ol_fuzz_need(ol_diag_list_finish(&making->list, supersedes_none, NULL) == OL_OK,
                 "memory is short");
}

static void write_run(const struct ol_reporter *reporter, const struct ol_report_style *style,
                      const struct ol_report_file *files, size_t count, struct ol_buf *out)
{
    struct ol_report_totals totals;
    struct ol_arena *arena = ol_arena_new();
    ol_fuzz_need(arena != NULL, "memory is short");
    ol_report_totals_init(&totals, arena);
    totals.keeps_entries = reporter->needs_entries;
    if (reporter->begin != NULL) {
        reporter->begin(out, style);
    }
    bool is_ok = true;
    size_t begin = out->size;
    for (size_t i = 0; i < count; i++) {
        struct ol_buf text;
        ol_buf_init(&text);
        is_ok = is_ok && reporter->add_file(&text, style, &files[i]) == OL_OK &&
                ol_report_totals_add(&totals, &files[i], i) == OL_OK;
        if (text.size > 0 && out->size > begin && reporter->separate != NULL) {
            reporter->separate(out);
        }
        ol_buf_add_slice(out, ol_buf_slice(&text));
        ol_buf_fini(&text);
    }
    ol_report_sort_entries(&totals);
    is_ok = is_ok && (reporter->end == NULL || reporter->end(out, style, &totals) == OL_OK);
    ol_fuzz_need(is_ok && ol_buf_is_ok(out), "a report cannot be written");
    ol_arena_free(arena);
}

static void check_format(const char *format, uint8_t flags, const struct ol_report_file *files,
                         size_t count)
{
    struct ol_buf out;
    const struct ol_report_style style = {
        .position = (enum ol_report_position)(flags % 3),
        .fail_on = OL_SEVERITY_ERROR,
        .has_baseline = flags >> 2 & 1,
        .is_for_github = flags >> 3 & 1,
        .rules = {rules, RULES},
    };
    ol_buf_init(&out);
    write_run(ol_report_from_name(format), &style, files, count, &out);
    ol_fuzz_check_output(format, ol_buf_slice(&out));
    ol_buf_fini(&out);
}

static void run(const uint8_t *data, size_t size)
{
    bool is_longer = ol_fuzz_is_chosen(data, size, LONGER_ONE_OF);
    struct making making = {.feed = {data, size},
                            .arena = ol_arena_new(),
                            .long_size = is_longer ? LONGER_TEXT : LONG_TEXT};
    ol_fuzz_need(making.arena != NULL, "memory is short");
    ol_fuzz_memory_begin();
    const char *format = ol_fuzz_formats[ol_fuzz_take_byte(&making.feed) % ol_fuzz_format_count];
    uint8_t flags = ol_fuzz_take_byte(&making.feed);
    const struct ol_report_opset opsets[] = {{ol_slice_from_text(make_text(&making)), 7}};
    const struct ol_report_file unreadable = {.name = make_name(&making),
                                              .error = make_text(&making)};
    const char *name = make_name(&making);
    make_findings(&making, size);
    const struct ol_report_file files[] = {{
                                               .name = name,
                                               .bytes = {data, size},
                                               .kind = "model",
                                               .ir_version = flags,
                                               .opsets = opsets,
                                               .opset_count = flags >> 4 & 1,
                                               .list = &making.list,
                                               .error = flags >> 5 & 1 ? unreadable.error : NULL,
                                           },
                                           unreadable};
    check_format(format, flags, files, 1 + (flags >> 7));
    ol_diag_list_fini(&making.list);
    ol_arena_free(making.arena);
    ol_fuzz_memory_check(MEMORY_MAX);
}

static void set_up(void)
{
    static const char *const ids[RULES] = {"file-html", "tensor-raw-length-short",
                                           "wire-oneof-multiple", "wire-utf8"};
    rules_arena = ol_arena_new();
    size_t found = 0;
    for (size_t i = 0; i < ol_builtin_rule_count && found < RULES; i++) {
        if (strcmp(ol_builtin_rules[i].id, ids[found]) == 0) {
            ol_fuzz_need(ol_source_load(rules_arena, &ol_builtin_rules[i], &rules[found]) == OL_OK,
                         "a rule cannot be loaded");
            found++;
        }
    }
    ol_fuzz_need(found == RULES, "a rule is not there");
    ol_fuzz_memory_init();
}

static void tear_down(void)
{
    ol_arena_free(rules_arena);
}

const struct ol_fuzz_target ol_fuzz_report = {
    .name = "report",
    .seeds = OL_FUZZ_SEEDS_BYTES,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
