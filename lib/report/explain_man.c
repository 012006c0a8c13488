/* SPDX-License-Identifier: Apache-2.0 */
/* The rules as a section of the manual page. */
#include <string.h>

#include "report/explain.h"
#include "report/rule_facts.h"

/* A line of text for roff: no sign of it begins a request or an escape, and hyphens stay what they
 * are. */
static void add_line(struct ol_buf *out, const char *text)
{
    if (text[0] == '.' || text[0] == '\'') {
        ol_buf_add(out, "\\&");
    }
    for (; text[0] != '\0'; text++) {
        if (text[0] == '\\') {
            ol_buf_add(out, "\\e");
        } else if (text[0] == '-') {
            ol_buf_add(out, "\\-");
        } else {
            ol_buf_add_char(out, text[0]);
        }
    }
}

static void add_rule(struct ol_buf *out, const struct ol_rule *rule)
{
    ol_buf_add(out, ".TP\n.B ");
    add_line(out, rule->id);
    ol_buf_add(out, "\n(");
    ol_rule_facts_add_severity(out, rule);
    ol_buf_add(out, ")\n");
    add_line(out, rule->title);
    ol_buf_add_char(out, '\n');
}

void ol_explain_all_man(struct ol_buf *out, const struct ol_rule_book *book)
{
    ol_buf_add(out, ".SH RULES\n"
                    "Each can be set with\n"
                    ".BI \\-\\-rule= ID = SEVERITY\\fR,\n"
                    "one variant of it with\n"
                    ".BI \\-\\-rule= ID / VARIANT = SEVERITY\\fR.\n");
    for (const char *area = ol_rule_facts_next_area(book, ""); area != NULL;
         area = ol_rule_facts_next_area(book, area)) {
        ol_buf_add(out, ".SS ");
        add_line(out, area);
        ol_buf_add_char(out, '\n');
        for (size_t i = 0; i < book->rule_count; i++) {
            if (strcmp(book->rules[i].area, area) == 0) {
                add_rule(out, &book->rules[i]);
            }
        }
    }
}
