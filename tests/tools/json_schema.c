/* SPDX-License-Identifier: Apache-2.0 */
/* A JSON Schema validator of a few keywords, over jansson. */
#include "tools/json_schema.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

/* References are followed, and values entered, only so deep. */
#define DEPTH_MAX 32

struct validator {
    json_t *root; /* of the schema */
    char *problem;
    size_t size;
    unsigned depth;
};

static bool is_allowed(struct validator *validator, json_t *schema, json_t *value,
                       const char *where);

static bool refuse(const struct validator *validator, const char *where, const char *what,
                   const char *which)
{
    (void)snprintf(validator->problem, validator->size, "%s: %s%s", where, what, which);
    return false;
}

static bool is_of_type(json_t *value, const char *type)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "object",   [JSON_ARRAY] = "array", [JSON_STRING] = "string",
        [JSON_INTEGER] = "integer", [JSON_REAL] = "number", [JSON_TRUE] = "boolean",
        [JSON_FALSE] = "boolean",   [JSON_NULL] = "null",
    };
    return strcmp(names[json_typeof(value)], type) == 0;
}

static bool test_type(struct validator *validator, json_t *wanted, json_t *value, const char *where)
{
    bool is_ok = json_is_string(wanted) && is_of_type(value, json_string_value(wanted));
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        is_ok = is_ok || is_of_type(value, json_string_value(json_array_get(wanted, i)));
    }
    return is_ok || refuse(validator, where, "a value of another type", "");
}

static bool test_enum(struct validator *validator, json_t *wanted, json_t *value, const char *where)
{
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        if (json_equal(json_array_get(wanted, i), value)) {
            return true;
        }
    }
    return refuse(validator, where, "a value that is not listed", "");
}

static bool test_required(struct validator *validator, json_t *wanted, json_t *value,
                          const char *where)
{
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        const char *key = json_string_value(json_array_get(wanted, i));
        if (json_object_get(value, key) == NULL) {
            return refuse(validator, where, "lacks ", key);
        }
    }
    return true;
}

/* properties and additionalProperties together: each member by its own schema, or by the one for
 * the rest. */
static bool test_members(struct validator *validator, json_t *schema, json_t *value,
                         const char *where)
{
    json_t *properties = json_object_get(schema, "properties");
    json_t *rest = json_object_get(schema, "additionalProperties");
    const char *key;
    json_t *member;
    json_object_foreach(value, key, member)
    {
        char place[256];
        (void)snprintf(place, sizeof place, "%s.%s", where, key);
        json_t *own = json_object_get(properties, key);
        if (own == NULL && json_is_false(rest)) {
            return refuse(validator, place, "a key that the schema does not know", "");
        }
        own = own != NULL ? own : rest;
        if (own != NULL && !json_is_true(own) && !is_allowed(validator, own, member, place)) {
            return false;
        }
    }
    return true;
}

static bool test_items(struct validator *validator, json_t *wanted, json_t *value,
                       const char *where)
{
    for (size_t i = 0; i < json_array_size(value); i++) {
        char place[256];
        (void)snprintf(place, sizeof place, "%s[%zu]", where, i);
        if (!is_allowed(validator, wanted, json_array_get(value, i), place)) {
            return false;
        }
    }
    return true;
}

/* anyOf: one of the schemas is enough. */
static bool test_any(struct validator *validator, json_t *schemas, json_t *value, const char *where)
{
    for (size_t i = 0; i < json_array_size(schemas); i++) {
        if (is_allowed(validator, json_array_get(schemas, i), value, where)) {
            return true;
        }
    }
    return refuse(validator, where, "none of the forms that it can have", "");
}

/* allOf */
static bool test_all(struct validator *validator, json_t *schemas, json_t *value, const char *where)
{
    bool is_ok = json_is_array(schemas) || refuse(validator, where, "no list of schemas", "");
    for (size_t i = 0; i < json_array_size(schemas); i++) {
        is_ok = is_ok && is_allowed(validator, json_array_get(schemas, i), value, where);
    }
    return is_ok;
}

/* if and then, which stand beside each other */
static bool test_condition(struct validator *validator, json_t *schema, json_t *value,
                           const char *where)
{
    json_t *condition = json_object_get(schema, "if");
    return condition == NULL || !is_allowed(validator, condition, value, where) ||
           is_allowed(validator, json_object_get(schema, "then"), value, where);
}

/* "#/$defs/NAME" */
static bool test_reference(struct validator *validator, json_t *wanted, json_t *value,
                           const char *where)
{
    static const char prefix[] = "#/$defs/";
    const char *reference = json_string_value(wanted);
    if (reference == NULL || strncmp(reference, prefix, sizeof prefix - 1) != 0) {
        return refuse(validator, where, "a reference of another kind", "");
    }
    json_t *target =
        json_object_get(json_object_get(validator->root, "$defs"), reference + sizeof prefix - 1);
    if (target == NULL) {
        return refuse(validator, where, "no such definition: ", reference);
    }
    return is_allowed(validator, target, value, where);
}

