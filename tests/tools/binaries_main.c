/* SPDX-License-Identifier: Apache-2.0 */
/* binaries FOLDER: writes every case as the files that it consists of, with what is expected of
 * them as JSON, and an index of all: doc/conformance-suite.md is for its users. FOLDER must not
 * exist. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "onnx/recognise.h"
#include "onnx_lint.h"
#include "rule/target.h"
#include "tools/cases.h"

/* A text as a JSON value; NULL gives null. */
static json_t *text_or_null(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

static void set(json_t *object, const char *key, json_t *value)
{
    if (value == NULL || json_object_set_new(object, key, value) != 0) {
        ol_test_die("memory is short");
    }
}

static void append(json_t *list, json_t *value)
{
    if (value == NULL || json_array_append_new(list, value) != 0) {
        ol_test_die("memory is short");
    }
}

/* A case's name as a path: anything but letters, digits, dots and slashes becomes a hyphen. */
static struct ol_test_path path_of(const char *name)
{
    struct ol_test_path path = ol_test_path("%s", name);
    for (char *c = path.text; *c != '\0'; c++) {
        bool is_kept = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                       (*c >= '0' && *c <= '9') || *c == '.' || *c == '/' || *c == '_';
        *c = is_kept ? *c : '-';
    }
    return path;
}

/* --- what is expected ---------------------------------------------------- */

static enum ol_severity severity_of(const struct ol_rule *rule, const char *variant)
{
    for (size_t i = 0; variant != NULL && i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, variant) == 0) {
            return rule->variants[i].severity;
        }
    }
    return rule->severity;
}

static json_t *offset_of(const struct ol_example_expect *expect, const struct ol_hexasm *bytes)
{
    uint64_t offset = 0;
    if (strcmp(expect->at, "file") == 0) {
        return json_null();
    }
    if (expect->offset >= 0) {
        offset = (uint64_t)expect->offset;
    } else if (!ol_hexasm_find_mark(bytes, expect->at, &offset)) {
        ol_test_die("there is no mark @%s", expect->at);
    }
    return json_integer((json_int_t)offset);
}

static json_t *expectation(const struct ol_test_case *test, const struct ol_example_expect *expect,
                           const struct ol_hexasm *bytes)
{
    const struct ol_rule *rule =
        expect->rule != NULL ? ol_test_find_rule(expect->rule) : test->rule;
    json_t *object = json_object();
    if (rule == NULL) {
        ol_test_die("%s: an expectation names no rule", test->name);
    }
    const char *severity = expect->severity != NULL
                               ? expect->severity
                               : ol_severity_name(severity_of(rule, expect->variant));
    set(object, "rule", json_string(rule->id));
    set(object, "variant", text_or_null(expect->variant));
    set(object, "severity", json_string(severity));
    set(object, "offset", offset_of(expect, bytes));
    set(object, "length", expect->length >= 0 ? json_integer(expect->length) : json_null());
    set(object, "path", text_or_null(expect->path));
    return object;
}

/* --- one case ------------------------------------------------------------ */

/* The word of --type for a message; null where there is none. */
static json_t *type_of(const struct ol_message *message)
{
    const char *type = message != NULL ? ol_message_type_name(message) : NULL;
    return text_or_null(type != NULL && strcmp(type, message->name) != 0 ? type : NULL);
}

/* Whether readers are to take the file: nothing in it is an error. */
static bool is_valid(const json_t *expected)
{
    size_t i;
    json_t *finding;
    json_array_foreach(expected, i, finding)
    {
        if (strcmp(json_string_value(json_object_get(finding, "severity")), "error") == 0) {
            return false;
        }
    }
    return true;
}

/* A bound; null where there is none. */
static json_t *bound(int64_t value)
{
    return value != 0 ? json_integer(value) : json_null();
}

/* What the file is to load with; null: anything. */
static json_t *target_of(const struct ol_example *example)
{
    static const char *const others[] = {
        [OL_TARGET_OTHERS_ALLOWED] = "allowed",
        [OL_TARGET_OTHERS_CUSTOM] = "custom",
        [OL_TARGET_OTHERS_REFUSED] = "refused",
    };
    const struct ol_target *target = example->target;
    if (target == NULL && example->target_name != NULL) {
        target =
            ol_target_from_name(ol_builtin_targets, ol_builtin_target_count, example->target_name);
    }
    if (target == NULL) {
        return json_null();
    }
    json_t *object = json_object();
    json_t *opsets = json_array();
    for (size_t i = 0; i < target->opset_count; i++) {
        json_t *opset = json_object();
        set(opset, "domain", json_string(target->opsets[i].domain));
        set(opset, "min", bound(target->opsets[i].min));
        set(opset, "max", bound(target->opsets[i].max));
        append(opsets, opset);
    }
    set(object, "name", text_or_null(target->name));
    set(object, "ir_version", bound(target->ir_version));
    set(object, "opsets", opsets);
    set(object, "other_domains", json_string(others[target->others]));
    return object;
}

