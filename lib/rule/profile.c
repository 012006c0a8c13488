/* SPDX-License-Identifier: Apache-2.0 */
/* What a profile makes of a rule. */
#include "rule/profile.h"

#include <string.h>

const struct ol_profile *ol_profile_from_name(const struct ol_profile *profiles, size_t count,
                                              const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(profiles[i].name, name) == 0) {
            return &profiles[i];
        }
    }
    return NULL;
}

static enum ol_severity own_severity(const struct ol_rule *rule, const char *variant)
{
    for (size_t i = 0; variant != NULL && i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, variant) == 0) {
            return rule->variants[i].severity;
        }
    }
    return rule->severity;
}

static bool is_about(const struct ol_profile_entry *entry, const struct ol_rule *rule,
                     const char *variant)
{
    if (strcmp(entry->rule, rule->id) != 0) {
        return false;
    }
    return entry->variant == NULL || (variant != NULL && strcmp(entry->variant, variant) == 0);
}

/* The entry that counts for a case; NULL: there is none. */
static const struct ol_profile_entry *find_entry(const struct ol_profile *profile,
                                                 const struct ol_rule *rule, const char *variant)
{
    for (size_t i = profile->entry_count; i > 0; i--) {
        if (is_about(&profile->entries[i - 1], rule, variant)) {
            return &profile->entries[i - 1];
        }
    }
    return NULL;
}

enum ol_severity ol_profile_severity(const struct ol_profile *profile, const struct ol_rule *rule,
                                     const char *variant)
{
    enum ol_severity own = own_severity(rule, variant);
    if (profile == NULL || ol_rule_is_custom(rule)) {
        return own; /* who has written a rule wants it */
    }
    const struct ol_profile_entry *entry = find_entry(profile, rule, variant);
    if (entry != NULL && !entry->is_as_written) {
        return entry->severity;
    }
    bool is_off = (entry == NULL && profile->rest == OL_PROFILE_OFF) ||
                  (own == OL_SEVERITY_INFO && !profile->is_info_on);
    return is_off ? OL_SEVERITY_OFF : own;
}
