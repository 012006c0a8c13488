/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about a level that was read, and the cursor over the values of one field. */
#include "onnx/level.h"

#include "wire/varint.h"

/* Nothing is known of the level yet, but for where it stands. */
static inline void init(struct ol_level *level)
{
    /* not the whole struct: fields[] is valid only where present says so, and a model has a million
     * levels */
    level->present = 0;
    level->mistyped = 0;
    level->overrun = (struct ol_span){0, 0};
    level->broken = (struct ol_span){0, 0};
    level->is_complete = true;
    level->is_plain = false;
    level->kept = NULL;
    for (unsigned i = 0; i <= OL_ONEOFS_MAX; i++) {
        level->oneof_index[i] = OL_FIELD_UNKNOWN;
    }
}

void ol_level_init_root(struct ol_level *level, const struct ol_message *message,
                        struct ol_slice bytes)
{
    init(level);
    level->bytes = bytes.data;
    level->parent = NULL;
    level->message = message;
    level->field = NULL;
    level->index = 0;
    level->tag = 0;
    level->begin = 0;
    level->end = bytes.size;
    level->declared_end = bytes.size;
    level->unread = bytes.size;
    level->depth = 0;
    level->is_fragment = false;
}

/* Where a LEN occurrence says that it ends: past its end where it was cut. */
static uint64_t declared_end(const struct ol_level *parent, const struct ol_occurrence *occurrence)
{
    if (!(occurrence->flags & OL_OCCURRENCE_CUT)) {
        return occurrence->end;
    }
    const uint8_t *bytes = parent->bytes;
    uint64_t at = occurrence->tag;
    at += ol_varint_read(bytes + at, occurrence->value - at).length;
    uint64_t length = ol_varint_read(bytes + at, occurrence->value - at).value;
    return length > UINT64_MAX - occurrence->value ? UINT64_MAX : occurrence->value + length;
}

static inline void init_child(struct ol_level *level, const struct ol_level *parent,
                              const struct ol_occurrence *occurrence, uint64_t index)
{
    init(level);
    level->bytes = parent->bytes;
    level->parent = parent;
    level->field = &parent->message->fields[occurrence->index];
    level->message = level->field->of;
    level->index = index;
    level->tag = occurrence->tag;
    level->begin = occurrence->value;
    level->end = occurrence->end;
    level->declared_end = declared_end(parent, occurrence);
    level->unread = occurrence->end;
    level->depth = parent->depth + 1;
    level->is_fragment =
        !ol_field_is_repeated(level->field) &&
        (parent->is_fragment || ol_level_occurrences(parent, level->field->index) > 1);
}

void ol_level_init_child(struct ol_level *level, const struct ol_level *parent,
                         const struct ol_occurrence *occurrence, uint64_t index)
{
    init_child(level, parent, occurrence, index);
}

struct ol_span ol_level_span(const struct ol_level *level, unsigned field)
{
    return ol_occurrence_span(&level->fields[field].last);
}

struct ol_span ol_level_first_span(const struct ol_level *level, unsigned field)
{
    const struct ol_extent *first = &level->fields[field].first;
    return ol_span_between(first->tag, first->end);
}

struct ol_span ol_level_element_span(const struct ol_level *level, unsigned field, uint64_t index)
{
    struct ol_cursor cursor;
    struct ol_element element = {.span = {0, 0}};
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element) && element.index < index) {
    }
    return element.span;
}

struct ol_span ol_level_header(const struct ol_level *level)
{
    return ol_span_between(level->tag, level->begin);
}

struct ol_span ol_level_whole(const struct ol_level *level)
{
    return ol_span_between(level->tag, level->end);
}

const struct ol_level *ol_level_enclosing(const struct ol_level *level, enum ol_message_id message)
{
    while (level != NULL && level->message->id != message) {
        level = level->parent;
    }
    return level;
}

const struct ol_occurrence *ol_revisit_scan(struct ol_revisit *revisit)
{
    if (revisit->next >= revisit->ahead) {
        struct ol_scan scan = {
            .bytes = revisit->level->bytes,
            .at = revisit->at,
            .end = revisit->level->end,
            .declared_end = revisit->level->end,
            .message = revisit->level->message,
        };
        revisit->next = 0;
        revisit->ahead = ol_scan_slice(&scan, revisit->scanned, OL_SCANNED_AHEAD);
    }
    if (revisit->next >= revisit->ahead) {
        return NULL;
    }
    const struct ol_occurrence *occurrence = &revisit->scanned[revisit->next++];
    revisit->at = occurrence->end;
    return occurrence;
}

