/* SPDX-License-Identifier: Apache-2.0 */
/* What a SparseTensorProto level states, worked out once for every rule that asks. */
#ifndef OL_CHECKS_SPARSE_H
#define OL_CHECKS_SPARSE_H

#include "onnx/tensor.h"
#include "rule/check.h"

/* One of the two tensors in it. */
struct ol_sparse_part {
    bool is_present;
    struct ol_level level;   /* read; valid where present */
    struct ol_tensor tensor; /* its facts; valid where present */
};

struct ol_sparse {
    const struct ol_level *level; /* the one that the facts are about, and where it begins */
    uint64_t begin;
    struct ol_sparse_part values;
    struct ol_sparse_part indices;

    bool is_nnz_known; /* values is one-dimensional, and not negative */
    uint64_t nnz;      /* elements stored */

    uint64_t rank;           /* of the dense tensor: number of dims */
    bool is_positive;        /* the level is complete, it has dims, and all are above 0 */
    bool is_overflowing;     /* is_positive, and they multiply to more than INT64_MAX */
    uint64_t overflow_index; /* of the dim where they do */
    struct ol_span overflow_span;
    bool is_size_known; /* is_positive, and not is_overflowing */
    uint64_t size;      /* elements of the dense tensor */
    bool is_crowded;    /* more is stored than there is room for: some index is out of bounds, or
                         * stands twice */

    bool is_walked;        /* index_faults is filled in */
    uint32_t index_faults; /* bit n: an index has the fault n of enum ol_sparse_fault */
};

/* What can be wrong with an index. */
enum ol_sparse_fault {
    OL_SPARSE_NEGATIVE,
    OL_SPARSE_BOUND_LINEAR,
    OL_SPARSE_BOUND_DIM,
    OL_SPARSE_ORDER,
    OL_SPARSE_UNIQUE
};

/* One fault of an index: a coordinate of it, or for UNIQUE the whole of it. */
struct ol_sparse_index {
    enum ol_sparse_fault fault;
    struct ol_span span;
    uint64_t element;  /* in int64_data */
    uint64_t position; /* of the index among the indices */
    uint64_t column;   /* of the coordinate in the index */
    int64_t value;
    int64_t bound; /* BOUND_*: the size that the value must be below */
    struct ol_span previous_span;
    uint64_t previous_element;
    int64_t previous; /* ORDER, UNIQUE: of the index before */
};

typedef void ol_sparse_index_fn(void *context, const struct ol_sparse_index *index);

/* The facts of a SparseTensorProto level; NULL when memory is short (and the run has failed).
 * Borrowed until the next such level is asked about. */
struct ol_sparse *ol_sparse_read(struct ol_run *run, const struct ol_level *level);

/* Goes once through the indices and tells each fault. Indices that are external, of another type
 * than INT64 or of no legal shape have none. */
void ol_sparse_walk(const struct ol_sparse *sparse, ol_sparse_index_fn *tell, void *context);

/* false where coordinates are not held against dims because there are more of them than
 * base/limits.h allows. */
bool ol_sparse_is_bounded(const struct ol_sparse *sparse);

/* Whether some index has that fault: one walk for all that ask. */
bool ol_sparse_has_fault(struct ol_sparse *sparse, enum ol_sparse_fault fault);

#endif
