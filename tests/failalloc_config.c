/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a configuration that says a bit of everything, prints it and sets a linter up with it, as
 * often as that takes allocations, each time with another one failing, until none fails: no crash,
 * no leak, and the failure is told. The same for a search of what has changed. */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "failing.h"
#include "onnx_lint.h"
#include "tools/files.h"
#include "tools/runner.h"

static const struct {
    const char *name;
    const char *text;
} files[] = {
    {"base.yaml", "extends: [strict]\n"
                  "jobs: 3\n"
                  "exclude: [a, b/*.onnx, c/]\n"
                  "rules: {tensor-raw-length-short: warning}\n"
                  "target-opset: {ai.onnx: {min: 7}}\n"},
    {"rule.yaml", "id: acme-name\n"
                  "title: a node has no name\n"
                  "severity: warning\n"
                  "target: NodeProto\n"
                  "check: field_required\n"
                  "with: {field: name}\n"
                  "message: \"{subject}: no name\"\n"
                  "explanation: Why.\n"
                  "references: [{title: t, where: w}]\n"},
    {"accepted.yaml", "- rule: tensor-raw-length-short\n"
                      "  reason: old\n"},
    {".onnx-lint.yaml", "extends: base.yaml\n"
                        "format: json\n"
                        "quiet: true\n"
                        "target: onnx-1.16\n"
                        "external: off\n"
                        "rules:\n"
                        "  tensor-raw-length-short: error\n"
                        "  tensor-empty-raw-present/beside-typed: on\n"
                        "overrides:\n"
                        "  - {files: ['*.onnx'], rules: {file-empty: off}}\n"
                        "  - {paths: ['graph.node[*]'], rules: {file-empty: info}}\n"
                        "include: '*.model'\n"
                        "rule-files: rule.yaml\n"
                        "suppressions: accepted.yaml\n"
                        "exclude: d\n"},
};

/* What is written, and thrown away. */
static void swallow(void *context, const char *text, size_t size)
{
    size_t *total = context;
    *total += size + (text == NULL);
}

/* What the program does before its first input. Frees the linter, which was new. */
static enum ol_status configure(struct ol_linter *linter)
{
    struct ol_config *config = NULL;
    size_t total = 0;
    enum ol_status status = ol_config_new(&config);
    status = status == OL_OK ? ol_config_set(config, OL_SETTING_RULES, "file-empty=off") : status;
    status = status == OL_OK ? ol_config_set(config, OL_SETTING_EXCLUDE, "e") : status;
    status = status == OL_OK ? ol_config_set(config, OL_SETTING_QUIET, NULL) : status;
    status = status == OL_OK ? ol_config_find(config) : status;
    status = status == OL_OK ? ol_config_print(config, swallow, &total) : status;
    status = status == OL_OK ? ol_linter_configure(linter, config) : status;
    if (status == OL_ERR_RULE || status == OL_ERR_IO) {
        (void)fputs(config != NULL ? ol_config_error(config) : "", stderr);
        (void)fputs(ol_linter_error(linter), stderr);
    }
    ol_linter_free(linter);
    ol_config_free(config);
    return status;
}

START_TEST(test_configure)
{
    struct ol_test_path folder = ol_test_new_folder();
    ck_assert_int_eq(chdir(folder.text), 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        ol_test_write_file(files[i].name, files[i].text, strlen(files[i].text));
    }
    bool has_failed = true;
    unsigned long n = 0;
    while (has_failed) {
        struct ol_linter *linter = NULL;
        ck_assert_int_eq(ol_linter_new(&linter), OL_OK); /* tests/failalloc.c lets that fail */
        n++;
        ol_failing_begin(n);
        enum ol_status status = configure(linter);
        long left = ol_failing_end(&has_failed); /* before Check allocates */
        ck_assert_msg(status == (has_failed ? OL_ERR_NOMEM : OL_OK), "allocation %lu: status %d", n,
                      (int)status);
        ck_assert_msg(left <= 0, "allocation %lu: %ld blocks are left", n, left);
    }
    ck_assert_uint_gt(n, 20);
    ck_assert_int_eq(chdir("/"), 0);
    ol_test_remove_folder(folder.text);
}
END_TEST

/* An ol_found_fn that counts. */
static bool count_found(void *context, enum ol_found found, const char *path, const char *error)
{
    (void)error;
    size_t *count = context;
    *count += found == OL_FOUND_FILE && path[0] != '\0' ? 1 : 0;
    return true;
}

START_TEST(test_find_changed)
{
    /* A tensor with external data in "w". */
    static const char model[] = "\x6A\x0D\x0A\x08location\x12\x01w";
    static const char *const paths[] = {"w", "a.pb", "gone/x"};
    struct ol_test_path folder = ol_test_new_folder();
    struct ol_config *config = NULL;
    ck_assert_int_eq(chdir(folder.text), 0);
    ol_test_write_file("a.pb", model, sizeof model - 1);
    ol_test_write_file("b.pb", model, sizeof model - 1);
    ck_assert_int_eq(ol_config_new(&config), OL_OK);
    ck_assert_int_eq(ol_config_set(config, OL_SETTING_EXCLUDE, "c"), OL_OK);
    bool has_failed = true;
    unsigned long n = 0;
    while (has_failed) {
        size_t count = 0;
        n++;
        ol_failing_begin(n);
        enum ol_status status = ol_find_changed(config, paths, 3, count_found, &count);
        long left = ol_failing_end(&has_failed); /* before Check allocates */
        ck_assert_msg(status == (has_failed ? OL_ERR_NOMEM : OL_OK), "allocation %lu: status %d", n,
                      (int)status);
        ck_assert_msg(left <= 0, "allocation %lu: %ld blocks are left", n, left);
        ck_assert_msg(has_failed || count == 2, "%zu were found", count);
    }
    ck_assert_uint_gt(n, 5);
    ol_config_free(config);
    ck_assert_int_eq(chdir("/"), 0);
    ol_test_remove_folder(folder.text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("failalloc_config");
    TCase *tcase = tcase_create("failalloc_config");
    tcase_set_timeout(tcase, OL_TEST_SECONDS_MAX);
    tcase_add_test(tcase, test_configure);
    tcase_add_test(tcase, test_find_changed);
    suite_add_tcase(suite, tcase);
    return ol_test_runner_run(ol_test_runner_new(suite, true));
}
