/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of sharded dimensions: which axes are split, and into how many shards. */
#include "base/checked.h"
#include "checks/declared_shape.h"
#include "checks/numbers.h"
#include "checks/type_place.h"
#include "onnx/peek.h"

static const struct ol_field *axis_field(void)
{
    return &ol_messages[OL_MESSAGE_ShardedDimProto].fields[OL_ShardedDimProto_axis];
}

/* The rank of the tensor that the spec is about; -1 where it is not known. */
static int64_t rank_of(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *spec)
{
    const struct ol_declared_shape *shape =
        ol_declared_shape_find(run, rule, ol_level_text(spec, OL_ShardingSpecProto_tensor_name));
    return shape != NULL ? (int64_t)shape->rank : -1;
}

/* --- shard_axis_range ---------------------------------------------------- */

static const char *const args_range[] = {"axis", "rank", "min", "max", NULL};
static const char *const variants_range[] = {"scalar", NULL};

static void emit_range(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *level,
                       const struct ol_number *axis, int64_t rank)
{
    struct ol_level dim;
    ol_peek_open(&dim, level, axis->tag, axis->index);
    OL_EMIT(run, rule,
            (.span = axis->span, .level = &dim, .field = axis_field(),
             .variant = rank == 0 ? variants_range[0] : NULL),
            OL_ARG_I64("axis", axis->value), OL_ARG_I64("rank", rank), OL_ARG_I64("min", -rank),
            OL_ARG_I64("max", rank - 1));
}

static void run_range(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (!ol_level_has(level, OL_ShardingSpecProto_sharded_dim)) {
        return;
    }
    int64_t rank = rank_of(run, rule, level);
    if (rank < 0) {
        return;
    }
    struct ol_numbers axes;
    ol_numbers_gather_members(run, level, OL_ShardingSpecProto_sharded_dim, OL_ShardedDimProto_axis,
                              false, &axes);
    for (size_t i = 0; i < axes.count; i++) {
        if (axes.items[i].value < -rank || axes.items[i].value >= rank) {
            emit_range(run, rule, level, &axes.items[i], rank);
        }
    }
    ol_numbers_fini(&axes);
}

const struct ol_check ol_check_shard_axis_range = {
    .name = "shard_axis_range",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ShardingSpecProto),
    .args = args_range,
    .variants = variants_range,
    .run = run_range,
};

/* --- shard_axis ---------------------------------------------------------- */

static const char *const args_axis[] = {"axis", "first", NULL};
static const char *const notes_axis[] = {"first", NULL};

/* The axes of the spec's sharded dims, sorted; counted from the front where the rank is known. */
static void gather_axes(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *spec,
                        struct ol_numbers *axes)
{
    int64_t rank = rank_of(run, rule, spec);
    ol_numbers_gather_members(run, spec, OL_ShardingSpecProto_sharded_dim, OL_ShardedDimProto_axis,
                              false, axes);
    for (size_t i = 0; i < axes->count; i++) {
        int64_t axis = axes->items[i].value;
        if (rank >= 0 && axis < 0 && axis >= -rank) {
            axes->items[i].value = axis + rank;
        }
    }
    ol_numbers_sort(axes);
}

static void run_axis(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_numbers axes;
    size_t first = 0;
    if (ol_level_occurrences(level, OL_ShardingSpecProto_sharded_dim) < 2) {
        return;
    }
    gather_axes(run, rule, level, &axes);
    for (size_t i = 1; i < axes.count; i++) {
        const struct ol_number *axis = &axes.items[i];
        if (axis->value != axes.items[first].value) {
            first = i;
            continue;
        }
        ol_numbers_emit_pair(run, rule, level, axis_field(),
                             (struct ol_number[2]){axes.items[first], *axis},
                             (struct ol_arg[2]){OL_ARG_I64("axis", axis->written),
                                                OL_ARG_I64("first", axes.items[first].written)});
    }
    ol_numbers_fini(&axes);
}

const struct ol_check ol_check_shard_axis = {
    .name = "shard_axis",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ShardingSpecProto),
    .args = args_axis,
    .notes = notes_axis,
    .run = run_axis,
};

/* --- shard_count --------------------------------------------------------- */

static const char *const args_count[] = {"shards", "devices", NULL};

struct product {
    uint64_t value;
    bool is_over;  /* more than value can hold */
    bool is_known; /* every factor is there, and makes sense */
};

static void multiply(struct product *product, int64_t factor)
{
    if (factor <= 0) {
        product->is_known = false;
    } else if (!ol_checked_mul(product->value, (uint64_t)factor, &product->value)) {
        product->value = UINT64_MAX;
        product->is_over = true;
    }
}

/* Multiplies by the shards of one sharded dim. */
static void multiply_dim(struct ol_run *run, const struct ol_level *dim, struct product *product)
{
    struct ol_numbers shards;
    ol_numbers_gather_members(run, dim, OL_ShardedDimProto_simple_sharding,
                              OL_SimpleShardedDimProto_num_shards, true, &shards);
    if (!shards.is_whole || shards.count == 0) {
        product->is_known = false;
    }
    for (size_t i = 0; i < shards.count; i++) {
        multiply(product, shards.items[i].value);
    }
    ol_numbers_fini(&shards);
}

static bool has_repeated_axis(struct ol_run *run, const struct ol_rule *rule,
                              const struct ol_level *spec)
{
    struct ol_numbers axes;
    bool is_repeated = false;
    gather_axes(run, rule, spec, &axes);
    for (size_t i = 1; i < axes.count; i++) {
        is_repeated = is_repeated || axes.items[i].value == axes.items[i - 1].value;
    }
    ol_numbers_fini(&axes);
    return is_repeated;
}

