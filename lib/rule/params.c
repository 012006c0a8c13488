/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of a rule. */
#include "rule/params.h"

#include <string.h>

#include "base/limits.h"
#include "base/pattern.h"
#include "base/text.h"
#include "onnx/enum_names.h"
#include "rule/load.h"
#include "rule/param_check.h"
#include "rule/param_field.h"

/* The items of one parameter while they are gathered, and what parameter 0 is. */
struct items {
    struct ol_param_items list;
    const struct ol_param_value *first;
};

/* --- parameters --- */

const struct ol_pattern *ol_params_load_pattern(struct ol_typed *typed,
                                                const struct ol_yaml_node *node)
{
    const char *text = NULL;
    const struct ol_pattern *pattern = NULL;
    size_t offset = 0;
    const char *why = "";
    if (!ol_typed_line(typed, node, &text)) {
        return NULL;
    }
    if (!typed->loader->is_custom) {
        ol_typed_refuse(
            typed, node->mark,
            "a pattern is for rules that are loaded at run time, not for built-in ones");
        return NULL;
    }
    enum ol_status status = ol_pattern_compile(typed->arena, text, &pattern, &offset, &why);
    if (status == OL_ERR_NOMEM) {
        typed->is_out_of_memory = true;
    } else if (status != OL_OK && ol_typed_begin_error(typed, node->mark)) {
        ol_text_quote(typed->errors, ol_slice_from_text(text));
        ol_buf_addf(typed->errors, " is no pattern, at its byte %zu: %s\n", offset + 1, why);
    }
    return status == OL_OK ? pattern : NULL;
}

bool ol_params_load_enum(struct ol_typed *typed, const struct ol_yaml_node *node,
                         const struct ol_field *field, int64_t *number)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(node->text));
    for (int64_t i = 0; i < OL_ENUM_NUMBERS_MAX; i++) {
        const char *name = ol_enum_name(field, i);
        if (name != NULL && strcmp(name, node->text) == 0) {
            *number = i;
            return true;
        }
        ol_nearest_offer(&nearest, name != NULL ? name : "");
    }
    ol_typed_refuse_unknown(typed, node->mark, field->name, &nearest);
    return false;
}

/* Whether the node is a name, not a number; then its number in the field is looked up. */
static bool load_enum_name(struct ol_typed *typed, const struct ol_yaml_node *node,
                           const struct ol_param_value *fields, int64_t *number)
{
    if (node->kind != OL_YAML_SCALAR || fields->count == 0 || node->text[0] < 'A' ||
        node->text[0] > 'Z') {
        return false;
    }
    const struct ol_param_item *item = &fields->items[0];
    (void)ol_params_load_enum(typed, node, &ol_messages[item->message].fields[item->field], number);
    return true;
}

/* Whether the number is one that only a uint64 holds, and one of the fields is of that type. */
static bool load_huge(const struct ol_yaml_node *node, const struct ol_param_value *fields,
                      struct ol_param_item *item)
{
    uint64_t number = 0;
    bool is_huge = node->kind == OL_YAML_SCALAR && ol_typed_u64_from_text(node->text, &number) &&
                   number > INT64_MAX;
    for (size_t i = 0; is_huge && i < fields->count; i++) {
        const struct ol_param_item *of = &fields->items[i];
        if (ol_messages[of->message].fields[of->field].type == OL_TYPE_UINT64) {
            item->integer = (int64_t)number;
            item->is_huge = true;
            return true;
        }
    }
    return false;
}

/* A number that a field of parameter 0 can hold, or its name. */
static void load_value(struct ol_typed *typed, const struct ol_yaml_node *node,
                       const struct ol_param_value *fields, struct ol_param_item *item)
{
    if (!load_enum_name(typed, node, fields, &item->integer) && !load_huge(node, fields, item)) {
        (void)ol_typed_integer(typed, node, INT64_MIN, INT64_MAX, &item->integer);
    }
}

