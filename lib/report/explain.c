/* SPDX-License-Identifier: Apache-2.0 */
/* Rules as plain text: lists, and one rule explained. */
#include "report/explain.h"

#include <string.h>

#include "base/nearest.h"
#include "base/text.h"
#include "report/rule_facts.h"
#include "report/wrap.h"

/* --- lists --- */

/* The severities of a rule's cases as the list shows them. */
struct cases {
    bool is_shown[OL_SEVERITY_ERROR + 1];
    size_t count;
    size_t on_count;
    enum ol_severity highest; /* in force */
};

static void add_case(struct cases *cases, enum ol_severity in_force, enum ol_severity own)
{
    cases->count++;
    cases->on_count += in_force == OL_SEVERITY_OFF ? 0 : 1;
    cases->highest = in_force > cases->highest ? in_force : cases->highest;
    cases->is_shown[in_force == OL_SEVERITY_OFF ? own : in_force] = true;
}

static void add_cases(struct ol_buf *out, const struct cases *cases)
{
    const char *separator = "";
    size_t before = out->size;
    for (int severity = OL_SEVERITY_ERROR; severity > OL_SEVERITY_OFF; severity--) {
        if (cases->is_shown[severity]) {
            ol_buf_addf(out, "%s%s", separator, ol_severity_name((enum ol_severity)severity));
            separator = "/";
        }
    }
    while (ol_buf_is_ok(out) && out->size - before < sizeof "error/warning" - 1) {
        ol_buf_add_char(out, ' ');
    }
    const char *state = cases->on_count == cases->count ? "on"
                        : cases->on_count == 0          ? "off"
                                                        : "partly";
    ol_buf_addf(out, "  %-6s", state);
}

