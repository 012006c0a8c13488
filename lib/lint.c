/* SPDX-License-Identifier: Apache-2.0 */
/* Wires the stages for one file: input, recognition, engine, result. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/nearest.h"
#include "base/pattern.h"
#include "base/text.h"
#include "linter.h"
#include "onnx/locate.h"
#include "onnx/reader.h"
#include "onnx/recognise.h"
#include "onnx_lint.h"
#include "policy/policy.h"
#include "result.h"
#include "rule/engine.h"
#include "rule/scout.h"

/* Entries of opset_import that a result keeps; a model has one for each domain. */
#define OPSETS_MAX 64

struct ol_worker {
    const struct ol_linter *linter;
    struct ol_reader *reader;
    struct ol_matcher *matcher;   /* NULL until a pattern is used */
    struct ol_policy_view *view;  /* NULL: there is no policy */
    const struct ol_guard *guard; /* borrowed; NULL: there is none */
    struct ol_scout_order scouts;
};

/* --- linting ------------------------------------------------------------- */

enum ol_status ol_worker_new(const struct ol_linter *linter, struct ol_worker **worker)
{
    if (!ol_rule_set_is_arranged(linter->rules)) {
        return OL_ERR_BUG; /* it was never set up: no rule would say a thing */
    }
    struct ol_worker *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    made->linter = linter;
    made->scouts.tables = linter->tables;
    ol_worker_set_scouts(made, 0, OL_SCOUTING_WIDE);
    enum ol_status status = ol_reader_new(linter->tables, &made->reader);
    if (status == OL_OK && linter->policy != NULL) {
        status = ol_policy_view_new(linter->policy, linter->rules, linter->today, &made->view);
    }
    if (status != OL_OK) {
        ol_worker_free(made);
        return status;
    }
    *worker = made;
    return OL_OK;
}

void ol_worker_free(struct ol_worker *worker)
{
    if (worker != NULL) {
        ol_reader_free(worker->reader);
        ol_matcher_free(worker->matcher);
        ol_policy_view_free(worker->view);
    }
    free(worker);
}

void ol_worker_set_guard(struct ol_worker *worker, const struct ol_guard *guard)
{
    worker->guard = guard;
    worker->scouts.watch = guard != NULL ? guard->watch : NULL;
    worker->scouts.has_lost = guard != NULL ? guard->has_lost : NULL;
}

void ol_worker_set_scouts(struct ol_worker *worker, size_t threads, enum ol_scouting scouting)
{
    const uint64_t nodes =
        OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto);
    worker->scouts.count = threads < OL_SCOUTS_MAX ? (unsigned)threads : OL_SCOUTS_MAX;
    worker->scouts.least = scouting == OL_SCOUTING_WIDE   ? OL_SCOUT_LEAST
                           : scouting == OL_SCOUTING_NONE ? UINT64_MAX
                                                          : 0;
    worker->scouts.threads_least = scouting == OL_SCOUTING_WIDE ? OL_SCOUT_THREADS_LEAST : 0;
    worker->scouts.along = scouting == OL_SCOUTING_NODES ? nodes : 0;
    worker->scouts.is_first = scouting == OL_SCOUTING_ROOT;
}

/* Keeps what the model imports, for reports. */
static enum ol_status read_opsets(const struct ol_worker *worker, struct ol_result *result)
{
    struct ol_level root;
    struct ol_level entry;
    struct ol_children children;
    ol_level_init_root(&root, &ol_messages[OL_MESSAGE_ModelProto], result->input.bytes);
    enum ol_status status = ol_reader_read(worker->reader, &root, NULL, NULL);
    uint64_t count = status == OL_OK ? ol_level_occurrences(&root, OL_ModelProto_opset_import) : 0;
    if (count == 0) {
        return status;
    }
    size_t kept = count < OPSETS_MAX ? (size_t)count : OPSETS_MAX;
    result->opsets = ol_arena_alloc_array(result->arena, kept, sizeof *result->opsets);
    if (result->opsets == NULL) {
        return OL_ERR_NOMEM;
    }
    ol_children_init(&children, &root);
    while (status == OL_OK && result->opset_count < kept && ol_children_next(&children, &entry)) {
        if (entry.field->index == OL_ModelProto_opset_import) {
            status = ol_reader_read(worker->reader, &entry, NULL, NULL);
            result->opsets[result->opset_count++] = (struct ol_report_opset){
                .domain = ol_level_text(&entry, OL_OperatorSetIdProto_domain),
                .version = ol_level_integer(&entry, OL_OperatorSetIdProto_version, 0),
            };
        }
    }
    return status;
}

/* The IR version of files without one: as was asked, else what the target reads; 0: the newest
 * known. */
