/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns as non-deterministic automata: state i means that i steps have been taken, and the
 * states that are possible are bits of one word. */
#include "rule/path_pattern.h"

#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "onnx/recognise.h"

/* --- the schema ---------------------------------------------------------- */

/* What some steps lead to. */
struct reach {
    uint64_t messages;
    bool has_list;  /* a field on the last step is repeated */
    bool has_field; /* the last step is a field of one of the messages before it */
};

/* The messages that a file can be: those with a word of their own for --type. */
static uint64_t root_messages(void)
{
    uint64_t roots = 0;
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        if (strcmp(ol_message_type_name(&ol_messages[i]), ol_messages[i].name) != 0) {
            roots |= OL_MESSAGE_BIT(i);
        }
    }
    return roots;
}

/* One step from the messages: to a field of that name, or NULL for any. */
static struct reach reach_field(uint64_t messages, const char *name)
{
    struct reach reach = {0, false, false};
    for (; messages != 0; messages &= messages - 1) {
        const struct ol_message *message = &ol_messages[__builtin_ctzll(messages)];
        for (size_t i = 0; i < message->field_count; i++) {
            const struct ol_field *field = &message->fields[i];
            if (name != NULL && strcmp(field->name, name) != 0) {
                continue;
            }
            reach.has_field = true;
            reach.has_list = reach.has_list || ol_field_is_repeated(field);
            reach.messages |= field->of != NULL ? OL_MESSAGE_BIT(field->of->id) : 0;
        }
    }
    return reach;
}

uint64_t ol_path_messages_beneath(uint64_t messages)
{
    uint64_t before = 0;
    while (before != messages) {
        before = messages;
        messages |= reach_field(messages, NULL).messages;
    }
    return messages;
}

static struct reach reach_step(uint64_t messages, const struct ol_path_step *step)
{
    if (step->is_deep) {
        return (struct reach){ol_path_messages_beneath(messages), false, messages != 0};
    }
    return reach_field(messages, step->field);
}

uint64_t ol_path_pattern_messages(const struct ol_path_pattern *pattern)
{
    uint64_t messages = root_messages();
    for (size_t i = 0; i < pattern->count; i++) {
        messages = reach_step(messages, &pattern->steps[i]).messages;
    }
    return messages;
}

/* --- reading ------------------------------------------------------------- */

/* A pattern while it is read. */
struct draft {
    struct ol_typed *typed;
    const struct ol_yaml_node *node;
    struct ol_path_step *steps;
    size_t count;
    uint64_t messages; /* that the steps so far lead to */
    const char *at;    /* the rest of the text */
};

static bool refuse(struct draft *draft, const char *before, struct ol_slice text, const char *after)
{
    if (ol_typed_begin_error(draft->typed, draft->node->mark)) {
        ol_buf_add(draft->typed->errors, before);
        ol_text_quote(draft->typed->errors, text);
        ol_buf_add(draft->typed->errors, after);
        ol_buf_add_char(draft->typed->errors, '\n');
    }
    return false;
}

/* The part of the text that is read: what stands before the step. */
static struct ol_slice text_before(const struct draft *draft, const char *step)
{
    size_t size = (size_t)(step - draft->node->text);
    return (struct ol_slice){(const uint8_t *)draft->node->text, size > 0 ? size - 1 : 0};
}

/* "no field 'nod' in GraphProto; did you mean 'node'?" */
static bool refuse_field(struct draft *draft, const char *name, const char *step)
{
    if (ol_typed_is_silent(draft->typed)) {
        return false;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(name));
    for (uint64_t left = draft->messages; left != 0; left &= left - 1) {
        const struct ol_message *message = &ol_messages[__builtin_ctzll(left)];
        for (size_t i = 0; i < message->field_count; i++) {
            ol_nearest_offer(&nearest, message->fields[i].name);
        }
    }
    for (size_t i = 0; draft->count == 0 && draft->at[0] == '\0' && i < OL_MESSAGE_COUNT; i++) {
        ol_nearest_offer(&nearest, ol_messages[i].name); /* a path of one step may be a message */
    }
    if (!ol_typed_begin_error(draft->typed, draft->node->mark)) {
        return false;
    }
    struct ol_buf *errors = draft->typed->errors;
    ol_buf_add(errors, "no field ");
    ol_text_quote(errors, nearest.wanted);
    if (draft->count == 0) {
        ol_buf_add(errors, " in any message that a file can be");
    } else if ((draft->messages & (draft->messages - 1)) == 0) {
        ol_buf_addf(errors, " in %s", ol_messages[__builtin_ctzll(draft->messages)].name);
    } else {
        ol_buf_add(errors, " behind ");
        ol_text_quote(errors, text_before(draft, step));
    }
    ol_nearest_add_question(errors, &nearest, 1);
    ol_buf_add_char(errors, '\n');
    return false;
}

