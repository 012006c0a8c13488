/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of shapes: that they are there, and what their dimensions hold. */
#include <stdint.h>

#include "base/checked.h"
#include "checks/type_place.h"
#include "onnx/reader.h"
#include "onnx/scope.h"

#define DIMENSION OL_MESSAGE_BIT(OL_MESSAGE_TensorShapeProto_Dimension)

static const struct ol_field *dim_field(unsigned index)
{
    return &ol_messages[OL_MESSAGE_TensorShapeProto_Dimension].fields[index];
}

/* --- shape_dim_sign ------------------------------------------------------ */

static const char *const args_sign[] = {"value", NULL};
static const char *const variants_sign[] = {"minus-one", NULL};

/* A negative size that readers see: a dim_param after it replaces it. Many writers put -1 for
 * unknown. */
static void run_sign(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = dim_field(OL_TensorShapeProto_Dimension_dim_value);
    int64_t value = ol_level_integer(level, field->index, 0);
    if (value < 0 && ol_level_shows(level, field)) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field->index), .level = level, .field = field,
                 .variant = value == -1 ? variants_sign[0] : NULL),
                OL_ARG_I64("value", value));
    }
}

const struct ol_check ol_check_shape_dim_sign = {
    .name = "shape_dim_sign",
    .trigger = OL_ON_LEVEL,
    .targets = DIMENSION,
    .args = args_sign,
    .variants = variants_sign,
    .run = run_sign,
};

/* --- shape_dim_zero ------------------------------------------------------ */

/* Whether an initializer gives the input its value. */
static bool has_initializer(struct ol_run *run, const struct ol_level *value)
{
    const struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = ol_scopes_top(ol_run_scopes(run));
    if (scope == NULL || scope->level != value->parent) {
        return false;
    }
    uint32_t found = ol_scope_find(scopes, scope, ol_level_text(value, OL_ValueInfoProto_name));
    return found != OL_NONE && (ol_scopes_value(scopes, found)->flags & OL_VALUE_INITIALIZER) != 0;
}

/* A size of 0 of an input or output of the main graph. An input with an initializer may well be
 * empty. */
static void run_zero(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = dim_field(OL_TensorShapeProto_Dimension_dim_value);
    if (!ol_level_shows(level, field) || ol_level_integer(level, field->index, 0) != 0) {
        return;
    }
    const struct ol_level *value = ol_level_enclosing(level, OL_MESSAGE_ValueInfoProto);
    if (value != NULL && ol_type_place_of(value) == OL_TYPE_PLACE_MAIN &&
        !has_initializer(run, value)) {
        OL_EMIT_PLAIN(run, rule,
                      (.span = ol_level_span(level, field->index), .level = level, .field = field));
    }
}

const struct ol_check ol_check_shape_dim_zero = {
    .name = "shape_dim_zero",
    .trigger = OL_ON_LEVEL,
    .targets = DIMENSION,
    .run = run_zero,
};

/* --- shape_in_sequence --------------------------------------------------- */

static const char *const args_name[] = {"name", NULL};

/* Whether the type that the level is part of is that of a sequence's elements, at any depth. */
static bool is_in_sequence(const struct ol_level *level)
{
    for (; level != NULL; level = level->parent) {
        switch (level->message->id) {
        case OL_MESSAGE_TypeProto_Sequence:
            return true;
        case OL_MESSAGE_TensorShapeProto_Dimension:
        case OL_MESSAGE_TensorShapeProto:
        case OL_MESSAGE_TypeProto_Tensor:
        case OL_MESSAGE_TypeProto_SparseTensor:
        case OL_MESSAGE_TypeProto_Optional:
        case OL_MESSAGE_TypeProto_Map:
        case OL_MESSAGE_TypeProto:
            break;
        default:
            return false;
        }
    }
    return false;
}

static void run_in_sequence(struct ol_run *run, const struct ol_level *level,
                            const struct ol_rule *rule)
{
    const struct ol_field *field = dim_field(OL_TensorShapeProto_Dimension_dim_param);
    struct ol_slice name = ol_level_text(level, field->index);
    if (name.size > 0 && ol_level_shows(level, field) && is_in_sequence(level)) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field->index), .level = level, .field = field),
                OL_ARG_TEXT("name", name));
    }
}

const struct ol_check ol_check_shape_in_sequence = {
    .name = "shape_in_sequence",
    .trigger = OL_ON_LEVEL,
    .targets = DIMENSION,
    .args = args_name,
    .run = run_in_sequence,
};

/* --- shape_product ------------------------------------------------------- */

static const char *const args_product[] = {"index", NULL};

/* The sizes of a shape that are known, multiplied. */
struct product {
    uint64_t elements;
    bool is_empty;    /* one of them is 0 */
    bool is_negative; /* one of them is: that is a fault of its own */
    bool is_past;     /* 2^63 - 1 is passed, at that dimension */
    struct ol_span span;
    uint64_t index;
};

/* dim is the level of a dimension, read. */
static void multiply(struct product *product, const struct ol_level *dim)
{
    const struct ol_field *field = dim_field(OL_TensorShapeProto_Dimension_dim_value);
    if (!ol_level_shows(dim, field)) {
        return;
    }
    int64_t size = ol_level_integer(dim, field->index, 0);
    product->is_empty = product->is_empty || size == 0;
    product->is_negative = product->is_negative || size < 0;
    if (size <= 0 || product->is_past) {
        return;
    }
    if (!ol_checked_mul(product->elements, (uint64_t)size, &product->elements) ||
        product->elements > INT64_MAX) {
        product->is_past = true;
        product->span = ol_level_whole(dim);
        product->index = dim->index;
    }
}

static void run_product(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    struct product product = {.elements = 1};
    struct ol_children children;
    struct ol_level dim;
    if (ol_level_elements(level, OL_TensorShapeProto_dim) < 2) {
        return;
    }
    ol_children_init(&children, level);
    while (ol_children_next(&children, &dim)) {
        if (!ol_run_read(run, &dim)) {
            return;
        }
        multiply(&product, &dim);
    }
    if (product.is_past && !product.is_empty && !product.is_negative) {
        OL_EMIT(run, rule,
                (.span = product.span, .level = level,
                 .field = &level->message->fields[OL_TensorShapeProto_dim], .index = product.index),
                OL_ARG_U64("index", product.index));
    }
}

const struct ol_check ol_check_shape_product = {
    .name = "shape_product",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorShapeProto),
    .args = args_product,
    .run = run_product,
};
