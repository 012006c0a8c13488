/* SPDX-License-Identifier: Apache-2.0 */
/* What a level is called: its field path, the names a person knows, and the {subject} of a
 * message. */
#ifndef OL_RULE_SUBJECT_H
#define OL_RULE_SUBJECT_H

#include <stdbool.h>

#include "base/limits.h"
#include "diag/wording.h"
#include "onnx/level.h"

/* Adds the path of the level, then of its field (NULL: none) with the index where the field is
 * repeated and the index is not OL_INDEX_NONE: "graph.node[3].attribute[0].t.raw_data". The root
 * alone, and no level, is "". */
void ol_subject_add_path(struct ol_wording *out, const struct ol_level *level,
                         const struct ol_field *field, uint64_t index);

/* The part of the file to keep the place of a finding near (diag/diag.h): the message around the
 * level that a way (diag/wording.h) to it leads through; empty: there is no way. level may be NULL.
 */
struct ol_span ol_subject_near(const struct ol_level *level);

/* Adds one more field to a path, behind a dot unless it is the first. */
void ol_subject_add_step(struct ol_wording *out, bool has_dot, const struct ol_field *field,
                         uint64_t index);

/* Adds what the level, or the nearest one around it that has a name of its own, is called:
 * "initializer 'w'", "attribute 'value' of node 'n' (Conv)". level NULL: "file". */
void ol_subject_add(struct ol_wording *out, const struct ol_level *level);

struct ol_function;

/* Adds what a function is called (ol_run_add_function). */
void ol_subject_add_function(struct ol_wording *out, const struct ol_function *function);

/* Role i of those that names have, some of them several times; NULL behind the last. */
const char *ol_subject_role(size_t i);

struct ol_subject_name {
    const char *role;
    struct ol_slice text;
};

/* The names along the chain of levels, outermost first; returns how many. Where there are more, the
 * innermost ones are taken. */
size_t ol_subject_names(const struct ol_level *level, struct ol_subject_name names[OL_NAMES_MAX]);

#endif
