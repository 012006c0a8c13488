/* SPDX-License-Identifier: Apache-2.0 */
/* What a configuration says of single files and findings: overrides, suppressions and the baseline.
 * A policy is made once and then shared by all threads; each worker has a view of it. */
#ifndef OL_POLICY_POLICY_H
#define OL_POLICY_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/config.h"
#include "diag/notice.h"
#include "rule/amend.h"
#include "rule/rule_set.h"

struct ol_policy;
struct ol_policy_view;

/* Nothing has expired on it: the day is not known. */
#define OL_DAY_UNKNOWN INT64_MIN

/* What the configuration says that is not about rules alone; *policy is NULL where that is nothing.
 * rules: those of the run, which it borrows, as it does the configuration; their severities may
 * still change. without_baseline: the setting is passed over. OL_ERR_RULE, OL_ERR_IO: errors has a
 * line for each fault. OL_ERR_NOMEM. */
enum ol_status ol_policy_new(const struct ol_config *config, const struct ol_rule_set *rules,
                             bool without_baseline, struct ol_buf *errors,
                             struct ol_policy **policy) OL_NODISCARD;
void ol_policy_free(struct ol_policy *policy);

/* For one thread. rules: with the severities before overrides, arranged; today: days from
 * 1970-01-01 on, or OL_DAY_UNKNOWN. OL_ERR_NOMEM. */
enum ol_status ol_policy_view_new(const struct ol_policy *policy, const struct ol_rule_set *rules,
                                  int64_t today, struct ol_policy_view **view) OL_NODISCARD;
void ol_policy_view_free(struct ol_policy_view *view);

/* What has become of a suppression or an override in a file, or in a run: bits. */
enum ol_policy_use {
    OL_USE_ABOUT = 1,   /* of a suppression: it is about the file, and a rule of it is on */
    OL_USE_MATCHED = 2, /* it matched a finding */
    OL_USE_EXPIRED = 4, /* it has expired, whatever file this is */
    OL_USE_MISSED = 8,  /* it would have matched a finding, but has expired */
    OL_USE_FILE = 16    /* its patterns are about the file */
};

/* What holds for one file. Valid until the view is asked about the next one; the parts that are
 * named outlive it. */
struct ol_policy_file {
    const struct ol_rule_set *rules;   /* to lint it with */
    const struct ol_amend *amend;      /* NULL: findings are as their rules say */
    uint64_t baseline_total;           /* findings that the baseline has of the file */
    struct ol_policy_outcome *outcome; /* in the arena that was given */
};

/* What came of it, for the run. */
struct ol_policy_outcome {
    uint8_t *uses; /* by suppression, then by override: enum ol_policy_use, or-ed */
    bool has_baseline;
    size_t baseline_first; /* of the baseline's entries the first one of the file */
    size_t baseline_count; /* how many there are */
    uint64_t unchanged;    /* findings that the baseline accepts */
    uint64_t gone;         /* findings of the baseline that are not there any more */
};

/* Looks up what holds for a file, by the name that it was given. The arena is that of its findings.
 * OL_ERR_NOMEM. */
enum ol_status ol_policy_enter(struct ol_policy_view *view, struct ol_arena *arena,
                               const char *name, struct ol_policy_file *file) OL_NODISCARD;

/* Applies the baseline to the file's finished list, of which max findings are to count (0: all). To
 * be called before the next file is entered. OL_ERR_NOMEM. */
enum ol_status ol_policy_leave(struct ol_policy_view *view, struct ol_policy_file *file,
                               struct ol_diag_list *list, size_t max) OL_NODISCARD;

/* The number of bytes in uses. */
size_t ol_policy_use_count(const struct ol_policy *policy);

/* Whether there is a baseline, and the number of its entries. */
bool ol_policy_has_baseline(const struct ol_policy *policy);
size_t ol_policy_baseline_count(const struct ol_policy *policy);

/* A file that the baseline names and that is not there. */
struct ol_policy_missing {
    const char *name; /* relative to the working directory */
    uint64_t count;   /* findings that the baseline has of it */
};

/* Lists in the arena the files that are not there any more, by their names in the baseline.
 * is_seen: by entry; nonzero at the first one of a file that was linted, which need not be one
 * (standard input). A lack of rights to look is none of files. OL_ERR_NOMEM. */
enum ol_status ol_policy_missing(const struct ol_policy *policy, const uint8_t *is_seen,
                                 struct ol_arena *arena, const struct ol_policy_missing **missing,
                                 size_t *count) OL_NODISCARD;

/* Words in the arena what the uses of a whole run give cause to tell: of suppressions in the order
 * of their files, then of overrides; of a pattern without wildcards that names a path, that nothing
 * is there. OL_ERR_NOMEM. */
enum ol_status ol_policy_notices(const struct ol_policy *policy, const uint8_t *uses,
                                 struct ol_arena *arena, const struct ol_notice **notices,
                                 size_t *count) OL_NODISCARD;

#endif
