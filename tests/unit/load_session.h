/* SPDX-License-Identifier: Apache-2.0 */
/* A loader with checks of its own: any_check (every message), file_check (none) and tensor_check,
 * which has a parameter of each type, variants and notes. */
#ifndef OL_TESTS_UNIT_LOAD_SESSION_H
#define OL_TESTS_UNIT_LOAD_SESSION_H

#include "rule/load.h"

/* The file that rules are loaded as where the name does not matter. */
#define OL_LOAD_RULE_PATH "rules/tensor/tensor-raw-short.yaml"

/* What tensor_check, the third of the checks, can be bound to. */
#define OL_LOAD_TENSOR_TARGETS \
    (OL_MESSAGE_BIT(OL_MESSAGE_TensorProto) | OL_MESSAGE_BIT(OL_MESSAGE_SparseTensorProto))

struct ol_load_session {
    struct ol_loader loader;
    struct ol_buf errors;
};

void ol_load_session_init(struct ol_load_session *session);
void ol_load_session_fini(struct ol_load_session *session);

#endif
