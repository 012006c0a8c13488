/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes that call a model-local function: whether there is one, and whether its signature fits
 * (IR.md, Functions). */
#include <stddef.h>

#include "base/nearest.h"
#include "base/text.h"
#include "checks/function_place.h"
#include "onnx/model.h"
#include "onnx/peek.h"
#include "onnx/reader.h"
#include "rule/check.h"

/* --- function_overload --------------------------------------------------- */

static const char *const args_overload[] = {"domain", "name", "overload", "nearest", NULL};
static const char *const notes_overload[] = {"function", NULL};

/* A question for the overload that comes nearest, of those that the function at place and the ones
 * behind it have. */
static const char *nearest_overload(struct ol_run *run, uint32_t place, struct ol_slice overload)
{
    const struct ol_model *model = ol_run_model(run);
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, overload);
    for (uint32_t i = 0; i < OL_FUNCTION_NAMES_MAX && place + i < model->functions.count; i++) {
        const struct ol_function *function = ol_model_function(model, place + i);
        if (!ol_slice_is_equal(function->name, ol_model_function(model, place)->name) ||
            !ol_slice_is_equal(function->domain, ol_model_function(model, place)->domain)) {
            break;
        }
        if (function->overload.size > 0) {
            ol_nearest_offer_slice(&nearest, function->overload);
        }
    }
    return ol_function_question(run, &nearest);
}

/* An overload, which serves to pick a function, of a node for which there is none. */
static void run_overload(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_model *model = ol_run_model(run);
    struct ol_slice overload = ol_level_text(level, OL_NodeProto_overload);
    if (!model->is_known || !model->is_whole || !model->is_node_known || model->callee != OL_NONE ||
        overload.size == 0) {
        return;
    }
    struct ol_slice domain = ol_level_text(level, OL_NodeProto_domain);
    struct ol_slice name = ol_level_text(level, OL_NodeProto_op_type);
    uint32_t place = ol_model_find_name(model, domain, name);
    struct ol_note note = {0};
    const char *nearest = "";
    if (place != OL_NONE) {
        note = ol_function_note(run, level, ol_model_function(model, place), notes_overload[0]);
        nearest = nearest_overload(run, place, overload);
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_NodeProto_overload), .level = level,
             .field = &level->message->fields[OL_NodeProto_overload], .notes = &note,
             .note_count = place != OL_NONE),
            OL_ARG_TEXT("domain", domain), OL_ARG_TEXT("name", name),
            OL_ARG_TEXT("overload", overload), OL_ARG_WORD("nearest", nearest));
}

const struct ol_check ol_check_function_overload = {
    .name = "function_overload",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_overload,
    .notes = notes_overload,
    .run = run_overload,
};

/* --- function_call_arity ------------------------------------------------- */

enum {
    VARIANT_INPUT,
    VARIANT_OUTPUT
};

static const char *const args_arity[] = {"function", "name", "most", NULL};
static const char *const variants_arity[] = {
    [VARIANT_INPUT] = "input", [VARIANT_OUTPUT] = "output", NULL};
static const char *const notes_arity[] = {"function", NULL};

/* The first name past those that the function declares. Empty ones stand for what is left out. */
static void check_list(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       unsigned field)
{
    const struct ol_model *model = ol_run_model(run);
    const struct ol_function *function = ol_model_function(model, model->callee);
    bool is_input = field == OL_NodeProto_input;
    uint64_t most = is_input ? function->inputs : function->outputs;
    struct ol_cursor cursor;
    struct ol_element element;
    if (ol_level_elements(level, field) <= most) {
        return;
    }
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element)) {
        if (element.index < most || element.bytes.size == 0) {
            continue;
        }
        struct ol_note note = ol_function_note(run, level, function, notes_arity[0]);
        OL_EMIT(run, rule,
                (.span = element.span, .level = level, .field = &level->message->fields[field],
                 .index = element.index,
                 .variant = variants_arity[is_input ? VARIANT_INPUT : VARIANT_OUTPUT],
                 .notes = &note, .note_count = 1),
                OL_ARG_TEXT("function", function->name), OL_ARG_TEXT("name", element.bytes),
                OL_ARG_U64("most", most));
        return;
    }
}

