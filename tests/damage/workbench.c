/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/workbench.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "onnx/recognise.h"
#include "rule/engine.h"
#include "rule/scout.h"
#include "tools/files.h"

static void expect_ok(enum ol_status status)
{
    if (status != OL_OK) {
        ol_test_die("the linter cannot be set up: status %d", (int)status);
    }
}

static struct ol_rule_set *new_rules(const struct ol_check *const *checks, bool all_are_errors,
                                     const char *off)
{
    struct ol_rule_set *rules = NULL;
    expect_ok(ol_rule_set_new(ol_builtin_rules, ol_builtin_rule_count, checks, &rules));
    ol_rule_set_apply_profile(
        rules, ol_profile_from_name(ol_builtin_profiles, ol_builtin_profile_count, "strict"));
    for (size_t i = 0; i < ol_builtin_rule_count && all_are_errors; i++) {
        (void)ol_rule_set_override(rules, ol_slice_from_text(ol_builtin_rules[i].id),
                                   OL_SEVERITY_ERROR);
    }
    if (off != NULL && !ol_rule_set_override(rules, ol_slice_from_text(off), OL_SEVERITY_OFF)) {
        ol_test_die("%s: no such rule", off);
    }
    expect_ok(ol_rule_set_arrange(rules));
    return rules;
}

static void make_eager(struct ol_workbench *workbench)
{
    workbench->eager = ol_test_alloc(ol_check_count * sizeof *workbench->eager);
    workbench->checks = ol_test_alloc(ol_check_count * sizeof *workbench->checks);
    for (size_t i = 0; i < ol_check_count; i++) {
        workbench->eager[i] = *ol_checks[i];
        workbench->eager[i].concern = NULL;
        workbench->eager[i].may_speak = NULL;
        workbench->checks[i] = &workbench->eager[i];
    }
}

void ol_workbench_init(struct ol_workbench *workbench, bool all_are_errors, const char *off)
{
    *workbench = (struct ol_workbench){0};
    expect_ok(ol_minitables_new(&workbench->tables));
    expect_ok(ol_reader_new(workbench->tables, &workbench->reader));
    make_eager(workbench);
    workbench->rules = new_rules(ol_checks, all_are_errors, off);
    workbench->eager_rules = new_rules(workbench->checks, all_are_errors, off);
}

void ol_workbench_fini(struct ol_workbench *workbench)
{
    ol_rule_set_free(workbench->rules);
    ol_rule_set_free(workbench->eager_rules);
    free(workbench->checks);
    free(workbench->eager);
    ol_reader_free(workbench->reader);
    ol_minitables_free(workbench->tables);
}

void ol_workbench_set_case(struct ol_workbench *workbench, const struct ol_test_case *test)
{
    const struct ol_example *example = test->example;
    workbench->file = ol_example_file_name(example);
    workbench->ir_version = (int)example->ir_version;
    workbench->type = strcmp(example->root, "auto") == 0
                          ? NULL
                          : ol_message_from_name(ol_slice_from_text(example->root));
    workbench->target = example->target;
    if (workbench->target == NULL && example->target_name != NULL) {
        workbench->target =
            ol_target_from_name(ol_builtin_targets, ol_builtin_target_count, example->target_name);
    }
}

/* FNV-1a. */
uint64_t ol_workbench_digest(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return hash;
}

uint64_t ol_workbench_digest_text(uint64_t hash, const char *text)
{
    return text == NULL ? ol_workbench_digest(hash, "", 1)
                        : ol_workbench_digest(hash, text, strlen(text) + 1);
}

static bool is_within(struct ol_span span, uint64_t size)
{
    return span.offset <= size && span.length <= size - span.offset;
}

/* Adds a place to the digest of the outcome; a place in the file is to lie within it. */
static void digest_place(struct ol_workbench_outcome *outcome, const struct ol_place *place,
                         uint64_t size)
{
    uint64_t hash = ol_workbench_digest_text(outcome->digest, place->path);
    hash = ol_workbench_digest_text(hash, place->file);
    if (!place->is_whole_file) {
        hash = ol_workbench_digest(hash, &place->span, sizeof place->span);
        if (place->file == NULL && !is_within(place->span, size)) {
            outcome->problem = "a finding is outside of the file";
        }
    }
    outcome->digest = hash;
}

static void digest_finding(struct ol_workbench_outcome *outcome, const struct ol_diag *diag,
                           uint64_t size)
{
    uint64_t hash = ol_workbench_digest_text(outcome->digest, diag->rule);
    hash = ol_workbench_digest_text(hash, diag->variant);
    hash = ol_workbench_digest(hash, &diag->severity, sizeof diag->severity);
    outcome->digest = ol_workbench_digest_text(hash, diag->message);
    digest_place(outcome, &diag->place, size);
    for (size_t i = 0; i < diag->name_count; i++) {
        outcome->digest = ol_workbench_digest_text(outcome->digest, diag->names[i].role);
        outcome->digest = ol_workbench_digest_text(outcome->digest, diag->names[i].text);
    }
    for (size_t i = 0; i < diag->related_count; i++) {
        outcome->digest = ol_workbench_digest_text(outcome->digest, diag->related[i].message);
        digest_place(outcome, &diag->related[i].place, size);
    }
}

