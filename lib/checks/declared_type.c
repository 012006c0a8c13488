/* SPDX-License-Identifier: Apache-2.0 */
/* Check that two places agree on what one value is: kind, element type, rank and known dims. */
#include "checks/declared.h"
#include "onnx/element_type.h"

/* Types in types that are compared: the deepest that people write is a sequence of maps. */
#define NESTING_MAX 4
#define KIND_ONEOF  1

enum {
    VARIANT_KIND,
    VARIANT_TYPE,
    VARIANT_RANK,
    VARIANT_DIM
};

static const char *const args_declared[] = {"index", "actual", "declared", NULL};
static const char *const variants_declared[] = {[VARIANT_KIND] = "kind",
                                                [VARIANT_TYPE] = "type",
                                                [VARIANT_RANK] = "rank",
                                                [VARIANT_DIM] = "dim",
                                                NULL};
static const char *const notes_declared[] = {"other", NULL};

struct place {
    struct ol_span span;
    const struct ol_level *level;
    const struct ol_field *field; /* NULL: the level itself */
    uint64_t index;
};

/* The item that is judged comes first in each pair, the one it is held against second. */
struct comparison {
    struct ol_run *run;
    const struct ol_rule *rule;
};

static void emit(const struct comparison *comparison, unsigned variant,
                 const struct place places[2], struct ol_arg actual, struct ol_arg declared)
{
    struct ol_note note = {
        .note = notes_declared[0],
        .span = places[1].span,
        .level = places[1].level,
        .field = places[1].field,
        .index = places[1].index,
    };
    OL_EMIT(comparison->run, comparison->rule,
            (.span = places[0].span, .level = places[0].level, .field = places[0].field,
             .index = places[0].index, .variant = variants_declared[variant], .notes = &note,
             .note_count = 1),
            OL_ARG_U64("index", places[0].index), actual, declared);
}

static struct place field_place(const struct ol_level *level, unsigned field)
{
    return (struct place){ol_level_span(level, field), level, &level->message->fields[field],
                          OL_INDEX_NONE};
}

/* --- tensors ------------------------------------------------------------- */

/* What stands for a tensor: TensorProto, SparseTensorProto, or the type of one. */
struct tensor {
    const struct ol_level *elements; /* the level that says the element type; NULL: none does */
    const struct ol_level *shape;    /* the one that has the dims; NULL: not known */
};

static unsigned element_field(const struct ol_level *level)
{
    return level->message->id == OL_MESSAGE_TensorProto ? (unsigned)OL_TensorProto_data_type
                                                        : (unsigned)OL_DECLARED_ELEM_TYPE;
}

static void compare_elements(const struct comparison *comparison, const struct tensor tensors[2])
{
    const struct ol_element_type *types[2];
    struct place places[2];
    for (int i = 0; i < 2; i++) {
        const struct ol_level *level = tensors[i].elements;
        if (level == NULL || !ol_level_has(level, element_field(level))) {
            return;
        }
        types[i] = ol_element_type_from_number(
            ol_level_integer(level, element_field(level), OL_DATA_TYPE_UNDEFINED));
        places[i] = field_place(level, element_field(level));
    }
    /* a type that is unknown is told by rules of its own */
    if (types[0] != NULL && types[1] != NULL && types[0] != types[1]) {
        emit(comparison, VARIANT_TYPE, places, OL_ARG_WORD("actual", types[0]->name),
             OL_ARG_WORD("declared", types[1]->name));
    }
}

