/* SPDX-License-Identifier: Apache-2.0 */
/* Messages are safe by contract; ol_text_add_message leaves such a text alone, and is here for the
 * day when one is not. */
#include "report/place_text.h"

#include "base/text.h"

void ol_place_text_add(struct ol_buf *out, const char *message, const struct ol_place *place)
{
    ol_text_add_message(out, message);
    if (place->is_whole_file) {
        return;
    }
    ol_buf_add(out, " (");
    if (place->path[0] != '\0') {
        ol_text_add_message(out, place->path);
        ol_buf_add_char(out, ' ');
    }
    ol_buf_add(out, "@0x");
    ol_buf_add_hex(out, place->span.offset);
    ol_buf_add_char(out, '+');
    ol_buf_add_u64(out, place->span.length);
    ol_buf_add_char(out, ')');
}

void ol_place_text_add_diag(struct ol_buf *out, const struct ol_diag *diag, const char *separator)
{
    ol_place_text_add(out, diag->message, &diag->place);
    for (size_t i = 0; i < diag->related_count; i++) {
        const struct ol_related *related = &diag->related[i];
        ol_buf_addf(out, "%snote: ", separator);
        if (related->place.file != NULL) {
            ol_text_add_path(out, related->place.file);
            ol_buf_add(out, ": ");
        }
        ol_place_text_add(out, related->message, &related->place);
    }
}
