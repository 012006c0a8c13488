/* SPDX-License-Identifier: Apache-2.0 */
/* Which reports a run writes, by its configuration and its command line. */
#include <string.h>

#include "unit/config_room.h"
#include "unit/suites.h"

static struct ol_config_room room;

/* "json=a.json gcc " */
static void check(const char *wanted)
{
    struct ol_wanted_report reports[OL_REPORTS_MAX];
    struct ol_buf seen;
    size_t count = ol_config_reports(room.config, reports);
    ol_buf_init(&seen);
    for (size_t i = 0; i < count; i++) {
        ol_buf_addf(&seen, "%s%s%s ", reports[i].format, reports[i].output != NULL ? "=" : "",
                    reports[i].output != NULL ? reports[i].output : "");
    }
    ck_assert_str_eq(ol_buf_text(&seen), wanted);
    ol_buf_fini(&seen);
}

static void set(enum ol_setting_id setting, const char *value)
{
    ck_assert_int_eq(ol_config_set(room.config, setting, value), OL_OK);
}

#define FORMAT(value) set(OL_SETTING_FORMAT, (value))
#define OUTPUT(value) set(OL_SETTING_OUTPUT, (value))

START_TEST(test_command_line)
{
    ol_config_room_init(&room);
    check("gcc ");
    FORMAT("json");
    check("json ");
    OUTPUT("a");
    check("json=a ");
    FORMAT("gcc");
    check("json=a gcc ");
    OUTPUT("b");
    FORMAT("sarif");
    check("json=a gcc=b sarif ");
    ol_config_room_fini(&room);

    ol_config_room_init(&room);
    OUTPUT("a");
    check("gcc=a ");
    FORMAT("json");
    check("json=a ");
    FORMAT("text");
    check("json=a text ");
    ol_config_room_fini(&room);
}
END_TEST

START_TEST(test_refusals)
{
    ol_config_room_init(&room);
    OUTPUT("a");
    ck_assert_int_eq(ol_config_set(room.config, OL_SETTING_OUTPUT, "b"), OL_ERR_RULE);
    ck_assert_str_eq(ol_config_error(room.config),
                     "--output is given twice for one report: each wants a --format");
    for (size_t i = 0; i < OL_REPORTS_MAX; i++) {
        FORMAT("gcc");
    }
    ck_assert_int_eq(ol_config_set(room.config, OL_SETTING_FORMAT, "gcc"), OL_ERR_RULE);
    ck_assert_str_eq(ol_config_error(room.config), "--format is given too often");
    ol_config_room_fini(&room);
}
END_TEST

/* The reports of a file count as a whole; those of the command line more. */
START_TEST(test_files)
{
    for (int is_option_first = 0; is_option_first <= 1; is_option_first++) {
        ol_config_room_init(&room);
        ol_config_room_write("d/base.yaml", "output: o\nreports: {format: json, output: a.json}\n");
        ol_config_room_write("c.yaml", "extends: d/base.yaml\nformat: text\n");
        ol_config_room_write("e.yaml", "extends: c.yaml\n"
                                       "reports: [{format: gcc}, {output: b, format: junit}]\n");
        ol_config_room_load(&room, "c.yaml");
        check("json=d/a.json ");
        ol_config_room_enter(&room, ".");
        ol_config_room_load(&room, "e.yaml");
        check("gcc junit=b ");
        ol_config_room_enter(&room, ".");
        if (is_option_first) {
            FORMAT("sarif");
        }
        ol_config_room_load(&room, "e.yaml");
        if (!is_option_first) {
            FORMAT("sarif");
        }
        check("sarif=d/o "); /* an only report goes where output says */
        FORMAT("gcc");
        check("sarif gcc ");
        ol_config_room_fini(&room);
    }
}
END_TEST

START_TEST(test_wrong_files)
{
    static const char *const cases[][2] = {
        {"reports: gcc\n", "a.yaml:1:10: error: "},
        {"reports: [{output: a}]\n", "a.yaml:1:11: error: "},
        {"reports: [{format: xml}]\n", "a.yaml:1:20: error: format does not know 'xml'"},
        {"reports: [{format: gcc, output: ''}]\n", "a.yaml:1:33: error: "},
        {"reports: [{format: gcc}, {format: json}]\n",
         "a.yaml:1:26: error: a second report without output: one can go to standard output"},
        {"reports: [{format: gcc, file: x}]\n", "a.yaml:1:25: error: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ol_config_room_init(&room);
        ol_config_room_write("a.yaml", cases[i][0]);
        ck_assert_int_eq(ol_config_load(room.config, "a.yaml"), OL_ERR_RULE);
        ck_assert_msg(strstr(ol_config_error(room.config), cases[i][1]) ==
                          ol_config_error(room.config),
                      "%s%s", cases[i][0], ol_config_error(room.config));
        ol_config_room_fini(&room);
    }
}
END_TEST

Suite *suite_config_report(void)
{
    const TTest *const tests[] = {test_command_line, test_refusals, test_files, test_wrong_files};
    return OL_SUITE_OF("config_report", tests);
}
