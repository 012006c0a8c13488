/* SPDX-License-Identifier: Apache-2.0 */
/* The schema of a custom rule: the forms of its keys, and for each check which of them it wants. */
#include "config/rule_schema.h"

#include <string.h>

#include "base/limits.h"
#include "onnx/schema.h"
#include "rule/check.h"
#include "rule/load_rule.h"
#include "rule/typed.h"

/* Regular expressions of JSON Schema, which are those of ECMAScript. */
#define ID_PATTERN      "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
#define RELEASE_PATTERN "^[0-9]{1,4}\\.[0-9]{1,4}\\.[0-9]{1,4}$"
#define TITLE_PATTERN   "^[^\n]*[^.\n]$"
#define MEND_PATTERN    "^[^{}\n]*[^.{}\n]$"
#define NAME_PATTERN    "^[A-Za-z][A-Za-z0-9_]*$" /* of a number, by the schema of ONNX */
#define PATH_PATTERN    "^[^A-Z\n][^\n]*$" /* names of messages begin with a capital letter */

/* --- simple values --- */

/* What stands in YAML without marks of its own: a text, for the loader, whatever else it may be. */
static json_t *scalar_schema(struct ol_schema_maker *maker)
{
    json_t *schema = json_object();
    ol_schema_put(maker, schema, "type",
                  json_pack("[sssss]", "string", "integer", "number", "boolean", "null"));
    return schema;
}

static json_t *id_schema(struct ol_schema_maker *maker)
{
    return ol_schema_pattern(maker, ID_PATTERN);
}

/* A map of keys that are free, and not empty. */
static json_t *map_of(struct ol_schema_maker *maker, json_t *values)
{
    json_t *schema = ol_schema_of_type(maker, "object");
    ol_schema_put(maker, schema, "minProperties", json_integer(1));
    ol_schema_put(maker, schema, "additionalProperties", values);
    return schema;
}

static void put_key(struct ol_schema_maker *maker, json_t *map, const char *name, json_t *value)
{
    ol_schema_put(maker, json_object_get(map, "properties"), name, value);
}

static json_t *bounds_schema(struct ol_schema_maker *maker, int64_t max)
{
    static const char *const names[] = {"min", "max"};
    json_t *schema = ol_schema_closed_map(maker);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        json_t *bound = ol_schema_number(maker, 1);
        if (max != INT64_MAX) {
            ol_schema_put(maker, bound, "maximum", json_integer(max));
        }
        put_key(maker, schema, names[i], bound);
    }
    ol_schema_demand_one_of(maker, schema, "min", "max");
    return schema;
}

static json_t *ir_schema(struct ol_schema_maker *maker)
{
    return bounds_schema(maker, OL_IR_VERSION_MAX);
}

static json_t *opset_schema(struct ol_schema_maker *maker)
{
    json_t *schema = bounds_schema(maker, INT64_MAX);
    put_key(maker, schema, "domain", ol_schema_of_type(maker, "string"));
    return schema;
}

/* A word of our own, or the name of a message. */
static json_t *message_schema(struct ol_schema_maker *maker, const char *word)
{
    json_t *names = json_array();
    ol_schema_append(maker, names, json_string(word));
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        ol_schema_append(maker, names, json_string(ol_messages[i].name));
    }
    return ol_schema_enum(maker, names);
}

static json_t *target_schema(struct ol_schema_maker *maker)
{
    json_t *one = ol_schema_either(maker, message_schema(maker, "any"),
                                   ol_schema_pattern(maker, PATH_PATTERN));
    return ol_schema_one_or_list_of(maker, one, 1);
}

/* --- when --- */

static json_t *question_schema(struct ol_schema_maker *maker)
{
    json_t *schema = ol_schema_closed_map(maker);
    ol_schema_put(maker, schema, "minProperties", json_integer(1));
    put_key(maker, schema, "equals", scalar_schema(maker));
    put_key(maker, schema, "in", ol_schema_list_of(maker, scalar_schema(maker), 1));
    put_key(maker, schema, "not-in", ol_schema_one_or_list_of(maker, scalar_schema(maker), 1));
    put_key(maker, schema, "pattern", ol_schema_text(maker));
    put_key(maker, schema, "not-pattern", ol_schema_text(maker));
    put_key(maker, schema, "min", scalar_schema(maker));
    put_key(maker, schema, "max", scalar_schema(maker));
    put_key(maker, schema, "present", ol_schema_flag(maker));
    return schema;
}

