/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes that were looked at before, byte for byte, in nodes of the same operator. Models are
 * made of blocks that come again, so nearly every attribute has been there: whoever keeps those in
 * which there was nothing to do needs to read each of them once.
 *
 * What the rules of OL_PART_LEVEL say of an attribute hangs on its bytes, on what the operator's
 * schema says, and on what is around the node, which is the same for all nodes of one graph
 * (struct ol_check, asks_file). So what is kept is for the nodes of one graph or function. */
#ifndef OL_RULE_TWINS_H
#define OL_RULE_TWINS_H

#include <stdint.h>

#include "onnx/bound_operator.h"
#include "onnx/level.h"

/* How many are kept, each at one place: another one that belongs there replaces it. */
#define OL_TWINS_MAX          256
#define OL_TWIN_OPERATORS_MAX 64

/* Attributes of more bytes are mostly there once, and those of fewer are read as quickly. */
#define OL_TWIN_BYTES_MIN 8
#define OL_TWIN_BYTES_MAX 1024

/* An attribute in which there was nothing to do. */
struct ol_twin {
    const uint8_t *bytes; /* of the message; borrowed from the file */
    uint32_t size;
    uint32_t of;       /* the number of its node's, as ol_twins_operator gave it; 0: none is here */
    uint32_t messages; /* under it, */
    uint32_t tensors;  /* and TensorProto among them */
};

struct ol_twin_operator {
    struct ol_operator_name name;
    uint32_t number; /* 0: none is here */
};

/* All zero at first. */
struct ol_twins {
    struct ol_twin items[OL_TWINS_MAX];
    struct ol_twin_operator operators[OL_TWIN_OPERATORS_MAX];
    uint32_t operator_count; /* numbers that were given */
    uint32_t node_operator;  /* that of the node that was asked about last, which ends there */
    uint64_t node_end;
};

/* A number that nodes share only if they name the same operator; 0, which no attribute is kept
 * under, when there are no more, and where a field of the node has a wrong wire type: it may be
 * bound to no operator. The node is complete. */
uint32_t ol_twins_operator(struct ol_twins *twins, const struct ol_level *node);

/* The attribute with the same bytes that was kept for nodes of the operator; NULL: there is none.
 */
const struct ol_twin *ol_twins_find(const struct ol_twins *twins, uint32_t of,
                                    const struct ol_level *attribute);

/* Keeps an attribute, so many messages under it, and so many TensorProto among these. */
void ol_twins_keep(struct ol_twins *twins, uint32_t of, const struct ol_level *attribute,
                   uint64_t messages, uint64_t tensors);

#endif
