/* SPDX-License-Identifier: Apache-2.0 */
/* XML's own signs, and those that it has no place for. */
#include "report/xml_text.h"

#include "base/text.h"

static void add_ascii(struct ol_buf *out, uint8_t byte)
{
    switch (byte) {
    case '&':
        ol_buf_add(out, "&amp;");
        break;
    case '<':
        ol_buf_add(out, "&lt;");
        break;
    case '>':
        ol_buf_add(out, "&gt;");
        break;
    case '"':
        ol_buf_add(out, "&quot;");
        break;
    case '\n':
        ol_buf_add(out, "&#10;"); /* a bare one in an attribute would be read as a blank */
        break;
    default:
        if (ol_code_point_is_control(byte)) {
            ol_buf_addf(out, "\\x%02X", byte);
        } else {
            ol_buf_add_char(out, (char)byte);
        }
        break;
    }
}

void ol_xml_add_slice(struct ol_buf *out, struct ol_slice text)
{
    while (text.size > 0) {
        uint32_t code_point = 0;
        size_t length = ol_utf8_length(text, &code_point);
        if (length == 0) {
            ol_buf_addf(out, "\\x%02X", text.data[0]);
            length = 1;
        } else if (length == 1) {
            add_ascii(out, text.data[0]);
        } else if (ol_code_point_is_control(code_point)) {
            ol_buf_addf(out, "\\u{%X}", code_point);
        } else {
            ol_buf_add_slice(out, (struct ol_slice){text.data, length});
        }
        text = (struct ol_slice){text.data + length, text.size - length};
    }
}

void ol_xml_put_text(struct ol_buf *out, const char *name, const char *text)
{
    struct ol_buf safe;
    ol_buf_init(&safe);
    ol_text_add_message(&safe, text);
    ol_buf_addf(out, " %s=\"", name);
    ol_xml_add_slice(out, ol_buf_slice(&safe));
    ol_buf_add_char(out, '"');
    ol_buf_inherit(out, &safe);
    ol_buf_fini(&safe);
}

void ol_xml_put_u64(struct ol_buf *out, const char *name, uint64_t number)
{
    ol_buf_addf(out, " %s=\"", name);
    ol_buf_add_u64(out, number);
    ol_buf_add_char(out, '"');
}
