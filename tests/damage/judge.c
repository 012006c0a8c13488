/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/judge.h"

#include <stdlib.h>
#include <string.h>

#include "damage/catalogue.h"
#include "tools/files.h"

#define DEPTH_MAX  100
#define NUMBER_MAX 536870911U
#define VARINT_MAX 10

const struct ol_judged_about ol_judged_abouts[OL_JUDGED_COUNT] = {
#define OL_JUDGED(id, severity, text, rules) \
    [OL_JUDGED_##id] = {(text), OL_SEVERITY_##severity, (rules)},
#include "damage/judged.def"
#undef OL_JUDGED
};

/* One message: its bytes, and what was met of it so far. */
struct level {
    const struct ol_shape *shape;
    size_t at;
    size_t end;
    size_t holder; /* index of the field that holds it, or OL_JUDGED_NONE */
    unsigned depth;
    unsigned group_depth; /* groups that are open at the place, */
    size_t group;         /* and where the outermost of them begins */
    uint32_t oneof;       /* the member that was met; 0: none */
    unsigned met[OL_SHAPE_NUMBERS];
};

struct varint {
    uint64_t value;
    size_t length;
    bool is_cut;
    bool is_long;
    bool is_overflowing;
    bool is_overlong;
};

static void *grow(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room) {
        return items;
    }
    *room = *room * 2 + 64;
    return ol_test_realloc(items, *room * size);
}

void ol_judge_blame(struct ol_judge *judge, enum ol_judged_kind kind, const char *rules,
                    struct ol_stretch where)
{
    judge->faults =
        grow(judge->faults, judge->fault_count, &judge->fault_room, sizeof *judge->faults);
    judge->faults[judge->fault_count++] =
        (struct ol_judged_fault){kind, rules != NULL ? rules : ol_judged_abouts[kind].rules, where};
}

static void blame(struct ol_judge *judge, enum ol_judged_kind kind, size_t begin, size_t end)
{
    ol_judge_blame(judge, kind, NULL, (struct ol_stretch){begin, end});
}

/* The rest of the level, from a place on, cannot be judged. */
static bool give_up(struct ol_judge *judge, const struct level *level, size_t begin)
{
    judge->unread =
        grow(judge->unread, judge->unread_count, &judge->unread_room, sizeof *judge->unread);
    judge->unread[judge->unread_count++] = (struct ol_stretch){begin, level->end};
    return false;
}

static void paint(struct ol_judge *judge, enum ol_judged_role role, size_t begin, size_t end)
{
    memset(judge->roles + begin, (int)role, end - begin);
}

static struct varint read_varint(const struct ol_judge *judge, size_t at, size_t end)
{
    struct varint varint = {0};
    for (;;) {
        if (varint.length == VARINT_MAX) {
            varint.is_long = true;
            return varint;
        }
        if (at + varint.length == end) {
            varint.is_cut = true;
            return varint;
        }
        uint8_t byte = judge->bytes[at + varint.length];
        if (varint.length == VARINT_MAX - 1 && (byte & 0x7E) != 0) {
            varint.is_overflowing = true;
        }
        varint.value |= (uint64_t)(byte & 0x7F) << (7 * varint.length);
        varint.length++;
        if ((byte & 0x80) == 0) {
            varint.is_overlong = byte == 0 && varint.length > 1;
            return varint;
        }
    }
}

/* Reads a varint that is no tag and is to be whole; false, blamed, where it is not. */
static bool take_varint(struct ol_judge *judge, struct level *level, struct varint *varint)
{
    *varint = read_varint(judge, level->at, level->end);
    if (varint->is_cut || varint->is_long) {
        blame(judge, varint->is_cut ? OL_JUDGED_TRUNCATED : OL_JUDGED_VARINT_LONG, level->at,
              varint->is_cut ? level->end : level->at + varint->length);
        return false;
    }
    return true;
}

static void blame_form(struct ol_judge *judge, const struct varint *varint, size_t at)
{
    if (varint->is_overflowing) {
        blame(judge, OL_JUDGED_VARINT_OVERFLOW, at, at + varint->length);
    } else if (varint->is_overlong) {
        blame(judge, OL_JUDGED_VARINT_OVERLONG, at, at + varint->length);
    }
}

