/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of a rule, for --explain. */
#ifndef OL_EXPLAIN_PARAMS_H
#define OL_EXPLAIN_PARAMS_H

#include "base/arena.h"
#include "base/status.h"
#include "report/explain.h"
#include "rule/rule.h"

/* One for each parameter of the rule's check, in its order, with what is in force in the rule. They
 * live in the arena. OL_ERR_NOMEM. */
enum ol_status ol_explain_params(struct ol_arena *arena, const struct ol_rule *rule,
                                 struct ol_explained_params *params) OL_NODISCARD;

#endif
