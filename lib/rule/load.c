/* SPDX-License-Identifier: Apache-2.0 */
/* The loader of rules: the keys of a rule's file, and what they must be to its check. */
#include "rule/load.h"

#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "rule/example.h"
#include "rule/mention.h"
#include "rule/params.h"
#include "rule/template.h"

/* A rule while it is read. */
struct draft {
    struct ol_rule *rule;
    struct ol_rule_doc *doc;
    struct ol_attachment attachment;   /* its check is NULL where the rule names none that exists */
    const struct ol_yaml_node *target; /* read when the check is known, with or without them */
    const struct ol_yaml_node *with;
};

#define KEY_COUNT(keys) (sizeof(keys) / sizeof(keys)[0])

/* --- templates --- */

static bool is_listed(const char *const *names, struct ol_slice name)
{
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        if (ol_slice_is_text(name, names[i])) {
            return true;
        }
    }
    return false;
}

/* The names that a check has for something; more: one that every check has, or NULL. */
struct vocabulary {
    const char *what;
    const char *const *names;
    const char *more;
};

static bool is_known(const struct vocabulary *words, struct ol_slice name)
{
    return is_listed(words->names, name) ||
           (words->more != NULL && ol_slice_is_text(name, words->more));
}

/* Ends an error that was begun. */
static void refuse_name(struct ol_typed *typed, struct ol_slice name,
                        const struct vocabulary *words)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, name);
    for (size_t i = 0; words->names != NULL && words->names[i] != NULL; i++) {
        ol_nearest_offer(&nearest, words->names[i]);
    }
    if (words->more != NULL) {
        ol_nearest_offer(&nearest, words->more);
    }
    ol_buf_addf(typed->errors, "the check has no %s ", words->what);
    ol_text_quote(typed->errors, name);
    ol_nearest_add_question(typed->errors, &nearest, 1);
    if (nearest.count == 0) {
        const char *separator = "; it has: ";
        for (size_t i = 0; words->names != NULL && words->names[i] != NULL; i++) {
            ol_buf_addf(typed->errors, "%s%s", separator, words->names[i]);
            separator = ", ";
        }
        bool is_first = separator[0] == ';';
        ol_buf_addf(typed->errors, "%s", words->more != NULL || is_first ? separator : "");
        ol_buf_addf(typed->errors, "%s",
                    words->more != NULL ? words->more
                    : is_first          ? "none"
                                        : "");
    }
    ol_buf_add_char(typed->errors, '\n');
}

/* Tells a name that the check does not have. */
static void check_name(struct ol_typed *typed, struct ol_mark mark, struct ol_slice name,
                       const struct vocabulary *words)
{
    if (!is_known(words, name) && ol_typed_begin_error(typed, mark)) {
        refuse_name(typed, name, words);
    }
}

/* Reads a message: one line whose placeholders are arguments of the check. */
static void load_template(struct ol_typed *typed, const struct ol_yaml_node *node,
                          const struct ol_check *check, const char **template)
{
    const char *text = NULL;
    if (!ol_typed_line(typed, node, &text)) {
        return;
    }
    *template = text;
    const char *at = text;
    for (struct ol_template_part part = ol_template_next(&at); part.kind != OL_TEMPLATE_END;
         part = ol_template_next(&at)) {
        if (part.kind == OL_TEMPLATE_BROKEN) {
            ol_typed_refuse(typed, node->mark,
                            "a brace without a {name}; the sign itself is written twice");
            return;
        }
        if (part.kind != OL_TEMPLATE_NAME) {
            continue;
        }
        const uint8_t *open = part.text.data - 1;
        if ((const char *)open > text && open[-1] == '\'' && at[0] == '\'') {
            ol_typed_refuse(typed, node->mark,
                            "quotes around a placeholder: the program quotes what needs it");
        }
        if (check != NULL) {
            check_name(typed, node->mark, part.text,
                       &(struct vocabulary){"placeholder", check->args, "subject"});
        }
    }
}

/* --- keys that are about the rule itself --- */

