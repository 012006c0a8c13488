/* SPDX-License-Identifier: Apache-2.0 */
/* What the program tells of itself and its rules, in place of linting. */
#ifndef OL_CLI_TELL_H
#define OL_CLI_TELL_H

#include "message.h"
#include "onnx_lint.h"
#include "options.h"

/* Writes the text about the program that an option asks for and for which nothing is to be set up
 * (--help, --version, --list-settings, ...). false where there is no such option. */
bool ol_tell(const struct ol_options *options, enum ol_exit *result);

/* The same of options that ask about what is set up (--print-config, --explain, ...). */
bool ol_tell_from_linter(struct ol_linter *linter, const struct ol_config *config,
                         const struct ol_options *options, enum ol_exit *result);

#endif
