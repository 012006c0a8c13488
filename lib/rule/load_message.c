/* SPDX-License-Identifier: Apache-2.0 */
/* Messages and other words of a rule that its check must know. */
#include "rule/load_message.h"

#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "diag/template.h"

static bool is_listed(const char *const *names, struct ol_slice name)
{
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        if (ol_slice_is_text(name, names[i])) {
            return true;
        }
    }
    return false;
}

static bool is_known(const struct ol_vocabulary *words, struct ol_slice name)
{
    return is_listed(words->names, name) ||
           (words->more != NULL && ol_slice_is_text(name, words->more));
}

/* Ends an error that was begun. */
static void refuse_name(struct ol_typed *typed, struct ol_slice name,
                        const struct ol_vocabulary *words)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, name);
    for (size_t i = 0; words->names != NULL && words->names[i] != NULL; i++) {
        ol_nearest_offer(&nearest, words->names[i]);
    }
    if (words->more != NULL) {
        ol_nearest_offer(&nearest, words->more);
    }
    ol_buf_addf(typed->errors, "the check has no %s ", words->what);
    ol_text_quote(typed->errors, name);
    ol_nearest_add_question(typed->errors, &nearest, 1);
    if (nearest.count == 0) {
        const char *separator = "; it has: ";
        for (size_t i = 0; words->names != NULL && words->names[i] != NULL; i++) {
            ol_buf_addf(typed->errors, "%s%s", separator, words->names[i]);
            separator = ", ";
        }
        bool is_first = separator[0] == ';';
        ol_buf_addf(typed->errors, "%s", words->more != NULL || is_first ? separator : "");
        ol_buf_addf(typed->errors, "%s",
                    words->more != NULL ? words->more
                    : is_first          ? "none"
                                        : "");
    }
    ol_buf_add_char(typed->errors, '\n');
}

void ol_load_known_name(struct ol_typed *typed, struct ol_mark mark, struct ol_slice name,
                        const struct ol_vocabulary *words)
{
    if (!is_known(words, name) && ol_typed_begin_error(typed, mark)) {
        refuse_name(typed, name, words);
    }
}

void ol_load_message(struct ol_typed *typed, const struct ol_yaml_node *node,
                     const struct ol_check *check, const char **template)
{
    const char *text = NULL;
    if (!ol_typed_line(typed, node, &text)) {
        return;
    }
    *template = text;
    const char *at = text;
    for (struct ol_template_part part = ol_template_next(&at); part.kind != OL_TEMPLATE_END;
         part = ol_template_next(&at)) {
        if (part.kind == OL_TEMPLATE_BROKEN) {
            ol_typed_refuse(typed, node->mark,
                            "a brace without a {name}; the sign itself is written twice");
            return;
        }
        if (part.kind != OL_TEMPLATE_NAME) {
            continue;
        }
        const uint8_t *open = part.text.data - 1;
        if ((const char *)open > text && open[-1] == '\'' && at[0] == '\'') {
            ol_typed_refuse(typed, node->mark,
                            "quotes around a placeholder: the program quotes what needs it");
        }
        if (check != NULL) {
            ol_load_known_name(typed, node->mark, part.text,
                               &(struct ol_vocabulary){"placeholder", check->args, "subject"});
        }
    }
}

void ol_load_mend(struct ol_typed *typed, const struct ol_yaml_node *node, const char **mend)
{
    if (!ol_typed_line(typed, node, mend)) {
        return;
    }
    size_t size = strlen(*mend);
    if ((*mend)[size - 1] == '.') {
        ol_typed_refuse(typed, node->mark, "a mend has no final stop");
    }
    if (strpbrk(*mend, "{}") != NULL) {
        ol_typed_refuse(typed, node->mark, "a mend has no placeholders, and no braces");
    }
    if (size > OL_MEND_BYTES_MAX && ol_typed_begin_error(typed, node->mark)) {
        ol_buf_addf(typed->errors, "a mend of %zu bytes; it has at most %d\n", size,
                    OL_MEND_BYTES_MAX);
    }
}
