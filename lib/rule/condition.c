/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions on fields: read against the schema, and asked of levels. */
#include "rule/condition.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/pattern.h"
#include "base/text.h"
#include "onnx/domain.h"
#include "onnx/enum_names.h"
#include "rule/attachment.h"
#include "rule/check.h"
#include "rule/params.h"
#include "rule/path_pattern.h"

/* --- the field ----------------------------------------------------------- */

/* A condition while it is read. */
struct draft {
    struct ol_condition *condition;
    const char *name; /* of the field */
    uint64_t messages;
    const struct ol_field *field; /* in one of the messages */
    bool has_equals;
};

static enum ol_condition_kind kind_of(const struct ol_field *field)
{
    if (ol_field_is_repeated(field)) {
        return OL_CONDITION_PRESENCE;
    }
    if (ol_field_is_text(field)) {
        return OL_CONDITION_TEXT;
    }
    return ol_field_is_varint(field) ? OL_CONDITION_INTEGER : OL_CONDITION_PRESENCE;
}

/* Whether the numbers of the field have names. */
static bool has_names(const struct ol_field *field)
{
    return ol_enum_name(field, 0) != NULL;
}

/* Whether the field names a domain of operators: that of a model is a name of another sort. */
static bool is_operator_domain(const struct ol_field *field)
{
    static const struct {
        uint8_t message;
        uint8_t field;
    } domains[] = {
        {OL_MESSAGE_NodeProto, OL_NodeProto_domain},
        {OL_MESSAGE_FunctionProto, OL_FunctionProto_domain},
        {OL_MESSAGE_OperatorSetIdProto, OL_OperatorSetIdProto_domain},
        {OL_MESSAGE_OperatorSetProto, OL_OperatorSetProto_domain},
    };
    for (size_t i = 0; i < sizeof domains / sizeof domains[0]; i++) {
        if (domains[i].message == field->holder->id && domains[i].field == field->index) {
            return true;
        }
    }
    return false;
}

static void refuse_field(struct ol_typed *typed, const struct ol_yaml_node *key, const char *name,
                         uint64_t messages)
{
    if (ol_typed_is_silent(typed)) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(name));
    for (uint64_t left = messages; left != 0; left &= left - 1) {
        const struct ol_message *message = &ol_messages[__builtin_ctzll(left)];
        for (size_t i = 0; i < message->field_count; i++) {
            ol_nearest_offer(&nearest, message->fields[i].name);
        }
    }
    bool is_own = strchr(key->text, '.') == NULL;
    if (is_own) {
        ol_nearest_offer(&nearest, "ir-version"); /* what `when:` has beside fields */
        ol_nearest_offer(&nearest, "opset");
    }
    if (!ol_typed_begin_error(typed, key->mark)) {
        return;
    }
    ol_buf_add(typed->errors, "no field ");
    ol_text_quote(typed->errors, nearest.wanted);
    if ((messages & (messages - 1)) == 0) {
        ol_buf_addf(typed->errors, " in %s", ol_messages[__builtin_ctzll(messages)].name);
    } else {
        ol_buf_add(typed->errors, " in any of the rule's targets");
    }
    if (is_own && nearest.count == 0) {
        ol_buf_add(typed->errors, "; of a message around it, write Message.field");
    }
    ol_nearest_add_question(typed->errors, &nearest, 1);
    ol_buf_add_char(typed->errors, '\n');
}

/* Looks the field up in the messages, and keeps of these those that have it. */
static bool find_field(struct ol_typed *typed, const struct ol_yaml_node *key, struct draft *draft)
{
    struct ol_condition *condition = draft->condition;
    uint64_t having = 0;
    memset(condition->fields, OL_FIELD_UNKNOWN, sizeof condition->fields);
    for (uint64_t left = draft->messages; left != 0; left &= left - 1) {
        unsigned id = (unsigned)__builtin_ctzll(left);
        const struct ol_field *field =
            ol_field_from_name(&ol_messages[id], ol_slice_from_text(draft->name));
        if (field == NULL) {
            continue;
        }
        if (having != 0 &&
            (kind_of(field) != condition->kind || has_names(field) != has_names(draft->field))) {
            ol_typed_refuse_text(typed, key->mark, "field ", draft->name,
                                 " is not the same in all of the rule's targets");
            return false;
        }
        draft->field = field;
        condition->kind = kind_of(field);
        condition->domains |= is_operator_domain(field) ? OL_MESSAGE_BIT(id) : 0;
        condition->fields[id] = field->index;
        having |= OL_MESSAGE_BIT(id);
    }
    if (having == 0) {
        refuse_field(typed, key, draft->name, draft->messages);
        return false;
    }
    draft->messages = having;
    return true;
}

