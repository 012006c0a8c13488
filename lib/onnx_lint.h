/* SPDX-License-Identifier: Apache-2.0 */
/* onnx-lint as a library: what cli/ is built on, and the only header it may include.
 *
 * A linter holds the rules and the settings; once set up it is shared by threads, each with a
 * worker of its own. A worker lints one input at a time and gives a result, which a report turns
 * into text and a summary adds up:
 *
 *     ol_config_new, ol_config_set, ...       what is wanted: options and .onnx-lint.yaml
 *     ol_linter_new, ol_linter_configure      settings, one thread
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

#include "base/measures.h"
#include "base/status.h"

struct ol_config;
struct ol_linter;
struct ol_worker;
struct ol_result;
struct ol_report;
struct ol_summary;

/* Takes text as it is produced: size bytes, no terminator, any number of calls in order. */
typedef void ol_write_fn(void *context, const char *text, size_t size);

/* "0.2.0". Static. */
const char *ol_version(void);

/* --- configuration ------------------------------------------------------- */

/* Files at once that can be asked for. */
#define OL_JOBS_MAX 256

/* Every setting there is, from the table config/settings.def, which documents its columns. */
enum ol_setting_id {
#define OL_SETTING(id, key, option, letter, kind, argument, fallback, help, manual) OL_SETTING_##id,
#include "config/settings.def"
#undef OL_SETTING
    OL_SETTING_COUNT
};

enum ol_setting_kind {
    OL_SETTING_KIND_FLAG,
    OL_SETTING_KIND_WORD,
    OL_SETTING_KIND_NUMBER,
    OL_SETTING_KIND_TEXT,
    OL_SETTING_KIND_PATH,
    OL_SETTING_KIND_PATHS,
    OL_SETTING_KIND_PATTERNS,
    OL_SETTING_KIND_EXTENDS,
    OL_SETTING_KIND_RULES,
    OL_SETTING_KIND_CUSTOM_RULES,
    OL_SETTING_KIND_OVERRIDES,
    OL_SETTING_KIND_OPSETS,
    OL_SETTING_KIND_REPORTS
};

struct ol_setting {
    const char *key;
    const char *option;
    char letter;
    enum ol_setting_kind kind;
    const char *argument;
    const char *fallback;
    const char *help;
    const char *manual;
};

/* The rows of settings.def, by id. */
extern const struct ol_setting ol_settings[OL_SETTING_COUNT];

/* A configuration in which nothing is set. The caller owns it. OL_ERR_NOMEM. */
enum ol_status ol_config_new(struct ol_config **config) OL_NODISCARD;
void ol_config_free(struct ol_config *config);

/* What was wrong with the last call that returned OL_ERR_RULE or OL_ERR_IO: where it is the content
 * of files, whole lines, "PATH:LINE:COLUMN: error: ...", each with a line break; else one line
 * without one. Safe to print, with the nearest right name where there is one. "" otherwise. Valid
 * until the next call on the configuration. */
const char *ol_config_error(const struct ol_config *config);

/* Sets what an option of the command line says: it wins over all files, and where it may be
 * repeated adds to what was set before. value NULL: the option of a FLAG without a value.
 * OL_ERR_RULE, OL_ERR_NOMEM. */
enum ol_status ol_config_set(struct ol_config *config, enum ol_setting_id setting,
                             const char *value) OL_NODISCARD;

/* Reads a configuration file and all that it extends; one, whether it is named or found.
 * OL_ERR_RULE, OL_ERR_IO (the file cannot be read), OL_ERR_NOMEM. After an error the configuration
 * is as it was before. */
enum ol_status ol_config_load(struct ol_config *config, const char *path) OL_NODISCARD;

/* Looks for .onnx-lint.yaml in the working directory and upwards, and reads the first one. It is no
 * error that there is none. */
enum ol_status ol_config_find(struct ol_config *config) OL_NODISCARD;

/* Whole lines about files that were found on the way and are not read because of their names
 * (.onnx-lint.yml); "" where there are none. */
const char *ol_config_warnings(const struct ol_config *config);

/* What is in force: the text of a setting of one value (NULL where nobody sets it and it has no
 * fallback), the place of a WORD in its list, a number (fallback where it is not set), whether a
 * FLAG is true. */
