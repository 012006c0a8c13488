/* SPDX-License-Identifier: Apache-2.0 */
/* Lints every case, and compares what is found with what the case expects: all of it, and nothing
 * else. Each case is a TCase of its own: CK_RUN_CASE='tensor-raw-length-short/two floats in four
 * bytes' runs that one. */
#include <check.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "result.h"
#include "tools/cases.h"
#include "tools/runner.h"

static struct ol_test_cases cases;

/* Where a finding is expected. */
struct expected {
    const char *rule;
    uint64_t offset;
    bool is_whole_file;
};

static struct expected resolve(const struct ol_test_case *test,
                               const struct ol_example_expect *expect,
                               const struct ol_hexasm *bytes)
{
    struct expected want = {.rule = expect->rule};
    if (want.rule == NULL) {
        ck_assert_msg(test->rule != NULL,
                      "each expectation of a case in wire/ or valid/ names its rule");
        want.rule = test->rule->id;
    }
    if (strcmp(expect->at, "file") == 0) {
        want.is_whole_file = true;
    } else if (expect->at[0] >= '0' && expect->at[0] <= '9') {
        want.offset = strtoull(expect->at, NULL, 0);
    } else {
        ck_assert_msg(ol_hexasm_find_mark(bytes, expect->at, &want.offset),
                      "the bytes have no mark @%s", expect->at);
    }
    return want;
}

static bool is_text_as_wanted(const char *wanted, const char *actual)
{
    return wanted == NULL || (actual != NULL && strcmp(wanted, actual) == 0);
}

static bool is_as_expected(const struct ol_diag *diag, const struct ol_example_expect *expect,
                           const struct expected *want)
{
    const struct ol_rule *rule = ol_test_find_rule(diag->rule);
    enum ol_severity severity = ol_test_severity(rule, diag->variant);
    const char *severity_wanted =
        expect->severity != NULL ? expect->severity : ol_severity_name(severity);
    if (strcmp(diag->rule, want->rule) != 0 ||
        strcmp(severity_wanted, ol_severity_name(diag->severity)) != 0 ||
        !is_text_as_wanted(expect->variant, diag->variant) ||
        diag->place.is_whole_file != want->is_whole_file) {
        return false;
    }
    return want->is_whole_file ||
           (diag->place.span.offset == want->offset &&
            (expect->length < 0 || diag->place.span.length == (uint64_t)expect->length) &&
            is_text_as_wanted(expect->path, diag->place.path));
}

static void add_finding(struct ol_buf *text, const struct ol_diag *diag)
{
    ol_buf_addf(text, "\n  found    %s%s%s %s", diag->rule, diag->variant != NULL ? "/" : "",
                diag->variant != NULL ? diag->variant : "", ol_severity_name(diag->severity));
    if (diag->place.is_whole_file) {
        ol_buf_addf(text, " at: file: %s", diag->message);
    } else {
        ol_buf_addf(text, " at: %" PRIu64 " length: %" PRIu64 " path: %s%s%s: %s",
                    diag->place.span.offset, diag->place.span.length, diag->place.path,
                    diag->place.file != NULL ? " in " : "",
                    diag->place.file != NULL ? diag->place.file : "", diag->message);
    }
}

static void add_expected(struct ol_buf *text, const struct ol_example_expect *expect,
                         const struct expected *want)
{
    ol_buf_addf(text, "\n  expected %s%s%s at: %s (%" PRIu64 ")", want->rule,
                expect->variant != NULL ? "/" : "", expect->variant != NULL ? expect->variant : "",
                expect->at, want->offset);
    if (expect->length >= 0) {
        ol_buf_addf(text, " length: %" PRId64, expect->length);
    }
    if (expect->path != NULL) {
        ol_buf_addf(text, " path: %s", expect->path);
    }
}

