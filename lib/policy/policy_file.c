/* SPDX-License-Identifier: Apache-2.0 */
/* What a policy comes to for one file: the rule set, and what becomes of single findings. */
#include <string.h>

#include "base/file_path.h"
#include "base/limits.h"
#include "base/lower_bound.h"
#include "base/vector.h"
#include "policy/policy.h"
#include "policy/policy_parts.h"

/* Rule sets that a view keeps. Files of one kind come one after the other, and a set is made within
 * a millisecond, so the first ones are given up when there are more combinations. */
#define SETS_MAX 64

/* The rule set of a combination of overrides. */
struct set {
    struct ol_rule_set *rules;
    struct ol_arena *arena;    /* of the bits */
    const uint8_t *is_applied; /* by override */
};

struct ol_policy_view {
    struct ol_arena *arena; /* owned: the struct and what it needs for any file */
    const struct ol_policy *policy;
    const struct ol_rule_set *rules; /* before overrides */
    int64_t today;
    struct set sets[SETS_MAX];
    size_t set_count;
    size_t oldest;      /* the set that is given up next */
    struct ol_buf path; /* of the file, absolute */
    struct ol_buf scratch;
    uint8_t *is_applied;             /* by override: it is about the file */
    struct ol_suppression_ref *refs; /* those about the file, sorted by rule */
    size_t ref_count;
    uint8_t *reach;          /* by rule */
    uint64_t override_steps; /* that a finding takes with those about the file */
    uint64_t steps_left;
    bool is_cut; /* a finding was held against less than there is */
    struct ol_policy_outcome *outcome;
    struct ol_baseline_part part;
    struct ol_amend amend;
};

/* --- the view ------------------------------------------------------------ */

static bool alloc(struct ol_policy_view *view)
{
    const struct ol_policy *policy = view->policy;
    view->is_applied = ol_arena_alloc(view->arena, policy->overrides.count);
    view->refs = ol_arena_alloc_array(view->arena, policy->ref_count, sizeof *view->refs);
    view->reach = ol_arena_alloc(view->arena, ol_rule_set_count(view->rules));
    return view->is_applied != NULL && view->refs != NULL && view->reach != NULL;
}

enum ol_status ol_policy_view_new(const struct ol_policy *policy, const struct ol_rule_set *rules,
                                  int64_t today, struct ol_policy_view **view)
{
    struct ol_arena *arena = ol_arena_new();
    struct ol_policy_view *made = arena != NULL ? ol_arena_alloc(arena, sizeof *made) : NULL;
    if (made == NULL) {
        ol_arena_free(arena);
        return OL_ERR_NOMEM;
    }
    made->arena = arena;
    made->policy = policy;
    made->rules = rules;
    made->today = today;
    ol_buf_init(&made->path);
    ol_buf_init(&made->scratch);
    if (!alloc(made)) {
        ol_policy_view_free(made);
        return OL_ERR_NOMEM;
    }
    *view = made;
    return OL_OK;
}

static void set_fini(struct set *set)
{
    ol_rule_set_free(set->rules);
    ol_arena_free(set->arena);
    *set = (struct set){0};
}

void ol_policy_view_free(struct ol_policy_view *view)
{
    if (view == NULL) {
        return;
    }
    for (size_t i = 0; i < view->set_count; i++) {
        set_fini(&view->sets[i]);
    }
    ol_buf_fini(&view->path);
    ol_buf_fini(&view->scratch);
    ol_arena_free(view->arena);
}

/* --- rule sets ----------------------------------------------------------- */

/* Notes which overrides are about the file; false where none is. */
static bool choose_overrides(struct ol_policy_view *view)
{
    const struct ol_overrides *overrides = &view->policy->overrides;
    bool is_any = false;
    for (size_t i = 0; i < overrides->count; i++) {
        view->is_applied[i] =
            ol_file_scope_has(&overrides->items[i].scope, ol_buf_text(&view->path), &view->scratch);
        is_any = is_any || view->is_applied[i] != 0;
    }
    return is_any;
}