/* Of "NodeProto.op_type", finds the message, which must be one that can stand around a target. */
static bool find_holder(struct ol_typed *typed, const struct ol_yaml_node *key,
                        struct ol_slice name, uint64_t targets, struct draft *draft)
{
    const struct ol_message *message = ol_message_from_name(name);
    if (message == NULL) {
        ol_attachment_refuse_name(typed, key->mark, name);
        return false;
    }
    if ((ol_path_messages_beneath(OL_MESSAGE_BIT(message->id)) & targets) == 0) {
        ol_typed_refuse_text(typed, key->mark, "", message->name,
                             " never stands around a target of the rule");
        return false;
    }
    draft->condition->holder = message;
    draft->messages = OL_MESSAGE_BIT(message->id);
    return true;
}

/* --- values -------------------------------------------------------------- */

static bool load_text(struct ol_typed *typed, const struct ol_yaml_node *node,
                      struct ol_slice *text)
{
    const char *line = "";
    bool is_empty = node->kind == OL_YAML_SCALAR && node->style == OL_YAML_QUOTED &&
                    node->text[0] == '\0'; /* "" is a text as well */
    if (!is_empty && !ol_typed_line(typed, node, &line)) {
        return false;
    }
    *text = ol_slice_from_text(line);
    return true;
}

/* A number, or its name where it has one. */
static bool load_integer(struct ol_typed *typed, const struct ol_yaml_node *node,
                         const struct ol_field *field, int64_t *number)
{
    bool is_word = node->kind == OL_YAML_SCALAR && has_names(field) &&
                   ((node->text[0] >= 'A' && node->text[0] <= 'Z') ||
                    (node->text[0] >= 'a' && node->text[0] <= 'z'));
    return is_word ? ol_params_load_enum(typed, node, field, number)
                   : ol_typed_integer(typed, node, INT64_MIN, INT64_MAX, number);
}

static bool load_value(struct ol_typed *typed, const struct ol_yaml_node *node,
                       const struct draft *draft, struct ol_condition_value *value)
{
    return draft->condition->kind == OL_CONDITION_TEXT
               ? load_text(typed, node, &value->text)
               : load_integer(typed, node, draft->field, &value->integer);
}

static int compare_values(const void *a, const void *b)
{
    const struct ol_condition_value *left = a;
    const struct ol_condition_value *right = b;
    int order = ol_slice_compare(left->text, right->text);
    return order != 0 ? order : (left->integer > right->integer) - (left->integer < right->integer);
}

/* A list of values, sorted; a scalar stands for a list of it. */
static void load_values(struct ol_typed *typed, const struct ol_yaml_node *node,
                        const struct draft *draft, struct ol_condition_values *values)
{
    bool is_list = node->kind == OL_YAML_LIST;
    size_t count = is_list ? node->count : 1;
    if (count == 0 || count > OL_RULE_LIST_MAX) {
        ol_typed_refuse_text(typed, node->mark, "", draft->name,
                             count == 0 ? " has an empty list of values"
                                        : " has too long a list of values");
        return;
    }
    struct ol_condition_value *items = ol_typed_alloc(typed, count, sizeof *items);
    const struct ol_yaml_node *member = is_list ? node->first : node;
    for (size_t i = 0; items != NULL && i < count; i++, member = member->next) {
        if (!load_value(typed, member, draft, &items[i])) {
            return;
        }
    }
    if (items != NULL) {
        qsort(items, count, sizeof *items, compare_values);
        *values = (struct ol_condition_values){items, count};
    }
}

/* --- what is asked ------------------------------------------------------- */

/* Whether the key can be asked of a field of that kind; told where it cannot. */
static bool is_askable(struct ol_typed *typed, const struct ol_yaml_node *node,
                       const struct draft *draft, enum ol_condition_kind wanted)
{
    if (draft->condition->kind == wanted) {
        return true;
    }
    ol_typed_refuse_text(typed, node->key->mark, "", node->key->text,
                         wanted == OL_CONDITION_TEXT ? " can be asked of texts alone"
                                                     : " can be asked of whole numbers alone");
    return false;
}

/* Whether anything but presence can be asked of the field; told where it cannot. */
static bool has_value(struct ol_typed *typed, const struct ol_yaml_node *node,
                      const struct draft *draft)
{
    if (draft->condition->kind != OL_CONDITION_PRESENCE) {
        return true;
    }
    ol_typed_refuse_text(typed, node->mark, "field ", draft->name,
                         " has no single value to ask for; wanted: {present: true} or "
                         "{present: false}");
    return false;
}

