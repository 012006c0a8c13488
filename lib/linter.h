/* SPDX-License-Identifier: Apache-2.0 */
/* The rules and settings that all inputs of a run share: made by linter.c, used by lint.c. */
#ifndef OL_LINTER_H
#define OL_LINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "onnx/reader.h"
#include "rule/rule_set.h"

struct ol_config;
struct ol_policy;
struct ol_target;

struct ol_linter {
    struct ol_minitables *tables;
    struct ol_rule_set *rules;
    const struct ol_message *type;  /* --type; NULL: recognised */
    int ir_version;                 /* --ir-version; 0: that of the target, else the newest known */
    const struct ol_target *target; /* --target; NULL: none */
    struct ol_limits limits;
    const struct ol_config *config; /* borrowed; NULL: there was none */
    struct ol_policy *policy;       /* of single files and findings; NULL: none */
    int64_t today;                  /* days from 1970-01-01 on, or OL_DAY_UNKNOWN */
    bool writes_baseline;
    bool is_measured; /* whether statistics are wanted */
    struct ol_buf error;
    struct ol_arena *arena; /* what a configuration brings with it; NULL: there was none */
};

/* The status of a call whose error text was put together: OL_ERR_RULE, or OL_ERR_NOMEM where that
 * did not succeed. */
enum ol_status ol_linter_refuse(const struct ol_linter *linter) OL_NODISCARD;

/* ol_linter_set_profile for who goes on to change severities: the rules are not arranged yet. */
enum ol_status ol_linter_take_profile(struct ol_linter *linter, const char *name) OL_NODISCARD;

/* Adds why there is no case of that name ("ID" or "ID/VARIANT"): whether the rule or the variant is
 * unknown, and the nearest one. */
void ol_linter_add_unknown_case(const struct ol_linter *linter, const char *name,
                                struct ol_buf *why);

#endif
