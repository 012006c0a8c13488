/* SPDX-License-Identifier: Apache-2.0 */
/* Severities in force, and the lists by trigger and message. */
#include "rule/rule_set.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define TRIGGER_COUNT (OL_ON_CLOSE + 1)
#define MESSAGE_SLOTS (OL_MESSAGE_COUNT + 1)

struct ol_rule_set {
    const struct ol_rule *rules;
    size_t count;
    const struct ol_check *const *checks;
    size_t *first_case;       /* by rule: of its main case; its variants follow */
    uint8_t *severities;      /* by case */
    uint8_t *is_bound;        /* by rule: it runs though it is off */
    uint32_t *superseded;     /* rule indexes: those of rule i from first_superseded[i] */
    size_t *first_superseded; /* count + 1 */
    struct ol_binding *bindings;
    struct ol_bindings lists[TRIGGER_COUNT][MESSAGE_SLOTS];
    uint64_t targets[TRIGGER_COUNT]; /* as ol_rule_set_targets has them */
    bool is_external_allowed;
    bool is_arranged;
    bool needs_types;
    uint32_t claimed[OL_MESSAGE_COUNT]; /* by message: fields whose gate a rule claims */
};

static const struct ol_check *check_of(const struct ol_rule_set *set, const struct ol_rule *rule)
{
    return set->checks[rule->check];
}

static size_t case_count(const struct ol_rule *rule)
{
    return 1 + rule->variant_count;
}

/* The place of a variant among its rule's cases: 0 for the main case, SIZE_MAX for none. */
static size_t case_of(const struct ol_rule *rule, const char *variant)
{
    if (variant == NULL) {
        return 0;
    }
    for (size_t i = 0; i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, variant) == 0) {
            return i + 1;
        }
    }
    return SIZE_MAX;
}

/* What the profile says of a case; without one, the rule's own file. */
static enum ol_severity severity_of(const struct ol_profile *profile, const struct ol_rule *rule,
                                    size_t place)
{
    const struct ol_rule_variant *variant = place > 0 ? &rule->variants[place - 1] : NULL;
    if (profile == NULL) {
        return variant != NULL ? variant->severity : rule->severity;
    }
    return ol_profile_severity(profile, rule, variant != NULL ? variant->name : NULL);
}

void ol_rule_set_apply_profile(struct ol_rule_set *set, const struct ol_profile *profile)
{
    size_t next = 0;
    set->is_arranged = false;
    set->is_external_allowed = profile == NULL || profile->external != OL_PROFILE_OFF;
    for (size_t i = 0; i < set->count; i++) {
        const struct ol_rule *rule = &set->rules[i];
        set->first_case[i] = next;
        for (size_t place = 0; place < case_count(rule); place++) {
            set->severities[next++] = (uint8_t)severity_of(profile, rule, place);
        }
    }
}

/* Resolves the ids that rules supersede. The loader has refused those that do not exist. */
static void init_superseded(struct ol_rule_set *set)
{
    size_t next = 0;
    for (size_t i = 0; i < set->count; i++) {
        set->first_superseded[i] = next;
        for (size_t j = 0; j < set->rules[i].supersedes_count; j++) {
            const struct ol_rule *other =
                ol_rule_set_find(set, ol_slice_from_text(set->rules[i].supersedes[j]));
            if (other != NULL) {
                set->superseded[next++] = ol_rule_set_index(set, other);
            }
        }
    }
    set->first_superseded[set->count] = next;
}

static void init_claimed(struct ol_rule_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        const struct ol_rule *rule = &set->rules[i];
        if (!check_of(set, rule)->claims_gates) {
            continue;
        }
        const struct ol_param_value *fields = &rule->with[0];
        for (size_t j = 0; j < fields->count; j++) {
            set->claimed[fields->items[j].message] |= 1U << fields->items[j].field;
        }
    }
}

