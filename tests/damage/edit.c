/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/edit.h"

#include <stdlib.h>
#include <string.h>

#include "tools/files.h"

/* A length takes so many bytes more at most than the one that stood there. */
#define LENGTH_BYTES_MAX 10

static void append(struct ol_edited *to, const uint8_t *bytes, size_t size)
{
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static void append_varint(struct ol_edited *to, size_t value)
{
    while (value >= 0x80) {
        to->bytes[to->size++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    to->bytes[to->size++] = (uint8_t)value;
}

/* Where the message that holds a field begins and ends. */
static struct ol_stretch level_of(const struct ol_judge *judge, size_t holder)
{
    if (holder == OL_JUDGED_NONE) {
        return (struct ol_stretch){0, judge->size};
    }
    return (struct ol_stretch){judge->fields[holder].value, judge->fields[holder].end};
}

size_t ol_edit_neighbour(const struct ol_judge *judge, size_t index)
{
    size_t next = judge->fields[index].next;
    return next < judge->field_count && judge->fields[next].parent == judge->fields[index].parent
               ? next
               : OL_JUDGED_NONE;
}

/* What the message that holds the field becomes. */
static void edit_level(const struct ol_judge *judge, size_t index, enum ol_edit edit,
                       struct ol_edited *to)
{
    static const unsigned copies[OL_EDIT_COUNT] = {
        [OL_EDIT_DROP] = 0, [OL_EDIT_DOUBLE] = 2, [OL_EDIT_SWAP] = 1};
    const struct ol_judged_field *field = &judge->fields[index];
    struct ol_stretch level = level_of(judge, field->parent);
    size_t behind = field->end;
    append(to, judge->bytes + level.begin, field->tag - level.begin);
    if (edit == OL_EDIT_SWAP) {
        const struct ol_judged_field *next = &judge->fields[ol_edit_neighbour(judge, index)];
        append(to, judge->bytes + next->tag, next->end - next->tag);
        behind = next->end;
    }
    for (unsigned i = 0; i < copies[edit]; i++) {
        append(to, judge->bytes + field->tag, field->end - field->tag);
    }
    append(to, judge->bytes + behind, level.end - behind);
}

void ol_edit_apply(const struct ol_judge *judge, size_t index, enum ol_edit edit,
                   struct ol_edited *edited)
{
    size_t holder = judge->fields[index].parent;
    struct ol_edited inner = {ol_test_alloc(judge->size * 2), 0};
    edit_level(judge, index, edit, &inner);
    while (holder != OL_JUDGED_NONE) {
        const struct ol_judged_field *field = &judge->fields[holder];
        struct ol_stretch level = level_of(judge, field->parent);
        struct ol_edited outer = {ol_test_alloc(judge->size + inner.size + LENGTH_BYTES_MAX), 0};
        append(&outer, judge->bytes + level.begin, field->middle - level.begin);
        append_varint(&outer, inner.size);
        append(&outer, inner.bytes, inner.size);
        append(&outer, judge->bytes + field->end, level.end - field->end);
        free(inner.bytes);
        inner = outer;
        holder = field->parent;
    }
    *edited = (struct ol_edited){ol_test_realloc(inner.bytes, inner.size), inner.size};
}
