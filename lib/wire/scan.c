/* SPDX-License-Identifier: Apache-2.0 */
/* The level scan. Every read is bounded by scan->end; every length is compared before it is
 * added. */
#include "wire/scan.h"

#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "wire/plain.h"
#include "wire/varint.h"

/* A tag of a 32-bit number and wire type takes at most five bytes. */
#define TAG_BYTES_MAX    5
#define FIELD_NUMBER_MAX 536870911U

const char *const ol_wire_fault_names[OL_FAULT_COUNT + 1] = {
#define OL_WIRE_FAULT(id, name, stops) [OL_FAULT_##id] = (name),
#include "wire/fault.def"
#undef OL_WIRE_FAULT
};

/* Whether the rest of the level cannot be read, by kind. */
static const bool is_stopping[OL_FAULT_COUNT] = {
#define OL_WIRE_FAULT(id, name, stops) [OL_FAULT_##id] = (stops),
#include "wire/fault.def"
#undef OL_WIRE_FAULT
};

/* Whether bytes end at scan->end only because an enclosing length that was already reported
 * overruns. */
static bool is_cut_above(const struct ol_scan *scan)
{
    return scan->declared_end > scan->end;
}

static struct ol_wire_fault fault_at(const struct ol_scan *scan, enum ol_wire_fault_kind kind,
                                     const struct ol_occurrence *occurrence, struct ol_span span)
{
    struct ol_wire_fault fault = {.kind = (uint8_t)kind, .index = OL_INDEX_NONE, .span = span};
    if (occurrence != NULL) {
        /* what stands in a group is the group's: its numbers are none of the message */
        fault.number = scan->group != 0 ? scan->group : occurrence->number;
        fault.wire_type = occurrence->wire_type;
        fault.field = ol_message_field(scan->message, fault.number);
    }
    return fault;
}

static void report(struct ol_scan *scan, enum ol_wire_fault_kind kind,
                   const struct ol_occurrence *occurrence, struct ol_span span)
{
    scan->stopped = scan->stopped || is_stopping[kind];
    if (scan->report != NULL) {
        struct ol_wire_fault fault = fault_at(scan, kind, occurrence, span);
        scan->report(scan->context, &fault);
    }
}

/* A value fault: carries the 64 bits that were read. */
static void report_value(struct ol_scan *scan, enum ol_wire_fault_kind kind,
                         const struct ol_occurrence *occurrence, struct ol_span span,
                         uint64_t value)
{
    if (scan->report != NULL) {
        struct ol_wire_fault fault = fault_at(scan, kind, occurrence, span);
        fault.declared = value;
        scan->report(scan->context, &fault);
    }
}

/* The bytes end within something that takes at least needed bytes from there on: said once, where
 * they end. */
static void report_truncated(struct ol_scan *scan, const struct ol_occurrence *occurrence,
                             uint64_t at, uint64_t needed)
{
    scan->stopped = true;
    if (is_cut_above(scan) || scan->report == NULL) {
        return;
    }
    struct ol_wire_fault fault =
        fault_at(scan, OL_FAULT_TRUNCATED, occurrence, (struct ol_span){scan->end, 0});
    fault.declared = needed;
    fault.available = scan->end - at;
    scan->report(scan->context, &fault);
}

static bool read_long_varint(struct ol_scan *scan, const struct ol_occurrence *occurrence,
                             uint64_t *at, struct ol_varint *varint)
{
    *varint = ol_varint_read(scan->bytes + *at, scan->end - *at);
    if (varint->status == OL_VARINT_CUT) {
        report_truncated(scan, occurrence, *at, scan->end - *at + 1);
        return false;
    }
    if (varint->status == OL_VARINT_TOO_LONG) {
        report(scan, OL_FAULT_VARINT_TOO_LONG, occurrence, (struct ol_span){*at, varint->length});
        return false;
    }
    *at += varint->length;
    return true;
}

/* Reads a varint at *at and moves *at past it; false, reported, where there is none. Nearly all
 * take one byte. */