/* --- values of a known field --------------------------------------------- */

static void judge_number(struct ol_judge *judge, const struct ol_shape_field *shape, uint64_t value,
                         struct ol_stretch where)
{
    bool is_small = shape->type == OL_SHAPE_INT32 || shape->type == OL_SHAPE_SWITCH;
    if (is_small && value > INT32_MAX && value < UINT64_MAX - INT32_MAX) {
        blame(judge, value <= UINT32_MAX ? OL_JUDGED_INT32_SHORT : OL_JUDGED_INT32_RANGE,
              where.begin, where.end);
    }
    if (shape->type == OL_SHAPE_SWITCH && (value & UINT32_MAX) > 1) {
        blame(judge, OL_JUDGED_ENUM, where.begin, where.end);
    }
}

static void judge_packed(struct ol_judge *judge, const struct ol_judged_field *field)
{
    unsigned wire_type = ol_shape_wire_type(field->shape);
    if (wire_type != 0) {
        if ((field->end - field->value) % (wire_type == 1 ? 8 : 4) != 0) {
            blame(judge, OL_JUDGED_PACKED, field->tag, field->end);
        }
        return;
    }
    for (size_t at = field->value; at < field->end;) {
        struct varint varint = read_varint(judge, at, field->end);
        if (varint.is_cut || varint.is_long) {
            blame(judge, varint.is_cut ? OL_JUDGED_PACKED : OL_JUDGED_VARINT_LONG, at, field->end);
            return;
        }
        blame_form(judge, &varint, at);
        judge_number(judge, field->shape, varint.value,
                     (struct ol_stretch){at, at + varint.length});
        at += varint.length;
    }
}

/* The bytes that the character at the place takes, 0 where it is none (RFC 3629, the table of
 * section 4, written as ranges of the second byte). */
static size_t character_length(const uint8_t *text, size_t size)
{
    uint8_t first = text[0];
    if (first < 0x80) {
        return 1;
    }
    size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first < 0xC2 || first > 0xF4 || size < length) {
        return 0;
    }
    uint8_t least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    uint8_t most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (text[1] < least || text[1] > most) {
        return 0;
    }
    for (size_t i = 2; i < length; i++) {
        if (text[i] < 0x80 || text[i] > 0xBF) {
            return 0;
        }
    }
    return length;
}

/* The first character that is none, and before it the first one that a name must not have. */
static void judge_text(struct ol_judge *judge, const struct ol_judged_field *field)
{
    bool is_name = field->shape->type == OL_SHAPE_NAME;
    for (size_t at = field->value; at < field->end;) {
        const uint8_t *text = judge->bytes + at;
        size_t length = character_length(text, field->end - at);
        if (length == 0) {
            blame(judge, OL_JUDGED_UTF8, at, at + 1);
            return;
        }
        bool is_control =
            length == 1 ? text[0] < 0x20 || text[0] == 0x7F : text[0] == 0xC2 && text[1] < 0xA0;
        if (is_name && is_control) {
            blame(judge, OL_JUDGED_CONTROL, at, at + length);
            is_name = false;
        }
        at += length;
    }
}

static void judge_repetition(struct ol_judge *judge, struct level *level,
                             const struct ol_judged_field *field)
{
    bool is_again = level->met[field->number]++ > 0;
    const struct ol_shape_field *shape = field->shape;
    if (shape->is_in_oneof) {
        if (level->oneof != 0 && level->oneof != field->number) {
            blame(judge, OL_JUDGED_ONEOF_TWO, field->tag, field->end);
        } else if (is_again) {
            blame(judge, OL_JUDGED_ONEOF_TWICE, field->tag, field->end);
        }
        level->oneof = field->number;
    } else if (!shape->is_repeated && is_again) {
        blame(judge,
              shape->type == OL_SHAPE_MESSAGE ? OL_JUDGED_REPEATED_MESSAGE
                                              : OL_JUDGED_REPEATED_SCALAR,
              field->tag, field->end);
    }
}

static void judge_message(struct ol_judge *judge, const struct ol_shape *shape, size_t holder,
                          unsigned depth);

