/* SPDX-License-Identifier: Apache-2.0 */
/* What the rules about several devices share: the configurations of the model, gathered once, and
 * the names that the nodes which are open take and make. */
#ifndef OL_CHECKS_DEVICE_H
#define OL_CHECKS_DEVICE_H

#include "base/limits.h"
#include "base/slice.h"
#include "rule/check.h"

/* One configuration of the model that has a name. */
struct ol_device_config {
    struct ol_slice name;
    uint64_t devices; /* how many it has; 0 where that is not known, or two of that name are */
};

/* Names of one node's inputs and outputs, sorted as ol_slice_compare orders them. */
struct ol_node_names {
    bool is_set;
    bool is_whole;  /* all of the node could be read */
    uint64_t begin; /* of the node that they are of */
    struct ol_slice *items;
    size_t count;
    size_t capacity;
};

struct ol_devices {
    bool is_whole; /* the root is a model, and all of its configurations could be read */
    struct ol_device_config *configs; /* sorted by name */
    size_t config_count;
    unsigned questions_left;                      /* searches for a nearest name still to be made */
    struct ol_node_names nodes[OL_DEPTH_MAX + 1]; /* by depth: nodes lie within nodes */
};

/* The facts of the file that the level belongs to. NULL when memory is short (and the run has
 * failed). */
struct ol_devices *ol_devices_read(struct ol_run *run, const struct ol_level *level);

/* The configuration of that name; NULL where there is none. */
const struct ol_device_config *ol_devices_find(const struct ol_devices *devices,
                                               struct ol_slice name);

/* The name of a configuration that is likely meant; empty where there is none, or where too many
 * were asked about. */
struct ol_slice ol_devices_nearest(struct ol_devices *devices, struct ol_slice name);

/* How many devices the configuration has that the NodeDeviceConfigurationProto around the level
 * names; 0 where that is not known. */
uint64_t ol_devices_count(struct ol_run *run, const struct ol_level *level);

/* The names of the node that the level lies in; NULL where it lies in none, not all of them are
 * known, or memory is short (and the run has failed). Borrowed until another node is asked about.
 */
const struct ol_node_names *ol_devices_node(struct ol_run *run, const struct ol_level *level);

bool ol_node_names_has(const struct ol_node_names *names, struct ol_slice name);

#endif
