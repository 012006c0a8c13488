/* SPDX-License-Identifier: Apache-2.0 */
/* The loader of targets. */
#include <string.h>

#include "onnx/domain.h"
#include "rule/example.h"
#include "rule/load.h"
#include "rule/load_target.h"

#define KEY_COUNT(keys) (sizeof(keys) / sizeof(keys)[0])

/* A name on the command line and in messages: "onnx-1.16". */
static bool is_name(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789.-") == strlen(text) &&
           text[0] >= 'a' && text[0] <= 'z';
}

static void load_name(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_target *target = out;
    const char *name = NULL;
    if (!ol_typed_line(typed, node, &name)) {
        return;
    }
    if (!is_name(name)) {
        ol_typed_refuse_text(typed, node->mark, "", name,
                             " is no such name; wanted: lower-case letters, then digits, full "
                             "stops and hyphens as well");
    } else {
        target->name = name;
    }
}

static void load_ir_version(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_target *target = out;
    (void)ol_typed_integer(typed, node, OL_IR_VERSION_MIN, OL_IR_VERSION_MAX, &target->ir_version);
}

static void load_others(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const char *const words[] = {"allowed", "custom", "refused", NULL};
    static const enum ol_target_others others[] = {
        OL_TARGET_OTHERS_ALLOWED, OL_TARGET_OTHERS_CUSTOM, OL_TARGET_OTHERS_REFUSED};
    struct ol_target *target = out;
    size_t place = 0;
    if (ol_typed_word(typed, node, "treatment of other domains", words, &place)) {
        target->others = others[place];
    }
}

/* --- opsets -------------------------------------------------------------- */

static void load_min(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_target_opset *opset = out;
    (void)ol_typed_integer(typed, node, 1, INT32_MAX, &opset->min);
}

static void load_max(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_target_opset *opset = out;
    (void)ol_typed_integer(typed, node, 1, INT32_MAX, &opset->max);
}

/* The newest version alone, or a map of the oldest and the newest. */
static void load_opset(struct ol_typed *typed, const struct ol_yaml_node *node,
                       struct ol_target_opset *opset)
{
    static const struct ol_typed_key keys[] = {
        {.name = "min", .form = OL_TYPED_CALL, .load = load_min},
        {.name = "max", .form = OL_TYPED_CALL, .load = load_max},
    };
    static const struct ol_typed_map map = {"range of versions", keys, KEY_COUNT(keys)};
    opset->domain =
        ol_domain_is_default(ol_slice_from_text(node->key->text)) ? "ai.onnx" : node->key->text;
    if (node->kind == OL_YAML_SCALAR) {
        load_max(typed, node, opset);
        return;
    }
    unsigned errors = typed->error_count;
    ol_typed_load_map(typed, node, &map, opset);
    if (typed->error_count > errors) {
        return;
    }
    if (opset->min == 0 && opset->max == 0) {
        ol_typed_refuse(typed, node->mark, "a range of versions has min, max or both");
    } else if (opset->max > 0 && opset->min > opset->max) {
        ol_typed_refuse(typed, node->mark, "min is above max");
    }
}

static void load_opsets(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_target *target = out;
    if (!ol_typed_is_kind(typed, node, OL_YAML_MAP)) {
        return;
    }
    if (node->count > OL_RULE_LIST_MAX) {
        ol_typed_refuse(typed, node->mark, "too many domains");
        return;
    }
    struct ol_target_opset *opsets = ol_typed_alloc(typed, node->count, sizeof *opsets);
    for (const struct ol_yaml_node *member = node->first; opsets != NULL && member != NULL;
         member = member->next) {
        struct ol_slice domain = ol_slice_from_text(member->key->text);
        target->opsets = opsets;
        if (ol_target_opset(target, domain) != NULL) {
            ol_typed_refuse_text(typed, member->key->mark, "", member->key->text,
                                 " is the default domain, which is there already");
        }
        load_opset(typed, member, &opsets[target->opset_count]);
        target->opset_count++;
    }
}

/* --- the file ------------------------------------------------------------ */

/* They are for who reads the file: only their form is looked at. */
static void load_references(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_rule_doc doc = {0};
    (void)out;
    ol_example_load_references(typed, node, &doc);
}

static const struct ol_typed_key target_keys[] = {
    {.name = "name", .form = OL_TYPED_CALL, .is_required = true, .load = load_name},
    {.name = "title", .offset = offsetof(struct ol_target, title)},
    {.name = "ir-version", .form = OL_TYPED_CALL, .load = load_ir_version},
    {.name = "opsets", .form = OL_TYPED_CALL, .load = load_opsets},
    {.name = "other-domains", .form = OL_TYPED_CALL, .load = load_others},
    {.name = "references", .form = OL_TYPED_CALL, .load = load_references},
};

void ol_target_load(struct ol_typed *typed, const struct ol_yaml_node *node,
                    struct ol_target *target)
{
    static const struct ol_typed_map map = {"target", target_keys, KEY_COUNT(target_keys)};
    unsigned errors = typed->error_count;
    ol_typed_load_map(typed, node, &map, target);
    if (typed->error_count == errors && target->ir_version == 0 && target->opset_count == 0 &&
        target->others == OL_TARGET_OTHERS_ALLOWED) {
        ol_typed_refuse(typed, node->mark,
                        "the target bounds nothing; give ir-version, opsets or other-domains");
    }
}

enum ol_status ol_load_target(struct ol_loader *loader, const char *path, struct ol_slice text,
                              struct ol_target *target)
{
    struct ol_typed typed;
    ol_typed_init(&typed, loader, path);
    *target = (struct ol_target){0};
    const struct ol_yaml_node *root = ol_typed_load_tree(&typed, text);
    if (root != NULL) {
        ol_target_load(&typed, root, target);
    }
    if (target->name != NULL && !loader->is_custom && strcmp(target->name, typed.name) != 0) {
        ol_typed_refuse_text(&typed, ol_yaml_member(root, "name")->mark, "", target->name,
                             " is not the name of the file");
    }
    return ol_typed_finish(&typed);
}
