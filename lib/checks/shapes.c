/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of shapes: that they are there, and what their dimensions hold. */
#include <stdint.h>

#include "base/checked.h"
#include "checks/type_place.h"
#include "onnx/members.h"
#include "onnx/peek.h"
#include "onnx/scope.h"

#define DIMENSION OL_MESSAGE_BIT(OL_MESSAGE_TensorShapeProto_Dimension)

static const struct ol_field *dim_field(unsigned index)
{
    return &ol_messages[OL_MESSAGE_TensorShapeProto_Dimension].fields[index];
}

static struct ol_concern concern_value(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = 1U << OL_TensorShapeProto_Dimension_dim_value};
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
    .concern = concern_value,
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
    .concern = concern_value,
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

static struct ol_concern concern_name(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = 1U << OL_TensorShapeProto_Dimension_dim_param};
}

const struct ol_check ol_check_shape_in_sequence = {
    .name = "shape_in_sequence",
    .trigger = OL_ON_LEVEL,
    .targets = DIMENSION,
    .args = args_name,
    .concern = concern_name,
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

static void multiply(struct product *product, int64_t size, const struct ol_member *dim)
{
    product->is_empty = product->is_empty || size == 0;
    product->is_negative = product->is_negative || size < 0;
    if (size <= 0 || product->is_past) {
        return;
    }
    if (!ol_checked_mul(product->elements, (uint64_t)size, &product->elements) ||
        product->elements > INT64_MAX) {
        product->is_past = true;
        product->span = ol_span_between(dim->tag, dim->payload.offset + dim->payload.length);
        product->index = dim->index;
    }
}

/* The size that readers see of a dimension, 1 where they see none, without reading the level. false
 * where that cannot be told like this. */
static bool glance_size(const uint8_t *bytes, struct ol_span dim, int64_t *size)
{
    const struct ol_field *value = dim_field(OL_TensorShapeProto_Dimension_dim_value);
    const struct ol_field *name = dim_field(OL_TensorShapeProto_Dimension_dim_param);
    struct ol_glance glance = ol_glance_at(bytes, dim);
    *size = 1;
    while (ol_glance_next(&glance)) {
        if (glance.key == ol_glance_key(value->number, OL_WIRE_VARINT)) {
            uint64_t number;
            (void)ol_glance_varint(glance.value, glance.next, &number);
            *size = (int64_t)number;
        } else if (glance.key == ol_glance_key(name->number, OL_WIRE_LEN)) {
            *size = 1;
        } else if (glance.key >> 3 == value->number || glance.key >> 3 == name->number) {
            return false; /* of another wire type */
        }
    }
    return ol_glance_is_whole(&glance);
}

/* The same by reading it; 1 as well where that fails (and the run has failed). */
static int64_t read_size(struct ol_run *run, const struct ol_level *shape,
                         const struct ol_member *member)
{
    const struct ol_field *value = dim_field(OL_TensorShapeProto_Dimension_dim_value);
    struct ol_level dim;
    ol_peek_open(&dim, shape, member->tag, member->index);
    return ol_run_read(run, &dim) && ol_level_shows(&dim, value)
               ? ol_level_integer(&dim, value->index, 0)
               : 1;
}

static void run_product(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    struct product product = {.elements = 1};
    struct ol_member dim;
    struct ol_span bytes = ol_span_between(level->begin, level->end);
    if (ol_level_elements(level, OL_TensorShapeProto_dim) < 2 ||
        ol_run_is_clean(run, rule, level, bytes)) {
        return; /* many values have the same shape */
    }
    struct ol_members members;
    ol_members_init(&members, level, OL_TensorShapeProto_dim);
    while (ol_members_next(&members, &dim)) {
        int64_t size;
        if (!glance_size(level->bytes, dim.payload, &size)) {
            size = read_size(run, level, &dim);
        }
        multiply(&product, size, &dim);
    }
    if (product.is_past && !product.is_empty && !product.is_negative) {
        OL_EMIT(run, rule,
                (.span = product.span, .level = level,
                 .field = &level->message->fields[OL_TensorShapeProto_dim], .index = product.index),
                OL_ARG_U64("index", product.index));
    } else {
        ol_run_note_clean(run, rule, bytes);
    }
}

const struct ol_check ol_check_shape_product = {
    .name = "shape_product",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorShapeProto),
    .args = args_product,
    .run = run_product,
};
