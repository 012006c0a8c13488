/* SPDX-License-Identifier: Apache-2.0 */
/* Custom rules: files of one or many, rules in other files, and changed parameters. */
#include "base/limits.h"
#include "rule/load.h"
#include "rule/load_rule.h"
#include "rule/params.h"

static const struct ol_slice no_source = {NULL, 0};

/* The root of a file, whatever kind of node it is; NULL where there is none, which was told. */
static const struct ol_yaml_node *load_root(struct ol_typed *typed, struct ol_slice text)
{
    const struct ol_yaml_node *root = NULL;
    if (typed->is_out_of_memory) {
        return NULL;
    }
    enum ol_status status = ol_yaml_load(typed->arena, typed->path, text, typed->errors, &root);
    if (status == OL_ERR_RULE) {
        typed->error_count++;
    } else if (status != OL_OK) {
        typed->is_out_of_memory = true;
    }
    return status == OL_OK ? root : NULL;
}

static bool has_room(struct ol_typed *typed, const struct ol_yaml_node *root, size_t count)
{
    if (count == 0) {
        ol_typed_refuse(typed, root->mark, "the list of rules is empty");
    } else if (count > OL_CUSTOM_RULES_MAX && ol_typed_begin_error(typed, root->mark)) {
        ol_buf_addf(typed->errors, "the list has %zu rules; a run takes no more than %d\n", count,
                    OL_CUSTOM_RULES_MAX);
    }
    return count > 0 && count <= OL_CUSTOM_RULES_MAX;
}

enum ol_status ol_load_rules(struct ol_loader *loader, const char *path, struct ol_slice text,
                             struct ol_rule **rules, size_t *count)
{
    struct ol_typed typed;
    *rules = NULL;
    *count = 0;
    ol_typed_init(&typed, loader, path);
    const struct ol_yaml_node *root = load_root(&typed, text);
    bool is_list = root != NULL && root->kind == OL_YAML_LIST;
    size_t wanted = is_list ? root->count : 1;
    if (root == NULL || !has_room(&typed, root, wanted)) {
        return ol_typed_finish(&typed);
    }
    struct ol_rule *made = ol_typed_alloc(&typed, wanted, sizeof *made);
    const struct ol_yaml_node *member = is_list ? root->first : root;
    for (size_t i = 0; made != NULL && i < wanted; i++, member = member->next) {
        ol_load_rule_tree(&typed, member, no_source, &made[i]);
    }
    enum ol_status status = ol_typed_finish(&typed);
    if (status == OL_OK) {
        *rules = made;
        *count = wanted;
    }
    return status;
}

enum ol_status ol_load_rule_node(struct ol_loader *loader, const char *path,
                                 const struct ol_yaml_node *node, struct ol_rule *rule)
{
    struct ol_typed typed;
    ol_typed_init(&typed, loader, path);
    if (!typed.is_out_of_memory) {
        ol_load_rule_tree(&typed, node, no_source, rule);
    }
    return ol_typed_finish(&typed);
}

enum ol_status ol_load_with(struct ol_loader *loader, const char *path,
                            const struct ol_yaml_node *with, const struct ol_rule *rule,
                            struct ol_rule *changed)
{
    struct ol_typed typed;
    struct ol_attachment attachment = {
        .check = loader->checks[rule->check],
        .mark = with->mark,
        .targets = rule->targets,
    };
    ol_typed_init(&typed, loader, path);
    *changed = *rule;
    if (!typed.is_out_of_memory) {
        changed->with = ol_params_change(&typed, with, &attachment, rule->with);
    }
    return ol_typed_finish(&typed);
}
