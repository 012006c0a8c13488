/* SPDX-License-Identifier: Apache-2.0 */
/* What holds between files: unique ids, and names that exist. */
#include "rule/mention.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "rule/load.h"

void ol_mention_add(struct ol_typed *typed, enum ol_mention_kind kind, struct ol_mark mark,
                    const char *name, const char *variant)
{
    struct ol_mention *mention = ol_typed_alloc(typed, 1, sizeof *mention);
    if (mention != NULL) {
        *mention =
            (struct ol_mention){typed->loader->mentions, kind, typed->path, mark, name, variant};
        typed->loader->mentions = mention;
    }
}

static int compare_rules(const void *a, const void *b)
{
    return strcmp(((const struct ol_rule *)a)->id, ((const struct ol_rule *)b)->id);
}

static int compare_profiles(const void *a, const void *b)
{
    return strcmp(((const struct ol_profile *)a)->name, ((const struct ol_profile *)b)->name);
}

/* 1.10 comes behind 1.9. */
static int compare_targets(const void *a, const void *b)
{
    return strverscmp(((const struct ol_target *)a)->name, ((const struct ol_target *)b)->name);
}

static const struct ol_rule *rule_from_id(const struct ol_load_set *set, const char *id)
{
    struct ol_rule wanted = {.id = id};
    return set->rule_count == 0
               ? NULL
               : bsearch(&wanted, set->rules, set->rule_count, sizeof wanted, compare_rules);
}

static const struct ol_profile *profile_from_name(const struct ol_load_set *set, const char *name)
{
    return ol_profile_from_name(set->profiles, set->profile_count, name);
}

/* --- names that must exist --- */

static void check_variant(struct ol_typed *typed, const struct ol_mention *mention,
                          const struct ol_rule *rule)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(mention->variant));
    for (size_t i = 0; i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, mention->variant) == 0) {
            return;
        }
        ol_nearest_offer(&nearest, rule->variants[i].name);
    }
    if (ol_typed_begin_error(typed, mention->mark)) {
        ol_buf_addf(typed->errors, "rule '%s' has no variant ", rule->id);
        ol_text_quote(typed->errors, nearest.wanted);
        ol_nearest_add_question(typed->errors, &nearest, 1);
        ol_buf_add_char(typed->errors, '\n');
    }
}

static void check_rule(struct ol_typed *typed, const struct ol_mention *mention,
                       const struct ol_load_set *set)
{
    const struct ol_rule *rule = rule_from_id(set, mention->name);
    if (rule != NULL) {
        if (mention->variant != NULL) {
            check_variant(typed, mention, rule);
        }
        return;
    }
    if (typed->loader->is_partial) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(mention->name));
    for (size_t i = 0; i < set->rule_count; i++) {
        ol_nearest_offer(&nearest, set->rules[i].id);
    }
    ol_typed_refuse_unknown(typed, mention->mark, "rule", &nearest);
}

static void check_profile(struct ol_typed *typed, const struct ol_mention *mention,
                          const struct ol_load_set *set)
{
    if (profile_from_name(set, mention->name) != NULL || typed->loader->is_partial) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(mention->name));
    for (size_t i = 0; i < set->profile_count; i++) {
        ol_nearest_offer(&nearest, set->profiles[i].name);
    }
    ol_typed_refuse_unknown(typed, mention->mark, "profile", &nearest);
}

/* --- names that must be unique --- */

static int compare_marks(struct ol_mark a, struct ol_mark b)
{
    int order = (a.line > b.line) - (a.line < b.line);
    return order != 0 ? order : (a.column > b.column) - (a.column < b.column);
}

static int compare_mentions(const void *a, const void *b)
{
    const struct ol_mention *left = a;
    const struct ol_mention *right = b;
    if (left->kind != right->kind) {
        return left->kind < right->kind ? -1 : 1;
    }
    int order = strcmp(left->name, right->name);
    order = order != 0 ? order : strcmp(left->path, right->path);
    return order != 0 ? order : compare_marks(left->mark, right->mark);
}

