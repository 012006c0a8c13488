/* SPDX-License-Identifier: Apache-2.0 */
/* Configurations: what files and options say, and what of it is in force. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "config/config.h"
#include "config/setting.h"
#include "onnx_lint.h"
#include "unit/config_room.h"
#include "unit/suites.h"

/* Of each test. */
static struct ol_config_room room;

static void set(enum ol_setting_id id, const char *value)
{
    ck_assert_int_eq(ol_config_set(room.config, id, value), OL_OK);
}

/* "name=severity ", in the order in which they count. */
static void check_rules(const char *wanted)
{
    char seen[1024] = "";
    size_t size = 0;
    for (size_t i = 0; i < room.config->rule_count; i++) {
        const struct ol_config_rule *rule = &room.config->rules[i];
        int added =
            snprintf(seen + size, sizeof seen - size, "%s=%s%s ", rule->name,
                     rule->severity != NULL ? rule->severity : "", rule->with != NULL ? "+" : "");
        ck_assert_int_gt(added, 0);
        size += (size_t)added;
        ck_assert_uint_lt(size, sizeof seen);
    }
    ck_assert_str_eq(seen, wanted);
}

START_TEST(test_fallbacks)
{
    ol_config_room_init(&room);
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_PROFILE), "recommended");
    ck_assert_ptr_null(ol_config_text(room.config, OL_SETTING_TYPE));
    ck_assert_uint_eq(ol_config_word(room.config, OL_SETTING_FAIL_ON, 3), 0);
    ck_assert_uint_eq(ol_config_word(room.config, OL_SETTING_TYPE, 3), 3);
    ck_assert_uint_eq(ol_config_number(room.config, OL_SETTING_MAX_DIAGNOSTICS, 5),
                      OL_DIAGNOSTICS_MAX_DEFAULT);
    ck_assert_uint_eq(ol_config_number(room.config, OL_SETTING_JOBS, 5), 5);
    ck_assert(!ol_config_flag(room.config, OL_SETTING_QUIET));
    ol_config_room_fini(&room);
}
END_TEST

/* Every fallback is a value that the setting could be given. */
START_TEST(test_table)
{
    for (size_t i = 0; i < OL_SETTING_COUNT; i++) {
        const struct ol_setting *setting = &ol_settings[i];
        ck_assert_uint_eq(ol_setting_from_key(setting->key), i);
        if (setting->fallback[0] != '\0') {
            ck_assert_msg(ol_setting_accepts((enum ol_setting_id)i, setting->fallback), "%s",
                          setting->key);
        }
    }
    ck_assert_uint_eq(ol_setting_from_key("format "), OL_SETTING_COUNT);
}
END_TEST

/* A file wins over what it extends, the command line over both, whichever is read first. */
START_TEST(test_precedence)
{
    for (int is_option_first = 0; is_option_first <= 1; is_option_first++) {
        ol_config_room_init(&room);
        ol_config_room_write("base.yaml",
                             "jobs: 3\nfail-on: warning\nformat: json\nexclude: [a, b]\n"
                             "rules: {x: error, y: error}\nquiet: true\n");
        ol_config_room_write("c.yaml", "extends: base.yaml\nfail-on: info\njobs: 4\nexclude: c\n"
                                       "rules: {x: warning}\nquiet: false\n");
        if (!is_option_first) {
            ol_config_room_load(&room, "c.yaml");
        }
        set(OL_SETTING_JOBS, "5");
        set(OL_SETTING_RULES, "x=off");
        set(OL_SETTING_RULES, "z/a=on");
        set(OL_SETTING_EXCLUDE, "d");
        set(OL_SETTING_EXCLUDE, "e");
        if (is_option_first) {
            ol_config_room_load(&room, "c.yaml");
        }
        ck_assert_uint_eq(ol_config_number(room.config, OL_SETTING_JOBS, 0), 5);
        ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_FAIL_ON), "info");
        ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_FORMAT), "json");
        ck_assert(!ol_config_flag(room.config, OL_SETTING_QUIET));
        ol_config_room_check_list(&room, OL_SETTING_EXCLUDE, "a b c d e ");
        check_rules("x=error y=error x=warning x=off z/a=on ");
        ck_assert_ptr_null(ol_config_value(room.config, OL_SETTING_JOBS)->origin.path);
        ck_assert_str_eq(ol_config_value(room.config, OL_SETTING_FAIL_ON)->origin.path, "c.yaml");
        ck_assert_uint_eq(ol_config_value(room.config, OL_SETTING_FAIL_ON)->origin.mark.line, 2);
        ck_assert_uint_eq(ol_config_value(room.config, OL_SETTING_FAIL_ON)->origin.mark.column, 10);
        ck_assert_str_eq(ol_config_value(room.config, OL_SETTING_FORMAT)->origin.path, "base.yaml");
        ck_assert_int_eq(ol_config_load(room.config, "c.yaml"), OL_ERR_BUG); /* one is enough */
        ol_config_room_fini(&room);
    }
}
END_TEST

