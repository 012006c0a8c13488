/* SPDX-License-Identifier: Apache-2.0 */
/* The command line and its table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../cli/options.h"
#include "unit/suites.h"

#define ARGUMENTS_MAX 16

/* Reads the arguments (NULL ends them) as a command line. */
static bool read_arguments(struct ol_options *options, const char *const *arguments)
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
    return ol_options_read(options, argc, argv);
}

#define READ(options, ...) read_arguments((options), (const char *const[]){__VA_ARGS__, NULL})

START_TEST(test_table)
{
    for (size_t i = 0; i < OL_OPTION_COUNT; i++) {
        const struct ol_option *option = &ol_option_table[i];
        bool is_flag = option->kind == OL_OPTION_KIND_FLAG;
        ck_assert_uint_gt(strlen(option->name), 1);
        ck_assert_uint_eq(strspn(option->name, "abcdefghijklmnopqrstuvwxyz-"),
                          strlen(option->name));
        ck_assert_uint_eq(strlen(option->argument) == 0, is_flag);
        ck_assert_uint_lt(strlen(option->argument), 160);
        ck_assert_uint_gt(strlen(option->help), 0);
        ck_assert_uint_le(strlen(option->help), 79 - 30);
        ck_assert_int_ne(option->help[strlen(option->help) - 1], '.');
        for (size_t j = i + 1; j < OL_OPTION_COUNT; j++) {
            ck_assert_str_ne(option->name, ol_option_table[j].name);
            ck_assert(option->letter == 0 || option->letter != ol_option_table[j].letter);
        }
    }
}
END_TEST

START_TEST(test_forms)
{
    struct ol_options options;
    ck_assert(
        READ(&options, "a", "--format=json", "-qj3", "--fail-on", "never", "-", "--", "--quiet"));
    ck_assert_str_eq(options.words[OL_OPTION_FORMAT], "json");
    ck_assert_str_eq(options.words[OL_OPTION_QUIET], "");
    ck_assert_uint_eq(options.numbers[OL_OPTION_JOBS], 3);
    ck_assert_uint_eq(ol_options_word_index(&options, OL_OPTION_FAIL_ON, 0), 3);
    ck_assert_uint_eq(ol_options_word_index(&options, OL_OPTION_COLOR, 2), 2);
    ck_assert_uint_eq(options.path_count, 3);
    ck_assert_str_eq(options.paths[0], "a");
    ck_assert_str_eq(options.paths[1], "-");
    ck_assert_str_eq(options.paths[2], "--quiet");
    ck_assert(!ol_options_has(&options, OL_OPTION_OUTPUT));
    ol_options_fini(&options);
}
END_TEST

START_TEST(test_values)
{
    struct ol_options options;
    ck_assert(READ(&options, "--list-rules", "-j", "4", "--rule", "a=off", "--rule=b/c=error",
                   "--rule", "d=info"));
    ck_assert_str_eq(options.words[OL_OPTION_LIST_RULES], "");
    ck_assert_uint_eq(options.rule_count, 3);
    ck_assert_str_eq(options.rules[0], "a=off");
    ck_assert_str_eq(options.rules[1], "b/c=error");
    ck_assert_str_eq(options.rules[2], "d=info");
    ol_options_fini(&options);
    ck_assert(READ(&options, "--list-rules=ids", "--max-diagnostics=18446744073709551615"));
    ck_assert_str_eq(options.words[OL_OPTION_LIST_RULES], "ids");
    ck_assert_uint_eq(options.numbers[OL_OPTION_MAX_DIAGNOSTICS], UINT64_MAX);
    ol_options_fini(&options);
}
END_TEST

START_TEST(test_beginnings)
{
    struct ol_options options;
    ck_assert(READ(&options, "--form", "json", "--q", "--version"));
    ck_assert_str_eq(options.words[OL_OPTION_FORMAT], "json");
    ck_assert(ol_options_has(&options, OL_OPTION_QUIET));
    ol_options_fini(&options);
    ck_assert(!READ(&options, "--f=gcc")); /* format or fail-on */
    ol_options_fini(&options);
}
END_TEST

START_TEST(test_refused)
{
    static const char *const wrong[][2] = {
        {"--fromat=json", NULL},
        {"--format=xml", NULL},
        {"--format", NULL},
        {"--quiet=yes", NULL},
        {"--", NULL},
        {"--jobs=-1", NULL},
        {"--jobs=1x", NULL},
        {"--jobs=", NULL},
        {"--max-diagnostics=18446744073709551616", NULL},
        {"-Z", NULL},
        {"-q3", NULL},
        {"-j", NULL},
        {"--output=", NULL},
        {"--=x", NULL},
        {"--list-rules=all", NULL},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct ol_options options;
        bool is_end_marker = strcmp(wrong[i][0], "--") == 0;
        ck_assert_msg(read_arguments(&options, wrong[i]) == is_end_marker, "%s", wrong[i][0]);
        ol_options_fini(&options);
    }
}
END_TEST

Suite *suite_options(void)
{
    const TTest *const tests[] = {test_table, test_forms, test_values, test_beginnings,
                                  test_refused};
    return OL_SUITE_OF("options", tests);
}
