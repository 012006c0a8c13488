/* SPDX-License-Identifier: Apache-2.0 */
/* Writes YAML that rule/yaml_tree.h reads as the same tree. */
#ifndef OL_CONFIG_YAML_TEXT_H
#define OL_CONFIG_YAML_TEXT_H

#include <stddef.h>

#include "base/buf.h"
#include "rule/yaml_tree.h"

void ol_yaml_add_indent(struct ol_buf *out, size_t indent);

/* Adds a text of one line or more as a scalar on one line: as it is where any reader of YAML takes
 * it for that text, else in quotes. A byte that is no UTF-8 becomes an escape that no reader
 * accepts: such a text cannot stand in YAML, and would otherwise be taken for another one. */
void ol_yaml_add_scalar(struct ol_buf *out, const char *text);

/* Adds a text as a key, with its colon, on a line that is indented so far. */
void ol_yaml_add_key(struct ol_buf *out, const char *text, size_t indent);

/* Adds a scalar of a tree on one line. What stood bare stays so: it is a number, say, to others. */
void ol_yaml_add_line(struct ol_buf *out, const struct ol_yaml_node *scalar);

/* Adds a map or list in whole lines, each indented by at least so much. */
void ol_yaml_add_node(struct ol_buf *out, const struct ol_yaml_node *node, size_t indent);

#endif