/* Judges the value of a field that the message has, written as it is to be. */
static void judge_value(struct ol_judge *judge, struct level *level, size_t index)
{
    struct ol_judged_field field = judge->fields[index];
    const struct ol_shape_field *shape = field.shape;
    judge_repetition(judge, level, &field);
    if (shape->type == OL_SHAPE_MESSAGE) {
        if (level->depth >= DEPTH_MAX) {
            blame(judge, OL_JUDGED_DEPTH, field.tag, field.end);
        } else {
            judge_message(judge, shape->of, index, level->depth + 1);
        }
        return;
    }
    bool is_text = shape->type == OL_SHAPE_NAME || shape->type == OL_SHAPE_TEXT;
    paint(judge,
          is_text                ? OL_ROLE_TEXT
          : field.wire_type == 2 ? OL_ROLE_DATA
                                 : OL_ROLE_NUMBER,
          field.value, field.end);
    if (is_text) {
        judge_text(judge, &field);
    } else if (field.wire_type == 2 && shape->type != OL_SHAPE_BYTES) {
        judge_packed(judge, &field);
    } else if (field.wire_type == 0) {
        struct varint varint = read_varint(judge, field.value, field.end);
        judge_number(judge, shape, varint.value, (struct ol_stretch){field.tag, field.end});
    }
}

/* --- fields -------------------------------------------------------------- */

/* Reads a tag; false, blamed, where nothing behind it can be read. */
static bool take_tag(struct ol_judge *judge, struct level *level, struct ol_judged_field *field)
{
    struct varint tag;
    size_t begin = level->at;
    if (!take_varint(judge, level, &tag)) {
        return false;
    }
    uint64_t number = tag.value >> 3;
    field->tag = begin;
    field->wire_type = (unsigned)(tag.value & 7);
    field->number = number > UINT32_MAX || tag.is_overflowing ? UINT32_MAX : (uint32_t)number;
    level->at += tag.length;
    field->middle = level->at;
    if (number == 0 || field->wire_type > 5) {
        blame(judge, number == 0 ? OL_JUDGED_NUMBER_ZERO : OL_JUDGED_WIRE_TYPE, begin, level->at);
        return false;
    }
    if (field->number > NUMBER_MAX) {
        blame(judge, OL_JUDGED_NUMBER_RANGE, begin, level->at);
    } else if (tag.is_overlong) {
        blame(judge, OL_JUDGED_TAG_OVERLONG, begin, level->at);
    }
    paint(judge, OL_ROLE_TAG, begin, level->at);
    return true;
}

static bool take_value(struct ol_judge *judge, struct level *level, struct ol_judged_field *field);

/* Steps over a group, whose start was read. */
static bool take_group(struct ol_judge *judge, struct level *level,
                       const struct ol_judged_field *start)
{
    if (level->group_depth == DEPTH_MAX) {
        blame(judge, OL_JUDGED_DEPTH, start->tag, level->at);
        return false;
    }
    level->group = level->group_depth == 0 ? start->tag : level->group;
    level->group_depth++;
    for (;;) {
        struct ol_judged_field inner = {0};
        if (level->at == level->end) {
            blame(judge, OL_JUDGED_GROUP_UNBALANCED, level->group, level->end);
            return false;
        }
        if (!take_tag(judge, level, &inner)) {
            return false;
        }
        if (inner.wire_type == 4) {
            level->group_depth--;
            if (inner.number != start->number) {
                blame(judge, OL_JUDGED_GROUP_UNBALANCED, inner.tag, inner.middle);
                return false;
            }
            return true;
        }
        if (!take_value(judge, level, &inner)) {
            return false;
        }
    }
}

static bool take_length(struct ol_judge *judge, struct level *level, struct ol_judged_field *field)
{
    struct varint length;
    if (!take_varint(judge, level, &length)) {
        return false;
    }
    blame_form(judge, &length, level->at);
    paint(judge, OL_ROLE_LENGTH, level->at, level->at + length.length);
    level->at += length.length;
    field->value = level->at;
    if (length.is_overflowing || length.value > level->end - level->at) {
        blame(judge, OL_JUDGED_OVERRUN, field->tag, level->at);
        return false;
    }
    level->at += (size_t)length.value;
    return true;
}

