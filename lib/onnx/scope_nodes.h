/* SPDX-License-Identifier: Apache-2.0 */
/* Used by onnx/scope alone: the nodes of the innermost scope. */
#ifndef OL_ONNX_SCOPE_NODES_H
#define OL_ONNX_SCOPE_NODES_H

#include "onnx/scope.h"

/* Resolves the inputs of a node that opens, and forgets them when it closes. */
enum ol_status ol_scope_enter_node(struct ol_scopes *scopes,
                                   const struct ol_level *level) OL_NODISCARD;
void ol_scope_leave_node(struct ol_scopes *scopes, const struct ol_level *level);

#endif
