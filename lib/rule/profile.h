/* SPDX-License-Identifier: Apache-2.0 */
/* A profile: which rules are on, and how severe. One file of rules/profiles/ each. */
#ifndef OL_RULE_PROFILE_H
#define OL_RULE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "rule/rule.h"

/* What a profile says of one rule. */
struct ol_profile_entry {
    const char *rule;    /* id */
    const char *variant; /* NULL: all cases of the rule */
    bool is_as_written;  /* as severe as the rule's file says; severity means nothing then */
    enum ol_severity severity;
};

/* A setting of a profile; what is taken over from no profile is on. */
enum ol_profile_state {
    OL_PROFILE_INHERITED,
    OL_PROFILE_ON,
    OL_PROFILE_OFF
};

struct ol_profile {
    const char *name;
    const char *title;
    const char *extends; /* the profile whose entries come before its own; NULL: none */
    bool is_info_on;     /* whether cases are on that are as severe as written, and that is info */
    enum ol_profile_state rest;     /* cases that no entry is about; a profile that sets it forgets
                                       the entries of those that it extends */
    enum ol_profile_state external; /* whether files beside the linted one may be looked at */
    const struct ol_profile_entry
        *entries; /* of the extended profiles first; of several for a case the last counts */
    size_t entry_count;
};

/* The profiles that ship with the program, sorted by name. */
extern const struct ol_profile ol_builtin_profiles[];
extern const size_t ol_builtin_profile_count;

/* The profile in force where none is chosen. */
#define OL_PROFILE_DEFAULT "recommended"

/* The profile of that name, or NULL. */
const struct ol_profile *ol_profile_from_name(const struct ol_profile *profiles, size_t count,
                                              const char *name);

/* The severity that a profile gives to a case: the rule's main case (variant NULL) or a variant of
 * it. With no profile (NULL), and of a custom rule in any, it is the one of the rule's file. A
 * variant that the rule lacks is as severe as the main case. */
enum ol_severity ol_profile_severity(const struct ol_profile *profile, const struct ol_rule *rule,
                                     const char *variant);

#endif
