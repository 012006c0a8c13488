/* SPDX-License-Identifier: Apache-2.0 */
/* References and worked examples of a rule. */
#include "rule/example.h"

#include <string.h>

#include "base/limits.h"
#include "onnx/schema.h"
#include "rule/load.h"
#include "rule/load_target.h"
#include "rule/mention.h"

#define KEY_COUNT(keys) (sizeof(keys) / sizeof(keys)[0])

static const char *const severity_words[] = {"info", "warning", "error", NULL};

/* --- references --- */

static void load_reference(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const struct ol_typed_key keys[] = {
        {.name = "title", .is_required = true, .offset = offsetof(struct ol_reference, title)},
        {.name = "where", .is_required = true, .offset = offsetof(struct ol_reference, where)},
    };
    static const struct ol_typed_map map = {"reference", keys, KEY_COUNT(keys)};
    ol_typed_load_map(typed, node, &map, out);
}

void ol_example_load_references(struct ol_typed *typed, const struct ol_yaml_node *node,
                                struct ol_rule_doc *doc)
{
    doc->references = ol_typed_load_list(typed, node, sizeof *doc->references, load_reference,
                                         &doc->reference_count);
}

/* --- bytes: text in the notation of the examples, whose lines must be the file's lines --- */

static bool load_bytes(struct ol_typed *typed, const struct ol_yaml_node *node, const char **bytes)
{
    if (!ol_typed_is_kind(typed, node, OL_YAML_SCALAR)) {
        return false;
    }
    if (node->style == OL_YAML_FOLDED ||
        (node->style != OL_YAML_LITERAL && node->last_line != node->mark.line)) {
        ol_typed_refuse(typed, node->mark, "bytes of several lines are written behind 'bytes: |'");
        return false;
    }
    if (node->style == OL_YAML_PLAIN && node->text[0] == '\0') {
        ol_typed_refuse(typed, node->mark, "no bytes here; an empty input is written \"\"");
        return false;
    }
    *bytes = node->text;
    return true;
}

static void load_example_bytes(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example *example = out;
    if (load_bytes(typed, node, &example->bytes)) {
        example->bytes_line = node->text_mark.line;
        example->bytes_column = node->text_mark.column;
    }
}

/* A file of one's own is no part of a rule that is built in. */
static void load_input(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example *example = out;
    if (!typed->loader->is_custom) {
        ol_typed_refuse(typed, node->key->mark, "an example of a built-in rule has bytes");
    } else {
        (void)ol_typed_line(typed, node, &example->input);
    }
}

/* --- side files --- */

static void load_file_bytes(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example_file *file = out;
    if (load_bytes(typed, node, &file->bytes)) {
        file->bytes_line = node->text_mark.line;
        file->bytes_column = node->text_mark.column;
    }
}

static void load_file_directory(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const char *const words[] = {"true", NULL};
    struct ol_example_file *file = out;
    size_t place = 0;
    file->is_directory = ol_typed_word(typed, node, "value of 'directory'", words, &place);
}

static void load_file_hole(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example_file *file = out;
    (void)ol_typed_integer(typed, node, 0, INT64_MAX, &file->hole);
}

static void load_file(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const struct ol_typed_key keys[] = {
        {.name = "path", .is_required = true, .offset = offsetof(struct ol_example_file, path)},
        {.name = "bytes", .form = OL_TYPED_CALL, .load = load_file_bytes},
        {.name = "link", .offset = offsetof(struct ol_example_file, link)},
        {.name = "hard-link", .offset = offsetof(struct ol_example_file, hard_link)},
        {.name = "directory", .form = OL_TYPED_CALL, .load = load_file_directory},
        {.name = "hole", .form = OL_TYPED_CALL, .load = load_file_hole},
    };
    static const struct ol_typed_map map = {"side file", keys, KEY_COUNT(keys)};
    struct ol_example_file *file = out;
    *file =
        (struct ol_example_file){.hole = -1, .line = node->mark.line, .column = node->mark.column};
    unsigned errors = typed->error_count;
    ol_typed_load_map(typed, node, &map, file);
    int forms = (file->bytes != NULL) + (file->link != NULL) + (file->hard_link != NULL) +
                file->is_directory + (file->hole >= 0);
    if (forms != 1 && typed->error_count == errors) {
        ol_typed_refuse(typed, node->mark,
                        "a side file has exactly one of: bytes, link, hard-link, directory, hole");
    }
}

static void load_files(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example *example = out;
    example->files =
        ol_typed_load_list(typed, node, sizeof *example->files, load_file, &example->file_count);
}

/* --- expectations --- */

static void load_expect_rule(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example_expect *expect = out;
    (void)ol_typed_kebab(typed, node, &expect->rule);
}

static void load_expect_variant(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example_expect *expect = out;
    (void)ol_typed_kebab(typed, node, &expect->variant);
}

