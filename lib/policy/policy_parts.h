/* SPDX-License-Identifier: Apache-2.0 */
/* What a policy holds, for the files that make and use it. */
#ifndef OL_POLICY_POLICY_PARTS_H
#define OL_POLICY_POLICY_PARTS_H

#include "policy/baseline.h"
#include "policy/override.h"
#include "policy/suppression.h"

/* That a suppression is about cases of a rule. */
struct ol_suppression_ref {
    struct ol_cases cases;
    size_t suppression;
};

struct ol_policy {
    struct ol_arena *arena; /* owned: all of it, the struct included */
    const struct ol_rule_set *rules;
    const char *working_folder;
    struct ol_overrides overrides;
    struct ol_suppressions suppressions;
    struct ol_suppression_ref *refs; /* sorted by rule */
    size_t ref_count;
    struct ol_baseline baseline;
    bool has_baseline;
};

#endif