/* Pairs findings and expectations; adds what is left of either to text. */
static void compare(const struct ol_test_case *test, const struct ol_hexasm *bytes,
                    const struct ol_diag_list *found, struct ol_buf *text)
{
    bool *is_paired = ol_test_alloc(found->count * sizeof *is_paired);
    memset(is_paired, 0, found->count * sizeof *is_paired);
    for (size_t i = 0; i < test->example->expect_count; i++) {
        const struct ol_example_expect *expect = &test->example->expect[i];
        struct expected want = resolve(test, expect, bytes);
        size_t place = 0;
        while (place < found->count &&
               (is_paired[place] || !is_as_expected(&found->diags[place], expect, &want))) {
            place++;
        }
        if (place < found->count) {
            is_paired[place] = true;
        } else {
            add_expected(text, expect, &want);
        }
    }
    for (size_t i = 0; i < found->count; i++) {
        if (!is_paired[i]) {
            add_finding(text, &found->diags[i]);
        }
    }
    free(is_paired);
}

/* A span of the input must lie within it. */
static void check_place(const struct ol_place *place, uint64_t size)
{
    if (!place->is_whole_file && place->file == NULL) {
        ck_assert_msg(place->span.offset <= size && place->span.length <= size - place->span.offset,
                      "a span of %" PRIu64 "+%" PRIu64 " in %" PRIu64 " bytes", place->span.offset,
                      place->span.length, size);
    }
    ck_assert_ptr_nonnull(place->path);
}

/* What every message owes, whatever its words. */
static void check_message(const char *message)
{
    size_t length = strlen(message);
    ck_assert_msg(length > 0 && message[length - 1] != '.', "'%s' ends with a stop, or is empty",
                  message);
    ck_assert_msg(strstr(message, "  ") == NULL && message[0] != ' ', "'%s' has odd blanks",
                  message);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)message[i];
        ck_assert_msg(c >= 0x20 && c != 0x7F, "'%s' has a control character", message);
    }
}

static void check_findings(const struct ol_diag_list *found, uint64_t size)
{
    for (size_t i = 0; i < found->count; i++) {
        const struct ol_diag *diag = &found->diags[i];
        check_place(&diag->place, size);
        check_message(diag->message);
        for (size_t j = 0; j < diag->related_count; j++) {
            check_place(&diag->related[j].place, size);
            check_message(diag->related[j].message);
        }
    }
}

/* Lints the file of a case, in the folder that it stands in. */
static struct ol_result *lint(const struct ol_test_case *test)
{
    enum ol_status status;
    struct ol_linter *linter = ol_test_case_linter(test, &status);
    ck_assert_ptr_nonnull(linter);
    struct ol_worker *worker = NULL;
    struct ol_result *result = NULL;
    ck_assert_int_eq(ol_worker_new(linter, &worker), OL_OK);
    ck_assert_int_eq(ol_worker_lint_path(worker, ol_test_case_file(test), &result), OL_OK);
    ol_worker_free(worker);
    ol_linter_free(linter);
    return result;
}

START_TEST(test_case)
{
    const struct ol_test_case *test = &cases.cases[_i];
    struct ol_test_path folder = ol_test_new_folder();
    int home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct ol_hexasm bytes;
    ol_test_case_assemble(test, &bytes);
    ol_test_case_write(test, folder.text, &bytes);
    ck_assert_int_eq(chdir(ol_test_path("%s/case", folder.text).text), 0);

    struct ol_result *result = lint(test);

    ck_assert_int_eq(fchdir(home), 0);
    ck_assert_int_eq(close(home), 0);
    ol_test_remove_folder(folder.text);
    ck_assert_msg(ol_result_error(result) == NULL, "%s: %s", test->source, ol_result_error(result));
    struct ol_buf text;
    ol_buf_init(&text);
    compare(test, &bytes, &result->diags, &text);
    ck_assert_msg(text.size == 0, "%s: %s:%s", test->source, test->name, ol_buf_text(&text));
    check_findings(&result->diags,
                   test->example->size > 0 ? (uint64_t)test->example->size : bytes.size);
    ol_buf_fini(&text);
    ol_hexasm_fini(&bytes);
    ol_result_free(result);
}
END_TEST

int main(void)
{
    return ol_test_run_cases("conformance", test_case, &cases);
}
