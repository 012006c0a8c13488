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

static bool has_form(int64_t form, struct ol_slice name)
{
    return form == FORM_IDENTIFIER ? ol_text_is_identifier(name)
                                   : name.size == 0 || memchr(name.data, '"', name.size) == NULL;
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

/* Every text of one field that readers see. Returns whether all are of the form. */
static bool check_field(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct ol_field *field)
{
    int64_t form = ol_rule_integer(rule, 0, FORM_IDENTIFIER);
    const struct ol_occurrence *last = &level->fields[field->index].last;
    struct ol_finding place = {.level = level, .field = field};
    if (!ol_field_is_repeated(field)) {
        struct ol_slice name = ol_level_bytes(level, ol_occurrence_payload(last));
        bool is_fine = has_form(form, name);
        if (!is_fine && !(last->flags & OL_OCCURRENCE_CUT)) {
            place.span = ol_occurrence_span(last);
            report_text(run, rule, &place, name);
        }
        return is_fine;
    }
    bool are_fine = true;
    struct ol_members members;
    ol_members_init(&members, level, field->index);
    struct ol_member member;
    while (ol_members_next(&members, &member)) {
        struct ol_slice name = ol_level_bytes(level, member.payload);
        bool is_fine = has_form(form, name);
        are_fine = are_fine && is_fine;
        if (!is_fine && !member.is_cut) {
            place.span = ol_span_between(member.tag, member.payload.offset + member.payload.length);
            place.index = member.index;
            report_text(run, rule, &place, name);
        }
    }
    return are_fine;
}

/* The same for some fields; most have one text, and it is of the form. */
static bool check_fields(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule, uint32_t fields)
{
    int64_t form = ol_rule_integer(rule, 0, FORM_IDENTIFIER);
    bool are_fine = true;
    for (uint32_t left = fields; left != 0; left &= left - 1) {
        unsigned at = (unsigned)__builtin_ctz(left);
        const struct ol_field_state *state = &level->fields[at];
        if (ol_level_elements(level, at) != 1 ||
            !has_form(form, ol_level_bytes(level, ol_occurrence_payload(&state->last)))) {
            are_fine = check_field(run, level, rule, &level->message->fields[at]) && are_fine;
        }
    }
    return are_fine;
}

/* Of a level whose names are all identifiers, so that none has a quote, the memo points to itself.
 * The memo of a root is not for names (sparse_facts.c). */
static void run_form(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    bool is_identifier = ol_rule_integer(rule, 0, FORM_IDENTIFIER) == FORM_IDENTIFIER;
    void **memo = level->parent != NULL ? ol_run_memo(run, level) : NULL;
    if (!is_identifier && memo != NULL && *memo == memo) {
        return;
    }
    uint32_t fields = level->present & fields_of(level->message, level->field);
    bool are_fine = check_fields(run, level, rule, fields);
    if (is_identifier && are_fine && memo != NULL) {
        *memo = memo;
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
