/* SPDX-License-Identifier: Apache-2.0 */
/* Texts in fields of type bytes: no reader of the format looks whether they are UTF-8. */
#ifndef OL_CHECKS_UTF8_TEXT_H
#define OL_CHECKS_UTF8_TEXT_H

#include "rule/check.h"

/* Placeholders of what ol_utf8_emit reports: at is an offset in the text. */
#define OL_UTF8_ARGS "field", "index", "at", "byte"

/* Reports each text of the field that is not UTF-8, at the first byte that does not belong. */
void ol_utf8_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *level,
                  const struct ol_field *field);

#endif