static void load_equals(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (has_value(typed, node, draft) && ol_typed_is_kind(typed, node, OL_YAML_SCALAR)) {
        load_values(typed, node, draft, &draft->condition->in);
        draft->has_equals = true;
    }
}

static void load_in(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (!has_value(typed, node, draft) || !ol_typed_is_kind(typed, node, OL_YAML_LIST)) {
        return;
    }
    if (draft->has_equals) {
        ol_typed_refuse(typed, node->key->mark, "'in' stands beside 'equals': keep one of them");
        return;
    }
    load_values(typed, node, draft, &draft->condition->in);
}

static void load_not_in(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (has_value(typed, node, draft)) {
        load_values(typed, node, draft, &draft->condition->not_in);
    }
}

static void load_pattern(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (is_askable(typed, node, draft, OL_CONDITION_TEXT)) {
        draft->condition->pattern = ol_params_load_pattern(typed, node);
    }
}

static void load_not_pattern(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (is_askable(typed, node, draft, OL_CONDITION_TEXT)) {
        draft->condition->not_pattern = ol_params_load_pattern(typed, node);
    }
}

static void load_min(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (is_askable(typed, node, draft, OL_CONDITION_INTEGER)) {
        (void)load_integer(typed, node, draft->field, &draft->condition->min);
    }
}

static void load_max(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (is_askable(typed, node, draft, OL_CONDITION_INTEGER)) {
        (void)load_integer(typed, node, draft->field, &draft->condition->max);
    }
    if (draft->condition->min > draft->condition->max) {
        ol_typed_refuse_text(typed, node->mark, "the max of ", draft->name, " is below its min");
    }
}

static void load_present(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const char *const words[] = {"no", "yes", NULL};
    struct draft *draft = out;
    size_t place = 0;
    if (ol_typed_word(typed, node, "value of 'present'", words, &place)) {
        draft->condition->presence = place == 0 ? OL_PRESENCE_ABSENT : OL_PRESENCE_PRESENT;
    }
}

static void load_questions(struct ol_typed *typed, const struct ol_yaml_node *node,
                           struct draft *draft)
{
    static const struct ol_typed_key keys[] = {
        {.name = "equals", .form = OL_TYPED_CALL, .load = load_equals},
        {.name = "in", .form = OL_TYPED_CALL, .load = load_in},
        {.name = "not-in", .form = OL_TYPED_CALL, .load = load_not_in},
        {.name = "pattern", .form = OL_TYPED_CALL, .load = load_pattern},
        {.name = "not-pattern", .form = OL_TYPED_CALL, .load = load_not_pattern},
        {.name = "min", .form = OL_TYPED_CALL, .load = load_min},
        {.name = "max", .form = OL_TYPED_CALL, .load = load_max},
        {.name = "present", .form = OL_TYPED_CALL, .load = load_present},
    };
    static const struct ol_typed_map map = {"condition", keys, sizeof keys / sizeof keys[0]};
    if (node->count == 0) {
        ol_typed_refuse_text(typed, node->mark, "", draft->name, " has an empty condition");
        return;
    }
    ol_typed_load_map(typed, node, &map, draft);
}

bool ol_condition_load(struct ol_typed *typed, const struct ol_yaml_node *node, uint64_t *targets,
                       struct ol_condition *condition)
{
    const struct ol_yaml_node *key = node->key;
    const char *dot = strrchr(key->text, '.');
    unsigned errors = typed->error_count;
    struct draft draft = {.condition = condition, .name = key->text, .messages = *targets};
    *condition = (struct ol_condition){.min = INT64_MIN, .max = INT64_MAX};
    if (dot != NULL) {
        struct ol_slice holder = {(const uint8_t *)key->text, (size_t)(dot - key->text)};
        draft.name = dot + 1;
        if (!find_holder(typed, key, holder, *targets, &draft)) {
            return false;
        }
    }
    if (!find_field(typed, key, &draft)) {
        return false;
    }
    if (dot == NULL) {
        *targets = draft.messages;
    }
    if (node->kind == OL_YAML_MAP) {
        load_questions(typed, node, &draft);
    } else if (has_value(typed, node, &draft)) {
        load_values(typed, node, &draft, &condition->in);
    }
    return typed->error_count == errors && !typed->is_out_of_memory;
}

/* --- asking -------------------------------------------------------------- */

static bool is_among(const struct ol_condition_values *values,
                     const struct ol_condition_value *value)
{
    return values->count > 0 &&
           bsearch(value, values->items, values->count, sizeof *value, compare_values) != NULL;
}

