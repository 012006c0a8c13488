/* SPDX-License-Identifier: Apache-2.0 */
/* onnx-lint as a library: what cli/ is built on, and the only header it may include.
 *
 * A linter holds the rules and the settings; once set up it is shared by threads, each with a
 * worker of its own. A worker lints one input at a time and gives a result, which a report turns
 * into text and a summary adds up:
 *
 *     ol_linter_new, ol_linter_set_*          settings, one thread
 *     ol_worker_new, ol_worker_lint_path      each thread
 *     ol_report_add, ol_summary_add           each result, which can then be freed
 *     ol_report_end, ol_summary_print         the run
 *
 * Functions that can fail return enum ol_status; an out-parameter comes last and is set only with
 * OL_OK. Texts passed in are borrowed for the call unless said otherwise. */
#ifndef OL_ONNX_LINT_H
#define OL_ONNX_LINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct ol_linter;
struct ol_worker;
struct ol_result;
struct ol_report;
struct ol_summary;

/* Takes text as it is produced: size bytes, no terminator, any number of calls in order. */
typedef void ol_write_fn(void *context, const char *text, size_t size);

/* "0.1.0". Static. */
const char *ol_version(void);

/* --- settings ------------------------------------------------------------ */

/* A linter with the built-in rules and the profile "recommended". The caller owns it and frees it
 * after its workers. OL_ERR_NOMEM, OL_ERR_BUG. */
enum ol_status ol_linter_new(struct ol_linter **linter) OL_NODISCARD;
void ol_linter_free(struct ol_linter *linter);

/* What was wrong with the last setting or name that returned OL_ERR_RULE: one line without a final
 * stop, safe to print, with the nearest right name where there is one. "" otherwise. Valid until
 * the next call on the linter. */
const char *ol_linter_error(const struct ol_linter *linter);

/* Each of these is called before the first worker exists, and returns OL_ERR_RULE for a value that
 * it does not know, or OL_ERR_NOMEM. */

/* Sets every rule to what the profile says ("recommended", "strict", "checker" or "no-external")
 * and forgets earlier ol_linter_set_rule. */
enum ol_status ol_linter_set_profile(struct ol_linter *linter, const char *name) OL_NODISCARD;

/* Sets a rule ("tensor-raw-length-short": all its cases) or one case
 * ("wire-oneof-multiple/repeated") to "error", "warning", "info" or "off". The last one wins. */
enum ol_status ol_linter_set_rule(struct ol_linter *linter, const char *name,
                                  const char *severity) OL_NODISCARD;

/* Takes every input for a message of that type ("model", "tensor", "sparse-tensor", "sequence",
 * "map", "optional", "graph", "node", "function", "value-info", "type", "attribute", "opset")
 * instead of recognising it. */
enum ol_status ol_linter_set_type(struct ol_linter *linter, const char *type) OL_NODISCARD;

/* The IR version of files that do not say it themselves. */
enum ol_status ol_linter_set_ir_version(struct ol_linter *linter, uint64_t ir_version) OL_NODISCARD;

/* Findings kept for one input; the rest is counted only. 0: all. */
enum ol_status ol_linter_set_max_diagnostics(struct ol_linter *linter, uint64_t max) OL_NODISCARD;

/* --- rules, told to people ----------------------------------------------- */

enum ol_rule_list {
    OL_RULE_LIST_TEXT,     /* one rule a line: id, severity in force, title, variants; counts */
    OL_RULE_LIST_IDS,      /* one id a line */
    OL_RULE_LIST_MARKDOWN, /* every rule explained, for rules/README.md */
    OL_RULE_LIST_MAN       /* the section RULES of the manual page */
};

/* Writes the rules in the order of their ids. OL_ERR_NOMEM. */
enum ol_status ol_linter_list_rules(const struct ol_linter *linter, enum ol_rule_list form,
                                    ol_write_fn *write, void *context) OL_NODISCARD;

/* Writes what there is to know about one rule, as text. OL_ERR_RULE where there is no such rule. */
enum ol_status ol_linter_explain_rule(struct ol_linter *linter, const char *id, ol_write_fn *write,
                                      void *context) OL_NODISCARD;

/* Writes which schema the node at that path ("graph.node[3]", as in findings) of a file ("-":
 * standard input) is held against, and why; of several nodes on the path the innermost.
 * OL_ERR_RULE where the path leads to no node, OL_ERR_IO where the file cannot be read. In both
 * cases ol_linter_error tells. */
enum ol_status ol_linter_explain_node(struct ol_linter *linter, const char *file, const char *path,
                                      ol_write_fn *write, void *context) OL_NODISCARD;

/* --- linting ------------------------------------------------------------- */

/* What one thread needs; borrows the linter. The caller owns it. OL_ERR_NOMEM, OL_ERR_BUG. */
enum ol_status ol_worker_new(const struct ol_linter *linter,
                             struct ol_worker **worker) OL_NODISCARD;
void ol_worker_free(struct ol_worker *worker);

