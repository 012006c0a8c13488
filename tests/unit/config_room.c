/* SPDX-License-Identifier: Apache-2.0 */
/* The room of a configuration. */
#include "unit/config_room.h"

#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void ol_config_room_init(struct ol_config_room *room)
{
    char real[PATH_MAX];
    *room = (struct ol_config_room){.folder = ol_test_new_folder()};
    ck_assert_ptr_nonnull(realpath(room->folder.text, real));
    room->folder = ol_test_path("%s", real);
    ol_config_room_enter(room, room->folder.text);
}

void ol_config_room_fini(struct ol_config_room *room)
{
    ol_config_free(room->config);
    ck_assert_int_eq(chdir("/"), 0);
    ol_test_remove_folder(room->folder.text);
}

void ol_config_room_enter(struct ol_config_room *room, const char *folder)
{
    ck_assert_int_eq(chdir(folder), 0);
    ol_config_free(room->config);
    ck_assert_int_eq(ol_config_new(&room->config), OL_OK);
}

void ol_config_room_write(const char *path, const char *text)
{
    ol_test_make_folders(path);
    ol_test_write_file(path, text, strlen(text));
}

void ol_config_room_load(struct ol_config_room *room, const char *path)
{
    enum ol_status status = ol_config_load(room->config, path);
    ck_assert_msg(status == OL_OK, "%d: %s", status, ol_config_error(room->config));
    ck_assert_str_eq(ol_config_error(room->config), "");
}

void ol_config_room_refuse(struct ol_config_room *room, const char *path, const char *error)
{
    ck_assert_int_eq(ol_config_load(room->config, path), OL_ERR_RULE);
    ck_assert_str_eq(ol_config_error(room->config), error);
}

void ol_config_room_check_list(const struct ol_config_room *room, enum ol_setting_id id,
                               const char *wanted)
{
    struct ol_buf seen;
    ol_buf_init(&seen);
    for (size_t i = 0; i < room->config->values[id].count; i++) {
        ol_buf_addf(&seen, "%s ", room->config->values[id].items[i].text);
    }
    ck_assert_str_eq(ol_buf_text(&seen), wanted);
    ol_buf_fini(&seen);
}
