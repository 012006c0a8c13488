/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes that call a model-local function: whether there is one, and whether its signature fits
 * (IR.md, Functions). */
#include <stddef.h>

#include "base/lower_bound.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "checks/function_place.h"
#include "onnx/locate.h"
#include "onnx/model.h"
#include "onnx/peek.h"
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
    ol_nearest_init_strict(&nearest, overload);
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
    return ol_run_nearest_question(run, &nearest);
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
        note = ol_function_note(level, ol_model_function(model, place), notes_overload[0]);
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
    .asks_file = true,
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
        struct ol_note note = ol_function_note(level, function, notes_arity[0]);
        OL_EMIT(run, rule,
                (.span = element.span, .level = level, .field = &level->message->fields[field],
                 .index = element.index,
                 .variant = variants_arity[is_input ? VARIANT_INPUT : VARIANT_OUTPUT],
                 .notes = &note, .note_count = 1),
                OL_ARG_FUNCTION("function", function), OL_ARG_TEXT("name", element.bytes),
                OL_ARG_U64("most", most));
        return;
    }
}

static bool may_call(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return outline->message->id != OL_MESSAGE_NodeProto || (outline->present & OL_KNOWN_CALL) != 0;
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
    .asks_file = true,
    .may_speak = may_call,
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
    ol_nearest_init_strict(&nearest, name);
    for (uint32_t i = 0; i < function->parameter_count && i < OL_FUNCTION_NAMES_MAX; i++) {
        ol_nearest_offer_slice(&nearest, parameter_of(ol_run_model(run), function, i)->name);
    }
    return ol_run_nearest_question(run, &nearest);
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
    struct ol_note note = ol_function_note(attribute, function, notes_attribute[0]);
    OL_EMIT(run, rule,
            (.span = ol_level_span(attribute, OL_AttributeProto_name), .level = attribute,
             .field = &attribute->message->fields[OL_AttributeProto_name], .notes = &note,
             .note_count = 1),
            OL_ARG_FUNCTION("function", function), OL_ARG_TEXT("name", name),
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
        .tag = node->tag,
        .parameters = unset,
        .callee = callee,
    };
}

/* Notes that an attribute of a call, whose bytes those are, refers to one of the function that is
 * open. */
