/* SPDX-License-Identifier: Apache-2.0 */
/* The loader of rules: the keys of a rule's file, and what they must be to its check. */
#include "rule/load.h"

#include <string.h>

#include "base/limits.h"
#include "rule/example.h"
#include "rule/filter.h"
#include "rule/load_message.h"
#include "rule/load_rule.h"
#include "rule/mention.h"
#include "rule/param_check.h"
#include "rule/params.h"

/* A rule while it is read. */
struct draft {
    struct ol_rule *rule;
    struct ol_rule_doc *doc;
    struct ol_attachment attachment;   /* its check is NULL where the rule names none that exists */
    const struct ol_yaml_node *target; /* read when the check is known, with or without them */
    const struct ol_yaml_node *with;
    const char *mend;   /* of the main case */
    const char **mends; /* of the variants, with room before them for that; NULL: there is none */
    bool has_mend;      /* one of all these is given */
};

#define KEY_COUNT(keys) (sizeof(keys) / sizeof(keys)[0])

/* --- keys that are about the rule itself --- */

static void load_id(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    const char **id = &draft->rule->id;
    bool is_custom = typed->loader->is_custom;
    if (is_custom ? ol_typed_kebab(typed, node, id) : ol_typed_own_name(typed, node, id)) {
        ol_mention_add(typed, OL_MENTION_RULE_ID, node->mark, *id, NULL);
        typed->name = *id; /* of a custom rule the name of the file says nothing */
    }
}

static void load_title(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (!ol_typed_line(typed, node, &draft->rule->title)) {
        return;
    }
    const char *title = draft->rule->title;
    if (title[strlen(title) - 1] == '.') {
        ol_typed_refuse(typed, node->mark, "a title has no final stop");
    }
}

/* A release: three numbers. */
static bool is_release(const char *text)
{
    size_t numbers = 0;
    while (numbers < 3) {
        size_t digits = strspn(text, "0123456789");
        if (digits == 0 || digits > 4) {
            return false;
        }
        text += digits;
        numbers++;
        if (numbers < 3) {
            if (text[0] != '.') {
                return false;
            }
            text++;
        }
    }
    return text[0] == '\0';
}

static void load_since(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (ol_typed_line(typed, node, &draft->doc->since) && !is_release(draft->doc->since)) {
        ol_typed_refuse_text(typed, node->mark, "", draft->doc->since,
                             " is no release; wanted: 0.1.0 or the like");
    }
}

static void load_severity(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    (void)ol_typed_severity(typed, node, false, &draft->rule->severity);
}

static void load_ir_bound(struct ol_typed *typed, const struct ol_yaml_node *node, uint8_t *bound)
{
    int64_t version = 0;
    if (ol_typed_integer(typed, node, OL_IR_VERSION_MIN, OL_IR_VERSION_MAX, &version)) {
        *bound = (uint8_t)version;
    }
}

static void load_ir_min(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    load_ir_bound(typed, node, &draft->rule->ir_min);
}

static void load_ir_max(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    load_ir_bound(typed, node, &draft->rule->ir_max);
}

static void load_ir(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const struct ol_typed_key keys[] = {
        {.name = "min", .form = OL_TYPED_CALL, .load = load_ir_min},
        {.name = "max", .form = OL_TYPED_CALL, .load = load_ir_max},
    };
    static const struct ol_typed_map map = {"range of IR versions", keys, KEY_COUNT(keys)};
    struct draft *draft = out;
    unsigned errors = typed->error_count;
    ol_typed_load_map(typed, node, &map, draft);
    if (typed->error_count > errors) {
        return;
    }
    if (draft->rule->ir_min == 0 && draft->rule->ir_max == 0) {
        ol_typed_refuse(typed, node->mark, "a range of IR versions has min, max or both");
    } else if (draft->rule->ir_max != 0 && draft->rule->ir_min > draft->rule->ir_max) {
        ol_typed_refuse(typed, node->mark, "a range of IR versions whose min is above its max");
    }
}

static void load_superseded(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    const char **id = out;
    if (ol_typed_kebab(typed, node, id)) {
        ol_mention_add(typed, OL_MENTION_RULE, node->mark, *id, NULL);
    }
    if (*id != NULL && strcmp(*id, typed->name) == 0) {
        ol_typed_refuse(typed, node->mark, "a rule does not supersede itself");
    }
}

