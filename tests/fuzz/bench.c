/* SPDX-License-Identifier: Apache-2.0 */
/* Linting of bytes in memory. */
#include "fuzz/bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/limits.h"
#include "base/pattern.h"
#include "base/text.h"
#include "fuzz/fuzz.h"
#include "onnx/recognise.h"
#include "rule/engine.h"
#include "rule/target.h"

void ol_fuzz_bench_init_rules(struct ol_fuzz_bench *bench, const struct ol_rule *rules,
                              size_t count)
{
    *bench = (struct ol_fuzz_bench){0};
    bool is_ok = ol_minitables_new(&bench->tables) == OL_OK &&
                 ol_reader_new(bench->tables, &bench->reader) == OL_OK &&
                 ol_rule_set_new(rules, count, ol_checks, &bench->rules) == OL_OK;
    ol_fuzz_need(is_ok, "what linting needs cannot be made");
    for (size_t i = 0; i < count; i++) {
        for (size_t place = 0; place <= rules[i].variant_count; place++) {
            if (ol_rule_set_case(bench->rules, (uint32_t)i, place) == OL_SEVERITY_OFF) {
                ol_rule_set_set_case(bench->rules, (uint32_t)i, place, OL_SEVERITY_INFO);
            }
        }
    }
    ol_fuzz_need(ol_rule_set_arrange(bench->rules) == OL_OK, "the rules cannot be arranged");
}

void ol_fuzz_bench_init(struct ol_fuzz_bench *bench)
{
    ol_fuzz_bench_init_rules(bench, ol_builtin_rules, ol_builtin_rule_count);
}

void ol_fuzz_bench_fini(struct ol_fuzz_bench *bench)
{
    ol_matcher_free(bench->matcher);
    ol_rule_set_free(bench->rules);
    ol_reader_free(bench->reader);
    ol_minitables_free(bench->tables);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text == NULL ? ol_fuzz_hash(hash, "", 1) : ol_fuzz_hash(hash, text, strlen(text) + 1);
}

static uint64_t hash_place(uint64_t hash, const struct ol_place *place, uint64_t size)
{
    if (!place->is_whole_file && place->file == NULL &&
        (place->span.offset > size || place->span.length > size - place->span.offset)) {
        ol_fuzz_fail("a span of %" PRIu64 "+%" PRIu64 " in %" PRIu64 " bytes", place->span.offset,
                     place->span.length, size);
    }
    hash = hash_text(hash_text(hash, place->path), place->file);
    return place->is_whole_file ? hash : ol_fuzz_hash(hash, &place->span, sizeof place->span);
}

bool ol_fuzz_is_harmless(struct ol_slice text)
{
    while (text.size > 0) {
        uint32_t code_point = text.data[0];
        bool is_ascii = code_point >= ' ' && code_point <= '~'; /* nearly all of it is */
        size_t length = is_ascii ? 1 : ol_utf8_length(text, &code_point);
        if (length == 0 ||
            (!is_ascii && code_point != '\n' && ol_code_point_is_control(code_point))) {
            return false;
        }
        text = (struct ol_slice){text.data + length, text.size - length};
    }
    return true;
}

static void check_message(const struct ol_diag *diag)
{
    if (diag->message[0] == '\0' || strchr(diag->message, '\n') != NULL ||
        !ol_fuzz_is_harmless(ol_slice_from_text(diag->message))) {
        ol_fuzz_fail("a message of %s that cannot be shown: %s", diag->rule, diag->message);
    }
}

uint64_t ol_fuzz_digest(const struct ol_diag_list *found, uint64_t size)
{
    uint64_t hash = OL_FUZZ_HASH;
    ol_fuzz_need(found->max == 0 || found->count <= found->max, "more findings than are allowed");
    ol_fuzz_need(found->not_checked_count <= OL_NOT_CHECKED_MAX, "more notes than are allowed");
    for (size_t i = 0; i < found->count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(found, i);
        check_message(diag);
        hash = hash_text(hash_text(hash, diag->rule), diag->message);
        hash = hash_place(hash_text(hash, diag->variant), &diag->place, size);
        for (size_t j = 0; j < diag->name_count; j++) {
            hash = hash_text(hash_text(hash, diag->names[j].role), diag->names[j].text);
        }
        for (size_t j = 0; j < diag->related_count; j++) {
            hash = hash_text(hash, diag->related[j].message);
            hash = hash_place(hash, &diag->related[j].place, size);
        }
    }
    for (size_t i = 0; i < found->not_checked_count; i++) {
        hash = hash_text(hash_text(hash, found->not_checked[i].path), found->not_checked[i].reason);
    }
    return hash;
}

uint64_t ol_fuzz_bench_lint(const struct ol_fuzz_bench *bench, const struct ol_fuzz_job *job)
{
    struct ol_diag_list found;
    struct ol_input input;
    struct ol_file_kind kind;
    struct ol_engine_facts facts;
    struct ol_matcher *matcher = bench->matcher;
    struct ol_arena *arena = ol_arena_new();
    ol_fuzz_need(arena != NULL, "memory is short");
    ol_diag_list_init(&found, arena, OL_DIAGNOSTICS_MAX_DEFAULT);
    ol_input_init_bytes(&input, job->name, job->directory, job->bytes);
    ol_recognise(job->bytes, job->name, job->type, &kind);
    const struct ol_engine engine = {
        .rules = bench->rules,
        .reader = bench->reader,
        .arena = arena,
        .input = &input,
        .kind = &kind,
        .releases = ol_builtin_targets,
        .release_count = ol_builtin_target_count,
        .diags = &found,
        .matcher = &matcher,
    };
    enum ol_status status = ol_engine_lint(&engine, &facts);
    if (status != OL_OK) {
        ol_fuzz_fail("linting ends with status %d", (int)status);
    }
    uint64_t hash = ol_fuzz_digest(&found, job->bytes.size);
    if (matcher != bench->matcher) {
        ol_matcher_free(matcher);
    }
    ol_diag_list_fini(&found);
    ol_input_fini(&input);
    ol_arena_free(arena);
    return hash;
}

struct ol_linter *ol_fuzz_linter(const char *type)
{
    struct ol_linter *linter = NULL;
    bool is_ok = ol_linter_new(&linter) == OL_OK;
    for (size_t i = 0; is_ok && i < ol_builtin_rule_count; i++) {
        is_ok = ol_linter_set_rule(linter, ol_builtin_rules[i].id, "warning") == OL_OK;
    }
    is_ok = is_ok && (type == NULL || ol_linter_set_type(linter, type) == OL_OK);
    ol_fuzz_need(is_ok, "the linter cannot be made");
    return linter;
}