static void note_handed(struct ol_run *run, const struct ol_level *node, struct ol_span bytes,
                        const struct ol_parameter *to)
{
    struct ol_model *model = ol_run_model(run);
    const struct ol_field *field =
        &ol_messages[OL_MESSAGE_AttributeProto].fields[OL_AttributeProto_ref_attr_name];
    struct ol_peek peek = ol_peek_last(node->bytes, bytes, field);
    struct ol_slice name = ol_peek_text(node->bytes, &peek);
    if (model->function == OL_NONE || name.size == 0) {
        return;
    }
    const struct ol_parameter *from =
        ol_model_parameter(model, ol_model_function(model, model->function), name);
    if (from == NULL) {
        return;
    }
    struct ol_handed *handed = ol_vector_add(&model->handed, sizeof *handed);
    if (handed == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return;
    }
    const struct ol_parameter *first = model->parameters.items;
    *handed = (struct ol_handed){.from = (uint32_t)(from - first), .to = (uint32_t)(to - first)};
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
    struct ol_span bytes = ol_occurrence_payload(&element->occurrence);
    struct ol_peek peek = ol_peek_last(node->bytes, bytes, field);
    struct ol_slice name = ol_peek_text(node->bytes, &peek);
    if (!peek.is_whole || name.size == 0) {
        return false;
    }
    const struct ol_parameter *parameter = ol_model_parameter(model, function, name);
    if (parameter != NULL) {
        size_t i = (size_t)(parameter - parameter_of(model, function, 0));
        *set |= i < OL_FUNCTION_NAMES_MAX ? UINT64_C(1) << i : 0;
        note_handed(run, node, bytes, parameter);
    } else if (!is_private(name)) {
        struct ol_level attribute;
        ol_level_init_child(&attribute, node, &element->occurrence, element->index);
        if (ol_run_read(run, &attribute)) {
            emit_unknown(run, &attribute, rule, function);
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

/* Of the attributes that the call leaves out, those that the function's body needs. */
static uint64_t missing(const struct ol_model *model, const struct ol_unset_call *call)
{
    const struct ol_function *function = ol_model_function(model, call->callee);
    uint64_t needed = 0;
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        needed |= parameter_of(model, function, i)->is_needed ? UINT64_C(1) << i : 0;
    }
    return call->parameters & needed;
}

/* The path of a call's attributes, and its head. */
static const char *path_of_call(struct ol_run *run, struct ol_locator *locator,
                                const struct ol_unset_call *call, struct ol_span *head)
{
    struct ol_buf buf;
    ol_run_init_buf(run, &buf);
    enum ol_status status = ol_locator_add(locator, &buf, call->tag, head);
    ol_buf_addf(&buf, ".%s", ol_messages[OL_MESSAGE_NodeProto].fields[OL_NodeProto_attribute].name);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
    const char *path = ol_run_keep_buf(run, &buf);
    ol_buf_fini(&buf);
    return path;
}

/* The calls come in the order of the file, so that their paths are found in one pass. */
static void emit_missing(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule, const struct ol_unset_call *call,
                         struct ol_locator *locator)
{
    const struct ol_model *model = ol_run_model(run);
    const struct ol_function *function = ol_model_function(model, call->callee);
    struct ol_finding finding = {.level = level, .variant = variants_attribute[0]};
    struct ol_note note = {0};
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if ((call->parameters >> i & 1) == 0 || !ol_run_takes(run, rule, finding.variant)) {
            continue;
        }
        if (finding.path == NULL) {
            note = ol_function_note(level, function, notes_attribute[0]);
            finding.path = path_of_call(run, locator, call, &finding.span);
        }
        OL_EMIT(run, rule,
                (.span = finding.span, .level = level, .path = finding.path,
                 .variant = finding.variant, .notes = &note, .note_count = 1),
                OL_ARG_FUNCTION("function", function),
                OL_ARG_TEXT("name", parameter_of(model, function, i)->name),
                OL_ARG_WORD("nearest", ""));
    }
}

static int compare_calls(const void *a, const void *b)
{
    const struct ol_unset_call *left = a;
    const struct ol_unset_call *right = b;
    return left->tag < right->tag ? -1 : left->tag > right->tag;
}

/* Keeps the calls that lack something, in the order of the file. */
static size_t sort_missing(const struct ol_model *model)
{
    struct ol_unset_call *calls = model->unset_calls.items;
    size_t count = 0;
    for (size_t i = 0; i < model->unset_calls.count; i++) {
        uint64_t parameters = missing(model, &calls[i]);
        if (parameters != 0) {
            calls[count] = calls[i];
            calls[count++].parameters = parameters;
        }
    }
    ol_sort(calls, count, sizeof *calls, compare_calls);
    return count;
}

static int compare_handed(const void *a, const void *b)
{
    const struct ol_handed *left = a;
    const struct ol_handed *right = b;
    return left->to < right->to ? -1 : left->to > right->to;
}

/* Adds an attribute to those whose callers are to be looked at, if its lack is passed on to them.
 */
static bool add_needed(struct ol_run *run, struct ol_vector *needed, uint32_t place)
{
    const struct ol_parameter *parameters = ol_run_model(run)->parameters.items;
    if (!parameters[place].is_needed || parameters[place].has_default) {
        return true;
    }
    uint32_t *added = ol_vector_add(needed, sizeof *added);
    if (added == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return false;
    }
    *added = place;
    return true;
}

/* What a function hands on to one that needs it, it needs as well: each attribute is looked at
 * once. */
static void spread_needs(struct ol_run *run)
{
    struct ol_model *model = ol_run_model(run);
    struct ol_handed *handed = model->handed.items;
    struct ol_parameter *parameters = model->parameters.items;
    struct ol_vector needed = {.budget = ol_arena_budget(ol_run_arena(run))};
    bool is_ok = model->handed.count > 0;
    if (is_ok) {
        ol_sort(handed, model->handed.count, sizeof *handed, compare_handed);
    }
    for (uint32_t i = 0; i < model->parameters.count && is_ok; i++) {
        is_ok = add_needed(run, &needed, i);
    }
    while (needed.count > 0 && is_ok) {
        struct ol_handed key = {.to = ((const uint32_t *)needed.items)[--needed.count]};
        size_t place =
            ol_lower_bound(&key, handed, model->handed.count, sizeof *handed, compare_handed);
        for (; place < model->handed.count && handed[place].to == key.to && is_ok; place++) {
            bool is_new = !parameters[handed[place].from].is_needed;
            parameters[handed[place].from].is_needed = true;
            is_ok = !is_new || add_needed(run, &needed, handed[place].from);
        }
    }
    ol_vector_fini(&needed);
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
    struct ol_model *model = ol_run_model(run);
    struct ol_locator locator;
    ol_locator_init(&locator, level->bytes, level->message, level->begin, level->end);
    spread_needs(run);
    model->unset_calls.count = sort_missing(model);
    for (size_t i = 0; i < model->unset_calls.count; i++) {
        emit_missing(run, level, rule, (struct ol_unset_call *)model->unset_calls.items + i,
                     &locator);
    }
    ol_locator_fini(&locator);
}

const struct ol_check ol_check_function_call_attribute = {
    .name = "function_call_attribute",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto) | OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_attribute,
    .variants = variants_attribute,
    .notes = notes_attribute,
    .asks_file = true,
    .may_speak = may_call,
    .run = run_attribute,
};
