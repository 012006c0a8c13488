/* SPDX-License-Identifier: Apache-2.0 */
/* Operator sets: what nodes need, against what the model or the function imports. */
#include <stddef.h>

#include "base/nearest.h"
#include "checks/function_place.h"
#include "onnx/domain.h"
#include "onnx/model.h"
#include "onnx/operators.h"
#include "rule/check.h"

/* The imports of the model, where all of them are known. */
static const struct ol_imports *model_imports(const struct ol_model *model)
{
    return model->is_known && model->imports.is_whole ? &model->imports : NULL;
}

/* --- import_missing ------------------------------------------------------ */

enum {
    USER_GRAPH,
    USER_FUNCTION,
    USER_CALL
};

static const char *const users[] = {
    [USER_GRAPH] = "graph", [USER_FUNCTION] = "function", [USER_CALL] = "call", NULL};

static const struct ol_param params_missing[] = {
    {.name = "user", .type = OL_PARAM_WORD, .is_required = true, .words = users},
};

static const char *const args_missing[] = {"domain", "operator", "importer", "nearest", NULL};
static const char *const notes_missing[] = {"function", NULL};

/* A question for the imported domain that comes nearest to one that is not, or "". */
static const char *nearest_domain(struct ol_run *run, const struct ol_imports *imports,
                                  struct ol_slice domain)
{
    const struct ol_import *entries = imports->entries.items;
    struct ol_nearest nearest;
    if (ol_domain_is_default(domain)) {
        return "";
    }
    ol_nearest_init(&nearest, domain);
    for (size_t i = 0; i < imports->entries.count && i < OL_FUNCTION_NAMES_MAX; i++) {
        ol_nearest_offer_slice(&nearest, entries[i].domain);
    }
    return ol_function_question(run, &nearest);
}

static void emit_missing(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule, const struct ol_imports *imports)
{
    const struct ol_model *model = ol_run_model(run);
    bool has_domain = ol_level_text(level, OL_NodeProto_domain).size > 0;
    unsigned field = has_domain ? OL_NodeProto_domain : OL_NodeProto_op_type;
    struct ol_slice domain = ol_domain_canonical(ol_level_text(level, OL_NodeProto_domain));
    struct ol_note note = {0};
    if (model->callee != OL_NONE) {
        note =
            ol_function_note(run, level, ol_model_function(model, model->callee), notes_missing[0]);
    }
    OL_EMIT(
        run, rule,
        (.span = ol_level_has(level, field) ? ol_level_span(level, field) : ol_level_header(level),
         .level = level, .field = &level->message->fields[field], .notes = &note,
         .note_count = model->callee != OL_NONE),
        OL_ARG_TEXT("domain", domain),
        OL_ARG_TEXT("operator", ol_level_text(level, OL_NodeProto_op_type)),
        OL_ARG_WORD("importer", model->is_in_function ? "function" : "model"),
        OL_ARG_WORD("nearest", nearest_domain(run, imports, domain)));
}

/* A node of a domain that is not imported: the first one of that domain in the model or function,
 * since one import mends them all. */
static void run_missing(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    struct ol_model *model = ol_run_model(run);
    if (!model->is_node_known || !model->is_first_missing) {
        return;
    }
    const struct ol_imports *imports = ol_model_imports(model);
    int user = model->callee != OL_NONE ? USER_CALL
               : model->is_in_function  ? USER_FUNCTION
                                        : USER_GRAPH;
    bool is_told = !model->is_in_function && imports->entries.count == 0 &&
                   ol_domain_is_default(ol_level_text(level, OL_NodeProto_domain));
    if (!imports->is_whole || is_told || ol_rule_integer(rule, 0, USER_GRAPH) != user) {
        return; /* a model without any import is another rule's */
    }
    emit_missing(run, level, rule, imports);
}

const struct ol_check ol_check_import_missing = {
    .name = "import_missing",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .params = params_missing,
    .param_count = 1,
    .args = args_missing,
    .notes = notes_missing,
    .run = run_missing,
};

/* --- import_default ------------------------------------------------------ */

