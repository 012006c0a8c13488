/* SPDX-License-Identifier: Apache-2.0 */
/* Looking at the bytes of a file, in place of linting: --dump, --where and --assemble. */
#ifndef OL_CLI_LOOK_H
#define OL_CLI_LOOK_H

#include <stdbool.h>

#include "message.h"
#include "onnx_lint.h"
#include "options.h"

/* Whether one of these options was given; and what they are for. */
bool ol_look_is_wanted(const struct ol_options *options);
enum ol_exit ol_look(struct ol_linter *linter, const struct ol_options *options);

#endif
