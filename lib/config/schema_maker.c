/* SPDX-License-Identifier: Apache-2.0 */
/* Schemas as jansson's values, and their text. */
#include "config/schema_maker.h"

#include <string.h>

#include "base/buf.h"

/* Columns of a line of the schema. */
#define LINE_WIDTH 110

void ol_schema_put(struct ol_schema_maker *maker, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0) {
        maker->failed = true;
    }
}

void ol_schema_append(struct ol_schema_maker *maker, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0) {
        maker->failed = true;
    }
}

/* --- parts of schemas --- */

json_t *ol_schema_of_type(struct ol_schema_maker *maker, const char *type)
{
    json_t *schema = json_object();
    ol_schema_put(maker, schema, "type", json_string(type));
    return schema;
}

json_t *ol_schema_text(struct ol_schema_maker *maker)
{
    json_t *schema = ol_schema_of_type(maker, "string");
    ol_schema_put(maker, schema, "minLength", json_integer(1));
    return schema;
}

json_t *ol_schema_pattern(struct ol_schema_maker *maker, const char *pattern)
{
    json_t *schema = ol_schema_of_type(maker, "string");
    ol_schema_put(maker, schema, "pattern", json_string(pattern));
    return schema;
}

json_t *ol_schema_line(struct ol_schema_maker *maker)
{
    return ol_schema_pattern(maker, "^[^\n]+$");
}

json_t *ol_schema_number(struct ol_schema_maker *maker, json_int_t min)
{
    json_t *schema = ol_schema_of_type(maker, "integer");
    ol_schema_put(maker, schema, "minimum", json_integer(min));
    return schema;
}

json_t *ol_schema_reference(struct ol_schema_maker *maker, const char *name)
{
    json_t *schema = json_object();
    struct ol_buf path;
    ol_buf_init(&path);
    ol_buf_addf(&path, "#/$defs/%s", name);
    ol_schema_put(maker, schema, "$ref", json_string(ol_buf_text(&path)));
    maker->failed = maker->failed || !ol_buf_is_ok(&path);
    ol_buf_fini(&path);
    return schema;
}

json_t *ol_schema_list_of(struct ol_schema_maker *maker, json_t *items, json_int_t min)
{
    json_t *schema = ol_schema_of_type(maker, "array");
    if (min > 0) {
        ol_schema_put(maker, schema, "minItems", json_integer(min));
    }
    ol_schema_put(maker, schema, "items", items);
    return schema;
}

json_t *ol_schema_either(struct ol_schema_maker *maker, json_t *one, json_t *other)
{
    json_t *both = json_array();
    ol_schema_append(maker, both, one);
    ol_schema_append(maker, both, other);
    json_t *schema = json_object();
    ol_schema_put(maker, schema, "anyOf", both);
    return schema;
}

json_t *ol_schema_one_or_list_of(struct ol_schema_maker *maker, json_t *item, json_int_t min)
{
    return ol_schema_either(maker, json_incref(item), ol_schema_list_of(maker, item, min));
}

json_t *ol_schema_enum(struct ol_schema_maker *maker, json_t *words)
{
    json_t *schema = json_object();
    ol_schema_put(maker, schema, "enum", words);
    return schema;
}

/* Words that are joined with '|'. */
json_t *ol_schema_joined_words(struct ol_schema_maker *maker, const char *words)
{
    json_t *list = json_array();
    while (words[0] != '\0') {
        size_t size = strcspn(words, "|");
        ol_schema_append(maker, list, json_stringn(words, size));
        words += words[size] == '|' ? size + 1 : size;
    }
    return ol_schema_enum(maker, list);
}

json_t *ol_schema_listed_words(struct ol_schema_maker *maker, const char *const *words)
{
    json_t *list = json_array();
    for (size_t i = 0; words[i] != NULL; i++) {
        ol_schema_append(maker, list, json_string(words[i]));
    }
    return ol_schema_enum(maker, list);
}

