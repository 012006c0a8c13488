/* SPDX-License-Identifier: Apache-2.0 */
/* onnx-lint: from the command line to an exit status. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "batch.h"
#include "discover.h"
#include "look.h"
#include "message.h"
#include "meter.h"
#include "onnx_lint.h"
#include "options.h"
#include "outputs.h"
#include "settings.h"
#include "signals.h"
#include "tell.h"
#include "test_rules.h"
#include "today.h"
#include "write_baseline.h"

/* --- linting ------------------------------------------------------------- */

/* Lints, and writes the reports and what there is to say of the run. */
static enum ol_exit run(const struct ol_batch_order *order, struct ol_outputs *outputs,
                        const struct ol_config *config)
{
    ol_meter_enter(order->meter, OL_STAGE_REPORTING);
    ol_outputs_begin(outputs);
    bool is_ok = ol_batch_run(order);
    ol_meter_enter(order->meter, OL_STAGE_REPORTING);
    is_ok = ol_summary_finish(order->summary) == OL_OK && is_ok;
    ol_meter_pass_on(order->meter, order->summary);
    ol_outputs_end(outputs, order->summary);
    ol_meter_enter(order->meter, OL_STAGE_WRITING);
    if (!ol_outputs_close(outputs)) {
        return OL_EXIT_TROUBLE; /* the run was cut off, so its counts mean nothing */
    }
    is_ok = ol_summary_print(order->summary, order->is_quiet, ol_message_write, stderr) == OL_OK &&
            is_ok;
    is_ok = ol_meter_tell(order->meter, order->summary) && is_ok;
    return is_ok ? ol_settings_judge(config, order->summary) : OL_EXIT_TROUBLE;
}

/* Finds the inputs. */
static enum ol_exit find_inputs(const struct ol_config *config, const struct ol_options *options,
                                struct ol_inputs *inputs)
{
    if (ol_options_has(options, OL_OPTION_CHANGED)) {
        return ol_inputs_add_changed(inputs, config, options->paths, options->path_count);
    }
    if (!ol_inputs_add(inputs, config, options->paths, options->path_count)) {
        ol_message_error("out of memory");
        return OL_EXIT_TROUBLE;
    }
    if (ol_inputs_has_stdin_twice(inputs)) {
        ol_message_error("standard input ('-') can be linted only once");
        return OL_EXIT_USAGE;
    }
    return OL_EXIT_CLEAN;
}

/* Lints what the order names, which says neither where findings go nor who adds them up. */
static enum ol_exit lint(const struct ol_batch_order *order, const struct ol_config *config)
{
    struct ol_batch_order complete = *order;
    struct ol_outputs outputs;
    struct ol_summary *summary = NULL;
    enum ol_exit result = ol_outputs_open(&outputs, config, order->linter, order->inputs);
    if (result != OL_EXIT_CLEAN) {
        return result;
    }
    if (ol_summary_new(&summary) == OL_OK &&
        ol_summary_keep_statistics(summary, order->linter) == OL_OK) {
        complete.outputs = outputs.items;
        complete.output_count = outputs.count;
        complete.summary = summary;
        ol_outputs_prepare(&outputs, summary);
        result = run(&complete, &outputs, config);
    } else {
        ol_message_error("out of memory");
        ol_outputs_discard(&outputs);
        result = OL_EXIT_TROUBLE;
    }
    ol_summary_free(summary);
    ol_outputs_fini(&outputs);
    return result;
}

/* --- what is asked for --------------------------------------------------- */

/* Does what the options ask for, with a linter that is set up. */
static enum ol_exit obey(struct ol_linter *linter, const struct ol_config *config,
                         const struct ol_options *options, struct ol_meter *meter)
{
    enum ol_exit result = OL_EXIT_CLEAN;
    if (ol_look_is_wanted(options)) {
        return ol_look(linter, options);
    }
    if (ol_tell_from_linter(linter, config, options, &result)) {
        return result;
    }
    if (options->path_count == 0) {
        ol_message_error("nothing to lint; name files or directories, or see 'onnx-lint --help'");
        return OL_EXIT_USAGE;
    }
    struct ol_inputs inputs = {0};
    struct ol_batch_order order = {
        .linter = linter,
        .inputs = &inputs,
        .stdin_name = ol_config_text(config, OL_SETTING_STDIN_FILENAME),
        .jobs = ol_settings_jobs(config),
        .is_quiet = ol_config_flag(config, OL_SETTING_QUIET),
        .meter = meter,
    };
    ol_meter_enter(meter, OL_STAGE_FINDING);
    result = find_inputs(config, options, &inputs);
    ol_meter_enter(meter, OL_STAGE_STARTING);
    if (result == OL_EXIT_CLEAN) {
        result = ol_options_has(options, OL_OPTION_WRITE_BASELINE)
                     ? ol_baseline_write(&order, options->words[OL_OPTION_WRITE_BASELINE])
                     : lint(&order, config);
    }
    ol_inputs_fini(&inputs);
    return result;
}

/* Makes the linter as the configuration wants it. The configuration is read, and in force. */
static enum ol_exit set_up(const struct ol_config *config, const struct ol_options *options,
                           struct ol_linter **linter)
{
    if (ol_linter_new(linter) != OL_OK) {
        ol_message_error("cannot start: out of memory, or the built-in rules are broken");
        return OL_EXIT_TROUBLE;
    }
    if (!ol_today_set(*linter)) {
        return OL_EXIT_USAGE;
    }
    if (ol_options_has(options, OL_OPTION_WRITE_BASELINE)) {
        ol_linter_prepare_baseline(*linter);
    }
    enum ol_status status = ol_linter_configure(*linter, config);
    return status == OL_OK ? OL_EXIT_CLEAN : ol_settings_refuse(*linter, status);
}

/* From options to an exit status. */
static enum ol_exit run_options(struct ol_config *config, const struct ol_options *options)
{
    struct ol_linter *linter = NULL;
    struct ol_meter meter;
    enum ol_exit result = OL_EXIT_CLEAN;
    ol_meter_start(&meter, OL_STAGE_STARTING);
    if (ol_tell(options, &result)) {
        return result;
    }
    if (ol_options_has(options, OL_OPTION_TEST_RULES)) {
        return ol_test_rules(config, options);
    }
    result = ol_settings_load(config, options);
    if (result == OL_EXIT_CLEAN) {
        meter.is_on = ol_config_flag(config, OL_SETTING_STATISTICS);
        result = set_up(config, options, &linter);
    }
    if (result == OL_EXIT_CLEAN) {
        result = obey(linter, config, options, &meter);
    }
    ol_linter_free(linter);
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
    struct ol_options options = {0};
    struct ol_config *config = NULL;
    enum ol_exit result = OL_EXIT_USAGE;
    if (!reserve_standard_streams()) {
        return OL_EXIT_TROUBLE;
    }
    ol_signals_install();
    if (ol_config_new(&config) != OL_OK) {
        ol_message_error("out of memory");
        return OL_EXIT_TROUBLE;
    }
    if (ol_options_read(&options, config, argc, argv)) {
        result = run_options(config, &options);
    }
    ol_options_fini(&options);
    ol_config_free(config);
    return (int)result;
}