static int ir_version(const struct ol_linter *linter)
{
    int64_t version = linter->ir_version;
    if (version == 0 && linter->target != NULL) {
        version = linter->target->ir_version;
    }
    return version < OL_IR_VERSION_MAX ? (int)version : OL_IR_VERSION_MAX;
}

/* The largest number where it would be more. */
static size_t sum(size_t a, uint64_t b)
{
    return b < SIZE_MAX - a ? a + (size_t)b : SIZE_MAX;
}

/* Looks up what the policy says of the file, and makes room for the findings that its baseline has,
 * so that those past the maximum are new ones. */
static enum ol_status enter_policy(struct ol_worker *worker, struct ol_result *result,
                                   struct ol_policy_file *file)
{
    *file = (struct ol_policy_file){.rules = worker->linter->rules};
    if (worker->view == NULL) {
        return OL_OK;
    }
    enum ol_status status = ol_policy_enter(worker->view, result->arena, result->name, file);
    size_t *max = &result->diags.max;
    if (status == OL_OK && *max != 0) {
        *max = sum(*max, file->baseline_total);
    }
    return status;
}

/* Applies the baseline, and keeps what came of the policy. */
static enum ol_status leave_policy(struct ol_worker *worker, struct ol_result *result,
                                   struct ol_policy_file *file)
{
    if (worker->view == NULL) {
        return OL_OK;
    }
    enum ol_status status =
        ol_policy_leave(worker->view, file, &result->diags, worker->linter->limits.findings);
    if (status == OL_OK) {
        result->policy = worker->linter->policy;
        result->outcome = file->outcome;
    }
    return status;
}

/* What a file of that size may take of memory, in bytes; 0: any number. */
static size_t memory_for(const struct ol_limits *limits, uint64_t size)
{
    const size_t least = (size_t)OL_MEMORY_MIB_DEFAULT << 20;
    if (limits->memory != OL_MEMORY_AUTOMATIC) {
        return limits->memory;
    }
    if (size > SIZE_MAX / OL_MEMORY_TIMES_DEFAULT) {
        return 0;
    }
    size_t by_size = (size_t)size * OL_MEMORY_TIMES_DEFAULT;
    return by_size > least ? by_size : least;
}

/* Lints the input that the result holds. */
static enum ol_status lint(struct ol_worker *worker, struct ol_result *result)
{
    struct ol_file_kind kind;
    struct ol_engine_facts facts;
    struct ol_policy_file policy;
    const struct ol_linter *linter = worker->linter;
    struct ol_limits limits = linter->limits;
    enum ol_status status = enter_policy(worker, result, &policy);
    if (status != OL_OK) {
        return status;
    }
    if (limits.findings_per_rule != 0) {
        /* so that those past it are new ones */
        limits.findings_per_rule = sum(limits.findings_per_rule, policy.baseline_total);
    }
    /* mapped as long as the result is */
    ol_diag_list_lend(&result->diags, result->input.bytes, ol_path_add_way);
    ol_recognise(result->input.bytes, result->name, linter->type, &kind);
    if (worker->matcher != NULL) {
        ol_matcher_begin(worker->matcher);
    }
    const struct ol_engine engine = {
        .rules = policy.rules,
        .reader = worker->reader,
        .arena = result->arena,
        .input = &result->input,
        .kind = &kind,
        .ir_version = ir_version(linter),
        .target = linter->target,
        .releases = ol_builtin_targets,
        .release_count = ol_builtin_target_count,
        .diags = &result->diags,
        .amend = policy.amend,
        .limits = &limits,
        .matcher = &worker->matcher,
        .is_measured = linter->is_measured,
        .scouts = &worker->scouts,
    };
    status = ol_engine_lint(&engine, &facts);
    result->kind = ol_file_kind_name(&kind);
    result->ir_version = facts.ir_version;
    result->has_lost = facts.has_lost;
    result->reading = (struct ol_report_reading){facts.messages, facts.tensors, facts.bytes_read,
                                                 facts.bytes_elsewhere};
    if (status == OL_OK && kind.root != NULL && kind.root->id == OL_MESSAGE_ModelProto) {
        status = read_opsets(worker, result);
    }
    return status == OL_OK ? leave_policy(worker, result, &policy) : status;
}

/* A failure of ours after the file was read, told like an unreadable input: what was found so far
 * is kept. */
static void add_failure(struct ol_result *result, enum ol_status status)
{
    ol_text_add_path(&result->error, result->name);
    if (status == OL_ERR_NOMEM && result->budget.is_exceeded) {
        ol_buf_addf(&result->error,
                    ": it takes more than %zu MiB of memory (--max-memory): not all of it was "
                    "checked",
                    result->budget.max >> 20);
        return;
    }
    ol_buf_add(&result->error, status == OL_ERR_NOMEM
                                   ? ": memory is short: not all of it was checked"
                                   : ": internal failure: not all of it was checked");
}