static bool is_definition(const struct ol_mention *mention)
{
    return mention->kind == OL_MENTION_RULE_ID || mention->kind == OL_MENTION_PROFILE_NAME;
}

static void refuse_second(struct ol_typed *typed, const struct ol_mention *first,
                          const struct ol_mention *second)
{
    typed->path = second->path;
    if (!ol_typed_begin_error(typed, second->mark)) {
        return;
    }
    ol_buf_addf(typed->errors, "'%s' is defined twice; first in ", first->name);
    ol_text_add_path(typed->errors, first->path);
    if (typed->loader->is_custom) {
        /* a file of custom rules may hold many */
        ol_buf_addf(typed->errors, ":%u:%u", first->mark.line, first->mark.column);
    }
    ol_buf_add_char(typed->errors, '\n');
}

static void check_unique(struct ol_typed *typed)
{
    size_t count = 0;
    for (const struct ol_mention *mention = typed->loader->mentions; mention != NULL;
         mention = mention->next) {
        count += is_definition(mention) ? 1 : 0;
    }
    struct ol_mention *definitions = ol_typed_alloc(typed, count, sizeof *definitions);
    if (definitions == NULL || count == 0) {
        return;
    }
    size_t place = 0;
    for (const struct ol_mention *mention = typed->loader->mentions; mention != NULL;
         mention = mention->next) {
        if (is_definition(mention)) {
            definitions[place] = *mention;
            place++;
        }
    }
    qsort(definitions, count, sizeof *definitions, compare_mentions);
    for (size_t i = 1; i < count; i++) {
        const struct ol_mention *first = &definitions[i - 1];
        const struct ol_mention *second = &definitions[i];
        if (first->kind == second->kind && strcmp(first->name, second->name) == 0) {
            refuse_second(typed, first, second);
        }
    }
}

/* Of custom rules, tells those whose id a built-in rule has: which of the two stands first in the
 * set is not known. */
static void check_builtin(struct ol_typed *typed, const struct ol_mention *mention,
                          const struct ol_load_set *set)
{
    const struct ol_rule *rule = rule_from_id(set, mention->name);
    const struct ol_rule *end = set->rules + set->rule_count;
    while (rule != NULL && rule > set->rules && strcmp(rule[-1].id, mention->name) == 0) {
        rule--;
    }
    while (rule != NULL && rule < end && strcmp(rule->id, mention->name) == 0 &&
           rule->doc != NULL) {
        rule++;
    }
    if (rule != NULL && rule < end && strcmp(rule->id, mention->name) == 0 &&
        ol_typed_begin_error(typed, mention->mark)) {
        ol_buf_addf(typed->errors,
                    "'%s' is a built-in rule, of rules/%s/%s.yaml: give this one another id\n",
                    rule->id, rule->area, rule->id);
    }
}

/* --- extended profiles --- */

/* The profile that another extends; NULL: none. */
static const struct ol_profile *extended_profile(const struct ol_load_set *set,
                                                 const struct ol_profile *profile)
{
    return profile->extends == NULL ? NULL : profile_from_name(set, profile->extends);
}

/* The next profile whose entries count: none behind one that says what holds without them. */
static const struct ol_profile *next_entries(const struct ol_load_set *own,
                                             const struct ol_profile *profile)
{
    return profile->rest == OL_PROFILE_INHERITED ? extended_profile(own, profile) : NULL;
}

/* Takes over the settings that a profile leaves open; false where profiles extend each other in a
 * circle. */
