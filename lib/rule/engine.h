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
#include "rule/amend.h"
#include "rule/rule_set.h"

struct ol_limits;
struct ol_matcher;
struct ol_scout_order;
struct ol_target;

/* What one file is linted with, and where its findings go. Everything is borrowed. */
struct ol_engine {
    const struct ol_rule_set *rules;
    struct ol_reader *reader;
    struct ol_arena *arena; /* of the file: takes all texts of findings */
    const struct ol_input *input;
    const struct ol_file_kind *kind;
    int ir_version;                   /* for files without one; 0: the newest known */
    const struct ol_target *target;   /* NULL: models may need anything */
    const struct ol_target *releases; /* of ONNX, oldest first, for what messages say of them */
    size_t release_count;
    const struct ol_limits *limits; /* NULL: the default ones */
    struct ol_diag_list *diags;     /* set up; its findings are put in order at the end */
    const struct ol_amend *amend;   /* NULL: findings are as their rules say */
    struct ol_matcher **matcher;    /* of the thread; *matcher is made when a pattern is first used;
                                       NULL: no rule has one */
    bool is_measured;               /* whether bytes_read is wanted; then no scouts are sent */
    const struct ol_scout_order *scouts; /* NULL: none (rule/scout.h) */
};

/* What the file states, for reports. */
struct ol_engine_facts {
    bool has_ir_version;
    int64_t ir_version;
    uint64_t messages;   /* that were gone into */
    uint64_t tensors;    /* TensorProto among them */
    uint64_t bytes_read; /* of the file: tags, lengths, numbers and texts of its messages, and of
                            the payloads that are stepped over those that a rule took up, once */
    uint64_t bytes_elsewhere; /* of other files */
    uint64_t scouted;         /* sub-messages along which scouts were sent, */
    uint64_t vouched;         /* and those that they vouched for */
    uint64_t passed;          /* nodes that were not even read again: ol_scouts_ask */
    bool has_lost;            /* a scout met bytes that were gone */
};

/* Lints one file. */
enum ol_status ol_engine_lint(const struct ol_engine *engine,
                              struct ol_engine_facts *facts) OL_NODISCARD;

#endif