/* A value or a list of values that the field is to have, or questions about it. */
static json_t *when_schema(struct ol_schema_maker *maker)
{
    json_t *schema = map_of(
        maker, ol_schema_either(maker, ol_schema_one_or_list_of(maker, scalar_schema(maker), 1),
                                question_schema(maker)));
    json_t *own = json_object();
    ol_schema_put(maker, own, "ir-version", ir_schema(maker));
    ol_schema_put(maker, own, "opset", opset_schema(maker));
    ol_schema_put(maker, schema, "properties", own);
    return schema;
}

/* --- cases --- */

static json_t *variants_schema(struct ol_schema_maker *maker)
{
    static const char severities[] = "error|warning|info";
    json_t *variant = ol_schema_closed_map(maker);
    put_key(maker, variant, "severity", ol_schema_joined_words(maker, severities));
    put_key(maker, variant, "message", ol_schema_line(maker));
    put_key(maker, variant, "mend", ol_rule_schema_value(maker, OL_FORM_MEND));
    ol_schema_put(maker, variant, "required", json_pack("[s]", "message"));
    return map_of(maker, variant);
}

static json_t *mend_schema(struct ol_schema_maker *maker)
{
    json_t *schema = ol_schema_pattern(maker, MEND_PATTERN);
    ol_schema_put(maker, schema, "maxLength", json_integer(OL_MEND_BYTES_MAX));
    return schema;
}

/* --- references and examples --- */

static json_t *references_schema(struct ol_schema_maker *maker)
{
    json_t *reference = ol_schema_closed_map(maker);
    put_key(maker, reference, "title", ol_schema_line(maker));
    put_key(maker, reference, "where", ol_schema_line(maker));
    ol_schema_put(maker, reference, "required", json_pack("[ss]", "title", "where"));
    return ol_schema_list_of(maker, reference, 1);
}

static json_t *side_file_schema(struct ol_schema_maker *maker)
{
    json_t *schema = ol_schema_closed_map(maker);
    put_key(maker, schema, "path", ol_schema_line(maker));
    put_key(maker, schema, "bytes", ol_schema_of_type(maker, "string"));
    put_key(maker, schema, "link", ol_schema_line(maker));
    put_key(maker, schema, "hard-link", ol_schema_line(maker));
    put_key(maker, schema, "directory", ol_schema_enum(maker, json_pack("[bs]", 1, "true")));
    put_key(maker, schema, "hole", ol_schema_number(maker, 0));
    ol_schema_put(maker, schema, "required", json_pack("[s]", "path"));
    return schema;
}

static json_t *expect_schema(struct ol_schema_maker *maker)
{
    static const char severities[] = "error|warning|info";
    json_t *schema = ol_schema_closed_map(maker);
    put_key(maker, schema, "rule", id_schema(maker));
    put_key(maker, schema, "variant", ol_schema_line(maker));
    put_key(maker, schema, "severity", ol_schema_joined_words(maker, severities));
    put_key(maker, schema, "at",
            ol_schema_either(maker, ol_schema_line(maker), ol_schema_number(maker, 0)));
    put_key(maker, schema, "length", ol_schema_number(maker, 0));
    put_key(maker, schema, "path", ol_schema_of_type(maker, "string"));
    return schema;
}

static json_t *examples_schema(struct ol_schema_maker *maker)
{
    json_t *schema = ol_schema_closed_map(maker);
    put_key(maker, schema, "name", ol_schema_line(maker));
    put_key(maker, schema, "kind", ol_schema_joined_words(maker, "good|bad"));
    put_key(maker, schema, "root", message_schema(maker, "auto"));
    put_key(maker, schema, "file", ol_schema_line(maker));
    put_key(maker, schema, "ir-version", ol_schema_number(maker, 1));
    put_key(maker, schema, "target",
            ol_schema_either(maker, ol_schema_line(maker), ol_schema_of_type(maker, "object")));
    put_key(maker, schema, "files", ol_schema_list_of(maker, side_file_schema(maker), 1));
    put_key(maker, schema, "size", ol_schema_number(maker, 1));
    put_key(maker, schema, "bytes", ol_schema_of_type(maker, "string"));
    put_key(maker, schema, "input", ol_schema_line(maker));
    put_key(maker, schema, "expect", ol_schema_list_of(maker, expect_schema(maker), 1));
    ol_schema_put(maker, schema, "required", json_pack("[ss]", "name", "kind"));
    ol_schema_demand_one_of(maker, schema, "bytes", "input");
    return ol_schema_list_of(maker, schema, 1);
}