/* Makes the rule set of the overrides that are about the file. */
static enum ol_status set_init(struct set *set, const struct ol_policy_view *view)
{
    const struct ol_overrides *overrides = &view->policy->overrides;
    *set = (struct set){.arena = ol_arena_new()};
    uint8_t *is_applied = set->arena != NULL ? ol_arena_alloc(set->arena, overrides->count) : NULL;
    enum ol_status status =
        is_applied != NULL ? ol_rule_set_copy(view->rules, &set->rules) : OL_ERR_NOMEM;
    if (status == OL_OK) {
        memcpy(is_applied, view->is_applied, overrides->count);
        set->is_applied = is_applied;
        for (size_t i = 0; i < overrides->count; i++) {
            if (is_applied[i] != 0) {
                ol_override_apply(&overrides->items[i], set->rules);
            }
        }
        status = ol_rule_set_arrange(set->rules);
    }
    if (status != OL_OK) {
        set_fini(set);
    }
    return status;
}

static enum ol_status find_set(struct ol_policy_view *view, const struct ol_rule_set **rules)
{
    if (!choose_overrides(view)) {
        *rules = view->rules;
        return OL_OK;
    }
    for (size_t i = 0; i < view->set_count; i++) {
        if (memcmp(view->sets[i].is_applied, view->is_applied, view->policy->overrides.count) ==
            0) {
            *rules = view->sets[i].rules;
            return OL_OK;
        }
    }
    struct set made;
    enum ol_status status = set_init(&made, view);
    if (status != OL_OK) {
        return status;
    }
    size_t place = view->set_count;
    if (place == SETS_MAX) {
        place = view->oldest;
        view->oldest = (view->oldest + 1) % SETS_MAX;
        set_fini(&view->sets[place]);
    } else {
        view->set_count++;
    }
    view->sets[place] = made;
    *rules = made.rules;
    return OL_OK;
}

/* --- single findings ----------------------------------------------------- */

/* Takes steps of those that are left for the file; false where they are not enough. */
static bool afford(struct ol_policy_view *view, uint64_t steps)
{
    bool is_enough = steps <= view->steps_left;
    view->steps_left -= is_enough ? steps : view->steps_left;
    view->is_cut = view->is_cut || !is_enough;
    return is_enough;
}

/* The severity that overrides give to a case at a place. */
static enum ol_severity severity_at(const struct ol_policy_view *view, uint32_t rule, size_t place,
                                    const char *path)
{
    const struct ol_overrides *overrides = &view->policy->overrides;
    enum ol_severity severity = ol_rule_set_case(view->rules, rule, place);
    for (size_t i = 0; i < overrides->count; i++) {
        const struct ol_override *override = &overrides->items[i];
        if (view->is_applied[i] != 0 &&
            ol_selector_has_path(override->paths, override->path_count, path)) {
            severity = ol_override_severity(override, view->rules, rule, place, severity);
        }
    }
    return severity;
}

static int compare_rule(const void *rule, const void *ref)
{
    uint32_t a = *(const uint32_t *)rule;
    uint32_t b = ((const struct ol_suppression_ref *)ref)->cases.rule;
    return (a > b) - (a < b);
}

/* The first suppression of a rule among those about the file. */
static size_t first_ref(const struct ol_policy_view *view, uint32_t rule)
{
    return ol_lower_bound(&rule, view->refs, view->ref_count, sizeof *view->refs, compare_rule);
}

/* An amendment: first what overrides say, then the suppressions, all of which are noted that are
 * about the finding. */
