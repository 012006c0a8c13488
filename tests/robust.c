/* SPDX-License-Identifier: Apache-2.0 */
/* Around each case: every prefix of its bytes, and of each byte all bits flipped and one, linted
 * twice with all rules on, the second time with a scout. Asserted is only that linting returns
 * without a failure of ours, says the same both times, stays within the file and its limits, and
 * that a scout vouches for what nothing is said of; `make check-damage` has more of it. Each input
 * stands in memory of its very size, so that a sanitizer sees a byte too many being read. */
#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "damage/workbench.h"
#include "tools/cases.h"
#include "tools/runner.h"

/* Larger cases are left to `make check-damage`. */
#define BYTES_MAX 4096

static struct ol_test_cases cases;

static void lint_twice(const struct ol_workbench *workbench, struct ol_slice bytes,
                       const char *what, size_t where)
{
    struct ol_workbench_outcome outcome;
    ol_workbench_lint_twice(workbench, bytes, &outcome);
    ck_assert_msg(outcome.problem == NULL, "%s %zu: %s", what, where, outcome.problem);
    if (outcome.found.count == 0 && outcome.found.not_checked_count == 0) {
        /* else a check asks the walk, and its descriptor does not say so */
        ck_assert_msg(outcome.vouched == outcome.scouted, "%s %zu: no scout vouches for it", what,
                      where);
    }
    ol_workbench_outcome_fini(&outcome);
}

static void lint_prefixes(const struct ol_workbench *workbench, const uint8_t *bytes, size_t size)
{
    for (size_t length = 0; length <= size; length++) {
        uint8_t *prefix = ol_test_alloc(length);
        memcpy(prefix, bytes, length);
        lint_twice(workbench, (struct ol_slice){prefix, length}, "prefix", length);
        free(prefix);
    }
}

static void lint_flips(const struct ol_workbench *workbench, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t kept = bytes[i];
        bytes[i] = (uint8_t)~kept;
        lint_twice(workbench, (struct ol_slice){bytes, size}, "all bits of byte", i);
        bytes[i] = (uint8_t)(kept ^ 1U << i % 8);
        lint_twice(workbench, (struct ol_slice){bytes, size}, "one bit of byte", i);
        bytes[i] = kept;
    }
}

START_TEST(test_variations)
{
    const struct ol_test_case *test = &cases.cases[_i];
    struct ol_hexasm bytes;
    ol_test_case_assemble(test, &bytes);
    if (bytes.size <= BYTES_MAX) {
        struct ol_example_place place;
        ol_test_case_place(test, &bytes, &place);
        int home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        ck_assert_int_eq(chdir(ol_test_path("%s/case", ol_buf_text(&place.folder)).text), 0);
        uint8_t *exact = ol_test_alloc(bytes.size);
        memcpy(exact, bytes.bytes, bytes.size);
        struct ol_workbench workbench;
        ol_workbench_init(&workbench, true, NULL);
        ol_workbench_set_case(&workbench, test);
        lint_prefixes(&workbench, exact, bytes.size);
        lint_flips(&workbench, exact, bytes.size);
        ol_workbench_fini(&workbench);
        free(exact);
        ck_assert_int_eq(fchdir(home), 0);
        (void)close(home);
        ol_example_place_fini(&place);
    }
    ol_hexasm_fini(&bytes);
}
END_TEST

int main(void)
{
    return ol_test_run_cases("robust", test_variations, &cases);
}