/* Where a rank is seen: the first dim, or the message that has none. */
static struct place rank_place(const struct ol_level *level)
{
    unsigned field = level->message->id == OL_MESSAGE_TensorProto ? (unsigned)OL_TensorProto_dims
                     : level->message->id == OL_MESSAGE_SparseTensorProto
                         ? (unsigned)OL_SparseTensorProto_dims
                         : (unsigned)OL_FIELD_UNKNOWN;
    if (field == OL_FIELD_UNKNOWN) {
        return (struct place){ol_level_header(level), level, NULL, OL_INDEX_NONE};
    }
    if (!ol_level_has(level, field)) {
        return (struct place){ol_level_header(level), level, &level->message->fields[field],
                              OL_INDEX_NONE};
    }
    return (struct place){ol_level_first_span(level, field), level, &level->message->fields[field],
                          0};
}

static void compare_shapes(const struct comparison *comparison, const struct tensor tensors[2])
{
    struct ol_dims dims[2];
    struct ol_dim dim[2];
    for (int i = 0; i < 2; i++) {
        if (tensors[i].shape == NULL || !ol_dims_is_whole(tensors[i].shape)) {
            return;
        }
        ol_dims_init(&dims[i], comparison->run, tensors[i].shape);
    }
    uint64_t ranks[2] = {ol_dims_count(&dims[0]), ol_dims_count(&dims[1])};
    if (ranks[0] != ranks[1]) {
        struct place places[2] = {rank_place(tensors[0].shape), rank_place(tensors[1].shape)};
        emit(comparison, VARIANT_RANK, places, OL_ARG_U64("actual", ranks[0]),
             OL_ARG_U64("declared", ranks[1]));
        return;
    }
    while (ol_dims_next(&dims[0], &dim[0]) && ol_dims_next(&dims[1], &dim[1])) {
        if (dim[0].size >= 0 && dim[1].size >= 0 && dim[0].size != dim[1].size) {
            struct place places[2];
            for (int i = 0; i < 2; i++) {
                places[i] = (struct place){dim[i].span, dim[i].level, dim[i].field, dim[i].index};
            }
            emit(comparison, VARIANT_DIM, places, OL_ARG_I64("actual", dim[0].size),
                 OL_ARG_I64("declared", dim[1].size));
        }
    }
}

/* --- types --------------------------------------------------------------- */

/* One side: an item, or a type within its type. */
struct side {
    const struct ol_level *level; /* TypeProto, TensorProto or SparseTensorProto, read */
    unsigned kind;                /* field of TypeProto; OL_FIELD_UNKNOWN: not known */
};

static struct side side_from_level(const struct ol_level *level)
{
    switch (level->message->id) {
    case OL_MESSAGE_TensorProto:
        return (struct side){level, OL_TypeProto_tensor_type};
    case OL_MESSAGE_SparseTensorProto:
        return (struct side){level, OL_TypeProto_sparse_tensor_type};
    default:
        return (struct side){level, level->oneof_index[KIND_ONEOF]};
    }
}

static struct place kind_place(const struct side *side)
{
    if (side->level->message->id == OL_MESSAGE_TypeProto) {
        return field_place(side->level, side->kind);
    }
    return (struct place){ol_level_header(side->level), side->level, NULL, OL_INDEX_NONE};
}

/* Reads what of a tensor there is; inner and shape are where it is read into. */
static struct tensor tensor_from_side(const struct comparison *comparison, const struct side *side,
                                      struct ol_level *inner, struct ol_level *shape)
{
    struct tensor tensor = {.shape = side->level};
    switch (side->level->message->id) {
    case OL_MESSAGE_TensorProto:
        tensor.elements = side->level;
        break;
    case OL_MESSAGE_SparseTensorProto:
        if (!ol_level_has(side->level, OL_SparseTensorProto_dims)) {
            tensor.shape =
                NULL; /* without dims it is no scalar: that they lack is told elsewhere */
        }
        if (ol_run_read_child(comparison->run, side->level, OL_SparseTensorProto_values, inner)) {
            tensor.elements = inner;
        }
        break;
    default:
        tensor.shape = NULL;
        if (ol_run_read_child(comparison->run, side->level, side->kind, inner)) {
            tensor.elements = inner;
            tensor.shape =
                ol_run_read_child(comparison->run, inner, OL_DECLARED_SHAPE, shape) ? shape : NULL;
        }
        break;
    }
    return tensor;
}

