/* SPDX-License-Identifier: Apache-2.0 */
/* The loader of profiles. */
#include <string.h>

#include "rule/load.h"
#include "rule/mention.h"

static void load_name(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_profile *profile = out;
    if (ol_typed_own_name(typed, node, &profile->name)) {
        ol_mention_add(typed, OL_MENTION_PROFILE_NAME, node->mark, profile->name, NULL);
    }
}

static void load_extends(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_profile *profile = out;
    if (ol_typed_kebab(typed, node, &profile->extends)) {
        ol_mention_add(typed, OL_MENTION_PROFILE, node->mark, profile->extends, NULL);
    }
}

static void load_info(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const char *const words[] = {"off", "on", NULL};
    struct ol_profile *profile = out;
    size_t place = 0;
    profile->is_info_on = ol_typed_word(typed, node, "state of info", words, &place) && place == 1;
}

static void load_state(struct ol_typed *typed, const struct ol_yaml_node *node, const char *what,
                       enum ol_profile_state *state)
{
    static const char *const words[] = {"off", "on", NULL};
    size_t place = 0;
    if (ol_typed_word(typed, node, what, words, &place)) {
        *state = place == 1 ? OL_PROFILE_ON : OL_PROFILE_OFF;
    }
}

static void load_default(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_profile *profile = out;
    load_state(typed, node, "state of rules that are not listed", &profile->rest);
}

static void load_external(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_profile *profile = out;
    load_state(typed, node, "state of external data", &profile->external);
}

/* A severity, or "on" for that of the rule's file. */
static void load_severity(struct ol_typed *typed, const struct ol_yaml_node *node,
                          struct ol_profile_entry *entry)
{
    static const char *const words[] = {"info", "warning", "error", "off", "on", NULL};
    static const enum ol_severity severities[] = {OL_SEVERITY_INFO, OL_SEVERITY_WARNING,
                                                  OL_SEVERITY_ERROR, OL_SEVERITY_OFF};
    size_t place = 0;
    if (ol_typed_word(typed, node, "severity", words, &place)) {
        entry->is_as_written = place == sizeof severities / sizeof *severities;
        entry->severity = entry->is_as_written ? OL_SEVERITY_OFF : severities[place];
    }
}

/* ID: severity, or ID/VARIANT: severity */
static void load_entry(struct ol_typed *typed, const struct ol_yaml_node *node,
                       struct ol_profile_entry *entry)
{
    const char *name = node->key->text;
    const char *slash = strchr(name, '/');
    size_t size = slash == NULL ? strlen(name) : (size_t)(slash - name);
    entry->rule = ol_arena_copy_text(typed->arena, (struct ol_slice){(const uint8_t *)name, size});
    if (entry->rule == NULL) {
        typed->is_out_of_memory = true;
        return;
    }
    entry->variant = slash == NULL ? NULL : slash + 1;
    load_severity(typed, node, entry);
    ol_mention_add(typed, OL_MENTION_RULE, node->key->mark, entry->rule, entry->variant);
}

static void load_rules(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_profile *profile = out;
    if (!ol_typed_is_kind(typed, node, OL_YAML_MAP)) {
        return;
    }
    struct ol_profile_entry *entries = ol_typed_alloc(typed, node->count, sizeof *entries);
    size_t count = 0;
    for (const struct ol_yaml_node *member = node->first; entries != NULL && member != NULL;
         member = member->next) {
        load_entry(typed, member, &entries[count]);
        count++;
    }
    profile->entries = entries;
    profile->entry_count = count;
}

enum ol_status ol_load_profile(struct ol_loader *loader, const char *path, struct ol_slice text,
                               struct ol_profile *profile)
{
    static const struct ol_typed_key keys[] = {
        {.name = "name", .form = OL_TYPED_CALL, .is_required = true, .load = load_name},
        {.name = "title", .is_required = true, .offset = offsetof(struct ol_profile, title)},
        {.name = "extends", .form = OL_TYPED_CALL, .load = load_extends},
        {.name = "info", .form = OL_TYPED_CALL, .is_required = true, .load = load_info},
        {.name = "default", .form = OL_TYPED_CALL, .load = load_default},
        {.name = "external", .form = OL_TYPED_CALL, .load = load_external},
        {.name = "rules", .form = OL_TYPED_CALL, .load = load_rules},
    };
    static const struct ol_typed_map map = {"profile", keys, sizeof keys / sizeof keys[0]};
    struct ol_typed typed;
    ol_typed_init(&typed, loader, path);
    *profile = (struct ol_profile){0};
    const struct ol_yaml_node *root = ol_typed_load_tree(&typed, text);
    if (root != NULL) {
        ol_typed_load_map(&typed, root, &map, profile);
    }
    return ol_typed_finish(&typed);
}
