/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are no protobuf messages, by how they begin. */
#ifndef OL_ONNX_SIGNATURE_H
#define OL_ONNX_SIGNATURE_H

#include <stdbool.h>

#include "base/slice.h"
#include "onnx/recognise.h"

/* Sets kind, span and promised where the bytes begin like one of the known formats; false, with
 * nothing set, else. */
bool ol_signature_find(struct ol_slice bytes, struct ol_file_kind *kind);

/* Whether what the bytes begin with is printable text in UTF-8, as far as one looks. */
bool ol_signature_is_text(struct ol_slice bytes);

#endif
