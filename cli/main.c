/* SPDX-License-Identifier: Apache-2.0 */
/* onnx-lint: from the command line to an exit status. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch.h"
#include "discover.h"
#include "message.h"
#include "onnx_lint.h"
#include "options.h"
#include "signals.h"
#include "sink.h"

/* --- settings ------------------------------------------------------------ */

/* Tells why a setting was refused, and says how the program ends for it. */
static enum ol_exit refuse_setting(const struct ol_linter *linter, enum ol_option_id id,
                                   enum ol_status status)
{
    if (status != OL_ERR_RULE) {
        ol_message_error(status == OL_ERR_NOMEM ? "out of memory" : "internal failure");
        return OL_EXIT_TROUBLE;
    }
    ol_message_begin();
    ol_message_add("--");
    ol_message_add(ol_option_table[id].name);
    ol_message_add(": ");
    ol_message_add(ol_linter_error(linter));
    ol_message_end();
    return OL_EXIT_USAGE;
}

/* --rule ID[/VARIANT]=SEVERITY */
static enum ol_exit set_rule(struct ol_linter *linter, const char *text)
{
    const char *equals = strrchr(text, '=');
    if (equals == NULL) {
        ol_message_begin();
        ol_message_add("--rule wants ");
        ol_message_add(ol_option_table[OL_OPTION_RULE].argument);
        ol_message_add(", not ");
        ol_message_add_quoted(text);
        ol_message_end();
        return OL_EXIT_USAGE;
    }
    char *rule = strndup(text, (size_t)(equals - text));
    if (rule == NULL) {
        return refuse_setting(linter, OL_OPTION_RULE, OL_ERR_NOMEM);
    }
    enum ol_status status = ol_linter_set_rule(linter, rule, equals + 1);
    free(rule);
    return status == OL_OK ? OL_EXIT_CLEAN : refuse_setting(linter, OL_OPTION_RULE, status);
}

/* Settings in an order that does not depend on the command line's: the profile first, since it
 * resets the rules. */
static enum ol_exit configure(struct ol_linter *linter, const struct ol_options *options)
{
    enum ol_status status = OL_OK;
    enum ol_option_id id = OL_OPTION_PROFILE;
    if (ol_options_has(options, id)) {
        status = ol_linter_set_profile(linter, options->words[id]);
    }
    if (status == OL_OK && ol_options_has(options, OL_OPTION_TYPE)) {
        id = OL_OPTION_TYPE;
        status = ol_linter_set_type(linter, options->words[id]);
    }
    if (status == OL_OK && ol_options_has(options, OL_OPTION_IR_VERSION)) {
        id = OL_OPTION_IR_VERSION;
        status = ol_linter_set_ir_version(linter, options->numbers[id]);
    }
    if (status == OL_OK && ol_options_has(options, OL_OPTION_MAX_DIAGNOSTICS)) {
        id = OL_OPTION_MAX_DIAGNOSTICS;
        status = ol_linter_set_max_diagnostics(linter, options->numbers[id]);
    }
    if (status != OL_OK) {
        return refuse_setting(linter, id, status);
    }
    for (size_t i = 0; i < options->rule_count; i++) {
        enum ol_exit result = set_rule(linter, options->rules[i]);
        if (result != OL_EXIT_CLEAN) {
            return result;
        }
    }
    return OL_EXIT_CLEAN;
}