static bool inherit_settings(const struct ol_load_set *own, struct ol_profile *profile)
{
    size_t steps = 0;
    for (const struct ol_profile *at = profile_from_name(own, profile->name); at != NULL;
         at = extended_profile(own, at)) {
        steps++;
        if (steps > own->profile_count) {
            return false;
        }
        profile->rest = profile->rest == OL_PROFILE_INHERITED ? at->rest : profile->rest;
        profile->external =
            profile->external == OL_PROFILE_INHERITED ? at->external : profile->external;
    }
    profile->rest = profile->rest == OL_PROFILE_INHERITED ? OL_PROFILE_ON : profile->rest;
    profile->external =
        profile->external == OL_PROFILE_INHERITED ? OL_PROFILE_ON : profile->external;
    return true;
}

/* Puts together one profile from itself and those it extends, in own, which has the set's profiles
 * as loaded. False where they extend each other in a circle. */
static bool extend_profile(struct ol_typed *typed, const struct ol_load_set *own,
                           struct ol_profile *profile)
{
    size_t count = 0;
    if (!inherit_settings(own, profile)) {
        return false;
    }
    for (const struct ol_profile *at = profile_from_name(own, profile->name); at != NULL;
         at = next_entries(own, at)) {
        count += at->entry_count;
    }
    struct ol_profile_entry *entries = ol_typed_alloc(typed, count, sizeof *entries);
    if (entries == NULL) {
        return true;
    }
    size_t place = count;
    for (const struct ol_profile *at = profile_from_name(own, profile->name); at != NULL;
         at = next_entries(own, at)) {
        place -= at->entry_count;
        if (at->entry_count > 0) {
            memcpy(entries + place, at->entries, at->entry_count * sizeof *entries);
        }
    }
    profile->entries = entries;
    profile->entry_count = count;
    return true;
}

static void extend_profiles(struct ol_typed *typed, const struct ol_load_set *set)
{
    struct ol_load_set own = *set;
    own.profiles = ol_typed_alloc(typed, set->profile_count, sizeof *own.profiles);
    if (own.profiles == NULL || set->profile_count == 0) {
        return;
    }
    memcpy(own.profiles, set->profiles, set->profile_count * sizeof *own.profiles);
    for (const struct ol_mention *mention = typed->loader->mentions; mention != NULL;
         mention = mention->next) {
        if (mention->kind != OL_MENTION_PROFILE_NAME) {
            continue;
        }
        for (size_t i = 0; i < set->profile_count; i++) {
            if (strcmp(set->profiles[i].name, mention->name) == 0 &&
                !extend_profile(typed, &own, &set->profiles[i])) {
                typed->path = mention->path;
                ol_typed_refuse(typed, mention->mark, "the profile extends itself");
            }
        }
    }
}

enum ol_status ol_load_finish(struct ol_loader *loader, const struct ol_load_set *set)
{
    struct ol_typed typed = {.loader = loader, .arena = loader->arena, .errors = loader->errors};
    if (set->rule_count > 0) {
        qsort(set->rules, set->rule_count, sizeof *set->rules, compare_rules);
    }
    if (set->profile_count > 0) {
        qsort(set->profiles, set->profile_count, sizeof *set->profiles, compare_profiles);
    }
    if (set->target_count > 0) {
        qsort(set->targets, set->target_count, sizeof *set->targets, compare_targets);
    }
    check_unique(&typed);
    /* kept newest first; told in the order of reading */
    struct ol_mention *reversed = NULL;
    for (struct ol_mention *mention = loader->mentions; mention != NULL;) {
        struct ol_mention *next = mention->next;
        mention->next = reversed;
        reversed = mention;
        mention = next;
    }
    loader->mentions = reversed;
    for (const struct ol_mention *mention = reversed;
         mention != NULL && !ol_typed_is_silent(&typed); mention = mention->next) {
        typed.path = mention->path;
        if (mention->kind == OL_MENTION_RULE) {
            check_rule(&typed, mention, set);
        } else if (mention->kind == OL_MENTION_RULE_ID && loader->is_custom) {
            check_builtin(&typed, mention, set);
        } else if (mention->kind == OL_MENTION_PROFILE) {
            check_profile(&typed, mention, set);
        }
    }
    extend_profiles(&typed, set);
    return ol_typed_status(&typed);
}