static void digest_all(struct ol_workbench_outcome *outcome, uint64_t size)
{
    const struct ol_diag_list *found = &outcome->found;
    outcome->digest = OL_DIGEST_BEGIN;
    for (size_t i = 0; i < found->count; i++) {
        digest_finding(outcome, ol_diag_list_at(found, i), size);
    }
    for (size_t i = 0; i < found->not_checked_count; i++) {
        const struct ol_not_checked *entry = &found->not_checked[i];
        const struct ol_place place = {.span = entry->span, .path = entry->path};
        outcome->digest = ol_workbench_digest_text(outcome->digest, entry->reason);
        digest_place(outcome, &place, size);
    }
    if (found->count > OL_DIAGNOSTICS_MAX_DEFAULT ||
        found->not_checked_count > OL_NOT_CHECKED_MAX) {
        outcome->problem = "more was kept than the limits allow";
    }
}

static void lint_with(const struct ol_workbench *workbench, const struct ol_rule_set *rules,
                      struct ol_slice bytes, const struct ol_scout_order *scouts,
                      struct ol_workbench_outcome *outcome)
{
    struct ol_input input;
    struct ol_file_kind kind;
    struct ol_engine_facts facts;
    *outcome = (struct ol_workbench_outcome){.arena = ol_arena_new()};
    if (outcome->arena == NULL) {
        ol_test_die("memory is short");
    }
    ol_diag_list_init(&outcome->found, outcome->arena, OL_DIAGNOSTICS_MAX_DEFAULT);
    ol_input_init_bytes(&input, workbench->file, ".", bytes);
    ol_recognise(bytes, workbench->file, workbench->type, &kind);
    const struct ol_engine engine = {
        .rules = rules,
        .reader = workbench->reader,
        .arena = outcome->arena,
        .input = &input,
        .kind = &kind,
        .ir_version = workbench->ir_version,
        .target = workbench->target,
        .releases = ol_builtin_targets,
        .release_count = ol_builtin_target_count,
        .diags = &outcome->found,
        .scouts = scouts,
    };
    enum ol_status status = ol_engine_lint(&engine, &facts);
    outcome->root = kind.root;
    outcome->scouted = facts.scouted;
    outcome->vouched = facts.vouched;
    digest_all(outcome, bytes.size);
    outcome->digest = ol_workbench_digest(outcome->digest, &facts.messages, sizeof facts.messages);
    outcome->digest = ol_workbench_digest(outcome->digest, &facts.tensors, sizeof facts.tensors);
    if (status != OL_OK) {
        outcome->problem = "the linter failed";
    }
    ol_input_fini(&input);
}

void ol_workbench_lint(const struct ol_workbench *workbench, struct ol_slice bytes,
                       struct ol_workbench_outcome *outcome)
{
    lint_with(workbench, workbench->rules, bytes, NULL, outcome);
}

/* How it is linted the second time, always with a scout. */
enum way {
    WAY_EAGER, /* with rules that see all levels, and leave the walk nothing to pass by */
    WAY_ROOT,  /* along what the root holds */
    WAY_NODES, /* along nodes, where there is most to spare the walk, in its own thread */
    WAY_INNER, /* the same in graphs inside nodes alone */
    WAY_COUNT
};

void ol_workbench_lint_again(const struct ol_workbench *workbench, struct ol_slice bytes,
                             struct ol_workbench_outcome *outcome)
{
    struct ol_workbench_outcome again;
    enum way way = (enum way)(outcome->digest % WAY_COUNT);
    bool is_along_nodes = way == WAY_NODES || way == WAY_INNER;
    const struct ol_scout_order scouts = {
        .count = is_along_nodes ? 0 : 1,
        .is_first = !is_along_nodes,
        .along = is_along_nodes ? OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) |
                                      OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto)
                                : 0,
        .depth = way == WAY_INNER ? 2 : 0, /* deeper than the graph of a model */
        .tables = workbench->tables};
    lint_with(workbench, way == WAY_EAGER ? workbench->eager_rules : workbench->rules, bytes,
              &scouts, &again);
    outcome->problem = outcome->problem != NULL ? outcome->problem : again.problem;
    if (outcome->problem == NULL && again.digest != outcome->digest) {
        outcome->problem = "not the same a second time, with a scout";
    }
    /* the walk's own scout has nothing to do with what is no node */
    outcome->scouted = is_along_nodes ? again.vouched : again.scouted;
    outcome->vouched = again.vouched;
    ol_workbench_outcome_fini(&again);
}

void ol_workbench_outcome_fini(struct ol_workbench_outcome *outcome)
{
    ol_diag_list_fini(&outcome->found);
    ol_arena_free(outcome->arena);
}
