/* SPDX-License-Identifier: Apache-2.0 */
/* Around each case: every prefix of its bytes, and of each byte one flip, linted with all rules on.
 * Asserted is that linting returns without a failure of ours and stays within the file and its
 * limits. What nothing is said of, and one in COMPARED of the other inputs, is linted a second
 * time, with a scout and every rule asked about every level: that says the same, and the scout
 * vouches for what nothing is said of. Which flip, and which inputs, a hash of the bytes says, so
 * that every kind of damage to every kind of field has its share, the same in each run. `make
 * check-damage` makes all nine flips of each byte, lints each input both ways, and asks for more
 * (doc/damage.md). Each input stands in memory of its very size, so that a sanitizer sees a byte
 * too many being read. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "damage/workbench.h"
#include "tools/cases.h"
#include "tools/runner.h"

/* Larger cases are left to `make check-damage`. */
#define BYTES_MAX 4096

/* One input of so many is linted both ways, whatever is said of it. */
#define COMPARED 4

/* A run of so many inputs is not one of a single case (CK_RUN_CASE). */
#define ALL_LEAST 10000

/* Of each bit, and of all of them. */
#define FLIPS 9

static struct ol_test_cases cases;
static size_t linted;
static size_t compared;
static size_t vouched; /* of those: by a scout, all of it */

static bool is_silent(const struct ol_workbench_outcome *outcome)
{
    return outcome->found.count == 0 && outcome->found.not_checked_count == 0;
}

static bool is_compared(struct ol_slice bytes, const struct ol_workbench_outcome *outcome)
{
    uint64_t hash = ol_workbench_digest(OL_DIGEST_BEGIN, bytes.data, bytes.size);
    return (hash >> 32) % COMPARED == 0 || is_silent(outcome);
}

static void lint(const struct ol_workbench *workbench, struct ol_slice bytes, const char *what,
                 size_t where)
{
    struct ol_workbench_outcome outcome;
    ol_workbench_lint(workbench, bytes, &outcome);
    if (is_compared(bytes, &outcome)) {
        ol_workbench_lint_again(workbench, bytes, &outcome);
        compared++;
    }
    ck_assert_msg(outcome.problem == NULL, "%s %zu: %s", what, where, outcome.problem);
    if (is_silent(&outcome)) {
        /* else a check asks the walk, and its descriptor does not say so */
        ck_assert_msg(outcome.vouched == outcome.scouted, "%s %zu: no scout vouches for it", what,
                      where);
        vouched += outcome.scouted > 0;
    }
    ol_workbench_outcome_fini(&outcome);
    linted++;
}

static void lint_prefixes(const struct ol_workbench *workbench, const uint8_t *bytes, size_t size)
{
    for (size_t length = 0; length <= size; length++) {
        uint8_t *prefix = ol_test_alloc(length);
        memcpy(prefix, bytes, length);
        lint(workbench, (struct ol_slice){prefix, length}, "prefix", length);
        free(prefix);
    }
}

static void lint_flips(const struct ol_workbench *workbench, uint8_t *bytes, size_t size)
{
    uint64_t hash = ol_workbench_digest(OL_DIGEST_BEGIN, bytes, size);
    for (size_t i = 0; i < size; i++) {
        uint8_t kept = bytes[i];
        hash = ol_workbench_digest(hash, &i, sizeof i);
        size_t bit = (hash >> 32) % FLIPS;
        bytes[i] = (uint8_t)(bit < 8 ? kept ^ 1U << bit : ~(unsigned)kept);
        lint(workbench, (struct ol_slice){bytes, size}, "flip of byte", i);
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
    int status = ol_test_run_cases("robust", test_variations, &cases);
    (void)printf("robust: %zu inputs linted, %zu of them both ways, %zu vouched for\n", linted,
                 compared, vouched);
    if (linted >= ALL_LEAST && vouched == 0) {
        (void)printf("robust: no scout vouched for anything\n");
        return EXIT_FAILURE;
    }
    return status;
}
