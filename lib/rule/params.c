/* SPDX-License-Identifier: Apache-2.0 */
/* Targets and parameters of a rule. */
#include "rule/params.h"

#include <string.h>

#include "base/limits.h"
#include "base/text.h"

/* --- targets --- */

static void refuse_message(struct ol_typed *typed, struct ol_mark mark, struct ol_slice name)
{
    if (ol_typed_is_silent(typed)) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, name);
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        ol_nearest_offer(&nearest, ol_messages[i].name);
    }
    ol_typed_refuse_unknown(typed, mark, "message", &nearest);
}

static const struct ol_message *message_from_node(struct ol_typed *typed,
                                                  const struct ol_yaml_node *node)
{
    const char *name = NULL;
    if (!ol_typed_line(typed, node, &name)) {
        return NULL;
    }
    const struct ol_message *message = ol_message_from_name(ol_slice_from_text(name));
    if (message == NULL) {
        refuse_message(typed, node->mark, ol_slice_from_text(name));
    }
    return message;
}

/* Of the messages, the one whose name comes next after that name ("" for the first), or NULL. */
static const char *next_name(uint64_t messages, const char *after)
{
    const char *next = NULL;
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        const char *name = ol_messages[i].name;
        bool is_member = (messages & OL_MESSAGE_BIT(i)) != 0;
        if (is_member && strcmp(name, after) > 0 && (next == NULL || strcmp(name, next) < 0)) {
            next = name;
        }
    }
    return next;
}

static void add_message_names(struct ol_buf *buf, uint64_t messages)
{
    const char *separator = "";
    for (const char *name = next_name(messages, ""); name != NULL;
         name = next_name(messages, name)) {
        ol_buf_add(buf, separator);
        ol_buf_add(buf, name);
        separator = ", ";
    }
}

static void refuse_target(struct ol_typed *typed, struct ol_mark mark, const char *what,
                          const struct ol_check *check)
{
    if (ol_typed_begin_error(typed, mark)) {
        ol_buf_addf(typed->errors, "check '%s' is not for %s; it is for: ", check->name, what);
        add_message_names(typed->errors, check->targets);
        ol_buf_add_char(typed->errors, '\n');
    }
}

static void load_target(struct ol_typed *typed, const struct ol_yaml_node *node,
                        struct ol_attachment *attachment)
{
    const struct ol_message *message = message_from_node(typed, node);
    if (message == NULL) {
        return;
    }
    uint64_t bit = OL_MESSAGE_BIT(message->id);
    if ((attachment->check->targets & bit) == 0) {
        refuse_target(typed, node->mark, message->name, attachment->check);
    } else if ((attachment->targets & bit) != 0) {
        ol_typed_refuse_text(typed, node->mark, "target ", message->name, " stands here twice");
    } else {
        attachment->targets |= bit;
    }
}

void ol_params_load_targets(struct ol_typed *typed, const struct ol_yaml_node *node,
                            struct ol_attachment *attachment)
{
    const struct ol_check *check = attachment->check;
    if (check->targets == 0) {
        if (node != NULL) {
            ol_typed_refuse_text(typed, node->key->mark, "check ", check->name,
                                 " is bound to no message: leave target out");
        }
        return;
    }
    if (node == NULL) {
        ol_typed_refuse_text(typed, attachment->mark,
                             "the rule lacks its key 'target', which check ", check->name,
                             " wants");
        return;
    }
    if (node->kind == OL_YAML_SCALAR && strcmp(node->text, "any") == 0) {
        if (check->targets == OL_ANY_MESSAGE) {
            attachment->targets = OL_ANY_MESSAGE;
        } else {
            refuse_target(typed, node->mark, "every message", check);
        }
        return;
    }
    if (node->kind == OL_YAML_SCALAR) {
        load_target(typed, node, attachment);
        return;
    }
    if (!ol_typed_is_kind(typed, node, OL_YAML_LIST)) {
        return;
    }
    if (node->count == 0) {
        ol_typed_refuse(typed, node->mark, "'target' is empty; wanted: a list with a member");
    }
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        load_target(typed, member, attachment);
    }
}

