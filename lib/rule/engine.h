/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the rules over one file: level by level, outermost first, each rule where its check wants to
 * be. */
#ifndef OL_RULE_ENGINE_H
#define OL_RULE_ENGINE_H

#include "base/arena.h"
#include "base/input.h"
#include "base/status.h"
#include "diag/diag.h"
#include "onnx/reader.h"
#include "onnx/recognise.h"
#include "rule/rule_set.h"

/* What one file is linted with, and where its findings go. Everything is borrowed. */
struct ol_engine {
    const struct ol_rule_set *rules;
    struct ol_reader *reader;
    struct ol_arena *arena; /* of the file: takes all texts of findings */
    const struct ol_input *input;
    const struct ol_file_kind *kind;
    int ir_version;             /* for files without one; 0: the newest known */
    struct ol_diag_list *diags; /* set up; its findings are put in order at the end */
};

/* What the file states, for reports. */
struct ol_engine_facts {
    bool has_ir_version;
    int64_t ir_version;
};

/* Lints one file. */
enum ol_status ol_engine_lint(const struct ol_engine *engine,
                              struct ol_engine_facts *facts) OL_NODISCARD;

#endif
