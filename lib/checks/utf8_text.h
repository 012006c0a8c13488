/* SPDX-License-Identifier: Apache-2.0 */
/* Texts in fields of type bytes: no reader of the format looks whether they are UTF-8. */
#ifndef OL_CHECKS_UTF8_TEXT_H
#define OL_CHECKS_UTF8_TEXT_H

#include "rule/check.h"
#include "wire/plain.h"

/* Placeholders of what ol_utf8_emit reports: at is an offset in the text. */
#define OL_UTF8_ARGS "field", "index", "at", "byte"

/* The same as ol_utf8_emit, for any texts. */
void ol_utf8_emit_all(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *level,
                      const struct ol_field *field);

/* Reports each text of the field that is not UTF-8, at the first byte that does not belong. Here is
 * the short way for what most are: one, of printable ASCII. */
static inline void ol_utf8_emit(struct ol_run *run, const struct ol_rule *rule,
                                const struct ol_level *level, const struct ol_field *field)
{
    const struct ol_occurrence *last = &level->fields[field->index].last;
    if (ol_level_occurrences(level, field->index) != 1 ||
        !ol_is_printable_ascii(level->bytes, last->value, last->end)) {
        ol_utf8_emit_all(run, rule, level, field);
    }
}

#endif
