/* SPDX-License-Identifier: Apache-2.0 */
/* Configurations that extend profiles and others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "onnx_lint.h"
#include "unit/config_room.h"
#include "unit/suites.h"

/* Of each test. */
static struct ol_config_room room;

START_TEST(test_profiles)
{
    ol_config_room_init(&room);
    ol_config_room_write("a.yaml", "extends: [strict]\n");
    ol_config_room_load(&room, "a.yaml");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_PROFILE), "strict");
    ck_assert_uint_eq(ol_config_value(room.config, OL_SETTING_PROFILE)->origin.mark.column, 11);
    ol_config_room_fini(&room);

    ol_config_room_init(&room);
    ol_config_room_write("a.yaml", "profile: checker\n");
    ol_config_room_write("b.yaml", "extends: [strict, a.yaml]\n");
    ol_config_room_load(&room, "b.yaml");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_PROFILE), "checker");
    ol_config_room_fini(&room);

    ol_config_room_init(&room);
    ol_config_room_write("a.yaml", "profile: checker\n");
    ol_config_room_write("b.yaml", "extends: [a.yaml, strict]\n");
    ol_config_room_write("c.yaml", "profile: no-external\nextends: b.yaml\n");
    ol_config_room_load(&room, "c.yaml");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_PROFILE), "no-external");
    ol_config_room_fini(&room);

    ol_config_room_init(&room);
    ol_config_room_write("a.yaml", "extends: [strict, no-external]\n");
    ol_config_room_refuse(
        &room, "a.yaml",
        "a.yaml:1:19: error: profile 'no-external' would undo 'strict', since each "
        "sets all rules; in place of no-external write external: off\n");
    ol_config_room_write("a.yaml", "extends: [strict, checker]\n");
    ol_config_room_refuse(
        &room, "a.yaml",
        "a.yaml:1:19: error: profile 'checker' would undo 'strict', since each sets "
        "all rules\n");
    ol_config_room_write("a.yaml", "extends: [strickt, recommended, base.yml]\n");
    ol_config_room_refuse(
        &room, "a.yaml",
        "a.yaml:1:11: error: extends does not know 'strickt'; did you mean 'strict'?\n"
        "a.yaml:1:33: error: extends does not know 'base.yml'; there are: recommended, "
        "strict, checker, no-external; a file to extend ends in .yaml\n");
    ol_config_room_fini(&room);
}
END_TEST

/* Of files that several extend, each counts once, and less than all that extend it. */
START_TEST(test_diamond)
{
    ol_config_room_init(&room);
    ol_config_room_write("d.yaml", "exclude: d\njobs: 1\n");
    ol_config_room_write("b.yaml", "extends: d.yaml\nexclude: b\njobs: 2\n");
    ol_config_room_write("c.yaml", "extends: ./d.yaml\nexclude: c\n");
    ol_config_room_write("a.yaml", "extends: [b.yaml, c.yaml]\nexclude: a\n");
    ol_config_room_load(&room, "a.yaml");
    ol_config_room_check_list(&room, OL_SETTING_EXCLUDE, "d b c a ");
    ck_assert_uint_eq(ol_config_number(room.config, OL_SETTING_JOBS, 0), 2);
    ol_config_room_fini(&room);
}
END_TEST

START_TEST(test_cycles)
{
    ol_config_room_init(&room);
    ol_config_room_write("a.yaml", "extends: a.yaml\n");
    ol_config_room_refuse(&room, "a.yaml",
                          "a.yaml:1:10: error: files that extend each other: a.yaml, which extends "
                          "a.yaml\n");
    ol_config_room_write("b.yaml", "jobs: 2\nextends:\n  - strict\n  - sub/c.yaml\n");
    ol_config_room_write("sub/c.yaml", "extends: ../d.yaml\n");
    ol_config_room_write("d.yaml", "extends: [sub/c.yaml]\n");
    ol_config_room_refuse(
        &room, "b.yaml",
        "sub/../d.yaml:1:11: error: files that extend each other: sub/c.yaml, which "
        "extends sub/../d.yaml, which extends sub/c.yaml\n");
    ck_assert_int_eq(symlink("e.yaml", "f.yaml"), 0);
    ol_config_room_write("e.yaml", "extends: f.yaml\n");
    ol_config_room_refuse(&room, "e.yaml",
                          "e.yaml:1:10: error: files that extend each other: e.yaml, which extends "
                          "e.yaml\n");
    ol_config_room_fini(&room);
}
END_TEST

/* Writes files of which each extends the next. */
static void write_chain(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ol_test_path path = ol_test_path("%zu.yaml", i);
        struct ol_test_path text = ol_test_path("extends: %zu.yaml\n", i + 1);
        ol_config_room_write(path.text, i + 1 == count ? "jobs: 7\n" : text.text);
    }
}

START_TEST(test_limits)
{
    ol_config_room_init(&room);
    write_chain(OL_CONFIG_DEPTH_MAX + 1);
    ol_config_room_load(&room, "0.yaml");
    ck_assert_uint_eq(ol_config_number(room.config, OL_SETTING_JOBS, 0), 7);
    ol_config_room_fini(&room);

    ol_config_room_init(&room);
    write_chain(OL_CONFIG_DEPTH_MAX + 2);
    ol_config_room_refuse(
        &room, "0.yaml",
        "16.yaml:1:10: error: more than 16 files, each of which extends the next\n");
    ol_config_room_fini(&room);

    ol_config_room_init(&room);
    char list[OL_CONFIG_FILES_MAX * 16] = "extends:\n";
    for (size_t i = 1; i <= OL_CONFIG_FILES_MAX; i++) {
        struct ol_test_path path = ol_test_path("%zu.yaml", i);
        ol_config_room_write(path.text, "");
        (void)snprintf(list + strlen(list), sizeof list - strlen(list), "- %s\n", path.text);
    }
    ol_config_room_write("a.yaml", list);
    ol_config_room_refuse(&room, "a.yaml", "a.yaml:101:3: error: more than 100 files\n");
    ol_config_room_fini(&room);

    ol_config_room_init(&room);
    size_t half = OL_CONFIG_BYTES_MAX / 2;
    char *comment = ol_test_alloc(half);
    memset(comment, '#', half);
    ol_test_write_file("b.yaml", comment, half);
    ol_test_write_file("c.yaml", comment, half);
    free(comment);
    ol_config_room_write("a.yaml", "extends: [b.yaml, c.yaml]\n");
    ol_config_room_refuse(&room, "a.yaml",
                          "a.yaml:1:19: error: the files have more than 4194304 bytes in all\n");
    ol_config_room_fini(&room);
}
END_TEST

Suite *suite_config_extends(void)
{
    const TTest *const tests[] = {test_profiles, test_diamond, test_cycles, test_limits};
    return OL_SUITE_OF("config_extends", tests);
}