static inline bool read_varint(struct ol_scan *scan, const struct ol_occurrence *occurrence,
                               uint64_t *at, struct ol_varint *varint)
{
    if (*at < scan->end && scan->bytes[*at] < 0x80) {
        *varint =
            (struct ol_varint){.value = scan->bytes[*at], .length = 1, .status = OL_VARINT_OK};
        *at += 1;
        return true;
    }
    return read_long_varint(scan, occurrence, at, varint);
}

/* The faults of form that any varint can have. */
static void check_varint_form(struct ol_scan *scan, const struct ol_occurrence *occurrence,
                              uint64_t at, const struct ol_varint *varint)
{
    struct ol_span span = {at, varint->length};
    if (varint->overflow) {
        report_value(scan, OL_FAULT_VARINT_OVERFLOW, occurrence, span, varint->value);
    } else if (varint->overlong) {
        report_value(scan, OL_FAULT_VARINT_OVERLONG, occurrence, span, varint->value);
    }
}

/* An int32 or enum that its 64 bits do not hold by sign extension is truncated by every reader. */
static void check_int32(struct ol_scan *scan, const struct ol_occurrence *occurrence,
                        struct ol_span span, uint64_t value)
{
    uint64_t extended = (uint64_t)(int64_t)(int32_t)(uint32_t)value;
    if (extended == value) {
        return;
    }
    bool is_short_negative = value >> 31 == 1;
    report_value(scan, is_short_negative ? OL_FAULT_INT32_NEGATIVE_SHORT : OL_FAULT_INT32_RANGE,
                 occurrence, span, value);
}

/* What a varint must be, given the type of its field. */
static void check_varint_value(struct ol_scan *scan, const struct ol_field *field,
                               const struct ol_occurrence *occurrence, uint64_t at,
                               const struct ol_varint *varint)
{
    struct ol_span span = occurrence->flags & OL_OCCURRENCE_PACKED
                              ? (struct ol_span){at, varint->length}
                              : ol_span_between(occurrence->tag, at + varint->length);
    if (field->type == OL_TYPE_INT32 || field->type == OL_TYPE_ENUM) {
        check_int32(scan, occurrence, span, varint->value);
    }
    /* both closed enums of the schema, DataLocation and OperatorStatus, have the values 0 and 1 */
    if (field->flags & OL_FIELD_CLOSED && (uint32_t)varint->value > 1) {
        report_value(scan, OL_FAULT_ENUM_VALUE, occurrence, span, varint->value);
    }
}

/* A string field is UTF-8; a name holds no control character (C0, DEL, C1). The first fault of each
 * kind is reported.
 */
static void check_text(struct ol_scan *scan, const struct ol_field *field,
                       const struct ol_occurrence *occurrence)
{
    struct ol_slice text = {scan->bytes + occurrence->value,
                            (size_t)(occurrence->end - occurrence->value)};
    bool controls_matter = (field->flags & OL_FIELD_NAME) != 0;
    size_t at = ol_printable_ascii_length(text);
    while (at < text.size) {
        uint32_t code_point = 0;
        size_t length =
            ol_utf8_length((struct ol_slice){text.data + at, text.size - at}, &code_point);
        if (length == 0) {
            report_value(scan, OL_FAULT_UTF8, occurrence,
                         (struct ol_span){occurrence->value + at, 1}, text.data[at]);
            return;
        }
        if (controls_matter && (code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0))) {
            report_value(scan, OL_FAULT_CONTROL_CHAR, occurrence,
                         (struct ol_span){occurrence->value + at, length}, code_point);
            controls_matter = false;
        }
        at += length;
    }
}

