/* SPDX-License-Identifier: Apache-2.0 */
/* How the names of graphs, nodes and values are spelled, told where each of them is defined. */
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "onnx/members.h"
#include "rule/check.h"

enum {
    FORM_IDENTIFIER,
    FORM_UNQUOTED
};

static const char *const words_form[] = {
    [FORM_IDENTIFIER] = "identifier", [FORM_UNQUOTED] = "unquoted", NULL};

static const struct ol_param params_form[] = {
    {.name = "form", .type = OL_PARAM_WORD, .is_required = true, .words = words_form},
};

static const char *const args_form[] = {"field", "name", NULL};
static const char *const variants_form[] = {"value", NULL};

/* The fields that name a graph or a node, or define a value, of a message that the field holds
 * (NULL: none does). Inputs of nodes and outputs of graphs repeat what is defined elsewhere. */
static uint32_t fields_of(const struct ol_message *message, const struct ol_field *holder)
{
    const struct ol_field *graph = ol_messages[OL_MESSAGE_GraphProto].fields;
    switch (message->id) {
    case OL_MESSAGE_GraphProto:
        return 1U << OL_GraphProto_name;
    case OL_MESSAGE_NodeProto:
        return 1U << OL_NodeProto_name | 1U << OL_NodeProto_output;
    case OL_MESSAGE_FunctionProto:
        return 1U << OL_FunctionProto_name | 1U << OL_FunctionProto_input;
    case OL_MESSAGE_ValueInfoProto:
        return holder == &graph[OL_GraphProto_input] ? 1U << OL_ValueInfoProto_name : 0;
    case OL_MESSAGE_TensorProto:
        return holder == &graph[OL_GraphProto_initializer] ? 1U << OL_TensorProto_name : 0;
    default:
        return 0;
    }
}

static bool has_form(const struct ol_rule *rule, struct ol_slice name)
{
    if (ol_rule_integer(rule, 0, FORM_IDENTIFIER) == FORM_IDENTIFIER) {
        return ol_text_is_identifier(name);
    }
    return name.size == 0 || memchr(name.data, '"', name.size) == NULL;
}

/* One text, which is not of that form: that it is empty, cut or no UTF-8 is a fault of its own. */
static void report_text(struct ol_run *run, const struct ol_rule *rule,
                        const struct ol_finding *place, struct ol_slice name)
{
    bool is_repeated = ol_field_is_repeated(place->field);
    if (ol_utf8_valid_length(name) == name.size) {
        OL_EMIT(run, rule,
                (.span = place->span, .level = place->level, .field = place->field,
                 .index = place->index, .variant = is_repeated ? variants_form[0] : NULL),
                OL_ARG_WORD("field", place->field->name), OL_ARG_TEXT("name", name));
    }
}

/* Every text of one field that readers see. */
static void check_field(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct ol_field *field)
{
    const struct ol_field_state *state = &level->fields[field->index];
    if (state->elements == 1 || !ol_field_is_repeated(field)) {
        struct ol_slice name = ol_level_bytes(level, ol_occurrence_payload(&state->last));
        if (!has_form(rule, name) && !(state->last.flags & OL_OCCURRENCE_CUT)) {
            struct ol_finding place = {
                .span = ol_occurrence_span(&state->last), .level = level, .field = field};
            report_text(run, rule, &place, name);
        }
        return;
    }
    struct ol_members members;
    ol_members_init(&members, level, field->index);
    struct ol_member member;
    while (ol_members_next(&members, &member)) {
        struct ol_slice name = ol_level_bytes(level, member.payload);
        if (!has_form(rule, name) && !member.is_cut) {
            struct ol_finding place = {
                .span = ol_span_between(member.tag, member.payload.offset + member.payload.length),
                .level = level,
                .field = field,
                .index = member.index,
            };
            report_text(run, rule, &place, name);
        }
    }
}

static void run_form(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    uint32_t fields = level->present & fields_of(level->message, level->field);
    for (uint32_t left = fields; left != 0; left &= left - 1) {
        check_field(run, level, rule, &level->message->fields[__builtin_ctz(left)]);
    }
}

static bool may_name(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & fields_of(outline->message, outline->holder)) != 0;
}

const struct ol_check ol_check_name_form = {
    .name = "name_form",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_NodeProto) |
               OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto) |
               OL_MESSAGE_BIT(OL_MESSAGE_ValueInfoProto) | OL_MESSAGE_BIT(OL_MESSAGE_TensorProto),
    .params = params_form,
    .param_count = 1,
    .args = args_form,
    .variants = variants_form,
    .may_speak = may_name,
    .run = run_form,
};