static void run_arity(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_model *model = ol_run_model(run);
    if (model->callee != OL_NONE && model->is_node_known &&
        ol_model_function(model, model->callee)->is_whole) {
        check_list(run, level, rule, OL_NodeProto_input);
        check_list(run, level, rule, OL_NodeProto_output);
    }
}

const struct ol_check ol_check_function_call_arity = {
    .name = "function_call_arity",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_arity,
    .variants = variants_arity,
    .notes = notes_arity,
    .run = run_arity,
};

/* --- function_call_attribute --------------------------------------------- */

static const char *const args_attribute[] = {"function", "name", "nearest", NULL};
static const char *const variants_attribute[] = {"missing", NULL};
static const char *const notes_attribute[] = {"function", NULL};

static struct ol_parameter *parameter_of(const struct ol_model *model,
                                         const struct ol_function *function, uint32_t i)
{
    return (struct ol_parameter *)model->parameters.items + function->parameters + i;
}

static const char *nearest_parameter(struct ol_run *run, const struct ol_function *function,
                                     struct ol_slice name)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, name);
    for (uint32_t i = 0; i < function->parameter_count && i < OL_FUNCTION_NAMES_MAX; i++) {
        ol_nearest_offer_slice(&nearest, parameter_of(ol_run_model(run), function, i)->name);
    }
    return ol_function_question(run, &nearest);
}

/* Names that begin so are for the node's own use: schemas do not declare them either. */
static bool is_private(struct ol_slice name)
{
    return name.size >= 2 && name.data[0] == '_' && name.data[1] == '_';
}

static void emit_unknown(struct ol_run *run, const struct ol_level *attribute,
                         const struct ol_rule *rule, const struct ol_function *function)
{
    struct ol_slice name = ol_level_text(attribute, OL_AttributeProto_name);
    struct ol_note note = ol_function_note(run, attribute, function, notes_attribute[0]);
    OL_EMIT(run, rule,
            (.span = ol_level_span(attribute, OL_AttributeProto_name), .level = attribute,
             .field = &attribute->message->fields[OL_AttributeProto_name], .notes = &note,
             .note_count = 1),
            OL_ARG_TEXT("function", function->name), OL_ARG_TEXT("name", name),
            OL_ARG_WORD("nearest", nearest_parameter(run, function, name)));
}

/* Notes which attributes without a default the call leaves out. Whether the function's body needs
 * them is known when that was visited. */
static void note_unset(struct ol_run *run, const struct ol_level *node, uint32_t callee,
                       uint64_t set)
{
    struct ol_model *model = ol_run_model(run);
    const struct ol_function *function = ol_model_function(model, callee);
    uint64_t unset = 0;
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        bool is_set = (set >> i & 1) != 0 || parameter_of(model, function, i)->has_default;
        unset |= is_set ? 0 : UINT64_C(1) << i;
    }
    if (unset == 0) {
        return;
    }
    struct ol_unset_call *call = ol_vector_add(&model->unset_calls, sizeof *call);
    if (call == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return;
    }
    *call = (struct ol_unset_call){
        .path =
            ol_run_path(run, node, &node->message->fields[OL_NodeProto_attribute], OL_INDEX_NONE),
        .span = ol_level_header(node),
        .parameters = unset,
        .callee = callee,
    };
}

/* Looks at one attribute of a call, and adds the function's own one that it sets to set. false
 * where its name cannot be told. */
