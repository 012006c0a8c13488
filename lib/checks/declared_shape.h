/* SPDX-License-Identifier: Apache-2.0 */
/* What a file declares about the shape of a value. */
#ifndef OL_CHECKS_DECLARED_SHAPE_H
#define OL_CHECKS_DECLARED_SHAPE_H

#include "rule/check.h"

/* Dims of a shape that are looked at; one with more counts as not known. NumPy stops at 64. */
#define OL_DECLARED_RANK_MAX 64

struct ol_declared_shape {
    uint64_t tag; /* offset of what declares it: each is read once for a rule */
    bool is_known;
    size_t rank;
    int64_t dims[]; /* -1: not known */
};

/* The shape of the tensor that a name means at the place that is being visited: of the initializer,
 * or as an input, an output or value_info declares it. NULL where none is known. It lives in the
 * run's arena. */
const struct ol_declared_shape *
ol_declared_shape_find(struct ol_run *run, const struct ol_rule *rule, struct ol_slice name);

#endif
