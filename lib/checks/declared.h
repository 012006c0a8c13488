/* SPDX-License-Identifier: Apache-2.0 */
/* Two places that say what one value is: which they are. */
#ifndef OL_CHECKS_DECLARED_H
#define OL_CHECKS_DECLARED_H

#include "onnx/reader.h"
#include "onnx/scope.h"
#include "rule/check.h"

/* Opens and reads the other item of the graph that says what the value of the item is: for an
 * initializer, the input of its name; for an entry of value_info, the input or initializer of its
 * name; for an output, the entry of value_info, else the input or initializer. false where there is
 * none, and where the pair is met again: no item is opened for many others. */
bool ol_declared_other(struct ol_run *run, const struct ol_level *item, struct ol_level *other);

/* Opens and reads the entry of value_info or output that declares the value; false where there is
 * none. */
bool ol_declared_entry(struct ol_run *run, const struct ol_value *value, struct ol_level *entry);

/* The types of dense and sparse tensors have the same fields. */
enum {
    OL_DECLARED_ELEM_TYPE = OL_TypeProto_Tensor_elem_type,
    OL_DECLARED_SHAPE = OL_TypeProto_Tensor_shape
};
_Static_assert((int)OL_DECLARED_ELEM_TYPE == (int)OL_TypeProto_SparseTensor_elem_type, "elem_type");
_Static_assert((int)OL_DECLARED_SHAPE == (int)OL_TypeProto_SparseTensor_shape, "shape");

/* The dims that an item gives its value, one after the other: of a TensorProto, a
 * SparseTensorProto or a TensorShapeProto, which must have been read. */
struct ol_dims {
    struct ol_run *run;
    const struct ol_level *level;
    struct ol_cursor cursor;     /* over numbers */
    struct ol_children children; /* over Dimension messages */
    struct ol_level dim;         /* the Dimension that was read last */
    bool is_shape;
};

/* One of them. */
struct ol_dim {
    int64_t size;          /* -1: not known */
    struct ol_slice param; /* its dim_param; empty: none */
    struct ol_span span;   /* of what says it, or of the Dimension */
    const struct ol_level *level;
    const struct ol_field *field; /* NULL: the Dimension as a whole */
    uint64_t index;               /* in the list of dims */
};

void ol_dims_init(struct ol_dims *dims, struct ol_run *run, const struct ol_level *level);

/* Whether all dims of the level could be read. */
bool ol_dims_is_whole(const struct ol_level *level);

/* How many there are. */
uint64_t ol_dims_count(const struct ol_dims *dims);

/* The next one; false after the last. Its level is borrowed until the next call. */
bool ol_dims_next(struct ol_dims *dims, struct ol_dim *dim);

/* Opens and reads what says the shape of what a name stands for at the node that is being visited,
 * its own outputs included: the input or initializer that it is, else its entry in value_info or
 * output. Gives the entry's offset in *tag without reading it, where item is NULL. false where
 * there is none. */
bool ol_declared_open(struct ol_run *run, struct ol_slice name, uint64_t *tag,
                      struct ol_level *item);

#endif
