/* SPDX-License-Identifier: Apache-2.0 */
/* The day that suppressions are held against. */
#ifndef OL_CLI_TODAY_H
#define OL_CLI_TODAY_H

#include <stdbool.h>

#include "message.h"
#include "onnx_lint.h"

/* Tells the linter what day it is: of SOURCE_DATE_EPOCH where that is set, else of the clock, both
 * in UTC. false, with a message, where SOURCE_DATE_EPOCH is no number of seconds. */
bool ol_today_set(struct ol_linter *linter);

#endif
