/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a dump: bytes in rows, and a comment behind the first row. */
#include <inttypes.h>
#include <string.h>

#include "dump/dump.h"
#include "wire/varint.h"

/* Bytes of one row, and of a payload that is cut. */
#define ROW_BYTES     16
#define PAYLOAD_SHOWN 16

/* Bytes of a text that stands between quotes. */
#define TEXT_SHOWN 60

/* Where comments begin, if the bytes leave room. */
#define COMMENT_COLUMN 40

/* Text that is gathered before it is handed on. */
#define FLUSH_SIZE 65536

static void flush(struct ol_dump *dump)
{
    if (ol_buf_is_ok(&dump->out) && dump->out.size > 0) {
        dump->write(dump->context, ol_buf_text(&dump->out), dump->out.size);
        ol_buf_clear(&dump->out);
    }
}

void ol_dump_init(struct ol_dump *dump, const uint8_t *bytes, const struct ol_dump_style *style,
                  ol_write_fn *write, void *context)
{
    *dump = (struct ol_dump){.bytes = bytes,
                             .style = *style,
                             .write = write,
                             .context = context,
                             .marked = OL_OFFSET_NONE};
    ol_buf_init(&dump->out);
    ol_buf_init(&dump->path);
}

void ol_dump_fini(struct ol_dump *dump)
{
    flush(dump);
    ol_buf_fini(&dump->out);
    ol_buf_fini(&dump->path);
}

/* Adds count blanks. */
static void indent(struct ol_buf *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ol_buf_add_char(out, ' ');
    }
}

static void add_byte(struct ol_buf *out, uint8_t byte, bool is_first)
{
    static const char digits[] = "0123456789ABCDEF";
    if (!is_first) {
        ol_buf_add_char(out, ' ');
    }
    ol_buf_add_char(out, digits[byte >> 4]);
    ol_buf_add_char(out, digits[byte & 15]);
}

/* Writes the bytes up to row_end, the first row of a line's bytes without a line break. */
static void add_row(struct ol_dump *dump, uint64_t row_end, unsigned depth)
{
    indent(&dump->out, 2 * (size_t)depth);
    for (uint64_t i = dump->at; i < row_end; i++) {
        add_byte(&dump->out, dump->bytes[i], i == dump->at);
    }
    dump->at = row_end;
}

/* Begins the comment of a row that began at that size of the output. */
static void begin_comment(struct ol_dump *dump, size_t row)
{
    size_t width = dump->out.size - row;
    indent(&dump->out, width < COMMENT_COLUMN ? COMMENT_COLUMN - width : 2);
    ol_buf_add(&dump->out, "# ");
}

/* Rows for the rest of a line's bytes, each checked against how much text is waiting. */
static void add_rows(struct ol_dump *dump, uint64_t end, unsigned depth)
{
    while (dump->at < end && ol_buf_is_ok(&dump->out)) {
        add_row(dump, end - dump->at > ROW_BYTES ? dump->at + ROW_BYTES : end, depth);
        ol_buf_add_char(&dump->out, '\n');
        if (dump->out.size > FLUSH_SIZE) {
            flush(dump);
        }
    }
}

/* The bytes of a line that are shown: all of them, or a beginning; three dots, which the assembler
 * refuses, stand for the rest. Adds the first row. */
static uint64_t begin_line(struct ol_dump *dump, uint64_t value, uint64_t end, unsigned depth)
{
    uint64_t shown = end;
    if (!dump->style.is_whole && end - value > (uint64_t)2 * PAYLOAD_SHOWN) {
        shown = value + PAYLOAD_SHOWN;
    }
    uint64_t row_end = shown - dump->at > ROW_BYTES ? dump->at + ROW_BYTES : shown;
    add_row(dump, shown < end ? shown : row_end, depth);
    if (shown < end) {
        ol_buf_add(&dump->out, " ...");
    }
    return shown;
}

