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
#include "base/slice.h"
#include "base/status.h"
#include "diag/diag.h"

/* One entry of opset_import, texts as the file has them. */
struct ol_report_opset {
    struct ol_slice domain;
    int64_t version;
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
};

/* How line and column of a place are found. */
enum ol_report_position {
    OL_REPORT_POSITION_AUTO,  /* lines are counted within OL_LINES_COUNTED_MAX */
    OL_REPORT_POSITION_LINES, /* lines are counted wherever a finding is */
    OL_REPORT_POSITION_FLAT   /* line 1, column offset + 1 */
};

struct ol_report_style {
    bool has_color;
    enum ol_report_position position;
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

/* A run added up. The outcome does not depend on the order in which files are added. */
struct ol_report_totals {
    struct ol_arena *arena; /* borrowed; copies of the texts */
    uint64_t files;         /* linted, those that could be read */
    uint64_t unreadable;
    struct ol_report_counts counts;
    uint64_t dropped;                    /* findings counted but not kept */
    uint64_t unchecked;                  /* places left unchecked */
    struct ol_report_unchecked *reasons; /* sorted by reason */
    size_t reason_count;
    size_t reason_capacity;
};

/* A form of output. All functions add to out, whose state tells whether memory was short. */
struct ol_reporter {
    const char *name;
    void (*begin)(struct ol_buf *out);
    void (*separate)(struct ol_buf *out);
    enum ol_status (*add_file)(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file);
    enum ol_status (*end)(struct ol_buf *out, const struct ol_report_totals *totals);
};

/* GCC-style lines, which editors and CI systems know. */
extern const struct ol_reporter ol_report_gcc;

/* One JSON object over the run (doc/report.schema.json). */
extern const struct ol_reporter ol_report_json;

/* The reporter of that name, or NULL. */
const struct ol_reporter *ol_report_from_name(const char *name);

/* The findings of a file by severity, those not kept included. */
struct ol_report_counts ol_report_count(const struct ol_diag_list *list);

void ol_report_totals_init(struct ol_report_totals *totals, struct ol_arena *arena);

/* Adds a file that is at that place in the order of the run. OL_ERR_NOMEM. */
enum ol_status ol_report_totals_add(struct ol_report_totals *totals,
                                    const struct ol_report_file *file, uint64_t place) OL_NODISCARD;

/* Adds the lines for standard error, each beginning with "onnx-lint: ": the counts (unless
 * is_brief), the findings not kept, and what was not checked, with the reasons. */
void ol_report_summary(struct ol_buf *out, const struct ol_report_totals *totals, bool is_brief);

#endif
