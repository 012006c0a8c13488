/* SPDX-License-Identifier: Apache-2.0 */
/* Lints every case, and compares what is found with what the case expects: all of it, and nothing
 * else. Each case is a TCase of its own: CK_RUN_CASE='tensor-raw-length-short/two floats in four
 * bytes' runs that one. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "result.h"
#include "run_examples.h"
#include "tools/cases.h"
#include "tools/runner.h"

static struct ol_test_cases cases;

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
        const struct ol_diag *diag = ol_diag_list_at(found, i);
        check_place(&diag->place, size);
        check_message(diag->message);
        for (size_t j = 0; j < diag->related_count; j++) {
            check_place(&diag->related[j].place, size);
            check_message(diag->related[j].message);
        }
    }
}

START_TEST(test_case)
{
    const struct ol_example_case test = ol_test_case_example(&cases.cases[_i]);
    struct ol_linter *linter = NULL;
    struct ol_result *result = NULL;
    struct ol_buf errors;
    ol_buf_init(&errors);
    ck_assert_int_eq(ol_linter_new(&linter), OL_OK);

    enum ol_status status = ol_linter_run_example(linter, &test, &errors, &result);

    ck_assert_msg(status == OL_OK, "status %d\n%s", (int)status, ol_buf_text(&errors));
    check_findings(&result->diags, result->input.size);
    ol_buf_fini(&errors);
    ol_result_free(result);
    ol_linter_free(linter);
}
END_TEST

int main(void)
{
    return ol_test_run_cases("conformance", test_case, &cases);
}
