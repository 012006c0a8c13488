/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of sparse tensors: how values, indices and dims fit together. */
#include "checks/sparse.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_SparseTensorProto)

static const struct ol_field *tensor_field(unsigned field)
{
    return &ol_messages[OL_MESSAGE_TensorProto].fields[field];
}

/* Where a dim of one of the two tensors stands; the tensor's own header where it has none of that
 * index. */
static struct ol_finding dim_place(const struct ol_sparse_part *part, uint64_t index)
{
    struct ol_finding place = {.level = &part->level};
    if (index >= part->tensor.rank) {
        place.span = ol_level_header(&part->level);
        return place;
    }
    place.span = ol_level_element_span(&part->level, OL_TensorProto_dims, index);
    place.field = tensor_field(OL_TensorProto_dims);
    place.index = index;
    return place;
}

/* --- sparse_rank --------------------------------------------------------- */

enum {
    PART_VALUES,
    PART_INDICES
};

static const char *const words_part[] = {
    [PART_VALUES] = "values", [PART_INDICES] = "indices", NULL};

static const struct ol_param params_part[] = {
    {.name = "tensor", .type = OL_PARAM_WORD, .is_required = true, .words = words_part},
};

static const char *const args_rank[] = {"rank", NULL};

/* values is a list; indices is a list of numbers or of coordinates (onnx.proto,
 * SparseTensorProto). */
static void run_rank(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_sparse *sparse = ol_sparse_read(run, level);
    if (sparse == NULL) {
        return;
    }
    bool is_values = ol_rule_integer(rule, 0, PART_VALUES) == PART_VALUES;
    const struct ol_sparse_part *part = is_values ? &sparse->values : &sparse->indices;
    uint64_t max = is_values ? 1 : 2;
    uint64_t rank = part->tensor.rank;
    if (part->is_present && (rank > max || (rank == 0 && part->level.is_complete))) {
        struct ol_finding place = dim_place(part, max);
        OL_EMIT(
            run, rule,
            (.span = place.span, .level = place.level, .field = place.field, .index = place.index),
            OL_ARG_U64("rank", rank));
    }
}

const struct ol_check ol_check_sparse_rank = {
    .name = "sparse_rank",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_part,
    .param_count = 1,
    .args = args_rank,
    .run = run_rank,
};

/* --- sparse_values_name -------------------------------------------------- */

/* The name of a sparse initializer is that of its values (onnx.proto,
 * GraphProto.sparse_initializer). */
static void run_name(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = tensor_field(OL_TensorProto_name);
    if (!ol_level_is_in(level, OL_MESSAGE_SparseTensorProto, OL_SparseTensorProto_values) ||
        !ol_level_is_in(level->parent, OL_MESSAGE_GraphProto, OL_GraphProto_sparse_initializer)) {
        return;
    }
    if (!ol_level_has(level, field->index)) {
        if (ol_level_lacks(level, field->index)) {
            OL_EMIT_PLAIN(run, rule,
                          (.span = ol_level_header(level), .level = level, .field = field));
        }
    } else if (ol_level_text(level, field->index).size == 0 &&
               !(level->fields[field->index].last.flags & OL_OCCURRENCE_CUT)) {
        OL_EMIT_PLAIN(run, rule,
                      (.span = ol_level_span(level, field->index), .level = level, .field = field));
    }
}

static bool may_be_values(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return ol_outline_is_in(outline, OL_MESSAGE_SparseTensorProto, OL_SparseTensorProto_values);
}

const struct ol_check ol_check_sparse_values_name = {
    .name = "sparse_values_name",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorProto),
    .may_speak = may_be_values,
    .run = run_name,
};

/* --- sparse_count -------------------------------------------------------- */

enum {
    COUNT_ZERO,
    COUNT_INDICES_MISSING,
    COUNT_INDICES_OMITTED,
    COUNT_TOO_MANY,
    COUNT_DENSE
};

static const char *const words_count[] = {
    [COUNT_ZERO] = "zero",
    [COUNT_INDICES_MISSING] = "indices-missing",
    [COUNT_INDICES_OMITTED] = "indices-omitted",
    [COUNT_TOO_MANY] = "too-many",
    [COUNT_DENSE] = "dense",
    NULL,
};

static const struct ol_param params_count[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_count},
};

static const char *const args_count[] = {"nnz", "size", NULL};

static bool is_count_wrong(const struct ol_sparse *sparse, int64_t fault)
{
    bool is_without_indices = ol_level_lacks(sparse->level, OL_SparseTensorProto_indices);
    switch (fault) {
    case COUNT_ZERO:
        return sparse->nnz == 0;
    case COUNT_INDICES_MISSING:
        return sparse->nnz > 0 && is_without_indices;
    case COUNT_INDICES_OMITTED:
        return sparse->nnz == 0 && is_without_indices;
    case COUNT_TOO_MANY:
        return sparse->is_size_known && sparse->nnz > sparse->size;
    default: /* more than half */
        return sparse->is_size_known && sparse->nnz <= sparse->size &&
               sparse->nnz > sparse->size - sparse->nnz;
    }
}

