/* SPDX-License-Identifier: Apache-2.0 */
/* The command line and its table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../cli/options.h"
#include "unit/suites.h"

#define ARGUMENTS_MAX 16

/* What a command line came to. */
struct reading {
    struct ol_options options;
    struct ol_config *config;
};

static bool read_arguments(struct reading *reading, const char *const *arguments)
{
    static char storage[ARGUMENTS_MAX][64];
    char *argv[ARGUMENTS_MAX + 1] = {storage[0]};
    int argc = 1;
    (void)snprintf(storage[0], sizeof storage[0], "onnx-lint");
    for (size_t i = 0; arguments[i] != NULL; i++) {
        (void)snprintf(storage[argc], sizeof storage[argc], "%s", arguments[i]);
        argv[argc] = storage[argc];
        argc++;
    }
    ck_assert_int_eq(ol_config_new(&reading->config), OL_OK);
    return ol_options_read(&reading->options, reading->config, argc, argv);
}

/* Reads the arguments as a command line. */
#define READ(reading, ...) read_arguments((reading), (const char *const[]){__VA_ARGS__, NULL})

static void end(struct reading *reading)
{
    ol_options_fini(&reading->options);
    ol_config_free(reading->config);
}

static void check_row(const struct ol_option *option)
{
    bool is_flag = option->kind == OL_OPTION_KIND_FLAG;
    ck_assert_uint_gt(strlen(option->name), 1);
    ck_assert_uint_eq(strspn(option->name, "abcdefghijklmnopqrstuvwxyz-"), strlen(option->name));
    ck_assert_uint_eq(strlen(option->argument) == 0, is_flag);
    ck_assert_uint_lt(strlen(option->argument), 160);
    ck_assert_uint_gt(strlen(option->help), 0);
    ck_assert_uint_le(strlen(option->help), 79 - 30);
    ck_assert_int_ne(option->help[strlen(option->help) - 1], '.');
}

START_TEST(test_table)
{
    size_t count = 0;
    for (size_t i = 0; i < OL_OPTION_ROWS; i++) {
        struct ol_option option;
        struct ol_option other;
        if (!ol_option_at(i, &option)) {
            ck_assert_uint_lt(i, OL_SETTING_COUNT);
            continue;
        }
        count++;
        check_row(&option);
        for (size_t j = i + 1; j < OL_OPTION_ROWS; j++) {
            if (ol_option_at(j, &other)) {
                ck_assert_str_ne(option.name, other.name);
                ck_assert(option.letter == 0 || option.letter != other.letter);
            }
        }
    }
    ck_assert_uint_gt(count, OL_OPTION_COUNT);
}
END_TEST

START_TEST(test_forms)
{
    struct reading reading;
    ck_assert(READ(&reading, "a", "--format=json", "-qj3", "--fail-on", "never", "-", "-hV", "--",
                   "--quiet"));
    const struct ol_config *config = reading.config;
    ck_assert_str_eq(ol_config_text(config, OL_SETTING_FORMAT), "json");
    ck_assert(ol_config_flag(config, OL_SETTING_QUIET));
    ck_assert_uint_eq(ol_config_number(config, OL_SETTING_JOBS, 0), 3);
    ck_assert_uint_eq(ol_config_word(config, OL_SETTING_FAIL_ON, 0), 3);
    ck_assert_uint_eq(ol_config_word(config, OL_SETTING_TYPE, 2), 2);
    ck_assert_ptr_null(ol_config_text(config, OL_SETTING_OUTPUT));
    ck_assert_uint_eq(reading.options.path_count, 3);
    ck_assert_str_eq(reading.options.paths[0], "a");
    ck_assert_str_eq(reading.options.paths[1], "-");
    ck_assert_str_eq(reading.options.paths[2], "--quiet");
    ck_assert(ol_options_has(&reading.options, OL_OPTION_HELP));
    ck_assert(ol_options_has(&reading.options, OL_OPTION_VERSION));
    ck_assert(!ol_options_has(&reading.options, OL_OPTION_CONFIG));
    end(&reading);
}
END_TEST

START_TEST(test_values)
{
    struct reading reading;
    ck_assert(READ(&reading, "--list-rules", "-j", "4", "--jobs", "5", "--config", "a.yaml"));
    ck_assert_str_eq(reading.options.words[OL_OPTION_LIST_RULES], "");
    ck_assert_str_eq(reading.options.words[OL_OPTION_CONFIG], "a.yaml");
    ck_assert_uint_eq(ol_options_word_index(&reading.options, OL_OPTION_LIST_RULES, 7), 7);
    ck_assert_uint_eq(ol_config_number(reading.config, OL_SETTING_JOBS, 0), 5);
    end(&reading);
    ck_assert(READ(&reading, "--list-rules=man", "--max-diagnostics=18446744073709551615"));
    ck_assert_str_eq(reading.options.words[OL_OPTION_LIST_RULES], "man");
    ck_assert_uint_eq(ol_options_word_index(&reading.options, OL_OPTION_LIST_RULES, 7), 2);
    ck_assert_uint_eq(ol_config_number(reading.config, OL_SETTING_MAX_DIAGNOSTICS, 0), UINT64_MAX);
    end(&reading);
    ck_assert(READ(&reading, "--quiet=true", "--quiet=false", "--force-exclude=true"));
    ck_assert(!ol_config_flag(reading.config, OL_SETTING_QUIET));
    ck_assert(ol_config_flag(reading.config, OL_SETTING_FORCE_EXCLUDE));
    end(&reading);
}
END_TEST

START_TEST(test_beginnings)
{
    struct reading reading;
    ck_assert(READ(&reading, "--form", "json", "--q", "--vers"));
    ck_assert_str_eq(ol_config_text(reading.config, OL_SETTING_FORMAT), "json");
    ck_assert(ol_config_flag(reading.config, OL_SETTING_QUIET));
    ck_assert(ol_options_has(&reading.options, OL_OPTION_VERSION));
    end(&reading);
    ck_assert(!READ(&reading, "--f=gcc")); /* format, fail-on or force-exclude */
    end(&reading);
    ck_assert(READ(&reading, "--rule", "a=off")); /* rule-file is another */
    end(&reading);
}
END_TEST

START_TEST(test_refused)
{
    static const char *const wrong[][2] = {
        {"--fromat=json", NULL},
        {"--format=xml", NULL},
        {"--format", NULL},
        {"--quiet=maybe", NULL},
        {"--version=1", NULL},
        {"--", NULL},
        {"--jobs=-1", NULL},
        {"--jobs=1x", NULL},
        {"--jobs=", NULL},
        {"--jobs=0", NULL},
        {"--jobs=04", NULL},
        {"--jobs=257", NULL},
        {"--max-diagnostics=18446744073709551616", NULL},
        {"-Z", NULL},
        {"-q3", NULL},
        {"-j", NULL},
        {"--output=", NULL},
        {"--=x", NULL},
        {"--list-rules=all", NULL},
        {"--config=", NULL},
        {"--target-opset=17", NULL}, /* a setting that has no option */
        {"--exclude=[", NULL},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct reading reading;
        bool is_end_marker = strcmp(wrong[i][0], "--") == 0;
        ck_assert_msg(read_arguments(&reading, wrong[i]) == is_end_marker, "%s", wrong[i][0]);
        end(&reading);
    }
}
END_TEST

Suite *suite_options(void)
{
    const TTest *const tests[] = {test_table, test_forms, test_values, test_beginnings,
                                  test_refused};
    return OL_SUITE_OF("options", tests);
}