/* Counts the values of a packed payload and checks each varint of it. */
static void scan_packed(struct ol_scan *scan, const struct ol_field *field,
                        struct ol_occurrence *occurrence)
{
    uint64_t size = occurrence->end - occurrence->value;
    if (!ol_field_is_varint(field)) {
        uint64_t width = field->type == OL_TYPE_DOUBLE ? 8 : 4;
        occurrence->elements = size / width;
        if (size % width != 0 && !(occurrence->flags & OL_OCCURRENCE_CUT)) {
            occurrence->flags |= OL_OCCURRENCE_BAD;
            report_value(scan, OL_FAULT_PACKED_BOUNDS, occurrence, ol_occurrence_span(occurrence),
                         size);
        }
        return;
    }
    occurrence->elements = 0;
    for (uint64_t at = occurrence->value; at < occurrence->end;) {
        struct ol_varint varint = ol_varint_read(scan->bytes + at, occurrence->end - at);
        if (varint.status != OL_VARINT_OK) {
            occurrence->flags |= OL_OCCURRENCE_BAD;
            if (varint.status == OL_VARINT_TOO_LONG) {
                report_value(scan, OL_FAULT_VARINT_TOO_LONG, occurrence,
                             (struct ol_span){at, varint.length}, 0);
            } else if (!(occurrence->flags & OL_OCCURRENCE_CUT)) {
                report_value(scan, OL_FAULT_PACKED_BOUNDS, occurrence,
                             ol_span_between(at, occurrence->end), size);
            }
            return;
        }
        check_varint_form(scan, occurrence, at, &varint);
        check_varint_value(scan, field, occurrence, at, &varint);
        occurrence->elements++;
        at += varint.length;
    }
}

/* Reads a tag at scan->at into the occurrence and moves past it. */
static bool read_tag(struct ol_scan *scan, struct ol_occurrence *occurrence)
{
    uint64_t at = scan->at;
    struct ol_varint tag;
    *occurrence = (struct ol_occurrence){.tag = at, .index = OL_FIELD_UNKNOWN};
    if (!read_varint(scan, NULL, &at, &tag)) {
        return false;
    }
    uint64_t number = tag.value >> 3;
    struct ol_span span = {scan->at, tag.length};
    occurrence->wire_type = (uint8_t)(tag.value & 7);
    occurrence->number = number > UINT32_MAX || tag.overflow ? UINT32_MAX : (uint32_t)number;
    if (number == 0) {
        report(scan, OL_FAULT_FIELD_ZERO, occurrence, span);
        return false;
    }
    if (occurrence->wire_type > OL_WIRE_FIXED32) {
        report(scan, OL_FAULT_TYPE_RESERVED, occurrence, span);
        return false;
    }
    if (occurrence->number > FIELD_NUMBER_MAX) {
        report(scan, OL_FAULT_FIELD_NUMBER_RANGE, occurrence, span);
        occurrence->flags |= OL_OCCURRENCE_OPAQUE;
    } else if (tag.overlong) {
        report(scan, OL_FAULT_TAG_OVERLONG, occurrence, span);
    }
    if (tag.length > TAG_BYTES_MAX) {
        occurrence->flags |= OL_OCCURRENCE_OPAQUE;
    }
    occurrence->value = at;
    return true;
}

/* Finds where a LEN payload begins and ends. One that overruns the level is cut to what is there:
 * it is the last that can be read. */
static bool read_len(struct ol_scan *scan, struct ol_occurrence *occurrence)
{
    uint64_t at = occurrence->value;
    struct ol_varint length;
    if (!read_varint(scan, occurrence, &at, &length)) {
        return false;
    }
    uint64_t declared = length.overflow ? UINT64_MAX : length.value;
    if (!length.overflow) {
        check_varint_form(scan, occurrence, occurrence->value, &length);
    }
    occurrence->value = at;
    if (declared <= scan->end - at) {
        occurrence->end = at + declared;
        return true;
    }
    occurrence->end = scan->end;
    occurrence->flags |= OL_OCCURRENCE_CUT | OL_OCCURRENCE_OPAQUE;
    scan->stopped = true;
    scan->overrun = ol_span_between(occurrence->tag, scan->end);
    if (declared > scan->declared_end - at && scan->report != NULL) {
        struct ol_wire_fault fault =
            fault_at(scan, OL_FAULT_LEN_OVERRUN, occurrence, ol_span_between(occurrence->tag, at));
        fault.declared = declared;
        fault.available = scan->end - at;
        scan->report(scan->context, &fault);
    }
    return true;
}

static bool read_value(struct ol_scan *scan, struct ol_occurrence *occurrence);

/* Steps over a group to its end tag, matching the numbers of nested groups. occurrence->value is
 * just after the start tag. Only the outermost group is reported as unexpected. */