/* What the number of stored elements says by itself. */
static void run_count(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_sparse *sparse = ol_sparse_read(run, level);
    int64_t fault = ol_rule_integer(rule, 0, COUNT_ZERO);
    if (sparse == NULL || !sparse->is_nnz_known || !is_count_wrong(sparse, fault)) {
        return;
    }
    struct ol_finding place = dim_place(&sparse->values, 0);
    if (fault == COUNT_INDICES_MISSING || fault == COUNT_INDICES_OMITTED) {
        place.span = ol_level_header(level);
        place.level = level;
        place.field = &level->message->fields[OL_SparseTensorProto_indices];
    }
    OL_EMIT(run, rule,
            (.span = place.span, .level = place.level, .field = place.field, .index = place.index),
            OL_ARG_U64("nnz", sparse->nnz), OL_ARG_U64("size", sparse->size));
}

const struct ol_check ol_check_sparse_count = {
    .name = "sparse_count",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_count,
    .param_count = 1,
    .args = args_count,
    .run = run_count,
};

/* --- sparse_indices_type ------------------------------------------------- */

static const char *const args_type[] = {"type", NULL};

/* A type that is no known one is said by the rules about any tensor. */
static void run_type(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_sparse *sparse = ol_sparse_read(run, level);
    if (sparse == NULL || !sparse->indices.is_present) {
        return;
    }
    const struct ol_sparse_part *part = &sparse->indices;
    if (part->tensor.type != NULL && part->tensor.type->number != OL_DATA_TYPE_INT64) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(&part->level, OL_TensorProto_data_type),
                 .level = &part->level, .field = tensor_field(OL_TensorProto_data_type)),
                OL_ARG_WORD("type", part->tensor.type->name));
    }
}

const struct ol_check ol_check_sparse_indices_type = {
    .name = "sparse_indices_type",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_type,
    .run = run_type,
};

/* --- sparse_indices_shape ------------------------------------------------ */

enum {
    SHAPE_COUNT,
    SHAPE_WIDTH
};

static const char *const words_shape[] = {[SHAPE_COUNT] = "count", [SHAPE_WIDTH] = "width", NULL};

static const struct ol_param params_shape[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_shape},
};

static const char *const args_shape[] = {"actual", "expected", NULL};
static const char *const notes_dims[] = {"dims", NULL};

/* indices is [NNZ] or [NNZ, rank]. A negative dim is said by the rules about any tensor. */
static void run_shape(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_sparse *sparse = ol_sparse_read(run, level);
    if (sparse == NULL || !sparse->indices.is_present) {
        return;
    }
    bool is_count = ol_rule_integer(rule, 0, SHAPE_COUNT) == SHAPE_COUNT;
    const struct ol_tensor *indices = &sparse->indices.tensor;
    uint64_t index = is_count ? 0 : 1;
    uint64_t expected = is_count ? sparse->nnz : sparse->rank;
    bool is_expected_known =
        is_count ? sparse->is_nnz_known : sparse->rank > 0 && level->is_complete;
    if (!is_expected_known || indices->rank <= index || indices->rank > 2 ||
        indices->dims[index] < 0 || (uint64_t)indices->dims[index] == expected) {
        return;
    }
    struct ol_finding place = dim_place(&sparse->indices, index);
    struct ol_finding other =
        is_count
            ? dim_place(&sparse->values, 0)
            : (struct ol_finding){.span = ol_level_first_span(level, OL_SparseTensorProto_dims),
                                  .level = level,
                                  .field = &level->message->fields[OL_SparseTensorProto_dims]};
    struct ol_note note = {
        .note = notes_dims[0], .span = other.span, .level = other.level, .field = other.field};
    OL_EMIT(run, rule,
            (.span = place.span, .level = place.level, .field = place.field, .index = place.index,
             .notes = &note, .note_count = 1),
            OL_ARG_I64("actual", indices->dims[index]), OL_ARG_U64("expected", expected));
}

const struct ol_check ol_check_sparse_indices_shape = {
    .name = "sparse_indices_shape",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_shape,
    .param_count = 1,
    .args = args_shape,
    .notes = notes_dims,
    .run = run_shape,
};

/* --- sparse_indices_external --------------------------------------------- */