static size_t longest_id(const struct ol_rule_book *book)
{
    size_t longest = 0;
    for (size_t i = 0; i < book->rule_count; i++) {
        size_t length = strlen(book->rules[i].id);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void add_variants(struct ol_buf *out, const struct ol_rule *rule, ol_severity_fn *severity,
                         const void *context)
{
    for (size_t i = 0; i < rule->variant_count; i++) {
        const char *name = rule->variants[i].name;
        ol_buf_addf(out, "%s%s=%s", i == 0 ? "; variants: " : ", ", name,
                    ol_severity_name(severity(context, rule, name)));
    }
}

static struct cases cases_of(const struct ol_rule *rule, ol_severity_fn *severity,
                             const void *context)
{
    struct cases cases = {.count = 0};
    if (rule->message != NULL) {
        add_case(&cases, severity(context, rule, NULL), rule->severity);
    }
    for (size_t i = 0; i < rule->variant_count; i++) {
        add_case(&cases, severity(context, rule, rule->variants[i].name),
                 rule->variants[i].severity);
    }
    return cases;
}

/* How many rules are how severe, each by its most severe case. */
static void add_counts(struct ol_buf *out, size_t total, const size_t counts[])
{
    ol_buf_addf(out, "%zu rule%s: %zu error%s, %zu warning%s, %zu info, %zu off\n", total,
                total == 1 ? "" : "s", counts[OL_SEVERITY_ERROR],
                counts[OL_SEVERITY_ERROR] == 1 ? "" : "s", counts[OL_SEVERITY_WARNING],
                counts[OL_SEVERITY_WARNING] == 1 ? "" : "s", counts[OL_SEVERITY_INFO],
                counts[OL_SEVERITY_OFF]);
}

void ol_explain_list(struct ol_buf *out, const struct ol_rule_book *book, ol_severity_fn *severity,
                     const void *context)
{
    int width = (int)longest_id(book);
    size_t counts[OL_SEVERITY_ERROR + 1] = {0};
    for (size_t i = 0; i < book->rule_count; i++) {
        const struct ol_rule *rule = &book->rules[i];
        struct cases cases = cases_of(rule, severity, context);
        counts[cases.highest]++;
        ol_buf_addf(out, "%-*s  ", width, rule->id);
        add_cases(out, &cases);
        ol_buf_addf(out, "  %s", rule->title);
        add_variants(out, rule, severity, context);
        if (ol_rule_is_custom(rule)) {
            ol_buf_add(out, "; in ");
            ol_text_add_path(out, rule->doc->path);
        }
        ol_buf_add_char(out, '\n');
    }
    add_counts(out, book->rule_count, counts);
}

void ol_explain_ids(struct ol_buf *out, const struct ol_rule_book *book)
{
    for (size_t i = 0; i < book->rule_count; i++) {
        ol_buf_addf(out, "%s\n", book->rules[i].id);
    }
}

static bool has_variant(const struct ol_rule *rule, const char *name)
{
    for (size_t i = 0; i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

const struct ol_rule *ol_explain_find(const struct ol_rule_book *book, const char *id)
{
    size_t size = strcspn(id, "/");
    for (size_t i = 0; i < book->rule_count; i++) {
        const struct ol_rule *rule = &book->rules[i];
        if (strncmp(rule->id, id, size) == 0 && rule->id[size] == '\0' &&
            (id[size] == '\0' || has_variant(rule, id + size + 1))) {
            return rule;
        }
    }
    return NULL;
}

void ol_explain_unknown(struct ol_buf *out, const struct ol_rule_book *book, struct ol_slice id)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, id);
    for (size_t i = 0; i < book->rule_count; i++) {
        ol_nearest_offer(&nearest, book->rules[i].id);
    }
    ol_buf_add(out, "no rule ");
    ol_text_quote(out, nearest.wanted);
    ol_nearest_add_question(out, &nearest, OL_NEAREST_MAX);
    ol_buf_add(out, nearest.count > 0 ? " See also --list-rules" : "; see --list-rules");
}

void ol_explain_unknown_variant(struct ol_buf *out, const struct ol_rule *rule,
                                struct ol_slice name)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, name);
    for (size_t i = 0; i < rule->variant_count; i++) {
        ol_nearest_offer(&nearest, rule->variants[i].name);
    }
    ol_buf_addf(out, "rule %s has no variant ", rule->id);
    ol_text_quote(out, name);
    ol_nearest_add_question(out, &nearest, OL_NEAREST_MAX);
    for (size_t i = 0; nearest.count == 0 && i < rule->variant_count; i++) {
        ol_buf_addf(out, "%s%s", i == 0 ? "; there are: " : ", ", rule->variants[i].name);
    }
    ol_buf_add(out, rule->variant_count == 0 ? ", nor any other" : "");
}

/* --- one rule --- */

static void add_indented(struct ol_buf *out, const char *text, const char *indent)
{
    struct ol_slice line;
    while (ol_rule_facts_next_line(&text, &line)) {
        ol_buf_add(out, line.size > 0 ? indent : "");
        ol_buf_add_slice(out, line);
        ol_buf_add_char(out, '\n');
    }
}

/* Adds what stands in line, and clears it: behind so many columns, and further lines behind so many
 * blanks. */
static void add_wrapped(struct ol_buf *out, struct ol_buf *line, size_t column, size_t indent)
{
    ol_wrap_add(out, ol_buf_slice(line), column, indent);
    ol_buf_inherit(out, line);
    ol_buf_clear(line);
}

#define LABEL_WIDTH 14