static void apply(void *context, struct ol_diag *diag)
{
    struct ol_policy_view *view = context;
    uint32_t rule = diag->rule_index;
    struct ol_slice variant = {0};
    if (diag->variant != NULL) {
        variant = ol_slice_from_text(diag->variant);
    }
    size_t place = ol_rule_set_case_of(view->rules, rule, variant);
    if (afford(view, view->override_steps)) {
        diag->severity = severity_at(view, rule, place, diag->place.path);
    }
    if (diag->severity == OL_SEVERITY_OFF) {
        return;
    }
    for (size_t i = first_ref(view, rule); i < view->ref_count && view->refs[i].cases.rule == rule;
         i++) {
        const struct ol_suppression_ref *ref = &view->refs[i];
        const struct ol_suppression *suppression =
            &view->policy->suppressions.items[ref->suppression];
        if (!ol_cases_has(&ref->cases, rule, place)) {
            continue;
        }
        if (!afford(view, 1 + suppression->path_count)) {
            return;
        }
        if (!ol_suppression_matches(suppression, diag)) {
            continue;
        }
        bool is_expired = ol_suppression_is_expired(suppression, view->today);
        view->outcome->uses[ref->suppression] |= is_expired ? OL_USE_MISSED : OL_USE_MATCHED;
        if (!is_expired && diag->acceptance == OL_ACCEPTED_NOT) {
            diag->acceptance = OL_ACCEPTED_SUPPRESSED;
            diag->reason = suppression->reason;
        }
    }
}

/* Whether a suppression is about all findings of a rule, wherever they are. */
static bool is_unconditional(const struct ol_policy_view *view,
                             const struct ol_suppression_ref *ref)
{
    const struct ol_suppression *suppression = &view->policy->suppressions.items[ref->suppression];
    return ref->cases.count == ol_rule_set_case_count(view->rules, ref->cases.rule) &&
           suppression->path_count == 0 && suppression->name_count == 0 &&
           !ol_suppression_is_expired(suppression, view->today);
}

/* Lists the suppressions about the file whose rules run. */
static void choose_suppressions(struct ol_policy_view *view, const struct ol_rule_set *rules,
                                uint8_t *is_about)
{
    const struct ol_policy *policy = view->policy;
    view->ref_count = 0;
    for (size_t i = 0; i < policy->suppressions.count; i++) {
        const struct ol_suppression *item = &policy->suppressions.items[i];
        is_about[i] = ol_file_scope_has(&item->scope, ol_buf_text(&view->path), &view->scratch);
        view->outcome->uses[i] = is_about[i] != 0 ? OL_USE_FILE : 0;
        if (ol_suppression_is_expired(item, view->today)) {
            view->outcome->uses[i] |= OL_USE_EXPIRED;
        }
    }
    for (size_t i = 0; i < policy->ref_count; i++) {
        const struct ol_suppression_ref *ref = &policy->refs[i];
        if (is_about[ref->suppression] == 0 || !ol_rule_set_is_running(rules, ref->cases.rule)) {
            continue;
        }
        view->outcome->uses[ref->suppression] |= OL_USE_ABOUT;
        bool is_alone = view->reach[ref->cases.rule] == OL_AMEND_NONE;
        view->reach[ref->cases.rule] =
            is_alone && is_unconditional(view, ref) ? OL_AMEND_ALL : OL_AMEND_PLACE;
        view->refs[view->ref_count++] = *ref;
    }
}

/* Sets what is made of each rule's findings: overrides with paths first. */
static void reach_overrides(struct ol_policy_view *view)
{
    const struct ol_overrides *overrides = &view->policy->overrides;
    memset(view->reach, OL_AMEND_NONE, ol_rule_set_count(view->rules));
    view->override_steps = 0;
    view->steps_left = OL_AMEND_STEPS_MAX;
    view->is_cut = false;
    for (size_t i = 0; i < overrides->count; i++) {
        const struct ol_override *override = &overrides->items[i];
        view->override_steps += view->is_applied[i] != 0 ? 1 + override->path_count : 0;
        for (size_t j = 0;
             view->is_applied[i] != 0 && override->path_count > 0 && j < override->entry_count;
             j++) {
            view->reach[override->entries[j].cases.rule] = OL_AMEND_PLACE;
        }
    }
}

static bool is_amending(const struct ol_policy_view *view)
{
    size_t count = ol_rule_set_count(view->rules);
    for (size_t i = 0; i < count; i++) {
        if (view->reach[i] != OL_AMEND_NONE) {
            return true;
        }
    }
    return false;
}

