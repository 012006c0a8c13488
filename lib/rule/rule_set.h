/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of a run with the severities in force, arranged by what triggers them. Made once,
 * read-only while files are linted, shared by all threads. */
#ifndef OL_RULE_RULE_SET_H
#define OL_RULE_RULE_SET_H

#include "base/slice.h"
#include "base/status.h"
#include "rule/check.h"
#include "rule/profile.h"

struct ol_rule_set;

/* A set of the given rules, sorted by id, which it borrows, as severe as their files say. */
enum ol_status ol_rule_set_new(const struct ol_rule *rules, size_t count,
                               const struct ol_check *const *checks,
                               struct ol_rule_set **set) OL_NODISCARD;
void ol_rule_set_free(struct ol_rule_set *set);

/* Sets every case to what the profile says, and forgets earlier settings. */
void ol_rule_set_apply_profile(struct ol_rule_set *set, const struct ol_profile *profile);

/* Sets the severity of a case: "ID" for a rule and all of its variants, "ID/VARIANT" for one. false
 * where there is none of that name. */
bool ol_rule_set_override(struct ol_rule_set *set, struct ol_slice name, enum ol_severity severity);

/* A copy with the severities in force, to be changed without the other; it borrows the same rules.
 * To be arranged. OL_ERR_NOMEM. */
enum ol_status ol_rule_set_copy(const struct ol_rule_set *set,
                                struct ol_rule_set **copy) OL_NODISCARD;

/* The cases of a rule: 0 is its main one, its variants follow. */
size_t ol_rule_set_case_count(const struct ol_rule_set *set, uint32_t rule);

/* The number of a case (variant NULL: the main one), SIZE_MAX where the rule has none of that
 * name. */
size_t ol_rule_set_case_of(const struct ol_rule_set *set, uint32_t rule, struct ol_slice variant);

/* The severity of a case, in force or to be. */
enum ol_severity ol_rule_set_case(const struct ol_rule_set *set, uint32_t rule, size_t place);
void ol_rule_set_set_case(struct ol_rule_set *set, uint32_t rule, size_t place,
                          enum ol_severity severity);

/* Whether the rule runs though it is off, since an amendment may turn on what it finds. */
void ol_rule_set_bind(struct ol_rule_set *set, uint32_t rule, bool is_bound);

/* Whether the rule is on, or is to run though it is off. */
bool ol_rule_set_is_running(const struct ol_rule_set *set, uint32_t rule);

/* Arranges what is on. To be called after the last override and before the first file. */
enum ol_status ol_rule_set_arrange(struct ol_rule_set *set) OL_NODISCARD;

/* Whether it is arranged, and nothing was changed since. */
bool ol_rule_set_is_arranged(const struct ol_rule_set *set);

size_t ol_rule_set_count(const struct ol_rule_set *set);
const struct ol_rule *ol_rule_set_at(const struct ol_rule_set *set, size_t i);

/* The rule with that id, or NULL. */
const struct ol_rule *ol_rule_set_find(const struct ol_rule_set *set, struct ol_slice id);

/* The severity in force for a rule's main case (variant NULL) or a variant; OFF for a variant that
 * it lacks. */
enum ol_severity ol_rule_set_severity(const struct ol_rule_set *set, const struct ol_rule *rule,
                                      const char *variant);

/* Whether any case of the rule is on. */
bool ol_rule_set_is_on(const struct ol_rule_set *set, const struct ol_rule *rule);

/* Whether the rule with index rule supersedes the one with index other (an ol_supersedes_fn;
 * context: the set). */
bool ol_rule_set_supersedes(const void *context, uint32_t rule, uint32_t other);

/* Whether a rule that is on and runs that check supersedes the rule. */
bool ol_rule_set_is_superseded(const struct ol_rule_set *set, const struct ol_rule *rule,
                               const struct ol_check *by);

/* Whether files may be looked at that the linted one names: as the profile says, unless it was set
 * after that. */
bool ol_rule_set_is_external_allowed(const struct ol_rule_set *set);
void ol_rule_set_set_external(struct ol_rule_set *set, bool is_allowed);

/* Whether a rule that is on has a check that needs the types of values. */
bool ol_rule_set_needs_types(const struct ol_rule_set *set);

/* The check of a rule of the set. */
const struct ol_check *ol_rule_set_check(const struct ol_rule_set *set, const struct ol_rule *rule);

uint32_t ol_rule_set_index(const struct ol_rule_set *set, const struct ol_rule *rule);

/* Whether a rule of the set whose check claims gates names the field. */
bool ol_rule_set_is_gate_claimed(const struct ol_rule_set *set, const struct ol_field *field);

/* What is on for one trigger: pairs of rule and check, in the order of ids. */
struct ol_binding {
    const struct ol_rule *rule;
    const struct ol_check *check;
    struct ol_concern concern;
    int ir_min; /* of the rule and its concern, without the 0 that stands for none */
    int ir_max;
};

struct ol_bindings {
    const struct ol_binding *items;
    size_t count;
};

/* For OL_ON_LEVEL and OL_ON_CLOSE, of the message; its id OL_MESSAGE_COUNT stands for "no message"
 * (OL_ON_FILE, OL_ON_FAULT, and OL_ON_CLOSE without a target). */
struct ol_bindings ol_rule_set_bindings(const struct ol_rule_set *set, enum ol_trigger trigger,
                                        unsigned message);

/* The messages of which a level that is no root can concern a rule that is bound to the trigger, as
 * bits. */
uint64_t ol_rule_set_targets(const struct ol_rule_set *set, enum ol_trigger trigger);

#endif
