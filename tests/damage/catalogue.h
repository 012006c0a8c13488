/* SPDX-License-Identifier: Apache-2.0 */
/* The judge's own reading of what ONNX wants of single messages: what must be there, element types,
 * and where and how many the values of a tensor are. What takes a look at other messages is left to
 * the examples of rules. */
#ifndef OL_TESTS_DAMAGE_CATALOGUE_H
#define OL_TESTS_DAMAGE_CATALOGUE_H

#include "damage/judge.h"

/* Adds to the faults of bytes that were read as that message what is wrong with the messages in
 * which no fault was found. */
void ol_catalogue_judge(struct ol_judge *judge, const struct ol_shape *root);

#endif
