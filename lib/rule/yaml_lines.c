/* SPDX-License-Identifier: Apache-2.0 */
/* Places in blocks. */
#include "rule/yaml_lines.h"

#include <string.h>

/* Where the line begins, which is not before the last one that was asked for. */
static size_t find_line(struct ol_yaml_lines *lines, unsigned line)
{
    const uint8_t *data = lines->text.data;
    size_t left = lines->text.size - lines->offset;
    while (lines->line < line && left > 0) {
        const uint8_t *end = memchr(data + lines->offset, '\n', left);
        lines->offset = end == NULL ? lines->text.size : (size_t)(end - data) + 1;
        left = lines->text.size - lines->offset;
        lines->line++;
    }
    return lines->offset;
}

static size_t leading_blanks(const uint8_t *text, size_t size)
{
    size_t count = 0;
    while (count < size && text[count] == ' ') {
        count++;
    }
    return count;
}

struct ol_mark ol_yaml_block_mark(struct ol_yaml_lines *lines, unsigned sign_line, const char *text)
{
    unsigned blank_lines = 0;
    for (; text[0] == '\n'; text++) {
        blank_lines++;
    }
    size_t at = find_line(lines, sign_line + 1);
    struct ol_mark mark = {sign_line + 1, 1};
    while (blank_lines > 0 && at < lines->text.size) {
        const uint8_t *end = memchr(lines->text.data + at, '\n', lines->text.size - at);
        at = end == NULL ? lines->text.size : (size_t)(end - lines->text.data) + 1;
        blank_lines--;
    }
    size_t blanks = leading_blanks(lines->text.data + at, lines->text.size - at);
    size_t own = leading_blanks((const uint8_t *)text, strlen(text));
    mark.column += (unsigned)(blanks > own ? blanks - own : 0);
    return mark;
}
