/* SPDX-License-Identifier: Apache-2.0 */
/* Text inside XML 1.0, for content and for attributes between double quotes. */
#ifndef OL_REPORT_XML_TEXT_H
#define OL_REPORT_XML_TEXT_H

#include "base/buf.h"
#include "base/slice.h"

/* Adds a text. What XML cannot hold, even as a reference (controls, U+FFFE and U+FFFF), and bytes
 * that are no UTF-8, are escaped so that they can be seen (\xHH, \u{HEX}); line breaks stay. */
void ol_xml_add_slice(struct ol_buf *out, struct ol_slice text);

/* Adds ' NAME="TEXT"' with a text that is shown to people (ol_text_add_path), or with a number. */
void ol_xml_put_text(struct ol_buf *out, const char *name, const char *text);
void ol_xml_put_u64(struct ol_buf *out, const char *name, uint64_t number);

#endif