static void load_supersedes(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    draft->rule->supersedes = ol_typed_load_list(typed, node, sizeof(const char *), load_superseded,
                                                 &draft->rule->supersedes_count);
}

/* --- keys that depend on the check --- */

static void load_check(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    const struct ol_loader *loader = typed->loader;
    const char *name = NULL;
    draft->attachment.mark = node->mark;
    if (!ol_typed_line(typed, node, &name)) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(name));
    for (size_t i = 0; i < loader->check_count; i++) {
        if (strcmp(loader->checks[i]->name, name) == 0) {
            draft->attachment.check = loader->checks[i];
            draft->rule->check = (uint16_t)i;
            return;
        }
        ol_nearest_offer(&nearest, loader->checks[i]->name);
    }
    ol_typed_refuse_unknown(typed, node->mark, "check", &nearest);
}

static void keep_target(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    (void)typed;
    struct draft *draft = out;
    draft->target = node;
}

/* Read with the target, as ol_filter_find_keys finds them. */
static void pass_over(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    (void)typed;
    (void)node;
    (void)out;
}

static void keep_with(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    (void)typed;
    struct draft *draft = out;
    draft->with = node;
}

static void load_message(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    ol_load_message(typed, node, draft->attachment.check, &draft->rule->message);
}

static void load_mend(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    ol_load_mend(typed, node, &draft->mend);
    draft->has_mend = true;
}

/* A variant while it is read. */
struct variant_draft {
    struct ol_rule_variant *variant;
    const struct ol_check *check;
    const char *mend;
};

static void load_variant_severity(struct ol_typed *typed, const struct ol_yaml_node *node,
                                  void *out)
{
    struct variant_draft *draft = out;
    (void)ol_typed_severity(typed, node, false, &draft->variant->severity);
}

static void load_variant_message(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct variant_draft *draft = out;
    ol_load_message(typed, node, draft->check, &draft->variant->message);
}

static void load_variant_mend(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct variant_draft *draft = out;
    ol_load_mend(typed, node, &draft->mend);
}

/* Returns its mend; NULL: it has none of its own. */
static const char *load_variant(struct ol_typed *typed, const struct ol_yaml_node *node,
                                const struct draft *draft, struct ol_rule_variant *variant)
{
    static const struct ol_typed_key keys[] = {
        {.name = "severity", .form = OL_TYPED_CALL, .load = load_variant_severity},
        {.name = "message",
         .form = OL_TYPED_CALL,
         .is_required = true,
         .load = load_variant_message},
        {.name = "mend", .form = OL_TYPED_CALL, .load = load_variant_mend},
    };
    static const struct ol_typed_map map = {"variant", keys, KEY_COUNT(keys)};
    const struct ol_check *check = draft->attachment.check;
    *variant = (struct ol_rule_variant){.name = node->key->text, .severity = draft->rule->severity};
    if (check != NULL) {
        ol_load_known_name(typed, node->key->mark, ol_slice_from_text(variant->name),
                           &(struct ol_vocabulary){"variant", check->variants, NULL});
    }
    struct variant_draft variant_draft = {variant, check, NULL};
    ol_typed_load_map(typed, node, &map, &variant_draft);
    return variant_draft.mend;
}

/* The array for the members of a map that is not empty; NULL where it is, or where memory is
 * short. */
static void *alloc_members(struct ol_typed *typed, const struct ol_yaml_node *node, size_t size)
{
    if (!ol_typed_is_kind(typed, node, OL_YAML_MAP)) {
        return NULL;
    }
    if (node->count == 0) {
        ol_typed_refuse_text(typed, node->mark, "", node->key->text, " is empty; leave it out");
        return NULL;
    }
    return ol_typed_alloc(typed, node->count, size);
}

static void load_variants(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    struct ol_rule_variant *variants = alloc_members(typed, node, sizeof *variants);
    const char **mends =
        variants != NULL ? ol_typed_alloc(typed, node->count + 1, sizeof *mends) : NULL;
    if (mends == NULL) {
        return;
    }
    size_t count = 0;
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        mends[count + 1] = load_variant(typed, member, draft, &variants[count]);
        draft->has_mend = draft->has_mend || mends[count + 1] != NULL;
        count++;
    }
    draft->mends = mends;
    draft->rule->variants = variants;
    draft->rule->variant_count = count;
}