const char *ol_config_text(const struct ol_config *config, enum ol_setting_id setting);
size_t ol_config_word(const struct ol_config *config, enum ol_setting_id setting, size_t fallback);
uint64_t ol_config_number(const struct ol_config *config, enum ol_setting_id setting,
                          uint64_t fallback);
bool ol_config_flag(const struct ol_config *config, enum ol_setting_id setting);

/* How many values a setting of the kinds PATHS and PATTERNS has. */
size_t ol_config_count(const struct ol_config *config, enum ol_setting_id setting);

/* Reports of one run, each of which goes to a place of its own. */
#define OL_REPORTS_MAX 16

/* A report that is wanted. */
struct ol_wanted_report {
    const char *format;
    const char *output; /* a file; NULL: standard output */
    const char *file;   /* the configuration that names the output; NULL: the command line */
    unsigned line;      /* in that, from 1 */
    unsigned column;
};

/* What the run is to write: one report at least. Returns how many. The texts are the
 * configuration's. */
size_t ol_config_reports(const struct ol_config *config,
                         struct ol_wanted_report reports[OL_REPORTS_MAX]);

/* Writes what is in force as a configuration file, each value with a comment that says where it
 * comes from. OL_ERR_NOMEM. */
enum ol_status ol_config_print(const struct ol_config *config, ol_write_fn *write,
                               void *context) OL_NODISCARD;

/* The same of what is in force for one file, which need not exist: what overrides say of all of it
 * stands among the rules, overrides about other files are left out. OL_ERR_NOMEM. */
enum ol_status ol_config_print_of_file(const struct ol_config *config, const char *file,
                                       ol_write_fn *write, void *context) OL_NODISCARD;

enum ol_setting_list {
    OL_SETTING_LIST_TEXT,     /* one setting a line: key, default, help */
    OL_SETTING_LIST_MARKDOWN, /* doc/configuration.md */
    OL_SETTING_LIST_SCHEMA    /* doc/config.schema.json */
};

/* Writes what there is to set. OL_ERR_NOMEM. */
enum ol_status ol_settings_list(enum ol_setting_list form, ol_write_fn *write,
                                void *context) OL_NODISCARD;

/* Writes the targets that ship with the program, one a line, oldest first. OL_ERR_NOMEM. */
enum ol_status ol_target_list(ol_write_fn *write, void *context) OL_NODISCARD;

/* --- settings ------------------------------------------------------------ */

/* A linter with the built-in rules, for ol_linter_configure, or else ol_linter_set_profile, to set
 * up. The caller owns it and frees it after its workers. OL_ERR_NOMEM. */
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

/* Whether there is a rule of that id, on or off. */
bool ol_linter_has_rule(const struct ol_linter *linter, const char *id);

/* Takes every input for a message of that type ("model", "tensor", "sparse-tensor", "sequence",
 * "map", "optional", "graph", "node", "function", "value-info", "type", "attribute", "opset")
 * instead of recognising it. */
enum ol_status ol_linter_set_type(struct ol_linter *linter, const char *type) OL_NODISCARD;

/* The IR version of files that do not say it themselves. */
enum ol_status ol_linter_set_ir_version(struct ol_linter *linter, uint64_t ir_version) OL_NODISCARD;

/* Sets what models are to load with, such as "onnx-1.16", and with it the IR version of files
 * without one, unless that is set. OL_ERR_RULE. */
enum ol_status ol_linter_set_target(struct ol_linter *linter, const char *name) OL_NODISCARD;

/* Findings kept for one input; the rest is counted only. 0: all. */
enum ol_status ol_linter_set_max_diagnostics(struct ol_linter *linter, uint64_t max) OL_NODISCARD;

/* The day it is, in days from 1970-01-01 on: on it suppressions expire, which is told only where it
 * is known. */
void ol_linter_set_today(struct ol_linter *linter, int64_t day);

/* The run is to write a baseline: of the configuration that comes later the baseline is passed
 * over, and of a file as many findings are kept as a baseline can hold. */
void ol_linter_prepare_baseline(struct ol_linter *linter);

/* What a baseline of so many bytes and lines has too much of to be read: "more than 500000
 * entries"; NULL: it is read. */
const char *ol_baseline_excess(uint64_t bytes, uint64_t lines);

