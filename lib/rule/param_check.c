/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of a rule, held against each other and against what the rule says. */
#include "rule/param_check.h"

#include <string.h>

#include "base/text.h"
#include "diag/template.h"
#include "rule/param_field.h"

/* What is checked, and where it stands. */
struct scene {
    struct ol_typed *typed;
    const struct ol_yaml_node *with; /* NULL: the rule has none */
    const struct ol_attachment *attachment;
    const struct ol_check *check;
    const struct ol_param_value *values;
};

/* Where a parameter is given, or what stands for it. */
static struct ol_mark mark_of(const struct scene *scene, const char *name)
{
    const struct ol_yaml_node *member =
        scene->with != NULL ? ol_yaml_member(scene->with, name) : NULL;
    if (member != NULL) {
        return member->mark;
    }
    bool has_key = scene->with != NULL && scene->with->key != NULL;
    return has_key ? scene->with->key->mark : scene->attachment->mark;
}

static size_t place_of(const struct ol_check *check, const char *name)
{
    size_t i = 0;
    while (strcmp(check->params[i].name, name) != 0) {
        i++;
    }
    return i;
}

/* --- nothing is asked ---------------------------------------------------- */

static void check_asked(const struct scene *scene)
{
    const struct ol_check *check = scene->check;
    bool is_asked = check->asks == 0;
    for (size_t i = 0; check->asks >> i != 0; i++) {
        is_asked = is_asked || ((check->asks >> i & 1) != 0 && scene->values[i].count > 0);
    }
    if (is_asked || !ol_typed_begin_error(scene->typed, mark_of(scene, ""))) {
        return;
    }
    ol_buf_addf(scene->typed->errors,
                "check '%s' is asked nothing; it wants one of: ", check->name);
    const char *separator = "";
    for (size_t i = 0; check->asks >> i != 0; i++) {
        if ((check->asks >> i & 1) != 0) {
            ol_buf_addf(scene->typed->errors, "%s%s", separator, check->params[i].name);
            separator = ", ";
        }
    }
    ol_buf_add_char(scene->typed->errors, '\n');
}

/* How many fields of one message there are at most. */
static size_t most_of_one(const struct ol_param_value *value)
{
    size_t most = 0;
    for (size_t i = 0; i < value->count; i++) {
        size_t count = 0;
        for (size_t j = 0; j < value->count; j++) {
            count += value->items[j].message == value->items[i].message;
        }
        most = count > most ? count : most;
    }
    return most;
}

static void check_least(const struct scene *scene, size_t i)
{
    const struct ol_param *param = &scene->check->params[i];
    if (scene->values[i].count > 0 && most_of_one(&scene->values[i]) < param->least &&
        ol_typed_begin_error(scene->typed, mark_of(scene, param->name))) {
        ol_buf_addf(scene->typed->errors, "'%s' wants %u fields of one message at least\n",
                    param->name, param->least);
    }
}

/* --- contradictions ------------------------------------------------------ */

static bool is_text(const struct ol_param_item *item)
{
    return ol_field_is_text(&ol_messages[item->message].fields[item->field]);
}

/* Texts are compared with texts, and numbers with numbers. */
static void check_alike(const struct scene *scene, size_t i)
{
    const struct ol_param *param = &scene->check->params[i];
    const struct ol_param_value *value = &scene->values[i];
    for (size_t j = 1; j < value->count; j++) {
        for (size_t k = 0; k < j; k++) {
            if (value->items[j].message == value->items[k].message &&
                is_text(&value->items[j]) != is_text(&value->items[k])) {
                ol_typed_refuse_text(
                    scene->typed, mark_of(scene, param->name), "", value->items[j].text,
                    is_text(&value->items[j]) ? " is a text, and the fields before it are none"
                                              : " is no text, and fields before it are");
                return;
            }
        }
    }
}

static void check_not_above(const struct scene *scene, size_t i)
{
    const struct ol_param *param = &scene->check->params[i];
    const struct ol_param_value *low = &scene->values[i];
    const struct ol_param_value *high = &scene->values[place_of(scene->check, param->not_above)];
    if (low->count > 0 && high->count > 0 && low->items[0].integer > high->items[0].integer &&
        ol_typed_begin_error(scene->typed, mark_of(scene, param->name))) {
        ol_buf_addf(scene->typed->errors, "'%s' is above '%s'\n", param->name, param->not_above);
    }
}

