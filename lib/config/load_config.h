/* SPDX-License-Identifier: Apache-2.0 */
/* A configuration file while it is read. For the files of lib/config that read. */
#ifndef OL_CONFIG_LOAD_CONFIG_H
#define OL_CONFIG_LOAD_CONFIG_H

#include "config/config.h"
#include "rule/typed.h"

struct ol_config_reading {
    struct ol_typed typed;
    struct ol_config layer;             /* what the file itself says, for its settings alone */
    const char *folder;                 /* absolute */
    const struct ol_yaml_node *extends; /* what it extends; NULL: nothing */
};

/* Reads the members of a file into the layer. */
void ol_config_load_map(struct ol_config_reading *reading, const struct ol_yaml_node *root);

/* Reads `rules`, `overrides`, `target-opset`, and `reports`. */
void ol_config_load_rules(struct ol_config_reading *reading, const struct ol_yaml_node *node);
void ol_config_load_overrides(struct ol_config_reading *reading, const struct ol_yaml_node *node);
void ol_config_load_opsets(struct ol_config_reading *reading, const struct ol_yaml_node *node);
void ol_config_load_reports(struct ol_config_reading *reading, const struct ol_yaml_node *node);

/* Whether a list of files or patterns is no longer than one may be; tells where it is. */
bool ol_config_has_room(struct ol_config_reading *reading, const struct ol_yaml_node *node);

/* Calls load for each member of a list, or for what stands in place of a list of one. */
typedef void ol_config_load_fn(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                               void *out);
void ol_config_load_each(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                         ol_config_load_fn *load, void *out);

/* A line of text that the setting accepts as its value, or as one of its values. name: what the
 * value is called where it is refused. */
bool ol_config_load_text(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                         enum ol_setting_id id, const char *name, const char **text);

/* A path that the file names, from the working directory; NULL when memory is short. */
const char *ol_config_join(struct ol_config_reading *reading, const char *path);

struct ol_origin ol_config_origin(const struct ol_config_reading *reading, struct ol_mark mark);

/* Notes that memory was short where something could not be kept. */
void ol_config_keep(struct ol_config_reading *reading, bool is_kept);

#endif
