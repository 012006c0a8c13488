/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of one model-local function: what it declares, against the values that it has. */
#include <stddef.h>

#include "checks/names.h"
#include "checks/version.h"
#include "onnx/peek.h"
#include "onnx/scope.h"

/* The scope that the function opened, where all values in it are known; NULL: not so. */
static const struct ol_scope *whole_scope(struct ol_run *run, const struct ol_level *level)
{
    const struct ol_scope *scope = ol_scopes_top(ol_run_scopes(run));
    return scope != NULL && scope->level == level && scope->is_whole ? scope : NULL;
}

/* --- function_output ----------------------------------------------------- */

static const char *const args_output[] = {"name", "nearest", NULL};

/* Outputs that no node of the function makes and that are no inputs of it. */
static void run_output(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_scope *scope = whole_scope(run, level);
    if (scope == NULL || level->mistyped >> OL_FunctionProto_output & 1) {
        return;
    }
    const struct ol_use *outputs = scope->outputs.items;
    for (size_t i = 0; i < scope->outputs.count; i++) {
        if (outputs[i].state == OL_USE_UNKNOWN) {
            struct ol_slice name = ol_use_name(&outputs[i], level);
            OL_EMIT(run, rule,
                    (.span = ol_use_span(&outputs[i], level), .level = level,
                     .field = &level->message->fields[OL_FunctionProto_output], .index = i),
                    OL_ARG_TEXT("name", name),
                    OL_ARG_WORD("nearest", ol_run_nearest_value(run, name)));
        }
    }
}

const struct ol_check ol_check_function_output = {
    .name = "function_output",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .args = args_output,
    .asks_file = true,
    .run = run_output,
};

/* --- function_value_info ------------------------------------------------- */

enum {
    VARIANT_GATE,
    VARIANT_DUPLICATE,
    VARIANT_UNKNOWN
};

static const struct ol_param params_value_info[] = {
    {.name = "field", .type = OL_PARAM_FIELD, .is_required = true},
};

static const char *const args_value_info[] = {"field", "since", "version", "name", "nearest", NULL};
static const char *const variants_value_info[] = {[VARIANT_GATE] = "gate",
                                                  [VARIANT_DUPLICATE] = "duplicate",
                                                  [VARIANT_UNKNOWN] = "unknown",
                                                  NULL};
static const char *const notes_value_info[] = {"first", NULL};

/* The outputs that are no values of the function, in order: of these function_output tells. false
 * when memory is short. */
static bool gather_unknown(const struct ol_scope *scope, struct ol_vector *unknown)
{
    const struct ol_use *outputs = scope->outputs.items;
    for (size_t i = 0; i < scope->outputs.count; i++) {
        if (outputs[i].state == OL_USE_UNKNOWN) {
            struct ol_slice *name = ol_vector_add(unknown, sizeof *name);
            if (name == NULL) {
                return false;
            }
            *name = ol_use_name(&outputs[i], scope->level);
        }
    }
    ol_names_sort(unknown->items, unknown->count);
    return true;
}

static void emit_unknown(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule, const struct ol_element *element)
{
    struct ol_level value;
    ol_level_init_child(&value, level, &element->occurrence, element->index);
    if (!ol_run_read(run, &value)) {
        return;
    }
    struct ol_slice name = ol_level_text(&value, OL_ValueInfoProto_name);
    OL_EMIT(run, rule,
            (.span = ol_level_span(&value, OL_ValueInfoProto_name), .level = &value,
             .field = &value.message->fields[OL_ValueInfoProto_name],
             .variant = variants_value_info[VARIANT_UNKNOWN]),
            OL_ARG_TEXT("name", name), OL_ARG_WORD("nearest", ol_run_nearest_value(run, name)));
}

/* Declarations of what is no value of the function. */
static void check_unknown(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule, const struct ol_field *field)
{
    const struct ol_scope *scope = whole_scope(run, level);
    const struct ol_field *named = &field->of->fields[OL_ValueInfoProto_name];
    struct ol_vector unknown = {.budget = ol_arena_budget(ol_run_arena(run))};
    struct ol_cursor cursor;
    struct ol_element element;
    if (scope == NULL) {
        return;
    }
    if (!gather_unknown(scope, &unknown)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_span bytes = ol_occurrence_payload(&element.occurrence);
        struct ol_peek peek = ol_peek_last(level->bytes, bytes, named);
        struct ol_slice name = ol_peek_text(level->bytes, &peek);
        if (peek.is_whole && name.size > 0 && !ol_names_has(unknown.items, unknown.count, name) &&
            ol_scope_find(ol_run_scopes(run), scope, name) == OL_NONE) {
            emit_unknown(run, level, rule, &element);
        }
    }
    ol_vector_fini(&unknown);
}

/* The declarations of values in a function: newer than functions, one for each name, and of values
 * that there are. */
static void run_value_info(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, 0, level->message);
    if (field == NULL || field->of != &ol_messages[OL_MESSAGE_ValueInfoProto] ||
        !ol_level_has(level, field->index)) {
        return;
    }
    if (ol_gate_is_broken(run, level, field)) {
        ol_gate_emit(
            run, level, rule,
            &(struct ol_finding){.field = field, .variant = variants_value_info[VARIANT_GATE]});
    }
    ol_unique_emit(run, rule,
                   &(struct ol_unique){
                       .level = level,
                       .field = field,
                       .name = &field->of->fields[OL_ValueInfoProto_name],
                       .arg = "name",
                       .variant = variants_value_info[VARIANT_DUPLICATE],
                   });
    check_unknown(run, level, rule, field);
}

const struct ol_check ol_check_function_value_info = {
    .name = "function_value_info",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .params = params_value_info,
    .param_count = 1,
    .args = args_value_info,
    .variants = variants_value_info,
    .notes = notes_value_info,
    .claims_gates = true,
    .asks_file = true,
    .run = run_value_info,
};
