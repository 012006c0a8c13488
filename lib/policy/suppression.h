/* SPDX-License-Identifier: Apache-2.0 */
/* Findings that are accepted for a reason, listed in files of their own beside the models. */
#ifndef OL_POLICY_SUPPRESSION_H
#define OL_POLICY_SUPPRESSION_H

#include "diag/notice.h"
#include "policy/selector.h"

struct ol_suppression {
    const char *path; /* of its file, as it was named */
    struct ol_mark mark;
    const struct ol_cases *cases;
    size_t case_count;
    struct ol_file_scope scope;
    const struct ol_path_pattern *paths;
    size_t path_count; /* 0: wherever in a file */
    const struct ol_name *names;
    size_t name_count;
    const char *reason;
    const char *expires; /* as written; NULL: never */
    int64_t last_day;    /* on which it suppresses, from 1970-01-01 */
};

struct ol_suppressions {
    struct ol_suppression *items; /* in the order of the files */
    size_t count;
    size_t size; /* bytes of the files */
};

/* Reads a file of suppressions and adds them. path: as it is named; folder: the absolute one that
 * it is in. OL_ERR_RULE: errors has a line for each fault. OL_ERR_IO: it cannot be read, or with it
 * the files have more than OL_CONFIG_BYTES_MAX bytes; errors has why, without a line break.
 * OL_ERR_NOMEM. */
enum ol_status ol_suppressions_load(struct ol_arena *arena, struct ol_buf *errors,
                                    const struct ol_rule_set *rules, const char *path,
                                    const char *folder,
                                    struct ol_suppressions *suppressions) OL_NODISCARD;

/* Whether it is about such a finding, whatever the rule and the file. */
bool ol_suppression_matches(const struct ol_suppression *suppression, const struct ol_diag *diag);

static inline bool ol_suppression_is_expired(const struct ol_suppression *suppression,
                                             int64_t today)
{
    return suppression->expires != NULL && today > suppression->last_day;
}

/* Words what there is to tell of it, in the arena. is_missed: an expired one would have matched.
 * false when memory is short. */
bool ol_suppression_notice(struct ol_arena *arena, const struct ol_rule_set *rules,
                           const struct ol_suppression *suppression, enum ol_notice_kind kind,
                           bool is_missed, struct ol_notice *notice);

#endif
