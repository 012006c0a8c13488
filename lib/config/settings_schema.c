/* SPDX-License-Identifier: Apache-2.0 */
/* doc/config.schema.json: the JSON Schema by which editors complete a configuration. It is written
 * from the tables of settings, rules and checks. It allows nothing that the loader refuses for its
 * form; what takes more than a look at one value (a glob that is none, a file that is not there) is
 * left to the loader. */
#include <string.h>

#include "config/rule_schema.h"
#include "config/schema_maker.h"
#include "config/setting.h"
#include "config/settings_form.h"
#include "config/settings_list.h"
#include "onnx_lint.h"
#include "rule/check.h"

/* --- keys of maps --- */

static json_t *checks_schema(struct ol_schema_maker *maker)
{
    json_t *list = json_array();
    for (size_t i = 0; i < ol_check_count; i++) {
        ol_schema_append(maker, list, json_string(ol_checks[i]->name));
    }
    return ol_schema_enum(maker, list);
}

/* Of overrides: the rules that `rules` has, without parameters. */
static json_t *severities_schema(struct ol_schema_maker *maker)
{
    json_t *schema = ol_schema_reference(maker, "rules");
    ol_schema_put(maker, schema, "additionalProperties", ol_schema_reference(maker, "case"));
    return schema;
}

static json_t *form_value(struct ol_schema_maker *maker, enum ol_form_type type)
{
    static const char severities[] = "error|warning|info";
    static const char settings[] = "error|warning|info|off|on";
    switch (type) {
    case OL_FORM_LINE:
        return ol_schema_line(maker);
    case OL_FORM_TEXT:
        return ol_schema_text(maker);
    case OL_FORM_NUMBER:
        return ol_schema_number(maker, 1);
    case OL_FORM_SEVERITY:
        return ol_schema_joined_words(maker, severities);
    case OL_FORM_SETTING:
        return ol_schema_joined_words(maker, settings);
    case OL_FORM_TEXTS:
        return ol_schema_one_or_list_of(maker, ol_schema_text(maker), 1);
    case OL_FORM_RULES:
        return severities_schema(maker);
    case OL_FORM_FORMAT:
        return ol_schema_joined_words(maker, ol_settings[OL_SETTING_FORMAT].argument);
    case OL_FORM_CHECK:
        return checks_schema(maker);
    case OL_FORM_WITH:
        return ol_schema_of_type(maker, "object");
    case OL_FORM_ID:
    case OL_FORM_IDS:
    case OL_FORM_RELEASE:
    case OL_FORM_TITLE:
    case OL_FORM_MEND:
    case OL_FORM_TARGET:
    case OL_FORM_WHEN:
    case OL_FORM_IR:
    case OL_FORM_OPSET:
    case OL_FORM_VARIANTS:
    case OL_FORM_NOTES:
    case OL_FORM_REFERENCES:
    case OL_FORM_EXAMPLES:
        break;
    }
    return ol_rule_schema_value(maker, type);
}

static json_t *form_schema(struct ol_schema_maker *maker, const struct ol_form *form)
{
    json_t *schema = ol_schema_closed_map(maker);
    json_t *keys = json_object_get(schema, "properties");
    ol_schema_describe(maker, schema, form->what, "");
    for (size_t i = 0; i < form->key_count; i++) {
        json_t *value = form_value(maker, form->keys[i].type);
        ol_schema_describe(maker, value, form->keys[i].help, "");
        ol_schema_put(maker, keys, form->keys[i].name, value);
    }
    return schema;
}

/* --- rules --- */

/* One rule or case of the map `rules`: its title shows while it is completed. */
static void put_rule(struct ol_schema_maker *maker, json_t *keys, const char *name,
                     const char *title)
{
    json_t *value = ol_schema_reference(maker, strchr(name, '/') != NULL ? "case" : "rule");
    ol_schema_describe(maker, value, title, "");
    ol_schema_put(maker, keys, name, value);
}