static void load_expect_severity(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example_expect *expect = out;
    size_t place = 0;
    if (ol_typed_word(typed, node, "severity", severity_words, &place)) {
        expect->severity = severity_words[place];
    }
}

/* A mark of the bytes, a decimal offset, or the word file. Whether the mark exists, the assembler
 * tells. */
static void load_expect_at(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example_expect *expect = out;
    const char *at = NULL;
    if (!ol_typed_line(typed, node, &at)) {
        return;
    }
    if (at[0] < '0' || at[0] > '9' ||
        ol_typed_integer(typed, node, 0, INT64_MAX, &expect->offset)) {
        expect->at = at;
    }
}

static void load_expect_length(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example_expect *expect = out;
    (void)ol_typed_integer(typed, node, 0, INT64_MAX, &expect->length);
}

/* The empty path is the root message's. */
static void load_expect_path(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example_expect *expect = out;
    if (node->kind == OL_YAML_SCALAR && node->style == OL_YAML_QUOTED && node->text[0] == '\0') {
        expect->path = node->text;
    } else {
        (void)ol_typed_line(typed, node, &expect->path);
    }
}

/* Where a finding has a span, an example with bytes pins it whole; of one with an input, which may
 * be written anew at any time, the path alone. */
static void check_expect_place(struct ol_typed *typed, const struct ol_yaml_node *node,
                               const struct ol_example *example,
                               const struct ol_example_expect *expect)
{
    bool is_whole_file = expect->at != NULL && strcmp(expect->at, "file") == 0;
    if (is_whole_file && expect->length >= 0) {
        ol_typed_refuse(typed, node->mark,
                        "a finding about the whole file ('at: file') has no length");
    } else if (is_whole_file) {
        return;
    } else if (example->input != NULL) {
        if (expect->at != NULL || expect->length >= 0 || expect->path == NULL) {
            ol_typed_refuse(typed, node->mark,
                            "an expected finding in an input pins its path alone, or 'at: file'");
        }
    } else if (expect->at == NULL || expect->length < 0 || expect->path == NULL) {
        ol_typed_refuse(typed, node->mark,
                        "an expected finding pins its place with all of: at, length, path");
    }
}

static void load_expect(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const struct ol_typed_key keys[] = {
        {.name = "rule", .form = OL_TYPED_CALL, .load = load_expect_rule},
        {.name = "variant", .form = OL_TYPED_CALL, .load = load_expect_variant},
        {.name = "severity", .form = OL_TYPED_CALL, .load = load_expect_severity},
        {.name = "at", .form = OL_TYPED_CALL, .load = load_expect_at},
        {.name = "length", .form = OL_TYPED_CALL, .load = load_expect_length},
        {.name = "path", .form = OL_TYPED_CALL, .load = load_expect_path},
    };
    static const struct ol_typed_map map = {"expected finding", keys, KEY_COUNT(keys)};
    struct ol_example_expect *expect = out;
    *expect = (struct ol_example_expect){
        .offset = -1, .length = -1, .line = node->mark.line, .column = node->mark.column};
    ol_typed_load_map(typed, node, &map, expect);
    if (expect->rule != NULL || expect->variant != NULL) {
        const char *rule = expect->rule != NULL ? expect->rule : typed->name;
        ol_mention_add(typed, OL_MENTION_RULE, node->mark, rule, expect->variant);
    }
}

static void load_expects(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example *example = out;
    unsigned errors = typed->error_count;
    example->expect = ol_typed_load_list(typed, node, sizeof *example->expect, load_expect,
                                         &example->expect_count);
    const struct ol_yaml_node *member = node->first;
    for (size_t i = 0; typed->error_count == errors && i < example->expect_count; i++) {
        check_expect_place(typed, member, example, &example->expect[i]);
        member = member->next;
    }
}

/* --- examples --- */

static void load_kind(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    static const char *const words[] = {"good", "bad", NULL};
    struct ol_example *example = out;
    size_t place = 0;
    example->is_bad = ol_typed_word(typed, node, "kind of example", words, &place) && place == 1;
}

static void load_root(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example *example = out;
    const char *root = NULL;
    if (!ol_typed_line(typed, node, &root)) {
        return;
    }
    if (strcmp(root, "auto") == 0 || ol_message_from_name(ol_slice_from_text(root)) != NULL) {
        example->root = root;
        return;
    }
    if (ol_typed_is_silent(typed)) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(root));
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        ol_nearest_offer(&nearest, ol_messages[i].name);
    }
    ol_typed_refuse_unknown(typed, node->mark, "message", &nearest);
}

static void load_ir_version(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example *example = out;
    (void)ol_typed_integer(typed, node, 1, INT64_MAX, &example->ir_version);
}

/* The name of a built-in one, or one of the example's own. Whether there is one of that name, the
 * run of the example tells. */
