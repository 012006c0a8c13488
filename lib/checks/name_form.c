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

/* The fields that name a graph or a node, or define a value. Inputs of nodes and outputs of graphs
 * repeat what is defined elsewhere. */
static const struct place {
    uint8_t message;
    uint8_t field;
    uint8_t holder;       /* the message that must hold the level, or any */
    uint8_t holder_field; /* in that field */
} places[] = {
    {OL_MESSAGE_GraphProto, OL_GraphProto_name, OL_MESSAGE_COUNT, 0},
    {OL_MESSAGE_NodeProto, OL_NodeProto_name, OL_MESSAGE_COUNT, 0},
    {OL_MESSAGE_NodeProto, OL_NodeProto_output, OL_MESSAGE_COUNT, 0},
    {OL_MESSAGE_FunctionProto, OL_FunctionProto_name, OL_MESSAGE_COUNT, 0},
    {OL_MESSAGE_FunctionProto, OL_FunctionProto_input, OL_MESSAGE_COUNT, 0},
    {OL_MESSAGE_ValueInfoProto, OL_ValueInfoProto_name, OL_MESSAGE_GraphProto, OL_GraphProto_input},
    {OL_MESSAGE_TensorProto, OL_TensorProto_name, OL_MESSAGE_GraphProto, OL_GraphProto_initializer},
};

static bool has_form(const struct ol_rule *rule, struct ol_slice name)
{
    if (ol_rule_integer(rule, 0, FORM_IDENTIFIER) == FORM_IDENTIFIER) {
        return ol_text_is_identifier(name);
    }
    return memchr(name.data, '"', name.size) == NULL;
}

/* One text: that it is empty, cut or no UTF-8 is a fault of its own. */
static void check_text(struct ol_run *run, const struct ol_rule *rule,
                       const struct ol_finding *place, struct ol_slice name)
{
    bool is_repeated = ol_field_is_repeated(place->field);
    if (name.size > 0 && !has_form(rule, name) && ol_utf8_valid_length(name) == name.size) {
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
    const struct ol_occurrence *last = &level->fields[field->index].last;
    struct ol_finding place = {.level = level, .field = field};
    if (level->fields[field->index].elements == 1 || !ol_field_is_repeated(field)) {
        place.span = ol_occurrence_span(last);
        if (!(last->flags & OL_OCCURRENCE_CUT)) {
            check_text(run, rule, &place, ol_level_text(level, field->index));
        }
        return;
    }
    struct ol_members members = ol_members_of(level, field->index);
    struct ol_member member;
    while (ol_members_next(&members, &member)) {
        place.span = ol_span_between(member.tag, member.payload.offset + member.payload.length);
        place.index = member.index;
        if (!member.is_cut) {
            check_text(run, rule, &place, ol_level_bytes(level, member.payload));
        }
    }
}

static void run_form(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const struct place *place = &places[i];
        if (place->message == level->message->id && ol_level_has(level, place->field) &&
            (place->holder == OL_MESSAGE_COUNT ||
             ol_level_is_in(level, (enum ol_message_id)place->holder, place->holder_field))) {
            check_field(run, level, rule, &level->message->fields[place->field]);
        }
    }
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
    .run = run_form,
};
