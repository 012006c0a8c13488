/* SPDX-License-Identifier: Apache-2.0 */
/* What overrides and suppressions choose findings by: cases of rules, patterns of files, field
 * paths. */
#ifndef OL_POLICY_SELECTOR_H
#define OL_POLICY_SELECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "rule/path_pattern.h"
#include "rule/rule_set.h"
#include "rule/typed.h"

/* Cases of one rule: all of them, or one. */
struct ol_cases {
    uint32_t rule; /* index in the rule set */
    size_t first;
    size_t count;
};

/* The cases that "ID" or "ID/VARIANT" names; false where there are none of that name. */
bool ol_cases_look_up(const struct ol_rule_set *rules, const char *name, struct ol_cases *cases);

/* The same of a name in a file. false where there are none of that name, which was
 * told with the nearest one. */
bool ol_cases_find(struct ol_typed *typed, const struct ol_rule_set *rules, struct ol_mark mark,
                   const char *name, struct ol_cases *cases);

static inline bool ol_cases_has(const struct ol_cases *cases, uint32_t rule, size_t place)
{
    return cases->rule == rule && place >= cases->first && place - cases->first < cases->count;
}

/* Files by pattern. */
struct ol_file_scope {
    const char *const *patterns; /* base/glob.h */
    size_t count;                /* 0: all files */
    const char *folder;          /* absolute: what the patterns are relative to */
};

/* Whether a file is one of them. path: absolute, as base/file_path.h makes it; scratch says whether
 * memory was short. A file that is not beneath the folder is known by its name alone. */
bool ol_file_scope_has(const struct ol_file_scope *scope, const char *path, struct ol_buf *scratch);

/* Reads a list, or in place of a list of one its only member. NULL and *count 0 where that is wrong
 * (which was told) or memory is short. */
void *ol_selector_load(struct ol_typed *typed, const struct ol_yaml_node *node, size_t size,
                       ol_typed_load_fn *load, size_t *count);

/* Reads patterns of files. */
const char *const *ol_selector_load_files(struct ol_typed *typed, const struct ol_yaml_node *node,
                                          size_t *count);

/* Reads field paths. */
const struct ol_path_pattern *
ol_selector_load_paths(struct ol_typed *typed, const struct ol_yaml_node *node, size_t *count);

/* Whether the path is one of those, or lies beneath one; of no patterns each does. */
bool ol_selector_has_path(const struct ol_path_pattern *patterns, size_t count, const char *path);

#endif
