/* SPDX-License-Identifier: Apache-2.0 */
/* Reports are opened before anything is linted: what cannot be written is told at once. */
#include "outputs.h"

#include "settings.h"
#include "sink.h"

/* Says what the report would do to the file that it is to go to, at the place that names it. */
static enum ol_exit refuse(const struct ol_wanted_report *wanted, const char *what)
{
    if (wanted->file != NULL) {
        ol_message_begin_at(wanted->file, wanted->line, wanted->column);
    } else {
        ol_message_begin();
        ol_message_add("--");
    }
    ol_message_add("output would ");
    ol_message_add(what);
    ol_message_add_path(wanted->output != NULL ? wanted->output : "standard output");
    ol_message_end();
    return OL_EXIT_USAGE;
}

/* Standard output takes one report. */
static enum ol_exit check_standard_output(const struct ol_wanted_report *wanted, size_t count)
{
    const struct ol_wanted_report *first = NULL;
    for (size_t i = 0; i < count; i++) {
        if (wanted[i].output == NULL && first != NULL) {
            ol_message_error("two reports, %s and %s, would go to standard output; --output behind "
                             "a --format names a file for it",
                             first->format, wanted[i].format);
            return OL_EXIT_USAGE;
        }
        first = wanted[i].output == NULL ? &wanted[i] : first;
    }
    return OL_EXIT_CLEAN;
}

static enum ol_exit make_report(const struct ol_config *config, const struct ol_linter *linter,
                                const struct ol_wanted_report *wanted, struct ol_report **report)
{
    static const enum ol_position positions[] = {OL_POSITION_AUTO, OL_POSITION_LINES,
                                                 OL_POSITION_FLAT};
    const struct ol_report_options options = {
        .format = wanted->format,
        .has_color = ol_settings_color(config, wanted->output != NULL),
        .position = positions[ol_config_word(config, OL_SETTING_POSITION, 0)],
        .fail_on = ol_settings_fail_on(config),
        .has_baseline = ol_config_text(config, OL_SETTING_BASELINE) != NULL,
        .is_for_github = ol_config_word(config, OL_SETTING_SARIF_PROFILE, 0) == 1,
        .linter = linter,
    };
    if (ol_report_new(&options, report) != OL_OK) {
        ol_message_error("out of memory");
        return OL_EXIT_TROUBLE;
    }
    return OL_EXIT_CLEAN;
}

/* Whether the last output would replace the file of one before it. */
static bool is_taken(const struct ol_outputs *outputs, size_t last)
{
    for (size_t i = 0; i < last; i++) {
        if (ol_sink_is_same(&outputs->sinks[i], &outputs->sinks[last])) {
            return true;
        }
    }
    return false;
}

/* Opens one more output, which counts from then on. */
static enum ol_exit open_sink(struct ol_outputs *outputs, const struct ol_wanted_report *wanted,
                              const struct ol_linter *linter, const struct ol_inputs *inputs)
{
    const char *output = wanted->output;
    struct ol_sink *sink = &outputs->sinks[outputs->count];
    if (output != NULL && ol_sink_is_input(output, inputs)) {
        return refuse(wanted, "overwrite an input: ");
    }
    if (output != NULL && !ol_sink_is_replaceable(output, linter)) {
        return refuse(wanted, "overwrite a file that is no report of onnx-lint: ");
    }
    if (!ol_sink_open(sink, output)) {
        return OL_EXIT_TROUBLE;
    }
    outputs->items[outputs->count].sink = sink;
    outputs->count++;
    return is_taken(outputs, outputs->count - 1)
               ? refuse(wanted, "overwrite another report of this run: ")
               : OL_EXIT_CLEAN;
}

enum ol_exit ol_outputs_open(struct ol_outputs *outputs, const struct ol_config *config,
                             const struct ol_linter *linter, const struct ol_inputs *inputs)
{
    struct ol_wanted_report wanted[OL_REPORTS_MAX];
    size_t count = ol_config_reports(config, wanted);
    *outputs = (struct ol_outputs){.count = 0};
    enum ol_exit result = check_standard_output(wanted, count);
    for (size_t i = 0; i < count && result == OL_EXIT_CLEAN; i++) {
        result = open_sink(outputs, &wanted[i], linter, inputs);
        if (result == OL_EXIT_CLEAN) {
            result = make_report(config, linter, &wanted[i], &outputs->reports[i]);
            outputs->items[i].report = outputs->reports[i];
        }
    }
    if (result != OL_EXIT_CLEAN) {
        ol_outputs_discard(outputs);
        ol_outputs_fini(outputs);
    }
    return result;
}

void ol_outputs_prepare(const struct ol_outputs *outputs, struct ol_summary *summary)
{
    for (size_t i = 0; i < outputs->count; i++) {
        if (ol_report_needs_entries(outputs->reports[i])) {
            ol_summary_keep_entries(summary);
        }
    }
}

void ol_outputs_begin(struct ol_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        struct ol_sink *sink = &outputs->sinks[i];
        if (ol_report_begin(outputs->reports[i], ol_sink_write, sink) != OL_OK) {
            ol_sink_fail(sink);
        }
    }
}

void ol_outputs_end(struct ol_outputs *outputs, const struct ol_summary *summary)
{
    for (size_t i = 0; i < outputs->count; i++) {
        struct ol_sink *sink = &outputs->sinks[i];
        if (ol_report_end(outputs->reports[i], summary, ol_sink_write, sink) != OL_OK) {
            ol_sink_fail(sink);
        }
    }
}

bool ol_outputs_close(struct ol_outputs *outputs)
{
    bool is_ok = true;
    for (size_t i = 0; i < outputs->count; i++) {
        is_ok = ol_sink_close(&outputs->sinks[i]) && is_ok;
    }
    return is_ok;
}

void ol_outputs_discard(struct ol_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        ol_sink_discard(&outputs->sinks[i]);
    }
}

void ol_outputs_fini(struct ol_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        ol_report_free(outputs->reports[i]);
    }
}
