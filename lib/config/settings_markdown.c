/* SPDX-License-Identifier: Apache-2.0 */
/* doc/configuration.md. What it says of a setting is in settings.def, of the maps inside in
 * settings_form.c; what it says of the file as a whole, and the examples, are here. */
#include <inttypes.h>
#include <string.h>

#include "config/setting.h"
#include "config/settings_form.h"
#include "config/settings_list.h"
#include "onnx_lint.h"

/* --- words of our own --- */

static const char introduction[] =
    "# Configuration\n"
    "\n"
    "Written by `make update-docs` from the table that the program parses a configuration with\n"
    "(`lib/config/settings.def`); change that. `onnx-lint --list-settings` prints the settings, one a\n"
    "line.\n"
    "\n"
    "```yaml\n"
    "# yaml-language-server: $schema=doc/config.schema.json\n"
    "extends: strict\n"
    "fail-on: warning\n"
    "rules:\n"
    "  doc-html: warning\n"
    "  tensor-empty-raw-present/beside-typed: error\n"
    "exclude: [third_party/]\n"
    "overrides:\n"
    "  - files: [old/**]\n"
    "    rules: {tensor-no-data: warning}\n"
    "```\n"
    "\n"
    "## The file\n"
    "\n"
    "`.onnx-lint.yaml` in the working directory is read, or, if there is none, the first one in the\n"
    "folders above it. `--config FILE` reads FILE in place of it, `--no-config` reads none. A file that is\n"
    "named `.onnx-lint.yml` is not read, which is told.\n"
    "\n"
    "All that can be set for a run has a key, but for `--changed`, which is about the operands; options that\n"
    "ask for something else than a report (`--write-baseline`, `--explain`, `--dump` and so on) have none.\n"
    "Limits that nobody is to set are told where they are reached.\n"
    "\n"
    "It is a map of the keys below, each of which may be left out. YAML is read strictly: one document,\n"
    "no anchors, aliases or tags, no key twice. A file that is wrong is not used in part: each mistake\n"
    "is told as `FILE:LINE:COLUMN: error:`, with the nearest right name where there is one, and the\n"
    "program ends with exit status 2 before it lints. What names rules and targets is judged when the\n"
    "keys and values are right.\n"
    "\n"
    "Relative paths and patterns in a file are relative to the folder of that file; on the command line\n"
    "to the working directory.\n"
    "\n"
    "## What wins\n"
    "\n"
    "1. The command line wins over all files.\n"
    "2. A file wins over what it [extends](#extends); of several extended ones the later wins.\n"
    "3. What nobody sets has its default.\n"
    "\n"
    "For lists ([include](#include), [exclude](#exclude), [rule-files](#rule-files),\n"
    "[suppressions](#suppressions)) there is no winner: all values count. [target-opset](#target-opset)\n"
    "is put together bound by bound. The severity of a finding is what the last of these says of it: the\n"
    "[profile](#profile); [rules](#rules) of extended files and of the file; [overrides](#overrides), in\n"
    "order; `--rule` of the command line. `onnx-lint --explain ID` ends with what is in force of a rule,\n"
    "and which of them says so.\n"
    "\n"
    "`onnx-lint --print-config` writes what is in force as one such file, each value with a comment that\n"
    "says where it comes from. Patterns in it are as they were written, and so relative to the folder of\n"
    "the file that the comment names; where that is not the working directory the comment says which.\n"
    "`onnx-lint --print-config FILE` writes what is in force for one file, overrides put among the rules.\n"
    "\n"
    "## Editors\n"
    "\n"
    "`config.schema.json`, beside this page, is a JSON Schema of the file, by which editors complete keys\n"
    "and rules, and mark what is wrong. Those that use the YAML language server find it by a first line\n"
    "such as that of the example above, whose path is relative to the file. `onnx-lint\n"
    "--list-settings=schema` prints it.\n"
    "\n"
    "## Settings\n"
    "\n";

struct example {
    enum ol_setting_id setting;
    const char *text;
};