/* The shards that all sharded dims make together. */
static struct product count_shards(struct ol_run *run, const struct ol_level *spec)
{
    struct product product = {.value = 1, .is_known = spec->is_complete};
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, spec, OL_ShardingSpecProto_sharded_dim);
    while (product.is_known && ol_cursor_next(&cursor, &element)) {
        struct ol_level dim;
        ol_level_init_child(&dim, spec, &element.occurrence, element.index);
        if (!ol_run_read(run, &dim)) {
            product.is_known = false;
        } else {
            multiply_dim(run, &dim, &product);
        }
    }
    return product;
}

/* Each shard goes to one element of device: a device or a group. A tensor that is not split lies
 * whole on all of them, however many they are. */
static void run_count(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const unsigned field = OL_ShardingSpecProto_device;
    const uint32_t lists = 1U << field | 1U << OL_ShardingSpecProto_sharded_dim;
    uint64_t devices = ol_level_elements(level, field);
    if (devices == 0 || !ol_level_has(level, OL_ShardingSpecProto_sharded_dim) ||
        (level->mistyped & lists) != 0) {
        return;
    }
    struct product shards = count_shards(run, level);
    if (!shards.is_known || (!shards.is_over && shards.value == devices) ||
        has_repeated_axis(run, rule, level)) {
        return;
    }
    bool is_surplus = devices > shards.value;
    OL_EMIT(run, rule,
            (.span = is_surplus ? ol_level_element_span(level, field, shards.value)
                                : ol_level_span(level, field),
             .level = level, .field = &level->message->fields[field],
             .index = is_surplus ? shards.value : OL_INDEX_NONE),
            shards.is_over ? OL_ARG_NUMBERED("shards", "over", shards.value)
                           : OL_ARG_U64("shards", shards.value),
            OL_ARG_U64("devices", devices));
}

const struct ol_check ol_check_shard_count = {
    .name = "shard_count",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ShardingSpecProto),
    .args = args_count,
    .run = run_count,
};

/* --- shard_dim ----------------------------------------------------------- */

static const char *const args_dim[] = {"value", NULL};
static const char *const variants_dim[] = {"param", NULL};

static void run_dim(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *size = &level->message->fields[OL_SimpleShardedDimProto_dim_value];
    const struct ol_field *param = &level->message->fields[OL_SimpleShardedDimProto_dim_param];
    int64_t value = ol_level_integer(level, size->index, 0);
    bool is_empty = ol_level_shows(level, param) && ol_level_text(level, param->index).size == 0 &&
                    !(level->fields[param->index].last.flags & OL_OCCURRENCE_CUT);
    if (is_empty || (value < 0 && ol_level_shows(level, size))) {
        const struct ol_field *field = is_empty ? param : size;
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field->index), .level = level, .field = field,
                 .variant = is_empty ? variants_dim[0] : NULL),
                OL_ARG_I64("value", value));
    }
}

const struct ol_check ol_check_shard_dim = {
    .name = "shard_dim",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_SimpleShardedDimProto),
    .args = args_dim,
    .variants = variants_dim,
    .run = run_dim,
};

/* --- shard_divisible ----------------------------------------------------- */

static const char *const args_divisible[] = {"dim", "shards", NULL};

/* The size of the axis as the tensor's own shape has it, where all of the axis is meant: -1 where
 * it is not known. */
static int64_t declared_size(struct ol_run *run, const struct ol_rule *rule,
                             const struct ol_level *level)
{
    if (!ol_level_is_in(level, OL_MESSAGE_ShardedDimProto, OL_ShardedDimProto_simple_sharding) ||
        !ol_level_is_in(level->parent, OL_MESSAGE_ShardingSpecProto,
                        OL_ShardingSpecProto_sharded_dim)) {
        return -1;
    }
    const struct ol_level *dim = level->parent;
    struct ol_slice name = ol_level_text(dim->parent, OL_ShardingSpecProto_tensor_name);
    if (!ol_level_has(dim, OL_ShardedDimProto_axis) ||
        ol_level_occurrences(dim, OL_ShardedDimProto_simple_sharding) != 1) {
        return -1;
    }
    const struct ol_declared_shape *shape = ol_declared_shape_find(run, rule, name);
    if (shape == NULL) {
        return -1;
    }
    int64_t axis = ol_level_integer(dim, OL_ShardedDimProto_axis, 0);
    int64_t rank = (int64_t)shape->rank;
    if (axis < -rank || axis >= rank) {
        return -1;
    }
    return shape->dims[axis < 0 ? axis + rank : axis];
}

static void run_divisible(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const unsigned field = OL_SimpleShardedDimProto_num_shards;
    const struct ol_field *size = &level->message->fields[OL_SimpleShardedDimProto_dim_value];
    int64_t shards = ol_level_integer(level, field, 0);
    if (shards <= 0) {
        return;
    }
    int64_t dim = ol_level_shows(level, size) ? ol_level_integer(level, size->index, 0)
                                              : declared_size(run, rule, level);
    if (dim > 0 && dim % shards != 0) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field), .level = level,
                 .field = &level->message->fields[field]),
                OL_ARG_I64("dim", dim), OL_ARG_I64("shards", shards));
    }
}

const struct ol_check ol_check_shard_divisible = {
    .name = "shard_divisible",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_SimpleShardedDimProto),
    .args = args_divisible,
    .asks_file = true,
    .run = run_divisible,
};
