/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a level uses a member that is newer than the IR version in force: shared by the checks
 * that gate. */
#ifndef OL_CHECKS_VERSION_H
#define OL_CHECKS_VERSION_H

#include "rule/check.h"

/* Levels that have one of the fields, or one that names it, in files of an IR version in which one
 * of them is too new. */
struct ol_concern ol_gate_concern(uint32_t fields, const struct ol_message *message);

/* Whether a level with that outline can use one of the fields, and that is too new. */
bool ol_gate_may_break(const struct ol_outline *outline, uint32_t fields);

/* The fields of the level's message that it uses: those that occur, and those that its own type
 * field names (AttributeProto.type 11 uses sparse_tensor, present or not). Bit i stands for field
 * i. */
uint32_t ol_gate_used(const struct ol_level *level);

/* Whether the level uses the field, the field is newer than the IR version in force, and nothing
 * that holds the level is as new: only the outermost gated member is reported. */
bool ol_gate_is_broken(const struct ol_run *run, const struct ol_level *level,
                       const struct ol_field *field);

/* Reports a field that ol_gate_is_broken found, where it is named or else where it is first: args
 * {field} {since} {version}. */
void ol_gate_emit(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                  const struct ol_finding *place);

extern const struct ol_check ol_check_ir_gate;

#endif
