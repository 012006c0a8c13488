/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a YAML file, from the first to the last: where the text of a block begins, which
 * libyaml does not say. */
#ifndef OL_RULE_YAML_LINES_H
#define OL_RULE_YAML_LINES_H

#include <stddef.h>

#include "base/slice.h"
#include "rule/yaml_tree.h"

struct ol_yaml_lines {
    struct ol_slice text; /* the whole file */
    size_t offset;        /* where the line with that number begins */
    unsigned line;        /* from 1 */
};

/* Where the first line with something in it of a literal block begins that has its sign in that
 * line: the blanks that the file has before it, and the text has not, are the indentation. */
struct ol_mark ol_yaml_block_mark(struct ol_yaml_lines *lines, unsigned sign_line,
                                  const char *text);

#endif
