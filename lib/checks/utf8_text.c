/* SPDX-License-Identifier: Apache-2.0 */
/* Looks through the texts of a field for what is not UTF-8. */
#include "checks/utf8_text.h"

#include "base/text.h"
#include "wire/plain.h"

/* Whether the field's last text is printable ASCII. */
static bool is_ascii(const struct ol_level *level, const struct ol_field *field)
{
    const struct ol_occurrence *last = &level->fields[field->index].last;
    return ol_is_printable_ascii(level->bytes, last->value, last->end);
}

void ol_utf8_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *level,
                  const struct ol_field *field)
{
    struct ol_cursor cursor;
    struct ol_element element;
    if (ol_level_occurrences(level, field->index) == 1 && is_ascii(level, field)) {
        return; /* without a pass over the level, as most texts are */
    }
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        size_t valid = ol_utf8_valid_length(element.bytes);
        if (valid == element.bytes.size || (element.occurrence.flags & OL_OCCURRENCE_CUT) != 0) {
            continue;
        }
        OL_EMIT(run, rule,
                (.span = {element.occurrence.value + valid, 1}, .level = level, .field = field,
                 .index = element.index),
                OL_ARG_WORD("field", field->name), OL_ARG_U64("index", element.index),
                OL_ARG_U64("at", valid), OL_ARG_HEX("byte", element.bytes.data[valid]));
    }
}
