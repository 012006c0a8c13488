/* SPDX-License-Identifier: Apache-2.0 */
/* Own to onnx/scope: how a scope comes by its definitions. */
#ifndef OL_ONNX_SCOPE_GATHER_H
#define OL_ONNX_SCOPE_GATHER_H

#include "onnx/scope.h"

/* Pushes what the scope's level defines, then what it says of them: value_info and outputs. Takes
 * one pass over the bytes of the level's direct members, sub-messages of nodes excepted. A member
 * that cannot be read makes the scope one that is not whole. */
enum ol_status ol_scope_gather(struct ol_scopes *scopes, struct ol_scope *scope) OL_NODISCARD;

#endif