json_t *ol_rule_schema_value(struct ol_schema_maker *maker, enum ol_form_type type)
{
    switch (type) {
    case OL_FORM_ID:
        return id_schema(maker);
    case OL_FORM_IDS:
        return ol_schema_list_of(maker, id_schema(maker), 1);
    case OL_FORM_RELEASE:
        return ol_schema_pattern(maker, RELEASE_PATTERN);
    case OL_FORM_TITLE:
        return ol_schema_pattern(maker, TITLE_PATTERN);
    case OL_FORM_MEND:
        return mend_schema(maker);
    case OL_FORM_TARGET:
        return target_schema(maker);
    case OL_FORM_WHEN:
        return when_schema(maker);
    case OL_FORM_IR:
        return ir_schema(maker);
    case OL_FORM_OPSET:
        return opset_schema(maker);
    case OL_FORM_VARIANTS:
        return variants_schema(maker);
    case OL_FORM_NOTES:
        return map_of(maker, ol_schema_line(maker));
    case OL_FORM_REFERENCES:
        return references_schema(maker);
    case OL_FORM_EXAMPLES:
        return examples_schema(maker);
    case OL_FORM_LINE:
    case OL_FORM_TEXT:
    case OL_FORM_NUMBER:
    case OL_FORM_SEVERITY:
    case OL_FORM_SETTING:
    case OL_FORM_TEXTS:
    case OL_FORM_RULES:
    case OL_FORM_CHECK:
    case OL_FORM_FORMAT:
    case OL_FORM_WITH:
        break;
    }
    return ol_schema_of_type(maker, "object");
}

/* --- what a check wants --- */

static json_t *integer_schema(struct ol_schema_maker *maker, const struct ol_param *param)
{
    json_t *value = ol_schema_of_type(maker, "integer");
    if (param->min != 0 || param->max != 0) {
        ol_schema_put(maker, value, "minimum", json_integer(param->min));
        ol_schema_put(maker, value, "maximum", json_integer(param->max));
    }
    return param->takes_names
               ? ol_schema_either(maker, value, ol_schema_pattern(maker, NAME_PATTERN))
               : value;
}

static json_t *param_schema(struct ol_schema_maker *maker, const struct ol_param *param)
{
    json_t *value = NULL;
    switch (param->type) {
    case OL_PARAM_INTEGER:
        value = integer_schema(maker, param);
        break;
    case OL_PARAM_WORD:
        value = ol_typed_is_no_yes(param->words) ? ol_schema_flag(maker)
                                                 : ol_schema_listed_words(maker, param->words);
        break;
    case OL_PARAM_TEXT:
    case OL_PARAM_FIELD:
    case OL_PARAM_PATTERN:
        value = ol_schema_text(maker);
        break;
    }
    if (param->is_map) {
        return map_of(maker, value);
    }
    return param->is_list ? ol_schema_one_or_list_of(maker, value, 1) : value;
}

/* {"anyOf": [{"required": [A]}, {"required": [B]} ...]}, of the parameters that the check asks one
 * of. */
static json_t *asked_schemas(struct ol_schema_maker *maker, const struct ol_check *check)
{
    json_t *schemas = json_array();
    for (size_t i = 0; i < check->param_count; i++) {
        if ((check->asks >> i & 1) != 0) {
            ol_schema_append(maker, schemas,
                             json_pack("{s:[s]}", "required", check->params[i].name));
        }
    }
    return schemas;
}

static bool has_required(const struct ol_check *check)
{
    for (size_t i = 0; i < check->param_count; i++) {
        if (check->params[i].is_required) {
            return true;
        }
    }
    return false;
}