/* Tells the guard which bytes are read from now on; NULL: none. */
static void watch(const struct ol_result *result, const void *bytes)
{
    if (result->guard != NULL && result->input.mapping != NULL) {
        result->guard->watch(bytes, result->input.bytes.size);
    }
}

bool ol_result_has_changed(const struct ol_result *result)
{
    bool is_lost = result->has_lost || (result->guard != NULL && result->input.mapping != NULL &&
                                        result->guard->has_lost());
    return is_lost || ol_input_has_changed(&result->input);
}

/* A file that was written to while it was linted: nothing that was found is sure. */
static void discard_findings(struct ol_result *result)
{
    size_t max = result->diags.max;
    ol_diag_list_fini(&result->diags);
    ol_diag_list_init(&result->diags, result->arena, max);
    ol_buf_clear(&result->error);
    ol_text_add_path(&result->error, result->name);
    ol_buf_add(&result->error, ": was changed while it was linted");
    result->kind = NULL;
    result->policy = NULL;
    result->outcome = NULL;
    result->reading = (struct ol_report_reading){0};
}

static enum ol_status result_new(const struct ol_linter *linter, const char *name,
                                 struct ol_result **result)
{
    struct ol_result *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    made->arena = ol_arena_new();
    made->name =
        made->arena != NULL ? ol_arena_copy_text(made->arena, ol_slice_from_text(name)) : NULL;
    if (made->name == NULL) {
        ol_arena_free(made->arena);
        free(made);
        return OL_ERR_NOMEM;
    }
    ol_arena_set_budget(made->arena, &made->budget);
    ol_buf_init(&made->error);
    ol_diag_list_init(&made->diags, made->arena, linter->limits.findings);
    *result = made;
    return OL_OK;
}

/* Finishes a result whose input was opened, or not. */
static enum ol_status finish(struct ol_worker *worker, struct ol_result *made,
                             enum ol_status opened, struct ol_result **result)
{
    if (opened == OL_OK) {
        made->guard = worker->guard;
        made->budget.max = memory_for(&worker->linter->limits, made->input.size);
        watch(made, made->input.mapping);
        enum ol_status status = lint(worker, made);
        if (status != OL_OK) {
            add_failure(made, status);
        }
        if (ol_result_has_changed(made)) {
            discard_findings(made);
        }
    } else if (opened != OL_ERR_IO) {
        add_failure(made, opened);
    }
    if (!ol_buf_is_ok(&made->error)) {
        ol_result_free(made);
        return OL_ERR_NOMEM;
    }
    *result = made;
    return OL_OK;
}

enum ol_status ol_worker_lint_path(struct ol_worker *worker, const char *path,
                                   struct ol_result **result)
{
    struct ol_result *made;
    enum ol_status status = result_new(worker->linter, path, &made);
    if (status != OL_OK) {
        return status;
    }
    return finish(worker, made, ol_input_open(&made->input, made->name, &made->error), result);
}

enum ol_status ol_worker_lint_stdin(struct ol_worker *worker, const char *name,
                                    struct ol_result **result)
{
    struct ol_result *made;
    enum ol_status status = result_new(worker->linter, name != NULL ? name : "<stdin>", &made);
    if (status != OL_OK) {
        return status;
    }
    const char *filename = name != NULL ? made->name : NULL;
    return finish(worker, made, ol_input_open_stdin(&made->input, filename, &made->error), result);
}

void ol_result_free(struct ol_result *result)
{
    if (result == NULL) {
        return;
    }
    ol_diag_list_fini(&result->diags);
    watch(result, NULL);
    ol_input_fini(&result->input);
    ol_buf_fini(&result->error);
    ol_arena_free(result->arena);
    free(result);
}

const char *ol_result_error(const struct ol_result *result)
{
    return result->error.size > 0 ? ol_buf_text(&result->error) : NULL;
}

struct ol_counts ol_result_counts(const struct ol_result *result)
{
    return (struct ol_counts){
        .errors = ol_diag_list_count(&result->diags, OL_SEVERITY_ERROR),
        .warnings = ol_diag_list_count(&result->diags, OL_SEVERITY_WARNING),
        .infos = ol_diag_list_count(&result->diags, OL_SEVERITY_INFO),
    };
}

const char *ol_nearest_name(const char *word, const char *const *names, size_t count)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(word));
    for (size_t i = 0; i < count; i++) {
        ol_nearest_offer(&nearest, names[i]);
    }
    return nearest.count > 0 ? (const char *)nearest.names[0].data : NULL; /* one of names[] */
}
