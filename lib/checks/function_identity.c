/* SPDX-License-Identifier: Apache-2.0 */
/* What a model calls its functions: domain, name and, from IR 10 on, overload tell them apart
 * (onnx.proto, ModelProto.functions), and the standard's own names are taken. */
#include "checks/function_place.h"
#include "checks/version.h"
#include "onnx/domain.h"
#include "onnx/operators.h"
#include "rule/check.h"

#define IR_WITH_OVERLOADS 10

/* --- function_identity --------------------------------------------------- */

static const char *const args_function[] = {"domain", "name", "overload", NULL};
static const char *const variants_function[] = {"overload", NULL};
static const char *const notes_function[] = {"first", NULL};

/* Functions of a model that have one identity, by their places in it: [begin, end). */
struct group {
    uint32_t begin;
    uint32_t end;
    bool has_overloads;
};

static bool is_same(const struct ol_function *a, const struct ol_function *b, bool has_overloads)
{
    return ol_slice_is_equal(a->name, b->name) && ol_slice_is_equal(a->domain, b->domain) &&
           (!has_overloads || ol_slice_is_equal(a->overload, b->overload));
}

/* Opens the function; false where it has no name, or cannot be read as a whole. */
static bool open_named(struct ol_run *run, const struct ol_level *model,
                       const struct ol_function *function, struct ol_level *level)
{
    return function->name.size > 0 && ol_function_open(run, model, function, level) &&
           level->is_complete && level->mistyped == 0;
}

/* The function of the group that stands first in the file, opened; OL_NONE where none can be. */
static uint32_t open_first(struct ol_run *run, const struct ol_level *level,
                           const struct group *group, struct ol_level *first)
{
    const struct ol_model *model = ol_run_model(run);
    struct ol_level other;
    uint32_t found = OL_NONE;
    for (uint32_t i = group->begin; i < group->end; i++) {
        const struct ol_function *function = ol_model_function(model, i);
        if ((found == OL_NONE || function->item < ol_model_function(model, found)->item) &&
            open_named(run, level, function, &other)) {
            *first = other;
            found = i;
        }
    }
    return found;
}

/* Holds all functions of the group against the first one. */
static void emit_group(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       const struct group *group)
{
    const struct ol_model *model = ol_run_model(run);
    struct ol_level first;
    struct ol_level again;
    uint32_t found = open_first(run, level, group, &first);
    for (uint32_t i = group->begin; i < group->end && found != OL_NONE; i++) {
        const struct ol_function *function = ol_model_function(model, i);
        if (i == found || !open_named(run, level, function, &again)) {
            continue;
        }
        const struct ol_field *name = &first.message->fields[OL_FunctionProto_name];
        struct ol_slice overload = group->has_overloads ? function->overload : (struct ol_slice){0};
        struct ol_note note = {
            .note = notes_function[0],
            .span = ol_function_span(&first),
            .level = &first,
            .field = name,
        };
        OL_EMIT(run, rule,
                (.span = ol_function_span(&again), .level = &again, .field = name,
                 .variant = overload.size > 0 ? variants_function[0] : NULL, .notes = &note,
                 .note_count = 1),
                OL_ARG_TEXT("domain", function->domain), OL_ARG_TEXT("name", function->name),
                OL_ARG_TEXT("overload", overload));
    }
}

static void run_function(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_model *model = ol_run_model(run);
    /* an overload that comes too early is told for itself */
    struct group group = {.has_overloads = ol_run_ir_version(run) >= IR_WITH_OVERLOADS ||
                                           ol_run_is_superseded(run, rule, &ol_check_ir_gate)};
    while (group.begin < model->functions.count) {
        const struct ol_function *function = ol_model_function(model, group.begin);
        group.end = group.begin + 1;
        while (group.end < model->functions.count &&
               is_same(function, ol_model_function(model, group.end), group.has_overloads)) {
            group.end++;
        }
        if (group.end - group.begin > 1) {
            emit_group(run, level, rule, &group);
        }
        group.begin = group.end;
    }
}

const struct ol_check ol_check_function_identity = {
    .name = "function_identity",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_function,
    .variants = variants_function,
    .notes = notes_function,
    .asks_file = true,
    .run = run_function,
};

/* --- function_domain ----------------------------------------------------- */

static const char *const args_domain[] = {"domain", "name", NULL};
static const char *const variants_domain[] = {"added", NULL};

/* A function that bears the name of a standard operator, of whatever version, or that adds one to a
 * standard domain. Functions without a domain or a name are faulty for that alone. */
static void run_domain(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_slice name = ol_level_text(level, OL_FunctionProto_name);
    struct ol_slice domain = ol_level_text(level, OL_FunctionProto_domain);
    if (!ol_level_has(level, OL_FunctionProto_domain) || name.size == 0 ||
        !ol_domain_is_standard(domain)) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_FunctionProto_domain), .level = level,
             .field = &level->message->fields[OL_FunctionProto_domain],
             .variant = ol_operator_first(domain, name) == NULL ? variants_domain[0] : NULL),
            OL_ARG_TEXT("domain", ol_domain_canonical(domain)), OL_ARG_TEXT("name", name));
}

const struct ol_check ol_check_function_domain = {
    .name = "function_domain",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .args = args_domain,
    .variants = variants_domain,
    .asks_file = true,
    .run = run_domain,
};
