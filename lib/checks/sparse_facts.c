/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the facts of a SparseTensorProto level, and walks its indices. */
#include <string.h>

#include "base/checked.h"
#include "base/limits.h"
#include "checks/sparse.h"

/* --- the facts ----------------------------------------------------------- */

static void read_part(struct ol_run *run, const struct ol_level *level, unsigned field,
                      struct ol_sparse_part *part)
{
    part->is_present = ol_run_read_child(run, level, field, &part->level);
    if (part->is_present) {
        ol_tensor_read(&part->tensor, &part->level);
    }
}

static void read_dims(struct ol_sparse *sparse, const struct ol_level *level)
{
    struct ol_cursor cursor;
    struct ol_element element;
    uint64_t size = 1;
    sparse->is_positive = level->is_complete && !(level->mistyped >> OL_SparseTensorProto_dims & 1);
    ol_cursor_init(&cursor, level, OL_SparseTensorProto_dims);
    while (ol_cursor_next(&cursor, &element)) {
        int64_t dim = (int64_t)element.bits;
        sparse->rank++;
        if (dim <= 0) {
            sparse->is_positive = false;
        } else if (!sparse->is_overflowing &&
                   (!ol_checked_mul(size, (uint64_t)dim, &size) || size > INT64_MAX)) {
            sparse->is_overflowing = true;
            sparse->overflow_index = element.index;
            sparse->overflow_span = element.span;
        }
    }
    sparse->is_positive = sparse->is_positive && sparse->rank > 0;
    sparse->is_overflowing = sparse->is_overflowing && sparse->is_positive;
    sparse->is_size_known = sparse->is_positive && !sparse->is_overflowing;
    sparse->size = sparse->is_size_known ? size : 0;
}

/* The slot for the facts of the sparse tensor that was asked about last. It hangs on the root
 * level, which is open as long as the run is, so that a file of a million sparse tensors takes no
 * more memory than a file of one. */
static struct ol_sparse *find_slot(struct ol_run *run, const struct ol_level *level)
{
    const struct ol_level *root = level;
    while (root->parent != NULL) {
        root = root->parent;
    }
    void **memo = ol_run_memo(run, root);
    if (*memo == NULL) {
        *memo = ol_arena_alloc(ol_run_arena(run), sizeof(struct ol_sparse));
    }
    if (*memo == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    return *memo;
}

struct ol_sparse *ol_sparse_read(struct ol_run *run, const struct ol_level *level)
{
    struct ol_sparse *sparse = find_slot(run, level);
    if (sparse == NULL || (sparse->level == level && sparse->begin == level->begin)) {
        return sparse;
    }
    memset(sparse, 0, sizeof *sparse);
    sparse->level = level;
    sparse->begin = level->begin;
    read_part(run, level, OL_SparseTensorProto_values, &sparse->values);
    read_part(run, level, OL_SparseTensorProto_indices, &sparse->indices);
    read_dims(sparse, level);
    const struct ol_tensor *values = &sparse->values.tensor;
    sparse->is_nnz_known = sparse->values.is_present && sparse->values.level.is_complete &&
                           values->rank == 1 && values->negative_dims == 0;
    sparse->nnz = sparse->is_nnz_known ? (uint64_t)values->dims[0] : 0;
    sparse->is_crowded =
        sparse->is_nnz_known && sparse->is_size_known && sparse->nnz > sparse->size;
    return sparse;
}

bool ol_sparse_is_bounded(const struct ol_sparse *sparse)
{
    const struct ol_sparse_part *indices = &sparse->indices;
    return !indices->is_present || indices->tensor.rank != 2 || sparse->rank <= OL_SPARSE_RANK_MAX;
}

/* --- the walk ------------------------------------------------------------ */

/* Two cursors, the second one index behind the first, so that neither the number nor the width of
 * the indices takes memory. */
struct walk {
    const struct ol_sparse *sparse;
    ol_sparse_index_fn *tell;
    void *context;
    struct ol_int64s now;
    struct ol_int64s before;
    uint64_t width;     /* coordinates of an index */
    bool is_linear;     /* the form [NNZ]: one number for all dims */
    bool is_compared;   /* the width is right: bounds, order and repetition mean something */
    bool is_dims_known; /* dims is filled in */
    int64_t dims[OL_SPARSE_RANK_MAX];

