/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what is told people of the checks. */
#include "rule/check_docs.h"

#include <string.h>

#include "base/text.h"
#include "rule/typed.h"

#define KEY_COUNT(keys) (sizeof(keys) / sizeof *(keys))

/* Names of which each is to be explained. */
struct named {
    const char *what; /* "parameter" */
    const char *const *names;
    size_t count;
};

static size_t count_names(const char *const *names)
{
    size_t count = 0;
    while (names != NULL && names[count] != NULL) {
        count++;
    }
    return count;
}

static size_t place_of(const struct named *named, const char *name)
{
    size_t i = 0;
    while (i < named->count && strcmp(named->names[i], name) != 0) {
        i++;
    }
    return i;
}

static void refuse_surplus(struct ol_typed *typed, const struct ol_yaml_node *key,
                           const struct named *named)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(key->text));
    for (size_t i = 0; i < named->count; i++) {
        ol_nearest_offer(&nearest, named->names[i]);
    }
    ol_typed_refuse_unknown(typed, key->mark, named->what, &nearest);
}

/* Reads a map with a text for each of the names; none where node is NULL. NULL where memory is
 * short. */
static const char *const *load_texts(struct ol_typed *typed, const struct ol_yaml_node *node,
                                     struct ol_mark mark, const struct named *named)
{
    const char **texts = ol_typed_alloc(typed, named->count + 1, sizeof *texts);
    if (texts == NULL || (node != NULL && !ol_typed_is_kind(typed, node, OL_YAML_MAP))) {
        return NULL;
    }
    const struct ol_yaml_node *first = node != NULL ? node->first : NULL;
    for (const struct ol_yaml_node *member = first; member != NULL; member = member->next) {
        size_t place = place_of(named, member->key->text);
        if (place == named->count) {
            refuse_surplus(typed, member->key, named);
        } else {
            (void)ol_typed_line(typed, member, &texts[place]);
        }
    }
    for (size_t i = 0; i < named->count; i++) {
        if (texts[i] == NULL && ol_typed_begin_error(typed, node != NULL ? node->mark : mark)) {
            ol_buf_addf(typed->errors, "%s '%s' is not explained\n", named->what, named->names[i]);
        }
    }
    return texts;
}

static const char *const *load_params(struct ol_typed *typed, const struct ol_yaml_node *node,
                                      struct ol_mark mark, const struct ol_check *check)
{
    const char **names = ol_typed_alloc(typed, check->param_count + 1, sizeof *names);
    for (size_t i = 0; names != NULL && i < check->param_count; i++) {
        names[i] = check->params[i].name;
    }
    struct named named = {"parameter", names, check->param_count};
    return names != NULL ? load_texts(typed, node, mark, &named) : NULL;
}

/* `words: {form: {snake: ...}}` */
static void load_words(struct ol_typed *typed, const struct ol_yaml_node *node,
                       struct ol_check_doc *doc)
{
    if (!ol_typed_is_kind(typed, node, OL_YAML_MAP) || node->first == NULL) {
        return;
    }
    for (size_t i = 0; i < doc->check->param_count; i++) {
        const struct ol_param *param = &doc->check->params[i];
        if (param->words != NULL && strcmp(param->name, node->first->key->text) == 0) {
            struct named named = {"word", param->words, count_names(param->words)};
            doc->word_param = param;
            doc->words = load_texts(typed, node->first, node->mark, &named);
        }
    }
    if (doc->word_param == NULL || node->count != 1) {
        ol_typed_refuse(typed, node->mark, "words are explained of one parameter that has some");
    }
}

static const struct ol_check *check_from_name(struct ol_typed *typed,
                                              const struct ol_yaml_node *node)
{
    struct ol_nearest nearest;
    const char *name = NULL;
    if (!ol_typed_line(typed, node, &name)) {
        return NULL;
    }
    ol_nearest_init(&nearest, ol_slice_from_text(name));
    for (size_t i = 0; i < typed->loader->check_count; i++) {
        const struct ol_check *check = typed->loader->checks[i];
        if (strcmp(check->name, name) == 0) {
            return check;
        }
        ol_nearest_offer(&nearest, check->name);
    }
    ol_typed_refuse_unknown(typed, node->mark, "check", &nearest);
    return NULL;
}

