/* SPDX-License-Identifier: Apache-2.0 */
/* Looks through the texts of a field for what is not UTF-8. */
#include "checks/utf8_text.h"

#include "base/text.h"

void ol_utf8_emit_all(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *level,
                      const struct ol_field *field)
{
    struct ol_cursor cursor;
    struct ol_element element;
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