void ol_children_init(struct ol_children *children, const struct ol_level *level)
{
    uint64_t begin = level->end;
    children->fields = level->present & level->message->holders;
    children->left = 0;
    for (uint32_t left = children->fields; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const struct ol_field_state *state = &level->fields[i];
        children->next_index[i] = 0;
        children->left += state->occurrences;
        begin = state->first.tag < begin ? state->first.tag : begin;
    }
    ol_revisit_from(&children->revisit, level, begin);
}

bool ol_children_next(struct ol_children *children, struct ol_level *child)
{
    while (children->left > 0) {
        const struct ol_occurrence *occurrence = ol_revisit_next(&children->revisit);
        if (occurrence == NULL) {
            return false;
        }
        uint8_t field = occurrence->index;
        if (field != OL_FIELD_UNKNOWN && children->fields >> field & 1) {
            children->left--;
            init_child(child, children->revisit.level, occurrence, children->next_index[field]++);
            return true;
        }
    }
    return false;
}

void ol_cursor_init(struct ol_cursor *cursor, const struct ol_level *level, unsigned field)
{
    const struct ol_field_state *state = &level->fields[field];
    bool has = ol_level_has(level, field);
    ol_revisit_from(&cursor->revisit, level, has ? state->first.tag : level->end);
    cursor->field = &level->message->fields[field];
    cursor->packed_at = 0;
    cursor->index = 0;
    cursor->left = has ? state->occurrences : 0;
}

/* Moves to the next occurrence of the field. */
static bool next_occurrence(struct ol_cursor *cursor)
{
    while (cursor->left > 0) {
        const struct ol_occurrence *occurrence = ol_revisit_next(&cursor->revisit);
        if (occurrence == NULL) {
            return false;
        }
        if (occurrence->index == cursor->field->index) {
            cursor->occurrence = *occurrence;
            cursor->left--;
            return true;
        }
    }
    return false;
}

static uint64_t fixed_from_bytes(const uint8_t *data, size_t size)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++) {
        bits |= (uint64_t)data[i] << (8 * i);
    }
    return bits;
}

/* Fills in the element whose value is at offset at, of an occurrence that is no LEN, or packed;
 * false where it is cut. */
static bool read_scalar(const struct ol_cursor *cursor, uint64_t at, struct ol_element *element)
{
    const uint8_t *data = cursor->revisit.level->bytes + at;
    uint64_t size = cursor->occurrence.end - at;
    if (ol_field_is_varint(cursor->field)) {
        struct ol_varint varint = ol_varint_read(data, size);
        element->bits = varint.value;
        element->bytes = (struct ol_slice){data, varint.length};
        return varint.status == OL_VARINT_OK;
    }
    size_t width = cursor->field->type == OL_TYPE_DOUBLE ? 8 : 4;
    if (size < width) {
        return false;
    }
    element->bits = fixed_from_bytes(data, width);
    element->bytes = (struct ol_slice){data, width};
    return true;
}

bool ol_cursor_next(struct ol_cursor *cursor, struct ol_element *element)
{
    const struct ol_occurrence *occurrence = &cursor->occurrence;
    bool in_packed = cursor->packed_at != 0;
    /* an empty or cut packed payload gives no element: go on to the next occurrence */
    while (!in_packed || cursor->packed_at >= occurrence->end ||
           !read_scalar(cursor, cursor->packed_at, element)) {
        if (!next_occurrence(cursor)) {
            return false;
        }
        in_packed = (occurrence->flags & OL_OCCURRENCE_PACKED) != 0;
        cursor->packed_at = in_packed ? occurrence->value : 0;
        if (!in_packed) {
            break;
        }
    }
    element->index = cursor->index++;
    element->occurrence = *occurrence;
    if (in_packed) {
        element->span = (struct ol_span){cursor->packed_at, element->bytes.size};
        cursor->packed_at += element->bytes.size;
        return true;
    }
    element->span = ol_occurrence_span(occurrence);
    if (occurrence->wire_type == OL_WIRE_LEN) {
        element->bits = 0;
        element->bytes = ol_level_bytes(cursor->revisit.level, ol_occurrence_payload(occurrence));
        return true;
    }
    return read_scalar(cursor, occurrence->value, element);
}