static void add_head(struct ol_buf *out, const struct ol_rule_book *book,
                     const struct ol_rule *rule)
{
    struct ol_buf line;
    ol_buf_init(&line);
    ol_buf_addf(&line, "%s: %s", rule->id, rule->title);
    add_wrapped(out, &line, 0, 4);
    ol_buf_add(out, "\n  severity    ");
    ol_rule_facts_add_severity(&line, rule);
    add_wrapped(out, &line, LABEL_WIDTH, LABEL_WIDTH);
    ol_buf_add(out, "  profiles    ");
    ol_rule_facts_add_profiles(&line, book, rule);
    add_wrapped(out, &line, LABEL_WIDTH, LABEL_WIDTH);
    ol_buf_add(out, "  applies to  ");
    ol_rule_facts_add_scope(&line, rule);
    add_wrapped(out, &line, LABEL_WIDTH, LABEL_WIDTH);
    if (rule->doc->since != NULL) {
        ol_buf_addf(out, "  since       %s\n", rule->doc->since);
    }
    if (ol_rule_is_custom(rule)) {
        ol_buf_add(out, "  file        ");
        ol_text_add_path(out, rule->doc->path);
        ol_buf_addf(out, ":%u:%u\n", rule->doc->line, rule->doc->column);
    }
    for (size_t i = 0; i < rule->supersedes_count; i++) {
        ol_buf_addf(&line, "%s%s", i == 0 ? "" : ", ", rule->supersedes[i]);
    }
    if (rule->supersedes_count > 0) {
        ol_buf_add(out, "  supersedes  ");
        add_wrapped(out, &line, LABEL_WIDTH, LABEL_WIDTH);
    }
    ol_buf_fini(&line);
}

/* What to do about a finding, and about one of a variant that differs. */
static void add_mends(struct ol_buf *out, const struct ol_rule *rule)
{
    const char *const *mends = rule->doc->mends;
    const char *before = "\nTo mend:\n";
    struct ol_buf line;
    ol_buf_init(&line);
    for (size_t i = 0; mends != NULL && i <= rule->variant_count; i++) {
        if (mends[i] != NULL) {
            ol_buf_addf(out, "%s  ", before);
            before = "";
            if (i > 0) {
                ol_buf_addf(&line, "variant '%s': ", rule->variants[i - 1].name);
            }
            ol_text_add_message(&line, mends[i]);
            add_wrapped(out, &line, 2, 4);
        }
    }
    ol_buf_fini(&line);
}

static void add_messages(struct ol_buf *out, const struct ol_rule *rule)
{
    struct ol_buf line;
    ol_buf_init(&line);
    ol_buf_add(out, "\nMessages:\n");
    if (rule->message != NULL) {
        ol_buf_add(out, "  ");
        ol_buf_addf(&line, "%s: %s", ol_severity_name(rule->severity), rule->message);
        add_wrapped(out, &line, 2, 4);
    }
    for (size_t i = 0; i < rule->variant_count; i++) {
        const struct ol_rule_variant *variant = &rule->variants[i];
        ol_buf_add(out, "  ");
        ol_buf_addf(&line, "%s, variant '%s': %s", ol_severity_name(variant->severity),
                    variant->name, variant->message);
        add_wrapped(out, &line, 2, 4);
    }
    for (size_t i = 0; i < rule->note_count; i++) {
        ol_buf_add(out, "  ");
        ol_buf_addf(&line, "note: %s", rule->notes[i].message);
        add_wrapped(out, &line, 2, 4);
    }
    ol_buf_fini(&line);
}

/* The parameters, with what is in force. */
static void add_params(struct ol_buf *out, const struct ol_explained_params *params)
{
    struct ol_buf line;
    ol_buf_init(&line);
    for (size_t i = 0; i < params->count; i++) {
        const struct ol_explained_param *param = &params->items[i];
        bool is_given = param->value[0] != '\0';
        if (i == 0) {
            ol_buf_addf(out, "\nParameters of check %s:\n", params->check);
        }
        ol_buf_add(out, "  ");
        ol_buf_addf(&line, "%s%s%s", param->name, is_given ? ": " : " is not given", param->value);
        add_wrapped(out, &line, 2, 6);
        ol_buf_add(out, "      ");
        ol_buf_addf(&line, "%s%s%s", param->about != NULL ? param->about : "",
                    param->about != NULL ? "; takes " : "takes ", param->takes);
        add_wrapped(out, &line, 6, 6);
    }
    ol_buf_fini(&line);
}

