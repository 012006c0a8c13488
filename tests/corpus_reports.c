/* SPDX-License-Identifier: Apache-2.0 */
/* Tiny files after public reports, with what is to be found in them. Expectations about operators
 * are not asked for as long as this program lacks the rules. */
#include "corpus_reports.h"

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/slice.h"
#include "base/text.h"
#include "tools/files.h"
#include "tools/lint_run.h"

/* Whether the id is of an area that is covered whole: all but that of the operators. */
static bool is_covered(const char *catalogue, const char *id)
{
    struct ol_test_path row = ol_test_path("\n%s ", id);
    const char *found = strstr(catalogue, row.text);
    if (found == NULL) {
        ol_test_die("expect.json: '%s' is no id of the catalogue", id);
    }
    return strncmp(found + strlen(row.text), "9 ", 2) != 0;
}

static bool is_asked(const char *catalogue, const json_t *rules)
{
    size_t i;
    json_t *rule;
    json_array_foreach(rules, i, rule)
    {
        const char *id = json_string_value(rule);
        if (id[0] == '~' || ol_corpus_has_rule(id) || is_covered(catalogue, id)) {
            return true;
        }
    }
    return false;
}

static bool is_one_of(const json_t *rules, const char *id)
{
    size_t i;
    json_t *rule;
    json_array_foreach(rules, i, rule)
    {
        const char *wanted = json_string_value(rule);
        bool is_family = wanted[0] == '~';
        if (is_family ? strstr(id, wanted + 1) == id : strcmp(id, wanted) == 0) {
            return true;
        }
    }
    return false;
}

/* A finding about the file as a whole has no offset and is within every span. */
static bool is_within(const json_t *spans, const json_t *offset)
{
    size_t i;
    json_t *span;
    json_array_foreach(spans, i, span)
    {
        json_int_t at = json_integer_value(offset);
        if (json_is_null(offset) || (at >= json_integer_value(json_array_get(span, 0)) &&
                                     at < json_integer_value(json_array_get(span, 1)))) {
            return true;
        }
    }
    return false;
}

static bool is_met(const json_t *expect, const json_t *found)
{
    const json_t *severity = json_object_get(expect, "severity");
    size_t i;
    json_t *diag;
    json_array_foreach(found, i, diag)
    {
        if (is_one_of(json_object_get(expect, "rules"), ol_test_json_text(diag, "rule")) &&
            is_within(json_object_get(expect, "spans"), json_object_get(diag, "offset")) &&
            (json_is_null(severity) ||
             strcmp(json_string_value(severity), ol_test_json_text(diag, "severity")) == 0)) {
            return true;
        }
    }
    return false;
}

static int rank(const char *severity)
{
    return strcmp(severity, "error") == 0 ? 2 : strcmp(severity, "warning") == 0 ? 1 : 0;
}

static void print_found(const char *name, const char *what, const json_t *found)
{
    (void)printf("  reports/%s: %s\n", name, what);
    size_t i;
    json_t *diag;
    json_array_foreach(found, i, diag)
    {
        (void)printf("    found %s %s @%lld: %s\n", ol_test_json_text(diag, "severity"),
                     ol_test_json_text(diag, "rule"),
                     (long long)json_integer_value(json_object_get(diag, "offset")),
                     ol_test_json_text(diag, "message"));
    }
}

/* What one entry of expect.json came to. */
struct outcome {
    size_t asked;
    size_t met;
    size_t beyond;
};

/* A clean file has no error, and nothing above "most". */
static void check_clean(const json_t *entry, const json_t *found, struct outcome *outcome)
{
    const char *most = ol_test_json_text(entry, "most");
    int allowed = *most != '\0' ? rank(most) : 1;
    bool is_clean = true;
    size_t i;
    json_t *diag;
    json_array_foreach(found, i, diag)
    {
        is_clean = is_clean && rank(ol_test_json_text(diag, "severity")) <= allowed;
    }
    outcome->asked++;
    outcome->met += is_clean;
    if (!is_clean) {
        print_found(ol_test_json_text(entry, "name"), "is clean, with nothing worse than", found);
    }
}

static void check_expected(const json_t *entry, const char *catalogue, const json_t *found,
                           struct outcome *outcome)
{
    size_t i;
    json_t *expect;
    json_array_foreach(json_object_get(entry, "expect"), i, expect)
    {
        const json_t *rules = json_object_get(expect, "rules");
        if (!is_asked(catalogue, rules)) {
            outcome->beyond++;
            continue;
        }
        outcome->asked++;
        if (is_met(expect, found)) {
            outcome->met++;
        } else {
            char *wanted = json_dumps(expect, JSON_COMPACT);
            print_found(ol_test_json_text(entry, "name"), wanted, found);
            free(wanted);
        }
    }
}

/* Whether text shows nothing but printed signs and line breaks. */
static bool is_harmless(struct ol_slice text)
{
    while (text.size > 0) {
        uint32_t code_point = 0;
        size_t length = ol_utf8_length(text, &code_point);
        if (length == 0 || (ol_code_point_is_control(code_point) && code_point != '\n')) {
            return false;
        }
        text = (struct ol_slice){text.data + length, text.size - length};
    }
    return true;
}