/* Where the value is more than a scalar. Each is a whole configuration, which tests read as one. */
static const struct example examples[] = {
    {OL_SETTING_REPORTS, "reports:\n"
                         "  - format: gcc\n"
                         "  - {format: sarif, output: onnx-lint.sarif}\n"},
    {OL_SETTING_TARGET_OPSET, "target-opset:\n"
                              "  ai.onnx: {min: 17, max: 21}\n"
                              "  ai.onnx.ml: {max: 4}\n"},
    {OL_SETTING_EXTENDS, "extends: [strict, ../house.yaml]\n"},
    {OL_SETTING_RULES, "rules:\n"
                       "  tensor-no-data: warning\n"
                       "  doc-html: on\n"
                       "  func-count-limit: {severity: info, with: {max: 100}}\n"
                       "  tensor-empty-raw-present/beside-typed: off\n"},
    {OL_SETTING_CUSTOM_RULES,
     "custom-rules:\n"
     "  - id: house-producer-missing\n"
     "    title: the producer is not named\n"
     "    severity: warning\n"
     "    target: ModelProto\n"
     "    check: field_required\n"
     "    with: {field: producer_name}\n"
     "    message: \"{subject} does not say what wrote it: {field} is absent\"\n"
     "    explanation: A model whose producer is known can be made again.\n"},
    {OL_SETTING_RULE_FILES, "rule-files: [rules/house.yaml, rules/vision/]\n"},
    {OL_SETTING_OVERRIDES, "overrides:\n"
                           "  - files: [\"old/**\", \"*-draft.onnx\"]\n"
                           "    rules: {tensor-no-data: off}\n"
                           "  - paths: [\"graph.node[*].attribute\"]\n"
                           "    rules: {attr-doc: off}\n"},
    {OL_SETTING_SUPPRESSIONS, "suppressions: [.onnx-lint-suppressions.yaml]\n"},
    {OL_SETTING_INCLUDE, "include: [\"*.onnx\", \"weights/**/*.bin\"]\n"},
    {OL_SETTING_EXCLUDE, "exclude: [third_party/, \"*-draft.onnx\"]\n"},
};

/* --- Markdown --- */

/* The length of the name of a page at the start of a text, as doc/checks.md; 0 where there is none.
 */
static size_t page_length(struct ol_slice text)
{
    static const char folder[] = "doc/";
    static const char ending[] = ".md";
    size_t size = sizeof folder - 1;
    if (text.size < size || memcmp(text.data, folder, size) != 0) {
        return 0;
    }
    while (size < text.size && (text.data[size] == '-' || text.data[size] == '.' ||
                                (text.data[size] >= 'a' && text.data[size] <= 'z'))) {
        size++;
    }
    size -= text.data[size - 1] == '.' ? 1 : 0;
    bool is_page = memcmp(text.data + size - (sizeof ending - 1), ending, sizeof ending - 1) == 0;
    return is_page ? size : 0;
}

/* Adds a link to a page, which is in the folder of this one. */
static void add_link(struct ol_buf *out, struct ol_slice page)
{
    struct ol_slice name = {page.data + 4, page.size - 4};
    ol_buf_add_char(out, '[');
    ol_buf_add_slice(out, page);
    ol_buf_add(out, "](");
    ol_buf_add_slice(out, name);
    ol_buf_add_char(out, ')');
}

/* Text that is no markup but for its `code`: other signs that could begin some are escaped. */
static void add_slice(struct ol_buf *out, struct ol_slice text)
{
    bool is_code = false;
    for (size_t i = 0; i < text.size; i++) {
        char sign = (char)text.data[i];
        size_t page = page_length((struct ol_slice){text.data + i, text.size - i});
        if (page > 0) {
            add_link(out, (struct ol_slice){text.data + i, page});
            i += page - 1;
            continue;
        }
        is_code = is_code != (sign == '`');
        if (!is_code && strchr("\\*<[]|", sign) != NULL) {
            ol_buf_add_char(out, '\\');
        }
        ol_buf_add_char(out, sign);
    }
}

static void add_plain(struct ol_buf *out, const char *text)
{
    add_slice(out, ol_slice_from_text(text));
}

/* A line of help as a sentence. */
static void add_sentence(struct ol_buf *out, struct ol_slice help)
{
    char first = (char)help.data[0];
    if (first >= 'a' && first <= 'z') {
        first = (char)(first - 'a' + 'A');
    }
    ol_buf_add_char(out, first);
    add_slice(out, (struct ol_slice){help.data + 1, help.size - 1});
    ol_buf_add_char(out, '.');
}

static void add_words(struct ol_buf *out, const char *words)
{
    ol_buf_add(out, "one of `");
    for (; words[0] != '\0'; words++) {
        if (words[0] == '|') {
            ol_buf_add(out, "`, `");
        } else {
            ol_buf_add_char(out, words[0]);
        }
    }
    ol_buf_add_char(out, '`');
}