/* Paths are relative to the file that names them; patterns go with its folder. */
START_TEST(test_paths)
{
    ol_config_room_init(&room);
    ol_config_room_write("sub/deep/base.yaml",
                         "rule-files: [rules.yaml, ../x.yaml, /abs.yaml]\noutput: out\n"
                         "exclude: [e]\ntarget: t.yaml\nstdin-filename: n.onnx\n");
    ol_config_room_write("sub/c.yaml", "extends: deep/base.yaml\nbaseline: base.json\n");
    ol_config_room_load(&room, "sub/c.yaml");
    ol_config_room_check_list(&room, OL_SETTING_RULE_FILES,
                              "sub/deep/rules.yaml sub/deep/../x.yaml /abs.yaml ");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_OUTPUT), "sub/deep/out");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_TARGET), "sub/deep/t.yaml");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_STDIN_FILENAME), "n.onnx");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_BASELINE), "sub/base.json");
    ol_config_room_check_list(&room, OL_SETTING_EXCLUDE, "e ");
    ck_assert_str_eq(ol_config_value(room.config, OL_SETTING_EXCLUDE)->origin.folder,
                     ol_test_path("%s/sub/deep", room.folder.text).text);
    ck_assert_str_eq(ol_config_value(room.config, OL_SETTING_BASELINE)->origin.folder,
                     ol_test_path("%s/sub", room.folder.text).text);
    set(OL_SETTING_BASELINE, "mine.json");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_BASELINE), "mine.json");
    ck_assert_str_eq(ol_config_value(room.config, OL_SETTING_BASELINE)->origin.folder,
                     room.folder.text);
    ol_config_room_fini(&room);

    ol_config_room_init(&room);
    ol_config_room_write("c.yaml", "target: onnx-1.16\noutput: out\n");
    ol_config_room_load(&room, "c.yaml");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_TARGET), "onnx-1.16");
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_OUTPUT), "out");
    ck_assert_str_eq(ol_config_value(room.config, OL_SETTING_OUTPUT)->origin.folder,
                     room.folder.text);
    ol_config_room_fini(&room);
}
END_TEST

START_TEST(test_find)
{
    ol_config_room_init(&room);
    ol_config_room_write(".onnx-lint.yaml", "jobs: 2\noutput: out\n");
    ol_test_make_folders("a/b/c");
    ck_assert_int_eq(mkdir("a/b/c", 0777), 0);
    ol_config_room_enter(&room, "a/b/c");
    ck_assert_int_eq(ol_config_find(room.config), OL_OK);
    ck_assert_uint_eq(ol_config_number(room.config, OL_SETTING_JOBS, 0), 2);
    ck_assert_str_eq(ol_config_text(room.config, OL_SETTING_OUTPUT), "../../../out");
    ck_assert_str_eq(ol_config_value(room.config, OL_SETTING_OUTPUT)->origin.folder,
                     room.folder.text);
    ol_config_room_fini(&room);

    /* the nearest alone, even an empty one; one of its own kind is told, not waited for */
    ol_config_room_init(&room);
    ol_config_room_write(".onnx-lint.yaml", "jobs: 2\n");
    ol_config_room_write("a/.onnx-lint.yaml", "# nothing\n");
    ck_assert_int_eq(mkdir("a/b", 0777), 0);
    ol_config_room_enter(&room, "a/b");
    ck_assert_int_eq(ol_config_find(room.config), OL_OK);
    ck_assert_uint_eq(ol_config_number(room.config, OL_SETTING_JOBS, 9), 9);
    ck_assert_int_eq(mkfifo(".onnx-lint.yaml", 0600), 0);
    ol_config_room_enter(&room, ".");
    ck_assert_int_eq(ol_config_find(room.config), OL_ERR_IO);
    ck_assert_str_eq(ol_config_error(room.config),
                     ".onnx-lint.yaml: is a pipe, not a regular file");
    ol_config_room_fini(&room);
}
END_TEST

