/* SPDX-License-Identifier: Apache-2.0 */
/* Which schema a node's operator has: by its name, and by the operator set that is imported where
 * the node stands (docs/IR.md, Operator Sets). */
#ifndef OL_ONNX_BOUND_OPERATOR_H
#define OL_ONNX_BOUND_OPERATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "onnx/operators.h"

struct ol_bound_operator {
    const struct ol_operator *schema; /* NULL: none is in force, or the version is not known */
    struct ol_slice domain;           /* as ol_domain_canonical writes it */
    struct ol_slice op_type;
    int64_t version; /* of the operator set */
    bool is_known;   /* there is a version, and a name: verdict and version tell */
    uint8_t verdict; /* enum ol_operator_verdict */
};

/* What a node says of its operator; empty where it says nothing. */
struct ol_operator_name {
    struct ol_slice domain;
    struct ol_slice op_type;
};

/* How many operators are remembered, two at each place. Models have few, and many nodes of each. */
#define OL_BOUND_OPERATOR_PLACES 32

/* What was found last, so that it is searched once for an operator and not once for a node. */
struct ol_bound_operators {
    struct ol_bound_operator last[OL_BOUND_OPERATOR_PLACES][2];
    struct ol_bound_operator nameless; /* of a node without a name */
};

/* Finds the schema of that name in that version of the domain, which ol_domain_canonical wrote.
 * Both texts outlive the table. Borrowed until the next call. */
const struct ol_bound_operator *ol_bound_operators_find(struct ol_bound_operators *known,
                                                        struct ol_slice domain,
                                                        struct ol_slice op_type, int64_t version);

/* The schema that a node of that binding is held against: NULL where there is none, or where it is
 * no more than the word that the operator is gone. */
const struct ol_operator *ol_bound_operator_schema(const struct ol_bound_operator *bound);

#endif
