/* SPDX-License-Identifier: Apache-2.0 */
/* Where a custom rule applies: read from its keys, and asked for each level. */
#include "rule/filter.h"

#include <string.h>

#include "base/limits.h"
#include "onnx/domain.h"
#include "onnx/model.h"
#include "rule/check.h"

/* --- opset --------------------------------------------------------------- */

/* Anything can be a domain; what is one letter away from one of the standard's is a slip. */
static void check_domain(struct ol_typed *typed, const struct ol_yaml_node *node,
                         const char *domain)
{
    struct ol_nearest nearest;
    struct ol_slice text = ol_slice_from_text(domain);
    const struct ol_domain *standard = NULL;
    ol_nearest_init(&nearest, text);
    for (size_t i = 0; (standard = ol_domain_at(i)) != NULL; i++) {
        if (ol_nearest_distance(text, ol_slice_from_text(standard->name)) <= 1) {
            ol_nearest_offer(&nearest, standard->name);
        }
    }
    if (!ol_domain_is_default(text) && !ol_domain_is_standard(text) && nearest.count > 0) {
        ol_typed_refuse_unknown(typed, node->mark, "domain", &nearest);
    }
}

static void load_domain(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_opset_range *range = out;
    const char *domain = "";
    bool is_empty =
        node->kind == OL_YAML_SCALAR && node->style == OL_YAML_QUOTED && node->text[0] == '\0';
    if (is_empty || ol_typed_line(typed, node, &domain)) {
        range->domain = ol_domain_canonical(ol_slice_from_text(domain));
        check_domain(typed, node, domain);
    }
}

static void load_min(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_opset_range *range = out;
    (void)ol_typed_integer(typed, node, 1, INT64_MAX, &range->min);
}

static void load_max(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_opset_range *range = out;
    (void)ol_typed_integer(typed, node, 1, INT64_MAX, &range->max);
}

static const struct ol_opset_range *load_opset(struct ol_typed *typed,
                                               const struct ol_yaml_node *node)
{
    static const struct ol_typed_key keys[] = {
        {.name = "domain", .form = OL_TYPED_CALL, .load = load_domain},
        {.name = "min", .form = OL_TYPED_CALL, .load = load_min},
        {.name = "max", .form = OL_TYPED_CALL, .load = load_max},
    };
    static const struct ol_typed_map map = {"range of operator sets", keys,
                                            sizeof keys / sizeof keys[0]};
    struct ol_opset_range *range = ol_typed_alloc(typed, 1, sizeof *range);
    unsigned errors = typed->error_count;
    if (range == NULL) {
        return NULL;
    }
    range->domain = ol_domain_canonical((struct ol_slice){NULL, 0});
    ol_typed_load_map(typed, node, &map, range);
    if (typed->error_count > errors) {
        return NULL;
    }
    if (range->min == 0 && range->max == 0) {
        ol_typed_refuse(typed, node->mark, "a range of operator sets has min, max or both");
    } else if (range->max != 0 && range->min > range->max) {
        ol_typed_refuse(typed, node->mark, "a range of operator sets whose min is above its max");
    }
    return range;
}

/* --- reading ------------------------------------------------------------- */

static bool is_key(const struct ol_yaml_node *node, const char *name)
{
    return strcmp(node->key->text, name) == 0;
}

/* The member of `when:` that says the same as a key of the rule. */
static const struct ol_yaml_node *either(struct ol_typed *typed, const struct ol_yaml_node *outer,
                                         const struct ol_yaml_node *inner)
{
    if (outer != NULL && inner != NULL) {
        ol_typed_refuse_text(typed, inner->key->mark, "", inner->key->text,
                             " says what a key of the rule says already");
    }
    return outer != NULL ? outer : inner;
}

struct ol_filter_keys ol_filter_find_keys(struct ol_typed *typed, const struct ol_yaml_node *rule)
{
    struct ol_filter_keys keys = {.when = ol_yaml_member(rule, "when")};
    bool is_map = keys.when != NULL && ol_typed_is_kind(typed, keys.when, OL_YAML_MAP);
    keys.opset = either(typed, ol_yaml_member(rule, "opset"),
                        is_map ? ol_yaml_member(keys.when, "opset") : NULL);
    keys.ir_version = is_map ? ol_yaml_member(keys.when, "ir-version") : NULL;
    (void)either(typed, ol_yaml_member(rule, "ir"), keys.ir_version);
    return keys;
}

