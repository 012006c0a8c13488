/* SPDX-License-Identifier: Apache-2.0 */
/* Severities for some files and places: `overrides`, resolved against the rules of a run. */
#ifndef OL_POLICY_OVERRIDE_H
#define OL_POLICY_OVERRIDE_H

#include "config/config.h"
#include "policy/selector.h"

/* What one override says of some cases of a rule. */
struct ol_override_entry {
    struct ol_cases cases;
    size_t order;       /* in the file: the later one counts */
    bool is_as_written; /* as severe as the rule's own file says */
    enum ol_severity severity;
};

struct ol_override {
    struct ol_origin origin; /* where it stands */
    struct ol_file_scope scope;
    const struct ol_path_pattern *paths;
    size_t path_count;                 /* 0: all that is found in a file */
    struct ol_override_entry *entries; /* sorted by rule, then order */
    size_t entry_count;
};

struct ol_overrides {
    struct ol_override *items; /* in the order in which they count, the last most */
    size_t count;
};

/* Resolves the overrides of a configuration, whose texts are borrowed. Where there are any, what
 * the command line says of rules stands behind them as one more, since it counts most. OL_ERR_RULE:
 * errors has a line for each fault. OL_ERR_NOMEM. */
enum ol_status ol_overrides_load(struct ol_arena *arena, struct ol_buf *errors,
                                 const struct ol_config *config, const struct ol_rule_set *rules,
                                 struct ol_overrides *overrides) OL_NODISCARD;

/* Sets what the override says in a rule set: of one without paths the severities; one with paths
 * lets the rules run that it may turn on. */
void ol_override_apply(const struct ol_override *override, struct ol_rule_set *rules);

/* The severity that the override gives to a case that was as severe as that, whatever the place. */
enum ol_severity ol_override_severity(const struct ol_override *override,
                                      const struct ol_rule_set *rules, uint32_t rule, size_t place,
                                      enum ol_severity before);

#endif