/* What a schema's pattern says, which in ours are alike in POSIX and ECMAScript. */
static bool test_pattern(struct validator *validator, json_t *wanted, json_t *value,
                         const char *where)
{
    regex_t pattern;
    const char *text = json_string_value(value);
    if (text == NULL) {
        return true;
    }
    if (json_string_value(wanted) == NULL ||
        regcomp(&pattern, json_string_value(wanted), REG_EXTENDED | REG_NOSUB) != 0) {
        return refuse(validator, where, "no pattern", "");
    }
    bool is_match = regexec(&pattern, text, 0, NULL, 0) == 0;
    regfree(&pattern);
    return is_match ||
           refuse(validator, where, "a text that does not match ", json_string_value(wanted));
}

static bool test_bound(struct validator *validator, const char *keyword, json_t *wanted,
                       json_t *value, const char *where)
{
    if (strcmp(keyword, "minimum") == 0) {
        return !json_is_integer(value) || json_integer_value(value) >= json_integer_value(wanted) ||
               refuse(validator, where, "too small", "");
    }
    if (strcmp(keyword, "minLength") == 0) {
        return !json_is_string(value) ||
               (json_int_t)json_string_length(value) >= json_integer_value(wanted) ||
               refuse(validator, where, "too short", "");
    }
    if (strcmp(keyword, "maxLength") == 0) {
        return !json_is_string(value) ||
               (json_int_t)json_string_length(value) <= json_integer_value(wanted) ||
               refuse(validator, where, "too long", "");
    }
    if (strcmp(keyword, "minProperties") == 0) {
        return !json_is_object(value) ||
               (json_int_t)json_object_size(value) >= json_integer_value(wanted) ||
               refuse(validator, where, "too few keys", "");
    }
    if (strcmp(keyword, "maximum") == 0) {
        return !json_is_integer(value) || json_integer_value(value) <= json_integer_value(wanted) ||
               refuse(validator, where, "too large", "");
    }
    if (strcmp(keyword, "minItems") == 0) {
        return !json_is_array(value) ||
               (json_int_t)json_array_size(value) >= json_integer_value(wanted) ||
               refuse(validator, where, "too few members", "");
    }
    return refuse(validator, where, "a keyword that is not tested: ", keyword);
}

static bool test_keyword(struct validator *validator, const char *keyword, json_t *wanted,
                         json_t *value, const char *where)
{
    static const char *const silent[] = {"$schema",     "$defs",      "title",
                                         "description", "properties", "additionalProperties",
                                         "default",     "if",         "then"};
    for (size_t i = 0; i < sizeof silent / sizeof silent[0]; i++) {
        if (strcmp(keyword, silent[i]) == 0) {
            return true;
        }
    }
    if (strcmp(keyword, "type") == 0) {
        return test_type(validator, wanted, value, where);
    }
    if (strcmp(keyword, "enum") == 0) {
        return test_enum(validator, wanted, value, where);
    }
    if (strcmp(keyword, "const") == 0) {
        return json_equal(wanted, value) ||
               refuse(validator, where, "another value than the constant", "");
    }
    if (strcmp(keyword, "required") == 0) {
        return test_required(validator, wanted, value, where);
    }
    if (strcmp(keyword, "items") == 0) {
        return test_items(validator, wanted, value, where);
    }
    if (strcmp(keyword, "$ref") == 0) {
        return test_reference(validator, wanted, value, where);
    }
    if (strcmp(keyword, "anyOf") == 0) {
        return test_any(validator, wanted, value, where);
    }
    if (strcmp(keyword, "allOf") == 0) {
        return test_all(validator, wanted, value, where);
    }
    if (strcmp(keyword, "pattern") == 0) {
        return test_pattern(validator, wanted, value, where);
    }
    return test_bound(validator, keyword, wanted, value, where);
}

static bool is_allowed(struct validator *validator, json_t *schema, json_t *value,
                       const char *where)
{
    const char *keyword;
    json_t *wanted;
    bool is_ok = ++validator->depth <= DEPTH_MAX || refuse(validator, where, "too deep", "");
    if (is_ok && json_is_boolean(schema)) {
        validator->depth--;
        return json_is_true(schema) || refuse(validator, where, "nothing may stand here", "");
    }
    is_ok = is_ok && (json_is_object(schema) || refuse(validator, where, "no schema", ""));
    json_object_foreach(schema, keyword, wanted)
    {
        is_ok = is_ok && test_keyword(validator, keyword, wanted, value, where);
    }
    is_ok = is_ok && test_members(validator, schema, value, where);
    is_ok = is_ok && test_condition(validator, schema, value, where);
    validator->depth--;
    return is_ok;
}

bool ol_test_json_is_valid(const char *schema, const char *text, size_t text_size, char *problem,
                           size_t size)
{
    json_error_t error;
    struct validator validator = {.problem = problem, .size = size};
    validator.root = json_loads(schema, JSON_REJECT_DUPLICATES, &error);
    if (validator.root == NULL) {
        return refuse(&validator, "schema", "no JSON: ", error.text);
    }
    json_t *value = json_loadb(text, text_size, JSON_REJECT_DUPLICATES, &error);
    bool is_ok = value != NULL || refuse(&validator, "$", "no JSON: ", error.text);
    is_ok = is_ok && is_allowed(&validator, validator.root, value, "$");
    json_decref(value);
    json_decref(validator.root);
    return is_ok;
}