/* Reads "[3]" or "[*]"; at stands on the bracket. */
static bool load_index(struct draft *draft, struct ol_path_step *step)
{
    const char *digits = draft->at + 1;
    size_t length = strcspn(digits, "].[");
    struct ol_slice text = {(const uint8_t *)draft->at, length + (digits[length] == ']' ? 2 : 1)};
    bool is_number = length > 0 && (length == 1 || digits[0] != '0');
    uint64_t sum = 0;
    for (size_t i = 0; i < length && is_number; i++) {
        is_number = digits[i] >= '0' && digits[i] <= '9' &&
                    !__builtin_mul_overflow(sum, (uint64_t)10, &sum) &&
                    !__builtin_add_overflow(sum, (uint64_t)(digits[i] - '0'), &sum);
    }
    bool is_each = length == 1 && digits[0] == '*';
    if (digits[length] != ']' || (!is_number && !is_each)) {
        return refuse(draft, "", text, " is no element of a list; wanted: [3] or [*]");
    }
    step->has_index = is_number;
    step->index = sum;
    draft->at = digits + length + 1;
    return true;
}

/* Reads what names the step: a field, `*` or `**`. */
static bool load_name(struct draft *draft, struct ol_path_step *step)
{
    const char *begin = draft->at;
    size_t length = strcspn(begin, ".[");
    struct ol_slice name = {(const uint8_t *)begin, length};
    if (length == 0) {
        return refuse(draft, "an empty step in path ", ol_slice_from_text(draft->node->text), "");
    }
    draft->at += length;
    step->is_deep = ol_slice_is_text(name, "**");
    if (step->is_deep || ol_slice_is_text(name, "*")) {
        return true;
    }
    char *kept = ol_arena_copy_text(draft->typed->arena, name);
    if (kept == NULL) {
        draft->typed->is_out_of_memory = true;
        return false;
    }
    step->field = kept;
    return true;
}

static bool load_step(struct draft *draft)
{
    const char *begin = draft->at;
    struct ol_path_step *step = &draft->steps[draft->count];
    if (draft->messages == 0) {
        return refuse(draft, "", text_before(draft, begin),
                      " leads to no message, so no step can follow");
    }
    if (!load_name(draft, step)) {
        return false;
    }
    struct reach reach = reach_step(draft->messages, step);
    if (!reach.has_field) {
        return refuse_field(draft, step->field, begin);
    }
    bool is_list = draft->at[0] == '[';
    if (is_list && !load_index(draft, step)) {
        return false;
    }
    struct ol_slice text = {(const uint8_t *)begin, (size_t)(draft->at - begin)};
    if (is_list && !reach.has_list) {
        return refuse(draft, "", text, " is no list: leave the brackets out");
    }
    if (draft->at[0] != '.' && draft->at[0] != '\0') {
        return refuse(draft, "a full stop is missing behind ", text, "");
    }
    draft->messages = reach.messages;
    draft->count++;
    return true;
}

