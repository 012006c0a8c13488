/* SPDX-License-Identifier: Apache-2.0 */
/* Reporters: each turns the findings of one linted file into text, and knows what stands before,
 * between and after the files of a run. A reporter keeps no state, so files can be rendered by any
 * thread, in any order. */
#ifndef OL_REPORT_REPORT_H
#define OL_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/slice.h"
#include "base/status.h"
#include "diag/diag.h"
#include "diag/notice.h"
#include "rule/rule.h"

struct ol_report_statistics;

/* One entry of opset_import, texts as the file has them. */
struct ol_report_opset {
    struct ol_slice domain;
    int64_t version;
};

/* What was read of a file, for statistics. */
struct ol_report_reading {
    uint64_t messages;
    uint64_t tensors;
    uint64_t bytes;           /* of the file */
    uint64_t bytes_elsewhere; /* of other files */
};

/* One linted file. Everything is borrowed. */
struct ol_report_file {
    const char *name; /* as shown: the path as given, or what standard input is called */
    struct ol_slice
        bytes; /* of the file, for counting lines; only read up to the largest offset found */
    const char *kind;   /* what the file is; NULL where it could not be read */
    int64_t ir_version; /* as the file states it; 0: it does not */
    const struct ol_report_opset *opsets;
    size_t opset_count;
    const struct ol_diag_list *list; /* NULL: unreadable, nothing was found */
    const char *error;               /* why it could not be read, or not to the end; NULL: it was */
    uint64_t unchanged;              /* findings that the baseline accepts */
    uint64_t gone;                   /* findings of the baseline that are not there any more */
    struct ol_report_reading reading;
};

/* How line and column of a place are found. */
enum ol_report_position {
    OL_REPORT_POSITION_AUTO,  /* lines are counted within OL_LINES_COUNTED_MAX */
    OL_REPORT_POSITION_LINES, /* lines are counted wherever a finding is */
    OL_REPORT_POSITION_FLAT   /* line 1, column offset + 1 */
};

/* The rules of a run. */
struct ol_report_rules {
    const struct ol_rule *items; /* in the order of the rule set: rule_index of a finding is a place
                                    here; with their docs, if the reporter needs these */
    size_t count;                /* 0: they are not known */
};

/* Takes text that is ready before all of it is. */
typedef void ol_report_write_fn(void *context, const char *text, size_t size);

/* What holds for all files of a run. */
struct ol_report_style {
    bool has_color;
    enum ol_report_position position;
    enum ol_severity fail_on; /* findings below it do not fail the run; OFF: none does */
    bool has_baseline;        /* findings are known to be new or unchanged */
    bool is_for_github;       /* sarif is to be what code scanning takes */
    struct ol_report_rules rules;
    ol_report_write_fn *write; /* takes the text early; NULL: all of it stays in the buffer */
    void *write_context;
};

/* Findings of a file or a run, by severity, with those that were counted but not kept. */
struct ol_report_counts {
    uint64_t errors;
    uint64_t warnings;
    uint64_t infos;
};

/* What was left unchecked for one reason. */
struct ol_report_unchecked {
    const char *reason;
    uint64_t count; /* places */
    uint64_t
        first_place;  /* of the input, in the order of the run, that the texts below belong to */
    const char *name; /* of that input */
    const char *path; /* field path of the first place in it */
};

/* One file of a run, where these are kept. */
struct ol_report_entry {
    uint64_t place; /* in the order of the run */
    const char *name;
    const char *kind;  /* NULL: it could not be read */
    const char *error; /* NULL: it was read to the end */
    uint64_t size;
};

/* A file in which findings of the baseline are gone. */
struct ol_report_gone {
    uint64_t place; /* in the order of the run; UINT64_MAX: it is not there any more */
    const char *name;
    uint64_t count;
};

/* Findings of a run that do not count, and what the baseline has to do with it. */
struct ol_report_accepted {
    uint64_t suppressed;
    uint64_t unchanged; /* in the baseline, and found */
    uint64_t gone;      /* in the baseline, and not found in the files of the run, or of files that
                           are not there */
    uint64_t gone_files;
    bool has_baseline;
    struct ol_report_gone files[OL_GONE_FILES_MAX]; /* the first of those in which some are gone */
    size_t file_count;
};

/* A file with more findings than are shown. */
struct ol_report_cut_file {
    uint64_t place; /* in the order of the run */
    const char *name;
    struct ol_report_counts counts; /* of those that are not shown */
    uint64_t by_rule;               /* of them, those that one rule had too many of */
};

/* Findings of a run that are not shown. */
struct ol_report_cut {
    struct ol_report_cut_file files[OL_CUT_FILES_MAX]; /* the first of those that lack some */
    size_t file_count;
    uint64_t other_files; /* how many more lack some, and what they do */
    struct ol_report_counts others;
    uint64_t others_by_rule;
};

