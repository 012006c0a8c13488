/* SPDX-License-Identifier: Apache-2.0 */
/* What the configuration says of a run. */
#include "settings.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Tells errors of the library: lines about files as they are, what is no whole line as a message.
 */
static void tell(const char *error)
{
    const char *last_break = strrchr(error, '\n');
    const char *rest = last_break != NULL ? last_break + 1 : error;
    ol_message_write(stderr, error, (size_t)(rest - error));
    if (*rest != '\0') {
        ol_message_begin();
        ol_message_add(rest);
        ol_message_end();
    }
}

static enum ol_exit refuse(const char *error, enum ol_status status)
{
    if (status != OL_ERR_RULE && status != OL_ERR_IO) {
        ol_message_error(status == OL_ERR_NOMEM ? "out of memory" : "internal failure");
        return OL_EXIT_TROUBLE;
    }
    tell(error);
    return OL_EXIT_USAGE;
}

enum ol_exit ol_settings_load(struct ol_config *config, const struct ol_options *options)
{
    const char *path = options->words[OL_OPTION_CONFIG];
    if (ol_options_has(options, OL_OPTION_NO_CONFIG)) {
        if (path == NULL) {
            return OL_EXIT_CLEAN;
        }
        ol_message_error("--config and --no-config exclude each other");
        return OL_EXIT_USAGE;
    }
    enum ol_status status = path != NULL ? ol_config_load(config, path) : ol_config_find(config);
    tell(ol_config_warnings(config));
    return status == OL_OK ? OL_EXIT_CLEAN : refuse(ol_config_error(config), status);
}

enum ol_exit ol_settings_refuse(const struct ol_linter *linter, enum ol_status status)
{
    return refuse(ol_linter_error(linter), status);
}

bool ol_settings_color(const struct ol_config *config, bool is_file)
{
    enum {
        COLOR_AUTO,
        COLOR_ALWAYS,
        COLOR_NEVER
    };
    size_t color = ol_config_word(config, OL_SETTING_COLOR, COLOR_AUTO);
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (color != COLOR_AUTO) {
        return color == COLOR_ALWAYS;
    }
    return !is_file && isatty(STDOUT_FILENO) && (no_color == NULL || *no_color == '\0') &&
           terminal != NULL && strcmp(terminal, "dumb") != 0;
}

/* Those that the process may run on, which are fewer than there are where somebody shares them out;
 * and to ask for them opens no file. */
static size_t count_processors(void)
{
    cpu_set_t usable;
    int count = sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : 0;
    long online = count > 0 ? count : sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
}

size_t ol_settings_jobs(const struct ol_config *config)
{
    size_t jobs = count_processors();
    jobs = jobs < OL_JOBS_MAX ? jobs : OL_JOBS_MAX;
    return (size_t)ol_config_number(config, OL_SETTING_JOBS, jobs);
}

enum ol_fail_on ol_settings_fail_on(const struct ol_config *config)
{
    static const enum ol_fail_on words[] = {OL_FAIL_ON_ERROR, OL_FAIL_ON_WARNING, OL_FAIL_ON_INFO,
                                            OL_FAIL_ON_NEVER};
    return words[ol_config_word(config, OL_SETTING_FAIL_ON, 0)];
}

enum ol_exit ol_settings_judge(const struct ol_config *config, const struct ol_summary *summary)
{
    struct ol_counts counts = ol_summary_counts(summary);
    enum ol_fail_on fail_on = ol_settings_fail_on(config);
    if (ol_summary_unreadable(summary) > 0) {
        return OL_EXIT_TROUBLE;
    }
    if (fail_on == OL_FAIL_ON_NEVER) {
        return OL_EXIT_CLEAN;
    }
    bool has_failed = counts.errors > 0 || (fail_on >= OL_FAIL_ON_WARNING && counts.warnings > 0) ||
                      (fail_on >= OL_FAIL_ON_INFO && counts.infos > 0);
    return has_failed ? OL_EXIT_FINDINGS : OL_EXIT_CLEAN;
}