static void load_item(struct ol_typed *typed, const struct ol_yaml_node *node,
                      const struct ol_param *param, struct items *items)
{
    struct ol_param_item *item = &items->list.items[items->list.count];
    bool is_free = param->min == 0 && param->max == 0;
    size_t place = 0;
    switch (param->type) {
    case OL_PARAM_INTEGER:
        if (param->takes_names) {
            load_value(typed, node, items->first, item);
        } else {
            (void)ol_typed_integer(typed, node, is_free ? INT64_MIN : param->min,
                                   is_free ? INT64_MAX : param->max, &item->integer);
        }
        break;
    case OL_PARAM_WORD:
        (void)ol_typed_word(typed, node, param->name, param->words, &place);
        item->integer = (int64_t)place;
        break;
    case OL_PARAM_TEXT:
        (void)ol_typed_line(typed, node, &item->text);
        break;
    case OL_PARAM_PATTERN:
        item->pattern = ol_params_load_pattern(typed, node);
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
        return a->integer == b->integer && a->is_huge == b->is_huge;
    case OL_PARAM_FIELD:
        return a->message == b->message && a->field == b->field;
    case OL_PARAM_TEXT:
    case OL_PARAM_PATTERN:
        break;
    }
    return a->text != NULL && b->text != NULL && strcmp(a->text, b->text) == 0;
}

static void refuse_twice(struct ol_typed *typed, const struct ol_yaml_node *node,
                         const struct ol_param *param, const struct ol_param_items *items,
                         size_t begin)
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
                        const struct ol_param *param, const struct ol_attachment *attachment,
                        struct items *items)
{
    struct ol_param_items *list = &items->list;
    size_t begin = list->count;
    unsigned errors = typed->error_count;
    if (param->type == OL_PARAM_FIELD) {
        ol_param_load_field(typed, node, param, attachment, items->first, list);
    } else {
        load_item(typed, node, param, items);
        list->items[list->count].key = param->is_map ? node->key->text : NULL;
        list->count++;
    }
    if (typed->error_count == errors && !param->may_repeat && !param->is_map) {
        refuse_twice(typed, node, param, list, begin);
    }
}

/* Whether a list or a map has as many members as one may have. */
static bool is_member_count(struct ol_typed *typed, const struct ol_yaml_node *node,
                            const struct ol_param *param)
{
    if (node->count > 0 && node->count <= OL_RULE_LIST_MAX) {
        return true;
    }
    const char *what = param->is_map ? " is too long a map" : " is too long a list";
    if (node->count == 0) {
        what = param->is_map ? " is empty; wanted: a map with a member"
                             : " is empty; wanted: a list with a member";
    }
    ol_typed_refuse_text(typed, node->mark, "", param->name, what);
    return false;
}