/* Sets all that the configuration says about rules and files, of which the linter borrows what it
 * needs: the configuration is freed after it. In place of the functions above. OL_ERR_RULE,
 * OL_ERR_IO (then ol_linter_error is as ol_config_error, but what is wrong with files and with an
 * option may stand there one behind the other), OL_ERR_NOMEM. */
enum ol_status ol_linter_configure(struct ol_linter *linter,
                                   const struct ol_config *config) OL_NODISCARD;

/* --- checks, told to people ---------------------------------------------- */

enum ol_check_list {
    OL_CHECK_LIST_TEXT,    /* one check a line: its name and what it wants */
    OL_CHECK_LIST_MARKDOWN /* doc/checks.md */
};

/* Writes which checks custom rules can use. OL_ERR_NOMEM. */
enum ol_status ol_checks_list(enum ol_check_list form, ol_write_fn *write,
                              void *context) OL_NODISCARD;

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

/* --- custom rules, tested ------------------------------------------------- */

struct ol_rule_test {
    uint64_t rules;  /* custom ones, with examples or without */
    uint64_t passed; /* examples */
    uint64_t failed;
};

/* Runs the examples of the rules that a configuration brings along, each against the profile
 * "recommended" and nothing else of the configuration. Writes a line, "PATH:LINE:COLUMN: error:
 * ...", for each finding that an example does not expect or expects in vain, and one with
 * "warning:" for a rule without a bad or a good example. The linter is good for nothing else
 * afterwards. OL_ERR_RULE: a rule is wrong or its file cannot be read, told as by
 * ol_linter_configure; OL_ERR_IO: no example can be put anywhere, told in a line without an end;
 * OL_ERR_NOMEM. */
enum ol_status ol_linter_test_rules(struct ol_linter *linter, const struct ol_config *config,
                                    ol_write_fn *write, void *context,
                                    struct ol_rule_test *outcome) OL_NODISCARD;

/* --- looking at bytes ---------------------------------------------------- */

/* Instead of an offset: none. */
#define OL_OFFSET_NONE UINT64_MAX

struct ol_dump_style {
    bool is_whole;   /* payloads are not cut */
    bool has_braces; /* { and } stand for lengths, and quoted text for bytes, where these can be
                        written so: the form of the examples of rules, which can be edited */
};

/* Writes a file ("-": standard input) as a table of its bytes, one field a line, each with place,
 * path, field and meaning; with an offset only the fields around it (without braces). A whole dump
 * can be assembled back. OL_ERR_RULE where there is no such offset, OL_ERR_IO where the file cannot
 * be read: ol_linter_error tells. OL_ERR_NOMEM. */
enum ol_status ol_linter_dump(struct ol_linter *linter, const char *file, uint64_t offset,
                              const struct ol_dump_style *style, ol_write_fn *write,
                              void *context) OL_NODISCARD;

/* Writes where in a file the field with that path ("graph.node[3].input[0]", as in findings) is:
 * one line with offset and length, in bytes. Statuses as of ol_linter_dump. */
enum ol_status ol_linter_where(struct ol_linter *linter, const char *file, const char *path,
                               ol_write_fn *write, void *context) OL_NODISCARD;

/* Writes the bytes that a text of the dump's notation stands for. OL_ERR_RULE: the text is wrong,
 * and ol_linter_error says at which line and column. OL_ERR_IO, OL_ERR_NOMEM. */
enum ol_status ol_linter_assemble(struct ol_linter *linter, const char *file, ol_write_fn *write,
                                  void *context) OL_NODISCARD;

/* --- linting ------------------------------------------------------------- */

/* What one thread needs; borrows the linter. The caller owns it. OL_ERR_NOMEM; OL_ERR_BUG: the
 * linter was not set up. */
enum ol_status ol_worker_new(const struct ol_linter *linter,
                             struct ol_worker **worker) OL_NODISCARD;
void ol_worker_free(struct ol_worker *worker);

/* Who looks after files that are mapped: to read what another program has cut off one meanwhile
 * raises SIGBUS, and signals are the program's. */
struct ol_guard {
    /* From now on the calling thread reads these bytes, and no others that are mapped; NULL: none.
     * A signal that reading them raises is to be survived: the bytes that are gone are then read
     * as any others, such as zeros. */
    void (*watch)(const void *bytes, size_t size);
    /* Whether any were gone since. */
    bool (*has_lost)(void);
};

