/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns for field paths, as findings print them: "graph.node[*].attribute[0].t". A step is a
 * field, `*` for any field or `**` for any number of steps, none included; [N] after it is one
 * element, [*] or nothing each one. A path begins at the fields of the file's message, whichever of
 * the types of --type that is. */
#ifndef OL_RULE_PATH_PATTERN_H
#define OL_RULE_PATH_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "onnx/level.h"
#include "rule/typed.h"

/* Steps of one pattern. Matching keeps one bit for each. */
#define OL_PATH_STEPS_MAX 60

struct ol_path_step {
    const char *field; /* NULL: any field, or any number of steps */
    bool is_deep;      /* `**` */
    bool has_index;
    uint64_t index;
};

struct ol_path_pattern {
    const char *text; /* as written */
    const struct ol_path_step *steps;
    size_t count;
};

/* Reads a pattern from a scalar. Steps that no message of the schema has are refused with the
 * nearest right name. false where it is wrong, which was told. Lives in the arena of typed. */
bool ol_path_pattern_load(struct ol_typed *typed, const struct ol_yaml_node *node,
                          struct ol_path_pattern *pattern);

/* The messages that the pattern leads to from any root, as OL_MESSAGE_BITs; 0 where it ends at
 * fields that hold none. */
uint64_t ol_path_pattern_messages(const struct ol_path_pattern *pattern);

/* Whether the pattern leads to the level. In time, steps times depth. */
bool ol_path_pattern_matches_level(const struct ol_path_pattern *pattern,
                                   const struct ol_level *level);

/* Whether the pattern leads to the place with that path, or to one that it lies beneath. */
bool ol_path_pattern_covers_text(const struct ol_path_pattern *pattern, const char *path);

/* Some messages and all that can stand in them, however deep. */
uint64_t ol_path_messages_beneath(uint64_t messages);

#endif
