/* SPDX-License-Identifier: Apache-2.0 */
/* Fields as values of parameters. A name stands for every field that is so called in the messages
 * it can be of and that the check takes: where there is none, it is told why. */
#include "rule/param_field.h"

#include <string.h>

#include "base/text.h"

/* --- what a parameter takes ---------------------------------------------- */

#define TYPES_MASK  (OL_TAKES_TEXT | OL_TAKES_NUMBER | OL_TAKES_MESSAGE | OL_TAKES_ENTRY)
#define LABELS_MASK (OL_TAKES_SINGULAR | OL_TAKES_REPEATED)

static unsigned type_of(const struct ol_field *field)
{
    switch ((enum ol_field_type)field->type) {
    case OL_TYPE_STRING:
        return OL_TAKES_STRING;
    case OL_TYPE_BYTES:
        return OL_TAKES_BYTES;
    case OL_TYPE_INT32:
    case OL_TYPE_INT64:
    case OL_TYPE_UINT64:
    case OL_TYPE_ENUM:
        return OL_TAKES_INTEGER;
    case OL_TYPE_FLOAT:
    case OL_TYPE_DOUBLE:
        return OL_TAKES_FLOAT;
    case OL_TYPE_MESSAGE:
        break;
    }
    return field->of->id == OL_MESSAGE_StringStringEntryProto ? OL_TAKES_MESSAGE | OL_TAKES_ENTRY
                                                              : OL_TAKES_MESSAGE;
}

bool ol_param_takes_field(const struct ol_param *param, const struct ol_field *field)
{
    unsigned label = ol_field_is_repeated(field) ? OL_TAKES_REPEATED : OL_TAKES_SINGULAR;
    unsigned types = param->takes & TYPES_MASK;
    unsigned labels = param->takes & LABELS_MASK;
    return (types == 0 || (types & type_of(field)) != 0) && (labels == 0 || (labels & label) != 0);
}

/* The words for types, in the order in which they are listed. */
static const struct {
    unsigned types;
    const char *word;
} type_words[] = {
    {OL_TAKES_STRING, "text"}, {OL_TAKES_BYTES, "text"},      {OL_TAKES_INTEGER, "integer"},
    {OL_TAKES_FLOAT, "float"}, {OL_TAKES_MESSAGE, "message"}, {OL_TAKES_ENTRY, "list of keys"},
};