/* Nothing, comments, a byte order mark and line breaks of any kind are no errors. */
START_TEST(test_texts)
{
    static const char *const texts[] = {"",
                                        "# nothing\n",
                                        "\n\n",
                                        "---\n",
                                        "--- # nothing\n...\n",
                                        "{}\n",
                                        "rules: {}\n",
                                        "\xef\xbb\xbf",
                                        "\xef\xbb\xbfjobs: 2\r\nrules:\r\n  x: off\r\n",
                                        "exclude: []\noverrides: []\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ol_config_room_init(&room);
        ol_config_room_write("a.yaml", texts[i]);
        ol_config_room_load(&room, "a.yaml");
        ol_config_room_fini(&room);
    }
    ol_config_room_init(&room);
    ol_config_room_write("a.yaml", "jobs: 2\njobs: 3\n");
    ol_config_room_refuse(&room, "a.yaml",
                          "a.yaml:2:1: error: key 'jobs' stands here twice; first in line 1\n");
    ol_config_room_write("a.yaml", "- jobs\n");
    ol_config_room_refuse(&room, "a.yaml",
                          "a.yaml:1:1: error: the file is a list; wanted: a map, as KEY: VALUE\n");
    ol_config_room_write("a\nb.yaml", "job: 2\n");
    ol_config_room_refuse(
        &room, "a\nb.yaml",
        "a\\nb.yaml:1:1: error: a configuration has no key 'job'; did you mean 'jobs'?\n");
    ol_config_room_fini(&room);
}
END_TEST

/* The maps that have a form of their own. */
START_TEST(test_maps)
{
    ol_config_room_init(&room);
    ol_config_room_write("a.yaml",
                         "rules:\n"
                         "  b/c: error\n"
                         "  b: off\n"
                         "  d: {severity: info, with: {max: 3}}\n"
                         "  e: {with: {max: 4}}\n"
                         "overrides:\n"
                         "  - files: [x/*.onnx, y]\n"
                         "    rules: {b: on}\n"
                         "  - {files: z, paths: 'graph.node[*]', rules: {b/c: off, b: error}}\n"
                         "target-opset:\n"
                         "  ai.onnx: {min: 13, max: 0x11}\n"
                         "  com.acme: {max: 1}\n"
                         "custom-rules:\n"
                         "  - id: f\n");
    ol_config_room_load(&room, "a.yaml");
    check_rules("b=off d=info+ e=+ b/c=error ");
    ck_assert_uint_eq(room.config->override_count, 2);
    const struct ol_config_override *first = &room.config->overrides[0];
    const struct ol_config_override *second = &room.config->overrides[1];
    ck_assert_uint_eq(first->file_count, 2);
    ck_assert_str_eq(first->files[0], "x/*.onnx");
    ck_assert_str_eq(first->files[1], "y");
    ck_assert_ptr_null(first->paths);
    ck_assert_uint_eq(first->rule_count, 1);
    ck_assert_str_eq(first->rules[0].severity, "on");
    ck_assert_uint_eq(first->origin.mark.line, 7);
    ck_assert_uint_eq(second->file_count, 1);
    ck_assert_int_eq(second->paths->kind, OL_YAML_LIST);
    ck_assert_uint_eq(second->paths->count, 1);
    ck_assert_str_eq(second->paths->first->text, "graph.node[*]");
    ck_assert_str_eq(second->rules[0].name, "b");
    ck_assert_str_eq(second->rules[1].name, "b/c");
    ck_assert_uint_eq(room.config->opset_count, 2);
    ck_assert_str_eq(room.config->opsets[0].domain, "");
    ck_assert_int_eq(room.config->opsets[0].min, 13);
    ck_assert_int_eq(room.config->opsets[0].max, 17);
    ck_assert_str_eq(room.config->opsets[1].domain, "com.acme");
    ck_assert_int_eq(room.config->opsets[1].min, 0);
    ck_assert_uint_eq(room.config->custom_rule_count, 1);
    ck_assert_str_eq(ol_yaml_member(room.config->custom_rules[0].rule, "id")->text, "f");
    ol_config_room_fini(&room);

    /* bounds of several files are put together */
    ol_config_room_init(&room);
    ol_config_room_write("a.yaml", "target-opset: {ai.onnx: {min: 13, max: 20}, x: {min: 1}}\n");
    ol_config_room_write("b.yaml", "extends: a.yaml\ntarget-opset: {'': {max: 18}}\n");
    ol_config_room_load(&room, "b.yaml");
    ck_assert_uint_eq(room.config->opset_count, 2);
    ck_assert_int_eq(room.config->opsets[0].min, 13);
    ck_assert_int_eq(room.config->opsets[0].max, 18);
    ck_assert_str_eq(room.config->opsets[0].origin.path, "b.yaml");
    ol_config_room_fini(&room);
}
END_TEST