static void load_notes(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    const struct ol_check *check = draft->attachment.check;
    struct ol_rule_note *notes = alloc_members(typed, node, sizeof *notes);
    if (notes == NULL) {
        return;
    }
    size_t count = 0;
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        struct ol_slice name = ol_slice_from_text(member->key->text);
        notes[count].name = member->key->text;
        if (check != NULL) {
            ol_load_known_name(typed, member->key->mark, name,
                               &(struct ol_vocabulary){"note", check->notes, NULL});
        }
        ol_load_message(typed, member, check, &notes[count].message);
        count++;
    }
    draft->rule->notes = notes;
    draft->rule->note_count = count;
}

/* --- keys that explain and test --- */

static void load_explanation(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (ol_typed_is_kind(typed, node, OL_YAML_SCALAR)) {
        draft->doc->explanation = node->text;
    }
    if (node->kind == OL_YAML_SCALAR && node->text[0] == '\0') {
        ol_typed_refuse(typed, node->mark, "the explanation is empty");
    }
}

static void load_references(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    ol_example_load_references(typed, node, draft->doc);
}

static void load_examples(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    ol_example_load_all(typed, node, draft->doc);
}

/* --- the rule --- */

/* Keeps the text of the file, whose memory is the caller's. */
static void keep_source(struct ol_typed *typed, struct ol_slice text, struct ol_rule_doc *doc)
{
    const char *kept = ol_arena_copy_text(typed->arena, text);
    typed->is_out_of_memory = typed->is_out_of_memory || kept == NULL;
    doc->source = (struct ol_slice){(const uint8_t *)kept, text.size};
}

/* Keeps where the rule stands, for what is told of its examples. */
static void keep_place(struct ol_typed *typed, struct ol_mark mark, struct ol_rule_doc *doc)
{
    doc->path = ol_arena_copy_text(typed->arena, ol_slice_from_text(typed->path));
    typed->is_out_of_memory = typed->is_out_of_memory || doc->path == NULL;
    doc->line = mark.line;
    doc->column = mark.column;
}

/* Puts the mends of all cases together. */
static void keep_mends(struct ol_typed *typed, struct draft *draft)
{
    if (draft->mends == NULL && draft->has_mend) {
        draft->mends = ol_typed_alloc(typed, 1, sizeof *draft->mends);
    }
    if (draft->mends != NULL && draft->has_mend) {
        draft->mends[0] = draft->mend;
        draft->doc->mends = draft->mends;
    }
}

static void refuse_missing(struct ol_typed *typed, const struct ol_yaml_node *root, const char *key)
{
    if (ol_yaml_member(root, key) == NULL && ol_typed_begin_error(typed, root->mark)) {
        ol_buf_addf(typed->errors, "the rule lacks its key '%s'\n", key);
    }
}

static void refuse_filter_key(struct ol_typed *typed, const struct ol_yaml_node *root,
                              const char *key)
{
    const struct ol_yaml_node *node = ol_yaml_member(root, key);
    if (node != NULL) {
        ol_typed_refuse_text(typed, node->key->mark, "", key,
                             " is for rules that are loaded at run time, not for built-in ones");
    }
}

/* What a built-in rule must say, and a custom one need not; and what only a custom one may say. */
static void check_builtin(struct ol_typed *typed, const struct ol_yaml_node *root)
{
    refuse_missing(typed, root, "since");
    refuse_missing(typed, root, "explanation");
    refuse_filter_key(typed, root, "when");
    refuse_filter_key(typed, root, "opset");
}

