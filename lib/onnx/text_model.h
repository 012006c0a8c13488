/* SPDX-License-Identifier: Apache-2.0 */
/* Text where a binary message should be: markup, JSON, and the two text forms of ONNX, told by
 * their first words. */
#ifndef OL_ONNX_TEXT_MODEL_H
#define OL_ONNX_TEXT_MODEL_H

#include <stdbool.h>

#include "base/slice.h"
#include "onnx/recognise.h"

/* Sets the kind, and the span of the first word, where text is one of those; false else. text is
 * printable UTF-8. */
bool ol_text_model_find(struct ol_slice text, enum ol_kind *kind, struct ol_span *span);

#endif