static bool skip_group(struct ol_scan *scan, struct ol_occurrence *occurrence)
{
    uint32_t open[OL_DEPTH_MAX];
    size_t depth = 0;
    open[depth++] = occurrence->number;
    scan->at = occurrence->value;
    occurrence->flags |= OL_OCCURRENCE_OPAQUE;
    while (depth > 0) {
        struct ol_occurrence inner;
        if (scan->at >= scan->end) {
            if (is_cut_above(scan)) {
                scan->stopped = true;
            } else {
                report(scan, OL_FAULT_GROUP_UNBALANCED, occurrence,
                       ol_span_between(occurrence->tag, occurrence->value));
            }
            return false;
        }
        if (!read_tag(scan, &inner)) {
            return false;
        }
        if (inner.wire_type == OL_WIRE_START_GROUP) {
            if (depth == OL_DEPTH_MAX) {
                report(scan, OL_FAULT_DEPTH, &inner, ol_span_between(inner.tag, inner.value));
                scan->stopped = true;
                return false;
            }
            open[depth++] = inner.number;
            scan->at = inner.value;
        } else if (inner.wire_type == OL_WIRE_END_GROUP) {
            if (open[--depth] != inner.number) {
                report(scan, OL_FAULT_GROUP_UNBALANCED, &inner,
                       ol_span_between(inner.tag, inner.value));
                return false;
            }
            scan->at = inner.value;
        } else {
            if (!read_value(scan, &inner) || scan->stopped) {
                return false;
            }
            scan->at = inner.end;
        }
    }
    occurrence->end = scan->at;
    return true;
}

/* Whether the schema reserves the number. */
static bool is_reserved(const struct ol_scan *scan, uint32_t number)
{
    return number <= OL_FIELD_NUMBER_MAX && scan->message->reserved >> number & 1;
}

/* A group is legal to step over, but a field that the schema has is lost in it. */
static bool read_group(struct ol_scan *scan, struct ol_occurrence *occurrence)
{
    scan->group = occurrence->number;
    bool is_whole = skip_group(scan, occurrence);
    scan->group = 0;
    if (is_whole) {
        bool is_known = ol_message_field(scan->message, occurrence->number) != NULL;
        enum ol_wire_fault_kind other = is_reserved(scan, occurrence->number)
                                            ? OL_FAULT_RESERVED_FIELD
                                            : OL_FAULT_GROUP_UNEXPECTED;
        report(scan, is_known ? OL_FAULT_TYPE_MISMATCH : other, occurrence,
               ol_occurrence_span(occurrence));
    }
    return is_whole;
}

/* Reads the value after a tag: sets value (for LEN) and end, and checks the form of varints. */
static bool read_value(struct ol_scan *scan, struct ol_occurrence *occurrence)
{
    uint64_t at = occurrence->value;
    struct ol_varint varint;
    switch (occurrence->wire_type) {
    case OL_WIRE_VARINT:
        if (!read_varint(scan, occurrence, &at, &varint)) {
            return false;
        }
        check_varint_form(scan, occurrence, occurrence->value, &varint);
        occurrence->end = at;
        return true;
    case OL_WIRE_FIXED64:
    case OL_WIRE_FIXED32: {
        uint64_t width = occurrence->wire_type == OL_WIRE_FIXED64 ? 8 : 4;
        if (scan->end - at < width) {
            report_truncated(scan, occurrence, at, width);
            return false;
        }
        occurrence->end = at + width;
        return true;
    }
    case OL_WIRE_LEN:
        return read_len(scan, occurrence);
    case OL_WIRE_START_GROUP:
        return read_group(scan, occurrence);
    default: /* an end without a start */
        report(scan, OL_FAULT_GROUP_UNBALANCED, occurrence,
               ol_span_between(occurrence->tag, occurrence->value));
        return false;
    }
}

