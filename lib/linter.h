/* SPDX-License-Identifier: Apache-2.0 */
/* The rules and settings that all inputs of a run share: made by linter.c, used by lint.c. */
#ifndef OL_LINTER_H
#define OL_LINTER_H

#include <stddef.h>

#include "base/buf.h"
#include "onnx/reader.h"
#include "rule/rule_set.h"

struct ol_linter {
    struct ol_minitables *tables;
    struct ol_rule_set *rules;
    const struct ol_message *type; /* --type; NULL: recognised */
    int ir_version;                /* --ir-version; 0: the newest known */
    size_t max_diagnostics;
    struct ol_buf error;
};

#endif
