/* SPDX-License-Identifier: Apache-2.0 */
/* Rules as Markdown: one explained, and the whole reference. */
#include <string.h>

#include "base/text.h"
#include "report/explain.h"
#include "report/rule_facts.h"

/* Text that is no markup: signs that could begin some are escaped. */
static void add_plain(struct ol_buf *out, const char *text)
{
    for (; text[0] != '\0'; text++) {
        if (strchr("\\`*<[]|", text[0]) != NULL) {
            ol_buf_add_char(out, '\\');
        }
        ol_buf_add_char(out, text[0]);
    }
}

/* Lines between fences that the text does not hold itself. */
static void add_fenced(struct ol_buf *out, const char *text)
{
    const char *fence = strstr(text, "```") == NULL ? "```" : "~~~";
    struct ol_slice line;
    ol_buf_addf(out, "%stext\n", fence);
    while (ol_rule_facts_next_line(&text, &line)) {
        ol_buf_add_slice(out, line);
        ol_buf_add_char(out, '\n');
    }
    ol_buf_addf(out, "%s\n\n", fence);
}

/* A message template, in code, where nothing needs an escape but the code's own sign. */
static void add_code(struct ol_buf *out, const char *text)
{
    const char *fence = strchr(text, '`') == NULL ? "`" : "`` ";
    ol_buf_addf(out, "%s%s%s", fence, text, fence[1] == '\0' ? "`" : " ``");
}

static void add_head(struct ol_buf *out, const struct ol_rule_book *book,
                     const struct ol_rule *rule)
{
    ol_buf_addf(out, "### %s\n\n", rule->id);
    add_plain(out, rule->title);
    ol_buf_add(out, "\n\n- severity: ");
    ol_rule_facts_add_severity(out, rule);
    ol_buf_add(out, "\n- profiles: ");
    ol_rule_facts_add_profiles(out, book, rule);
    ol_buf_add(out, "\n- applies to: ");
    ol_rule_facts_add_scope(out, rule);
    ol_buf_add_char(out, '\n');
    if (rule->doc->since != NULL) {
        ol_buf_addf(out, "- since: %s\n", rule->doc->since);
    }
    if (ol_rule_is_custom(rule)) {
        ol_buf_add(out, "- file: ");
        ol_text_add_path(out, rule->doc->path);
        ol_buf_add_char(out, '\n');
    }
    for (size_t i = 0; i < rule->supersedes_count; i++) {
        ol_buf_addf(out, "%s[%s](#%s)%s", i == 0 ? "- supersedes: " : ", ", rule->supersedes[i],
                    rule->supersedes[i], i + 1 == rule->supersedes_count ? "\n" : "");
    }
}

static void add_messages(struct ol_buf *out, const struct ol_rule *rule)
{
    if (rule->message != NULL) {
        ol_buf_add(out, "- message: ");
        add_code(out, rule->message);
        ol_buf_add_char(out, '\n');
    }
    for (size_t i = 0; i < rule->variant_count; i++) {
        ol_buf_addf(out, "- message of variant %s (%s): ", rule->variants[i].name,
                    ol_severity_name(rule->variants[i].severity));
        add_code(out, rule->variants[i].message);
        ol_buf_add_char(out, '\n');
    }
}

static void add_mends(struct ol_buf *out, const struct ol_rule *rule)
{
    const char *const *mends = rule->doc->mends;
    for (size_t i = 0; mends != NULL && i <= rule->variant_count; i++) {
        if (mends[i] == NULL) {
            continue;
        }
        if (i == 0) {
            ol_buf_add(out, "- to mend: ");
        } else {
            ol_buf_addf(out, "- to mend variant %s: ", rule->variants[i - 1].name);
        }
        add_plain(out, mends[i]);
        ol_buf_add_char(out, '\n');
    }
}

static void add_side_file(struct ol_buf *out, const struct ol_example_file *file)
{
    ol_buf_add(out, "Beside it ");
    add_code(out, file->path);
    if (file->link != NULL) {
        ol_buf_add(out, ", a link to ");
        add_code(out, file->link);
    } else if (file->hard_link != NULL) {
        ol_buf_add(out, ", a hard link to ");
        add_code(out, file->hard_link);
    } else if (file->is_directory) {
        ol_buf_add(out, ", a directory");
    } else if (file->hole >= 0) {
        ol_buf_add(out, " of ");
        ol_buf_add_i64(out, file->hole);
        ol_buf_add(out, " bytes");
    } else {
        ol_buf_add(out, " with\n\n");
        add_fenced(out, file->bytes);
        return;
    }
    ol_buf_add(out, ".\n\n");
}

