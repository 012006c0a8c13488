/* SPDX-License-Identifier: Apache-2.0 */
/* The maps of a configuration that have a form of their own: rules, overrides, target-opset.
 * Whether there are rules of such names is known only when all rules are: ol_linter_configure
 * tells. */
#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "config/load_config.h"
#include "config/setting.h"
#include "rule/path_pattern.h"

/* --- rules --- */

/* Takes the rules of a map in the order in which they count. */
typedef bool take_rule_fn(struct ol_config_reading *reading, const struct ol_config_rule *rule,
                          void *out);

static void load_severity(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_config_rule *rule = out;
    const char *word = NULL;
    if (!ol_typed_line(typed, node, &word)) {
        return;
    }
    if (ol_severity_accepts(word)) {
        rule->severity = word;
    } else if (ol_typed_begin_error(typed, node->mark)) {
        ol_severity_explain(typed->errors, word);
        ol_buf_add_char(typed->errors, '\n');
    }
}

/* Its members are parameters of the rule's check: read when that is known. */
static void load_with(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_config_rule *rule = out;
    if (!ol_typed_is_kind(typed, node, OL_YAML_MAP)) {
        return;
    }
    if (strchr(rule->name, '/') != NULL) {
        ol_typed_refuse(typed, node->key->mark,
                        "parameters are those of all cases of a rule: give them to its ID alone");
        return;
    }
    rule->with = node;
}

/* ID: SEVERITY, or ID: {severity: SEVERITY, with: {...}} */
static void load_rule(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                      struct ol_config_rule *rule)
{
    static const struct ol_typed_key keys[] = {
        {.name = "severity", .form = OL_TYPED_CALL, .load = load_severity},
        {.name = "with", .form = OL_TYPED_CALL, .load = load_with},
    };
    static const struct ol_typed_map map = {"rule", keys, sizeof keys / sizeof keys[0]};
    struct ol_typed *typed = &reading->typed;
    *rule = (struct ol_config_rule){.name = node->key->text,
                                    .origin = ol_config_origin(reading, node->key->mark)};
    if (node->kind != OL_YAML_MAP) {
        load_severity(typed, node, rule);
    } else if (node->count == 0) {
        ol_typed_refuse(typed, node->mark, "this map is to have a severity, with, or both");
    } else {
        ol_typed_load_map(typed, node, &map, rule);
    }
}

/* Reads a map of rules. Its order does not count: what is said of one case of a rule counts more
 * than what is said of all of them. */
static void load_rules(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                       take_rule_fn *take, void *out)
{
    if (!ol_typed_is_kind(&reading->typed, node, OL_YAML_MAP)) {
        return;
    }
    for (int is_case = 0; is_case <= 1; is_case++) {
        for (const struct ol_yaml_node *member = node->first; member != NULL;
             member = member->next) {
            struct ol_config_rule rule;
            if ((strchr(member->key->text, '/') != NULL) != (is_case == 1)) {
                continue;
            }
            load_rule(reading, member, &rule);
            ol_config_keep(reading, take(reading, &rule, out));
        }
    }
}

static bool take_rule(struct ol_config_reading *reading, const struct ol_config_rule *rule,
                      void *out)
{
    (void)out; /* the layer is the reading's */
    return ol_config_add_rule(&reading->layer, rule);
}

void ol_config_load_rules(struct ol_config_reading *reading, const struct ol_yaml_node *node)
{
    load_rules(reading, node, take_rule, NULL);
}

/* --- overrides --- */

struct override_reading {
    struct ol_config_reading *reading;
    struct ol_config_override override;
    const char **files;           /* of the override */
    struct ol_config_rule *rules; /* the same */
};

static void load_file(struct ol_config_reading *reading, const struct ol_yaml_node *node, void *out)
{
    struct override_reading *loading = out;
    const char *text = NULL;
    if (ol_config_load_text(reading, node, OL_SETTING_INCLUDE, "files", &text)) {
        loading->files[loading->override.file_count++] = text;
    }
}

static size_t member_count(const struct ol_yaml_node *node)
{
    return node->kind == OL_YAML_LIST ? node->count : 1;
}

/* Refuses a list that says nothing of where; one that is left out says everywhere. */
static bool is_filled(struct ol_typed *typed, const struct ol_yaml_node *node)
{
    if (member_count(node) > 0) {
        return true;
    }
    ol_typed_refuse(typed, node->mark, "the list is empty, so that nothing is meant");
    return false;
}

static void load_files(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct override_reading *loading = out;
    if (is_filled(typed, node) && ol_config_has_room(loading->reading, node)) {
        loading->files = ol_typed_alloc(typed, member_count(node), sizeof *loading->files);
    }
    if (loading->files != NULL) {
        ol_config_load_each(loading->reading, node, load_file, loading);
        loading->override.files = loading->files;
    }
}

static void load_path(struct ol_config_reading *reading, const struct ol_yaml_node *node, void *out)
{
    struct ol_path_pattern pattern;
    (void)out;
    (void)ol_path_pattern_load(&reading->typed, node, &pattern); /* what is wrong was told */
}

