/* SPDX-License-Identifier: Apache-2.0 */
/* Model formats of other projects that are protobuf messages too, and so can only be told by their
 * fields. */
#ifndef OL_ONNX_FOREIGN_H
#define OL_ONNX_FOREIGN_H

#include "wire/descriptor.h"

/* Descriptors of just what tells them. They have no place among ol_messages: their id means
 * nothing. */
extern const struct ol_message ol_tensorflow_graph;
extern const struct ol_message ol_tensorflow_saved_model;
extern const struct ol_message ol_core_ml_model;

/* Core ML numbers the kinds of its models, and what was added to their descriptions, from here
 * on. */
#define OL_CORE_ML_OPEN_FROM 50

#endif