const char *ol_params_targets_text(struct ol_typed *typed, const struct ol_attachment *attachment)
{
    uint64_t targets = attachment->targets;
    if (targets == OL_ANY_MESSAGE || attachment->check->trigger == OL_ON_FAULT) {
        return "every message";
    }
    if (targets == 0) {
        return NULL;
    }
    struct ol_buf names;
    const char *text = NULL;
    ol_buf_init(&names);
    add_message_names(&names, targets);
    if (ol_buf_is_ok(&names)) {
        text = ol_arena_copy_text(typed->arena, ol_slice_from_text(ol_buf_text(&names)));
    }
    if (text == NULL) {
        typed->is_out_of_memory = true;
    }
    ol_buf_fini(&names);
    return text;
}

/* --- fields --- */

/* The items of one parameter while they are gathered. */
struct items {
    struct ol_param_item *items;
    size_t count;
};

static void refuse_field(struct ol_typed *typed, const struct ol_yaml_node *node, const char *name,
                         uint64_t messages)
{
    if (ol_typed_is_silent(typed)) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(name));
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        for (size_t j = 0; (messages & OL_MESSAGE_BIT(i)) != 0 && j < ol_messages[i].field_count;
             j++) {
            ol_nearest_offer(&nearest, ol_messages[i].fields[j].name);
        }
    }
    if (!ol_typed_begin_error(typed, node->mark)) {
        return;
    }
    ol_buf_add(typed->errors, "no field ");
    ol_text_quote(typed->errors, nearest.wanted);
    if (messages == OL_ANY_MESSAGE) {
        ol_buf_add(typed->errors, " in any message");
    } else if (messages == 0) {
        ol_buf_add(typed->errors, " in the rule's targets: it has none, so write Message.field");
    } else {
        ol_buf_add(typed->errors, " in ");
        add_message_names(typed->errors, messages);
    }
    ol_nearest_add_question(typed->errors, &nearest, 1);
    ol_buf_add_char(typed->errors, '\n');
}

/* The field's items: one for each of the messages that has it. */
static void add_fields(struct items *items, const char *name, uint64_t messages)
{
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        if ((messages & OL_MESSAGE_BIT(i)) == 0) {
            continue;
        }
        const struct ol_field *field =
            ol_field_from_name(&ol_messages[i], ol_slice_from_text(name));
        if (field != NULL) {
            items->items[items->count] = (struct ol_param_item){
                .text = field->name, .message = (uint8_t)i, .field = field->index};
            items->count++;
        }
    }
}

/* "raw_data", or "TensorProto.raw_data"; a message's own name may have a dot in it. */
static void load_field(struct ol_typed *typed, const struct ol_yaml_node *node, uint64_t targets,
                       struct items *items)
{
    const char *text = NULL;
    if (!ol_typed_line(typed, node, &text)) {
        return;
    }
    const char *dot = strrchr(text, '.');
    const char *name = dot == NULL ? text : dot + 1;
    uint64_t messages = targets;
    if (dot != NULL) {
        struct ol_slice holder = {(const uint8_t *)text, (size_t)(dot - text)};
        const struct ol_message *message = ol_message_from_name(holder);
        if (message == NULL) {
            refuse_message(typed, node->mark, holder);
            return;
        }
        messages = OL_MESSAGE_BIT(message->id);
    }
    size_t before = items->count;
    add_fields(items, name, messages);
    if (items->count == before) {
        refuse_field(typed, node, name, messages);
    }
}

/* --- parameters --- */

static void load_item(struct ol_typed *typed, const struct ol_yaml_node *node,
                      const struct ol_param *param, struct ol_param_item *item)
{
    size_t place = 0;
    switch (param->type) {
    case OL_PARAM_INTEGER:
        (void)ol_typed_integer(typed, node, INT64_MIN, INT64_MAX, &item->integer);
        break;
    case OL_PARAM_WORD:
        (void)ol_typed_word(typed, node, param->name, param->words, &place);
        item->integer = (int64_t)place;
        break;
    case OL_PARAM_TEXT:
        (void)ol_typed_line(typed, node, &item->text);
        break;
    case OL_PARAM_FIELD:
        break;
    }
    item->text = node->text;
}

static bool is_same_item(const struct ol_param *param, const struct ol_param_item *a,
                         const struct ol_param_item *b)
{
    switch (param->type) {
    case OL_PARAM_INTEGER:
    case OL_PARAM_WORD:
        return a->integer == b->integer;
    case OL_PARAM_FIELD:
        return a->message == b->message && a->field == b->field;
    case OL_PARAM_TEXT:
        break;
    }
    return a->text != NULL && b->text != NULL && strcmp(a->text, b->text) == 0;
}

