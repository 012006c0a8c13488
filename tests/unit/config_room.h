/* SPDX-License-Identifier: Apache-2.0 */
/* A folder of its own for a test of configurations, which is its working directory, and one
 * configuration in it. */
#ifndef OL_TESTS_UNIT_CONFIG_ROOM_H
#define OL_TESTS_UNIT_CONFIG_ROOM_H

#include "config/config.h"
#include "tools/files.h"

struct ol_config_room {
    struct ol_test_path folder; /* without links in it */
    struct ol_config *config;
};

void ol_config_room_init(struct ol_config_room *room);
void ol_config_room_fini(struct ol_config_room *room);

/* Makes the folder the working directory, and the configuration a new one. */
void ol_config_room_enter(struct ol_config_room *room, const char *folder);

/* Writes a file of the room; folders on the way are made. */
void ol_config_room_write(const char *path, const char *text);

/* Loads a file, and asserts that it is right; or that it is refused with that error. */
void ol_config_room_load(struct ol_config_room *room, const char *path);
void ol_config_room_refuse(struct ol_config_room *room, const char *path, const char *error);

/* Asserts that the values of a list are these, each with a blank behind it. */
void ol_config_room_check_list(const struct ol_config_room *room, enum ol_setting_id id,
                               const char *wanted);

#endif