/* The maps of a check are read with its descriptor at hand, in load_doc. */
static void load_later(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    (void)typed;
    (void)node;
    (void)out;
}

static const struct ol_typed_key doc_keys[] = {
    {.name = "check", .form = OL_TYPED_CALL, .is_required = true, .load = load_later},
    {.name = "about",
     .form = OL_TYPED_BLOCK,
     .is_required = true,
     .offset = offsetof(struct ol_check_doc, about)},
    {.name = "with", .form = OL_TYPED_CALL, .load = load_later},
    {.name = "words", .form = OL_TYPED_CALL, .load = load_later},
    {.name = "placeholders", .form = OL_TYPED_CALL, .load = load_later},
    {.name = "variants", .form = OL_TYPED_CALL, .load = load_later},
    {.name = "notes", .form = OL_TYPED_CALL, .load = load_later},
    {.name = "example",
     .form = OL_TYPED_BLOCK,
     .is_required = true,
     .offset = offsetof(struct ol_check_doc, example)},
};

static const char *const *load_names(struct ol_typed *typed, const struct ol_yaml_node *node,
                                     const char *key, const char *what, const char *const *names)
{
    struct named named = {what, names, count_names(names)};
    return load_texts(typed, ol_yaml_member(node, key), node->mark, &named);
}

static void load_doc(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const struct ol_typed_map map = {"check", doc_keys, KEY_COUNT(doc_keys)};
    struct ol_check_doc *doc = out;
    ol_typed_load_map(typed, node, &map, doc);
    const struct ol_yaml_node *name =
        node->kind == OL_YAML_MAP ? ol_yaml_member(node, "check") : NULL;
    doc->check = name != NULL ? check_from_name(typed, name) : NULL;
    if (doc->check == NULL) {
        return;
    }
    const struct ol_yaml_node *words = ol_yaml_member(node, "words");
    doc->params = load_params(typed, ol_yaml_member(node, "with"), node->mark, doc->check);
    doc->args = load_names(typed, node, "placeholders", "placeholder", doc->check->args);
    doc->variants = load_names(typed, node, "variants", "variant", doc->check->variants);
    doc->notes = load_names(typed, node, "notes", "note", doc->check->notes);
    if (words != NULL) {
        load_words(typed, words, doc);
    }
}

static size_t count_docs(const struct ol_check_docs *docs, const struct ol_check *check)
{
    size_t count = 0;
    for (size_t i = 0; i < docs->count; i++) {
        count += docs->items[i].check == check;
    }
    return count;
}

static void load_checks(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_check_docs *docs = out;
    docs->items =
        ol_typed_load_list(typed, node, sizeof(struct ol_check_doc), load_doc, &docs->count);
    for (size_t i = 0; docs->items != NULL && i < typed->loader->check_count; i++) {
        const struct ol_check *check = typed->loader->checks[i];
        size_t count = count_docs(docs, check);
        if (count > 1) {
            ol_typed_refuse_text(typed, node->mark, "check ", check->name, " is explained twice");
        } else if (count == 0 && i < ol_check_general_count) {
            ol_typed_refuse_text(typed, node->mark, "check ", check->name, " is not explained");
        }
    }
}

static const struct ol_typed_key file_keys[] = {
    {.name = "checks", .form = OL_TYPED_CALL, .is_required = true, .load = load_checks},
};

enum ol_status ol_check_docs_load(struct ol_loader *loader, const char *path, struct ol_slice text,
                                  struct ol_check_docs *docs)
{
    static const struct ol_typed_map map = {"file", file_keys, KEY_COUNT(file_keys)};
    struct ol_typed typed;
    ol_typed_init(&typed, loader, path);
    *docs = (struct ol_check_docs){NULL, 0};
    const struct ol_yaml_node *root = ol_typed_load_tree(&typed, text);
    if (root != NULL) {
        ol_typed_load_map(&typed, root, &map, docs);
    }
    return ol_typed_finish(&typed);
}