/* Ids that are unknown here may be those of custom rules. */
static json_t *rules_schema(struct ol_schema_maker *maker)
{
    json_t *schema = ol_schema_of_type(maker, "object");
    json_t *keys = json_object();
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        const struct ol_rule *rule = &ol_builtin_rules[i];
        put_rule(maker, keys, rule->id, rule->title);
        for (size_t j = 0; j < rule->variant_count; j++) {
            struct ol_buf name;
            ol_buf_init(&name);
            ol_buf_addf(&name, "%s/%s", rule->id, rule->variants[j].name);
            put_rule(maker, keys, ol_buf_text(&name), rule->title);
            maker->failed = maker->failed || !ol_buf_is_ok(&name);
            ol_buf_fini(&name);
        }
    }
    ol_schema_put(maker, schema, "properties", keys);
    ol_schema_put(maker, schema, "additionalProperties", ol_schema_reference(maker, "rule"));
    return schema;
}

/* A severity alone, or a map with it, parameters, or both. */
static json_t *rule_schema(struct ol_schema_maker *maker)
{
    json_t *map = form_schema(maker, ol_form_of_kind(OL_SETTING_KIND_RULES));
    ol_schema_demand_one_of(maker, map, "severity", "with");
    return ol_schema_either(maker, form_value(maker, OL_FORM_SETTING), map);
}

/* The same for one case of a rule, which has no parameters of its own. */
static json_t *case_schema(struct ol_schema_maker *maker)
{
    json_t *map = ol_schema_closed_map(maker);
    ol_schema_put(maker, json_object_get(map, "properties"), "severity",
                  form_value(maker, OL_FORM_SETTING));
    ol_schema_put(maker, map, "required", json_pack("[s]", "severity"));
    return ol_schema_either(maker, form_value(maker, OL_FORM_SETTING), map);
}

/* --- settings --- */

static json_t *domains_schema(struct ol_schema_maker *maker)
{
    json_t *schema = ol_schema_of_type(maker, "object");
    ol_schema_put(maker, schema, "additionalProperties",
                  ol_schema_reference(maker, "opset-bounds"));
    return schema;
}

/* A profile, which editors complete, or a file. */
static json_t *extends_schema(struct ol_schema_maker *maker)
{
    const char *profiles = ol_settings[OL_SETTING_PROFILE].argument;
    json_t *one =
        ol_schema_either(maker, ol_schema_joined_words(maker, profiles), ol_schema_text(maker));
    return ol_schema_one_or_list_of(maker, one, 0);
}

static json_t *range_of(struct ol_schema_maker *maker, enum ol_setting_id id)
{
    uint64_t min = 0;
    uint64_t max = 0;
    ol_setting_range(id, &min, &max);
    json_t *schema = ol_schema_of_type(maker, "integer");
    ol_schema_put(maker, schema, "minimum", json_integer((json_int_t)min));
    if (max <= INT64_MAX) {
        ol_schema_put(maker, schema, "maximum", json_integer((json_int_t)max));
    }
    return schema;
}

static json_t *setting_value(struct ol_schema_maker *maker, enum ol_setting_id id)
{
    const struct ol_setting *setting = &ol_settings[id];
    switch (setting->kind) {
    case OL_SETTING_KIND_FLAG:
        return ol_schema_flag(maker);
    case OL_SETTING_KIND_WORD:
        return ol_schema_joined_words(maker, setting->argument);
    case OL_SETTING_KIND_NUMBER:
        return range_of(maker, id);
    case OL_SETTING_KIND_PATHS:
    case OL_SETTING_KIND_PATTERNS:
        return ol_schema_one_or_list_of(maker, ol_schema_text(maker), 0);
    case OL_SETTING_KIND_EXTENDS:
        return extends_schema(maker);
    case OL_SETTING_KIND_RULES:
        return ol_schema_reference(maker, "rules");
    case OL_SETTING_KIND_CUSTOM_RULES:
        return ol_schema_one_or_list_of(maker, ol_schema_reference(maker, "custom-rule"), 0);
    case OL_SETTING_KIND_OVERRIDES:
        return ol_schema_one_or_list_of(maker, ol_schema_reference(maker, "override"), 0);
    case OL_SETTING_KIND_OPSETS:
        return domains_schema(maker);
    case OL_SETTING_KIND_REPORTS:
        return ol_schema_one_or_list_of(maker, ol_schema_reference(maker, "report"), 0);
    case OL_SETTING_KIND_TEXT:
    case OL_SETTING_KIND_PATH:
        break;
    }
    return ol_schema_text(maker);
}

