/* SPDX-License-Identifier: Apache-2.0 */
/* Scalars as they are, in quotes or as blocks; maps and lists in block style. */
#include "config/yaml_text.h"

#include <string.h>

#include "base/text.h"

/* A key longer than 1024 bytes is found only behind a question mark; escapes can make ten of one.
 */
#define PLAIN_KEY_MAX 100

void ol_yaml_add_indent(struct ol_buf *out, size_t indent)
{
    for (size_t i = 0; i < indent; i++) {
        ol_buf_add_char(out, ' ');
    }
}

/* --- scalars --- */

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Words that readers of YAML take for something else than a text. */
static bool is_reserved(const char *text)
{
    static const char *const words[] = {"true", "false", "yes", "no",   "on",
                                        "off",  "y",     "n",   "null", ".nan"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (ol_text_is_equal_folded(ol_slice_from_text(text), ol_slice_from_text(words[i]))) {
            return true;
        }
    }
    return ol_text_is_equal_folded(ol_slice_from_text(text), ol_slice_from_text(".inf"));
}

/* Whether every reader of YAML takes the bare text for itself: letters first, or dots and slashes
 * as of a path before one, then nothing that could be a sign of YAML. */
static bool is_plain(const char *text)
{
    const char *start = text + strspn(text, "./");
    if (!is_letter(start[0])) {
        return false;
    }
    for (const char *c = start; c[0] != '\0'; c++) {
        if (!is_letter(c[0]) && strchr("0123456789._/-", c[0]) == NULL) {
            return false;
        }
    }
    return !is_reserved(text);
}

static void add_escaped(struct ol_buf *out, uint32_t code_point)
{
    static const char digits[] = "0123456789ABCDEF";
    bool is_wide = code_point > 0xFFFF;
    ol_buf_add(out, is_wide ? "\\U" : "\\u");
    for (int shift = is_wide ? 28 : 12; shift >= 0; shift -= 4) {
        ol_buf_add_char(out, digits[(code_point >> shift) & 15]);
    }
}

static void add_quoted(struct ol_buf *out, const char *text)
{
    struct ol_slice rest = ol_slice_from_text(text);
    ol_buf_add_char(out, '"');
    while (rest.size > 0) {
        uint32_t code_point = 0;
        size_t length = ol_utf8_length(rest, &code_point);
        if (length == 0) {
            add_escaped(out, 0xDC00 + (uint32_t)rest.data[0]);
            length = 1;
        } else if (code_point == '\n') {
            ol_buf_add(out, "\\n");
        } else if (ol_code_point_is_control(code_point)) {
            add_escaped(out, code_point);
        } else {
            ol_buf_add(out, code_point == '"' || code_point == '\\' ? "\\" : "");
            ol_buf_add_slice(out, (struct ol_slice){rest.data, length});
        }
        rest = (struct ol_slice){rest.data + length, rest.size - length};
    }
    ol_buf_add_char(out, '"');
}

void ol_yaml_add_scalar(struct ol_buf *out, const char *text)
{
    if (is_plain(text)) {
        ol_buf_add(out, text);
    } else {
        add_quoted(out, text);
    }
}

void ol_yaml_add_key(struct ol_buf *out, const char *text, size_t indent)
{
    bool is_long = strlen(text) > PLAIN_KEY_MAX;
    ol_buf_add(out, is_long ? "? " : "");
    ol_yaml_add_scalar(out, text);
    if (is_long) {
        ol_buf_add_char(out, '\n');
        ol_yaml_add_indent(out, indent);
    }
    ol_buf_add_char(out, ':');
}

/* --- nodes --- */

/* Whether a block says the text exactly: it ends in one line break, and its first line tells how
 * far the block is indented. */
static bool is_block(const char *text)
{
    size_t size = strlen(text);
    return size > 1 && text[size - 1] == '\n' && text[size - 2] != '\n' && text[0] != ' ' &&
           text[0] != '\n';
}

static void add_block(struct ol_buf *out, const char *text, size_t indent)
{
    ol_buf_add_char(out, '|');
    while (text[0] != '\0') {
        size_t size = strcspn(text, "\n");
        ol_buf_add_char(out, '\n');
        ol_yaml_add_indent(out, size > 0 ? indent : 0);
        ol_buf_add_slice(out, (struct ol_slice){(const uint8_t *)text, size});
        text += size + 1;
    }
}

void ol_yaml_add_line(struct ol_buf *out, const struct ol_yaml_node *scalar)
{
    const char *text = scalar->text;
    if (scalar->style == OL_YAML_PLAIN && text[0] != '\0' && strchr(text, '\n') == NULL) {
        ol_buf_add(out, text);
    } else {
        add_quoted(out, text);
    }
}

/* Trees are no deeper than OL_YAML_DEPTH_MAX. */
void ol_yaml_add_node(struct ol_buf *out, const struct ol_yaml_node *node, size_t indent)
{
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        ol_yaml_add_indent(out, indent);
        if (node->kind == OL_YAML_MAP) {
            ol_yaml_add_key(out, member->key->text, indent);
        } else {
            ol_buf_add_char(out, '-');
        }
        if (member->kind == OL_YAML_SCALAR) {
            ol_buf_add_char(out, ' ');
            if (is_block(member->text)) {
                add_block(out, member->text, indent + 2);
            } else {
                ol_yaml_add_line(out, member);
            }
            ol_buf_add_char(out, '\n');
        } else if (member->count == 0) {
            ol_buf_add(out, member->kind == OL_YAML_MAP ? " {}\n" : " []\n");
        } else {
            ol_buf_add_char(out, '\n');
            ol_yaml_add_node(out, member, indent + 2);
        }
    }
}