/* No control byte of the file may reach the output raw, in any format. */
static void check_injection(const json_t *entry, struct ol_test_args *args, const char *folder,
                            struct outcome *outcome)
{
    static const char *const formats[] = {"--format=gcc",   "--format=text",      "--format=json",
                                          "--format=jsonl", "--format=sarif",     "--format=github",
                                          "--format=junit", "--format=checkstyle"};
    bool is_clean = true;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct ol_test_run run;
        ol_test_args_add(args, formats[i]);
        ol_test_args_add(args, "--quiet");
        ol_test_run_init(&run, args, folder);
        is_clean =
            is_clean && is_harmless((struct ol_slice){(const uint8_t *)run.out, run.out_size});
        ol_test_run_fini(&run);
        for (size_t j = 0; j < 2; j++) { /* the next format is in place of this one */
            free(args->items[--args->count]);
            args->items[args->count] = NULL;
        }
    }
    outcome->asked++;
    outcome->met += is_clean;
    if (!is_clean) {
        (void)printf("  reports/%s: a control character reached the output\n",
                     ol_test_json_text(entry, "name"));
    }
}

/* Adds the arguments of an entry; false where they name a rule that this program does not have. */
static bool add_args(struct ol_test_args *args, const json_t *entry)
{
    bool is_known = true;
    size_t i;
    json_t *arg;
    json_array_foreach(json_object_get(entry, "args"), i, arg)
    {
        const char *text = json_string_value(arg);
        if (i > 0 &&
            strcmp(json_string_value(json_array_get(json_object_get(entry, "args"), i - 1)),
                   "--rule") == 0) {
            struct ol_test_path id = ol_test_path("%.*s", (int)strcspn(text, "/="), text);
            is_known = is_known && ol_corpus_has_rule(id.text);
        }
        ol_test_args_add(args, text);
    }
    ol_test_args_add(args, ol_test_json_text(entry, "file"));
    return is_known;
}

static void check_entry(const json_t *entry, const char *catalogue, const char *folder,
                        struct outcome *outcome)
{
    struct ol_test_args args = {NULL, 0};
    if (!add_args(&args, entry)) {
        outcome->beyond++;
        ol_test_args_free(&args);
        return;
    }
    json_t *report = ol_test_run_json(&args, folder);
    const json_t *found =
        json_object_get(json_array_get(json_object_get(report, "files"), 0), "diagnostics");
    if (json_is_true(json_object_get(entry, "clean"))) {
        check_clean(entry, found, outcome);
    }
    check_expected(entry, catalogue, found, outcome);
    if (json_is_true(json_object_get(entry, "inject"))) {
        check_injection(entry, &args, folder, outcome);
    }
    json_decref(report);
    ol_test_args_free(&args);
}

/* Copies what lies in a folder; it is a few levels deep and small. */
static void copy_folder(const char *from, const char *to, unsigned depth)
{
    ol_test_make_folders(ol_test_path("%s/", to).text);
    struct ol_test_names names = ol_test_list_folder(from);
    for (size_t i = 0; i < names.count; i++) {
        struct ol_test_path source = ol_test_path("%s/%s", from, names.names[i]);
        struct ol_test_path target = ol_test_path("%s/%s", to, names.names[i]);
        if (ol_test_is_folder(source.text) && depth > 0) {
            copy_folder(source.text, target.text, depth - 1);
        } else if (ol_test_is_file(source.text)) {
            size_t size;
            char *bytes = ol_test_read_file(source.text, &size);
            ol_test_write_file(target.text, bytes, size);
            free(bytes);
        }
    }
    ol_test_names_free(&names);
}

static void make_links(const json_t *entry, const char *folder)
{
    const char *name;
    json_t *target;
    json_object_foreach(json_object_get(entry, "links"), name, target)
    {
        struct ol_test_path path =
            ol_test_path("%s/%s/%s", folder, ol_test_json_text(entry, "name"), name);
        if (symlink(json_string_value(target), path.text) != 0) {
            ol_test_die("%s: cannot be linked: %s", path.text, strerror(errno));
        }
    }
}

void ol_corpus_check_reports(struct ol_corpus_tally *tally)
{
    json_error_t error;
    json_t *entries =
        json_load_file(ol_test_shared_path("cases/reports/expect.json").text, 0, &error);
    if (!json_is_array(entries)) {
        ol_test_die("expect.json: %s", error.text);
    }
    char *catalogue =
        ol_test_read_file(ol_test_source_path("conformance-data/catalogue-ids.txt").text, NULL);
    struct ol_test_path folder = ol_test_new_folder();
    copy_folder(ol_test_shared_path("cases/reports").text, folder.text, 4);
    struct outcome outcome = {0};
    size_t i;
    json_t *entry;
    json_array_foreach(entries, i, entry)
    {
        make_links(entry, folder.text);
        check_entry(entry, catalogue, folder.text, &outcome);
    }
    (void)printf("corpus: reports: %zu of %zu expectations met; %zu wait for operators\n",
                 outcome.met, outcome.asked, outcome.beyond);
    ol_corpus_count(tally, outcome.met, outcome.asked);
    ol_test_remove_folder(folder.text);
    free(catalogue);
    json_decref(entries);
}