json_t *ol_schema_flag(struct ol_schema_maker *maker)
{
    return ol_schema_enum(maker, json_pack("[bbssss]", 1, 0, "yes", "no", "on", "off"));
}

void ol_schema_describe(struct ol_schema_maker *maker, json_t *schema, const char *help,
                        const char *manual)
{
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_add(&text, help);
    ol_buf_addf(&text, "%s%s", manual[0] != '\0' ? ". " : "", manual);
    ol_schema_put(maker, schema, "description", json_string(ol_buf_text(&text)));
    maker->failed = maker->failed || !ol_buf_is_ok(&text);
    ol_buf_fini(&text);
}

/* A closed map, without keys so far. */
json_t *ol_schema_closed_map(struct ol_schema_maker *maker)
{
    json_t *schema = ol_schema_of_type(maker, "object");
    ol_schema_put(maker, schema, "additionalProperties", json_false());
    ol_schema_put(maker, schema, "properties", json_object());
    return schema;
}

/* Demands one of two keys. */
void ol_schema_demand_one_of(struct ol_schema_maker *maker, json_t *schema, const char *a,
                             const char *b)
{
    json_t *keys_a = json_object();
    json_t *keys_b = json_object();
    ol_schema_put(maker, keys_a, "required", json_pack("[s]", a));
    ol_schema_put(maker, keys_b, "required", json_pack("[s]", b));
    json_t *both = json_array();
    ol_schema_append(maker, both, keys_a);
    ol_schema_append(maker, both, keys_b);
    ol_schema_put(maker, schema, "anyOf", both);
}

/* --- text --- */

/* json_dump_callback's way of writing. */
static int add_bytes(const char *bytes, size_t size, void *context)
{
    ol_buf_add_slice(context, (struct ol_slice){(const uint8_t *)bytes, size});
    return 0;
}

static void add_break(struct ol_buf *out, size_t indent)
{
    ol_buf_add_char(out, '\n');
    for (size_t i = 0; i < indent; i++) {
        ol_buf_add_char(out, ' ');
    }
}

static void add_line(struct ol_buf *out, const json_t *value)
{
    out->failed = json_dump_callback(value, add_bytes, out, JSON_ENCODE_ANY) != 0 || out->failed;
}

/* Adds a value where it fits the line, or has no members. */
static bool add_short(struct ol_buf *out, const json_t *value, size_t indent)
{
    struct ol_buf line;
    ol_buf_init(&line);
    add_line(&line, value);
    bool is_long = (json_is_object(value) || json_is_array(value)) &&
                   line.size + indent > LINE_WIDTH && ol_buf_is_ok(&line);
    if (!is_long) {
        ol_buf_add(out, ol_buf_text(&line));
        ol_buf_inherit(out, &line);
    }
    ol_buf_fini(&line);
    return !is_long;
}

static void add_member(struct ol_buf *out, const char *key, json_t *value, size_t indent)
{
    json_t *name = json_string(key);
    add_break(out, indent);
    add_line(out, name);
    json_decref(name);
    ol_buf_add(out, ": ");
    ol_schema_write(out, value, indent);
}

/* What fits a line stands on one, so that the file can be read. The schema is as deep as this file
 * makes it. */
void ol_schema_write(struct ol_buf *out, json_t *value, size_t indent)
{
    if (add_short(out, value, indent)) {
        return;
    }
    ol_buf_add_char(out, json_is_object(value) ? '{' : '[');
    const char *comma = "";
    const char *key;
    json_t *member;
    json_object_foreach(value, key, member)
    {
        ol_buf_add(out, comma);
        comma = ",";
        add_member(out, key, member, indent + 2);
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        ol_buf_add(out, i == 0 ? "" : ",");
        add_break(out, indent + 2);
        ol_schema_write(out, json_array_get(value, i), indent + 2);
    }
    add_break(out, indent);
    ol_buf_add_char(out, json_is_object(value) ? '}' : ']');
}
