/* SPDX-License-Identifier: Apache-2.0 */
/* Takes the steps of output_types.def. */
#include "onnx/output_type.h"

#include <string.h>

#include "onnx/attribute_type.h"
#include "onnx/glance.h"
#include "onnx/peek.h"
#include "onnx/value_type.h"
#include "wire/varint.h"

/* --- the rules ----------------------------------------------------------- */

#define TYPE(form, element) \
    ((uint8_t)(OL_TYPE_FORM_##form << OL_VALUE_TYPE_FORM_SHIFT | (int)OL_DATA_TYPE_##element))
#define NAMED(name) .attribute = #name, .attribute_size = sizeof #name - 1
#define LOOKS(step, name)                     \
    {                                         \
        .kind = OL_OUTPUT_##step, NAMED(name) \
    }
#define UNKNOWN()                 \
    {                             \
        .kind = OL_OUTPUT_UNKNOWN \
    }
#define SUBGRAPH()                 \
    {                              \
        .kind = OL_OUTPUT_SUBGRAPH \
    }
#define AGREED()                 \
    {                            \
        .kind = OL_OUTPUT_AGREED \
    }
#define ALWAYS(form, element)                                 \
    {                                                         \
        .kind = OL_OUTPUT_ALWAYS, .type = TYPE(form, element) \
    }
#define ATTRIBUTE(name)          LOOKS(ATTRIBUTE, name)
#define ATTRIBUTE_OR_ZERO(name)  LOOKS(ATTRIBUTE_OR_ZERO, name)
#define ATTRIBUTE_NAME(name)     LOOKS(ATTRIBUTE_NAME, name)
#define ATTRIBUTE_TENSOR(name)   LOOKS(ATTRIBUTE_TENSOR, name)
#define ATTRIBUTE_SPARSE(name)   LOOKS(ATTRIBUTE_SPARSE, name)
#define ATTRIBUTE_SEQ(name)      LOOKS(ATTRIBUTE_SEQ, name)
#define ATTRIBUTE_OPTIONAL(name) LOOKS(ATTRIBUTE_OPTIONAL, name)
#define ATTRIBUTE_TEXT(name, word, form, element)                                                 \
    {                                                                                             \
        .kind = OL_OUTPUT_ATTRIBUTE_TEXT, NAMED(name), .text = #word, .type = TYPE(form, element) \
    }
#define IF(name, form, element)                                        \
    {                                                                  \
        .kind = OL_OUTPUT_IF, NAMED(name), .type = TYPE(form, element) \
    }
#define IF_FILLED(name, form, element)                                        \
    {                                                                         \
        .kind = OL_OUTPUT_IF_FILLED, NAMED(name), .type = TYPE(form, element) \
    }
#define INPUT(i)                              \
    {                                         \
        .kind = OL_OUTPUT_INPUT, .input = (i) \
    }
#define INPUT_SEQ(i)                              \
    {                                             \
        .kind = OL_OUTPUT_INPUT_SEQ, .input = (i) \
    }
#define INPUT_OPTIONAL(i)                              \
    {                                                  \
        .kind = OL_OUTPUT_INPUT_OPTIONAL, .input = (i) \
    }
#define INPUT_HELD(i)                              \
    {                                              \
        .kind = OL_OUTPUT_INPUT_HELD, .input = (i) \
    }
#define INPUT_OPENED(i)                              \
    {                                                \
        .kind = OL_OUTPUT_INPUT_OPENED, .input = (i) \
    }
#define INPUT_MAP_VALUE(i)                              \
    {                                                   \
        .kind = OL_OUTPUT_INPUT_MAP_VALUE, .input = (i) \
    }
#define INPUT_SWAPPED(i)                              \
    {                                                 \
        .kind = OL_OUTPUT_INPUT_SWAPPED, .input = (i) \
    }
#define HOLDS_INPUT(i)                              \
    {                                               \
        .kind = OL_OUTPUT_HOLDS_INPUT, .input = (i) \
    }

static const struct ol_output_type rules[] = {
#define OL_OUTPUT_TYPE(domain_name, name, first, last, output_index, ...) \
    {.domain = (domain_name),                                             \
     .op_type = (name),                                                   \
     .since = (first),                                                    \
     .until = (last),                                                     \
     .output = (output_index),                                            \
     .steps = {__VA_ARGS__}},
#include "onnx/output_types.def"
#undef OL_OUTPUT_TYPE
};

const struct ol_output_type *ol_output_type_at(size_t i)
{
    return i < sizeof rules / sizeof *rules ? &rules[i] : NULL;
}

bool ol_output_type_fits(const struct ol_output_type *rule, const struct ol_operator *schema)
{
    return schema->since >= rule->since && (rule->until == 0 || schema->since <= rule->until) &&
           strcmp(rule->op_type, ol_operator_text(schema->name)) == 0 &&
           strcmp(rule->domain, ol_operator_domain_name(schema)) == 0;
}

/* --- attributes ---------------------------------------------------------- */

/* An attribute of the node. */
struct attribute {
    const uint8_t *bytes;
    struct ol_span span; /* of the message's own bytes */
    bool is_present;
};

static struct ol_span payload(const struct ol_occurrence *occurrence)
{
    return ol_span_between(occurrence->value, occurrence->end);
}

static struct ol_peek peek_in(const struct attribute *attribute, unsigned field)
{
    return ol_peek_last(attribute->bytes, attribute->span,
                        &ol_messages[OL_MESSAGE_AttributeProto].fields[field]);
}

/* The text in a field, as ol_glance_any has it. */
static struct ol_slice text_of(const struct attribute *attribute, unsigned field, bool *is_whole)
{
    return ol_glance_any(attribute->bytes, attribute->span,
                         &ol_messages[OL_MESSAGE_AttributeProto].fields[field], is_whole);
}

/* Keeps the attribute for the steps that name it. */
static void offer(const struct ol_output_step *steps, const struct attribute *attribute,
                  struct attribute *attributes)
{
    bool is_whole;
    struct ol_slice name = text_of(attribute, OL_AttributeProto_name, &is_whole);
    for (size_t i = 0; name.data != NULL && steps[i].kind != OL_OUTPUT_NO_STEP; i++) {
        const struct ol_output_step *step = &steps[i];
        if (step->attribute != NULL && step->attribute_size == name.size &&
            memcmp(step->attribute, name.data, name.size) == 0) {
            attributes[i] = *attribute;
        }
    }
}

/* Finds the attributes that the steps name, in one pass, and in another one where something is not
 * plain in the node, which then is one that was read. */
static void find_attributes(const struct ol_level *node, const struct ol_output_step *steps,
                            struct attribute *attributes)
{
    const struct ol_field *field = &node->message->fields[OL_NodeProto_attribute];
    const uint32_t key = ol_glance_key(field->number, OL_WIRE_LEN);
    struct ol_glance glance = ol_glance_at(node->bytes, ol_span_between(node->begin, node->end));
    while (ol_glance_next(&glance)) {
        uint64_t begin = (uint64_t)(glance.value - node->bytes);
        uint64_t end = (uint64_t)(glance.next - node->bytes);
        if (glance.key == key) {
            offer(steps, &(struct attribute){node->bytes, ol_span_between(begin, end), true},
                  attributes);
        }
    }
    if (ol_glance_is_whole(&glance)) {
        return;
    }
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, node, OL_NodeProto_attribute);
    while (ol_cursor_next(&cursor, &element)) {
        offer(steps, &(struct attribute){node->bytes, payload(&element.occurrence), true},
              attributes);
    }
}

/* The field's last value; false where the attribute does not hold it, as where a call of the
 * function gives the value, or where that is not plain to see: then *is_plain is false. */
static bool glance_at_value(const struct attribute *attribute, unsigned field,
                            struct ol_span *value, bool *is_plain)
{
    const struct ol_field *fields = ol_messages[OL_MESSAGE_AttributeProto].fields;
    const uint32_t wanted = ol_glance_key(fields[field].number, fields[field].wire);
    const uint32_t reference =
        ol_glance_key(fields[OL_AttributeProto_ref_attr_name].number, OL_WIRE_LEN);
    struct ol_glance glance = ol_glance_at(attribute->bytes, attribute->span);
    bool is_found = false;
    bool is_reference = false;
    *is_plain = true;
    while (ol_glance_next(&glance)) {
        if (glance.key == wanted) {
            *value = ol_span_between((uint64_t)(glance.value - attribute->bytes),
                                     (uint64_t)(glance.next - attribute->bytes));
            is_found = true;
        } else if (glance.key >> 3 == fields[field].number) {
            *is_plain = false; /* of another wire type */
        }
        is_reference = is_reference || glance.key == reference;
    }
    *is_plain = *is_plain && ol_glance_is_whole(&glance);
    return *is_plain && is_found && !is_reference;
}

/* The same in any case. */
static bool value_in(const struct attribute *attribute, unsigned field, struct ol_span *value)
{
    bool is_plain;
    bool is_held = glance_at_value(attribute, field, value, &is_plain);
    if (is_plain) {
        return is_held;
    }
    struct ol_peek peek = peek_in(attribute, field);
    bool is_whole;
    *value = payload(&peek.last);
    return peek.is_found && peek.is_whole &&
           text_of(attribute, OL_AttributeProto_ref_attr_name, &is_whole).data == NULL;
}

static bool number_in(const struct attribute *attribute, int64_t *number)
{
    struct ol_span value;
    if (!value_in(attribute, OL_AttributeProto_i, &value)) {
        return false;
    }
    struct ol_varint varint = ol_varint_read(attribute->bytes + value.offset, (size_t)value.length);
    *number = (int64_t)varint.value;
    return varint.status == OL_VARINT_OK;
}

int64_t ol_output_attribute_int(const struct ol_level *node, const char *name, int64_t fallback)
{
    const struct ol_output_step steps[] = {
        {.kind = OL_OUTPUT_ATTRIBUTE, .attribute = name, .attribute_size = (uint8_t)strlen(name)},
        {.kind = OL_OUTPUT_NO_STEP}};
    struct attribute attribute = {.is_present = false};
    int64_t number;
    find_attributes(node, steps, &attribute);
    return attribute.is_present && number_in(&attribute, &number) ? number : fallback;
}

static uint8_t upper_case(uint8_t letter)
{
    return letter >= 'a' && letter <= 'z' ? (uint8_t)(letter - ('a' - 'A')) : letter;
}

/* Whether the name is the text, which is in capitals, in any letters. */
static bool is_spelling(struct ol_slice name, const char *text)
{
    bool is_same = name.size == strlen(text);
    for (size_t i = 0; is_same && i < name.size; i++) {
        is_same = upper_case(name.data[i]) == (uint8_t)text[i];
    }
    return is_same;
}

/* The type of that name, in any letters. */
static uint8_t type_from_name(struct ol_slice name)
{
    for (int i = 0; i < OL_DATA_TYPE_COUNT; i++) {
        const char *known = ol_data_type_name(i);
        if (known != NULL && is_spelling(name, known)) {
            return ol_value_type(OL_TYPE_FORM_TENSOR, i);
        }
    }
    return OL_VALUE_TYPE_UNKNOWN;
}

/* Whether the list that the attribute is has members. A reference may stand for any. */
static bool is_filled(const struct attribute *attribute)
{
    return peek_in(attribute, OL_AttributeProto_floats).is_found ||
           peek_in(attribute, OL_AttributeProto_ints).is_found ||
           peek_in(attribute, OL_AttributeProto_strings).is_found ||
           peek_in(attribute, OL_AttributeProto_ref_attr_name).is_found;
}

/* --- steps --------------------------------------------------------------- */

/* What of an attribute is a type itself. */
static uint8_t type_in(const struct ol_output_step *step, const struct attribute *attribute)
{
    struct ol_span value;
    unsigned field = step->kind == OL_OUTPUT_ATTRIBUTE_TENSOR   ? OL_AttributeProto_t
                     : step->kind == OL_OUTPUT_ATTRIBUTE_SPARSE ? OL_AttributeProto_sparse_tensor
                                                                : OL_AttributeProto_tp;
    if (!value_in(attribute, field, &value)) {
        return OL_VALUE_TYPE_UNKNOWN;
    }
    switch (step->kind) {
    case OL_OUTPUT_ATTRIBUTE_TENSOR:
        return ol_value_type_from_tensor(attribute->bytes, value);
    case OL_OUTPUT_ATTRIBUTE_SPARSE:
        return ol_value_type_from_sparse(attribute->bytes, value);
    default:
        return ol_value_type_optional(ol_value_type_from_proto(attribute->bytes, value));
    }
}

/* The text that the attribute holds; empty where it holds none. */
static struct ol_slice text_in(const struct attribute *attribute)
{
    struct ol_span value;
    if (!value_in(attribute, OL_AttributeProto_s, &value)) {
        return (struct ol_slice){NULL, 0};
    }
    return (struct ol_slice){attribute->bytes + value.offset, (size_t)value.length};
}

/* What an attribute says. false: the next step is asked. */
static bool ask_attribute(const struct ol_output_step *step, const struct attribute *attribute,
                          uint8_t *type)
{
    int64_t number = 0;
    bool has_number;
    *type = OL_VALUE_TYPE_UNKNOWN;
    switch (step->kind) {
    case OL_OUTPUT_ATTRIBUTE:
    case OL_OUTPUT_ATTRIBUTE_OR_ZERO:
    case OL_OUTPUT_ATTRIBUTE_SEQ:
        has_number = number_in(attribute, &number);
        *type = ol_value_type(
            step->kind == OL_OUTPUT_ATTRIBUTE_SEQ ? OL_TYPE_FORM_SEQ : OL_TYPE_FORM_TENSOR, number);
        return step->kind != OL_OUTPUT_ATTRIBUTE_OR_ZERO || !has_number || number != 0;
    case OL_OUTPUT_ATTRIBUTE_NAME:
        *type = type_from_name(text_in(attribute));
        return true;
    case OL_OUTPUT_ATTRIBUTE_TEXT:
        if (ol_slice_is_text(text_in(attribute), step->text)) {
            *type = step->type;
            return true;
        }
        return step[1].attribute == NULL; /* none of the texts: not as where there is none */
    case OL_OUTPUT_IF:
        *type = step->type;
        return true;
    case OL_OUTPUT_IF_FILLED:
        *type = step->type;
        return is_filled(attribute);
    default:
        *type = type_in(step, attribute);
        return true;
    }
}

static uint8_t swapped(uint8_t type)
{
    switch (type) {
    case TYPE(TENSOR, STRING):
        return TYPE(TENSOR, INT64);
    case TYPE(TENSOR, INT64):
        return TYPE(TENSOR, STRING);
    default:
        return OL_VALUE_TYPE_UNKNOWN;
    }
}

/* What an input says whose type is known. */
static uint8_t ask_input(unsigned kind, uint8_t type)
{
    switch (kind) {
    case OL_OUTPUT_INPUT_SEQ:
        return ol_value_type_seq(type);
    case OL_OUTPUT_INPUT_OPTIONAL:
        return ol_value_type_optional(type);
    case OL_OUTPUT_INPUT_HELD:
        return ol_value_type_held(type);
    case OL_OUTPUT_INPUT_OPENED:
        return ol_value_type_is_optional(type) ? ol_value_type_held(type) : type;
    case OL_OUTPUT_INPUT_MAP_VALUE:
        return ol_value_type_map_value(type);
    case OL_OUTPUT_INPUT_SWAPPED:
        return swapped(type);
    default:
        return type;
    }
}

/* What a step says. false: the next one is asked. */
static bool ask(const struct ol_output_step *step, const struct attribute *attribute,
                const struct ol_output_operand *inputs, uint8_t *type)
{
    *type = OL_VALUE_TYPE_UNKNOWN;
    if (step->attribute != NULL) {
        return attribute->is_present && ask_attribute(step, attribute, type);
    }
    switch (step->kind) {
    case OL_OUTPUT_NO_STEP:
    case OL_OUTPUT_UNKNOWN:
    case OL_OUTPUT_SUBGRAPH:
        return true;
    case OL_OUTPUT_AGREED:
    case OL_OUTPUT_HOLDS_INPUT:
        return false;
    case OL_OUTPUT_ALWAYS:
        *type = step->type;
        return true;
    default:
        if (inputs[step->input].type != OL_VALUE_TYPE_UNKNOWN) {
            *type = ask_input(step->kind, inputs[step->input].type);
        }
        return inputs[step->input].is_present;
    }
}

/* Holds what the first step says against what the one behind it does. */
static void compare_steps(const struct ol_output_step *step, const struct attribute *attributes,
                          const struct ol_output_operand *inputs, struct ol_output_verdict *verdict)
{
    uint8_t types[2];
    bool is_said = ask(&step[0], &attributes[0], inputs, &types[0]) &&
                   ask(&step[1], &attributes[1], inputs, &types[1]);
    if (is_said && types[0] != OL_VALUE_TYPE_UNKNOWN && types[1] != OL_VALUE_TYPE_UNKNOWN &&
        types[0] != types[1]) {
        verdict->input = step[0].input;
        verdict->input_type = types[0];
        verdict->clash_type = types[1];
        verdict->attribute = step[1].attribute;
    }
}

static void compare_held(const struct ol_output_step *step, const struct ol_output_operand *inputs,
                         struct ol_output_verdict *verdict)
{
    uint8_t held = ol_value_type_held(verdict->type);
    uint8_t type = inputs[step->input].type;
    if (held != OL_VALUE_TYPE_UNKNOWN && type != OL_VALUE_TYPE_UNKNOWN && held != type) {
        verdict->input = step->input;
        verdict->input_type = type;
        verdict->clash_type = held;
    }
}

struct ol_output_verdict
ol_output_type_infer(const struct ol_output_type *rule, const struct ol_level *node,
                     const struct ol_output_operand inputs[OL_OUTPUT_INPUTS_MAX])
{
    struct attribute attributes[OL_OUTPUT_STEPS_MAX + 1] = {{.is_present = false}};
    struct ol_output_verdict verdict = {.type = OL_VALUE_TYPE_UNKNOWN};
    bool looks_at_attributes = false;
    size_t i = 0;
    for (; rule->steps[i].kind != OL_OUTPUT_NO_STEP; i++) {
        looks_at_attributes = looks_at_attributes || rule->steps[i].attribute != NULL;
    }
    if (looks_at_attributes) {
        find_attributes(node, rule->steps, attributes);
    }
    for (i = 0; !ask(&rule->steps[i], &attributes[i], inputs, &verdict.type); i++) {
        if (rule->steps[i].kind == OL_OUTPUT_AGREED) {
            compare_steps(&rule->steps[i + 1], &attributes[i + 1], inputs, &verdict);
        }
    }
    if (rule->steps[i].kind != OL_OUTPUT_NO_STEP &&
        rule->steps[i + 1].kind == OL_OUTPUT_HOLDS_INPUT) {
        compare_held(&rule->steps[i + 1], inputs, &verdict);
    }
    return verdict;
}