static void add_example(struct ol_buf *out, const struct ol_rule *rule,
                        const struct ol_example *example)
{
    ol_buf_addf(out, "%s: ", example->is_bad ? "Bad" : "Good");
    add_plain(out, example->name);
    if (strcmp(example->root, "auto") != 0) {
        ol_buf_addf(out, " (%s)", example->root);
    }
    if (example->ir_version != 0) {
        ol_buf_add(out, ", at IR version ");
        ol_buf_add_i64(out, example->ir_version);
    }
    if (example->target_name != NULL) {
        ol_buf_add(out, ", for target ");
        add_plain(out, example->target_name);
    }
    ol_buf_add(out, ".\n\n");
    if (example->input != NULL) {
        ol_buf_add(out, "The file ");
        add_code(out, example->input);
        ol_buf_add(out, ".\n\n");
    } else {
        add_fenced(out, example->bytes);
    }
    for (size_t i = 0; i < example->file_count; i++) {
        add_side_file(out, &example->files[i]);
    }
    for (size_t i = 0; i < example->expect_count; i++) {
        ol_buf_add(out, "Found: ");
        ol_rule_facts_add_expect(out, rule, &example->expect[i]);
        ol_buf_add(out, ".\n\n");
    }
}

void ol_explain_rule_markdown(struct ol_buf *out, const struct ol_rule_book *book,
                              const struct ol_rule *rule)
{
    const struct ol_rule_doc *doc = rule->doc;
    add_head(out, book, rule);
    add_messages(out, rule);
    add_mends(out, rule);
    for (size_t i = 0; i < doc->reference_count; i++) {
        ol_buf_add(out, "- see ");
        add_plain(out, doc->references[i].title);
        ol_buf_add(out, " (");
        add_plain(out, doc->references[i].where);
        ol_buf_add(out, ")\n");
    }
    if (doc->explanation != NULL) {
        ol_buf_addf(out, "\n%s\n", doc->explanation);
    }
    for (size_t i = 0; i < doc->example_count; i++) {
        add_example(out, rule, &doc->examples[i]);
    }
}

static void add_table(struct ol_buf *out, const struct ol_rule_book *book, const char *area)
{
    ol_buf_add(out, "| rule | severity | what is found |\n|---|---|---|\n");
    for (size_t i = 0; i < book->rule_count; i++) {
        const struct ol_rule *rule = &book->rules[i];
        if (strcmp(rule->area, area) != 0) {
            continue;
        }
        ol_buf_addf(out, "| [%s](#%s) | ", rule->id, rule->id);
        ol_rule_facts_add_severity(out, rule);
        ol_buf_add(out, " | ");
        add_plain(out, rule->title);
        ol_buf_add(out, " |\n");
    }
    ol_buf_add_char(out, '\n');
}

static void add_profiles(struct ol_buf *out, const struct ol_rule_book *book)
{
    ol_buf_add(out, "Profiles:\n\n");
    for (size_t i = 0; i < book->profile_count; i++) {
        ol_buf_addf(out, "- `%s`: ", book->profiles[i].name);
        add_plain(out, book->profiles[i].title);
        ol_buf_add_char(out, '\n');
    }
}

void ol_explain_all_markdown(struct ol_buf *out, const struct ol_rule_book *book)
{
    ol_buf_addf(
        out,
        "# Rules\n\nAll %zu rules, by area. Written by `make update-docs` from the files in "
        "this folder, one for each rule; change those.\n\n",
        book->rule_count);
    add_profiles(out, book);
    ol_buf_add(out, "\n`--rule ID=SEVERITY` sets a rule, `--rule ID/VARIANT=SEVERITY` one variant "
                    "of it; SEVERITY is error, warning, info or off.\n\n");
    for (const char *area = ol_rule_facts_next_area(book, ""); area != NULL;
         area = ol_rule_facts_next_area(book, area)) {
        ol_buf_addf(out, "## %s\n\n", area);
        add_table(out, book, area);
        for (size_t i = 0; i < book->rule_count; i++) {
            if (strcmp(book->rules[i].area, area) == 0) {
                ol_explain_rule_markdown(out, book, &book->rules[i]);
            }
        }
    }
    /* one line break at the end, not the empty line that parts two rules */
    if (ol_buf_is_ok(out) && out->size > 1 && out->text[out->size - 1] == '\n' &&
        out->text[out->size - 2] == '\n') {
        out->size--;
        out->text[out->size] = '\0';
    }
}