enum ol_status ol_rule_set_new(const struct ol_rule *rules, size_t count,
                               const struct ol_check *const *checks, struct ol_rule_set **set)
{
    size_t cases = 0;
    size_t superseded = 0;
    for (size_t i = 0; i < count; i++) {
        cases += case_count(&rules[i]);
        superseded += rules[i].supersedes_count;
    }
    struct ol_rule_set *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    made->rules = rules;
    made->count = count;
    made->checks = checks;
    made->first_case = calloc(count + 1, sizeof *made->first_case);
    made->severities = calloc(cases + 1, sizeof *made->severities);
    made->is_bound = calloc(count + 1, sizeof *made->is_bound);
    made->superseded = calloc(superseded + 1, sizeof *made->superseded);
    made->first_superseded = calloc(count + 1, sizeof *made->first_superseded);
    if (made->first_case == NULL || made->severities == NULL || made->is_bound == NULL ||
        made->superseded == NULL || made->first_superseded == NULL) {
        ol_rule_set_free(made);
        return OL_ERR_NOMEM;
    }
    ol_rule_set_apply_profile(made, NULL);
    init_superseded(made);
    init_claimed(made);
    *set = made;
    return OL_OK;
}

void ol_rule_set_free(struct ol_rule_set *set)
{
    if (set == NULL) {
        return;
    }
    free(set->first_case);
    free(set->severities);
    free(set->is_bound);
    free(set->superseded);
    free(set->first_superseded);
    free(set->bindings);
    free(set);
}

/* Cases of all rules together. */
static size_t total_cases(const struct ol_rule_set *set)
{
    const struct ol_rule *last = set->count > 0 ? &set->rules[set->count - 1] : NULL;
    return last != NULL ? set->first_case[set->count - 1] + case_count(last) : 0;
}

enum ol_status ol_rule_set_copy(const struct ol_rule_set *set, struct ol_rule_set **copy)
{
    enum ol_status status = ol_rule_set_new(set->rules, set->count, set->checks, copy);
    if (status == OL_OK) {
        memcpy((*copy)->severities, set->severities, total_cases(set));
        memcpy((*copy)->is_bound, set->is_bound, set->count);
        (*copy)->is_external_allowed = set->is_external_allowed;
    }
    return status;
}

size_t ol_rule_set_case_count(const struct ol_rule_set *set, uint32_t rule)
{
    return case_count(&set->rules[rule]);
}

size_t ol_rule_set_case_of(const struct ol_rule_set *set, uint32_t rule, struct ol_slice variant)
{
    for (size_t i = 0; i < set->rules[rule].variant_count; i++) {
        if (ol_slice_is_text(variant, set->rules[rule].variants[i].name)) {
            return i + 1;
        }
    }
    return variant.data == NULL ? 0 : SIZE_MAX;
}

enum ol_severity ol_rule_set_case(const struct ol_rule_set *set, uint32_t rule, size_t place)
{
    return (enum ol_severity)set->severities[set->first_case[rule] + place];
}

void ol_rule_set_set_case(struct ol_rule_set *set, uint32_t rule, size_t place,
                          enum ol_severity severity)
{
    set->severities[set->first_case[rule] + place] = (uint8_t)severity;
    set->is_arranged = false;
}

void ol_rule_set_bind(struct ol_rule_set *set, uint32_t rule, bool is_bound)
{
    set->is_bound[rule] = is_bound;
    set->is_arranged = false;
}

bool ol_rule_set_override(struct ol_rule_set *set, struct ol_slice name, enum ol_severity severity)
{
    const uint8_t *slash = name.size > 0 ? memchr(name.data, '/', name.size) : NULL;
    struct ol_slice id = {name.data, slash != NULL ? (size_t)(slash - name.data) : name.size};
    const struct ol_rule *rule = ol_rule_set_find(set, id);
    if (rule == NULL) {
        return false;
    }
    bool is_found = false;
    uint32_t index = ol_rule_set_index(set, rule);
    for (size_t i = 0; i < case_count(rule); i++) {
        struct ol_slice variant = {name.data + id.size + 1, name.size - id.size - 1};
        if (slash == NULL || (i > 0 && ol_slice_is_text(variant, rule->variants[i - 1].name))) {
            ol_rule_set_set_case(set, index, i, severity);
            is_found = true;
        }
    }
    return is_found;
}