static void refuse_twice(struct ol_typed *typed, const struct ol_yaml_node *node,
                         const struct ol_param *param, const struct items *items, size_t begin)
{
    for (size_t i = begin; i < items->count; i++) {
        for (size_t j = 0; j < begin; j++) {
            if (is_same_item(param, &items->items[i], &items->items[j])) {
                ol_typed_refuse_text(typed, node->mark, "", node->text, " stands here twice");
                return;
            }
        }
    }
}

static void load_member(struct ol_typed *typed, const struct ol_yaml_node *node,
                        const struct ol_param *param, uint64_t targets, struct items *items)
{
    size_t begin = items->count;
    unsigned errors = typed->error_count;
    if (param->type == OL_PARAM_FIELD) {
        load_field(typed, node, targets, items);
    } else {
        load_item(typed, node, param, &items->items[items->count]);
        items->count++;
    }
    if (typed->error_count == errors && !param->may_repeat) {
        refuse_twice(typed, node, param, items, begin);
    }
}

static void load_param(struct ol_typed *typed, const struct ol_yaml_node *node,
                       const struct ol_param *param, uint64_t targets, struct ol_param_value *value)
{
    /* one value stands for a list of it, as with targets */
    bool is_list = param->is_list && node->kind != OL_YAML_SCALAR;
    size_t members = 1;
    if (is_list) {
        if (!ol_typed_is_kind(typed, node, OL_YAML_LIST)) {
            return;
        }
        members = node->count;
        if (members == 0 || members > OL_RULE_LIST_MAX) {
            ol_typed_refuse_text(typed, node->mark, "", param->name,
                                 members == 0 ? " is empty; wanted: a list with a member"
                                              : " is too long a list");
            return;
        }
    }
    struct items items = {NULL, 0};
    items.items =
        ol_typed_alloc(typed, param->type == OL_PARAM_FIELD ? members * OL_MESSAGE_COUNT : members,
                       sizeof *items.items);
    if (items.items == NULL) {
        return;
    }
    if (is_list) {
        for (const struct ol_yaml_node *member = node->first; member != NULL;
             member = member->next) {
            load_member(typed, member, param, targets, &items);
        }
    } else {
        load_member(typed, node, param, targets, &items);
    }
    *value = (struct ol_param_value){items.items, items.count};
}

static void refuse_param(struct ol_typed *typed, const struct ol_yaml_node *key,
                         const struct ol_check *check)
{
    if (ol_typed_is_silent(typed)) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(key->text));
    for (size_t i = 0; i < check->param_count; i++) {
        ol_nearest_offer(&nearest, check->params[i].name);
    }
    if (ol_typed_begin_error(typed, key->mark)) {
        ol_buf_addf(typed->errors, "check '%s' has no parameter ", check->name);
        ol_text_quote(typed->errors, nearest.wanted);
        ol_nearest_add_question(typed->errors, &nearest, 1);
        ol_buf_add_char(typed->errors, '\n');
    }
}

static bool has_param(const struct ol_check *check, const char *name)
{
    for (size_t i = 0; i < check->param_count; i++) {
        if (strcmp(check->params[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

const struct ol_param_value *ol_params_load(struct ol_typed *typed, const struct ol_yaml_node *node,
                                            const struct ol_attachment *attachment)
{
    const struct ol_check *check = attachment->check;
    if (node != NULL && !ol_typed_is_kind(typed, node, OL_YAML_MAP)) {
        return NULL;
    }
    const struct ol_yaml_node *first = node == NULL ? NULL : node->first;
    for (const struct ol_yaml_node *member = first; member != NULL; member = member->next) {
        if (!has_param(check, member->key->text)) {
            refuse_param(typed, member->key, check);
        }
    }
    if (check->param_count == 0) {
        return NULL;
    }
    struct ol_param_value *values = ol_typed_alloc(typed, check->param_count, sizeof *values);
    for (size_t i = 0; values != NULL && i < check->param_count; i++) {
        const struct ol_param *param = &check->params[i];
        const struct ol_yaml_node *member = node == NULL ? NULL : ol_yaml_member(node, param->name);
        if (member != NULL) {
            load_param(typed, member, param, attachment->targets, &values[i]);
        } else if (param->is_required &&
                   ol_typed_begin_error(typed, node == NULL ? attachment->mark : node->key->mark)) {
            ol_buf_addf(typed->errors, "check '%s' wants its parameter '%s'\n", check->name,
                        param->name);
        }
    }
    return values;
}