    uint64_t column;
    bool is_decided; /* the index differs from the one before it in a column already seen */
    uint64_t row;    /* offset where the index begins */
    uint64_t previous_row;
    struct ol_sparse_index index; /* the coordinate being looked at */
};

static void tell(struct walk *walk, enum ol_sparse_fault fault)
{
    walk->index.fault = fault;
    walk->tell(walk->context, &walk->index);
}

static void check_bound(struct walk *walk)
{
    const struct ol_sparse *sparse = walk->sparse;
    if (walk->index.value < 0) {
        tell(walk, OL_SPARSE_NEGATIVE);
    } else if (!walk->is_compared) {
        return;
    } else if (walk->is_linear) {
        if (sparse->is_size_known && (uint64_t)walk->index.value >= sparse->size) {
            walk->index.bound = (int64_t)sparse->size;
            tell(walk, OL_SPARSE_BOUND_LINEAR);
        }
    } else if (walk->is_dims_known && walk->index.value >= walk->dims[walk->column]) {
        walk->index.bound = walk->dims[walk->column];
        tell(walk, OL_SPARSE_BOUND_DIM);
    }
}

/* Compares with the index before, coordinate by coordinate: a linear form of both could overflow. A
 * negative coordinate decides nothing, as it has been told. */
static void check_order(struct walk *walk)
{
    if (walk->is_decided || !walk->is_compared || walk->index.position == 0) {
        return;
    }
    if (walk->index.value < 0 || walk->index.previous < 0) {
        walk->is_decided = true;
    } else if (walk->index.value != walk->index.previous) {
        walk->is_decided = true;
        if (walk->index.value < walk->index.previous) {
            tell(walk, OL_SPARSE_ORDER);
        }
    } else if (walk->column + 1 == walk->width) {
        struct ol_sparse_index last = walk->index;
        walk->index.span = ol_span_between(walk->row, last.span.offset + last.span.length);
        walk->index.previous_span = ol_span_between(
            walk->previous_row, last.previous_span.offset + last.previous_span.length);
        walk->index.element = last.element - walk->column;
        walk->index.previous_element = last.previous_element - walk->column;
        tell(walk, OL_SPARSE_UNIQUE);
    }
}

/* Reads the coordinate that is next, and the one in its place in the index before. */
static bool next_coordinate(struct walk *walk)
{
    struct ol_sparse_index *index = &walk->index;
    index->element = walk->now.index;
    index->column = walk->column;
    if (!ol_int64s_next(&walk->now, &index->value, &index->span)) {
        return false;
    }
    if (walk->column == 0) {
        walk->row = index->span.offset;
    }
    if (index->position > 0) {
        index->previous_element = walk->before.index;
        if (!ol_int64s_next(&walk->before, &index->previous, &index->previous_span)) {
            return false;
        }
        if (walk->column == 0) {
            walk->previous_row = index->previous_span.offset;
        }
    }
    return true;
}

static void walk_all(struct walk *walk)
{
    while (next_coordinate(walk)) {
        check_bound(walk);
        check_order(walk);
        walk->column++;
        if (walk->column == walk->width) {
            walk->column = 0;
            walk->index.position++;
            walk->is_decided = false;
        }
    }
}

static void read_bounds(struct walk *walk)
{
    struct ol_cursor cursor;
    struct ol_element element;
    walk->is_dims_known = walk->sparse->is_positive && walk->sparse->rank <= OL_SPARSE_RANK_MAX;
    if (!walk->is_dims_known) {
        return;
    }
    ol_cursor_init(&cursor, walk->sparse->level, OL_SparseTensorProto_dims);
    while (ol_cursor_next(&cursor, &element)) {
        walk->dims[element.index] = (int64_t)element.bits;
    }
}

void ol_sparse_walk(const struct ol_sparse *sparse, ol_sparse_index_fn *tell_fault, void *context)
{
    const struct ol_tensor *indices = &sparse->indices.tensor;
    if (!sparse->indices.is_present || indices->rank < 1 || indices->rank > 2 ||
        (indices->rank == 2 && indices->dims[1] <= 0)) {
        return;
    }
    struct walk walk = {
        .sparse = sparse,
        .tell = tell_fault,
        .context = context,
        .is_linear = indices->rank == 1,
    };
    walk.width = walk.is_linear ? 1 : (uint64_t)indices->dims[1];
    walk.is_compared = walk.is_linear || walk.width == sparse->rank;
    if (!walk.is_linear) {
        read_bounds(&walk);
    }
    ol_int64s_init(&walk.now, indices, &sparse->indices.level);
    ol_int64s_init(&walk.before, indices, &sparse->indices.level);
    walk_all(&walk);
}

static void note_fault(void *context, const struct ol_sparse_index *index)
{
    struct ol_sparse *sparse = context;
    sparse->index_faults |= 1U << index->fault;
}

bool ol_sparse_has_fault(struct ol_sparse *sparse, enum ol_sparse_fault fault)
{
    if (!sparse->is_walked) {
        sparse->is_walked = true;
        ol_sparse_walk(sparse, note_fault, sparse);
    }
    return sparse->index_faults >> fault & 1;
}