static void run_external(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_sparse *sparse = ol_sparse_read(run, level);
    if (sparse == NULL || !sparse->indices.is_present || !sparse->indices.tensor.is_external) {
        return;
    }
    const struct ol_level *indices = &sparse->indices.level;
    ol_run_not_checked(run, indices, ol_level_whole(indices), OL_REASON_EXTERNAL_INDICES);
    OL_EMIT_PLAIN(run, rule,
                  (.span = ol_level_span(indices, OL_TensorProto_data_location), .level = indices,
                   .field = tensor_field(OL_TensorProto_data_location)));
}

const struct ol_check ol_check_sparse_indices_external = {
    .name = "sparse_indices_external",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .run = run_external,
};

/* --- sparse_index -------------------------------------------------------- */

static const char *const words_index[] = {
    [OL_SPARSE_NEGATIVE] = "negative",   [OL_SPARSE_BOUND_LINEAR] = "bound-linear",
    [OL_SPARSE_BOUND_DIM] = "bound-dim", [OL_SPARSE_ORDER] = "order",
    [OL_SPARSE_UNIQUE] = "unique",       NULL,
};

static const struct ol_param params_index[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_index},
};

static const char *const args_index[] = {"position", "axis", "value", "bound", "previous", NULL};
static const char *const notes_index[] = {"previous", NULL};

struct index_report {
    struct ol_run *run;
    const struct ol_rule *rule;
    const struct ol_sparse *sparse;
    int64_t fault;
};

static void tell_index(void *context, const struct ol_sparse_index *index)
{
    const struct index_report *report = context;
    if (index->fault != (enum ol_sparse_fault)report->fault) {
        return;
    }
    const struct ol_sparse_part *part = &report->sparse->indices;
    bool is_raw = ol_tensor_is_filled(&part->tensor, OL_TensorProto_raw_data);
    const struct ol_field *field =
        tensor_field(is_raw ? OL_TensorProto_raw_data : OL_TensorProto_int64_data);
    struct ol_note note = {
        .note = notes_index[0],
        .span = index->previous_span,
        .level = &part->level,
        .field = field,
        .index = index->previous_element,
    };
    bool has_note = index->fault == OL_SPARSE_ORDER || index->fault == OL_SPARSE_UNIQUE;
    OL_EMIT(report->run, report->rule,
            (.span = index->span, .level = &part->level, .field = field, .index = index->element,
             .notes = &note, .note_count = has_note ? 1 : 0),
            OL_ARG_U64("position", index->position), OL_ARG_U64("axis", index->column),
            OL_ARG_I64("value", index->value), OL_ARG_I64("bound", index->bound),
            OL_ARG_I64("previous", index->previous));
}

/* Tells that the indices are walked over, where they stand in raw_data. */
static void touch_indices(struct ol_run *run, const struct ol_sparse *sparse)
{
    const struct ol_sparse_part *part = &sparse->indices;
    if (part->is_present && part->tensor.data_type == OL_DATA_TYPE_INT64 &&
        !part->tensor.is_external && ol_tensor_is_filled(&part->tensor, OL_TensorProto_raw_data)) {
        ol_run_touch(run, ol_occurrence_payload(&part->level.fields[OL_TensorProto_raw_data].last));
    }
}

static void run_index(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_sparse *sparse = ol_sparse_read(run, level);
    int64_t fault = ol_rule_integer(rule, 0, OL_SPARSE_NEGATIVE);
    if (sparse == NULL ||
        (sparse->is_crowded && ol_run_is_superseded(run, rule, &ol_check_sparse_count))) {
        return;
    }
    if (fault == OL_SPARSE_BOUND_DIM && !ol_sparse_is_bounded(sparse)) {
        ol_run_not_checked(run, &sparse->indices.level, ol_level_whole(&sparse->indices.level),
                           OL_REASON_SPARSE_RANK);
    }
    touch_indices(run, sparse);
    if (ol_sparse_has_fault(sparse, (enum ol_sparse_fault)fault)) {
        struct index_report report = {run, rule, sparse, fault};
        ol_sparse_walk(sparse, tell_index, &report);
    }
}

const struct ol_check ol_check_sparse_index = {
    .name = "sparse_index",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_index,
    .param_count = 1,
    .args = args_index,
    .notes = notes_index,
    .run = run_index,
};

/* --- sparse_dims_product ------------------------------------------------- */

static const char *const args_product[] = {"index", NULL};

static void run_product(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    const struct ol_sparse *sparse = ol_sparse_read(run, level);
    if (sparse != NULL && sparse->is_overflowing) {
        OL_EMIT(run, rule,
                (.span = sparse->overflow_span, .level = level,
                 .field = &level->message->fields[OL_SparseTensorProto_dims],
                 .index = sparse->overflow_index),
                OL_ARG_U64("index", sparse->overflow_index));
    }
}

const struct ol_check ol_check_sparse_dims_product = {
    .name = "sparse_dims_product",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_product,
    .run = run_product,
};