static json_t *with_schema(struct ol_schema_maker *maker, const struct ol_check *check)
{
    json_t *with = ol_schema_closed_map(maker);
    json_t *wanted = json_array();
    for (size_t i = 0; i < check->param_count; i++) {
        put_key(maker, with, check->params[i].name, param_schema(maker, &check->params[i]));
        if (check->params[i].is_required) {
            ol_schema_append(maker, wanted, json_string(check->params[i].name));
        }
    }
    if (has_required(check)) {
        ol_schema_put(maker, with, "required", json_incref(wanted));
    }
    if (check->asks != 0) {
        ol_schema_put(maker, with, "anyOf", asked_schemas(maker, check));
    }
    json_decref(wanted);
    return with;
}

/* {"if": {check is as it is to be}, "then": ...} */
static json_t *condition_of(struct ol_schema_maker *maker, json_t *check, json_t *then)
{
    json_t *condition = json_object();
    ol_schema_put(maker, condition, "if",
                  json_pack("{s:{s:o},s:[s]}", "properties", "check", check, "required", "check"));
    ol_schema_put(maker, condition, "then", then);
    return condition;
}

/* A map whose keys are among the names. */
static json_t *named_schema(struct ol_schema_maker *maker, const char *const *names)
{
    json_t *schema = ol_schema_closed_map(maker);
    for (size_t i = 0; names[i] != NULL; i++) {
        put_key(maker, schema, names[i], json_true());
    }
    return schema;
}

/* What one check takes. */
static json_t *own_condition(struct ol_schema_maker *maker, const struct ol_check *check)
{
    json_t *keys = json_object();
    ol_schema_put(maker, keys, "with", with_schema(maker, check));
    if (check->variants != NULL) {
        ol_schema_put(maker, keys, "variants", named_schema(maker, check->variants));
    }
    if (check->notes != NULL) {
        ol_schema_put(maker, keys, "notes", named_schema(maker, check->notes));
    }
    return condition_of(maker, json_pack("{s:s}", "const", check->name),
                        json_pack("{s:o}", "properties", keys));
}

static bool wants_with(const struct ol_check *check)
{
    return check->asks != 0 || has_required(check);
}

static bool wants_target(const struct ol_check *check)
{
    return check->targets != 0;
}

static bool has_no_target(const struct ol_check *check)
{
    return check->targets == 0;
}

static bool has_no_variants(const struct ol_check *check)
{
    return check->variants == NULL;
}

static bool has_no_notes(const struct ol_check *check)
{
    return check->notes == NULL;
}

/* What many checks have in common: a key that has to be there, or must not. */
static json_t *common_condition(struct ol_schema_maker *maker,
                                bool (*is_so)(const struct ol_check *check), const char *key,
                                bool is_wanted)
{
    json_t *names = json_array();
    for (size_t i = 0; i < ol_check_count; i++) {
        if (is_so(ol_checks[i])) {
            ol_schema_append(maker, names, json_string(ol_checks[i]->name));
        }
    }
    return condition_of(maker, ol_schema_enum(maker, names),
                        is_wanted ? json_pack("{s:[s]}", "required", key)
                                  : json_pack("{s:{s:b}}", "properties", key, 0));
}

/* Which keys a rule cannot be without is said by the loader's own table. */
static json_t *required_keys(struct ol_schema_maker *maker)
{
    json_t *names = json_array();
    for (size_t i = 0; i < ol_rule_map.key_count; i++) {
        if (ol_rule_map.keys[i].is_required) {
            ol_schema_append(maker, names, json_string(ol_rule_map.keys[i].name));
        }
    }
    return names;
}

void ol_rule_schema_complete(struct ol_schema_maker *maker, json_t *schema)
{
    json_t *conditions = json_array();
    for (size_t i = 0; i < ol_check_count; i++) {
        ol_schema_append(maker, conditions, own_condition(maker, ol_checks[i]));
    }
    ol_schema_append(maker, conditions, common_condition(maker, wants_with, "with", true));
    ol_schema_append(maker, conditions, common_condition(maker, wants_target, "target", true));
    ol_schema_append(maker, conditions, common_condition(maker, has_no_target, "target", false));
    ol_schema_append(maker, conditions,
                     common_condition(maker, has_no_variants, "variants", false));
    ol_schema_append(maker, conditions, common_condition(maker, has_no_notes, "notes", false));
    ol_schema_put(maker, schema, "required", required_keys(maker));
    ol_schema_demand_one_of(maker, schema, "message", "variants");
    ol_schema_put(maker, schema, "allOf", conditions);
}
