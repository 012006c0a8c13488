/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules are tested, and what came of it. */
#include "test_rules.h"

#include <inttypes.h>

#include "settings.h"
#include "sink.h"

static enum ol_exit refuse(const struct ol_linter *linter, enum ol_status status)
{
    if (status != OL_ERR_IO) {
        return ol_settings_refuse(linter, status);
    }
    ol_message_begin();
    ol_message_add(ol_linter_error(linter));
    ol_message_end();
    return OL_EXIT_TROUBLE;
}

/* Says how many examples did what they say, and how the program ends for it. */
static enum ol_exit judge(const struct ol_rule_test *outcome, bool is_quiet)
{
    if (outcome->rules == 0) {
        ol_message_error("no custom rules to test; name rule files, or see 'onnx-lint --help'");
        return OL_EXIT_USAGE;
    }
    if (!is_quiet) {
        (void)fprintf(stderr,
                      "onnx-lint: %" PRIu64 " example%s of %" PRIu64 " rule%s passed, %" PRIu64
                      " failed\n",
                      outcome->passed, outcome->passed == 1 ? "" : "s", outcome->rules,
                      outcome->rules == 1 ? "" : "s", outcome->failed);
    }
    return outcome->failed > 0 ? OL_EXIT_FINDINGS : OL_EXIT_CLEAN;
}

static enum ol_exit run(struct ol_linter *linter, const struct ol_config *config, bool is_quiet)
{
    struct ol_rule_test outcome;
    struct ol_sink sink;
    if (!ol_sink_open(&sink, NULL)) {
        return OL_EXIT_TROUBLE;
    }
    enum ol_status status = ol_linter_test_rules(linter, config, ol_sink_write, &sink, &outcome);
    bool is_written = ol_sink_close(&sink);
    if (status != OL_OK) {
        return refuse(linter, status);
    }
    return is_written ? judge(&outcome, is_quiet) : OL_EXIT_TROUBLE;
}

/* A configuration of nothing but the files that are named. */
static enum ol_status name_files(struct ol_config *files, const struct ol_options *options)
{
    enum ol_status status = OL_OK;
    for (size_t i = 0; status == OL_OK && i < options->path_count; i++) {
        status = ol_config_set(files, OL_SETTING_RULE_FILES, options->paths[i]);
    }
    return status;
}

enum ol_exit ol_test_rules(struct ol_config *config, const struct ol_options *options)
{
    struct ol_linter *linter = NULL;
    struct ol_config *files = NULL;
    enum ol_exit result = OL_EXIT_CLEAN;
    if (options->path_count == 0) {
        result = ol_settings_load(config, options);
    } else if (ol_config_new(&files) != OL_OK || name_files(files, options) != OL_OK) {
        ol_message_error("out of memory");
        result = OL_EXIT_TROUBLE;
    }
    if (result == OL_EXIT_CLEAN && ol_linter_new(&linter) != OL_OK) {
        ol_message_error("cannot start: out of memory, or the built-in rules are broken");
        result = OL_EXIT_TROUBLE;
    }
    if (result == OL_EXIT_CLEAN) {
        result =
            run(linter, files != NULL ? files : config, ol_config_flag(config, OL_SETTING_QUIET));
    }
    ol_linter_free(linter);
    ol_config_free(files);
    return result;
}
