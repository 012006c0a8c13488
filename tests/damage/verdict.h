/* SPDX-License-Identifier: Apache-2.0 */
/* Holds what the linter says of bytes against what the judge finds wrong with them. */
#ifndef OL_TESTS_DAMAGE_VERDICT_H
#define OL_TESTS_DAMAGE_VERDICT_H

#include "damage/judge.h"
#include "damage/workbench.h"

#define OL_VERDICT_SIZE 300

/* Whether each fault of the judge is told, at its place, by one of its rules and as severely as it
 * is; and whether each finding of these rules is a fault of the judge's. If not, text says what is
 * wrong. */
bool ol_verdict_agrees(const struct ol_judge *judge, struct ol_workbench_outcome *outcome,
                       char text[OL_VERDICT_SIZE]);

/* Whether any error is among the findings: what is wanted of bytes that are no message. */
bool ol_verdict_has_error(const struct ol_workbench_outcome *outcome);

#endif
