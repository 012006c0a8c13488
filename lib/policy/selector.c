/* SPDX-License-Identifier: Apache-2.0 */
/* Choosing findings. */
#include "policy/selector.h"

#include <string.h>

#include "base/file_path.h"
#include "base/glob.h"
#include "base/nearest.h"
#include "base/text.h"

static void refuse_rule(struct ol_typed *typed, const struct ol_rule_set *rules,
                        struct ol_mark mark, struct ol_slice id)
{
    struct ol_nearest nearest;
    if (!ol_typed_begin_error(typed, mark)) {
        return;
    }
    ol_nearest_init(&nearest, id);
    for (size_t i = 0; i < ol_rule_set_count(rules); i++) {
        ol_nearest_offer(&nearest, ol_rule_set_at(rules, i)->id);
    }
    ol_buf_add(typed->errors, "unknown rule ");
    ol_text_quote(typed->errors, id);
    ol_nearest_add_question(typed->errors, &nearest, 1);
    ol_buf_add(typed->errors, nearest.count == 0 ? "; see --list-rules\n" : "\n");
}

static void refuse_variant(struct ol_typed *typed, const struct ol_rule *rule, struct ol_mark mark,
                           struct ol_slice variant)
{
    struct ol_nearest nearest;
    if (!ol_typed_begin_error(typed, mark)) {
        return;
    }
    ol_nearest_init(&nearest, variant);
    for (size_t i = 0; i < rule->variant_count; i++) {
        ol_nearest_offer(&nearest, rule->variants[i].name);
    }
    ol_buf_add(typed->errors, "rule ");
    ol_text_quote(typed->errors, ol_slice_from_text(rule->id));
    ol_buf_add(typed->errors, " has no variant ");
    ol_text_quote(typed->errors, variant);
    ol_nearest_add_question(typed->errors, &nearest, 1);
    ol_buf_add(typed->errors, rule->variant_count == 0 ? ", nor any other" : "");
    for (size_t i = 0; i < rule->variant_count && nearest.count == 0; i++) {
        ol_buf_addf(typed->errors, "%s%s", i == 0 ? "; there are: " : ", ", rule->variants[i].name);
    }
    ol_buf_add_char(typed->errors, '\n');
}

/* The id in "ID" or "ID/VARIANT". */
static struct ol_slice id_of(const char *name)
{
    return (struct ol_slice){(const uint8_t *)name, strcspn(name, "/")};
}

bool ol_cases_look_up(const struct ol_rule_set *rules, const char *name, struct ol_cases *cases)
{
    struct ol_slice id = id_of(name);
    const struct ol_rule *rule = ol_rule_set_find(rules, id);
    if (rule == NULL) {
        return false;
    }
    uint32_t index = ol_rule_set_index(rules, rule);
    *cases = (struct ol_cases){index, 0, ol_rule_set_case_count(rules, index)};
    if (name[id.size] == '/') {
        cases->first = ol_rule_set_case_of(rules, index, ol_slice_from_text(name + id.size + 1));
        cases->count = 1;
    }
    return cases->first != SIZE_MAX;
}

bool ol_cases_find(struct ol_typed *typed, const struct ol_rule_set *rules, struct ol_mark mark,
                   const char *name, struct ol_cases *cases)
{
    struct ol_slice id = id_of(name);
    if (ol_cases_look_up(rules, name, cases)) {
        return true;
    }
    const struct ol_rule *rule = ol_rule_set_find(rules, id);
    if (rule == NULL) {
        refuse_rule(typed, rules, mark, id);
    } else {
        refuse_variant(typed, rule, mark, ol_slice_from_text(name + id.size + 1));
    }
    return false;
}

bool ol_file_scope_has(const struct ol_file_scope *scope, const char *path, struct ol_buf *scratch)
{
    if (scope->count == 0) {
        return true;
    }
    ol_buf_clear(scratch);
    bool is_beneath = ol_file_path_add_relative(scratch, scope->folder, path);
    const char *relative = ol_buf_text(scratch);
    if (!is_beneath) {
        const char *slash = strrchr(relative, '/');
        relative = slash != NULL ? slash + 1 : relative;
    }
    for (size_t i = 0; i < scope->count; i++) {
        const char *pattern = scope->patterns[i];
        if ((is_beneath || strchr(pattern, '/') == NULL) && ol_glob_matches(pattern, relative)) {
            return true;
        }
    }
    return false;
}

void *ol_selector_load(struct ol_typed *typed, const struct ol_yaml_node *node, size_t size,
                       ol_typed_load_fn *load, size_t *count)
{
    if (node->kind == OL_YAML_LIST) {
        return ol_typed_load_list(typed, node, size, load, count);
    }
    void *item = ol_typed_alloc(typed, 1, size);
    if (item != NULL) {
        load(typed, node, item);
    }
    *count = item != NULL ? 1 : 0;
    return item;
}

static void load_pattern(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    const char **pattern = out;
    if (!ol_typed_line(typed, node, pattern)) {
        return;
    }
    const char *fault = ol_glob_fault(*pattern);
    if (fault != NULL && ol_typed_begin_error(typed, node->mark)) {
        ol_text_quote(typed->errors, ol_slice_from_text(*pattern));
        ol_buf_add(typed->errors, " is no pattern for files: ");
        ol_buf_add(typed->errors, fault);
        ol_buf_add_char(typed->errors, '\n');
    }
}

const char *const *ol_selector_load_files(struct ol_typed *typed, const struct ol_yaml_node *node,
                                          size_t *count)
{
    return ol_selector_load(typed, node, sizeof(const char *), load_pattern, count);
}

static void load_path(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    (void)ol_path_pattern_load(typed, node, out); /* what is wrong was told */
}

const struct ol_path_pattern *ol_selector_load_paths(struct ol_typed *typed,
                                                     const struct ol_yaml_node *node, size_t *count)
{
    return ol_selector_load(typed, node, sizeof(struct ol_path_pattern), load_path, count);
}

bool ol_selector_has_path(const struct ol_path_pattern *patterns, size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++) {
        if (ol_path_pattern_covers_text(&patterns[i], path)) {
            return true;
        }
    }
    return count == 0;
}