static bool has_color(const struct ol_options *options)
{
    enum {
        COLOR_AUTO,
        COLOR_ALWAYS,
        COLOR_NEVER
    };
    size_t color = ol_options_word_index(options, OL_OPTION_COLOR, COLOR_AUTO);
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (color != COLOR_AUTO) {
        return color == COLOR_ALWAYS;
    }
    return !ol_options_has(options, OL_OPTION_OUTPUT) && isatty(STDOUT_FILENO) &&
           (no_color == NULL || *no_color == '\0') && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

static enum ol_exit make_report(const struct ol_options *options, struct ol_report **report)
{
    static const enum ol_position positions[] = {OL_POSITION_AUTO, OL_POSITION_LINES,
                                                 OL_POSITION_FLAT};
    struct ol_report_options wanted = {
        .format =
            ol_options_has(options, OL_OPTION_FORMAT) ? options->words[OL_OPTION_FORMAT] : "gcc",
        .has_color = has_color(options),
        .position = positions[ol_options_word_index(options, OL_OPTION_POSITION, 0)],
    };
    if (ol_report_new(&wanted, report) != OL_OK) {
        ol_message_error("out of memory");
        return OL_EXIT_TROUBLE;
    }
    return OL_EXIT_CLEAN;
}

/* One thread a processor that this program may use, within what can be asked for; 0 where --jobs is
 * out of range. */
static size_t jobs_wanted(const struct ol_options *options)
{
    if (ol_options_has(options, OL_OPTION_JOBS)) {
        uint64_t jobs = options->numbers[OL_OPTION_JOBS];
        return jobs <= OL_BATCH_JOBS_MAX ? (size_t)jobs : 0;
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs = processors > 0 ? (size_t)processors : 1;
    return jobs < OL_BATCH_JOBS_MAX ? jobs : OL_BATCH_JOBS_MAX;
}

/* --- what the program can do --------------------------------------------- */

/* Ends what was printed to standard output. */
static enum ol_exit finish(struct ol_sink *sink)
{
    return ol_sink_close(sink) ? OL_EXIT_CLEAN : OL_EXIT_TROUBLE;
}

static enum ol_exit print_help(const struct ol_options *options)
{
    struct ol_sink sink;
    if (!ol_sink_open(&sink, NULL)) {
        return OL_EXIT_TROUBLE;
    }
    if (ol_options_has(options, OL_OPTION_HELP)) {
        if (options->words[OL_OPTION_HELP][0] == '\0') {
            ol_options_print_help(sink.stream);
        } else {
            ol_options_print_manual(sink.stream);
        }
    } else {
        ol_sink_write(&sink, "onnx-lint ", strlen("onnx-lint "));
        ol_sink_write(&sink, ol_version(), strlen(ol_version()));
        ol_sink_write(&sink, "\n", 1);
    }
    return finish(&sink);
}

static enum ol_exit print_rules(struct ol_linter *linter, const struct ol_options *options)
{
    struct ol_sink sink;
    if (!ol_sink_open(&sink, NULL)) {
        return OL_EXIT_TROUBLE;
    }
    enum ol_option_id id = OL_OPTION_EXPLAIN;
    enum ol_status status;
    if (ol_options_has(options, id)) {
        status = ol_linter_explain_rule(linter, options->words[id], ol_sink_write, &sink);
    } else {
        static const enum ol_rule_list forms[] = {OL_RULE_LIST_IDS, OL_RULE_LIST_MARKDOWN,
                                                  OL_RULE_LIST_MAN};
        id = OL_OPTION_LIST_RULES;
        bool is_bare = options->words[id][0] == '\0';
        enum ol_rule_list form =
            is_bare ? OL_RULE_LIST_TEXT : forms[ol_options_word_index(options, id, 0)];
        status = ol_linter_list_rules(linter, form, ol_sink_write, &sink);
    }
    enum ol_exit result = finish(&sink);
    return status != OL_OK ? refuse_setting(linter, id, status) : result;
}

/* --explain-node PATH FILE */
static enum ol_exit explain_node(struct ol_linter *linter, const struct ol_options *options)
{
    enum ol_option_id id = OL_OPTION_EXPLAIN_NODE;
    struct ol_sink sink;
    if (options->path_count != 1) {
        ol_message_error("--explain-node wants one file");
        return OL_EXIT_USAGE;
    }
    if (!ol_sink_open(&sink, NULL)) {
        return OL_EXIT_TROUBLE;
    }
    enum ol_status status =
        ol_linter_explain_node(linter, options->paths[0], options->words[id], ol_sink_write, &sink);
    enum ol_exit result = finish(&sink);
    if (status == OL_ERR_IO) {
        ol_message_begin();
        ol_message_add(ol_linter_error(linter));
        ol_message_end();
        return OL_EXIT_TROUBLE;
    }
    return status != OL_OK ? refuse_setting(linter, id, status) : result;
}

/* The exit status of a run whose output was written. */
static enum ol_exit judge(const struct ol_options *options, const struct ol_summary *summary)
{
    enum {
        FAIL_ON_ERROR,
        FAIL_ON_WARNING,
        FAIL_ON_INFO,
        FAIL_ON_NEVER
    };
    struct ol_counts counts = ol_summary_counts(summary);
    size_t fail_on = ol_options_word_index(options, OL_OPTION_FAIL_ON, FAIL_ON_ERROR);
    if (ol_summary_unreadable(summary) > 0) {
        return OL_EXIT_TROUBLE;
    }
    if (fail_on == FAIL_ON_NEVER) {
        return OL_EXIT_CLEAN;
    }
    bool has_failed = counts.errors > 0 || (fail_on >= FAIL_ON_WARNING && counts.warnings > 0) ||
                      (fail_on >= FAIL_ON_INFO && counts.infos > 0);
    return has_failed ? OL_EXIT_FINDINGS : OL_EXIT_CLEAN;
}

/* Lints, and writes the report and what there is to say of the run. */
static enum ol_exit write_report(const struct ol_batch_order *order,
                                 const struct ol_options *options)
{
    bool is_ok = ol_report_begin(order->report, ol_sink_write, order->sink) == OL_OK;
    is_ok = is_ok && ol_batch_run(order);
    is_ok =
        ol_report_end(order->report, order->summary, ol_sink_write, order->sink) == OL_OK && is_ok;
    if (!ol_sink_close(order->sink)) {
        return OL_EXIT_TROUBLE; /* the run was cut off, so its counts mean nothing */
    }
    is_ok = ol_summary_print(order->summary, order->is_quiet, ol_message_write, stderr) == OL_OK &&
            is_ok;
    return is_ok ? judge(options, order->summary) : OL_EXIT_TROUBLE;
}

/* Says why the report may not take the place of that file. */
static enum ol_exit refuse_output(const char *why, const char *output)
{
    ol_message_begin();
    ol_message_add(why);
    ol_message_add_path(output);
    ol_message_end();
    return OL_EXIT_USAGE;
}

static enum ol_exit run(const struct ol_batch_order *order, const struct ol_options *options)
{
    const char *output = options->words[OL_OPTION_OUTPUT];
    struct ol_sink sink;
    if (output != NULL && ol_sink_is_target(output, order->targets)) {
        return refuse_output("--output would overwrite an input: ", output);
    }
    if (output != NULL && !ol_sink_is_replaceable(output)) {
        return refuse_output("--output would overwrite a file that is no report of onnx-lint: ",
                             output);
    }
    if (!ol_sink_open(&sink, output)) {
        return OL_EXIT_TROUBLE;
    }
    struct ol_batch_order complete = *order;
    complete.sink = &sink;
    return write_report(&complete, options);
}

/* Finds the inputs, and lints them. */
static enum ol_exit lint(const struct ol_linter *linter, const struct ol_options *options,
                         struct ol_targets *targets)
{
    for (size_t i = 0; i < options->path_count; i++) {
        if (!ol_targets_add(targets, options->paths[i])) {
            ol_message_error("out of memory");
            return OL_EXIT_TROUBLE;
        }
    }
    if (ol_targets_has_stdin_twice(targets)) {
        ol_message_error("standard input ('-') can be linted only once");
        return OL_EXIT_USAGE;
    }
    struct ol_report *report = NULL;
    struct ol_summary *summary = NULL;
    enum ol_exit result = make_report(options, &report);
    if (result == OL_EXIT_CLEAN && ol_summary_new(&summary) != OL_OK) {
        ol_message_error("out of memory");
        result = OL_EXIT_TROUBLE;
    }
    if (result == OL_EXIT_CLEAN) {
        struct ol_batch_order order = {
            .linter = linter,
            .report = report,
            .targets = targets,
            .stdin_name = options->words[OL_OPTION_STDIN_FILENAME],
            .jobs = jobs_wanted(options),
            .is_quiet = ol_options_has(options, OL_OPTION_QUIET),
            .summary = summary,
        };
        result = run(&order, options);
    }
    ol_summary_free(summary);
    ol_report_free(report);
    return result;
}

/* What the options ask for, beyond what needs no linter. */
static enum ol_exit obey(struct ol_linter *linter, const struct ol_options *options)
{
    enum ol_exit result = configure(linter, options);
    if (result != OL_EXIT_CLEAN) {
        return result;
    }
    if (ol_options_has(options, OL_OPTION_EXPLAIN) ||
        ol_options_has(options, OL_OPTION_LIST_RULES)) {
        return print_rules(linter, options);
    }
    if (ol_options_has(options, OL_OPTION_EXPLAIN_NODE)) {
        return explain_node(linter, options);
    }
    if (options->path_count == 0) {
        ol_message_error("nothing to lint; name files or directories, or see 'onnx-lint --help'");
        return OL_EXIT_USAGE;
    }
    if (jobs_wanted(options) == 0) {
        ol_message_error("--jobs wants a number from 1 to %d", OL_BATCH_JOBS_MAX);
        return OL_EXIT_USAGE;
    }
    struct ol_targets targets = {0};
    result = lint(linter, options, &targets);
    ol_targets_fini(&targets);
    return result;
}

/* Makes sure that what is opened later is never taken for standard input, output or error. What was
 * closed can be read (nothing) but not written, so that a write to it still fails. */
static bool reserve_standard_streams(void)
{
    int descriptor = open("/dev/null", O_RDONLY);
    while (descriptor >= 0 && descriptor <= STDERR_FILENO) {
        descriptor = open("/dev/null", O_RDONLY);
    }
    return descriptor >= 0 && close(descriptor) == 0;
}

int main(int argc, char **argv)
{
    struct ol_options options;
    struct ol_linter *linter = NULL;
    enum ol_exit result = OL_EXIT_USAGE;
    if (!reserve_standard_streams()) {
        return OL_EXIT_TROUBLE;
    }
    ol_signals_install();
    if (ol_options_read(&options, argc, argv)) {
        if (ol_options_has(&options, OL_OPTION_HELP) ||
            ol_options_has(&options, OL_OPTION_VERSION)) {
            result = print_help(&options);
        } else if (ol_linter_new(&linter) == OL_OK) {
            result = obey(linter, &options);
        } else {
            ol_message_error("cannot start: out of memory, or the built-in rules are broken");
            result = OL_EXIT_TROUBLE;
        }
    }
    ol_linter_free(linter);
    ol_options_fini(&options);
    return (int)result;
}
