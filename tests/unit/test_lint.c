/* SPDX-License-Identifier: Apache-2.0 */
/* The public header: settings and what they refuse, results, reports and the run's summary. */
#include <string.h>
#include <unistd.h>

#include "onnx_lint.h"
#include "tools/files.h"
#include "unit/suites.h"

/* A tensor of two floats with four bytes. */
static const char bad_tensor[] = "\x08\x02\x10\x01\x4A\x04\x00\x00\x80\x3F";

static struct ol_linter *linter_new(void)
{
    struct ol_linter *linter;
    ck_assert_int_eq(ol_linter_new(&linter), OL_OK);
    ck_assert_int_eq(ol_linter_set_profile(linter, "recommended"), OL_OK);
    return linter;
}

static void check_refused(const struct ol_linter *linter, enum ol_status status, const char *word)
{
    ck_assert_int_eq(status, OL_ERR_RULE);
    ck_assert_msg(strstr(ol_linter_error(linter), word) != NULL, "%s", ol_linter_error(linter));
    ck_assert_ptr_null(strchr(ol_linter_error(linter), '\n'));
}

START_TEST(test_settings)
{
    struct ol_linter *linter = linter_new();
    ck_assert_int_eq(ol_linter_set_profile(linter, "strict"), OL_OK);
    ck_assert_int_eq(ol_linter_set_rule(linter, "tensor-raw-length-short", "warning"), OL_OK);
    ck_assert_int_eq(ol_linter_set_rule(linter, "wire-oneof-multiple/repeated", "off"), OL_OK);
    ck_assert_int_eq(ol_linter_set_type(linter, "tensor"), OL_OK);
    ck_assert_int_eq(ol_linter_set_ir_version(linter, 9), OL_OK);
    ck_assert_int_eq(ol_linter_set_max_diagnostics(linter, 0), OL_OK);
    ol_linter_free(linter);
    ol_linter_free(NULL);
}
END_TEST

/* Without a rule that is on, each file would be found good. */
START_TEST(test_worker_of_no_rules)
{
    struct ol_linter *linter;
    struct ol_worker *worker;
    ck_assert_int_eq(ol_linter_new(&linter), OL_OK);
    ck_assert_int_eq(ol_worker_new(linter, &worker), OL_ERR_BUG);
    ol_linter_free(linter);
}
END_TEST

START_TEST(test_settings_that_are_refused)
{
    struct ol_linter *linter = linter_new();
    check_refused(linter, ol_linter_set_profile(linter, "stric"), "strict");
    check_refused(linter, ol_linter_set_rule(linter, "tensor-raw-length-shor", "error"),
                  "tensor-raw-length-short");
    check_refused(linter, ol_linter_set_rule(linter, "tensor-raw-length-short", "eror"),
                  "'eror' is no severity; did you mean 'error'?");
    check_refused(linter, ol_linter_set_rule(linter, "x", "fatal"),
                  "'fatal' is no severity; there are: error, warning, info, off");
    check_refused(linter, ol_linter_set_rule(linter, "wire-oneof-multiple/repeate", "error"),
                  "rule wire-oneof-multiple has no variant 'repeate'; did you mean 'repeated'?");
    check_refused(linter, ol_linter_set_rule(linter, "wire-oneof-multipl/repeated", "error"),
                  "no rule 'wire-oneof-multipl'; did you mean 'wire-oneof-multiple'?");
    check_refused(linter, ol_linter_set_type(linter, "tensr"), "tensor");
    check_refused(linter, ol_linter_set_type(linter, "\x1B[31m"), "\\x1B[31m");
    check_refused(linter, ol_linter_set_ir_version(linter, 0), "0");
    check_refused(linter, ol_linter_set_ir_version(linter, UINT64_MAX), "18446744073709551615");
    ol_linter_free(linter);
}
END_TEST

/* Lints a new file with the bytes; the caller frees the result. */
static struct ol_result *lint(const struct ol_linter *linter, const char *bytes, size_t size)
{
    struct ol_worker *worker;
    struct ol_result *result;
    struct ol_test_path folder = ol_test_new_folder();
    struct ol_test_path path = ol_test_path("%s/t.pb", folder.text);
    ol_test_write_file(path.text, bytes, size);
    ck_assert_int_eq(ol_worker_new(linter, &worker), OL_OK);
    ck_assert_int_eq(ol_worker_lint_path(worker, path.text, &result), OL_OK);
    ol_worker_free(worker);
    ol_test_remove_folder(folder.text);
    return result;
}

START_TEST(test_result)
{
    struct ol_linter *linter = linter_new();
    ck_assert_int_eq(ol_linter_set_type(linter, "tensor"), OL_OK);
    struct ol_result *result = lint(linter, bad_tensor, sizeof bad_tensor - 1);
    ol_linter_free(linter);
    struct ol_counts counts = ol_result_counts(result);
    ck_assert_uint_eq(counts.errors, 1);
    ck_assert_uint_eq(counts.warnings, 0);
    ck_assert_ptr_null(ol_result_error(result));
    ol_result_free(result);
    ol_result_free(NULL);
}
END_TEST