/* The fallback as JSON: a number or flag as it is written, anything else as a text. */
static json_t *fallback_value(const struct ol_setting *setting)
{
    bool is_bare = setting->kind == OL_SETTING_KIND_FLAG || setting->kind == OL_SETTING_KIND_NUMBER;
    return is_bare ? json_loads(setting->fallback, JSON_DECODE_ANY, NULL)
                   : json_string(setting->fallback);
}

static json_t *settings_schema(struct ol_schema_maker *maker)
{
    json_t *keys = json_object();
    for (size_t i = 0; i < OL_SETTING_COUNT; i++) {
        const struct ol_setting *setting = &ol_settings[i];
        json_t *value = setting_value(maker, (enum ol_setting_id)i);
        ol_schema_describe(maker, value, setting->help, setting->manual);
        if (setting->fallback[0] != '\0') {
            ol_schema_put(maker, value, "default", fallback_value(setting));
        }
        ol_schema_put(maker, keys, setting->key, value);
    }
    return keys;
}

static json_t *definitions(struct ol_schema_maker *maker)
{
    json_t *defs = json_object();
    ol_schema_put(maker, defs, "rules", rules_schema(maker));
    ol_schema_put(maker, defs, "rule", rule_schema(maker));
    ol_schema_put(maker, defs, "case", case_schema(maker));
    static const enum ol_setting_kind kinds[] = {OL_SETTING_KIND_OVERRIDES, OL_SETTING_KIND_OPSETS,
                                                 OL_SETTING_KIND_REPORTS};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct ol_form *form = ol_form_of_kind(kinds[i]);
        ol_schema_put(maker, defs, form->name, form_schema(maker, form));
    }
    ol_schema_put(maker, json_object_get(defs, "report"), "required", json_pack("[s]", "format"));
    json_t *override = json_object_get(defs, "override");
    ol_schema_put(maker, override, "required", json_pack("[s]", "rules"));
    ol_schema_demand_one_of(maker, override, "files", "paths");
    ol_schema_demand_one_of(maker, json_object_get(defs, "opset-bounds"), "min", "max");
    const struct ol_form *custom = ol_form_of_kind(OL_SETTING_KIND_CUSTOM_RULES);
    json_t *rule = form_schema(maker, custom);
    ol_rule_schema_complete(maker, rule);
    ol_schema_put(maker, defs, custom->name, rule);
    return defs;
}

static json_t *whole_schema(struct ol_schema_maker *maker)
{
    json_t *root = json_object();
    ol_schema_put(maker, root, "$schema",
                  json_string("https://json-schema.org/draft/2020-12/schema"));
    ol_schema_put(maker, root, "title", json_string(".onnx-lint.yaml"));
    ol_schema_put(
        maker, root, "description",
        json_string("A configuration of onnx-lint; doc/configuration.md says the same in prose."));
    /* an empty file says nothing, and is one all the same */
    ol_schema_put(maker, root, "type", json_pack("[ss]", "object", "null"));
    ol_schema_put(maker, root, "additionalProperties", json_false());
    ol_schema_put(maker, root, "properties", settings_schema(maker));
    ol_schema_put(maker, root, "$defs", definitions(maker));
    return root;
}

enum ol_status ol_settings_add_schema(struct ol_buf *out)
{
    struct ol_schema_maker maker = {false};
    json_t *root = whole_schema(&maker);
    if (!maker.failed) {
        ol_schema_write(out, root, 0);
        ol_buf_add_char(out, '\n');
    }
    json_decref(root);
    return !maker.failed && ol_buf_is_ok(out) ? OL_OK : OL_ERR_NOMEM;
}
