/* SPDX-License-Identifier: Apache-2.0 */
/* Showing text that nobody vouches for: names from a model, file names, bytes from a rule file. */
#ifndef OL_BASE_TEXT_H
#define OL_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"

/* A letter of ASCII made small; any other byte as it is. */
static inline uint8_t ol_text_folded(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

/* Whether two texts are equal but for the case of letters of ASCII. */
bool ol_text_is_equal_folded(struct ol_slice a, struct ol_slice b);

/* Whether a text is an identifier of C90 (IR.md, Names): letters of ASCII, digits and underscores,
 * no digit first. An empty text is taken for one: that it is empty is told by others. */
bool ol_text_is_identifier(struct ol_slice text);

/* Whether a text has nothing in it but small letters of ASCII, digits and underscores. */
bool ol_text_is_lower_case(struct ol_slice text);

/* The length in bytes of the well-formed UTF-8 sequence at the start of text (1 to 4), with its
 * code point in *code_point, or 0 where there is none: overlong forms, surrogates and values past
 * U+10FFFF are none. */
size_t ol_utf8_length(struct ol_slice text, uint32_t *code_point);

/* The offset in bytes of the first byte that does not belong to well-formed UTF-8, or text.size. */
size_t ol_utf8_valid_length(struct ol_slice text);

/* Whether a terminal, an editor or a log could take the code point for more than a printed sign: C0
 * and C1 controls, DEL, line and paragraph separators, bidirectional and other format characters
 * (Unicode Cc, Cf, Zl, Zp); or would show nothing at all: fillers, variation selectors and the rest
 * of Default_Ignorable_Code_Point, noncharacters. */
bool ol_code_point_is_control(uint32_t code_point);

/* Whether the text is a word for yes or no: true, yes, on, false, no, off, in any case of letters;
 * *flag is which. */
bool ol_text_is_flag(const char *text, bool *flag);

/* Adds the text with every backslash, quote, control or format character and every byte that is no
 * UTF-8 escaped (\\ \' \" \n \t \r \xHH \u{HEX}), and so with what log readers act on anywhere in a
 * line: the second # of "##", and a colon before a blank and behind a digit, "error" or "warning".
 * Cut with "..." after max bytes of the original (0: no cut). No quotes around it. */
void ol_text_escape(struct ol_buf *buf, struct ol_slice text, size_t max);

/* As ol_text_escape with the limit for names: the buffer's. */
void ol_text_escape_name(struct ol_buf *buf, struct ol_slice text);

/* As ol_text_escape_name, between single quotes. */
void ol_text_quote(struct ol_buf *buf, struct ol_slice text);

/* Adds a file name: as it is where every code point of it is printable, so that editors can open
 * it, and escaped as by ol_text_escape where one could forge a line; what log readers act on (see
 * there) is escaped in either case, and one that begins with "::" gets a "./" before it, since
 * lines begin with file names. Never cut. */
void ol_text_add_path(struct ol_buf *buf, const char *path);

/* Adds a text of ours, whose quoted parts are escaped already: as it is, but for the second # of
 * "##", and escaped as by ol_text_escape where a code point of it is not printable. */
void ol_text_add_message(struct ol_buf *buf, const char *message);

#endif