/* Sets who looks after the files that the worker maps; borrowed by the worker and its results. Of
 * these each is then freed by the thread of its worker, before that lints another one. */
void ol_worker_set_guard(struct ol_worker *worker, const struct ol_guard *guard);

/* Where scouts go (rule/scout.h). What is found does not depend on it. */
enum ol_scouting {
    OL_SCOUTING_WIDE, /* in large files; at first */
    /* for tests: */
    OL_SCOUTING_NONE, /* nowhere, or in every file */
    OL_SCOUTING_ROOT, /* along what the root holds, and before the calling thread */
    OL_SCOUTING_NODES /* along the nodes of graphs and functions */
};

/* How many threads may run ahead in a large file, beside the calling one; none at first. */
void ol_worker_set_scouts(struct ol_worker *worker, size_t threads, enum ol_scouting scouting);

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

/* Whether the file was changed since it was opened. Where it was while it was linted, the result
 * has that for its error, and no findings, since they may be about bytes that never stood together;
 * afterwards reports read it once more. */
bool ol_result_has_changed(const struct ol_result *result);

struct ol_counts {
    uint64_t errors;
    uint64_t warnings;
    uint64_t infos;
};

/* The findings of the result that count, by severity, those past the maximum included. */
struct ol_counts ol_result_counts(const struct ol_result *result);

/* --- reports ------------------------------------------------------------- */

enum ol_position {
    OL_POSITION_AUTO,  /* lines are counted within the first 64 MiB */
    OL_POSITION_LINES, /* lines are counted wherever a finding is */
    OL_POSITION_FLAT   /* always line 1, column offset + 1 */
};

enum ol_fail_on {
    OL_FAIL_ON_ERROR,
    OL_FAIL_ON_WARNING,
    OL_FAIL_ON_INFO,
    OL_FAIL_ON_NEVER
};

struct ol_report_options {
    const char *format; /* "gcc", "text", "json", "jsonl", "sarif", "github", "junit" or
                           "checkstyle" */
    bool has_color;     /* colour the lines of a terminal */
    enum ol_position position;
    enum ol_fail_on fail_on; /* the severity that fails the run, for formats that tell failures */
    bool has_baseline;       /* whether a baseline accepts findings */
    const char *baseline;    /* the report is the baseline that will be FILE, whatever the format;
                                NULL: it is none */
    bool is_for_github;      /* sarif is to be what GitHub's code scanning takes */
    const struct ol_linter *linter; /* configured; borrowed: whose rules a report lists; NULL: it
                                       lists none */
};

/* A report in that format. The caller owns it; it never changes, so threads can share it.
 * OL_ERR_RULE for an unknown format, OL_ERR_NOMEM. */
enum ol_status ol_report_new(const struct ol_report_options *options,
                             struct ol_report **report) OL_NODISCARD;
void ol_report_free(struct ol_report *report);

/* Whether the end of the report lists the files of the run: then ol_summary_keep_entries is to be
 * called before the first of them is added. */
bool ol_report_needs_entries(const struct ol_report *report);

/* The text of a run is begin, the results (each that writes something with ol_report_separate
 * before it, the first excepted), end. Results may be turned into text in any order and by any
 * thread. A long text is written in parts as it is made. OL_ERR_NOMEM, with nothing or the first
 * parts written. */
enum ol_status ol_report_begin(const struct ol_report *report, ol_write_fn *write,
                               void *context) OL_NODISCARD;
enum ol_status ol_report_separate(const struct ol_report *report, ol_write_fn *write,
                                  void *context) OL_NODISCARD;
enum ol_status ol_report_add(const struct ol_report *report, const struct ol_result *result,
                             ol_write_fn *write, void *context) OL_NODISCARD;

/* As ol_report_add, of an input that led to no result; error is the line that says why. */
enum ol_status ol_report_add_unreadable(const struct ol_report *report, const char *name,
                                        const char *error, ol_write_fn *write,
                                        void *context) OL_NODISCARD;

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

/* Counts an input that led to no result, such as a directory that cannot be read; error is the line
 * that says why. OL_ERR_NOMEM. */
enum ol_status ol_summary_add_unreadable(struct ol_summary *summary, const char *name,
                                         const char *error, uint64_t place) OL_NODISCARD;