/* A list with that one member. */
static const struct ol_yaml_node *list_of(struct ol_typed *typed, const struct ol_yaml_node *node)
{
    struct ol_yaml_node *nodes = ol_typed_alloc(typed, 2, sizeof *nodes);
    if (nodes != NULL) {
        nodes[0] = *node;
        nodes[0].next = NULL;
        nodes[0].key = NULL;
        nodes[1] = (struct ol_yaml_node){.kind = OL_YAML_LIST,
                                         .mark = node->mark,
                                         .key = node->key,
                                         .first = &nodes[0],
                                         .count = 1};
    }
    return nodes != NULL ? &nodes[1] : NULL;
}

static void load_paths(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct override_reading *loading = out;
    if (is_filled(typed, node)) {
        ol_config_load_each(loading->reading, node, load_path, NULL);
        loading->override.paths = node->kind == OL_YAML_LIST ? node : list_of(typed, node);
    }
}

static bool take_override_rule(struct ol_config_reading *reading, const struct ol_config_rule *rule,
                               void *out)
{
    struct override_reading *loading = out;
    if (rule->with != NULL) {
        ol_typed_refuse(&reading->typed, rule->with->key->mark,
                        "overrides change severities alone: give parameters under rules");
    }
    loading->rules[loading->override.rule_count++] = *rule;
    return true;
}

static void load_override_rules(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct override_reading *loading = out;
    if (node->kind == OL_YAML_MAP) {
        loading->rules = ol_typed_alloc(typed, node->count, sizeof *loading->rules);
        if (loading->rules == NULL) {
            return;
        }
    }
    load_rules(loading->reading, node, take_override_rule, loading);
    loading->override.rules = loading->rules;
}

static void load_override(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                          void *out)
{
    static const struct ol_typed_key keys[] = {
        {.name = "files", .form = OL_TYPED_CALL, .load = load_files},
        {.name = "paths", .form = OL_TYPED_CALL, .load = load_paths},
        {.name = "rules", .form = OL_TYPED_CALL, .is_required = true, .load = load_override_rules},
    };
    static const struct ol_typed_map map = {"override", keys, sizeof keys / sizeof keys[0]};
    struct override_reading loading = {
        .reading = reading, .override = {.origin = ol_config_origin(reading, node->mark)}};
    (void)out;
    ol_typed_load_map(&reading->typed, node, &map, &loading);
    /* a further key is a misspelt one, which was told */
    if (node->kind == OL_YAML_MAP && node->count <= 1 && ol_yaml_member(node, "files") == NULL &&
        ol_yaml_member(node, "paths") == NULL) {
        ol_typed_refuse(&reading->typed, node->mark,
                        "an override wants files, paths or both; without them it is rules");
    }
    ol_config_keep(reading, ol_config_add_override(&reading->layer, &loading.override));
}

void ol_config_load_overrides(struct ol_config_reading *reading, const struct ol_yaml_node *node)
{
    ol_config_load_each(reading, node, load_override, NULL);
}

/* --- target-opset --- */

static void load_min(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_config_opset *opset = out;
    (void)ol_typed_integer(typed, node, 1, INT64_MAX, &opset->min);
}

static void load_max(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_config_opset *opset = out;
    (void)ol_typed_integer(typed, node, 1, INT64_MAX, &opset->max);
}

/* DOMAIN: {min: N, max: N} */
static void load_opset(struct ol_config_reading *reading, const struct ol_yaml_node *node)
{
    static const struct ol_typed_key keys[] = {
        {.name = "min", .form = OL_TYPED_CALL, .load = load_min},
        {.name = "max", .form = OL_TYPED_CALL, .load = load_max},
    };
    static const struct ol_typed_map map = {"bound", keys, sizeof keys / sizeof keys[0]};
    struct ol_typed *typed = &reading->typed;
    const char *domain = node->key->text;
    struct ol_config_opset opset = {.domain = strcmp(domain, "ai.onnx") == 0 ? "" : domain,
                                    .origin = ol_config_origin(reading, node->key->mark)};
    if (node->kind != OL_YAML_MAP || node->count == 0) {
        ol_typed_refuse(typed, node->mark,
                        "the bounds of an operator set are a map of min, max or both");
        return;
    }
    ol_typed_load_map(typed, node, &map, &opset);
    if (opset.min != 0 && opset.max != 0 && opset.min > opset.max) {
        ol_typed_refuse(typed, node->mark, "min is larger than max");
    }
    ol_config_keep(reading, ol_config_add_opset(&reading->layer, &opset));
}

void ol_config_load_opsets(struct ol_config_reading *reading, const struct ol_yaml_node *node)
{
    struct ol_typed *typed = &reading->typed;
    if (!ol_typed_is_kind(typed, node, OL_YAML_MAP)) {
        return;
    }
    if (node->count > OL_CONFIG_DOMAINS_MAX) {
        if (ol_typed_begin_error(typed, node->mark)) {
            ol_buf_addf(typed->errors, "more than %d domains\n", OL_CONFIG_DOMAINS_MAX);
        }
        return;
    }
    const struct ol_yaml_node *empty = ol_yaml_member(node, "");
    if (empty != NULL && ol_yaml_member(node, "ai.onnx") != NULL) {
        ol_typed_refuse(typed, empty->key->mark, "'' and 'ai.onnx' are the same domain");
    }
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        load_opset(reading, member);
    }
}