/* Everything that is wrong is told at once, in all files; then nothing is set. */
START_TEST(test_errors)
{
    ol_config_room_init(&room);
    ol_config_room_write("b.yaml", "jobs: 300\n");
    ol_config_room_write("a.yaml",
                         "extends: [b.yaml, c.yaml]\n"
                         "jobs: 3\n"
                         "quiet: always\n"
                         "rules: {x: fatal, y/z: {with: {}}, w: {}}\n"
                         "ir-version: 99\n"
                         "format: jsn\n"
                         "exclude: [[a], '']\n"
                         "overrides: [{rules: {x: {with: {a: 1}}}}, {files: [], paths: 'grph'}]\n"
                         "target-opset: {x: {min: 3, max: 2}, y: {}, z: 3}\n"
                         "profil: strict\n");
    ol_config_room_refuse(
        &room, "a.yaml",
        "b.yaml:1:7: error: jobs wants a number from 1 to 256\n"
        "a.yaml:1:19: error: c.yaml: cannot be opened: No such file or directory\n"
        "a.yaml:3:8: error: quiet wants true or false, not 'always'\n"
        "a.yaml:4:12: error: 'fatal' is no severity; there are: error, warning, info, off, on\n"
        "a.yaml:4:25: error: parameters are those of all cases of a rule: give them to its ID "
        "alone\n"
        "a.yaml:4:39: error: this map is to have a severity, with, or both\n"
        "a.yaml:5:13: error: ir-version wants a number from 1 to 14\n"
        "a.yaml:6:9: error: format does not know 'jsn'; did you mean 'json'?\n"
        "a.yaml:7:11: error: this entry is a list; wanted: one line of text\n"
        "a.yaml:7:16: error: this entry is empty; wanted: one line of text\n"
        "a.yaml:8:13: error: an override wants files, paths or both; without them it is rules\n"
        "a.yaml:8:26: error: overrides change severities alone: give parameters under rules\n"
        "a.yaml:8:43: error: the override lacks its key 'rules'\n"
        "a.yaml:8:51: error: the list is empty, so that nothing is meant\n"
        "a.yaml:8:62: error: no field 'grph' in any message that a file can be; did you mean "
        "'graph'?\n"
        "a.yaml:9:19: error: min is larger than max\n"
        "a.yaml:9:40: error: the bounds of an operator set are a map of min, max or both\n"
        "a.yaml:9:47: error: the bounds of an operator set are a map of min, max or both\n"
        "a.yaml:10:1: error: a configuration has no key 'profil'; did you mean 'profile'?\n");
    ck_assert_uint_eq(ol_config_number(room.config, OL_SETTING_JOBS, 9), 9);
    ck_assert_uint_eq(room.config->rule_count, 0);
    ol_config_room_fini(&room);
}
END_TEST

START_TEST(test_options)
{
    static const struct {
        enum ol_setting_id id;
        const char *value;
        const char *error;
    } wrong[] = {
        {OL_SETTING_JOBS, "two", "--jobs wants a number, not 'two'"},
        {OL_SETTING_JOBS, "0", "--jobs wants a number from 1 to 256"},
        {OL_SETTING_IR_VERSION, "15", "--ir-version wants a number from 1 to 14"},
        {OL_SETTING_TARGET_IR, "0", "--target-ir wants a number from 1 to 14"},
        {OL_SETTING_MAX_DIAGNOSTICS, "010", "--max-diagnostics wants a number, not '010'"},
        {OL_SETTING_QUIET, "1", "--quiet wants true or false, not '1'"},
        {OL_SETTING_EXTERNAL, "offf", "--external does not know 'offf'; did you mean 'off'?"},
        {OL_SETTING_EXCLUDE, "", "--exclude wants more than an empty text"},
        {OL_SETTING_OUTPUT, "", "--output wants more than an empty text"},
        {OL_SETTING_RULES, "x", "--rule wants ID[/VARIANT]=SEVERITY, not 'x'"},
        {OL_SETTING_RULES, "x=of", "--rule: 'of' is no severity; did you mean 'off'?"},
    };
    ol_config_room_init(&room);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(ol_config_set(room.config, wrong[i].id, wrong[i].value), OL_ERR_RULE);
        ck_assert_str_eq(ol_config_error(room.config), wrong[i].error);
    }
    set(OL_SETTING_QUIET, NULL);
    ck_assert(ol_config_flag(room.config, OL_SETTING_QUIET));
    ck_assert_str_eq(ol_config_error(room.config), "");
    ck_assert_int_eq(ol_config_set(room.config, OL_SETTING_OVERRIDES, "x"), OL_ERR_BUG);
    ck_assert_int_eq(ol_config_load(room.config, "none.yaml"), OL_ERR_IO);
    ck_assert_str_eq(ol_config_error(room.config),
                     "none.yaml: cannot be opened: No such file or directory");
    ol_config_room_fini(&room);
}
END_TEST

Suite *suite_config(void)
{
    const TTest *const tests[] = {test_fallbacks, test_table,  test_precedence,
                                  test_paths,     test_find,   test_texts,
                                  test_maps,      test_errors, test_options};
    return OL_SUITE_OF("config", tests);
}
