/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a JSON Schema, to be put together. Values that are passed in are taken over, and those
 * that are returned are the caller's. */
#ifndef OL_CONFIG_SCHEMA_MAKER_H
#define OL_CONFIG_SCHEMA_MAKER_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/buf.h"

/* Builds values; a failed allocation sticks. */
struct ol_schema_maker {
    bool failed;
};

void ol_schema_put(struct ol_schema_maker *maker, json_t *object, const char *key, json_t *value);
void ol_schema_append(struct ol_schema_maker *maker, json_t *array, json_t *value);

/* Values of a type of JSON; texts that are not empty, of one line, or that a regular expression of
 * ECMAScript matches; whole numbers from min on. */
json_t *ol_schema_of_type(struct ol_schema_maker *maker, const char *type);
json_t *ol_schema_text(struct ol_schema_maker *maker);
json_t *ol_schema_line(struct ol_schema_maker *maker);
json_t *ol_schema_pattern(struct ol_schema_maker *maker, const char *pattern);
json_t *ol_schema_number(struct ol_schema_maker *maker, json_int_t min);

/* What $defs has under a name. */
json_t *ol_schema_reference(struct ol_schema_maker *maker, const char *name);

/* A list of at least min members; what one or the other schema allows; a list, or one of its
 * members alone.
 */
json_t *ol_schema_list_of(struct ol_schema_maker *maker, json_t *items, json_int_t min);
json_t *ol_schema_either(struct ol_schema_maker *maker, json_t *one, json_t *other);
json_t *ol_schema_one_or_list_of(struct ol_schema_maker *maker, json_t *item, json_int_t min);

/* One of a list of words: of JSON, joined with '|', NULL-terminated. */
json_t *ol_schema_enum(struct ol_schema_maker *maker, json_t *words);
json_t *ol_schema_joined_words(struct ol_schema_maker *maker, const char *words);
json_t *ol_schema_listed_words(struct ol_schema_maker *maker, const char *const *words);

/* Yes or no, in any of the words for it: readers of YAML differ about which of them are texts. */
json_t *ol_schema_flag(struct ol_schema_maker *maker);

/* Adds a description: the help, and the manual as a sentence behind it. */
void ol_schema_describe(struct ol_schema_maker *maker, json_t *schema, const char *help,
                        const char *manual);

/* A map of no other keys than those that are put into its member "properties". */
json_t *ol_schema_closed_map(struct ol_schema_maker *maker);

/* Demands one of two keys. */
void ol_schema_demand_one_of(struct ol_schema_maker *maker, json_t *schema, const char *a,
                             const char *b);

/* Adds the text of a value whose first line is indented already. What fits a line stands on one. */
void ol_schema_write(struct ol_buf *out, json_t *value, size_t indent);

#endif
