/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of model-local functions. */
#include "checks/unique.h"
#include "checks/version.h"

/* --- function_value_info ------------------------------------------------- */

enum {
    VARIANT_GATE,
    VARIANT_DUPLICATE
};

static const struct ol_param params_value_info[] = {
    {.name = "field", .type = OL_PARAM_FIELD, .is_required = true},
};

static const char *const args_value_info[] = {"field", "since", "version", "name", NULL};
static const char *const variants_value_info[] = {
    [VARIANT_GATE] = "gate", [VARIANT_DUPLICATE] = "duplicate", NULL};
static const char *const notes_value_info[] = {"first", NULL};

/* The declarations of values in a function: newer than functions, and one for each name. */
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
    .run = run_value_info,
};
