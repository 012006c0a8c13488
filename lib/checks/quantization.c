/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of quantization annotations: that what they name is defined in the graph. */
#include "onnx/scope.h"
#include "rule/check.h"

static const char *const args_name[] = {"name", "nearest", NULL};
static const char *const notes_name[] = {"elsewhere", NULL};
static const char *const variants_name[] = {"absent", NULL};

/* Whether no value that is visible in the annotation's graph bears the name, as far as the graph is
 * known. */
static bool is_unknown(struct ol_run *run, const struct ol_level *annotation, struct ol_slice name)
{
    struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = ol_scopes_top(scopes);
    return scope != NULL && scope->level == annotation->parent && scope->is_whole &&
           ol_scopes_resolve(scopes, name).state == OL_USE_UNKNOWN;
}

/* A text that must name a value: the field is to be there, and hold the name of one. */
static void check_name(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       unsigned field, const struct ol_level *annotation)
{
    bool has_field = ol_level_has(level, field);
    if (!has_field ? !ol_level_lacks(level, field)
                   : level->fields[field].last.flags & OL_OCCURRENCE_CUT) {
        return;
    }
    struct ol_slice name = ol_level_text(level, field);
    struct ol_note note = {.note = notes_name[0]};
    const char *nearest = "";
    bool has_note = false;
    if (name.size > 0) {
        if (!is_unknown(run, annotation, name)) {
            return;
        }
        has_note = ol_run_elsewhere_note(run, level, name, &note);
        nearest = has_note ? "" : ol_run_nearest_value(run, name);
    }
    OL_EMIT(run, rule,
            (.span = has_field ? ol_level_span(level, field) : ol_level_header(level),
             .level = level, .field = &level->message->fields[field],
             .variant = name.size > 0 ? NULL : variants_name[0], .notes = &note,
             .note_count = has_note),
            OL_ARG_TEXT("name", name), OL_ARG_WORD("nearest", nearest));
}

/* --- quantization_tensor ------------------------------------------------- */

static void run_tensor(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    check_name(run, level, rule, OL_TensorAnnotation_tensor_name, level);
}

const struct ol_check ol_check_quantization_tensor = {
    .name = "quantization_tensor",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorAnnotation),
    .args = args_name,
    .variants = variants_name,
    .notes = notes_name,
    .asks_file = true,
    .run = run_tensor,
};

/* --- quantization_value -------------------------------------------------- */

static const struct ol_param params_value[] = {
    {.name = "keys", .type = OL_PARAM_TEXT, .is_required = true, .is_list = true},
};

/* The value of an entry of an annotation whose key is one of those. */
static void run_value(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_slice key = ol_level_text(level, OL_StringStringEntryProto_key);
    if (!ol_level_is_in(level, OL_MESSAGE_TensorAnnotation,
                        OL_TensorAnnotation_quant_parameter_tensor_names)) {
        return;
    }
    for (size_t i = 0; i < rule->with[0].count; i++) {
        if (ol_slice_is_text(key, rule->with[0].items[i].text)) {
            check_name(run, level, rule, OL_StringStringEntryProto_value, level->parent);
            return;
        }
    }
}

const struct ol_check ol_check_quantization_value = {
    .name = "quantization_value",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_StringStringEntryProto),
    .params = params_value,
    .param_count = sizeof params_value / sizeof *params_value,
    .args = args_name,
    .variants = variants_name,
    .notes = notes_name,
    .asks_file = true,
    .run = run_value,
};
