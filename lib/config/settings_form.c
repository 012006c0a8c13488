/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of keys. */
#include "config/settings_form.h"

#define KEY_COUNT(keys) (sizeof(keys) / sizeof(keys)[0])

static const struct ol_form_key rule_keys[] = {
    {"severity", OL_FORM_SETTING,
     "error, warning, info or off; on is the severity of the rule's own file"},
    {"with", OL_FORM_WITH, "parameters of the rule's check that get other values"},
};

static const struct ol_form_key override_keys[] = {
    {"files", OL_FORM_TEXTS,
     "the files it is about, by patterns as in include; all files without it"},
    {"paths", OL_FORM_TEXTS,
     "the places it is about, each with all that lies beneath it, by field paths such as "
     "`graph.node[*].attribute`; the whole file without it"},
    {"rules", OL_FORM_RULES, "what the rules are there, as in rules, but for parameters"},
};

static const struct ol_form_key opset_keys[] = {
    {"min", OL_FORM_NUMBER, "the oldest version that models may import"},
    {"max", OL_FORM_NUMBER, "the newest one"},
};

static const struct ol_form_key custom_keys[] = {
    {"id", OL_FORM_ID, "the rule's name: lower-case words, joined with hyphens"},
    {"title", OL_FORM_TITLE, "the fault, in one line"},
    {"since", OL_FORM_RELEASE, "the release that it came with; of built-in rules"},
    {"severity", OL_FORM_SEVERITY, "error, warning or info"},
    {"check", OL_FORM_CHECK, "the check that the rule uses"},
    {"target", OL_FORM_TARGET, "what the check is shown: messages by name, or field paths"},
    {"when", OL_FORM_WHEN, "conditions on fields beside"},
    {"ir", OL_FORM_IR, "the IR versions that the rule is about"},
    {"opset", OL_FORM_OPSET, "the versions of operator sets that the rule is about"},
    {"with", OL_FORM_WITH, "parameters of the check"},
    {"message", OL_FORM_LINE,
     "what is said of a finding; {name} stands for an argument of the check"},
    {"mend", OL_FORM_MEND, "what to do about a finding, in one line"},
    {"variants", OL_FORM_VARIANTS, "messages and severities for cases that the check tells apart"},
    {"notes", OL_FORM_NOTES, "messages for related places"},
    {"supersedes", OL_FORM_IDS, "rules that keep silent where this one speaks"},
    {"explanation", OL_FORM_TEXT, "why it matters, and how to mend it; Markdown"},
    {"references", OL_FORM_REFERENCES, "where it is written"},
    {"examples", OL_FORM_EXAMPLES, "bad and good bytes that --test-rules lints"},
};

static const struct ol_form_key report_keys[] = {
    {"format", OL_FORM_FORMAT, "its form, one of those of format"},
    {"output", OL_FORM_LINE, "the file that it goes to, as in output; standard output without it"},
};

static const struct ol_form rule_form = {"rule-setting",
                                         "what a rule is to be: a severity alone, or a map",
                                         rule_keys, KEY_COUNT(rule_keys)};
static const struct ol_form override_form = {
    "override", "rules for some files and places: files, paths or both, and rules", override_keys,
    KEY_COUNT(override_keys)};
static const struct ol_form opset_form = {
    "opset-bounds", "versions of one domain: min, max or both", opset_keys, KEY_COUNT(opset_keys)};
static const struct ol_form custom_form = {"custom-rule", "a custom rule", custom_keys,
                                           KEY_COUNT(custom_keys)};

static const struct ol_form report_form = {"report", "one report: format, and output", report_keys,
                                           KEY_COUNT(report_keys)};

const struct ol_form *ol_form_of_kind(enum ol_setting_kind kind)
{
    switch (kind) {
    case OL_SETTING_KIND_RULES:
        return &rule_form;
    case OL_SETTING_KIND_OVERRIDES:
        return &override_form;
    case OL_SETTING_KIND_OPSETS:
        return &opset_form;
    case OL_SETTING_KIND_CUSTOM_RULES:
        return &custom_form;
    case OL_SETTING_KIND_REPORTS:
        return &report_form;
    case OL_SETTING_KIND_FLAG:
    case OL_SETTING_KIND_WORD:
    case OL_SETTING_KIND_NUMBER:
    case OL_SETTING_KIND_TEXT:
    case OL_SETTING_KIND_PATH:
    case OL_SETTING_KIND_PATHS:
    case OL_SETTING_KIND_PATTERNS:
    case OL_SETTING_KIND_EXTENDS:
        break;
    }
    return NULL;
}
