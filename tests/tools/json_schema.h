/* SPDX-License-Identifier: Apache-2.0 */
/* Tests JSON against a JSON Schema: the part of it that the schemas in doc/ use, and nothing that
 * they do not. */
#ifndef OL_TESTS_TOOLS_JSON_SCHEMA_H
#define OL_TESTS_TOOLS_JSON_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text is one JSON value that the schema's text allows. Where it is not, problem says
 * the first reason, in at most size bytes. A schema that says something which is not tested here
 * allows nothing. */
bool ol_test_json_is_valid(const char *schema, const char *text, size_t text_size, char *problem,
                           size_t size);

#endif