/* Of a kind whose values need no more words; WORD and NUMBER do. */
static const char *kind_text(enum ol_setting_kind kind)
{
    switch (kind) {
    case OL_SETTING_KIND_FLAG:
        return "`true` or `false`; `yes` and `on`, `no` and `off` are the same";
    case OL_SETTING_KIND_TEXT:
        return "a text";
    case OL_SETTING_KIND_PATH:
        return "the path of a file";
    case OL_SETTING_KIND_PATHS:
        return "a path, or a list of paths";
    case OL_SETTING_KIND_PATTERNS:
        return "a pattern, or a list of patterns";
    case OL_SETTING_KIND_EXTENDS:
        return "a profile or the path of a file, or a list of such";
    case OL_SETTING_KIND_RULES:
        return "a map of rules";
    case OL_SETTING_KIND_CUSTOM_RULES:
        return "a list of rules";
    case OL_SETTING_KIND_OVERRIDES:
        return "a list of maps";
    case OL_SETTING_KIND_OPSETS:
        return "a map of domains";
    case OL_SETTING_KIND_REPORTS:
        return "a list of maps";
    case OL_SETTING_KIND_WORD:
    case OL_SETTING_KIND_NUMBER:
        break;
    }
    return "";
}

static void add_number(struct ol_buf *out, enum ol_setting_id id)
{
    uint64_t min = 0;
    uint64_t max = 0;
    ol_setting_range(id, &min, &max);
    ol_buf_add(out, "a whole number");
    if (max < UINT64_MAX) {
        ol_buf_addf(out, " from %" PRIu64 " to %" PRIu64, min, max);
    }
}

static void add_kind(struct ol_buf *out, enum ol_setting_id id)
{
    const struct ol_setting *setting = &ol_settings[id];
    if (setting->kind == OL_SETTING_KIND_WORD) {
        add_words(out, setting->argument);
    } else if (setting->kind == OL_SETTING_KIND_NUMBER) {
        add_number(out, id);
    } else {
        ol_buf_add(out, kind_text(setting->kind));
    }
}

static void add_option(struct ol_buf *out, const struct ol_setting *setting)
{
    if (setting->letter != '\0') {
        ol_buf_addf(out, "`-%c`, ", setting->letter);
    }
    ol_buf_addf(out, "`--%s", setting->option);
    if (setting->kind != OL_SETTING_KIND_FLAG) {
        ol_buf_addf(out, "=%s", setting->argument);
    }
    ol_buf_add_char(out, '`');
}

static void add_overview(struct ol_buf *out)
{
    ol_buf_add(out, "| key | default | |\n|---|---|---|\n");
    for (size_t i = 0; i < OL_SETTING_COUNT; i++) {
        const struct ol_setting *setting = &ol_settings[i];
        ol_buf_addf(out, "| [%s](#%s) | ", setting->key, setting->key);
        if (setting->fallback[0] != '\0') {
            ol_buf_addf(out, "`%s` ", setting->fallback);
        }
        ol_buf_add(out, "| ");
        add_slice(out, ol_setting_help(setting));
        ol_buf_add(out, " |\n");
    }
}

static void add_form(struct ol_buf *out, const struct ol_form *form)
{
    ol_buf_add(out, "| key | |\n|---|---|\n");
    for (size_t i = 0; i < form->key_count; i++) {
        ol_buf_addf(out, "| `%s` | ", form->keys[i].name);
        add_plain(out, form->keys[i].help);
        ol_buf_add(out, " |\n");
    }
    ol_buf_add_char(out, '\n');
}

static void add_setting(struct ol_buf *out, enum ol_setting_id id)
{
    const struct ol_setting *setting = &ol_settings[id];
    ol_buf_addf(out, "\n### %s\n\n", setting->key);
    add_sentence(out, ol_setting_help(setting));
    if (setting->manual[0] != '\0') {
        ol_buf_add_char(out, ' ');
        add_plain(out, setting->manual);
    }
    ol_buf_add(out, "\n\n- value: ");
    add_kind(out, id);
    if (setting->fallback[0] != '\0') {
        ol_buf_addf(out, "\n- default: `%s`", setting->fallback);
    }
    if (setting->option[0] != '\0') {
        ol_buf_add(out, "\n- option: ");
        add_option(out, setting);
    }
    ol_buf_add_char(out, '\n');
    const struct ol_form *form = ol_form_of_kind(setting->kind);
    if (form != NULL) {
        ol_buf_add_char(out, '\n');
        add_form(out, form);
    }
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        if (examples[i].setting == id) {
            ol_buf_addf(out, "%s```yaml\n%s```\n", form == NULL ? "\n" : "", examples[i].text);
        }
    }
}

void ol_settings_add_markdown(struct ol_buf *out)
{
    ol_buf_add(out, introduction);
    add_overview(out);
    for (size_t i = 0; i < OL_SETTING_COUNT; i++) {
        add_setting(out, (enum ol_setting_id)i);
    }
}