static json_t *describe(const struct ol_test_case *test, const struct ol_hexasm *bytes,
                        const char *folder)
{
    const struct ol_example *example = test->example;
    const struct ol_message *message = ol_message_from_name(ol_slice_from_text(example->root));
    json_t *object = json_object();
    json_t *expected = json_array();
    set(object, "name", json_string(test->name));
    set(object, "rule", text_or_null(test->rule != NULL ? test->rule->id : NULL));
    set(object, "file", json_sprintf("%s/case/%s", folder, ol_example_file_name(example)));
    set(object, "message", text_or_null(message != NULL ? message->name : NULL));
    set(object, "type", type_of(message));
    set(object, "ir_version",
        example->ir_version != 0 ? json_integer(example->ir_version) : json_null());
    set(object, "target", target_of(example));
    for (size_t i = 0; i < example->expect_count; i++) {
        append(expected, expectation(test, &example->expect[i], bytes));
    }
    set(object, "is_valid", json_boolean(is_valid(expected)));
    set(object, "expected", expected);
    set(object, "source", json_sprintf("%s:%u", test->source, example->line));
    return object;
}

static void write_json(const json_t *value, const char *path)
{
    if (json_dump_file(value, path, JSON_INDENT(2) | JSON_ENSURE_ASCII) != 0) {
        ol_test_die("%s: cannot be written", path);
    }
}

/* Writes the files of a case into a folder. */
static void fill(const struct ol_test_case *test, const struct ol_hexasm *bytes, const char *folder)
{
    const struct ol_example_case whole = ol_test_case_example(test);
    struct ol_example_place place;
    struct ol_buf errors;
    ol_buf_init(&errors);
    ol_buf_init(&place.folder);
    ol_buf_init(&place.file);
    ol_buf_add(&place.folder, folder);
    if (ol_example_place_fill(&place, &whole, bytes, &errors) != OL_OK) {
        ol_test_die("%s%s: cannot be written", ol_buf_text(&errors), folder);
    }
    ol_buf_clear(&place.folder); /* it is to stay */
    ol_example_place_fini(&place);
    ol_buf_fini(&errors);
}

/* Writes a case, and what is expected of it. */
static json_t *write_case(const struct ol_test_case *test, const char *suite)
{
    struct ol_hexasm bytes;
    struct ol_test_path name = path_of(test->name);
    struct ol_test_path folder = ol_test_path("%s/%s", suite, name.text);
    ol_test_case_assemble(test, &bytes);
    ol_test_make_folders(folder.text);
    if (mkdir(folder.text, 0777) != 0) {
        ol_test_die("%s: two cases of one name, or it is there already: %s", folder.text,
                    strerror(errno));
    }
    fill(test, &bytes, folder.text);
    json_t *described = describe(test, &bytes, name.text);
    write_json(described, ol_test_path("%s/expected.json", folder.text).text);
    ol_hexasm_fini(&bytes);
    return described;
}

int main(int argc, char **argv)
{
    if (argc != 2 || argv[1][0] == '-') {
        (void)fputs("Usage: binaries FOLDER\n", stderr);
        return 2;
    }
    struct ol_test_cases cases;
    json_t *index = json_object();
    json_t *list = json_array();
    if (mkdir(argv[1], 0777) != 0) {
        ol_test_die("%s: cannot be made: %s", argv[1], strerror(errno));
    }
    ol_test_cases_init(&cases);
    for (size_t i = 0; i < cases.count; i++) {
        append(list, write_case(&cases.cases[i], argv[1]));
    }
    set(index, "format", json_integer(1));
    set(index, "suite", json_string("onnx-lint conformance"));
    set(index, "version", json_string(ol_version()));
    set(index, "cases", list);
    write_json(index, ol_test_path("%s/index.json", argv[1]).text);
    (void)printf("%zu cases in %s\n", cases.count, argv[1]);
    json_decref(index);
    ol_test_cases_fini(&cases);
    return 0;
}