/* --- braces -------------------------------------------------------------- */

/* Where the length of an occurrence begins, which braces can stand for: it is written as the
 * assembler would write it, and all that it counts is there. UINT64_MAX where it cannot. */
static uint64_t brace_at(const struct ol_dump *dump, const struct ol_occurrence *occurrence)
{
    if (!dump->style.has_braces || occurrence->wire_type != OL_WIRE_LEN) {
        return UINT64_MAX;
    }
    uint64_t head = occurrence->value - occurrence->tag;
    struct ol_varint tag = ol_varint_read(dump->bytes + occurrence->tag, head);
    uint64_t at = occurrence->tag + tag.length;
    struct ol_varint length = ol_varint_read(dump->bytes + at, head - tag.length);
    bool is_plain = length.status == OL_VARINT_OK && !length.overlong && !length.overflow &&
                    length.value == occurrence->end - occurrence->value;
    return is_plain ? at : UINT64_MAX;
}

void ol_dump_close(struct ol_dump *dump, const struct ol_occurrence *occurrence, unsigned depth)
{
    if (brace_at(dump, occurrence) != UINT64_MAX) {
        indent(&dump->out, 2 * (size_t)depth);
        ol_buf_add(&dump->out, "}\n");
    }
}

/* Whether a payload can stand as a text between quotes: short, and of printable ASCII. */
static bool is_plain_text(struct ol_slice bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        if (bytes.data[i] < 0x20 || bytes.data[i] > 0x7E) {
            return false;
        }
    }
    return bytes.size > 0 && bytes.size <= TEXT_SHOWN;
}

static void add_text(struct ol_buf *out, struct ol_slice bytes)
{
    ol_buf_add_char(out, '"');
    for (size_t i = 0; i < bytes.size; i++) {
        /* CI systems take "##" and what follows for a command, wherever it is. */
        bool is_second = i > 0 && bytes.data[i] == '#' && bytes.data[i - 1] == '#';
        if (is_second) {
            ol_buf_add(out, "\\x23");
            continue;
        }
        if (bytes.data[i] == '"' || bytes.data[i] == '\\') {
            ol_buf_add_char(out, '\\');
        }
        ol_buf_add_char(out, (char)bytes.data[i]);
    }
    ol_buf_add_char(out, '"');
}

/* Adds a row with braces for the length: of a sub-message what opens it, of a payload that is short
 * all of it. false, with nothing added, where the row is to be of bytes alone. */
static bool add_braced_row(struct ol_dump *dump, const struct ol_occurrence *occurrence,
                           const struct ol_field *field, bool is_header, unsigned depth)
{
    struct ol_slice payload = {dump->bytes + occurrence->value,
                               (size_t)(occurrence->end - occurrence->value)};
    bool is_text = !is_header && field != NULL && is_plain_text(payload) && ol_field_is_text(field);
    uint64_t at = brace_at(dump, occurrence);
    if (at == UINT64_MAX || !(is_header || is_text || payload.size <= PAYLOAD_SHOWN)) {
        return false;
    }
    add_row(dump, at, depth);
    ol_buf_add(&dump->out, " {");
    if (is_text) {
        ol_buf_add_char(&dump->out, ' ');
        add_text(&dump->out, payload);
    } else if (!is_header && payload.size > 0) {
        ol_buf_add_char(&dump->out, ' ');
        dump->at = occurrence->value;
        add_row(dump, occurrence->end, 0);
    }
    ol_buf_add(&dump->out, is_header ? "" : " }");
    dump->at = is_header ? occurrence->value : occurrence->end;
    return true;
}

/* --- fields -------------------------------------------------------------- */

bool ol_dump_is_message(const struct ol_message *message, const struct ol_occurrence *occurrence)
{
    return message != NULL && (occurrence->flags & OL_OCCURRENCE_KNOWN) != 0 &&
           message->fields[occurrence->index].type == OL_TYPE_MESSAGE;
}

