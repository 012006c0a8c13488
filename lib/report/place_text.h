/* SPDX-License-Identifier: Apache-2.0 */
/* Messages with their places in words, for formats that have no keys for offsets. */
#ifndef OL_REPORT_PLACE_TEXT_H
#define OL_REPORT_PLACE_TEXT_H

#include "base/buf.h"
#include "diag/diag.h"

/* Adds "MESSAGE (FIELD @0xOFFSET+LENGTH)", the message alone where it is about the file as a
 * whole. */
void ol_place_text_add(struct ol_buf *out, const char *message, const struct ol_place *place);

/* Adds the finding in this way, and each related place as "note: ..." behind the separator. */
void ol_place_text_add_diag(struct ol_buf *out, const struct ol_diag *diag, const char *separator);

#endif