static void load_conditions(struct ol_typed *typed, const struct ol_yaml_node *when,
                            struct ol_attachment *attachment, struct ol_filter *filter)
{
    if (when->count == 0) {
        ol_typed_refuse(typed, when->mark, "'when' is empty; leave it out");
        return;
    }
    if (when->count > OL_RULE_TARGETS_MAX) {
        ol_typed_refuse(typed, when->mark, "'when' has too many conditions");
        return;
    }
    struct ol_condition *conditions = ol_typed_alloc(typed, when->count, sizeof *conditions);
    uint64_t targets = attachment->targets;
    size_t count = 0;
    for (const struct ol_yaml_node *member = when->first; member != NULL && conditions != NULL;
         member = member->next) {
        if (!is_key(member, "opset") && !is_key(member, "ir-version") &&
            ol_condition_load(typed, member, &targets, &conditions[count])) {
            count++;
        }
    }
    attachment->targets = targets;
    filter->conditions = conditions;
    filter->condition_count = count;
}

const struct ol_filter *ol_filter_load(struct ol_typed *typed, const struct ol_filter_keys *keys,
                                       struct ol_attachment *attachment)
{
    if (keys->when == NULL && keys->opset == NULL && attachment->path_count == 0) {
        return NULL;
    }
    const struct ol_yaml_node *first = keys->when != NULL ? keys->when : keys->opset;
    if (first != NULL && attachment->check->targets == 0) {
        ol_typed_refuse_text(typed, first->key->mark, "check ", attachment->check->name,
                             " is shown no message: leave 'when' and 'opset' out");
        return NULL;
    }
    struct ol_filter *filter = ol_typed_alloc(typed, 1, sizeof *filter);
    if (filter == NULL) {
        return NULL;
    }
    *filter = (struct ol_filter){.named = attachment->named,
                                 .paths = attachment->paths,
                                 .path_count = attachment->path_count};
    /* without a target, which was told, nothing is known of its fields */
    if (keys->when != NULL && keys->when->kind == OL_YAML_MAP && attachment->targets != 0) {
        load_conditions(typed, keys->when, attachment, filter);
    }
    filter->opset = keys->opset != NULL ? load_opset(typed, keys->opset) : NULL;
    return filter;
}

/* --- asking -------------------------------------------------------------- */

static bool is_at_target(const struct ol_filter *filter, const struct ol_level *level)
{
    if (filter->path_count == 0 || (filter->named >> level->message->id & 1) != 0) {
        return true;
    }
    for (size_t i = 0; i < filter->path_count; i++) {
        if (ol_path_pattern_matches_level(&filter->paths[i], level)) {
            return true;
        }
    }
    return false;
}

/* The version in force where the level is; 0: the domain is not imported. */
static int64_t version_in_force(struct ol_run *run, struct ol_slice domain)
{
    struct ol_model *model = ol_run_model(run);
    const struct ol_imports *imports = ol_model_imports(model);
    const struct ol_import *import = imports != NULL ? ol_imports_find(imports, domain) : NULL;
    if (import != NULL) {
        return import->version;
    }
    return imports != NULL && model->is_opset_implied && ol_domain_is_default(domain) ? 1 : 0;
}

static bool is_in_opset(struct ol_run *run, const struct ol_filter *filter)
{
    if (filter->opset == NULL) {
        return true;
    }
    int64_t version = version_in_force(run, filter->opset->domain);
    return version > 0 && version >= filter->opset->min &&
           (filter->opset->max == 0 || version <= filter->opset->max);
}

bool ol_filter_admits(struct ol_run *run, const struct ol_filter *filter,
                      const struct ol_level *level)
{
    if (!is_at_target(filter, level) || !is_in_opset(run, filter)) {
        return false;
    }
    for (size_t i = 0; i < filter->condition_count; i++) {
        if (!ol_condition_holds(&filter->conditions[i], level)) {
            return false;
        }
    }
    /* patterns last: of texts that the rule is not about none is left undecided */
    for (size_t i = 0; i < filter->condition_count; i++) {
        if (ol_condition_has_pattern(&filter->conditions[i]) &&
            !ol_condition_matches(run, &filter->conditions[i], level)) {
            return false;
        }
    }
    return true;
}
