/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of a tensor's type and shape, before any of its values. */
#include <stdint.h>

#include "checks/tensor_emit.h"
#include "rule/check.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_TensorProto)

/* --- tensor_data_type_gate ----------------------------------------------- */

static const char *const args_gate[] = {"type", "dims", "since", "version", NULL};

/* Version enum of onnx.proto: which IR version brought which element type. */
static void run_gate(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    int version = ol_run_ir_version(run);
    if (tensor == NULL || tensor->type == NULL || tensor->type->since_ir <= version) {
        return;
    }
    OL_TENSOR_EMIT(run, rule, tensor,
                   (.span = ol_level_span(level, OL_TensorProto_data_type), .level = level,
                    .field = ol_tensor_field(OL_TensorProto_data_type)),
                   OL_ARG_U64("since", tensor->type->since_ir), OL_ARG_I64("version", version));
}

static bool may_gate(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    const struct ol_element_type *type = ol_element_type_from_number(outline->kind);
    return type != NULL && type->since_ir > outline->ir_version;
}

const struct ol_check ol_check_tensor_data_type_gate = {
    .name = "tensor_data_type_gate",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_gate,
    .may_speak = may_gate,
    .run = run_gate,
};

/* --- tensor_dims_sign ---------------------------------------------------- */

static const char *const args_sign[] = {"type", "dims", "index", "dim", NULL};

static void run_sign(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    struct ol_cursor cursor;
    struct ol_element element;
    if (tensor == NULL || tensor->negative_dims == 0) {
        return;
    }
    ol_cursor_init(&cursor, level, OL_TensorProto_dims);
    while (ol_cursor_next(&cursor, &element)) {
        if ((int64_t)element.bits < 0) {
            OL_TENSOR_EMIT(run, rule, tensor,
                           (.span = element.span, .level = level,
                            .field = ol_tensor_field(OL_TensorProto_dims), .index = element.index),
                           OL_ARG_U64("index", element.index),
                           OL_ARG_I64("dim", (int64_t)element.bits));
        }
    }
}

const struct ol_check ol_check_tensor_dims_sign = {
    .name = "tensor_dims_sign",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_sign,
    .concern = ol_tensor_concerns_dims,
    .run = run_sign,
};

/* --- tensor_size --------------------------------------------------------- */

enum {
    SIZE_DIMS,
    SIZE_DIMS_BESIDE_ZERO,
    SIZE_BYTES
};

static const char *const words_size[] = {"dims", "dims-beside-zero", "bytes", NULL};

static const struct ol_param params_size[] = {
    {.name = "overflow", .type = OL_PARAM_WORD, .is_required = true, .words = words_size},
};

static const char *const args_size[] = {"type", "dims", "index", "bits", NULL};

/* Whether the bytes of a tensor whose elements can be counted cannot be. */
static bool is_byte_size_overflowing(const struct ol_tensor *tensor)
{
    uint64_t bytes;
    return tensor->is_counted && tensor->type != NULL && tensor->type->bits != 0 &&
           !ol_element_type_raw_size(tensor->type, tensor->elements, &bytes);
}

/* Sizes that fit no int64. Held for external tensors too: their dims are the same promise. */
static void run_size(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL || tensor->negative_dims > 0) {
        return;
    }
    bool is_found = false;
    uint64_t index = tensor->overflow_dim;
    switch (ol_rule_integer(rule, 0, SIZE_DIMS)) {
    case SIZE_DIMS:
        is_found = tensor->is_overflowing && !tensor->has_zero_dim;
        break;
    case SIZE_DIMS_BESIDE_ZERO:
        is_found = tensor->is_overflowing && tensor->has_zero_dim;
        break;
    default:
        is_found = is_byte_size_overflowing(tensor);
        index = tensor->rank - 1;
    }
    if (is_found) {
        OL_TENSOR_EMIT(run, rule, tensor,
                       (.span = ol_level_element_span(level, OL_TensorProto_dims, index),
                        .level = level, .field = ol_tensor_field(OL_TensorProto_dims),
                        .index = index),
                       OL_ARG_U64("index", index),
                       OL_ARG_U64("bits", tensor->type != NULL ? tensor->type->bits : 0U));
    }
}

const struct ol_check ol_check_tensor_size = {
    .name = "tensor_size",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_size,
    .param_count = sizeof params_size / sizeof *params_size,
    .args = args_size,
    .concern = ol_tensor_concerns_dims,
    .run = run_size,
};

/* --- tensor_row_packing -------------------------------------------------- */

static const char *const args_rows[] = {"type", "dims", "index", "dim", "pack", NULL};

/* Elements after which the type's packed form begins a new byte or entry in the tensor's own data;
 * 1 where each element has its own. */
static uint64_t pack_size(const struct ol_tensor *tensor)
{
    bool is_in_raw = ol_tensor_is_filled(tensor, OL_TensorProto_raw_data) || tensor->is_external;
    switch (tensor->type->bits) {
    case 2:
        return 4;
    case 4:
        return 2;
    case 6:
        return is_in_raw ? 4 : 1; /* four in three bytes; in int32_data one an entry */
    default:
        return 1;
    }
}

/* Values are packed row-major over the flat tensor, so a row may begin within a byte. */
static void run_rows(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL || tensor->type == NULL || !tensor->is_counted || tensor->elements == 0) {
        return;
    }
    uint64_t row = (uint64_t)tensor->last_dim;
    uint64_t pack = pack_size(tensor);
    if (tensor->elements == row || row % pack == 0) {
        return;
    }
    uint64_t index = tensor->rank - 1;
    OL_TENSOR_EMIT(run, rule, tensor,
                   (.span = ol_level_element_span(level, OL_TensorProto_dims, index),
                    .level = level, .field = ol_tensor_field(OL_TensorProto_dims), .index = index),
                   OL_ARG_U64("index", index), OL_ARG_U64("dim", row), OL_ARG_U64("pack", pack));
}

/* Only elements that are no whole bytes share some. */
static bool may_pack(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    const struct ol_element_type *type = ol_element_type_from_number(outline->kind);
    return type != NULL && type->bits % 8 != 0;
}

const struct ol_check ol_check_tensor_row_packing = {
    .name = "tensor_row_packing",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_rows,
    .concern = ol_tensor_concerns_dims,
    .may_speak = may_pack,
    .run = run_rows,
};