static void finish_rule(struct ol_typed *typed, const struct ol_yaml_node *root,
                        struct draft *draft)
{
    struct ol_rule *rule = draft->rule;
    struct ol_filter_keys keys = {0};
    keep_place(typed, root->mark, draft->doc);
    keep_mends(typed, draft);
    draft->doc->is_custom = typed->loader->is_custom;
    if (typed->loader->is_custom) {
        keys = ol_filter_find_keys(typed, root);
    } else {
        check_builtin(typed, root);
    }
    if (keys.ir_version != NULL) {
        load_ir(typed, keys.ir_version, draft);
    }
    if (draft->attachment.check != NULL) {
        ol_attachment_load_targets(typed, draft->target, &draft->attachment);
        rule->filter = ol_filter_load(typed, &keys, &draft->attachment);
        rule->targets = draft->attachment.targets;
        if (rule->targets == 0 && draft->attachment.check->targets != 0) {
            draft->attachment.targets = OL_ANY_MESSAGE; /* that there is none was told */
        }
        rule->with = ol_params_load(typed, draft->with, &draft->attachment);
        ol_params_check_messages(typed, root, draft->attachment.check, rule->with);
        draft->doc->targets = ol_attachment_targets_text(typed, &draft->attachment);
        draft->doc->where = ol_filter_text(typed, &keys, &draft->attachment);
    }
    if (ol_yaml_member(root, "message") == NULL && ol_yaml_member(root, "variants") == NULL &&
        !ol_typed_is_misspelt(root, &ol_rule_map, "message") &&
        !ol_typed_is_misspelt(root, &ol_rule_map, "variants")) {
        ol_typed_refuse(typed, root->mark, "the rule lacks its key 'message' (or 'variants')");
    }
}

static const struct ol_typed_key rule_keys[] = {
    {.name = "id", .form = OL_TYPED_CALL, .is_required = true, .load = load_id},
    {.name = "title", .form = OL_TYPED_CALL, .is_required = true, .load = load_title},
    {.name = "since", .form = OL_TYPED_CALL, .load = load_since},
    {.name = "severity", .form = OL_TYPED_CALL, .is_required = true, .load = load_severity},
    {.name = "check", .form = OL_TYPED_CALL, .is_required = true, .load = load_check},
    {.name = "target", .form = OL_TYPED_CALL, .load = keep_target},
    {.name = "ir", .form = OL_TYPED_CALL, .load = load_ir},
    {.name = "when", .form = OL_TYPED_CALL, .load = pass_over},
    {.name = "opset", .form = OL_TYPED_CALL, .load = pass_over},
    {.name = "with", .form = OL_TYPED_CALL, .load = keep_with},
    {.name = "message", .form = OL_TYPED_CALL, .load = load_message},
    {.name = "mend", .form = OL_TYPED_CALL, .load = load_mend},
    {.name = "variants", .form = OL_TYPED_CALL, .load = load_variants},
    {.name = "notes", .form = OL_TYPED_CALL, .load = load_notes},
    {.name = "supersedes", .form = OL_TYPED_CALL, .load = load_supersedes},
    {.name = "explanation", .form = OL_TYPED_CALL, .load = load_explanation},
    {.name = "references", .form = OL_TYPED_CALL, .load = load_references},
    {.name = "examples", .form = OL_TYPED_CALL, .load = load_examples},
};

const struct ol_typed_map ol_rule_map = {"rule", rule_keys, KEY_COUNT(rule_keys)};

void ol_load_rule_tree(struct ol_typed *typed, const struct ol_yaml_node *root,
                       struct ol_slice source, struct ol_rule *rule)
{
    struct ol_rule_doc *doc = ol_typed_alloc(typed, 1, sizeof *doc);
    if (doc == NULL || !ol_typed_is_kind(typed, root, OL_YAML_MAP)) {
        return;
    }
    *rule = (struct ol_rule){
        .area = typed->loader->is_custom ? "custom" : typed->folder,
        .doc = doc,
    };
    struct draft draft = {.rule = rule, .doc = doc};
    keep_source(typed, source, doc);
    ol_typed_load_map(typed, root, &ol_rule_map, &draft);
    finish_rule(typed, root, &draft);
}

enum ol_status ol_load_rule(struct ol_loader *loader, const char *path, struct ol_slice text,
                            struct ol_rule *rule)
{
    struct ol_typed typed;
    ol_typed_init(&typed, loader, path);
    const struct ol_yaml_node *root = ol_typed_load_tree(&typed, text);
    if (root != NULL) {
        ol_load_rule_tree(&typed, root, text, rule);
    }
    return ol_typed_finish(&typed);
}

enum ol_status ol_load_example(struct ol_loader *loader, const char *path, struct ol_slice text,
                               struct ol_example *example)
{
    struct ol_typed typed;
    ol_typed_init(&typed, loader, path);
    const struct ol_yaml_node *root = ol_typed_load_tree(&typed, text);
    *example = (struct ol_example){0};
    if (root != NULL) {
        ol_example_load_alone(&typed, root, example);
    }
    return ol_typed_finish(&typed);
}