void ol_param_add_field(struct ol_buf *buf, const struct ol_param *param)
{
    unsigned labels = param->takes & LABELS_MASK;
    unsigned types = param->takes & TYPES_MASK;
    if (param->of == OL_OF_HOLDER) {
        ol_buf_add(buf, "a field that holds the target");
        return;
    }
    const char *label = labels == OL_TAKES_SINGULAR   ? "singular "
                        : labels == OL_TAKES_REPEATED ? "repeated "
                                                      : "";
    const char *words[sizeof type_words / sizeof type_words[0]];
    size_t count = 0;
    for (size_t i = 0; i < sizeof type_words / sizeof type_words[0]; i++) {
        bool is_new = count == 0 || strcmp(words[count - 1], type_words[i].word) != 0;
        if ((types & type_words[i].types) != 0 && is_new) {
            words[count++] = type_words[i].word;
        }
    }
    if (types == OL_TAKES_ENTRY) {
        label = "";
    } else if (count == 0) {
        words[count++] = "field";
    }
    bool is_vowel = label[0] == '\0' && words[0][0] == 'i';
    ol_buf_addf(buf, "%s %s", is_vowel ? "an" : "a", label);
    for (size_t i = 0; i < count; i++) {
        ol_buf_addf(buf, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", words[i]);
    }
    ol_buf_add(buf, types == OL_TAKES_ENTRY ? " (StringStringEntryProto)" : "");
}

/* Adds what a field is: "a list of AttributeProto", "a text". */
static void add_kind(struct ol_buf *buf, const struct ol_field *field)
{
    bool is_list = ol_field_is_repeated(field);
    unsigned type = type_of(field);
    const char *word = field->of != NULL                ? field->of->name
                       : (type & OL_TAKES_TEXT) != 0    ? "text"
                       : (type & OL_TAKES_INTEGER) != 0 ? "integer"
                                                        : "float";
    if (is_list) {
        ol_buf_addf(buf, "a list of %s%s", word, field->of != NULL ? "" : "s");
    } else {
        bool is_vowel = strchr("aeioAEIO", word[0]) != NULL;
        ol_buf_addf(buf, "%s %s", is_vowel ? "an" : "a", word);
    }
}

/* --- where it is looked for ---------------------------------------------- */

uint64_t ol_param_held(const struct ol_param_value *fields)
{
    uint64_t held = 0;
    for (size_t i = 0; i < fields->count; i++) {
        const struct ol_param_item *item = &fields->items[i];
        const struct ol_field *field = &ol_messages[item->message].fields[item->field];
        held |= field->of != NULL ? OL_MESSAGE_BIT(field->of->id) : 0;
    }
    return held;
}

/* What is looked for, and where. */
struct search {
    const struct ol_param *param;
    uint64_t targets;  /* of the rule */
    uint64_t messages; /* whose fields are meant */
    const char *name;
};

static uint64_t messages_for(const struct ol_param *param, const struct ol_attachment *attachment,
                             const struct ol_param_value *first)
{
    if (param->of == OL_OF_HELD) {
        return ol_param_held(first);
    }
    bool is_any = param->of == OL_OF_HOLDER || attachment->check->targets == 0;
    return is_any ? OL_ANY_MESSAGE : attachment->targets;
}

/* Whether the field is one that the parameter can be about, whatever its type. */
static bool is_meant(const struct search *search, const struct ol_field *field)
{
    return search->param->of != OL_OF_HOLDER ||
           (field->of != NULL && (search->targets & OL_MESSAGE_BIT(field->of->id)) != 0);
}

/* The field of that name in message i, where the search is about it; NULL where not. */
static const struct ol_field *field_in(const struct search *search, size_t i)
{
    if ((search->messages & OL_MESSAGE_BIT(i)) == 0) {
        return NULL;
    }
    return ol_field_from_name(&ol_messages[i], ol_slice_from_text(search->name));
}

static void add_fields(const struct search *search, struct ol_param_items *items)
{
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        const struct ol_field *field = field_in(search, i);
        if (field != NULL && is_meant(search, field) &&
            ol_param_takes_field(search->param, field)) {
            items->items[items->count] = (struct ol_param_item){
                .text = field->name, .message = (uint8_t)i, .field = field->index};
            items->count++;
        }
    }
}

struct ol_param_value ol_param_fall_back(struct ol_typed *typed, const struct ol_param *param,
                                         uint64_t held)
{
    struct ol_param_items items = {ol_typed_alloc(typed, OL_MESSAGE_COUNT, sizeof *items.items), 0};
    struct search search = {.param = param, .messages = held, .name = param->fallback};
    if (items.items != NULL && param->fallback != NULL) {
        add_fields(&search, &items);
    }
    return (struct ol_param_value){items.items, items.count};
}

/* --- what is wrong ------------------------------------------------------- */

static void add_messages(struct ol_buf *errors, uint64_t messages)
{
    if (messages == OL_ANY_MESSAGE) {
        ol_buf_add(errors, "any message");
    } else {
        ol_attachment_add_names(errors, messages);
    }
}

/* There is a field of that name, and it is none that the check takes. */
static void refuse_kind(struct ol_typed *typed, const struct ol_yaml_node *node,
                        const struct search *search, const struct ol_field *field)
{
    if (!ol_typed_begin_error(typed, node->mark)) {
        return;
    }
    ol_buf_addf(typed->errors, "%s.%s is ", field->holder->name, field->name);
    add_kind(typed->errors, field);
    if (!is_meant(search, field)) {
        ol_buf_add(typed->errors, "; wanted: a field that holds ");
        add_messages(typed->errors, search->targets);
    } else {
        ol_buf_add(typed->errors, "; wanted: ");
        ol_param_add_field(typed->errors, search->param);
    }
    ol_buf_add_char(typed->errors, '\n');
}