static void load_id(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    if (ol_typed_own_name(typed, node, &draft->rule->id)) {
        ol_mention_add(typed, OL_MENTION_RULE_ID, node->mark, draft->rule->id, NULL);
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

static void keep_with(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    (void)typed;
    struct draft *draft = out;
    draft->with = node;
}

static void load_message(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct draft *draft = out;
    load_template(typed, node, draft->attachment.check, &draft->rule->message);
}

/* A variant while it is read. */
struct variant_draft {
    struct ol_rule_variant *variant;
    const struct ol_check *check;
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
    load_template(typed, node, draft->check, &draft->variant->message);
}

static void load_variant(struct ol_typed *typed, const struct ol_yaml_node *node,
                         const struct draft *draft, struct ol_rule_variant *variant)
{
    static const struct ol_typed_key keys[] = {
        {.name = "severity", .form = OL_TYPED_CALL, .load = load_variant_severity},
        {.name = "message",
         .form = OL_TYPED_CALL,
         .is_required = true,
         .load = load_variant_message},
    };
    static const struct ol_typed_map map = {"variant", keys, KEY_COUNT(keys)};
    const struct ol_check *check = draft->attachment.check;
    *variant = (struct ol_rule_variant){.name = node->key->text, .severity = draft->rule->severity};
    if (check != NULL) {
        check_name(typed, node->key->mark, ol_slice_from_text(variant->name),
                   &(struct vocabulary){"variant", check->variants, NULL});
    }
    ol_typed_load_map(typed, node, &map, &(struct variant_draft){variant, check});
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
    if (variants == NULL) {
        return;
    }
    size_t count = 0;
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        load_variant(typed, member, draft, &variants[count]);
        count++;
    }
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
            check_name(typed, member->key->mark, name,
                       &(struct vocabulary){"note", check->notes, NULL});
        }
        load_template(typed, member, check, &notes[count].message);
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

static void finish_rule(struct ol_typed *typed, const struct ol_yaml_node *root,
                        struct draft *draft)
{
    struct ol_rule *rule = draft->rule;
    if (draft->attachment.check != NULL) {
        ol_params_load_targets(typed, draft->target, &draft->attachment);
        rule->targets = draft->attachment.targets;
        rule->with = ol_params_load(typed, draft->with, &draft->attachment);
        draft->doc->targets = ol_params_targets_text(typed, &draft->attachment);
    }
    if (ol_yaml_member(root, "message") == NULL && ol_yaml_member(root, "variants") == NULL) {
        ol_typed_refuse(typed, root->mark, "the rule lacks its key 'message' (or 'variants')");
    }
}

static const struct ol_typed_key rule_keys[] = {
    {.name = "id", .form = OL_TYPED_CALL, .is_required = true, .load = load_id},
    {.name = "title", .form = OL_TYPED_CALL, .is_required = true, .load = load_title},
    {.name = "since", .form = OL_TYPED_CALL, .is_required = true, .load = load_since},
    {.name = "severity", .form = OL_TYPED_CALL, .is_required = true, .load = load_severity},
    {.name = "check", .form = OL_TYPED_CALL, .is_required = true, .load = load_check},
    {.name = "target", .form = OL_TYPED_CALL, .load = keep_target},
    {.name = "ir", .form = OL_TYPED_CALL, .load = load_ir},
    {.name = "with", .form = OL_TYPED_CALL, .load = keep_with},
    {.name = "message", .form = OL_TYPED_CALL, .load = load_message},
    {.name = "variants", .form = OL_TYPED_CALL, .load = load_variants},
    {.name = "notes", .form = OL_TYPED_CALL, .load = load_notes},
    {.name = "supersedes", .form = OL_TYPED_CALL, .load = load_supersedes},
    {.name = "explanation", .form = OL_TYPED_CALL, .is_required = true, .load = load_explanation},
    {.name = "references", .form = OL_TYPED_CALL, .load = load_references},
    {.name = "examples", .form = OL_TYPED_CALL, .load = load_examples},
};

enum ol_status ol_load_rule(struct ol_loader *loader, const char *path, struct ol_slice text,
                            struct ol_rule *rule)
{
    static const struct ol_typed_map map = {"rule", rule_keys, KEY_COUNT(rule_keys)};
    struct ol_typed typed;
    ol_typed_init(&typed, loader, path);
    const struct ol_yaml_node *root = ol_typed_load_tree(&typed, text);
    struct ol_rule_doc *doc = root == NULL ? NULL : ol_typed_alloc(&typed, 1, sizeof *doc);
    if (doc != NULL) {
        *rule = (struct ol_rule){.area = typed.folder, .doc = doc};
        struct draft draft = {.rule = rule, .doc = doc};
        keep_source(&typed, text, doc);
        ol_typed_load_map(&typed, root, &map, &draft);
        finish_rule(&typed, root, &draft);
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
