/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a text is well-formed XML: as much of the language as reports have, and nothing more. */
#include <string.h>

#include "base/text.h"
#include "fuzz/formats.h"

#define DEPTH_MAX      16
#define ATTRIBUTES_MAX 32

struct xml {
    struct ol_slice left;
    struct ol_slice open[DEPTH_MAX]; /* the names of the elements that are open */
    size_t depth;
};

static bool takes(struct xml *xml, const char *text)
{
    size_t size = strlen(text);
    if (xml->left.size < size || memcmp(xml->left.data, text, size) != 0) {
        return false;
    }
    xml->left = (struct ol_slice){xml->left.data + size, xml->left.size - size};
    return true;
}

static void skip(struct xml *xml, size_t size)
{
    xml->left = (struct ol_slice){xml->left.data + size, xml->left.size - size};
}

static bool is_blank(uint8_t c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static bool skips_blanks(struct xml *xml)
{
    size_t before = xml->left.size;
    while (xml->left.size > 0 && is_blank(xml->left.data[0])) {
        skip(xml, 1);
    }
    return xml->left.size < before;
}

static bool is_name(uint8_t c)
{
    return (ol_text_folded(c) >= 'a' && ol_text_folded(c) <= 'z') || c == '-';
}

static struct ol_slice take_name(struct xml *xml)
{
    size_t size = 0;
    while (size < xml->left.size && is_name(xml->left.data[size])) {
        size++;
    }
    struct ol_slice name = {xml->left.data, size};
    skip(xml, size);
    return name;
}

static bool is_equal(struct ol_slice a, struct ol_slice b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* "&lt;" and the like, or "&#10;". */
static bool takes_reference(struct xml *xml)
{
    if (takes(xml, "&lt;") || takes(xml, "&gt;") || takes(xml, "&amp;") || takes(xml, "&quot;") ||
        takes(xml, "&apos;")) {
        return true;
    }
    return takes(xml, "&#10;") || takes(xml, "&#9;") || takes(xml, "&#13;");
}

/* Characters up to one of the ends; each is one that XML 1.0 has. */
static bool takes_text(struct xml *xml, const char *ends)
{
    while (xml->left.size > 0 && strchr(ends, xml->left.data[0]) == NULL) {
        uint32_t code_point = 0;
        size_t length = ol_utf8_length(xml->left, &code_point);
        bool is_char = length > 0 && (code_point >= 0x20 || is_blank((uint8_t)code_point)) &&
                       code_point != 0xFFFE && code_point != 0xFFFF && code_point != '<';
        if (!is_char || (code_point == '&' && !takes_reference(xml))) {
            return false;
        }
        if (code_point != '&') {
            skip(xml, length);
        }
    }
    return xml->left.size > 0;
}

static bool takes_attributes(struct xml *xml)
{
    struct ol_slice names[ATTRIBUTES_MAX];
    size_t count = 0;
    while (skips_blanks(xml) && xml->left.size > 0 && xml->left.data[0] != '/' &&
           xml->left.data[0] != '>' && xml->left.data[0] != '?') {
        struct ol_slice name = take_name(xml);
        for (size_t i = 0; i < count; i++) {
            if (is_equal(names[i], name)) {
                return false;
            }
        }
        if (name.size == 0 || count == ATTRIBUTES_MAX || !takes(xml, "=\"") ||
            !takes_text(xml, "\"") || !takes(xml, "\"")) {
            return false;
        }
        names[count++] = name;
    }
    return true;
}

/* A tag, whose "<" was taken. */
static bool takes_tag(struct xml *xml)
{
    if (takes(xml, "/")) {
        struct ol_slice name = take_name(xml);
        return xml->depth > 0 && is_equal(name, xml->open[--xml->depth]) && takes(xml, ">");
    }
    struct ol_slice name = take_name(xml);
    if (name.size == 0 || xml->depth == DEPTH_MAX || !takes_attributes(xml)) {
        return false;
    }
    if (takes(xml, "/>")) {
        return true;
    }
    xml->open[xml->depth++] = name;
    return takes(xml, ">");
}

bool ol_fuzz_is_xml(struct ol_slice text)
{
    struct xml xml = {.left = text};
    if (takes(&xml, "<?xml") && (!takes_attributes(&xml) || !takes(&xml, "?>"))) {
        return false;
    }
    (void)takes(&xml, "<!-- onnx-lint -->");
    (void)skips_blanks(&xml);
    if (!takes(&xml, "<") || !takes_tag(&xml)) {
        return false;
    }
    while (xml.depth > 0) {
        if (!takes_text(&xml, "<") || !takes(&xml, "<") || !takes_tag(&xml)) {
            return false;
        }
    }
    (void)skips_blanks(&xml);
    return xml.left.size == 0;
}