static void refuse_name(struct ol_typed *typed, const struct ol_yaml_node *node,
                        const struct search *search)
{
    if (ol_typed_is_silent(typed)) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(search->name));
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        bool is_in = (search->messages & OL_MESSAGE_BIT(i)) != 0;
        for (size_t j = 0; is_in && j < ol_messages[i].field_count; j++) {
            const struct ol_field *field = &ol_messages[i].fields[j];
            if (is_meant(search, field) && ol_param_takes_field(search->param, field)) {
                ol_nearest_offer(&nearest, field->name);
            }
        }
    }
    if (!ol_typed_begin_error(typed, node->mark)) {
        return;
    }
    ol_buf_add(typed->errors, "no field ");
    ol_text_quote(typed->errors, nearest.wanted);
    ol_buf_add(typed->errors, " in ");
    add_messages(typed->errors, search->messages);
    ol_nearest_add_question(typed->errors, &nearest, 1);
    ol_buf_add_char(typed->errors, '\n');
}

static void refuse(struct ol_typed *typed, const struct ol_yaml_node *node,
                   const struct search *search)
{
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        const struct ol_field *field = field_in(search, i);
        if (field != NULL) {
            refuse_kind(typed, node, search, field);
            return;
        }
    }
    refuse_name(typed, node, search);
}

/* A message is named that the parameter is not about. */
static void refuse_holder(struct ol_typed *typed, const struct ol_yaml_node *node,
                          const struct search *search, const struct ol_message *message)
{
    if (!ol_typed_begin_error(typed, node->mark)) {
        return;
    }
    bool is_held = search->param->of == OL_OF_HELD;
    ol_buf_addf(typed->errors,
                is_held ? "%s is not what the field holds; it holds: "
                        : "%s is no target of the rule; it has: ",
                message->name);
    add_messages(typed->errors, search->messages);
    ol_buf_add_char(typed->errors, '\n');
}

/* --- reading ------------------------------------------------------------- */

/* The name behind the message's, which may have a dot in it, if there is one. false: it is wrong,
 * which was told. */
static bool split(struct ol_typed *typed, const struct ol_yaml_node *node, const char *text,
                  struct search *search)
{
    const char *dot = strrchr(text, '.');
    search->name = dot == NULL ? text : dot + 1;
    if (dot == NULL) {
        return true;
    }
    struct ol_slice holder = {(const uint8_t *)text, (size_t)(dot - text)};
    const struct ol_message *message = ol_message_from_name(holder);
    if (message == NULL) {
        ol_attachment_refuse_name(typed, node->mark, holder);
        return false;
    }
    if ((search->messages & OL_MESSAGE_BIT(message->id)) == 0) {
        refuse_holder(typed, node, search, message);
        return false;
    }
    search->messages = OL_MESSAGE_BIT(message->id);
    return true;
}

void ol_param_load_field(struct ol_typed *typed, const struct ol_yaml_node *node,
                         const struct ol_param *param, const struct ol_attachment *attachment,
                         const struct ol_param_value *first, struct ol_param_items *items)
{
    const char *text = NULL;
    struct search search = {
        .param = param,
        .targets = attachment->targets,
        .messages = messages_for(param, attachment, first),
    };
    if (!ol_typed_line(typed, node, &text)) {
        return;
    }
    if (search.messages == 0) { /* what parameter 0 names is no message, or wrong, which was told */
        if (first->count > 0) {
            ol_typed_refuse_text(typed, node->mark, "parameter ", param->name,
                                 " is for a field that holds messages");
        }
        return;
    }
    if (!split(typed, node, text, &search)) {
        return;
    }
    size_t before = items->count;
    add_fields(&search, items);
    if (items->count == before) {
        refuse(typed, node, &search);
    }
}