/* --- one file ------------------------------------------------------------ */

enum ol_status ol_policy_enter(struct ol_policy_view *view, struct ol_arena *arena,
                               const char *name, struct ol_policy_file *file)
{
    const struct ol_policy *policy = view->policy;
    *file = (struct ol_policy_file){0};
    ol_file_path_set_absolute(&view->path, policy->working_folder, name);
    enum ol_status status = find_set(view, &file->rules);
    if (status != OL_OK) {
        return status;
    }
    size_t count = policy->suppressions.count;
    uint8_t *is_about = ol_arena_alloc(arena, count);
    view->outcome = ol_arena_alloc(arena, sizeof *view->outcome);
    uint8_t *uses = ol_arena_alloc(arena, ol_policy_use_count(policy));
    if (is_about == NULL || view->outcome == NULL || uses == NULL) {
        return OL_ERR_NOMEM;
    }
    view->outcome->uses = uses;
    view->outcome->has_baseline = policy->has_baseline;
    for (size_t i = 0; i < policy->overrides.count; i++) {
        uses[count + i] = view->is_applied[i] != 0 ? OL_USE_FILE : 0;
    }
    reach_overrides(view);
    choose_suppressions(view, file->rules, is_about);
    if (policy->has_baseline) {
        view->part = ol_baseline_find(&policy->baseline, ol_buf_text(&view->path), &view->scratch);
        file->baseline_total = view->part.total;
        view->outcome->baseline_first = (size_t)(view->part.entries - policy->baseline.entries);
        view->outcome->baseline_count = view->part.count;
    }
    if (!ol_buf_is_ok(&view->path) || !ol_buf_is_ok(&view->scratch)) {
        ol_buf_fini(&view->path);
        ol_buf_fini(&view->scratch);
        return OL_ERR_NOMEM;
    }
    view->amend = (struct ol_amend){.context = view, .reach = view->reach, .apply = apply};
    file->amend = is_amending(view) ? &view->amend : NULL;
    file->outcome = view->outcome;
    return OL_OK;
}

/* Findings that were not kept, which nobody can look up in the baseline. */
static bool has_dropped(const struct ol_diag_list *list)
{
    for (size_t i = 0; i <= OL_SEVERITY_ERROR; i++) {
        if (list->dropped[i] > 0) {
            return true;
        }
    }
    return false;
}

/* Says that overrides and suppressions were not held against all findings, so that nothing can be
 * said of those that matched none. */
static enum ol_status tell_cut(const struct ol_policy_view *view, struct ol_diag_list *list)
{
    for (size_t i = 0; i < view->policy->suppressions.count; i++) {
        uint8_t *use = &view->outcome->uses[i];
        *use = (*use & (OL_USE_MATCHED | OL_USE_EXPIRED)) == 0 ? OL_USE_FILE : *use;
    }
    const struct ol_not_checked entry = {
        .path = "",
        .reason =
            "overrides and suppressions have more paths than so many findings are held against",
    };
    return ol_diag_list_add_not_checked(list, &entry);
}

enum ol_status ol_policy_leave(struct ol_policy_view *view, struct ol_policy_file *file,
                               struct ol_diag_list *list, size_t max)
{
    struct ol_policy_outcome *outcome = file->outcome;
    enum ol_status status = view->is_cut ? tell_cut(view, list) : OL_OK;
    if (status != OL_OK || !outcome->has_baseline) {
        return status;
    }
    bool is_partial = has_dropped(list);
    status = ol_baseline_accept(&view->part, list, &outcome->gone);
    if (status != OL_OK) {
        return status;
    }
    outcome->gone = is_partial ? 0 : outcome->gone; /* what seems gone may be what was dropped */
    ol_diag_list_settle(list, max);
    outcome->unchanged = ol_diag_list_count_accepted(list, OL_ACCEPTED_BASELINE);
    return OL_OK;
}