/* A run added up. The outcome does not depend on the order in which files are added. */
struct ol_report_totals {
    struct ol_arena *arena; /* borrowed; copies of the texts */
    uint64_t files;         /* linted, those that could be read */
    uint64_t unreadable;
    struct ol_report_counts counts;
    uint64_t dropped;         /* findings counted but not kept */
    uint64_t dropped_by_rule; /* of them, those that one rule had too many of */
    struct ol_report_cut cut;
    struct ol_report_accepted accepted;
    const struct ol_notice *notices; /* set when the run is over */
    size_t notice_count;
    uint64_t unchecked;                  /* places left unchecked */
    struct ol_report_unchecked *reasons; /* sorted by reason */
    size_t reason_count;
    size_t reason_capacity;
    bool keeps_entries;              /* whether the entries are wanted; else there are none */
    struct ol_report_entry *entries; /* in any order */
    size_t entry_count;
    size_t entry_capacity;
    struct ol_report_statistics *statistics; /* borrowed; NULL: they are not wanted */
};

/* A form of output. All functions add to out, whose state tells whether memory was short. begin,
 * separate and end may be NULL where nothing is to be written. A file that writes nothing has no
 * separate before it. */
struct ol_reporter {
    const char *name;
    bool needs_rules;   /* style->rules with their docs */
    bool needs_entries; /* of the totals, at the end */
    void (*begin)(struct ol_buf *out, const struct ol_report_style *style);
    void (*separate)(struct ol_buf *out);
    enum ol_status (*add_file)(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file);
    enum ol_status (*end)(struct ol_buf *out, const struct ol_report_style *style,
                          const struct ol_report_totals *totals);
};

/* GCC-style lines, which editors and CI systems know. */
extern const struct ol_reporter ol_report_gcc;

/* For people: each finding with its bytes. */
extern const struct ol_reporter ol_report_text;

/* One JSON object over the run (doc/report.schema.json). */
extern const struct ol_reporter ol_report_json;

/* One JSON object a line (doc/report-line.schema.json). */
extern const struct ol_reporter ol_report_jsonl;

/* SARIF 2.1.0. */
extern const struct ol_reporter ol_report_sarif;

/* Commands that a GitHub workflow shows as annotations. */
extern const struct ol_reporter ol_report_github;

/* JUnit's XML: a test suite for each file, a test case for each rule that found something. */
extern const struct ol_reporter ol_report_junit;

/* A baseline (config/baseline.h reads it): the findings that count or are in one already. The name
 * of a file is its path relative to the baseline's folder. */
extern const struct ol_reporter ol_report_baseline;

/* Checkstyle's XML: an element for each finding. */
extern const struct ol_reporter ol_report_checkstyle;

/* Hands on what is in the buffer, where that is wanted and it is much: to be called after each
 * finding, so that none is kept as text. */
void ol_report_relieve(const struct ol_report_style *style, struct ol_buf *out);

/* The findings of a list with the accepted ones: those from list->count on. */
size_t ol_report_all_count(const struct ol_diag_list *list);

/* Puts the entries in the order of the run. */
void ol_report_sort_entries(struct ol_report_totals *totals);

/* Findings of a file that were counted but not kept. */
uint64_t ol_report_dropped(const struct ol_diag_list *list);

/* Adds "1 error, 2 warnings, 0 infos". */
void ol_report_tell_counts(struct ol_buf *out, const struct ol_report_counts *counts);

/* Past which limit findings are that are not shown, of which by_rule are those that one rule had
 * too many of: "past --max-diagnostics". */
const char *ol_report_excess(uint64_t count, uint64_t by_rule);

/* Adds a text that says so, for reports in which their number would be missed. */
void ol_report_tell_dropped(struct ol_buf *out, uint64_t count, uint64_t by_rule);

/* What to do about a finding: a line without a final stop. NULL: its rule does not say, or is not
 * known. */
const char *ol_report_mend(const struct ol_report_style *style, const struct ol_diag *diag);

/* The reporter of that name, or NULL. */
const struct ol_reporter *ol_report_from_name(const char *name);

/* The findings of a file by severity, those not kept included. */
struct ol_report_counts ol_report_count(const struct ol_diag_list *list);

void ol_report_totals_init(struct ol_report_totals *totals, struct ol_arena *arena);

/* Adds a file that is at that place in the order of the run. OL_ERR_NOMEM. */
enum ol_status ol_report_totals_add(struct ol_report_totals *totals,
                                    const struct ol_report_file *file, uint64_t place) OL_NODISCARD;

/* Counts an input that led to no file, such as a folder that cannot be read, at that place in the
 * order of the run; error says why. OL_ERR_NOMEM. */
enum ol_status ol_report_totals_add_unreadable(struct ol_report_totals *totals, const char *name,
                                               const char *error, uint64_t place) OL_NODISCARD;

/* Adds the lines for standard error: the notices, then, each beginning with "onnx-lint: ", the
 * counts and what was accepted (unless is_brief), the findings not kept, and what was not checked,
 * with the reasons. */
void ol_report_summary(struct ol_buf *out, const struct ol_report_totals *totals, bool is_brief);

#endif
