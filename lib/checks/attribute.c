/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of attributes: their names, and where and how they refer to attributes of a function. */
#include "checks/attribute.h"

#include "base/text.h"
#include "onnx/domain.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto)

struct ol_attribute ol_attribute_read(const struct ol_level *level)
{
    struct ol_attribute attribute = {
        .type = ol_attribute_type(level),
        .is_mistyped =
            (level->mistyped & (OL_ATTRIBUTE_VALUE_FIELDS | OL_ATTRIBUTE_BIT(type))) != 0,
        .is_reference = ol_level_text(level, OL_AttributeProto_ref_attr_name).size > 0,
        .is_default = ol_attribute_is_default(level),
    };
    for (uint32_t left = level->present & OL_ATTRIBUTE_VALUE_FIELDS; left != 0; left &= left - 1) {
        unsigned field = (unsigned)__builtin_ctz(left);
        if (ol_level_elements(level, field) == 0) {
            continue;
        }
        attribute.value_count++;
        if (attribute.value == NULL ||
            level->fields[field].first.tag < level->fields[attribute.value->index].first.tag) {
            attribute.value = ol_attribute_field(field);
        }
    }
    return attribute;
}

bool ol_attribute_may_be_odd(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    const struct ol_attribute_type *type = ol_attribute_type_from_number(outline->kind);
    return !outline->is_plain || type == NULL ||
           (outline->present & OL_ATTRIBUTE_VALUE_FIELDS) != UINT32_C(1) << type->field;
}

/* --- attribute_style ----------------------------------------------------- */

/* The domain of the operator that has the attribute; false where there is no operator. */
static bool find_domain(const struct ol_level *level, struct ol_slice *domain)
{
    if (ol_level_is_in(level, OL_MESSAGE_NodeProto, OL_NodeProto_attribute)) {
        *domain = ol_level_text(level->parent, OL_NodeProto_domain);
        return level->parent->is_complete;
    }
    if (ol_level_is_in(level, OL_MESSAGE_FunctionProto, OL_FunctionProto_attribute_proto)) {
        *domain = ol_level_text(level->parent, OL_FunctionProto_domain);
        return level->parent->is_complete;
    }
    return false;
}

/* Lower case, with underscores between words (OpConventions.md). Only operators that are not the
 * standard's: the names of the others are what they are. */
static void run_style(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_slice name = ol_level_text(level, OL_AttributeProto_name);
    struct ol_slice domain;
    if (!ol_text_is_lower_case(name) && find_domain(level, &domain) &&
        !ol_domain_is_standard(domain)) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, OL_AttributeProto_name), .level = level,
                 .field = ol_attribute_field(OL_AttributeProto_name)),
                OL_ARG_TEXT("name", name), OL_ARG_TEXT("domain", domain));
    }
}

static struct ol_concern concern_style(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = OL_ATTRIBUTE_BIT(name)};
}

/* What a schema declares is the standard's. */
static bool may_be_unstyled(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_DECLARED) == 0;
}

static const char *const args_style[] = {"name", "domain", NULL};

const struct ol_check ol_check_attribute_style = {
    .name = "attribute_style",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_style,
    .concern = concern_style,
    .may_speak = may_be_unstyled,
    .run = run_style,
};

/* --- attribute_reference_place ------------------------------------------- */

enum {
    PLACE_GRAPH,
    PLACE_SUBGRAPH
};

static const char *const words_place[] = {[PLACE_GRAPH] =
                                              "graph", /* of a model: no function is around it */
                                          [PLACE_SUBGRAPH] = "subgraph", /* of a function's body */
                                          NULL};

static const char *const args_name[] = {"name", NULL};

static const struct ol_param params_place[] = {
    {.name = "place", .type = OL_PARAM_WORD, .is_required = true, .words = words_place},
};

/* Whether the attribute is in a graph of a model, with no function around it. A graph, node or
 * attribute in a file of its own may come from the body of a function. */
static bool is_in_model_graph(const struct ol_level *level)
{
    return ol_level_enclosing(level, OL_MESSAGE_FunctionProto) == NULL &&
           (ol_level_enclosing(level, OL_MESSAGE_ModelProto) != NULL ||
            ol_level_enclosing(level, OL_MESSAGE_TrainingInfoProto) != NULL);
}

/* Whether a graph of an attribute lies between the attribute and the function. */
static bool is_in_subgraph(const struct ol_level *level)
{
    const struct ol_level *graph = ol_level_enclosing(level, OL_MESSAGE_GraphProto);
    return graph != NULL && ol_level_enclosing(graph, OL_MESSAGE_FunctionProto) != NULL;
}

struct ol_concern ol_concerns_reference(const struct ol_rule *rule,
                                        const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = 1U << OL_AttributeProto_ref_attr_name};
}

static void run_place(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_slice name = ol_level_text(level, OL_AttributeProto_ref_attr_name);
    if (name.size == 0) {
        return;
    }
    bool is_wanted = ol_rule_integer(rule, 0, PLACE_GRAPH) == PLACE_GRAPH ? is_in_model_graph(level)
                                                                          : is_in_subgraph(level);
    if (is_wanted) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, OL_AttributeProto_ref_attr_name), .level = level,
                 .field = ol_attribute_field(OL_AttributeProto_ref_attr_name)),
                OL_ARG_TEXT("name", name));
    }
}

const struct ol_check ol_check_attribute_reference_place = {
    .name = "attribute_reference_place",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_place,
    .param_count = sizeof params_place / sizeof *params_place,
    .args = args_name,
    .concern = ol_concerns_reference,
    .run = run_place,
};

/* --- attribute_reference_value ------------------------------------------- */

static const char *const args_reference[] = {"name", "field", NULL};
static const char *const notes_reference[] = {"reference", NULL};

/* The first value of a reference stands for all: that there are several is another fault. */
static void run_reference_value(struct ol_run *run, const struct ol_level *level,
                                const struct ol_rule *rule)
{
    if (!ol_level_has(level, OL_AttributeProto_ref_attr_name)) {
        return;
    }
    struct ol_attribute attribute = ol_attribute_read(level);
    if (!attribute.is_reference || attribute.is_default || attribute.value == NULL) {
        return;
    }
    const struct ol_field *reference = ol_attribute_field(OL_AttributeProto_ref_attr_name);
    struct ol_note note = {
        .note = "reference",
        .span = ol_level_span(level, reference->index),
        .level = level,
        .field = reference,
    };
    OL_EMIT(run, rule,
            (.span = ol_level_first_span(level, attribute.value->index), .level = level,
             .field = attribute.value, .notes = &note, .note_count = 1),
            OL_ARG_TEXT("name", ol_level_text(level, reference->index)),
            OL_ARG_WORD("field", attribute.value->name));
}

const struct ol_check ol_check_attribute_reference_value = {
    .name = "attribute_reference_value",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_reference,
    .notes = notes_reference,
    .concern = ol_concerns_reference,
    .run = run_reference_value,
};