/* How the rule is set, and where the others are. */
static void add_settings(struct ol_buf *out, const struct ol_rule *rule)
{
    ol_buf_addf(out, "\nTo turn it off%s (error, warning or info set the severity):\n",
                rule->variant_count > 0 ? ", or one variant" : "");
    ol_buf_addf(out, "  --rule %s=off\n", rule->id);
    for (size_t i = 0; i < rule->variant_count; i++) {
        ol_buf_addf(out, "  --rule %s/%s=off\n", rule->id, rule->variants[i].name);
    }
    ol_buf_addf(out, "  in .onnx-lint.yaml: rules: {%s: off}\n", rule->id);
    ol_buf_add(out, "\nAll rules: onnx-lint --list-rules\n");
}

static void add_side_file(struct ol_buf *out, const struct ol_example_file *file)
{
    ol_buf_addf(out, "    beside it: %s, ", file->path);
    if (file->link != NULL) {
        ol_buf_addf(out, "a link to %s\n", file->link);
    } else if (file->hard_link != NULL) {
        ol_buf_addf(out, "a hard link to %s\n", file->hard_link);
    } else if (file->is_directory) {
        ol_buf_add(out, "a directory\n");
    } else if (file->hole >= 0) {
        ol_buf_add_i64(out, file->hole);
        ol_buf_add(out, " bytes\n");
    } else {
        ol_buf_add(out, "with\n");
        add_indented(out, file->bytes, "      ");
    }
}

static void add_example(struct ol_buf *out, const struct ol_rule *rule,
                        const struct ol_example *example)
{
    struct ol_buf line;
    ol_buf_init(&line);
    ol_buf_add(out, "  ");
    ol_buf_addf(&line, "%s: %s", example->is_bad ? "bad" : "good", example->name);
    if (strcmp(example->root, "auto") != 0) {
        ol_buf_addf(&line, " (%s)", example->root);
    }
    if (example->ir_version != 0) {
        ol_buf_add(&line, ", at IR version ");
        ol_buf_add_i64(&line, example->ir_version);
    }
    if (example->target_name != NULL) {
        ol_buf_addf(&line, ", for target %s", example->target_name);
    }
    add_wrapped(out, &line, 2, 6);
    if (example->input != NULL) {
        ol_buf_addf(out, "    the file %s\n", example->input);
    } else {
        add_indented(out, example->bytes, "    ");
    }
    for (size_t i = 0; i < example->file_count; i++) {
        add_side_file(out, &example->files[i]);
    }
    for (size_t i = 0; i < example->expect_count; i++) {
        ol_buf_add(out, "    => ");
        ol_rule_facts_add_expect(&line, rule, &example->expect[i]);
        add_wrapped(out, &line, 7, 7);
    }
    ol_buf_fini(&line);
}

void ol_explain_rule_text(struct ol_buf *out, const struct ol_rule_book *book,
                          const struct ol_rule *rule, const struct ol_explained_params *params)
{
    const struct ol_rule_doc *doc = rule->doc;
    struct ol_buf line;
    ol_buf_init(&line);
    add_head(out, book, rule);
    if (doc->explanation != NULL) {
        ol_buf_add_char(out, '\n');
        ol_wrap_add_markdown(out, doc->explanation);
    }
    add_mends(out, rule);
    add_messages(out, rule);
    if (params != NULL) {
        add_params(out, params);
    }
    for (size_t i = 0; i < doc->reference_count; i++) {
        ol_buf_add(out, i == 0 ? "\nReferences:\n  " : "  ");
        ol_buf_addf(&line, "%s (%s)", doc->references[i].title, doc->references[i].where);
        add_wrapped(out, &line, 2, 4);
    }
    for (size_t i = 0; i < doc->example_count; i++) {
        ol_buf_add(out, i == 0 ? "\nExamples:\n" : "\n");
        add_example(out, rule, &doc->examples[i]);
    }
    add_settings(out, rule);
    ol_buf_fini(&line);
}
