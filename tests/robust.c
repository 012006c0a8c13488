/* SPDX-License-Identifier: Apache-2.0 */
/* Around each case: every prefix of its bytes and every single-byte flip, linted twice with all
 * rules on. Asserted is only that linting returns without a failure of ours, says the same both
 * times, and stays within its limits. Each input stands in memory of its very size, so that a
 * sanitizer sees a byte too many being read. */
#include <check.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/limits.h"
#include "onnx/recognise.h"
#include "rule/engine.h"
#include "rule/target.h"
#include "tools/cases.h"
#include "tools/runner.h"

/* Larger cases are left to the fuzzers. */
#define BYTES_MAX 4096

static struct ol_test_cases cases;

/* What all variations of a case are linted with. */
struct bench {
    const struct ol_test_case *test;
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_rule_set *rules;
    const struct ol_message *type;
};

static void set_up(struct bench *bench, const struct ol_test_case *test)
{
    *bench = (struct bench){.test = test};
    ck_assert_int_eq(ol_minitables_new(&bench->tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(bench->tables, &bench->reader), OL_OK);
    ck_assert_int_eq(
        ol_rule_set_new(ol_builtin_rules, ol_builtin_rule_count, ol_checks, &bench->rules), OL_OK);
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        const struct ol_rule *rule = &ol_builtin_rules[i];
        (void)ol_rule_set_override(bench->rules, ol_slice_from_text(rule->id), OL_SEVERITY_ERROR);
    }
    ck_assert_int_eq(ol_rule_set_arrange(bench->rules), OL_OK);
    if (strcmp(test->example->root, "auto") != 0) {
        bench->type = ol_message_from_name(ol_slice_from_text(test->example->root));
    }
}

static void tear_down(struct bench *bench)
{
    ol_rule_set_free(bench->rules);
    ol_reader_free(bench->reader);
    ol_minitables_free(bench->tables);
}

static uint64_t digest(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3); /* FNV-1a */
    }
    return hash;
}

static uint64_t digest_text(uint64_t hash, const char *text)
{
    return text == NULL ? digest(hash, "", 1) : digest(hash, text, strlen(text) + 1);
}

static uint64_t digest_findings(const struct ol_diag_list *found, uint64_t size)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < found->count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(found, i);
        const struct ol_place *place = &diag->place;
        ck_assert_msg(
            place->is_whole_file || place->file != NULL ||
                (place->span.offset <= size && place->span.length <= size - place->span.offset),
            "%s: a span of %" PRIu64 "+%" PRIu64 " in %" PRIu64 " bytes", diag->rule,
            place->span.offset, place->span.length, size);
        hash = digest_text(hash, diag->rule);
        hash = digest_text(hash, diag->message);
        hash = digest_text(hash, place->path);
        if (!place->is_whole_file) {
            hash = digest(hash, &place->span, sizeof place->span);
        }
    }
    return hash;
}

static const struct ol_target *target_of(const struct ol_example *example)
{
    if (example->target != NULL || example->target_name == NULL) {
        return example->target;
    }
    return ol_target_from_name(ol_builtin_targets, ol_builtin_target_count, example->target_name);
}

/* Lints bytes once; returns a digest of what was found. */
static uint64_t lint_once(const struct bench *bench, struct ol_slice bytes)
{
    struct ol_arena *arena = ol_arena_new();
    ck_assert_ptr_nonnull(arena);
    struct ol_diag_list found;
    struct ol_input input;
    struct ol_file_kind kind;
    struct ol_engine_facts facts;
    ol_diag_list_init(&found, arena, OL_DIAGNOSTICS_MAX_DEFAULT);
    const char *name = ol_example_file_name(bench->test->example);
    ol_input_init_bytes(&input, name, ".", bytes);
    ol_recognise(bytes, name, bench->type, &kind);
    const struct ol_engine engine = {
        .rules = bench->rules,
        .reader = bench->reader,
        .arena = arena,
        .input = &input,
        .kind = &kind,
        .ir_version = (int)bench->test->example->ir_version,
        .target = target_of(bench->test->example),
        .releases = ol_builtin_targets,
        .release_count = ol_builtin_target_count,
        .diags = &found,
    };
    ck_assert_int_eq(ol_engine_lint(&engine, &facts), OL_OK);
    ck_assert_uint_le(found.count, OL_DIAGNOSTICS_MAX_DEFAULT);
    ck_assert_uint_le(found.not_checked_count, OL_NOT_CHECKED_MAX);
    uint64_t hash = digest_findings(&found, bytes.size);
    ol_diag_list_fini(&found);
    ol_input_fini(&input);
    ol_arena_free(arena);
    return hash;
}

static void lint_twice(const struct bench *bench, struct ol_slice bytes, const char *what,
                       size_t where)
{
    uint64_t first = lint_once(bench, bytes);
    ck_assert_msg(lint_once(bench, bytes) == first, "%s: %s %zu: not the same a second time",
                  bench->test->name, what, where);
}

static void lint_prefixes(const struct bench *bench, const uint8_t *bytes, size_t size)
{
    for (size_t length = 0; length <= size; length++) {
        uint8_t *prefix = ol_test_alloc(length);
        memcpy(prefix, bytes, length);
        lint_twice(bench, (struct ol_slice){prefix, length}, "prefix", length);
        free(prefix);
    }
}

static void lint_flips(const struct bench *bench, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t kept = bytes[i];
        bytes[i] = (uint8_t)~kept;
        lint_twice(bench, (struct ol_slice){bytes, size}, "all bits of byte", i);
        bytes[i] = (uint8_t)(kept ^ 1U << i % 8);
        lint_twice(bench, (struct ol_slice){bytes, size}, "one bit of byte", i);
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
        struct bench bench;
        set_up(&bench, test);
        lint_prefixes(&bench, exact, bytes.size);
        lint_flips(&bench, exact, bytes.size);
        tear_down(&bench);
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