static void load_target(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example *example = out;
    if (node->kind != OL_YAML_MAP) {
        (void)ol_typed_line(typed, node, &example->target_name);
        return;
    }
    struct ol_target *target = ol_typed_alloc(typed, 1, sizeof *target);
    if (target != NULL) {
        ol_target_load(typed, node, target);
        example->target = target;
        example->target_name = target->name;
    }
}

static void load_size(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example *example = out;
    (void)ol_typed_integer(typed, node, 1, INT64_MAX, &example->size);
}

/* A bad example says what is found, of its own rule at least one; a good one, that nothing is. */
static void check_example(struct ol_typed *typed, const struct ol_yaml_node *node,
                          const struct ol_example *example)
{
    size_t own = 0;
    for (size_t i = 0; i < example->expect_count; i++) {
        own += example->expect[i].rule == NULL ? 1 : 0;
    }
    if (example->is_bad && own == 0) {
        ol_typed_refuse(typed, node->mark, "a bad example expects a finding of its own rule");
    } else if (!example->is_bad && example->expect_count > 0) {
        ol_typed_refuse(typed, node->mark, "a good example expects no finding");
    }
}

/* An example has bytes, whose root they cannot tell, or an input, which is recognised and stands
 * where it is. */
static void check_form(struct ol_typed *typed, const struct ol_yaml_node *node,
                       struct ol_example *example)
{
    const char *fault = NULL;
    if ((example->bytes != NULL) == (example->input != NULL)) {
        fault = "an example has either bytes or an input";
    } else if (example->input != NULL &&
               (example->file != NULL || example->file_count > 0 || example->size > 0)) {
        fault = "an example with an input has no key 'file', 'files' or 'size'";
    } else if (example->input == NULL && example->root == NULL) {
        fault = "the example lacks its key 'root'";
    }
    if (fault != NULL) {
        ol_typed_refuse(typed, node->mark, fault);
    } else if (example->root == NULL) {
        example->root = "auto";
    }
}

/* Reads the keys; what they must be to each other beside that is the caller's. */
static bool load_keys(struct ol_typed *typed, const struct ol_yaml_node *node,
                      struct ol_example *example)
{
    static const struct ol_typed_key keys[] = {
        {.name = "name", .is_required = true, .offset = offsetof(struct ol_example, name)},
        {.name = "kind", .form = OL_TYPED_CALL, .is_required = true, .load = load_kind},
        {.name = "root", .form = OL_TYPED_CALL, .load = load_root},
        {.name = "file", .offset = offsetof(struct ol_example, file)},
        {.name = "ir-version", .form = OL_TYPED_CALL, .load = load_ir_version},
        {.name = "target", .form = OL_TYPED_CALL, .load = load_target},
        {.name = "files", .form = OL_TYPED_CALL, .load = load_files},
        {.name = "size", .form = OL_TYPED_CALL, .load = load_size},
        {.name = "bytes", .form = OL_TYPED_CALL, .load = load_example_bytes},
        {.name = "input", .form = OL_TYPED_CALL, .load = load_input},
        {.name = "expect", .form = OL_TYPED_CALL, .load = load_expects},
    };
    static const struct ol_typed_map map = {"example", keys, KEY_COUNT(keys)};
    example->line = node->mark.line;
    example->column = node->mark.column;
    unsigned errors = typed->error_count;
    ol_typed_load_map(typed, node, &map, example);
    if (typed->error_count == errors) {
        check_form(typed, node, example);
    }
    return typed->error_count == errors;
}

static void load_example(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_example *example = out;
    if (load_keys(typed, node, example)) {
        check_example(typed, node, example);
    }
}

void ol_example_load_alone(struct ol_typed *typed, const struct ol_yaml_node *node,
                           struct ol_example *example)
{
    if (load_keys(typed, node, example) && example->is_bad != (example->expect_count > 0)) {
        ol_typed_refuse(typed, node->mark, "a bad example expects a finding, a good one none");
    }
}

/* Names are few in an honest file; a hostile one stops at the cap on lists. */
static void check_names(struct ol_typed *typed, const struct ol_yaml_node *node,
                        const struct ol_rule_doc *doc)
{
    const struct ol_yaml_node *member = node->first;
    for (size_t i = 0; i < doc->example_count; i++) {
        for (size_t j = 0; j < i; j++) {
            const char *name = doc->examples[i].name;
            if (name != NULL && doc->examples[j].name != NULL &&
                strcmp(name, doc->examples[j].name) == 0) {
                ol_typed_refuse_text(typed, member->mark, "a second example is named ", name, "");
                break;
            }
        }
        member = member->next;
    }
}

void ol_example_load_all(struct ol_typed *typed, const struct ol_yaml_node *node,
                         struct ol_rule_doc *doc)
{
    if (node->count > OL_RULE_LIST_MAX) {
        ol_typed_refuse(typed, node->mark, "too many examples");
        return;
    }
    doc->examples =
        ol_typed_load_list(typed, node, sizeof *doc->examples, load_example, &doc->example_count);
    if (doc->examples != NULL) {
        check_names(typed, node, doc);
    }
}
