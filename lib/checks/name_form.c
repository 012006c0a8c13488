/* SPDX-License-Identifier: Apache-2.0 */
/* How the names of graphs, nodes and values are spelled, told where each of them is defined. */
#include <stdint.h>
#include <string.h>

#include "base/text.h"
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

/* Every text of one field: a name that is empty, cut or no UTF-8 is a fault of its own. */
static void check_field(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct ol_field *field)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        bool is_kept = ol_field_is_repeated(field) ||
                       element.occurrence.tag == level->fields[field->index].last.tag;
        if (is_kept && element.bytes.size > 0 && !(element.occurrence.flags & OL_OCCURRENCE_CUT) &&
            ol_utf8_valid_length(element.bytes) == element.bytes.size &&
            !has_form(rule, element.bytes)) {
            OL_EMIT(run, rule,
                    (.span = element.span, .level = level, .field = field, .index = element.index,
                     .variant = ol_field_is_repeated(field) ? variants_form[0] : NULL),
                    OL_ARG_WORD("field", field->name), OL_ARG_TEXT("name", element.bytes));
        }
    }
}

static void run_form(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const struct place *place = &places[i];
        bool is_held =
            place->holder == OL_MESSAGE_COUNT ||
            ol_level_is_in(level, (enum ol_message_id)place->holder, place->holder_field);
        if (place->message == level->message->id && is_held && ol_level_has(level, place->field)) {
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