size_t ol_dump_push(struct ol_dump *dump, const struct ol_message *message,
                    const struct ol_occurrence *occurrence, uint64_t index)
{
    size_t before = dump->path.size;
    if (before > 0) {
        ol_buf_add_char(&dump->path, '.');
    }
    if (occurrence->index == OL_FIELD_UNKNOWN) {
        ol_buf_addf(&dump->path, "#%" PRIu32, occurrence->number);
        return before;
    }
    const struct ol_field *field = &message->fields[occurrence->index];
    ol_buf_add(&dump->path, field->name);
    if (ol_field_is_repeated(field) && (occurrence->flags & OL_OCCURRENCE_PACKED) == 0) {
        ol_buf_addf(&dump->path, "[%" PRIu64 "]", index);
    }
    return before;
}

void ol_dump_pop(struct ol_dump *dump, size_t size)
{
    ol_buf_cut(&dump->path, size);
}

static void add_type(struct ol_buf *out, const struct ol_field *field)
{
    static const char *const names[] = {
        [OL_TYPE_STRING] = "string", [OL_TYPE_BYTES] = "bytes",   [OL_TYPE_INT32] = "int32",
        [OL_TYPE_INT64] = "int64",   [OL_TYPE_UINT64] = "uint64", [OL_TYPE_FLOAT] = "float",
        [OL_TYPE_DOUBLE] = "double", [OL_TYPE_ENUM] = "enum",     [OL_TYPE_MESSAGE] = "message",
    };
    ol_buf_addf(out, "%s%s", ol_field_is_repeated(field) ? "repeated " : "", names[field->type]);
}

void ol_dump_occurrence(struct ol_dump *dump, const struct ol_message *message,
                        const struct ol_occurrence *occurrence, uint64_t index, unsigned depth)
{
    struct ol_buf *out = &dump->out;
    const struct ol_field *field =
        occurrence->index == OL_FIELD_UNKNOWN ? NULL : &message->fields[occurrence->index];
    bool is_header = ol_dump_is_message(message, occurrence);
    uint64_t end = is_header ? occurrence->value : occurrence->end;
    size_t path = ol_dump_push(dump, message, occurrence, index);
    size_t row = out->size;
    uint64_t shown = add_braced_row(dump, occurrence, field, is_header, depth)
                         ? dump->at
                         : begin_line(dump, occurrence->value, end, depth);
    begin_comment(dump, row);
    ol_buf_addf(out, "@0x%" PRIx64 "+%" PRIu64 " %s, field %" PRIu32 ", ", occurrence->tag,
                occurrence->end - occurrence->tag, ol_buf_text(&dump->path), occurrence->number);
    if (field != NULL && !is_header) {
        add_type(out, field);
        ol_buf_add(out, ": ");
    }
    ol_dump_add_meaning(out, dump->bytes, field, occurrence);
    if (dump->marked >= occurrence->tag && dump->marked < occurrence->end) {
        ol_buf_addf(out, " <- @0x%" PRIx64, dump->marked);
    }
    ol_buf_add_char(out, '\n');
    add_rows(dump, shown, depth);
    dump->at = end;
    ol_dump_pop(dump, path);
    if (out->size > FLUSH_SIZE) {
        flush(dump);
    }
}

void ol_dump_raw(struct ol_dump *dump, uint64_t end, const char *reason, unsigned depth)
{
    uint64_t begin = dump->at;
    size_t row = dump->out.size;
    uint64_t shown = begin_line(dump, begin, end, depth);
    begin_comment(dump, row);
    ol_buf_addf(&dump->out, "@0x%" PRIx64 "+%" PRIu64 " %s%s%s\n", begin, end - begin,
                ol_buf_text(&dump->path), dump->path.size > 0 ? ": " : "", reason);
    add_rows(dump, shown, depth);
    dump->at = end;
}
