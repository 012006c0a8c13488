/* SPDX-License-Identifier: Apache-2.0 */
/* Overrides, resolved and applied. */
#include "policy/override.h"

#include <stdlib.h>
#include <string.h>

#include "base/lower_bound.h"
#include "config/setting.h"

static int compare_entries(const void *left, const void *right)
{
    const struct ol_override_entry *a = left;
    const struct ol_override_entry *b = right;
    if (a->cases.rule != b->cases.rule) {
        return a->cases.rule < b->cases.rule ? -1 : 1;
    }
    return a->order < b->order ? -1 : a->order > b->order;
}

static void load_entry(struct ol_typed *typed, const struct ol_rule_set *rules,
                       const struct ol_config_rule *rule, struct ol_override_entry *entry)
{
    typed->path = rule->origin.path;
    if (!ol_cases_find(typed, rules, rule->origin.mark, rule->name, &entry->cases)) {
        return;
    }
    if (rule->with != NULL || rule->severity == NULL) {
        ol_typed_refuse_text(typed, rule->origin.mark, "an override sets the severity of ",
                             rule->name, "; parameters are set by rules, for all files");
        return;
    }
    entry->is_as_written = strcmp(rule->severity, "on") == 0;
    entry->severity =
        entry->is_as_written ? OL_SEVERITY_OFF : ol_severity_from_word(rule->severity);
}

static void load_override(struct ol_typed *typed, const struct ol_rule_set *rules,
                          const struct ol_config_override *config, struct ol_override *override)
{
    override->origin = config->origin;
    override->scope =
        (struct ol_file_scope){config->files, config->file_count, config->origin.folder};
    if (config->paths != NULL) {
        typed->path = config->origin.path;
        override->paths = ol_selector_load_paths(typed, config->paths, &override->path_count);
    }
    override->entries = ol_typed_alloc(typed, config->rule_count, sizeof *override->entries);
    if (override->entries == NULL || config->rule_count == 0) {
        return;
    }
    for (size_t i = 0; i < config->rule_count; i++) {
        override->entries[i].order = i;
        load_entry(typed, rules, &config->rules[i], &override->entries[i]);
    }
    override->entry_count = config->rule_count;
    qsort(override->entries, override->entry_count, sizeof *override->entries, compare_entries);
}

/* What the command line says of rules, which counts more than every override: one more, the last,
 * for all files. Gathers its rules; none where the command line says nothing. */
static void load_options(struct ol_typed *typed, const struct ol_rule_set *rules,
                         const struct ol_config *config, struct ol_overrides *overrides)
{
    struct ol_config_override options = {0};
    struct ol_config_rule *gathered =
        ol_typed_alloc(typed, config->rule_count, sizeof *options.rules);
    for (size_t i = 0; gathered != NULL && i < config->rule_count; i++) {
        if (config->rules[i].origin.path == NULL) {
            gathered[options.rule_count++] = config->rules[i];
        }
    }
    if (options.rule_count > 0) {
        options.rules = gathered;
        load_override(typed, rules, &options, &overrides->items[overrides->count]);
        overrides->count++;
    }
}

enum ol_status ol_overrides_load(struct ol_arena *arena, struct ol_buf *errors,
                                 const struct ol_config *config, const struct ol_rule_set *rules,
                                 struct ol_overrides *overrides)
{
    struct ol_loader loader = {.arena = arena, .errors = errors};
    struct ol_typed typed = {.loader = &loader, .arena = arena, .errors = errors};
    size_t count = config->override_count;
    overrides->items = ol_typed_alloc(&typed, count + 1, sizeof *overrides->items);
    if (overrides->items == NULL || count == 0) {
        return ol_typed_status(&typed);
    }
    overrides->count = count;
    for (size_t i = 0; i < count; i++) {
        load_override(&typed, rules, &config->overrides[i], &overrides->items[i]);
    }
    load_options(&typed, rules, config, overrides);
    return ol_typed_status(&typed);
}

/* The severity that the rule's own file gives to a case. */
static enum ol_severity severity_written(const struct ol_rule *rule, size_t place)
{
    return place == 0 ? rule->severity : rule->variants[place - 1].severity;
}

static enum ol_severity severity_of(const struct ol_override_entry *entry,
                                    const struct ol_rule *rule, size_t place)
{
    return entry->is_as_written ? severity_written(rule, place) : entry->severity;
}

void ol_override_apply(const struct ol_override *override, struct ol_rule_set *rules)
{
    for (size_t i = 0; i < override->entry_count; i++) {
        const struct ol_override_entry *entry = &override->entries[i];
        uint32_t index = entry->cases.rule;
        const struct ol_rule *rule = ol_rule_set_at(rules, index);
        for (size_t j = 0; j < entry->cases.count; j++) {
            size_t place = entry->cases.first + j;
            enum ol_severity severity = severity_of(entry, rule, place);
            if (override->path_count == 0) {
                ol_rule_set_set_case(rules, index, place, severity);
            } else if (severity != OL_SEVERITY_OFF) {
                ol_rule_set_bind(rules, index, true);
            }
        }
        bool is_whole = entry->cases.count == ol_rule_set_case_count(rules, index);
        if (override->path_count == 0 && is_whole) {
            ol_rule_set_bind(rules, index, false); /* what was said of places counts no more */
        }
    }
}

static int compare_rule(const void *rule, const void *entry)
{
    uint32_t a = *(const uint32_t *)rule;
    uint32_t b = ((const struct ol_override_entry *)entry)->cases.rule;
    return (a > b) - (a < b);
}

/* The first entry about a rule, or where it would be. */
static size_t first_entry(const struct ol_override *override, uint32_t rule)
{
    return ol_lower_bound(&rule, override->entries, override->entry_count,
                          sizeof *override->entries, compare_rule);
}

enum ol_severity ol_override_severity(const struct ol_override *override,
                                      const struct ol_rule_set *rules, uint32_t rule, size_t place,
                                      enum ol_severity before)
{
    enum ol_severity severity = before;
    for (size_t i = first_entry(override, rule);
         i < override->entry_count && override->entries[i].cases.rule == rule; i++) {
        if (ol_cases_has(&override->entries[i].cases, rule, place)) {
            severity = severity_of(&override->entries[i], ol_rule_set_at(rules, rule), place);
        }
    }
    return severity;
}
