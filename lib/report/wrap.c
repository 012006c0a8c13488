/* SPDX-License-Identifier: Apache-2.0 */
/* Line breaks for a terminal, greedily. */
#include "report/wrap.h"

#include <stdbool.h>
#include <string.h>

#include "report/rule_facts.h"

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\n';
}

void ol_wrap_add(struct ol_buf *out, struct ol_slice text, size_t column, size_t indent)
{
    bool is_first = true; /* on its line */
    size_t at = 0;
    while (at < text.size) {
        size_t end = at;
        while (end < text.size && !is_blank(text.data[end])) {
            end++;
        }
        size_t size = end - at;
        if (size > 0 && !is_first) {
            bool is_fitting = column + 1 + size <= OL_WRAP_COLUMNS;
            ol_buf_addf(out, "%s%*s", is_fitting ? "" : "\n", is_fitting ? 1 : (int)indent, "");
            column = is_fitting ? column + 1 : indent;
        }
        if (size > 0) {
            ol_buf_add_slice(out, (struct ol_slice){text.data + at, size});
            column += size;
            is_first = false;
        }
        at = end + 1;
    }
    ol_buf_add_char(out, '\n');
}

static bool begins_with(struct ol_slice line, const char *text)
{
    size_t size = strlen(text);
    return line.size >= size && memcmp(line.data, text, size) == 0;
}

/* Whether the line is part of a paragraph, rather than of something whose line breaks matter. */
static bool is_prose(struct ol_slice line)
{
    static const char *const others[] = {" ", "\t", "- ", "* ", "+ ", "#", "|", ">"};
    bool is_item = line.size > 2 && line.data[0] >= '0' && line.data[0] <= '9' &&
                   line.data[1] == '.' && line.data[2] == ' ';
    if (line.size == 0 || is_item) {
        return false;
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (begins_with(line, others[i])) {
            return false;
        }
    }
    return true;
}

static void end_paragraph(struct ol_buf *out, struct ol_slice *paragraph)
{
    if (paragraph->size > 0) {
        ol_wrap_add(out, *paragraph, 0, 0);
    }
    *paragraph = (struct ol_slice){NULL, 0};
}

void ol_wrap_add_markdown(struct ol_buf *out, const char *text)
{
    struct ol_slice paragraph = {NULL, 0};
    struct ol_slice line;
    bool is_fenced = false;
    while (ol_rule_facts_next_line(&text, &line)) {
        bool is_fence = begins_with(line, "```") || begins_with(line, "~~~");
        if (!is_fenced && !is_fence && is_prose(line)) {
            const uint8_t *begin = paragraph.size > 0 ? paragraph.data : line.data;
            paragraph = (struct ol_slice){begin, (size_t)(line.data + line.size - begin)};
            continue;
        }
        is_fenced = is_fenced != is_fence;
        end_paragraph(out, &paragraph);
        ol_buf_add_slice(out, line);
        ol_buf_add_char(out, '\n');
    }
    end_paragraph(out, &paragraph);
}
