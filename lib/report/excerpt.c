/* SPDX-License-Identifier: Apache-2.0 */
/* An excerpt looks like this, and each line of it is at most 76 columns wide:
 *
 *   00000020  01 77 4a 04 00 00 80 3f  5a 0f 0a 01 78 12 0a 0a  |.wJ....?Z...x...|
 *                   ^^^^^^^^^^^^^^^^^
 */
#include "report/excerpt.h"

#include <inttypes.h>

#define LINE_BYTES    16
#define OFFSET_DIGITS 8 /* at least */

/* What of the file is shown and marked: offsets, the ends not included. */
struct window {
    struct ol_slice bytes;
    uint64_t begin; /* of the first line */
    uint64_t end;   /* of the last byte that is shown */
    uint64_t mark_begin;
    uint64_t mark_end; /* of what is marked and shown; mark_begin: one caret there */
};

static uint64_t line_begin(uint64_t offset)
{
    return offset - offset % LINE_BYTES;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The window on a span that begins in the bytes or at their end. An empty place at the end of a
 * line of bytes, and of the file, is shown behind that line. */
static struct window window_of(const struct ol_excerpt_style *style, struct ol_slice bytes,
                               struct ol_span span)
{
    struct window window = {.bytes = bytes, .mark_begin = span.offset};
    window.mark_end = span.offset + least(span.length, bytes.size - span.offset);
    bool is_end = span.offset == bytes.size && span.offset > 0;
    window.begin = line_begin(is_end ? span.offset - 1 : span.offset);
    uint64_t most = window.begin + (uint64_t)style->lines_max * LINE_BYTES;
    window.mark_end = least(window.mark_end, most);
    uint64_t last = window.mark_end > window.mark_begin ? window.mark_end - 1 : window.begin;
    window.end = least(line_begin(last) + LINE_BYTES, bytes.size);
    return window;
}

static bool is_marked(const struct window *window, uint64_t offset)
{
    return offset >= window->mark_begin && offset < window->mark_end;
}

/* Columns of an offset. */
static int offset_width(uint64_t offset)
{
    int width = OFFSET_DIGITS;
    for (uint64_t rest = offset >> (4 * OFFSET_DIGITS); rest > 0; rest >>= 4) {
        width++;
    }
    return width;
}

/* Switches the colour where it changes. */
static void set_color(struct ol_buf *out, const struct ol_excerpt_style *style, bool *is_on,
                      bool is_wanted)
{
    if (style->color != NULL && *is_on != is_wanted) {
        ol_buf_addf(out, "\33[%sm", is_wanted ? style->color : "0");
    }
    *is_on = is_wanted;
}

/* The blanks before the byte at that place of its line. */
static void add_gap(struct ol_buf *out, unsigned place)
{
    ol_buf_add(out, place == LINE_BYTES / 2 ? "  " : " ");
}

static void add_bytes(struct ol_buf *out, const struct ol_excerpt_style *style,
                      const struct window *window, uint64_t at)
{
    bool is_colored = false;
    ol_buf_addf(out, "  %0*" PRIx64 " ", OFFSET_DIGITS, at);
    for (unsigned i = 0; i < LINE_BYTES; i++) {
        bool is_shown = at + i < window->end;
        if (!is_shown || !is_marked(window, at + i)) {
            set_color(out, style, &is_colored, false);
        }
        add_gap(out, i);
        if (is_shown) {
            set_color(out, style, &is_colored, is_marked(window, at + i));
            ol_buf_addf(out, "%02x", window->bytes.data[at + i]);
        } else {
            ol_buf_add(out, "  ");
        }
    }
    set_color(out, style, &is_colored, false);
    ol_buf_add(out, "  |");
    for (uint64_t i = at; i < at + LINE_BYTES && i < window->end; i++) {
        uint8_t byte = window->bytes.data[i];
        set_color(out, style, &is_colored, is_marked(window, i));
        /* CI systems take "##" and what follows for a command, wherever it is. */
        bool is_second = byte == '#' && i > at && window->bytes.data[i - 1] == '#';
        ol_buf_add_char(out, byte >= ' ' && byte <= '~' && !is_second ? (char)byte : '.');
    }
    set_color(out, style, &is_colored, false);
    ol_buf_add(out, "|\n");
}

/* The marks under a line of bytes: from the first marked byte of it to the last. */
static void add_marks(struct ol_buf *out, const struct ol_excerpt_style *style,
                      const struct window *window, uint64_t at)
{
    bool is_colored = false;
    bool is_empty = window->mark_begin == window->mark_end;
    uint64_t first = window->mark_begin > at ? window->mark_begin - at : 0;
    uint64_t last = is_empty ? first : least(window->mark_end - 1 - at, LINE_BYTES - 1);
    ol_buf_addf(out, "  %*s ", offset_width(at), "");
    for (unsigned i = 0; i <= last; i++) {
        bool is_here = i >= first;
        if (i <= first) {
            add_gap(out, i);
        } else {
            ol_buf_add(out, i == LINE_BYTES / 2 ? "^^" : "^");
        }
        set_color(out, style, &is_colored, is_here);
        ol_buf_add(out, !is_here ? "  " : is_empty ? "^" : "^^");
    }
    set_color(out, style, &is_colored, false);
    ol_buf_add_char(out, '\n');
}

void ol_excerpt_add(struct ol_buf *out, const struct ol_excerpt_style *style, struct ol_slice bytes,
                    struct ol_span span)
{
    if (span.offset > bytes.size) {
        return;
    }
    struct window window = window_of(style, bytes, span);
    uint64_t at = window.begin;
    do {
        add_bytes(out, style, &window, at);
        add_marks(out, style, &window, at);
        at += LINE_BYTES;
    } while (at < window.end);
    uint64_t shown = window.mark_end - window.mark_begin;
    if (shown < span.length) {
        ol_buf_addf(out, "  ... %" PRIu64 " more byte%s", span.length - shown,
                    span.length - shown == 1 ? "" : "s");
        ol_buf_add(out, span.offset + shown == bytes.size ? ", past the end of the file\n" : "\n");
    }
}