/* The level whose field is asked, and the field; false where there is none. */
static bool find_asked(const struct ol_condition *condition, const struct ol_level *level,
                       const struct ol_level **at, const struct ol_field **field)
{
    *at = condition->holder == NULL
              ? level
              : ol_level_enclosing(level, (enum ol_message_id)condition->holder->id);
    uint8_t index = *at != NULL ? condition->fields[(*at)->message->id] : OL_FIELD_UNKNOWN;
    *field = index != OL_FIELD_UNKNOWN ? &(*at)->message->fields[index] : NULL;
    return *field != NULL;
}

static bool is_domain(const struct ol_condition *condition, const struct ol_level *at)
{
    return (condition->domains & OL_MESSAGE_BIT(at->message->id)) != 0;
}

/* Whether readers see a text of the field that is whole, or none, which is an empty one. */
static bool is_readable(const struct ol_level *at, const struct ol_field *field,
                        struct ol_slice text)
{
    return !ol_level_shows(at, field) ||
           (!(at->fields[field->index].last.flags & OL_OCCURRENCE_CUT) &&
            (field->type != OL_TYPE_STRING || ol_utf8_valid_length(text) == text.size));
}

static struct ol_slice text_of(const struct ol_level *at, const struct ol_field *field)
{
    return ol_level_shows(at, field) ? ol_level_text(at, field->index) : (struct ol_slice){NULL, 0};
}

/* Whether the text is listed, or of a domain its other name. */
static bool is_listed(const struct ol_condition_values *values, struct ol_slice text,
                      bool is_domain)
{
    struct ol_condition_value value = {0, text};
    if (!is_among(values, &value) && is_domain && ol_domain_is_default(text)) {
        value.text = text.size > 0 ? (struct ol_slice){NULL, 0} : ol_domain_canonical(text);
    }
    return is_among(values, &value);
}

static bool holds_text(const struct ol_condition *condition, const struct ol_level *at,
                       const struct ol_field *field)
{
    struct ol_slice text = text_of(at, field);
    bool is_for_domain = is_domain(condition, at);
    bool is_asked = condition->in.count > 0 || condition->not_in.count > 0 ||
                    ol_condition_has_pattern(condition);
    return !is_asked ||
           ((condition->in.count == 0 || is_listed(&condition->in, text, is_for_domain)) &&
            !is_listed(&condition->not_in, text, is_for_domain) && is_readable(at, field, text));
}

bool ol_condition_has_pattern(const struct ol_condition *condition)
{
    return condition->pattern != NULL || condition->not_pattern != NULL;
}

bool ol_condition_holds(const struct ol_condition *condition, const struct ol_level *level)
{
    const struct ol_level *at;
    const struct ol_field *field;
    if (!find_asked(condition, level, &at, &field)) {
        return false;
    }
    uint8_t index = field->index;
    bool is_shown = ol_level_shows(at, field);
    if (!is_shown && !ol_level_has(at, index) && !ol_level_lacks(at, index)) {
        return false; /* it may stand in what could not be read */
    }
    if (condition->presence != OL_PRESENCE_EITHER &&
        (condition->presence == OL_PRESENCE_PRESENT) != is_shown) {
        return false;
    }
    if (condition->kind == OL_CONDITION_TEXT) {
        return holds_text(condition, at, field);
    }
    if (condition->kind == OL_CONDITION_PRESENCE) {
        return true;
    }
    struct ol_condition_value value = {is_shown ? ol_level_integer(at, index, 0) : 0, {NULL, 0}};
    return (condition->in.count == 0 || is_among(&condition->in, &value)) &&
           !is_among(&condition->not_in, &value) && value.integer >= condition->min &&
           value.integer <= condition->max;
}

bool ol_condition_matches(struct ol_run *run, const struct ol_condition *condition,
                          const struct ol_level *level)
{
    const struct ol_level *at;
    const struct ol_field *field;
    if (!find_asked(condition, level, &at, &field)) {
        return false;
    }
    struct ol_slice text = text_of(at, field);
    text = is_domain(condition, at) ? ol_domain_canonical(text) : text;
    struct ol_span span =
        ol_level_shows(at, field) ? ol_level_span(at, field->index) : ol_level_header(at);
    return (condition->pattern == NULL ||
            ol_run_match(run, at, span, condition->pattern, text) == OL_MATCH_YES) &&
           (condition->not_pattern == NULL ||
            ol_run_match(run, at, span, condition->not_pattern, text) == OL_MATCH_NO);
}
