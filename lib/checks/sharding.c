/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of sharding specs: which tensor is split, and on which devices its shards lie. */
#include "checks/device.h"
#include "checks/numbers.h"
#include "onnx/peek.h"

static const char *const variants_negative[] = {"negative", NULL};

/* The keys of the spec's device groups, sorted. */
static void gather_keys(struct ol_run *run, const struct ol_level *spec, struct ol_numbers *keys)
{
    ol_numbers_gather_members(run, spec, OL_ShardingSpecProto_index_to_device_group_map,
                              OL_IntIntListEntryProto_key, true, keys);
    ol_numbers_sort(keys);
}

/* --- shard_tensor -------------------------------------------------------- */

static const char *const args_tensor[] = {"name", NULL};
static const char *const variants_tensor[] = {"absent", NULL};

static void run_tensor(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const unsigned field = OL_ShardingSpecProto_tensor_name;
    bool has_field = ol_level_has(level, field);
    if (!has_field ? !ol_level_lacks(level, field)
                   : level->fields[field].last.flags & OL_OCCURRENCE_CUT) {
        return;
    }
    struct ol_slice name = ol_level_text(level, field);
    const struct ol_node_names *names = name.size > 0 ? ol_devices_node(run, level) : NULL;
    if (name.size > 0 && (names == NULL || ol_node_names_has(names, name))) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = has_field ? ol_level_span(level, field) : ol_level_header(level),
             .level = level, .field = &level->message->fields[field],
             .variant = name.size > 0 ? NULL : variants_tensor[0]),
            OL_ARG_TEXT("name", name));
}

const struct ol_check ol_check_shard_tensor = {
    .name = "shard_tensor",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ShardingSpecProto),
    .args = args_tensor,
    .variants = variants_tensor,
    .asks_file = true,
    .run = run_tensor,
};

/* --- shard_device -------------------------------------------------------- */

static const char *const args_device[] = {"value", "devices", NULL};

/* An element of device is a key of the map where the map has it, else the index of a device. */
static void check_devices(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule, const struct ol_numbers *keys)
{
    struct ol_cursor cursor;
    struct ol_element element;
    uint64_t devices = ol_devices_count(run, level);
    ol_cursor_init(&cursor, level, OL_ShardingSpecProto_device);
    while (ol_cursor_next(&cursor, &element)) {
        int64_t value = (int64_t)element.bits;
        bool is_high = value >= 0 && devices > 0 && (uint64_t)value >= devices;
        if ((value < 0 || is_high) && !ol_numbers_has(keys, value)) {
            OL_EMIT(run, rule,
                    (.span = element.span, .level = level, .field = cursor.field,
                     .index = element.index, .variant = is_high ? NULL : variants_negative[0]),
                    OL_ARG_I64("value", value), OL_ARG_U64("devices", devices));
        }
    }
}

static void run_device(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (!ol_level_has(level, OL_ShardingSpecProto_device)) {
        return;
    }
    struct ol_numbers keys;
    gather_keys(run, level, &keys);
    if (keys.is_whole) {
        check_devices(run, level, rule, &keys);
    }
    ol_numbers_fini(&keys);
}

const struct ol_check ol_check_shard_device = {
    .name = "shard_device",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ShardingSpecProto),
    .args = args_device,
    .variants = variants_negative,
    .run = run_device,
};

/* --- shard_group --------------------------------------------------------- */

enum {
    GROUP_UNUSED,
    GROUP_EMPTY,
    GROUP_INDEX,
    GROUP_NEGATIVE
};

static const char *const args_group[] = {"key", "value", "devices", NULL};
static const char *const notes_group[] = {"first", NULL};
static const char *const variants_group[] = {[GROUP_UNUSED] = "unused",
                                             [GROUP_EMPTY] = "empty",
                                             [GROUP_INDEX] = "index",
                                             [GROUP_NEGATIVE] = "negative",
                                             NULL};

static void emit_unused(struct ol_run *run, const struct ol_rule *rule,
                        const struct ol_level *level, const struct ol_number *key)
{
    struct ol_level entry;
    ol_peek_open(&entry, level, key->tag, key->index);
    OL_EMIT(run, rule,
            (.span = key->span, .level = &entry,
             .field = &entry.message->fields[OL_IntIntListEntryProto_key],
             .variant = variants_group[GROUP_UNUSED]),
            OL_ARG_I64("key", key->value));
}

/* Keys that stand twice, and keys that device does not name. */
static void check_keys(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       const struct ol_numbers *keys)
{
    const struct ol_field *member =
        &ol_messages[OL_MESSAGE_IntIntListEntryProto].fields[OL_IntIntListEntryProto_key];
    struct ol_numbers devices;
    size_t first = 0;
    ol_numbers_gather(run, level, OL_ShardingSpecProto_device, &devices);
    ol_numbers_sort(&devices);
    for (size_t i = 0; i < keys->count; i++) {
        const struct ol_number *key = &keys->items[i];
        if (i > 0 && key->value == keys->items[first].value) {
            ol_numbers_emit_pair(
                run, rule, level, member, (struct ol_number[2]){keys->items[first], *key},
                (struct ol_arg[2]){OL_ARG_I64("key", key->value), OL_ARG_I64("value", key->value)});
            continue;
        }
        first = i;
        if (devices.is_whole && !ol_numbers_has(&devices, key->value)) {
            emit_unused(run, rule, level, key);
        }
    }
    ol_numbers_fini(&devices);
}

/* What one key stands for: at least one device, by index. */
static void check_values(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_field *field = &level->message->fields[OL_IntIntListEntryProto_value];
    const struct ol_arg key =
        OL_ARG_I64("key", ol_level_integer(level, OL_IntIntListEntryProto_key, 0));
    struct ol_cursor cursor;
    struct ol_element element;
    uint64_t devices = ol_devices_count(run, level);
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        int64_t value = (int64_t)element.bits;
        bool is_high = value >= 0 && devices > 0 && (uint64_t)value >= devices;
        if (value < 0 || is_high) {
            OL_EMIT(run, rule,
                    (.span = element.span, .level = level, .field = field, .index = element.index,
                     .variant = variants_group[is_high ? GROUP_INDEX : GROUP_NEGATIVE]),
                    key, OL_ARG_I64("value", value), OL_ARG_U64("devices", devices));
        }
    }
    if (level->is_complete && !(level->mistyped >> field->index & 1) &&
        ol_level_elements(level, field->index) == 0) {
        OL_EMIT(run, rule,
                (.span = ol_level_has(level, field->index) ? ol_level_span(level, field->index)
                                                           : ol_level_header(level),
                 .level = level, .field = field, .index = OL_INDEX_NONE,
                 .variant = variants_group[GROUP_EMPTY]),
                key);
    }
}

static void run_group(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (level->message->id == OL_MESSAGE_IntIntListEntryProto) {
        check_values(run, level, rule);
    } else if (ol_level_has(level, OL_ShardingSpecProto_index_to_device_group_map)) {
        struct ol_numbers keys;
        gather_keys(run, level, &keys);
        check_keys(run, level, rule, &keys);
        ol_numbers_fini(&keys);
    }
}

const struct ol_check ol_check_shard_group = {
    .name = "shard_group",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ShardingSpecProto) |
               OL_MESSAGE_BIT(OL_MESSAGE_IntIntListEntryProto),
    .args = args_group,
    .variants = variants_group,
    .notes = notes_group,
    .run = run_group,
};