/* Finds the end of a value; false, blamed, where it has none. */
static bool take_value(struct ol_judge *judge, struct level *level, struct ol_judged_field *field)
{
    struct varint varint;
    size_t width = field->wire_type == 1 ? 8 : 4;
    field->value = level->at;
    switch (field->wire_type) {
    case 0:
        if (!take_varint(judge, level, &varint)) {
            return false;
        }
        blame_form(judge, &varint, level->at);
        level->at += varint.length;
        return true;
    case 1:
    case 5:
        if (level->end - level->at < width) {
            blame(judge, OL_JUDGED_TRUNCATED, level->at, level->end);
            return false;
        }
        level->at += width;
        return true;
    case 2:
        return take_length(judge, level, field);
    case 3:
        return take_group(judge, level, field);
    default:
        blame(judge, OL_JUDGED_GROUP_UNBALANCED, field->tag, field->middle);
        return false;
    }
}

/* Whether a field of the message is there as the schema wants it; blames it where it is not. */
static bool is_as_declared(struct ol_judge *judge, const struct level *level,
                           const struct ol_judged_field *field)
{
    const struct ol_shape_field *shape = ol_shape_field(level->shape, field->number);
    if (field->number > NUMBER_MAX) {
        return false; /* blamed already */
    }
    if (shape->type == OL_SHAPE_NONE) {
        enum ol_judged_kind kind = shape->is_reserved      ? OL_JUDGED_RESERVED
                                   : field->wire_type == 3 ? OL_JUDGED_GROUP
                                                           : OL_JUDGED_UNKNOWN;
        blame(judge, kind, field->tag, field->end);
        return false;
    }
    bool is_packed = field->wire_type == 2 && ol_shape_is_packable(shape);
    if (field->wire_type != ol_shape_wire_type(shape) && !is_packed) {
        blame(judge, OL_JUDGED_MISTYPED, field->tag, field->end);
        return false;
    }
    return true;
}

static bool judge_field(struct ol_judge *judge, struct level *level)
{
    static const struct ol_shape_field none = {.type = OL_SHAPE_NONE};
    struct ol_judged_field field = {.parent = level->holder, .shape = &none};
    size_t begin = level->at;
    if (!take_tag(judge, level, &field) || !take_value(judge, level, &field)) {
        return give_up(judge, level, begin);
    }
    field.end = level->at;
    if (is_as_declared(judge, level, &field)) {
        field.shape = ol_shape_field(level->shape, field.number);
    }
    judge->fields =
        grow(judge->fields, judge->field_count, &judge->field_room, sizeof *judge->fields);
    size_t index = judge->field_count++;
    judge->fields[index] = field;
    if (field.shape->type != OL_SHAPE_NONE) {
        judge_value(judge, level, index);
    }
    judge->fields[index].next = judge->field_count;
    return true;
}

/* Judges a message: what a field holds, or the whole file. */
static void judge_message(struct ol_judge *judge, const struct ol_shape *shape, size_t holder,
                          unsigned depth)
{
    struct level level = {.shape = shape, .end = judge->size, .holder = holder, .depth = depth};
    if (holder != OL_JUDGED_NONE) {
        level.at = judge->fields[holder].value;
        level.end = judge->fields[holder].end;
    }
    while (level.at < level.end && judge_field(judge, &level)) {
    }
}

void ol_judge_read(struct ol_judge *judge, const struct ol_shape *root, const uint8_t *bytes,
                   size_t size)
{
    judge->bytes = bytes;
    judge->size = size;
    judge->fault_count = 0;
    judge->field_count = 0;
    judge->unread_count = 0;
    if (size >= judge->role_room) {
        judge->role_room = size + 1;
        judge->roles = ol_test_realloc(judge->roles, judge->role_room);
    }
    memset(judge->roles, OL_ROLE_UNREAD, size);
    if (root != NULL) {
        judge_message(judge, root, OL_JUDGED_NONE, 0);
        ol_catalogue_judge(judge, root);
    }
}

void ol_judge_fini(struct ol_judge *judge)
{
    free(judge->faults);
    free(judge->fields);
    free(judge->unread);
    free(judge->roles);
}

bool ol_judge_is_unread(const struct ol_judge *judge, size_t offset)
{
    for (size_t i = 0; i < judge->unread_count; i++) {
        if (offset >= judge->unread[i].begin && offset <= judge->unread[i].end) {
            return true;
        }
    }
    return false;
}
