/* SPDX-License-Identifier: Apache-2.0 */
/* Where model-local functions stand, for findings at a call and for those at the model's end. */
#ifndef OL_CHECKS_FUNCTION_PLACE_H
#define OL_CHECKS_FUNCTION_PLACE_H

#include "base/nearest.h"
#include "onnx/model.h"
#include "rule/check.h"

/* Names that one search for a similar one looks at: a search is made for every finding, and takes
 * bounded time. */
#define OL_FUNCTION_NAMES_MAX 64

/* A related place: the head of a function. level is inside its model. */
struct ol_note ol_function_note(const struct ol_level *level, const struct ol_function *function,
                                const char *note);

/* Reads a function of the model as a level. false when that fails (and the run has failed). */
bool ol_function_open(struct ol_run *run, const struct ol_level *model,
                      const struct ol_function *function, struct ol_level *level);

/* Where the function is told of: its name, or else its head. */
struct ol_span ol_function_span(const struct ol_level *function);

/* The span of the level's field whose tag stands at that offset. */
struct ol_span ol_function_member_span(const struct ol_level *holder, uint64_t tag);

#endif
