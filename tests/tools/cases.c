/* SPDX-License-Identifier: Apache-2.0 */
/* Examples of rules and files of conformance-data/, loaded, written out and set up for. */
#include "tools/cases.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

enum ol_severity ol_test_severity(const struct ol_rule *rule, const char *variant)
{
    for (size_t i = 0; variant != NULL && i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, variant) == 0) {
            return rule->variants[i].severity;
        }
    }
    return rule->severity;
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

/* --- putting a case on disk ---------------------------------------------- */

/* Assembles text, whose first line is a line of the source (0: not known). */
static void assemble(const struct ol_test_case *test, const char *text, unsigned line,
                     struct ol_hexasm *bytes)
{
    if (!ol_hexasm_init(bytes, text)) {
        const char *column = strchr(bytes->error, ':');
        unsigned long within = strtoul(bytes->error, NULL, 10);
        if (line > 0) {
            ol_test_die("%s:%lu%s", test->source, line + within - 1, column);
        }
        ol_test_die("%s: %s: a side file, line %s", test->source, test->name, bytes->error);
    }
}

void ol_test_case_assemble(const struct ol_test_case *test, struct ol_hexasm *bytes)
{
    assemble(test, test->example->bytes, test->example->bytes_line, bytes);
}

const char *ol_test_case_file(const struct ol_test_case *test)
{
    const struct ol_example *example = test->example;
    if (example->file != NULL) {
        return example->file;
    }
    return strcmp(example->root, "auto") == 0 || strcmp(example->root, "ModelProto") == 0 ? "m.onnx"
                                                                                          : "m.pb";
}

static void write_hole(const char *path, int64_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0 || ftruncate(fd, size) != 0 || close(fd) != 0) {
        ol_test_die("%s: cannot be written: %s", path, strerror(errno));
    }
}

/* folder is where the names of side files start. */
static void write_side_file(const struct ol_test_case *test, const struct ol_example_file *file,
                            const char *folder)
{
    struct ol_test_path whole = ol_test_path("%s/%s", folder, file->path);
    const char *path = whole.text;
    ol_test_make_folders(path);
    if (file->is_directory) {
        ol_test_make_folders(ol_test_path("%s/", path).text);
    } else if (file->link != NULL) {
        if (symlink(file->link, path) != 0) {
            ol_test_die("%s: cannot be linked: %s", path, strerror(errno));
        }
    } else if (file->hard_link != NULL) {
        if (link(ol_test_path("%s/%s", folder, file->hard_link).text, path) != 0) {
            ol_test_die("%s: cannot be linked: %s", path, strerror(errno));
        }
    } else if (file->hole >= 0) {
        write_hole(path, file->hole);
    } else {
        struct ol_hexasm bytes;
        assemble(test, file->bytes, 0, &bytes);
        ol_test_write_file(path, bytes.bytes, bytes.size);
        ol_hexasm_fini(&bytes);
    }
}

void ol_test_case_write(const struct ol_test_case *test, const char *folder,
                        const struct ol_hexasm *bytes)
{
    const struct ol_example *example = test->example;
    ol_test_make_folders(ol_test_path("%s/case/", folder).text);
    for (size_t i = 0; i < example->file_count; i++) {
        write_side_file(test, &example->files[i], ol_test_path("%s/case", folder).text);
    }
    /* behind the side files, since the linted name may be a link to one */
    struct ol_test_path path = ol_test_path("%s/case/%s", folder, ol_test_case_file(test));
    ol_test_make_folders(path.text);
    ol_test_write_file(path.text, bytes->bytes, bytes->size);
    if (example->size > 0 && truncate(path.text, example->size) != 0) {
        ol_test_die("%s: cannot be made %" PRId64 " bytes long: %s", path.text, example->size,
                    strerror(errno));
    }
}

/* --- the linter of a case ------------------------------------------------ */

/* Turns the cases of a rule on that are off because they are info, and leaves the others as they
 * are. */
static enum ol_status show_info(struct ol_linter *linter, const struct ol_rule *rule)
{
    enum ol_status status = OL_OK;
    if (rule->message != NULL && rule->severity == OL_SEVERITY_INFO) {
        status = ol_linter_set_rule(linter, rule->id, ol_severity_name(OL_SEVERITY_INFO));
    }
    for (size_t i = 0; status == OL_OK && i < rule->variant_count; i++) {
        status =
            ol_linter_set_rule(linter, ol_test_path("%s/%s", rule->id, rule->variants[i].name).text,
                               ol_severity_name(rule->variants[i].severity));
    }
    return status;
}

static enum ol_status set_up(struct ol_linter *linter, const struct ol_test_case *test)
{
    const struct ol_example *example = test->example;
    enum ol_status status = test->rule != NULL ? show_info(linter, test->rule) : OL_OK;
    for (size_t i = 0; status == OL_OK && i < example->expect_count; i++) {
        const char *id = example->expect[i].rule;
        const struct ol_rule *rule = id != NULL ? ol_test_find_rule(id) : NULL;
        if (id != NULL && rule == NULL) {
            ol_test_die("%s: %s: there is no rule %s", test->source, test->name, id);
        }
        status = rule != NULL ? show_info(linter, rule) : OL_OK;
    }
    if (status == OL_OK && strcmp(example->root, "auto") != 0) {
        status = ol_linter_set_type(linter, example->root);
    }
    if (status == OL_OK && example->ir_version > 0) {
        status = ol_linter_set_ir_version(linter, (uint64_t)example->ir_version);
    }
    return status;
}

struct ol_linter *ol_test_case_linter(const struct ol_test_case *test, enum ol_status *status)
{
    struct ol_linter *linter = NULL;
    *status = ol_linter_new(&linter);
    if (*status == OL_OK) {
        *status = set_up(linter, test);
    }
    if (*status == OL_ERR_RULE) {
        ol_test_die("%s: %s: %s", test->source, test->name, ol_linter_error(linter));
    }
    if (*status != OL_OK) {
        ol_linter_free(linter);
        return NULL;
    }
    return linter;
}
