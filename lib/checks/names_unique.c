/* SPDX-License-Identifier: Apache-2.0 */
/* The general check that the sub-messages of a repeated field have distinct names. */
#include "checks/unique.h"

enum {
    PARAM_FIELD,
    PARAM_NAME
};

static const struct ol_param params[] = {
    [PARAM_FIELD] = {.name = "field", .type = OL_PARAM_FIELD, .is_required = true},
    [PARAM_NAME] = {.name = "name", .type = OL_PARAM_FIELD, .is_required = true},
};

static const char *const args[] = {"name", NULL};
static const char *const notes[] = {"first", NULL};

static void run_unique(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, PARAM_FIELD, level->message);
    if (field == NULL || field->of == NULL || !ol_field_is_repeated(field)) {
        return;
    }
    const struct ol_field *name = ol_rule_field(rule, PARAM_NAME, field->of);
    if (name != NULL && name->type == OL_TYPE_STRING && !ol_field_is_repeated(name)) {
        ol_unique_emit(
            run, rule,
            &(struct ol_unique){.level = level, .field = field, .name = name, .arg = args[0]});
    }
}

const struct ol_check ol_check_names_unique = {
    .name = "names_unique",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .args = args,
    .notes = notes,
    .run = run_unique,
};
