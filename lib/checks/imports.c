/* SPDX-License-Identifier: Apache-2.0 */
/* Operator sets: what a model or a function imports, in itself and against what its nodes need. */
#include <stddef.h>
#include <stdint.h>

#include "base/nearest.h"
#include "checks/function_place.h"
#include "onnx/domain.h"
#include "onnx/model.h"
#include "onnx/operators.h"
#include "onnx/peek.h"
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
    ol_nearest_init_strict(&nearest, domain);
    for (size_t i = 0; i < imports->entries.count && i < OL_FUNCTION_NAMES_MAX; i++) {
        ol_nearest_offer_slice(&nearest, entries[i].domain);
    }
    return ol_run_nearest_question(run, &nearest);
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
        note = ol_function_note(level, ol_model_function(model, model->callee), notes_missing[0]);
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

static bool is_unimported(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_UNIMPORTED) != 0;
}

const struct ol_check ol_check_import_missing = {
    .name = "import_missing",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .params = params_missing,
    .param_count = 1,
    .args = args_missing,
    .notes = notes_missing,
    .asks_file = true,
    .may_speak = is_unimported,
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
    .asks_file = true,
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
    .asks_file = true,
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

/* Whether the node is in a function and calls none. */
static bool may_conflict(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & (OL_KNOWN_IN_FUNCTION | OL_KNOWN_CALL)) == OL_KNOWN_IN_FUNCTION;
}

const struct ol_check ol_check_import_conflict = {
    .name = "import_conflict",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_conflict,
    .notes = notes_conflict,
    .asks_file = true,
    .may_speak = may_conflict,
    .run = run_conflict,
};

/* --- opset_version ------------------------------------------------------- */

static const char *const args_version[] = {"domain", "version", "first", "last", NULL};

/* A version of a standard domain that is newer than those known. One below 1, or that is no int32,
 * is a fault of its own. */
static void run_version(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    const struct ol_field *field = &level->message->fields[OL_OperatorSetIdProto_version];
    struct ol_slice name = ol_level_text(level, OL_OperatorSetIdProto_domain);
    const struct ol_domain *domain = ol_domain_from_name(name);
    int64_t version = ol_level_integer(level, field->index, 0);
    if (domain != NULL && version >= domain->first && version > domain->last &&
        version <= INT32_MAX) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field->index), .level = level, .field = field),
                OL_ARG_WORD("domain", domain->name), OL_ARG_I64("version", version),
                OL_ARG_I64("first", domain->first), OL_ARG_I64("last", domain->last));
    }
}

const struct ol_check ol_check_opset_version = {
    .name = "opset_version",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_OperatorSetIdProto),
    .args = args_version,
    .asks_file = true,
    .run = run_version,
};

/* --- opset_duplicate ----------------------------------------------------- */

static const char *const args_duplicate[] = {"domain", "version", "first", NULL};
enum {
    VARIANT_SAME,
    VARIANT_FUNCTION
};

static const char *const variants_duplicate[] = {
    [VARIANT_SAME] = "same", [VARIANT_FUNCTION] = "function", NULL};
static const char *const notes_duplicate[] = {"first", NULL};

/* Sets up, and reads, the level of an import; false when that fails. */
static bool open_import(struct ol_run *run, const struct ol_level *level,
                        const struct ol_import *import, struct ol_level *child)
{
    ol_peek_open(child, level, import->tag, import->item);
    return ol_run_read(run, child);
}

/* The domain of an import, or where it is left out the import as a whole. */
static struct ol_span domain_span(const struct ol_level *import)
{
    return ol_level_has(import, OL_OperatorSetIdProto_domain)
               ? ol_level_span(import, OL_OperatorSetIdProto_domain)
               : ol_level_header(import);
}

static void emit_import(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct ol_import *const pair[2])
{
    struct ol_level first;
    struct ol_level again;
    if (!open_import(run, level, pair[0], &first) || !open_import(run, level, pair[1], &again)) {
        return;
    }
    const struct ol_field *domain = &first.message->fields[OL_OperatorSetIdProto_domain];
    const char *variant = NULL;
    if (level->message->id == OL_MESSAGE_FunctionProto) {
        variant = variants_duplicate[VARIANT_FUNCTION];
    } else if (pair[0]->version == pair[1]->version) {
        variant = variants_duplicate[VARIANT_SAME];
    }
    struct ol_note note = {
        .note = notes_duplicate[0],
        .span = domain_span(&first),
        .level = &first,
        .field = domain,
    };
    OL_EMIT(run, rule,
            (.span = domain_span(&again), .level = &again, .field = domain, .variant = variant,
             .notes = &note, .note_count = 1),
            OL_ARG_TEXT("domain", pair[1]->domain), OL_ARG_I64("version", pair[1]->version),
            OL_ARG_I64("first", pair[0]->version));
}

/* Imports of one domain: entries[begin, end) of those in force. Each is held against the first in
 * the file. */
static void emit_domain(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, size_t begin, size_t end)
{
    const struct ol_import *entries = ol_model_imports(ol_run_model(run))->entries.items;
    size_t first = begin;
    for (size_t i = begin; i < end; i++) {
        first = entries[i].item < entries[first].item ? i : first;
    }
    for (size_t i = begin; i < end; i++) {
        if (i != first) {
            emit_import(run, level, rule,
                        (const struct ol_import *const[2]){&entries[first], &entries[i]});
        }
    }
}

static void run_duplicate(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const struct ol_imports *imports = ol_model_imports(ol_run_model(run));
    size_t count = imports != NULL ? imports->entries.count : 0;
    size_t begin = 0;
    if (imports != NULL && imports->is_cut) {
        ol_run_not_checked(run, level, ol_level_header(level), OL_REASON_IMPORTS);
    }
    for (size_t i = 1; i <= count; i++) {
        const struct ol_import *entries = imports->entries.items;
        if (i == count || !ol_slice_is_equal(entries[i].domain, entries[begin].domain)) {
            emit_domain(run, level, rule, begin, i);
            begin = i;
        }
    }
}

const struct ol_check ol_check_opset_duplicate = {
    .name = "opset_duplicate",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto) | OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .args = args_duplicate,
    .variants = variants_duplicate,
    .notes = notes_duplicate,
    .asks_file = true,
    .run = run_duplicate,
};
