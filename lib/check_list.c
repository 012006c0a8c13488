/* SPDX-License-Identifier: Apache-2.0 */
/* The checks that rules can use, told to people. */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "onnx_lint.h"
#include "rule/check_docs.h"
#include "rule/param_text.h"
#include "rule/source.h"

/* --- one a line ----------------------------------------------------------- */

/* The first sentence, on a line of its own. */
static void add_sentence(struct ol_buf *out, const char *text)
{
    const struct ol_slice blank = ol_slice_from_text(" ");
    for (; text[0] != '\0' && (text[0] != '.' || text[1] > ' '); text++) {
        ol_buf_add_slice(out,
                         text[0] == '\n' ? blank : (struct ol_slice){(const uint8_t *)text, 1});
    }
    ol_buf_add_char(out, '\n');
}

static void add_lines(struct ol_buf *out, const struct ol_check_docs *docs)
{
    for (size_t i = 0; i < docs->count; i++) {
        ol_buf_addf(out, "%-17s ", docs->items[i].check->name);
        add_sentence(out, docs->items[i].about);
    }
}

/* More words than a table can hold; they are explained elsewhere. */
#define WORDS_MOST 8

/* --- Markdown ------------------------------------------------------------- */

/* Text in a table: what could be markup is escaped. */
static void add_cell(struct ol_buf *out, const char *text)
{
    for (; text[0] != '\0'; text++) {
        if (strchr("\\`*_<>[]|", text[0]) != NULL) {
            ol_buf_add_char(out, '\\');
        }
        ol_buf_add_char(out, text[0]);
    }
}

static void add_params(struct ol_buf *out, const struct ol_check_doc *doc)
{
    ol_buf_add(out, "\n| parameter | takes | |\n|---|---|---|\n");
    for (size_t i = 0; i < doc->check->param_count; i++) {
        const struct ol_param *param = &doc->check->params[i];
        ol_buf_addf(out, "| `%s` | ", param->name);
        ol_param_add_takes(out, param, WORDS_MOST);
        ol_buf_add(out, " | ");
        add_cell(out, doc->params[i]);
        ol_buf_add(out, " |\n");
    }
}

static void add_words(struct ol_buf *out, const struct ol_check_doc *doc)
{
    ol_buf_addf(out, "\n| `%s` | |\n|---|---|\n", doc->word_param->name);
    for (size_t i = 0; doc->word_param->words[i] != NULL; i++) {
        ol_buf_addf(out, "| `%s` | ", doc->word_param->words[i]);
        add_cell(out, doc->words[i]);
        ol_buf_add(out, " |\n");
    }
}

/* A table of names; braces stand around those of placeholders. */
static void add_names(struct ol_buf *out, const char *title, const char *const *names,
                      const char *const *texts, bool has_braces)
{
    if (names == NULL || names[0] == NULL) {
        return;
    }
    ol_buf_addf(out, "\n| %s | |\n|---|---|\n", title);
    for (size_t i = 0; names[i] != NULL; i++) {
        ol_buf_addf(out, has_braces ? "| `{%s}` | " : "| `%s` | ", names[i]);
        add_cell(out, texts[i]);
        ol_buf_add(out, " |\n");
    }
}

static void add_doc(struct ol_buf *out, const struct ol_check_doc *doc)
{
    ol_buf_addf(out, "\n## %s\n\n%s", doc->check->name, doc->about);
    add_params(out, doc);
    if (doc->word_param != NULL) {
        add_words(out, doc);
    }
    add_names(out, "variant", doc->check->variants, doc->variants, false);
    add_names(out, "placeholder", doc->check->args, doc->args, true);
    add_names(out, "note", doc->check->notes, doc->notes, false);
    ol_buf_addf(out, "\n```yaml\n%s```\n", doc->example);
}

static void add_markdown(struct ol_buf *out, const struct ol_check_docs *docs)
{
    ol_buf_add(
        out,
        "# Checks\n\n"
        "Written by `make update-docs` from `rules/checks.yaml`; do not edit.\n\n"
        "A custom rule names the check that it uses, and what the check is to look at. Each "
        "check can be bound to\nany message (`target`), and is silent where the message lacks the "
        "field. A variant is a case of a check for which a\nrule can have a severity and a message "
        "of its own. Messages may use the check's placeholders, and `{subject}`,\nwhich is what "
        "the message is called.\n\n");
    for (size_t i = 0; i < docs->count; i++) {
        const struct ol_check_doc *doc = &docs->items[i];
        ol_buf_addf(out, "- [%s](#%s): ", doc->check->name, doc->check->name);
        add_sentence(out, doc->about);
    }
    for (size_t i = 0; i < docs->count; i++) {
        add_doc(out, &docs->items[i]);
    }
}

enum ol_status ol_checks_list(enum ol_check_list form, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    struct ol_check_docs docs;
    struct ol_arena *arena = ol_arena_new();
    enum ol_status status = arena != NULL ? ol_source_load_check_docs(arena, &docs) : OL_ERR_NOMEM;
    ol_buf_init(&out);
    if (status == OL_OK && form == OL_CHECK_LIST_MARKDOWN) {
        add_markdown(&out, &docs);
    } else if (status == OL_OK) {
        add_lines(&out, &docs);
    }
    if (status == OL_OK) {
        status = ol_buf_pass_on(&out, write, context);
    }
    ol_buf_fini(&out);
    ol_arena_free(arena);
    return status;
}
