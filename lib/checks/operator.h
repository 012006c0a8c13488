/* SPDX-License-Identifier: Apache-2.0 */
/* What the checks of operators share: the schema that a node is held against, and which other
 * versions of the operator would take the node. */
#ifndef OL_CHECKS_OPERATOR_H
#define OL_CHECKS_OPERATOR_H

#include "onnx/model.h"
#include "onnx/operators.h"
#include "rule/check.h"

/* A may_speak: nodes whose operator has a schema, and attributes of such nodes. */
bool ol_operator_has_schema(const struct ol_rule *rule, const struct ol_outline *outline);

/* Versions of an operator set, one after the other, for which something holds. */
struct ol_versions {
    bool is_known;   /* there are such */
    bool is_earlier; /* than the one that is imported */
    unsigned first;
    unsigned last;
};

/* Whether a schema of the operator is of the sort that is looked for. */
typedef bool ol_schema_fn(const struct ol_operator *schema, const void *context);

/* The versions whose schemas are of that sort: the last ones before the schema, else the first ones
 * after it. */
struct ol_versions ol_operator_versions(const struct ol_bound_operator *bound,
                                        ol_schema_fn *is_such, const void *context);

/* The variant for such versions, of "until", "from", NULL. */
const char *ol_operator_variant(const struct ol_versions *versions);

/* NULL-terminated: the variants above. */
extern const char *const ol_operator_variants[];

/* The attribute of that name, also with letters of another case, that the node has; it is left at
 * that where not all of its attributes can be read. */
bool ol_operator_node_has(const struct ol_level *node, struct ol_slice name);

/* The formal input with that name, also with letters of another case; NULL where there is none. */
const struct ol_operator_parameter *ol_operator_named_input(const struct ol_operator *schema,
                                                            struct ol_slice name);

#endif