static bool check_attribute(struct ol_run *run, const struct ol_level *node,
                            const struct ol_rule *rule, const struct ol_element *element,
                            uint64_t *set)
{
    const struct ol_model *model = ol_run_model(run);
    const struct ol_function *function = ol_model_function(model, ol_model_callee(model, node));
    const struct ol_field *field =
        &ol_messages[OL_MESSAGE_AttributeProto].fields[OL_AttributeProto_name];
    struct ol_span bytes = ol_span_between(element->occurrence.value, element->occurrence.end);
    struct ol_peek peek = ol_peek_last(node->bytes, bytes, field);
    struct ol_slice name = ol_peek_text(node->bytes, &peek);
    if (!peek.is_whole || name.size == 0) {
        return false;
    }
    const struct ol_parameter *parameter = ol_model_parameter(model, function, name);
    if (parameter != NULL) {
        size_t i = (size_t)(parameter - parameter_of(model, function, 0));
        *set |= i < OL_FUNCTION_NAMES_MAX ? UINT64_C(1) << i : 0;
    } else if (!is_private(name)) {
        struct ol_level attribute;
        ol_level_init_child(&attribute, node, &element->occurrence, element->index);
        enum ol_status status = ol_reader_read(ol_run_reader(run), &attribute, NULL, NULL);
        if (status == OL_OK) {
            emit_unknown(run, &attribute, rule, function);
        } else {
            ol_run_fail(run, status);
        }
    }
    return true;
}

static void check_call(struct ol_run *run, const struct ol_level *node, const struct ol_rule *rule)
{
    const struct ol_model *model = ol_run_model(run);
    uint32_t callee = ol_model_callee(model, node);
    uint32_t lists = 1U << OL_NodeProto_attribute | 1U << OL_NodeProto_op_type |
                     1U << OL_NodeProto_domain | 1U << OL_NodeProto_overload;
    if (callee == OL_NONE || !node->is_complete || (node->mistyped & lists) != 0 ||
        !ol_model_function(model, callee)->is_whole) {
        return;
    }
    struct ol_cursor cursor;
    struct ol_element element;
    uint64_t set = 0;
    bool is_known = true;
    ol_cursor_init(&cursor, node, OL_NodeProto_attribute);
    while (ol_cursor_next(&cursor, &element)) {
        is_known = check_attribute(run, node, rule, &element, &set) && is_known;
    }
    /* a longer list would be gone through for every call */
    if (is_known && ol_model_function(model, callee)->parameter_count <= OL_FUNCTION_NAMES_MAX) {
        note_unset(run, node, callee, set);
    }
}

static void emit_missing(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule, const struct ol_unset_call *call)
{
    const struct ol_model *model = ol_run_model(run);
    const struct ol_function *function = ol_model_function(model, call->callee);
    struct ol_note note = ol_function_note(run, level, function, notes_attribute[0]);
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const struct ol_parameter *parameter = parameter_of(model, function, i);
        if ((call->parameters >> i & 1) != 0 && parameter->is_needed) {
            OL_EMIT(run, rule,
                    (.span = call->span, .level = level, .path = call->path,
                     .variant = variants_attribute[0], .notes = &note, .note_count = 1),
                    OL_ARG_TEXT("function", function->name), OL_ARG_TEXT("name", parameter->name),
                    OL_ARG_WORD("nearest", ""));
        }
    }
}

/* Attributes of calls: those that the function does not declare, when the node closes; and, when
 * the model does, those that it needs. */
static void run_attribute(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    if (level->message->id == OL_MESSAGE_NodeProto) {
        check_call(run, level, rule);
        return;
    }
    const struct ol_model *model = ol_run_model(run);
    for (size_t i = 0; i < model->unset_calls.count; i++) {
        emit_missing(run, level, rule, (struct ol_unset_call *)model->unset_calls.items + i);
    }
}

const struct ol_check ol_check_function_call_attribute = {
    .name = "function_call_attribute",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto) | OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_attribute,
    .variants = variants_attribute,
    .notes = notes_attribute,
    .run = run_attribute,
};
