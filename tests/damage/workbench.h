/* SPDX-License-Identifier: Apache-2.0 */
/* Lints bytes in memory as often as is wanted, the way that one case or file is linted, and tells
 * what must hold whatever the bytes are. */
#ifndef OL_TESTS_DAMAGE_WORKBENCH_H
#define OL_TESTS_DAMAGE_WORKBENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/input.h"
#include "diag/diag.h"
#include "onnx/reader.h"
#include "rule/rule_set.h"
#include "rule/target.h"
#include "tools/cases.h"

/* What bytes are linted with. */
struct ol_workbench {
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_rule_set *rules;
    struct ol_rule_set *eager_rules; /* the same with checks that say of no level that it is none of
                                        theirs (concern and may_speak of struct ol_check) */
    struct ol_check *eager;          /* those */
    const struct ol_check **checks;
    /* of the case or file; borrowed */
    const char *file;              /* its name; what it names is looked for in the current folder */
    const struct ol_message *type; /* NULL: recognised */
    int ir_version;                /* 0: not given */
    const struct ol_target *target;
};

/* What linting came to. */
struct ol_workbench_outcome {
    struct ol_arena *arena;
    struct ol_diag_list found;
    const struct ol_message *root; /* what the bytes were taken for; NULL: no message */
    uint64_t digest; /* of all that was found, what was not checked, and how much was gone into */
    /* of the second time */
    uint64_t scouted;    /* sub-messages of the root that the scout looked at */
    uint64_t vouched;    /* and those that it vouched for */
    const char *problem; /* what must not be; NULL: nothing */
};

/* A workbench with every rule but the one that is off (NULL: none), as severe as the profile strict
 * says or, where all_are_errors, an error. Failure is fatal. */
void ol_workbench_init(struct ol_workbench *workbench, bool all_are_errors, const char *off);
void ol_workbench_fini(struct ol_workbench *workbench);

/* Sets it to how a case is linted. */
void ol_workbench_set_case(struct ol_workbench *workbench, const struct ol_test_case *test);

/* Lints the bytes; outcome->problem tells what must not be. The caller gives the outcome back. */
void ol_workbench_lint(const struct ol_workbench *workbench, struct ol_slice bytes,
                       struct ol_workbench_outcome *outcome);

/* Lints the same bytes once more, with a scout (rule/scout.h) and every rule asked about every
 * level; outcome->problem tells if that differs from what they came to. */
void ol_workbench_lint_again(const struct ol_workbench *workbench, struct ol_slice bytes,
                             struct ol_workbench_outcome *outcome);
void ol_workbench_outcome_fini(struct ol_workbench_outcome *outcome);

/* A digest of data; begin with OL_DIGEST_BEGIN. */
#define OL_DIGEST_BEGIN UINT64_C(0xCBF29CE484222325)
uint64_t ol_workbench_digest(uint64_t hash, const void *data, size_t size);
uint64_t ol_workbench_digest_text(uint64_t hash, const char *text); /* NULL: there is none */

#endif