static void compare_tensors(const struct comparison *comparison, const struct side sides[2])
{
    struct ol_level inner[2];
    struct ol_level shapes[2];
    struct tensor tensors[2];
    for (int i = 0; i < 2; i++) {
        tensors[i] = tensor_from_side(comparison, &sides[i], &inner[i], &shapes[i]);
    }
    compare_elements(comparison, tensors);
    compare_shapes(comparison, tensors);
}

/* The field of a kind's message that holds the type within it; OL_FIELD_UNKNOWN: none. */
static unsigned inner_type_field(unsigned kind)
{
    switch (kind) {
    case OL_TypeProto_sequence_type:
        return OL_TypeProto_Sequence_elem_type;
    case OL_TypeProto_optional_type:
        return OL_TypeProto_Optional_elem_type;
    case OL_TypeProto_map_type:
        return OL_TypeProto_Map_value_type;
    default:
        return OL_FIELD_UNKNOWN;
    }
}

/* Compares kinds, then what is within them. No deeper than NESTING_MAX. */
static void compare_sides(const struct comparison *comparison, const struct side sides[2],
                          int nesting)
{
    unsigned kind = sides[0].kind;
    if (kind == OL_FIELD_UNKNOWN || sides[1].kind == OL_FIELD_UNKNOWN) {
        return;
    }
    const struct ol_field *kinds = ol_messages[OL_MESSAGE_TypeProto].fields;
    if (kind != sides[1].kind) {
        struct place places[2] = {kind_place(&sides[0]), kind_place(&sides[1])};
        emit(comparison, VARIANT_KIND, places, OL_ARG_WORD("actual", kinds[kind].name),
             OL_ARG_WORD("declared", kinds[sides[1].kind].name));
        return;
    }
    if (kind == OL_TypeProto_tensor_type || kind == OL_TypeProto_sparse_tensor_type) {
        compare_tensors(comparison, sides);
        return;
    }
    struct ol_level holders[2];
    struct ol_level types[2];
    struct side within[2];
    unsigned field = inner_type_field(kind);
    for (int i = 0; i < 2; i++) {
        if (field == OL_FIELD_UNKNOWN || nesting == NESTING_MAX ||
            !ol_run_read_child(comparison->run, sides[i].level, kind, &holders[i]) ||
            !ol_run_read_child(comparison->run, &holders[i], field, &types[i])) {
            return;
        }
        within[i] = side_from_level(&types[i]);
    }
    compare_sides(comparison, within, nesting + 1);
}

/* The side that an item is: its own, or its type. false where it has none. */
static bool side_from_item(struct ol_run *run, const struct ol_level *item, struct ol_level *type,
                           struct side *side)
{
    if (item->message->id != OL_MESSAGE_ValueInfoProto) {
        *side = side_from_level(item);
        return true;
    }
    if (!ol_run_read_child(run, item, OL_ValueInfoProto_type, type)) {
        return false;
    }
    *side = side_from_level(type);
    return true;
}

static void run_declared(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    struct ol_level other;
    struct ol_level types[2];
    struct side sides[2];
    if (ol_declared_other(run, level, &other) && side_from_item(run, level, &types[0], &sides[0]) &&
        side_from_item(run, &other, &types[1], &sides[1])) {
        compare_sides(&(struct comparison){run, rule}, sides, 0);
    }
}

const struct ol_check ol_check_value_declared = {
    .name = "value_declared",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ValueInfoProto) | OL_MESSAGE_BIT(OL_MESSAGE_TensorProto) |
               OL_MESSAGE_BIT(OL_MESSAGE_SparseTensorProto),
    .args = args_declared,
    .variants = variants_declared,
    .notes = notes_declared,
    .asks_file = true,
    .run = run_declared,
};
