/* SPDX-License-Identifier: Apache-2.0 */
/* Check of what entries of value_info are about: values of the graph, and those between its inputs
 * and outputs. */
#include "onnx/scope.h"
#include "rule/check.h"

enum {
    FAULT_UNKNOWN,
    FAULT_INPUT_OR_OUTPUT
};

static const char *const words_fault[] = {
    [FAULT_UNKNOWN] = "unknown", [FAULT_INPUT_OR_OUTPUT] = "input-or-output", NULL};

static const struct ol_param params_entry[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_fault},
};

static const char *const args_entry[] = {"name", "nearest", NULL};
static const char *const variants_entry[] = {"outer", NULL};
static const char *const notes_entry[] = {"definition", NULL};

static bool is_input_or_output(const struct ol_value *value)
{
    return value->definer == OL_DEFINER_INPUT || (value->flags & OL_VALUE_OUTPUT) != 0;
}

static void run_entry(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = ol_scopes_top(scopes);
    struct ol_slice name = ol_level_text(level, OL_ValueInfoProto_name);
    if (scope == NULL || scope->level != level->parent || !scope->has_odd_entry ||
        !scope->level->is_complete || name.size == 0 ||
        !ol_level_is_in(level, OL_MESSAGE_GraphProto, OL_GraphProto_value_info)) {
        return;
    }
    uint32_t index = ol_scope_find(scopes, scope, name);
    bool is_unknown = index == OL_NONE;
    bool is_wanted = ol_rule_integer(rule, 0, FAULT_UNKNOWN) == FAULT_UNKNOWN
                         ? is_unknown && scope->is_whole
                         : !is_unknown && is_input_or_output(ol_scopes_value(scopes, index));
    uint32_t told = is_unknown ? ol_scopes_resolve(scopes, name).value : index;
    const char *variant = is_unknown && told != OL_NONE ? variants_entry[0] : NULL;
    if (!is_wanted || !ol_run_takes(run, rule, variant)) {
        return;
    }
    struct ol_note note = {.note = notes_entry[0]};
    if (told != OL_NONE) {
        note = ol_run_value_note(run, told, notes_entry[0]);
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_ValueInfoProto_name), .level = level,
             .field = &level->message->fields[OL_ValueInfoProto_name], .variant = variant,
             .notes = &note, .note_count = told != OL_NONE),
            OL_ARG_TEXT("name", name),
            OL_ARG_WORD("nearest", told == OL_NONE ? ol_run_nearest_value(run, name) : ""));
}

static bool may_be_entry(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return ol_outline_is_in(outline, OL_MESSAGE_GraphProto, OL_GraphProto_value_info);
}

const struct ol_check ol_check_value_info_entry = {
    .name = "value_info_entry",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ValueInfoProto),
    .params = params_entry,
    .param_count = 1,
    .args = args_entry,
    .variants = variants_entry,
    .notes = notes_entry,
    .asks_file = true,
    .may_speak = may_be_entry,
    .run = run_entry,
};