/* Lints the file at path. A file that cannot be read is a result as well, with ol_result_error; so
 * is a failure of ours halfway. The caller owns the result, and may free it after the worker and in
 * another thread. OL_ERR_NOMEM only, when not even a result could be made. */
enum ol_status ol_worker_lint_path(struct ol_worker *worker, const char *path,
                                   struct ol_result **result) OL_NODISCARD;

/* As ol_worker_lint_path with what standard input holds. name stands for its path in findings, and
 * says where external data is looked for; NULL: it is called "<stdin>" and has no directory. */
enum ol_status ol_worker_lint_stdin(struct ol_worker *worker, const char *name,
                                    struct ol_result **result) OL_NODISCARD;

void ol_result_free(struct ol_result *result);

/* Why the input could not be read, or not to the end: one line, "PATH: what: why", without a final
 * stop, safe to print. NULL where all went well. Lives as long as the result. */
const char *ol_result_error(const struct ol_result *result);

struct ol_counts {
    uint64_t errors;
    uint64_t warnings;
    uint64_t infos;
};

/* The findings of the result by severity, those past the maximum included. */
struct ol_counts ol_result_counts(const struct ol_result *result);

/* --- reports ------------------------------------------------------------- */

enum ol_position {
    OL_POSITION_AUTO,  /* lines are counted within the first 64 MiB */
    OL_POSITION_LINES, /* lines are counted wherever a finding is */
    OL_POSITION_FLAT   /* always line 1, column offset + 1 */
};

struct ol_report_options {
    const char *format; /* "gcc" or "json" */
    bool has_color;     /* colour the lines of a terminal */
    enum ol_position position;
};

/* A report in that format. The caller owns it; it never changes, so threads can share it.
 * OL_ERR_RULE for an unknown format, OL_ERR_NOMEM. */
enum ol_status ol_report_new(const struct ol_report_options *options,
                             struct ol_report **report) OL_NODISCARD;
void ol_report_free(struct ol_report *report);

/* The text of a run is begin, the results (each with ol_report_separate before it, the first
 * excepted), end. Results may be turned into text in any order and by any thread. OL_ERR_NOMEM,
 * with nothing written. */
enum ol_status ol_report_begin(const struct ol_report *report, ol_write_fn *write,
                               void *context) OL_NODISCARD;
enum ol_status ol_report_separate(const struct ol_report *report, ol_write_fn *write,
                                  void *context) OL_NODISCARD;
enum ol_status ol_report_add(const struct ol_report *report, const struct ol_result *result,
                             ol_write_fn *write, void *context) OL_NODISCARD;
enum ol_status ol_report_end(const struct ol_report *report, const struct ol_summary *summary,
                             ol_write_fn *write, void *context) OL_NODISCARD;

/* --- the run as a whole -------------------------------------------------- */

/* The caller owns it; not to be shared without a lock. OL_ERR_NOMEM. */
enum ol_status ol_summary_new(struct ol_summary **summary) OL_NODISCARD;
void ol_summary_free(struct ol_summary *summary);

/* Adds a result, of the input at that place in the order of the run; the outcome does not depend on
 * the order of the calls. OL_ERR_NOMEM. */
enum ol_status ol_summary_add(struct ol_summary *summary, const struct ol_result *result,
                              uint64_t place) OL_NODISCARD;

/* Counts an input that led to no result, such as a directory that cannot be read. */
void ol_summary_add_unreadable(struct ol_summary *summary);

struct ol_counts ol_summary_counts(const struct ol_summary *summary);
uint64_t ol_summary_unreadable(const struct ol_summary *summary);

/* Writes the lines for standard error, each beginning with "onnx-lint: ": the counts (unless
 * is_brief), the findings past the maximum, and what was not checked, with the reasons.
 * OL_ERR_NOMEM. */
enum ol_status ol_summary_print(const struct ol_summary *summary, bool is_brief, ol_write_fn *write,
                                void *context) OL_NODISCARD;

/* --- paths and words ----------------------------------------------------- */

/* Takes the path of an input that was found; or, with path NULL, the line that says what could not
 * be looked at and why ("PATH: what: why", safe to print). Both are borrowed for the call.
 * Returning false ends the search. */
typedef bool ol_found_fn(void *context, const char *path, const char *error);

/* Finds what there is to lint at path: path itself where it is no directory (or cannot be looked
 * at; linting will tell), else, in the order of their names, the files below it that end in .onnx
 * or .pb. OL_ERR_NOMEM. */
enum ol_status ol_find_inputs(const char *path, ol_found_fn *found, void *context) OL_NODISCARD;

/* Writes a file name so that it cannot forge a line: as it is where it is printable, else escaped.
 * OL_ERR_NOMEM. */
enum ol_status ol_write_path(const char *path, ol_write_fn *write, void *context) OL_NODISCARD;

/* Writes text that nobody vouches for in single quotes, escaped and cut. OL_ERR_NOMEM. */
enum ol_status ol_write_quoted(const char *text, ol_write_fn *write, void *context) OL_NODISCARD;

/* The one of count names that word may be meant for, or NULL where none is near. */
const char *ol_nearest_name(const char *word, const char *const *names, size_t count);

#endif
