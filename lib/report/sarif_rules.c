/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of a run, as SARIF describes them. */
#include <string.h>

#include "report/sarif.h"

/* Adds a key whose value is a message of so many bytes of a text, without the line breaks at its
 * end. */
static void put_part(struct ol_json *json, const char *key, const char *text, size_t size)
{
    while (size > 0 && text[size - 1] == '\n') {
        size--;
    }
    ol_json_key(json, key);
    ol_json_open(json, '{');
    ol_sarif_put_literal(json, "text", (struct ol_slice){(const uint8_t *)text, size});
    ol_json_close(json, '}');
}

static size_t first_paragraph(const char *text)
{
    const char *end = strstr(text, "\n\n");
    return end != NULL ? (size_t)(end - text) : strlen(text);
}

/* What to do about a finding, a paragraph for each case that says it. */
static void add_mends(struct ol_buf *help, const struct ol_rule *rule)
{
    const char *const *mends = rule->doc->mends;
    for (size_t i = 0; mends != NULL && i <= rule->variant_count; i++) {
        if (mends[i] != NULL) {
            bool is_main = i == 0;
            ol_buf_addf(help, "To mend%s%s: %s.\n\n", is_main ? "" : " variant ",
                        is_main ? "" : rule->variants[i - 1].name, mends[i]);
        }
    }
}

/* What the rule's file says for people, how to mend it first, and where more is to be read. */
static void put_help(struct ol_json *json, const struct ol_rule *rule)
{
    const struct ol_rule_doc *doc = rule->doc;
    struct ol_buf help;
    ol_buf_init(&help);
    add_mends(&help, rule);
    if (doc->explanation != NULL) {
        ol_buf_add(&help, doc->explanation);
    }
    for (size_t i = 0; i < doc->reference_count; i++) {
        ol_buf_addf(&help, "%s- %s: %s\n", i == 0 ? "\n" : "", doc->references[i].title,
                    doc->references[i].where);
    }
    struct ol_slice text = ol_buf_slice(&help);
    ol_json_key(json, "help");
    ol_json_open(json, '{');
    ol_sarif_put_literal(json, "text", text);
    ol_sarif_put_literal(json, "markdown", text);
    ol_json_close(json, '}');
    ol_buf_inherit(json->out, &help);
    ol_buf_fini(&help);
}

/* What GitHub sorts alerts by. */
static const char *problem_severity(enum ol_severity severity)
{
    switch (severity) {
    case OL_SEVERITY_ERROR:
        return "error";
    case OL_SEVERITY_WARNING:
        return "warning";
    case OL_SEVERITY_INFO:
    case OL_SEVERITY_OFF:
        break;
    }
    return "recommendation";
}

static void put_properties(struct ol_json *json, const struct ol_report_style *style,
                           const struct ol_rule *rule)
{
    ol_json_key(json, "properties");
    ol_json_open(json, '{');
    ol_json_key(json, "tags");
    ol_json_open(json, '[');
    if (rule->area != NULL) {
        ol_json_add_text(json, rule->area);
    }
    ol_json_close(json, ']');
    if (style->is_for_github) {
        ol_json_put_text(json, "problem.severity", problem_severity(rule->severity));
    }
    if (rule->doc != NULL && rule->doc->since != NULL) {
        ol_json_put_text(json, "since", rule->doc->since);
    }
    if (rule->variant_count > 0) {
        ol_json_key(json, "variants");
        ol_json_open(json, '{');
        for (size_t i = 0; i < rule->variant_count; i++) {
            ol_json_put_text(json, rule->variants[i].name,
                             ol_severity_name(rule->variants[i].severity));
        }
        ol_json_close(json, '}');
    }
    ol_json_close(json, '}');
}

static void put_rule(struct ol_json *json, const struct ol_report_style *style,
                     const struct ol_rule *rule)
{
    ol_json_open(json, '{');
    ol_json_put_text(json, "id", rule->id);
    put_part(json, "shortDescription", rule->title, strlen(rule->title));
    const char *text = rule->doc != NULL ? rule->doc->explanation : NULL;
    if (text != NULL) {
        put_part(json, "fullDescription", text, first_paragraph(text));
    }
    if (text != NULL || (rule->doc != NULL && rule->doc->mends != NULL)) {
        put_help(json, rule);
    }
    ol_json_key(json, "defaultConfiguration");
    ol_json_open(json, '{');
    ol_json_key(json, "enabled");
    ol_json_add_bool(json, rule->severity > OL_SEVERITY_INFO);
    ol_json_put_text(json, "level", ol_sarif_level(rule->severity));
    ol_json_close(json, '}');
    put_properties(json, style, rule);
    ol_json_close(json, '}');
}

void ol_sarif_put_rules(struct ol_json *json, const struct ol_report_style *style)
{
    ol_json_key(json, "rules");
    ol_json_open(json, '[');
    for (size_t i = 0; i < style->rules.count; i++) {
        ol_buf_add_char(json->out, '\n');
        put_rule(json, style, &style->rules.items[i]);
    }
    ol_json_close(json, ']');
}
