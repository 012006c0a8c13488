/* SPDX-License-Identifier: Apache-2.0 */
/* From a field path, as findings print it, to what stands there, step by step. */
#ifndef OL_ONNX_FIELD_STEP_H
#define OL_ONNX_FIELD_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "onnx/level.h"

/* "node[3]", or "graph" with the index OL_INDEX_NONE. */
struct ol_field_step {
    struct ol_slice name;
    uint64_t index;
};

/* Takes the next step off the path; false where what stands there is none. */
bool ol_field_step_next(const char **path, struct ol_field_step *step);

/* Finds the value that the step names among those of its field in a level that was read: the
 * element of that index, or of a singular field the one that readers keep, or with back the one
 * that stands so many before it. false where there is none. Costs a pass over the level. */
bool ol_field_step_find(const struct ol_field_step *step, const struct ol_level *level,
                        const struct ol_field *field, uint64_t back, struct ol_element *element);

/* The same, of a message field (and without back): sets up (does not read) the level of the
 * sub-message. */
bool ol_field_step_child(const struct ol_field_step *step, const struct ol_level *level,
                         const struct ol_field *field, struct ol_level *child);

#endif
