/* SPDX-License-Identifier: Apache-2.0 */
/* What a level is called: its field path, the names a person knows, and the {subject} of a
 * message. */
#ifndef OL_RULE_SUBJECT_H
#define OL_RULE_SUBJECT_H

#include "base/buf.h"
#include "diag/diag.h"
#include "onnx/level.h"

/* Adds the path of the level, then of its field (NULL: none) with the index where the field is
 * repeated and the index is not OL_INDEX_NONE: "graph.node[3].attribute[0].t.raw_data". The root
 * alone is "". */
void ol_subject_add_path(struct ol_buf *buf, const struct ol_level *level,
                         const struct ol_field *field, uint64_t index);

/* Adds what the level, or the nearest one around it that has a name of its own, is called:
 * "initializer 'w'", "attribute 'value' of node 'n' (Conv)". level NULL: "file". */
void ol_subject_add(struct ol_buf *buf, const struct ol_level *level);

/* Role i of those that names have, some of them several times; NULL behind the last. */
const char *ol_subject_role(size_t i);

/* The names along the chain of levels, outermost first and at most OL_NAMES_MAX of them: the
 * innermost. Their texts are added to the buffer, and stay where they are until more is added.
 * false when memory is short. */
bool ol_subject_names(struct ol_buf *texts, const struct ol_level *level, struct ol_name *names,
                      size_t *count) OL_NODISCARD;

#endif
