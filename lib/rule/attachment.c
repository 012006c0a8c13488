/* SPDX-License-Identifier: Apache-2.0 */
/* Targets of a rule: messages by name, and in a custom rule field paths. */
#include "rule/attachment.h"

#include <string.h>

#include "base/limits.h"
#include "rule/load.h"

void ol_attachment_refuse_name(struct ol_typed *typed, struct ol_mark mark, struct ol_slice name)
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
        ol_attachment_refuse_name(typed, node->mark, ol_slice_from_text(name));
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

void ol_attachment_add_names(struct ol_buf *buf, uint64_t messages)
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
        ol_attachment_add_names(typed->errors, check->targets);
        ol_buf_add_char(typed->errors, '\n');
    }
}

static void load_named(struct ol_typed *typed, const struct ol_yaml_node *node,
                       struct ol_attachment *attachment)
{
    const struct ol_message *message = message_from_node(typed, node);
    if (message == NULL) {
        return;
    }
    uint64_t bit = OL_MESSAGE_BIT(message->id);
    if ((attachment->check->targets & bit) == 0) {
        refuse_target(typed, node->mark, message->name, attachment->check);
    } else if ((attachment->named & bit) != 0) {
        ol_typed_refuse_text(typed, node->mark, "target ", message->name, " stands here twice");
    } else {
        attachment->named |= bit;
        attachment->targets |= bit;
    }
}

/* Reads a field path. The rule is bound to those messages that it leads to and the check is for. */
static void load_path(struct ol_typed *typed, const struct ol_yaml_node *node,
                      struct ol_attachment *attachment)
{
    struct ol_path_pattern *path = &attachment->paths[attachment->path_count];
    if (!ol_path_pattern_load(typed, node, path)) {
        return;
    }
    for (size_t i = 0; i < attachment->path_count; i++) {
        if (strcmp(attachment->paths[i].text, path->text) == 0) {
            ol_typed_refuse_text(typed, node->mark, "target ", path->text, " stands here twice");
            return;
        }
    }
    uint64_t messages = ol_path_pattern_messages(path);
    uint64_t targets = messages & attachment->check->targets;
    if (messages == 0) {
        ol_typed_refuse_text(typed, node->mark, "", path->text,
                             " leads to no message, but to a value: end the path at the message "
                             "that holds it, and name the field in 'with'");
    } else if (targets == 0) {
        bool is_one = (messages & (messages - 1)) == 0;
        refuse_target(typed, node->mark,
                      is_one ? ol_messages[__builtin_ctzll(messages)].name
                             : "what the path leads to",
                      attachment->check);
    } else {
        attachment->path_count++;
        attachment->targets |= targets;
    }
}

/* Names of messages begin with a capital letter, those of fields do not. */
static void load_target(struct ol_typed *typed, const struct ol_yaml_node *node,
                        struct ol_attachment *attachment)
{
    bool is_name = node->kind != OL_YAML_SCALAR || node->text[0] == '\0' ||
                   (node->text[0] >= 'A' && node->text[0] <= 'Z');
    if (is_name || !typed->loader->is_custom) {
        load_named(typed, node, attachment);
    } else if (attachment->paths != NULL) {
        load_path(typed, node, attachment);
    }
}

void ol_attachment_load_targets(struct ol_typed *typed, const struct ol_yaml_node *node,
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
            attachment->named = OL_ANY_MESSAGE;
            attachment->targets = OL_ANY_MESSAGE;
        } else {
            refuse_target(typed, node->mark, "every message", check);
        }
        return;
    }
    bool is_list = node->kind != OL_YAML_SCALAR;
    if (is_list && !ol_typed_is_kind(typed, node, OL_YAML_LIST)) {
        return;
    }
    size_t count = is_list ? node->count : 1;
    if (count == 0 || count > OL_RULE_TARGETS_MAX) {
        ol_typed_refuse(typed, node->mark,
                        count == 0 ? "'target' is empty; wanted: a list with a member"
                                   : "'target' is too long a list");
        return;
    }
    attachment->paths = ol_typed_alloc(typed, count, sizeof *attachment->paths);
    if (!is_list) {
        load_target(typed, node, attachment);
        return;
    }
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        load_target(typed, member, attachment);
    }
}

const char *ol_attachment_targets_text(struct ol_typed *typed,
                                       const struct ol_attachment *attachment)
{
    uint64_t targets = attachment->targets;
    if (targets == OL_ANY_MESSAGE || attachment->check->trigger == OL_ON_FAULT) {
        return "every message";
    }
    if (targets == 0) {
        return NULL;
    }
    struct ol_buf names;
    ol_buf_init(&names);
    ol_attachment_add_names(&names, targets);
    const char *text = ol_buf_copy(&names, typed->arena);
    if (text == NULL) {
        typed->is_out_of_memory = true;
    }
    ol_buf_fini(&names);
    return text;
}