/* A model that imports operator sets, none of them the default one, and has no node of it. */
static void run_default(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    const struct ol_imports *imports = model_imports(ol_run_model(run));
    struct ol_slice domain = ol_domain_canonical((struct ol_slice){NULL, 0});
    if (imports == NULL || imports->entries.count == 0 ||
        ol_imports_find(imports, domain) != NULL ||
        ol_symbols_find(&imports->missing, domain) != OL_NONE) {
        return;
    }
    OL_EMIT_PLAIN(run, rule,
                  (.span = ol_level_header(level), .level = level,
                   .field = &level->message->fields[OL_ModelProto_opset_import],
                   .index = OL_INDEX_NONE));
}

const struct ol_check ol_check_import_default = {
    .name = "import_default",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .run = run_default,
};

/* --- import_unused ------------------------------------------------------- */

static const char *const args_unused[] = {"domain", NULL};

static void emit_unused(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct ol_import *import)
{
    OL_EMIT(run, rule,
            (.span = ol_function_member_span(level, import->tag), .level = level,
             .field = &level->message->fields[OL_ModelProto_opset_import], .index = import->item),
            OL_ARG_TEXT("domain", import->domain));
}

/* Imports that nothing in the model is of. The default one is for everybody to have; of several of
 * one domain the first is looked at, which binds. */
static void run_unused(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_model *model = ol_run_model(run);
    const struct ol_imports *imports = model_imports(model);
    if (imports == NULL || model->misses_nodes) {
        return;
    }
    const struct ol_import *entries = imports->entries.items;
    for (size_t i = 0; i < imports->entries.count; i++) {
        bool is_again = i > 0 && ol_slice_is_equal(entries[i].domain, entries[i - 1].domain);
        if (!is_again && !entries[i].is_used && !ol_domain_is_default(entries[i].domain)) {
            emit_unused(run, level, rule, &entries[i]);
        }
    }
}

const struct ol_check ol_check_import_unused = {
    .name = "import_unused",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_unused,
    .run = run_unused,
};

/* --- import_conflict ----------------------------------------------------- */

static const char *const args_conflict[] = {"operator", "domain", "version", "other", NULL};
static const char *const notes_conflict[] = {"function", "model", NULL};

static struct ol_note import_note(const struct ol_level *holder, unsigned field,
                                  const struct ol_import *import, const char *note)
{
    return (struct ol_note){
        .note = note,
        .span = ol_function_member_span(holder, import->tag),
        .level = holder,
        .field = &holder->message->fields[field],
        .index = import->item,
    };
}

static void emit_conflict(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule, const struct ol_import *other)
{
    const struct ol_import *import = ol_run_model(run)->import;
    const struct ol_level *function = ol_level_enclosing(level, OL_MESSAGE_FunctionProto);
    const struct ol_level *model = ol_level_enclosing(level, OL_MESSAGE_ModelProto);
    const struct ol_note notes[] = {
        import_note(function, OL_FunctionProto_opset_import, import, notes_conflict[0]),
        import_note(model, OL_ModelProto_opset_import, other, notes_conflict[1]),
    };
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_NodeProto_op_type), .level = level,
             .field = &level->message->fields[OL_NodeProto_op_type], .notes = notes,
             .note_count = sizeof notes / sizeof *notes),
            OL_ARG_TEXT("operator", ol_level_text(level, OL_NodeProto_op_type)),
            OL_ARG_TEXT("domain", import->domain), OL_ARG_I64("version", import->version),
            OL_ARG_I64("other", other->version));
}

/* A node in a function whose operator is another one by the version that the model imports. */
static void run_conflict(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_model *model = ol_run_model(run);
    const struct ol_imports *imports = model_imports(model);
    const struct ol_import *import = model->import;
    if (!model->is_in_function || !model->is_node_known || import == NULL || imports == NULL ||
        !model->function_imports.is_whole || model->callee != OL_NONE ||
        !ol_level_has(level, OL_NodeProto_op_type)) {
        return;
    }
    const struct ol_import *other = ol_imports_find(imports, import->domain);
    if (other != NULL &&
        !ol_operator_is_same(import->domain, ol_level_text(level, OL_NodeProto_op_type),
                             import->version, other->version)) {
        emit_conflict(run, level, rule, other);
    }
}

const struct ol_check ol_check_import_conflict = {
    .name = "import_conflict",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_conflict,
    .notes = notes_conflict,
    .run = run_conflict,
};
