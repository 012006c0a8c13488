/* SPDX-License-Identifier: Apache-2.0 */
/* Examples of rules and files of conformance-data/, loaded. */
#include "tools/cases.h"

#include <stdlib.h>
#include <string.h>

#include "linter.h"
#include "rule/check.h"
#include "rule/load.h"
#include "rule/source.h"

static void *alloc(struct ol_test_cases *list, size_t size)
{
    void *memory = ol_arena_alloc(list->arena, size);
    if (memory == NULL) {
        ol_test_die("memory is short");
    }
    return memory;
}

static const char *copy(struct ol_test_cases *list, struct ol_slice text)
{
    const char *copied = ol_arena_copy_text(list->arena, text);
    if (copied == NULL) {
        ol_test_die("memory is short");
    }
    return copied;
}

static const char *copy_path(struct ol_test_cases *list, struct ol_test_path path)
{
    return copy(list, ol_slice_from_text(path.text));
}

static void add(struct ol_test_cases *list, const struct ol_test_case *test, const char *group,
                const char *name)
{
    list->cases = ol_test_realloc(list->cases, (list->count + 1) * sizeof *list->cases);
    list->cases[list->count] = *test;
    list->cases[list->count++].name = copy_path(list, ol_test_path("%s/%s", group, name));
}

const struct ol_rule *ol_test_find_rule(const char *id)
{
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        if (strcmp(ol_builtin_rules[i].id, id) == 0) {
            return &ol_builtin_rules[i];
        }
    }
    return NULL;
}

static void add_examples(struct ol_test_cases *list, const struct ol_rule *rule)
{
    const char *source = copy_path(list, ol_test_path("rules/%s/%s.yaml", rule->area, rule->id));
    struct ol_rule whole;
    if (ol_source_load(list->arena, rule, &whole) != OL_OK) {
        ol_test_die("%s: cannot be loaded", source);
    }
    for (size_t i = 0; i < whole.doc->example_count; i++) {
        const struct ol_example *example = &whole.doc->examples[i];
        const struct ol_test_case test = {.source = source, .rule = rule, .example = example};
        add(list, &test, rule->id, example->name);
    }
}

/* Loads conformance-data/<group>/<file>. */
static void add_file(struct ol_test_cases *list, struct ol_loader *loader, const char *group,
                     const char *file)
{
    size_t stem = strlen(file) - strlen(".yaml");
    if (strlen(file) <= strlen(".yaml") || strcmp(file + stem, ".yaml") != 0) {
        ol_test_die("conformance-data/%s/%s: is no .yaml file", group, file);
    }
    const char *source = copy_path(list, ol_test_path("conformance-data/%s/%s", group, file));
    struct ol_test_path path = ol_test_source_path(source);
    size_t size;
    char *text = ol_test_read_file(path.text, &size);
    struct ol_example *example = alloc(list, sizeof *example);
    const struct ol_slice bytes = {(const uint8_t *)text, size};
    if (ol_load_example(loader, path.text, bytes, example) != OL_OK) {
        ol_test_die("%s%s: cannot be loaded", ol_buf_text(loader->errors), source);
    }
    free(text);
    const char *name = copy(list, (struct ol_slice){(const uint8_t *)file, stem});
    const struct ol_test_case test = {
        .source = source, .rule = ol_test_find_rule(group), .example = example};
    add(list, &test, group, name);
}

static void add_folder(struct ol_test_cases *list, struct ol_loader *loader, const char *group)
{
    struct ol_test_path folder =
        ol_test_source_path(ol_test_path("conformance-data/%s", group).text);
    if (!ol_test_is_folder(folder.text)) {
        return;
    }
    struct ol_test_names files = ol_test_list_folder(folder.text);
    for (size_t i = 0; i < files.count; i++) {
        if (files.names[i][0] != '.') {
            add_file(list, loader, group, files.names[i]);
        }
    }
    ol_test_names_free(&files);
}

void ol_test_cases_init(struct ol_test_cases *list)
{
    *list = (struct ol_test_cases){.arena = ol_arena_new()};
    if (list->arena == NULL) {
        ol_test_die("memory is short");
    }
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        add_examples(list, &ol_builtin_rules[i]);
    }
    struct ol_buf errors;
    ol_buf_init(&errors);
    struct ol_loader loader = {
        .arena = list->arena,
        .errors = &errors,
        .checks = ol_checks,
        .check_count = ol_check_count,
        .is_partial = true,
    };
    struct ol_test_names groups = ol_test_list_folder(ol_test_source_path("conformance-data").text);
    for (size_t i = 0; i < groups.count; i++) {
        add_folder(list, &loader, groups.names[i]);
    }
    ol_test_names_free(&groups);
    ol_buf_fini(&errors);
    if (list->count == 0) {
        ol_test_die("there is no case at all");
    }
}

void ol_test_cases_fini(struct ol_test_cases *list)
{
    ol_arena_free(list->arena);
    free(list->cases);
    *list = (struct ol_test_cases){0};
}

/* --- cases, put to use --------------------------------------------------- */

struct ol_example_case ol_test_case_example(const struct ol_test_case *test)
{
    return (struct ol_example_case){test->source, test->rule, test->example};
}

/* Ends the program where a case cannot be prepared. */
static void expect_ok(enum ol_status status, struct ol_buf *errors)
{
    if (status != OL_OK) {
        ol_test_die("%s", status == OL_ERR_NOMEM ? "memory is short" : ol_buf_text(errors));
    }
    ol_buf_fini(errors);
}

void ol_test_case_assemble(const struct ol_test_case *test, struct ol_hexasm *bytes)
{
    const struct ol_example *example = test->example;
    const struct ol_example_case whole = ol_test_case_example(test);
    struct ol_buf errors;
    ol_buf_init(&errors);
    enum ol_status status = ol_example_assemble(&whole, example->bytes, example->bytes_line,
                                                example->bytes_column, bytes, &errors);
    expect_ok(status, &errors);
}

void ol_test_case_place(const struct ol_test_case *test, const struct ol_hexasm *bytes,
                        struct ol_example_place *place)
{
    const struct ol_example_case whole = ol_test_case_example(test);
    struct ol_buf errors;
    ol_buf_init(&errors);
    enum ol_status status = ol_example_place_init(place, &errors);
    if (status == OL_OK) {
        status = ol_example_place_fill(place, &whole, bytes, &errors);
    }
    expect_ok(status, &errors);
}
