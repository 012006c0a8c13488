/* SPDX-License-Identifier: Apache-2.0 */
/* What a file is: which message of the schema its bytes are, or what else somebody took for a
 * model. */
#ifndef OL_ONNX_RECOGNISE_H
#define OL_ONNX_RECOGNISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "onnx/schema.h"

enum ol_kind {
#define OL_KIND(id, name) OL_KIND_##id,
#include "onnx/kinds.def"
#undef OL_KIND
    OL_KIND_COUNT
};

struct ol_file_kind {
    enum ol_kind kind;
    const struct ol_message *root; /* what to read the bytes as; NULL where they are no message */
    const struct ol_message
        *asked;            /* what the caller or the file name wants; NULL where anything will do */
    bool is_asked_by_name; /* the file's, and not by the caller */
    struct ol_span
        span; /* the bytes that tell: a signature, or the first field that speaks against asked */
    uint64_t
        promised; /* GIT_LFS: the size in bytes that the pointer states; 0 where it states none */
};

/* Tells what bytes are. type: what the caller asks for; NULL: what the file name asks for, a
 * ModelProto where it ends in .onnx, else the message that fits best. filename may be NULL. A
 * message of another type than asked is taken for what it is only where the bytes leave no doubt,
 * so that a damaged file is still read as what it should be. Reads a bounded part of the bytes. */
void ol_recognise(struct ol_slice bytes, const char *filename, const struct ol_message *type,
                  struct ol_file_kind *kind);

/* The names of the kinds in rules ("git-lfs-pointer"), by kind, and NULL behind the last. */
extern const char *const ol_kind_names[OL_KIND_COUNT + 1];

/* The message that a type name stands for: "tensor", and full names such as "TensorProto.Segment";
 * NULL: none. */
const struct ol_message *ol_message_from_type_name(struct ol_slice name);

/* The type name of a message that can be asked for by one ("tensor"), else its full name. */
const char *ol_message_type_name(const struct ol_message *message);

/* What reports call the file: the type name of its root, or the name of its kind. */
const char *ol_file_kind_name(const struct ol_file_kind *kind);

#endif