/* Keeps the names and sizes of the results that are added from now on, for reports that list
 * them. */
void ol_summary_keep_entries(struct ol_summary *summary);

/* Adds up statistics from now on, if the linter, which is configured and is to outlive the summary,
 * has them set; reports in JSON have them then. OL_ERR_NOMEM. */
enum ol_status ol_summary_keep_statistics(struct ol_summary *summary,
                                          const struct ol_linter *linter) OL_NODISCARD;

/* Puts what the run cost into the statistics, where they are kept. */
void ol_summary_set_measures(struct ol_summary *summary, const struct ol_measures *measures);

/* To be called when all results were added, before ol_report_end. OL_ERR_NOMEM. */
enum ol_status ol_summary_finish(struct ol_summary *summary) OL_NODISCARD;

/* Findings of the run that count, by severity. */
struct ol_counts ol_summary_found(const struct ol_summary *summary);

/* How many of them were counted but not kept. */
uint64_t ol_summary_not_kept(const struct ol_summary *summary);

/* What the exit status is about: the same, and what there is to tell of suppressions that have
 * expired or match nothing, as warnings. */

struct ol_counts ol_summary_counts(const struct ol_summary *summary);
uint64_t ol_summary_unreadable(const struct ol_summary *summary);

/* Writes the lines for standard error: what there is to tell of suppressions ("FILE:LINE:COLUMN:
 * warning: ..."), then, each beginning with "onnx-lint: ", the counts, what was accepted and what
 * the baseline has to do with it (unless is_brief), the findings past the maximum, and what was not
 * checked, with the reasons.
 * OL_ERR_NOMEM. */
enum ol_status ol_summary_print(const struct ol_summary *summary, bool is_brief, ol_write_fn *write,
                                void *context) OL_NODISCARD;

/* Writes the statistics, where they are kept: lines for standard error. OL_ERR_NOMEM. */
enum ol_status ol_summary_print_statistics(const struct ol_summary *summary, ol_write_fn *write,
                                           void *context) OL_NODISCARD;

/* --- paths and words ----------------------------------------------------- */

enum ol_found {
    OL_FOUND_FILE,     /* the path of an input */
    OL_FOUND_EXCLUDED, /* the path of a file or directory that is passed over */
    OL_FOUND_ERROR     /* the path of what could not be looked at */
};

/* Takes something that was found. error says why it could not be looked at: "PATH: what: why", safe
 * to print; NULL: it could. The texts are borrowed for the call. Returning false ends the search.
 */
typedef bool ol_found_fn(void *context, enum ol_found found, const char *path, const char *error);

/* Finds what there is to lint at path: path itself where it is no directory (or cannot be looked
 * at; linting will tell), else, in the order of their names, the files below it that end in .onnx
 * or .pb or match what is included, and neither are excluded nor in a directory that is. A path
 * that is excluded itself, or in such a directory, is passed over only where the configuration
 * forces that. OL_ERR_NOMEM. */
enum ol_status ol_find_inputs(const struct ol_config *config, const char *path, ol_found_fn *found,
                              void *context) OL_NODISCARD;

/* Finds what there is to lint when the paths have changed, each input once: those of them that are
 * models by their names, or directories, as ol_find_inputs does; then, in the folders that hold the
 * paths and in those above them up to the working directory (outside of it: in the first alone),
 * the models that name one of the paths as external data. A path may be gone: then only what names
 * it is found. Models are read, but not linted. OL_ERR_NOMEM. */
enum ol_status ol_find_changed(const struct ol_config *config, const char *const *paths,
                               size_t count, ol_found_fn *found, void *context) OL_NODISCARD;

/* Writes a file name so that it cannot forge a line: as it is where it is printable, else escaped.
 * OL_ERR_NOMEM. */
enum ol_status ol_write_path(const char *path, ol_write_fn *write, void *context) OL_NODISCARD;

/* Writes text that nobody vouches for in single quotes, escaped and cut. OL_ERR_NOMEM. */
enum ol_status ol_write_quoted(const char *text, ol_write_fn *write, void *context) OL_NODISCARD;

/* The one of count names that word may be meant for, or NULL where none is near. */
const char *ol_nearest_name(const char *word, const char *const *names, size_t count);

#endif
