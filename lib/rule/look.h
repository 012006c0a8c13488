/* SPDX-License-Identifier: Apache-2.0 */
/* What a scout (rule/scout.h) does with a sub-message: it reads it, and all that is under it, runs
 * the rules of OL_PART_LEVEL, and sums up what of it the walk can be spared. */
#ifndef OL_RULE_LOOK_H
#define OL_RULE_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "onnx/level.h"

struct ol_run;

/* What a scout saw of OL_SCOUT_STRETCH sub-messages; all zero at first. */
struct ol_looks {
    uint64_t quiet;    /* bit i: nothing is to be said of sub-message i, and of what is under it */
    uint64_t idle;     /* bit i: nothing of what is under it, and the walk needs not go there: */
    uint64_t messages; /* so many messages in all, */
    uint64_t tensors;  /* and of these so many TensorProto */
    uint64_t unread;   /* bit i, where both have it: sub-message i needs not be read itself, as
                          ol_scouts_ask has it */
};

/* Looks at an attribute, which is not read yet, of a node that the walk has read. true where
 * nothing is to be said of it and the walk needs not go into it; then run->below and
 * run->tensors_below are what it is, with all that is under it. */
bool ol_look_at_attribute(struct ol_run *run, const struct ol_level *node,
                          const struct ol_level *attribute);

/* Looks at the sub-message of that number in a stretch. */
void ol_look_into(struct ol_run *run, struct ol_level *child, struct ol_looks *looks,
                  unsigned number);

#endif