START_TEST(test_overridden_severity_counts)
{
    struct ol_linter *linter = linter_new();
    ck_assert_int_eq(ol_linter_set_type(linter, "tensor"), OL_OK);
    ck_assert_int_eq(ol_linter_set_rule(linter, "tensor-raw-length-short", "warning"), OL_OK);
    struct ol_result *result = lint(linter, bad_tensor, sizeof bad_tensor - 1);
    ck_assert_uint_eq(ol_result_counts(result).errors, 0);
    ck_assert_uint_eq(ol_result_counts(result).warnings, 1);
    ol_result_free(result);
    ol_linter_free(linter);
}
END_TEST

START_TEST(test_unreadable_input_is_a_result)
{
    struct ol_linter *linter = linter_new();
    struct ol_worker *worker;
    struct ol_result *result;
    ck_assert_int_eq(ol_worker_new(linter, &worker), OL_OK);
    ck_assert_int_eq(ol_worker_lint_path(worker, "/no/such/file.onnx", &result), OL_OK);
    ck_assert_ptr_nonnull(strstr(ol_result_error(result), "/no/such/file.onnx: "));
    ck_assert_uint_eq(ol_result_counts(result).errors, 0);
    ol_result_free(result);
    ck_assert_int_eq(ol_worker_lint_path(worker, "/", &result), OL_OK);
    ck_assert_ptr_nonnull(ol_result_error(result));
    ol_result_free(result);
    ol_worker_free(worker);
    ol_linter_free(linter);
}
END_TEST

struct text {
    char bytes[8192];
    size_t size;
};

static void take(void *context, const char *bytes, size_t size)
{
    struct text *text = context;
    ck_assert_uint_lt(text->size + size, sizeof text->bytes);
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
}

START_TEST(test_report_and_summary)
{
    struct ol_linter *linter = linter_new();
    struct ol_report *report;
    struct ol_summary *summary;
    struct text text = {"", 0};
    ck_assert_int_eq(ol_linter_set_type(linter, "tensor"), OL_OK);
    struct ol_result *result = lint(linter, bad_tensor, sizeof bad_tensor - 1);
    ck_assert_int_eq(ol_report_new(&(struct ol_report_options){.format = "gcc"}, &report), OL_OK);
    ck_assert_int_eq(ol_summary_new(&summary), OL_OK);
    ck_assert_int_eq(ol_report_begin(report, take, &text), OL_OK);
    ck_assert_int_eq(ol_report_add(report, result, take, &text), OL_OK);
    ck_assert_int_eq(ol_summary_add(summary, result, 0), OL_OK);
    ck_assert_int_eq(ol_summary_add_unreadable(summary, "there", "there: gone", 1), OL_OK);
    ck_assert_int_eq(ol_report_end(report, summary, take, &text), OL_OK);
    ck_assert_ptr_nonnull(strstr(text.bytes, "/t.pb:1:5: error: "));
    ck_assert_ptr_nonnull(strstr(text.bytes, "(raw_data @0x4+6) [tensor-raw-length-short]\n"));
    ck_assert_uint_eq(ol_summary_counts(summary).errors, 1);
    ck_assert_uint_eq(ol_summary_unreadable(summary), 1);
    text.size = 0;
    ck_assert_int_eq(ol_summary_print(summary, false, take, &text), OL_OK);
    ck_assert_msg(strncmp(text.bytes, "onnx-lint: ", strlen("onnx-lint: ")) == 0, "%s", text.bytes);
    ol_summary_free(summary);
    ol_report_free(report);
    ol_result_free(result);
    ol_linter_free(linter);
}
END_TEST

START_TEST(test_unknown_format)
{
    struct ol_report *report;
    ck_assert_int_eq(ol_report_new(&(struct ol_report_options){.format = "xml"}, &report),
                     OL_ERR_RULE);
}
END_TEST

START_TEST(test_rules_are_told)
{
    struct ol_linter *linter = linter_new();
    struct text text = {"", 0};
    ck_assert_int_eq(ol_linter_explain_rule(linter, "file-empty", take, &text), OL_OK);
    ck_assert_ptr_nonnull(strstr(text.bytes, "file-empty"));
    check_refused(linter, ol_linter_explain_rule(linter, "file-empt", take, &text), "file-empty");
    ol_linter_free(linter);
}
END_TEST

START_TEST(test_nearest_name)
{
    static const char *const names[] = {"gcc", "json"};
    ck_assert_str_eq(ol_nearest_name("jsno", names, 2), "json");
    ck_assert_ptr_null(ol_nearest_name("checkstyle", names, 2));
    ck_assert_str_eq(ol_version(), OL_VERSION);
}
END_TEST

Suite *suite_lint(void)
{
    const TTest *const tests[] = {
        test_settings,
        test_worker_of_no_rules,
        test_settings_that_are_refused,
        test_result,
        test_overridden_severity_counts,
        test_unreadable_input_is_a_result,
        test_report_and_summary,
        test_unknown_format,
        test_rules_are_told,
        test_nearest_name,
    };
    return OL_SUITE_OF("lint", tests);
}