static bool is_same(const struct ol_param *param, const struct ol_param_item *a,
                    const struct ol_param_item *b)
{
    if (param->type == OL_PARAM_FIELD) {
        return a->message == b->message && a->field == b->field;
    }
    const char *text = a->key != NULL ? a->key : a->text;
    return text != NULL && b->text != NULL && strcmp(text, b->text) == 0;
}

static void check_apart(const struct scene *scene, size_t i)
{
    const struct ol_param *param = &scene->check->params[i];
    const struct ol_param_value *one = &scene->values[i];
    const struct ol_param_value *other = &scene->values[place_of(scene->check, param->apart)];
    for (size_t j = 0; j < one->count; j++) {
        for (size_t k = 0; k < other->count; k++) {
            const struct ol_param_item *item = &one->items[j];
            if (is_same(param, item, &other->items[k]) &&
                ol_typed_begin_error(scene->typed, mark_of(scene, param->name))) {
                struct ol_buf *errors = scene->typed->errors;
                ol_text_quote(errors,
                              ol_slice_from_text(item->key != NULL ? item->key : item->text));
                ol_buf_addf(errors, " stands in '%s' as well as in '%s'\n", param->name,
                            param->apart);
                return;
            }
        }
    }
}

void ol_params_check(struct ol_typed *typed, const struct ol_yaml_node *node,
                     const struct ol_attachment *attachment, const struct ol_param_value *values)
{
    const struct scene scene = {typed, node, attachment, attachment->check, values};
    check_asked(&scene);
    for (size_t i = 0; i < scene.check->param_count; i++) {
        const struct ol_param *param = &scene.check->params[i];
        check_least(&scene, i);
        if (param->is_alike) {
            check_alike(&scene, i);
        }
        if (param->not_above != NULL) {
            check_not_above(&scene, i);
        }
        if (param->apart != NULL) {
            check_apart(&scene, i);
        }
    }
}

/* --- messages ------------------------------------------------------------ */

/* The parameter that is a bound of that name and not given, or NULL. */
static const struct ol_param *unset_bound(const struct ol_check *check,
                                          const struct ol_param_value *values, struct ol_slice name)
{
    for (size_t i = 0; i < check->param_count; i++) {
        if (check->params[i].is_bound && values[i].count == 0 &&
            ol_slice_is_text(name, check->params[i].name)) {
            return &check->params[i];
        }
    }
    return NULL;
}

static void check_message(struct ol_typed *typed, const struct ol_yaml_node *node,
                          const struct ol_check *check, const struct ol_param_value *values)
{
    if (node == NULL || node->kind != OL_YAML_SCALAR) {
        return;
    }
    const char *at = node->text;
    for (struct ol_template_part part = ol_template_next(&at);
         part.kind != OL_TEMPLATE_END && part.kind != OL_TEMPLATE_BROKEN;
         part = ol_template_next(&at)) {
        const struct ol_param *param =
            part.kind == OL_TEMPLATE_NAME ? unset_bound(check, values, part.text) : NULL;
        if (param != NULL && ol_typed_begin_error(typed, node->mark)) {
            ol_buf_addf(typed->errors, "the message names {%s}, and 'with' does not give it\n",
                        param->name);
        }
    }
}

void ol_params_check_messages(struct ol_typed *typed, const struct ol_yaml_node *root,
                              const struct ol_check *check, const struct ol_param_value *values)
{
    const struct ol_yaml_node *variants = ol_yaml_member(root, "variants");
    if (values == NULL) {
        return;
    }
    check_message(typed, ol_yaml_member(root, "message"), check, values);
    bool is_map = variants != NULL && variants->kind == OL_YAML_MAP;
    for (const struct ol_yaml_node *variant = is_map ? variants->first : NULL; variant != NULL;
         variant = variant->next) {
        if (variant->kind == OL_YAML_MAP) {
            check_message(typed, ol_yaml_member(variant, "message"), check, values);
        }
    }
}