size_t ol_rule_set_count(const struct ol_rule_set *set)
{
    return set->count;
}

const struct ol_rule *ol_rule_set_at(const struct ol_rule_set *set, size_t i)
{
    return &set->rules[i];
}

/* Compares an id with a slice in strcmp's order. */
static int compare_id(const char *id, struct ol_slice name)
{
    size_t size = strlen(id);
    int order = name.size > 0 ? memcmp(id, name.data, size < name.size ? size : name.size) : 0;
    return order != 0 ? order : (size > name.size) - (size < name.size);
}

const struct ol_rule *ol_rule_set_find(const struct ol_rule_set *set, struct ol_slice id)
{
    size_t low = 0;
    size_t high = set->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_id(set->rules[middle].id, id);
        if (order == 0) {
            return &set->rules[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

enum ol_severity ol_rule_set_severity(const struct ol_rule_set *set, const struct ol_rule *rule,
                                      const char *variant)
{
    size_t place = case_of(rule, variant);
    return place == SIZE_MAX
               ? OL_SEVERITY_OFF
               : (enum ol_severity)
                     set->severities[set->first_case[ol_rule_set_index(set, rule)] + place];
}

bool ol_rule_set_is_on(const struct ol_rule_set *set, const struct ol_rule *rule)
{
    size_t first = set->first_case[ol_rule_set_index(set, rule)];
    for (size_t i = rule->message == NULL ? 1 : 0; i < case_count(rule); i++) {
        if (set->severities[first + i] != OL_SEVERITY_OFF) {
            return true;
        }
    }
    return false;
}

bool ol_rule_set_supersedes(const void *context, uint32_t rule, uint32_t other)
{
    const struct ol_rule_set *set = context;
    for (size_t i = set->first_superseded[rule]; i < set->first_superseded[rule + 1]; i++) {
        if (set->superseded[i] == other) {
            return true;
        }
    }
    return false;
}

bool ol_rule_set_is_superseded(const struct ol_rule_set *set, const struct ol_rule *rule,
                               const struct ol_check *by)
{
    uint32_t index = ol_rule_set_index(set, rule);
    for (size_t i = 0; i < set->count; i++) {
        if (check_of(set, &set->rules[i])->run == by->run &&
            ol_rule_set_is_on(set, &set->rules[i]) &&
            ol_rule_set_supersedes(set, (uint32_t)i, index)) {
            return true;
        }
    }
    return false;
}

bool ol_rule_set_is_external_allowed(const struct ol_rule_set *set)
{
    return set->is_external_allowed;
}

void ol_rule_set_set_external(struct ol_rule_set *set, bool is_allowed)
{
    set->is_external_allowed = is_allowed;
}

bool ol_rule_set_needs_types(const struct ol_rule_set *set)
{
    return set->needs_types;
}

const struct ol_check *ol_rule_set_check(const struct ol_rule_set *set, const struct ol_rule *rule)
{
    return set->checks[rule->check];
}

uint32_t ol_rule_set_index(const struct ol_rule_set *set, const struct ol_rule *rule)
{
    return (uint32_t)(rule - set->rules);
}

bool ol_rule_set_is_gate_claimed(const struct ol_rule_set *set, const struct ol_field *field)
{
    return set->claimed[field->holder->id] >> field->index & 1;
}

bool ol_rule_set_is_running(const struct ol_rule_set *set, uint32_t rule)
{
    return ol_rule_set_is_on(set, &set->rules[rule]) || set->is_bound[rule];
}

static bool is_running(const struct ol_rule_set *set, const struct ol_rule *rule)
{
    return ol_rule_set_is_running(set, ol_rule_set_index(set, rule));
}

/* The lists of its trigger that a rule belongs in, as bits; none where it does not run. */
static uint64_t slots_of(const struct ol_rule_set *set, const struct ol_rule *rule)
{
    if (!is_running(set, rule)) {
        return 0;
    }
    return rule->targets == 0 ? OL_MESSAGE_BIT(OL_MESSAGE_COUNT) : rule->targets;
}

/* Counts what each list will hold. */
static size_t count_bindings(struct ol_rule_set *set)
{
    size_t total = 0;
    memset(set->lists, 0, sizeof set->lists);
    memset(set->targets, 0, sizeof set->targets);
    for (size_t i = 0; i < set->count; i++) {
        const struct ol_rule *rule = &set->rules[i];
        for (uint64_t slots = slots_of(set, rule); slots != 0; slots &= slots - 1) {
            set->lists[check_of(set, rule)->trigger][__builtin_ctzll(slots)].count++;
            total++;
        }
    }
    return total;
}

/* Gives each list its place, empty. */
static void place_lists(struct ol_rule_set *set)
{
    size_t next = 0;
    for (unsigned trigger = 0; trigger < TRIGGER_COUNT; trigger++) {
        for (unsigned message = 0; message < MESSAGE_SLOTS; message++) {
            struct ol_bindings *list = &set->lists[trigger][message];
            list->items = &set->bindings[next];
            next += list->count;
            list->count = 0;
        }
    }
}

/* What is bound to a trigger, and to a message, unless that is OL_MESSAGE_COUNT. */
static struct ol_binding binding_of(const struct ol_rule *rule, const struct ol_check *check,
                                    unsigned message)
{
    struct ol_binding binding = {
        .rule = rule,
        .check = check,
        .concern = OL_CONCERNS_ALL,
        .ir_min = rule->ir_min,
        .ir_max = rule->ir_max != 0 ? rule->ir_max : INT_MAX,
    };
    if (check->concern != NULL && message < OL_MESSAGE_COUNT) {
        binding.concern = check->concern(rule, &ol_messages[message]);
        int ir_max = binding.concern.ir_max;
        binding.ir_max = ir_max != 0 && ir_max < binding.ir_max ? ir_max : binding.ir_max;
    }
    return binding;
}

/* Whether levels that are no roots can concern the binding. */
static bool is_of_parts(const struct ol_binding *binding)
{
    return (binding->concern.present & ~OL_CONCERN_ROOT) != 0 || binding->concern.missing != 0;
}

enum ol_status ol_rule_set_arrange(struct ol_rule_set *set)
{
    size_t total = count_bindings(set);
    free(set->bindings);
    set->bindings = calloc(total + 1, sizeof *set->bindings);
    if (set->bindings == NULL) {
        memset(set->lists, 0, sizeof set->lists);
        return OL_ERR_NOMEM;
    }
    place_lists(set);
    set->needs_types = false;
    for (size_t i = 0; i < set->count; i++) {
        const struct ol_rule *rule = &set->rules[i];
        const struct ol_check *check = check_of(set, rule);
        set->needs_types = set->needs_types || (check->needs_types && is_running(set, rule));
        for (uint64_t slots = slots_of(set, rule); slots != 0; slots &= slots - 1) {
            unsigned message = (unsigned)__builtin_ctzll(slots);
            struct ol_bindings *list = &set->lists[check->trigger][message];
            size_t place = (size_t)(list->items - set->bindings) + list->count++;
            set->bindings[place] = binding_of(rule, check, message);
            if (is_of_parts(&set->bindings[place])) {
                set->targets[check->trigger] |= OL_MESSAGE_BIT(message);
            }
        }
    }
    set->is_arranged = true;
    return OL_OK;
}

bool ol_rule_set_is_arranged(const struct ol_rule_set *set)
{
    return set->is_arranged;
}

struct ol_bindings ol_rule_set_bindings(const struct ol_rule_set *set, enum ol_trigger trigger,
                                        unsigned message)
{
    return set->lists[trigger][message];
}

uint64_t ol_rule_set_targets(const struct ol_rule_set *set, enum ol_trigger trigger)
{
    return set->targets[trigger];
}