bool ol_path_pattern_load(struct ol_typed *typed, const struct ol_yaml_node *node,
                          struct ol_path_pattern *pattern)
{
    const char *text = NULL;
    if (!ol_typed_line(typed, node, &text)) {
        return false;
    }
    struct draft draft = {.typed = typed, .node = node, .messages = root_messages(), .at = text};
    size_t count = 1;
    for (const char *dot = strchr(text, '.'); dot != NULL; dot = strchr(dot + 1, '.')) {
        count++;
    }
    if (count > OL_PATH_STEPS_MAX) {
        if (ol_typed_begin_error(typed, node->mark)) {
            ol_buf_addf(typed->errors, "a path has no more than %d steps\n", OL_PATH_STEPS_MAX);
        }
        return false;
    }
    draft.steps = ol_typed_alloc(typed, count, sizeof *draft.steps);
    bool is_read = draft.steps != NULL && load_step(&draft);
    while (is_read && draft.at[0] == '.') {
        draft.at++;
        is_read = load_step(&draft);
    }
    *pattern = (struct ol_path_pattern){text, draft.steps, draft.count};
    return is_read;
}

/* --- matching ------------------------------------------------------------ */

/* One step of a path. */
struct place {
    struct ol_slice name;
    bool has_index;
    uint64_t index;
};

/* Adds the states behind each `**`, since it may stand for no step at all. */
static uint64_t skip_deep(const struct ol_path_pattern *pattern, uint64_t states)
{
    for (size_t i = 0; i < pattern->count; i++) {
        if (pattern->steps[i].is_deep && (states >> i & 1) != 0) {
            states |= UINT64_C(1) << (i + 1);
        }
    }
    return states;
}

static bool takes(const struct ol_path_step *step, const struct place *place)
{
    return (step->field == NULL || ol_slice_is_text(place->name, step->field)) &&
           (!step->has_index || (place->has_index && step->index == place->index));
}

/* The states behind one more step of a path. */
static uint64_t advance(const struct ol_path_pattern *pattern, uint64_t states,
                        const struct place *place)
{
    uint64_t next = 0;
    for (size_t i = 0; i < pattern->count; i++) {
        if ((states >> i & 1) == 0) {
            continue;
        }
        if (pattern->steps[i].is_deep) {
            next |= UINT64_C(1) << i;
        } else if (takes(&pattern->steps[i], place)) {
            next |= UINT64_C(1) << (i + 1);
        }
    }
    return skip_deep(pattern, next);
}

/* Whether the pattern ends in one of the states. */
static bool is_end(const struct ol_path_pattern *pattern, uint64_t states)
{
    return (states >> pattern->count & 1) != 0;
}

static struct place place_of(const struct ol_level *level)
{
    return (struct place){ol_slice_from_text(level->field->name),
                          ol_field_is_repeated(level->field), level->index};
}

bool ol_path_pattern_matches_level(const struct ol_path_pattern *pattern,
                                   const struct ol_level *level)
{
    const struct ol_level *chain[OL_DEPTH_MAX + 2];
    size_t depth = 0;
    uint64_t states = skip_deep(pattern, 1);
    if (level->parent != NULL && !pattern->steps[pattern->count - 1].is_deep) {
        /* most levels are none of the pattern's: told by their last step */
        struct place last = place_of(level);
        if (!takes(&pattern->steps[pattern->count - 1], &last)) {
            return false;
        }
    }
    for (; level->parent != NULL && depth < OL_DEPTH_MAX + 2; level = level->parent) {
        chain[depth++] = level;
    }
    while (depth > 0 && states != 0) {
        struct place place = place_of(chain[--depth]);
        states = advance(pattern, states, &place);
    }
    return is_end(pattern, states);
}

bool ol_path_pattern_covers_text(const struct ol_path_pattern *pattern, const char *path)
{
    uint64_t states = skip_deep(pattern, 1);
    while (path[0] != '\0' && states != 0 && !is_end(pattern, states)) {
        size_t length = strcspn(path, ".[");
        struct place place = {{(const uint8_t *)path, length}, path[length] == '[', 0};
        path += length;
        if (place.has_index) {
            for (path++; path[0] >= '0' && path[0] <= '9'; path++) {
                place.index = place.index * 10 + (uint64_t)(path[0] - '0');
            }
            path += path[0] == ']' ? 1 : 0;
        }
        states = advance(pattern, states, &place);
        path += path[0] == '.' ? 1 : 0;
    }
    return is_end(pattern, states);
}