/* Compares the occurrence with what the schema says of its number. */
static void check_field(struct ol_scan *scan, struct ol_occurrence *occurrence)
{
    const struct ol_field *field = ol_message_field(scan->message, occurrence->number);
    if (occurrence->wire_type == OL_WIRE_START_GROUP || occurrence->number > FIELD_NUMBER_MAX) {
        scan->mistyped |= field != NULL ? 1U << field->index : 0;
        return; /* reported already */
    }
    if (field == NULL) {
        occurrence->flags |= OL_OCCURRENCE_OPAQUE;
        report(scan,
               is_reserved(scan, occurrence->number) ? OL_FAULT_RESERVED_FIELD
                                                     : OL_FAULT_UNKNOWN_FIELD,
               occurrence, ol_occurrence_span(occurrence));
        return;
    }
    enum ol_wire_type expected = ol_field_wire_type(field);
    bool packed = expected != OL_WIRE_LEN && occurrence->wire_type == OL_WIRE_LEN &&
                  ol_field_is_packable(field);
    if (occurrence->wire_type != expected && !packed) {
        occurrence->flags |= OL_OCCURRENCE_OPAQUE;
        scan->mistyped |= 1U << field->index;
        report(scan, OL_FAULT_TYPE_MISMATCH, occurrence, ol_occurrence_span(occurrence));
        return;
    }
    occurrence->flags |= OL_OCCURRENCE_KNOWN;
    occurrence->index = field->index;
    if (packed) {
        occurrence->flags |= OL_OCCURRENCE_PACKED;
        scan_packed(scan, field, occurrence);
    } else if (expected == OL_WIRE_VARINT) {
        struct ol_varint varint =
            ol_varint_read(scan->bytes + occurrence->value, occurrence->end - occurrence->value);
        check_varint_value(scan, field, occurrence, occurrence->value, &varint);
    } else if (field->type == OL_TYPE_STRING && scan->report != NULL &&
               !(occurrence->flags & OL_OCCURRENCE_CUT)) {
        check_text(scan, field, occurrence);
    }
}

/* Whether the tag 0x0A, a length-delimited field 1, can begin something in the message. */
static bool is_line_break_a_tag(const struct ol_message *message)
{
    const struct ol_field *first = ol_message_field(message, 1);
    return first != NULL &&
           (ol_field_wire_type(first) == OL_WIRE_LEN || ol_field_is_packable(first));
}

/* Padding: nothing but zero bytes from the place of a tag to the end of the file, or the line break
 * that an editor or echo adds, where it cannot be the beginning of a field. */
static bool is_padding(const struct ol_scan *scan)
{
    uint64_t left = scan->end - scan->at;
    const uint8_t *rest = scan->bytes + scan->at;
    if ((left == 1 && rest[0] == '\n' && !is_line_break_a_tag(scan->message)) ||
        (left == 2 && memcmp(rest, "\r\n", 2) == 0)) {
        return true;
    }
    for (uint64_t at = scan->at; at < scan->end; at++) {
        if (scan->bytes[at] != 0) {
            return false;
        }
    }
    return true;
}

/* Reads the next occurrence; false at the end or where the level stops. */
static bool read_occurrence(struct ol_scan *scan, struct ol_occurrence *occurrence)
{
    if (scan->at >= scan->end) {
        return false;
    }
    if (scan->is_root && scan->at > 0 && is_padding(scan)) {
        report(scan, OL_FAULT_TRAILING_BYTES, NULL, ol_span_between(scan->at, scan->end));
        scan->at = scan->end;
        return false;
    }
    uint64_t start = scan->at;
    if (!read_tag(scan, occurrence) || !read_value(scan, occurrence)) {
        scan->stopped = true;
        scan->at = start;
        return false;
    }
    scan->at = occurrence->end;
    check_field(scan, occurrence);
    return true;
}

size_t ol_scan_slice(struct ol_scan *scan, struct ol_occurrence *occurrences, size_t max)
{
    struct ol_plain plain =
        ol_plain_of(scan->message, scan->bytes, scan->end, scan->report != NULL);
    size_t count = 0;
    while (count < max && !scan->stopped) {
        struct ol_plain_place place;
        if (ol_plain_read(&plain, scan->at, &place)) {
            ol_plain_set(&occurrences[count], scan->at, &place);
            scan->at = place.end;
        } else if (!read_occurrence(scan, &occurrences[count])) {
            break;
        }
        count++;
    }
    return count;
}
