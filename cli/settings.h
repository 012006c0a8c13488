/* SPDX-License-Identifier: Apache-2.0 */
/* From options and configuration to what a run needs. */
#ifndef OL_CLI_SETTINGS_H
#define OL_CLI_SETTINGS_H

#include "message.h"
#include "onnx_lint.h"
#include "options.h"

/* Reads the configuration file: the one of --config, or the one that is found; none with
 * --no-config. Tells what is wrong. */
enum ol_exit ol_settings_load(struct ol_config *config, const struct ol_options *options);

/* Tells why the linter does not take the configuration, and says how the program ends for it. */
enum ol_exit ol_settings_refuse(const struct ol_linter *linter, enum ol_status status);

/* Whether a report is coloured that goes to standard output, or to a file. */
bool ol_settings_color(const struct ol_config *config, bool is_file);

/* The severity that fails the run. */
enum ol_fail_on ol_settings_fail_on(const struct ol_config *config);

/* Files to lint at once: one a processor that this program may use, unless something else is
 * set. */
size_t ol_settings_jobs(const struct ol_config *config);

/* The exit status of a run whose output was written. */
enum ol_exit ol_settings_judge(const struct ol_config *config, const struct ol_summary *summary);

#endif
