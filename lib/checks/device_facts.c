/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers the device configurations of a model, and the names of nodes. */
#include <stdlib.h>

#include "base/nearest.h"
#include "checks/device.h"
#include "checks/names.h"

/* Edit distances cost time, a hostile file names a million unknown configurations, and a person
 * reads few suggestions. */
#define QUESTIONS_MAX 100
#define OFFERED_MAX   64

/* --- configurations ------------------------------------------------------ */

static int compare_configs(const void *a, const void *b)
{
    const struct ol_device_config *left = a;
    const struct ol_device_config *right = b;
    return ol_slice_compare(left->name, right->name);
}

/* Adds the configuration that an element of the field holds, where it has a name. false where it
 * could not be read whole. */
static bool add_config(struct ol_run *run, const struct ol_level *root,
                       const struct ol_element *element, struct ol_devices *devices)
{
    struct ol_level level;
    ol_level_init_child(&level, root, &element->occurrence, element->index);
    if (!ol_run_read(run, &level)) {
        return false;
    }
    struct ol_slice name = ol_level_text(&level, OL_DeviceConfigurationProto_name);
    int64_t count = ol_level_integer(&level, OL_DeviceConfigurationProto_num_devices, 0);
    if (name.size > 0) {
        devices->configs[devices->config_count++] =
            (struct ol_device_config){.name = name, .devices = count > 0 ? (uint64_t)count : 0};
    }
    return level.is_complete && !(level.mistyped >> OL_DeviceConfigurationProto_name & 1);
}

static void read_configs(struct ol_run *run, const struct ol_level *root,
                         struct ol_devices *devices)
{
    uint64_t most = ol_level_occurrences(root, OL_ModelProto_configuration);
    devices->configs = ol_arena_alloc_array(ol_run_arena(run), most, sizeof *devices->configs);
    if (devices->configs == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return;
    }
    devices->is_whole = root->is_complete && !(root->mistyped >> OL_ModelProto_configuration & 1);
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, root, OL_ModelProto_configuration);
    while (devices->config_count < most && ol_cursor_next(&cursor, &element)) {
        if (!add_config(run, root, &element, devices)) {
            devices->is_whole = false;
        }
    }
    struct ol_device_config *configs = devices->configs;
    qsort(configs, devices->config_count, sizeof *configs, compare_configs);
    for (size_t i = 1; i < devices->config_count; i++) {
        if (ol_slice_compare(configs[i].name, configs[i - 1].name) == 0) {
            configs[i].devices = 0;
            configs[i - 1].devices = 0;
        }
    }
}

struct ol_devices *ol_devices_read(struct ol_run *run, const struct ol_level *level)
{
    struct ol_devices **slot = ol_run_devices(run);
    if (*slot != NULL) {
        return *slot;
    }
    *slot = ol_arena_alloc(ol_run_arena(run), sizeof **slot);
    if (*slot == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return NULL;
    }
    (*slot)->questions_left = QUESTIONS_MAX;
    const struct ol_level *root = level;
    while (root->parent != NULL) {
        root = root->parent;
    }
    if (root->message->id == OL_MESSAGE_ModelProto) {
        read_configs(run, root, *slot);
    }
    return *slot;
}

static int compare_to_config(const void *key, const void *item)
{
    const struct ol_slice *name = key;
    const struct ol_device_config *config = item;
    return ol_slice_compare(*name, config->name);
}

const struct ol_device_config *ol_devices_find(const struct ol_devices *devices,
                                               struct ol_slice name)
{
    return devices->config_count == 0 ? NULL
                                      : bsearch(&name, devices->configs, devices->config_count,
                                                sizeof *devices->configs, compare_to_config);
}

struct ol_slice ol_devices_nearest(struct ol_devices *devices, struct ol_slice name)
{
    struct ol_slice nearest = {NULL, 0};
    size_t least = SIZE_MAX;
    if (devices->questions_left == 0) {
        return nearest;
    }
    devices->questions_left--;
    for (size_t i = 0; i < devices->config_count && i < OFFERED_MAX; i++) {
        struct ol_slice offered = devices->configs[i].name;
        size_t distance = ol_nearest_distance(name, offered);
        if (distance < least && distance <= (offered.size + 2) / 3) {
            least = distance;
            nearest = offered;
        }
    }
    return nearest;
}

uint64_t ol_devices_count(struct ol_run *run, const struct ol_level *level)
{
    const struct ol_level *entry =
        ol_level_enclosing(level, OL_MESSAGE_NodeDeviceConfigurationProto);
    if (entry == NULL) {
        return 0;
    }
    struct ol_slice name = ol_level_text(entry, OL_NodeDeviceConfigurationProto_configuration_id);
    const struct ol_devices *devices = ol_devices_read(run, level);
    if (devices == NULL || !devices->is_whole) {
        return 0;
    }
    const struct ol_device_config *config = ol_devices_find(devices, name);
    return config != NULL ? config->devices : 0;
}

/* --- names of a node ----------------------------------------------------- */

static void add_names(const struct ol_level *node, unsigned field, struct ol_node_names *names)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, node, field);
    while (names->count < names->capacity && ol_cursor_next(&cursor, &element)) {
        if (element.bytes.size > 0) {
            names->items[names->count++] = element.bytes;
        }
    }
}

static void read_names(struct ol_run *run, const struct ol_level *node, struct ol_node_names *names)
{
    const uint32_t fields = 1U << OL_NodeProto_input | 1U << OL_NodeProto_output;
    uint64_t most =
        ol_level_elements(node, OL_NodeProto_input) + ol_level_elements(node, OL_NodeProto_output);
    names->is_set = true;
    names->begin = node->begin;
    names->is_whole = node->is_complete && (node->mistyped & fields) == 0;
    names->count = 0;
    if (most > names->capacity) {
        /* what is outgrown stays in the arena, so it grows by doubling */
        size_t capacity = most > names->capacity * 2 ? most : names->capacity * 2;
        names->items = ol_arena_alloc_array(ol_run_arena(run), capacity, sizeof *names->items);
        names->capacity = names->items != NULL ? capacity : 0;
        if (names->items == NULL) {
            ol_run_fail(run, OL_ERR_NOMEM);
            return;
        }
    }
    add_names(node, OL_NodeProto_input, names);
    add_names(node, OL_NodeProto_output, names);
    ol_names_sort(names->items, names->count);
}

const struct ol_node_names *ol_devices_node(struct ol_run *run, const struct ol_level *level)
{
    const struct ol_level *node = ol_level_enclosing(level, OL_MESSAGE_NodeProto);
    if (node == NULL) {
        return NULL;
    }
    struct ol_devices *devices = ol_devices_read(run, level);
    if (devices == NULL) {
        return NULL;
    }
    struct ol_node_names *names = &devices->nodes[node->depth];
    if (!names->is_set || names->begin != node->begin) {
        read_names(run, node, names);
    }
    return names->is_whole ? names : NULL;
}

bool ol_node_names_has(const struct ol_node_names *names, struct ol_slice name)
{
    return ol_names_has(names->items, names->count, name);
}
