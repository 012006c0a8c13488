/* SPDX-License-Identifier: Apache-2.0 */
/* Severities in force, and the lists by trigger and message. */
#include "rule/rule_set.h"

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
    uint32_t *superseded;     /* rule indexes: those of rule i from first_superseded[i] */
    size_t *first_superseded; /* count + 1 */
    struct ol_binding *bindings;
    struct ol_bindings lists[TRIGGER_COUNT][MESSAGE_SLOTS];
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

void ol_rule_set_apply_profile(struct ol_rule_set *set, const struct ol_profile *profile)
{
    size_t next = 0;
    for (size_t i = 0; i < set->count; i++) {
        const struct ol_rule *rule = &set->rules[i];
        set->first_case[i] = next;
        set->severities[next++] = (uint8_t)ol_profile_severity(profile, rule, NULL);
        for (size_t j = 0; j < rule->variant_count; j++) {
            set->severities[next++] =
                (uint8_t)ol_profile_severity(profile, rule, rule->variants[j].name);
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
    made->superseded = calloc(superseded + 1, sizeof *made->superseded);
    made->first_superseded = calloc(count + 1, sizeof *made->first_superseded);
    if (made->first_case == NULL || made->severities == NULL || made->superseded == NULL ||
        made->first_superseded == NULL) {
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
    free(set->superseded);
    free(set->first_superseded);
    free(set->bindings);
    free(set);
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
    size_t first = set->first_case[ol_rule_set_index(set, rule)];
    for (size_t i = 0; i < case_count(rule); i++) {
        struct ol_slice variant = {name.data + id.size + 1, name.size - id.size - 1};
        if (slash == NULL || (i > 0 && ol_slice_is_text(variant, rule->variants[i - 1].name))) {
            set->severities[first + i] = (uint8_t)severity;
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
        if (check_of(set, &set->rules[i]) == by && ol_rule_set_is_on(set, &set->rules[i]) &&
            ol_rule_set_supersedes(set, (uint32_t)i, index)) {
            return true;
        }
    }
    return false;
}

uint32_t ol_rule_set_index(const struct ol_rule_set *set, const struct ol_rule *rule)
{
    return (uint32_t)(rule - set->rules);
}

bool ol_rule_set_is_gate_claimed(const struct ol_rule_set *set, const struct ol_field *field)
{
    return set->claimed[field->holder->id] >> field->index & 1;
}

/* Whether the rule belongs in the list of the trigger and message. */
static bool is_listed(const struct ol_rule_set *set, const struct ol_rule *rule, unsigned trigger,
                      unsigned message)
{
    if (check_of(set, rule)->trigger != trigger || !ol_rule_set_is_on(set, rule)) {
        return false;
    }
    return message == OL_MESSAGE_COUNT ? rule->targets == 0 : (rule->targets >> message & 1) != 0;
}

/* Fills in the list of a trigger and message from bindings[next] on; returns what is free then. */
static size_t arrange_list(struct ol_rule_set *set, unsigned trigger, unsigned message, size_t next)
{
    size_t first = next;
    for (size_t i = 0; i < set->count; i++) {
        const struct ol_rule *rule = &set->rules[i];
        if (is_listed(set, rule, trigger, message)) {
            set->bindings[next++] = (struct ol_binding){rule, check_of(set, rule)};
        }
    }
    set->lists[trigger][message] = (struct ol_bindings){&set->bindings[first], next - first};
    return next;
}

enum ol_status ol_rule_set_arrange(struct ol_rule_set *set)
{
    size_t total = 0;
    for (size_t i = 0; i < set->count; i++) {
        uint64_t targets = set->rules[i].targets;
        total += targets == 0 ? 1 : (size_t)__builtin_popcountll(targets);
    }
    free(set->bindings);
    set->bindings = calloc(total + 1, sizeof *set->bindings);
    if (set->bindings == NULL) {
        return OL_ERR_NOMEM;
    }
    size_t next = 0;
    for (unsigned trigger = 0; trigger < TRIGGER_COUNT; trigger++) {
        for (unsigned message = 0; message < MESSAGE_SLOTS; message++) {
            next = arrange_list(set, trigger, message, next);
        }
    }
    return OL_OK;
}

struct ol_bindings ol_rule_set_bindings(const struct ol_rule_set *set, enum ol_trigger trigger,
                                        unsigned message)
{
    return set->lists[trigger][message];
}