/* Reads parameter i, when those before it have been read. */
static void load_param(struct ol_typed *typed, const struct ol_yaml_node *node,
                       const struct ol_attachment *attachment, size_t i,
                       struct ol_param_value *values)
{
    const struct ol_param *param = &attachment->check->params[i];
    /* one value stands for a list of it, as with targets */
    bool is_list = param->is_map || (param->is_list && node->kind != OL_YAML_SCALAR);
    size_t members = 1;
    if (is_list) {
        if (!ol_typed_is_kind(typed, node, param->is_map ? OL_YAML_MAP : OL_YAML_LIST)) {
            return;
        }
        members = node->count;
        if (!is_member_count(typed, node, param)) {
            return;
        }
    }
    struct items items = {.first = &values[0]};
    items.list.items =
        ol_typed_alloc(typed, param->type == OL_PARAM_FIELD ? members * OL_MESSAGE_COUNT : members,
                       sizeof *items.list.items);
    if (items.list.items == NULL) {
        return;
    }
    if (is_list) {
        for (const struct ol_yaml_node *member = node->first; member != NULL;
             member = member->next) {
            load_member(typed, member, param, attachment, &items);
        }
    } else {
        load_member(typed, node, param, attachment, &items);
    }
    values[i] = (struct ol_param_value){items.list.items, items.list.count};
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
        for (size_t i = 0; nearest.count == 0 && i < check->param_count; i++) {
            ol_buf_addf(typed->errors, "%s%s", i == 0 ? "; it has: " : ", ", check->params[i].name);
        }
        ol_buf_add(typed->errors, check->param_count == 0 ? ", nor any other" : "");
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

/* Whether a parameter that is not given has to be; one of OF_HELD where there is something to look
 * at in what is held. */
static bool is_missing(const struct ol_param *param, const struct ol_param_value *values)
{
    if (param->of != OL_OF_HELD) {
        return param->is_required;
    }
    bool is_needed = param->needed_by == 0;
    for (size_t i = 0; param->needed_by >> i != 0; i++) {
        is_needed = is_needed || ((param->needed_by >> i & 1) != 0 && values[i].count > 0);
    }
    return is_needed && ol_param_held(&values[0]) != 0;
}

/* What stands for a parameter that is not given. */
static struct ol_param_value default_of(struct ol_typed *typed, const struct ol_param *param,
                                        const struct ol_param_value *base, uint64_t held)
{
    bool is_of_held = param->of == OL_OF_HELD;
    if (base != NULL && base->count > 0 &&
        (!is_of_held || (held & OL_MESSAGE_BIT(base->items[0].message)) != 0)) {
        return *base;
    }
    return is_of_held ? ol_param_fall_back(typed, param, held) : (struct ol_param_value){NULL, 0};
}

static void refuse_missing(struct ol_typed *typed, const struct ol_yaml_node *node,
                           const struct ol_attachment *attachment, const struct ol_param *param,
                           uint64_t held)
{
    bool has_key = node != NULL && node->key != NULL;
    if (!ol_typed_begin_error(typed, has_key ? node->key->mark : attachment->mark)) {
        return;
    }
    ol_buf_addf(typed->errors, "check '%s' wants its parameter '%s'", attachment->check->name,
                param->name);
    if (param->of == OL_OF_HELD) {
        ol_buf_add(typed->errors, ", a field of ");
        ol_attachment_add_names(typed->errors, held);
    }
    ol_buf_add_char(typed->errors, '\n');
}

/* Reads what is given, or takes what stands for it, then tells what is missing. */
static void fill_values(struct ol_typed *typed, const struct ol_yaml_node *node,
                        const struct ol_attachment *attachment, const struct ol_param_value *base,
                        struct ol_param_value *values)
{
    const struct ol_check *check = attachment->check;
    for (size_t i = 0; i < check->param_count; i++) {
        const struct ol_yaml_node *member =
            node == NULL ? NULL : ol_yaml_member(node, check->params[i].name);
        if (member != NULL) {
            load_param(typed, member, attachment, i, values);
        } else {
            values[i] = default_of(typed, &check->params[i], base == NULL ? NULL : &base[i],
                                   ol_param_held(&values[0]));
        }
    }
    for (size_t i = 0; i < check->param_count; i++) {
        const struct ol_param *param = &check->params[i];
        bool is_given = node != NULL && ol_yaml_member(node, param->name) != NULL;
        if (!is_given && values[i].count == 0 && is_missing(param, values)) {
            refuse_missing(typed, node, attachment, param, ol_param_held(&values[0]));
        }
    }
}

/* The values of all parameters; base: those of what is not given, NULL where there are none. */
static const struct ol_param_value *load_values(struct ol_typed *typed,
                                                const struct ol_yaml_node *node,
                                                const struct ol_attachment *attachment,
                                                const struct ol_param_value *base)
{
    const struct ol_check *check = attachment->check;
    if (node != NULL && !ol_typed_is_kind(typed, node, OL_YAML_MAP)) {
        return NULL;
    }
    unsigned errors = typed->error_count;
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
    if (values != NULL) {
        fill_values(typed, node, attachment, base, values);
    }
    if (values != NULL && typed->error_count == errors) {
        ol_params_check(typed, node, attachment, values);
    }
    return values;
}

const struct ol_param_value *ol_params_load(struct ol_typed *typed, const struct ol_yaml_node *node,
                                            const struct ol_attachment *attachment)
{
    return load_values(typed, node, attachment, NULL);
}

const struct ol_param_value *ol_params_change(struct ol_typed *typed,
                                              const struct ol_yaml_node *node,
                                              const struct ol_attachment *attachment,
                                              const struct ol_param_value *base)
{
    if (node->kind == OL_YAML_MAP && node->count == 0) {
        ol_typed_refuse(typed, node->mark, "'with' is empty; leave it out");
        return base;
    }
    return load_values(typed, node, attachment, base);
}
