/* SPDX-License-Identifier: Apache-2.0 */
/* Mutation of inputs that are messages. */
#include "fuzz/mutate.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "wire/scan.h"

#define DEPTH_MAX    (OL_DEPTH_MAX + 8) /* a little deeper than readers go */
#define VARINT_BYTES 10
#define NEW_BYTES    64 /* a field that is made */

/* A field of a message, by offsets in the input. */
struct frame {
    size_t tag;
    size_t length; /* where the length is, or the value begins */
    size_t value;
    size_t end;
    uint64_t number;
    uint8_t wire_type;
    const struct ol_message *message; /* that it stands in; NULL: not known */
};

struct mutation {
    uint8_t *data;
    size_t size;
    size_t max;
    uint64_t state; /* of the random numbers */
    ol_fuzz_mutate_fn *blind;
    struct frame around[DEPTH_MAX]; /* the fields that hold the chosen one, outermost first */
    size_t depth;
    struct frame field;               /* the chosen one */
    const struct ol_message *message; /* that it stands in; NULL: not known */
    size_t level_end;                 /* of that */
};

static uint32_t draw(struct mutation *mutation, uint32_t count)
{
    mutation->state ^= mutation->state << 13;
    mutation->state ^= mutation->state >> 7;
    mutation->state ^= mutation->state << 17;
    return (uint32_t)((mutation->state >> 16) % count);
}

/* --- reading ------------------------------------------------------------- */

static bool read_varint(const struct mutation *mutation, size_t *at, size_t end, uint64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < VARINT_BYTES && *at < end; i++) {
        uint8_t byte = mutation->data[(*at)++];
        *value |= (uint64_t)(byte & 0x7F) << 7 * i;
        if (byte < 0x80) {
            return true;
        }
    }
    return false;
}

static bool read_frame(const struct mutation *mutation, size_t at, size_t end, struct frame *frame)
{
    uint64_t tag;
    uint64_t length = 0;
    frame->tag = at;
    if (!read_varint(mutation, &at, end, &tag)) {
        return false;
    }
    frame->number = tag >> 3;
    frame->wire_type = tag & 7;
    frame->length = at;
    if (frame->wire_type == OL_WIRE_VARINT || frame->wire_type == OL_WIRE_LEN) {
        if (!read_varint(mutation, &at, end, &length)) {
            return false;
        }
    }
    frame->value = frame->wire_type == OL_WIRE_VARINT ? frame->length : at;
    if (frame->wire_type == OL_WIRE_FIXED64) {
        length = 8;
    } else if (frame->wire_type == OL_WIRE_FIXED32) {
        length = 4;
    } else if (frame->wire_type == OL_WIRE_VARINT) {
        length = 0;
    }
    if (length > end - at) {
        return false;
    }
    frame->end = at + (size_t)length;
    return true;
}

/* Picks one of the fields in [begin, end), each as likely as another; false where there is none. */
static bool pick_in(struct mutation *mutation, size_t begin, size_t end, struct frame *picked)
{
    struct frame frame;
    uint32_t count = 0;
    for (size_t at = begin; at < end && read_frame(mutation, at, end, &frame); at = frame.end) {
        if (draw(mutation, ++count) == 0) {
            *picked = frame;
        }
    }
    return count > 0;
}

static const struct ol_field *schema_of(const struct ol_message *message, uint64_t number)
{
    return message != NULL && number <= OL_FIELD_NUMBER_MAX
               ? ol_message_field(message, (uint32_t)number)
               : NULL;
}

/* Picks a field at any depth of the message in [begin, size). */
static bool pick(struct mutation *mutation, const struct ol_message *root, size_t begin)
{
    size_t end = mutation->size;
    mutation->depth = 0;
    mutation->message = root;
    mutation->level_end = end;
    if (!pick_in(mutation, begin, end, &mutation->field)) {
        return false;
    }
    while (mutation->depth < DEPTH_MAX) {
        struct frame inner;
        struct frame outer = mutation->field;
        const struct ol_field *field = schema_of(mutation->message, outer.number);
        bool is_message = field != NULL ? field->of != NULL : draw(mutation, 8) == 0;
        if (outer.wire_type != OL_WIRE_LEN || !is_message || draw(mutation, 5) == 0 ||
            !pick_in(mutation, outer.value, outer.end, &inner)) {
            return true;
        }
        outer.message = mutation->message;
        mutation->around[mutation->depth++] = outer;
        mutation->message = field != NULL ? field->of : NULL;
        mutation->level_end = outer.end;
        mutation->field = inner;
    }
    return true;
}

/* --- writing ------------------------------------------------------------- */

static size_t write_varint(uint8_t *out, uint64_t value)
{
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) {
        out[size++] = (uint8_t)(value | 0x80);
    }
    out[size++] = (uint8_t)value;
    return size;
}

/* Puts bytes in the place of [begin, end), which they are no part of; false where they have no
 * room. */
static bool splice(struct mutation *mutation, size_t begin, size_t end, const uint8_t *bytes,
                   size_t size)
{
    if (mutation->size - (end - begin) + size > mutation->max) {
        return false;
    }
    memmove(mutation->data + begin + size, mutation->data + end, mutation->size - end);
    if (size > 0) {
        memcpy(mutation->data + begin, bytes, size);
    }
    mutation->size = mutation->size - (end - begin) + size;
    return true;
}

/* The same, and the lengths of the fields around follow, the innermost first. */
static bool replace(struct mutation *mutation, size_t begin, size_t end, const uint8_t *bytes,
                    size_t size)
{
    if (!splice(mutation, begin, end, bytes, size)) {
        return false;
    }
    size_t grown = size - (end - begin); /* wraps where it shrinks, as the sums below do */
    for (size_t i = mutation->depth; i-- > 0;) {
        const struct frame *frame = &mutation->around[i];
        uint8_t length[VARINT_BYTES];
        size_t before = frame->value - frame->length;
        size_t after = write_varint(length, frame->end - frame->value + grown);
        if (!splice(mutation, frame->length, frame->value, length, after)) {
            return true; /* wrong lengths are input as well */
        }
        grown += after - before;
    }
    return true;
}

static uint64_t odd_number(struct mutation *mutation)
{
    static const uint64_t numbers[] = {0,          1,
                                       2,          127,
                                       128,        255,
                                       256,        65535,
                                       INT32_MAX,  (uint64_t)INT32_MAX + 1,
                                       UINT32_MAX, (uint64_t)UINT32_MAX + 1,
                                       INT64_MAX,  (uint64_t)INT64_MAX + 1,
                                       UINT64_MAX, UINT64_MAX - 1};
    uint32_t which = draw(mutation, sizeof numbers / sizeof *numbers + 8);
    return which < sizeof numbers / sizeof *numbers ? numbers[which] : draw(mutation, 40);
}

static size_t write_tag(uint8_t *out, uint64_t number, unsigned wire_type)
{
    return write_varint(out, number << 3 | wire_type);
}

/* A field of the message with a value that may well stand there. */
static size_t make_field(struct mutation *mutation, const struct ol_message *message, uint8_t *out)
{
    if (message == NULL || message->field_count == 0) {
        size_t size = write_tag(out, 1 + draw(mutation, 40), draw(mutation, 8));
        return size + write_varint(out + size, odd_number(mutation));
    }
    const struct ol_field *field = &message->fields[draw(mutation, message->field_count)];
    enum ol_wire_type wire_type = ol_field_wire_type(field);
    bool is_packed = ol_field_is_packable(field) && draw(mutation, 2) == 0;
    size_t size = write_tag(out, field->number, is_packed ? OL_WIRE_LEN : wire_type);
    if (wire_type == OL_WIRE_VARINT && !is_packed) {
        return size + write_varint(out + size, odd_number(mutation));
    }
    size_t length = wire_type == OL_WIRE_FIXED32 ? 4 : 8;
    if (is_packed || wire_type == OL_WIRE_LEN) {
        length = draw(mutation, 4) * (wire_type == OL_WIRE_LEN ? 1 : length);
        size += write_varint(out + size, length);
    }
    for (size_t i = 0; i < length; i++) {
        out[size++] = (uint8_t)(field->type == OL_TYPE_STRING ? 'a' + draw(mutation, 3)
                                                              : draw(mutation, 256));
    }
    return size;
}

/* --- the mutations ------------------------------------------------------- */

static bool drop(struct mutation *mutation)
{
    return replace(mutation, mutation->field.tag, mutation->field.end, NULL, 0);
}

/* A copy of bytes of the input that outlives changes of it; the caller frees it. */
static uint8_t *copy(const struct mutation *mutation, size_t begin, size_t size)
{
    uint8_t *copied = ol_test_alloc(size + 1);
    memcpy(copied, mutation->data + begin, size);
    return copied;
}

static bool repeat(struct mutation *mutation)
{
    const struct frame field = mutation->field;
    size_t size = field.end - field.tag;
    size_t count = draw(mutation, 8) == 0 ? 1 + draw(mutation, 64) : 1;
    uint8_t *bytes = ol_test_alloc(size * count + 1);
    for (size_t i = 0; i < count; i++) {
        memcpy(bytes + i * size, mutation->data + field.tag, size);
    }
    bool is_done = replace(mutation, field.end, field.end, bytes, size * count);
    free(bytes);
    return is_done;
}

static bool swap(struct mutation *mutation)
{
    const struct frame field = mutation->field;
    struct frame next;
    if (field.end >= mutation->level_end ||
        !read_frame(mutation, field.end, mutation->level_end, &next)) {
        return false;
    }
    uint8_t *bytes = copy(mutation, field.tag, field.end - field.tag);
    memmove(mutation->data + field.tag, mutation->data + next.tag, next.end - next.tag);
    memcpy(mutation->data + field.tag + (next.end - next.tag), bytes, field.end - field.tag);
    free(bytes);
    return true;
}

/* Puts a field that stands elsewhere beside, or in the place of, the chosen one. */
static bool move(struct mutation *mutation, const struct ol_message *root, size_t begin)
{
    const struct frame other = mutation->field;
    uint8_t *bytes = copy(mutation, other.tag, other.end - other.tag);
    bool is_done = pick(mutation, root, begin);
    if (is_done) {
        const struct frame *field = &mutation->field;
        size_t at = draw(mutation, 2) == 0 ? field->tag : field->end;
        size_t end = draw(mutation, 3) == 0 ? field->end : at;
        is_done = replace(mutation, at < end ? at : end, end, bytes, other.end - other.tag);
    }
    free(bytes);
    return is_done;
}

static bool retag(struct mutation *mutation)
{
    uint8_t tag[VARINT_BYTES];
    const struct frame *field = &mutation->field;
    const struct ol_message *message = mutation->message;
    uint64_t number = field->number;
    unsigned wire_type = field->wire_type;
    if (draw(mutation, 2) == 0) {
        wire_type = draw(mutation, 8);
    } else if (message != NULL && message->field_count > 0 && draw(mutation, 4) != 0) {
        number = message->fields[draw(mutation, message->field_count)].number;
    } else {
        number = odd_number(mutation) & 0x1FFFFFFF;
    }
    return replace(mutation, field->tag, field->length, tag, write_tag(tag, number, wire_type));
}

/* A length that is wrong, or a varint that is longer than it need be. */
static bool relength(struct mutation *mutation)
{
    uint8_t bytes[VARINT_BYTES];
    const struct frame *field = &mutation->field;
    size_t end = field->wire_type == OL_WIRE_LEN ? field->value : field->end;
    uint64_t value;
    size_t at = field->length;
    if ((field->wire_type != OL_WIRE_LEN && field->wire_type != OL_WIRE_VARINT) ||
        !read_varint(mutation, &at, end, &value)) {
        return false;
    }
    uint32_t how = draw(mutation, 4);
    value = how == 0 ? odd_number(mutation) : how == 1 ? value + 1 : how == 2 ? value - 1 : value;
    size_t size = write_varint(bytes, value);
    while (how == 3 && size < VARINT_BYTES && draw(mutation, 3) != 0) {
        bytes[size - 1] |= 0x80;
        bytes[size++] = 0;
    }
    return replace(mutation, field->length, end, bytes, size);
}

/* Another value, of another size perhaps. */
static bool refill(struct mutation *mutation)
{
    const struct frame field = mutation->field;
    uint8_t bytes[VARINT_BYTES];
    if (field.wire_type == OL_WIRE_VARINT) {
        return replace(mutation, field.value, field.end, bytes,
                       write_varint(bytes, odd_number(mutation)));
    }
    size_t size = field.end - field.value;
    size_t room = size + 16;
    uint8_t *value = ol_test_alloc(room);
    memcpy(value, mutation->data + field.value, size);
    size_t grown = mutation->blind(value, size, field.wire_type == OL_WIRE_LEN ? room : size);
    if (field.wire_type == OL_WIRE_LEN && mutation->depth < DEPTH_MAX) {
        mutation->around[mutation->depth++] = field; /* its own length follows as well */
    }
    bool is_done = replace(mutation, field.value, field.end, value, grown);
    free(value);
    return is_done;
}

static bool insert(struct mutation *mutation)
{
    uint8_t bytes[NEW_BYTES];
    const struct frame field = mutation->field;
    const struct ol_field *schema = schema_of(mutation->message, field.number);
    if (field.wire_type == OL_WIRE_LEN && schema != NULL && schema->of != NULL &&
        mutation->depth < DEPTH_MAX && draw(mutation, 2) == 0) {
        mutation->around[mutation->depth++] = field;
        return replace(mutation, field.end, field.end, bytes,
                       make_field(mutation, schema->of, bytes));
    }
    return replace(mutation, field.end, field.end, bytes,
                   make_field(mutation, mutation->message, bytes));
}

static bool cut(struct mutation *mutation)
{
    const struct frame *field = &mutation->field;
    mutation->size = field->tag + draw(mutation, (uint32_t)(field->end - field->tag) + 1);
    return true;
}

static bool change(struct mutation *mutation, const struct ol_message *root, size_t begin)
{
    switch (draw(mutation, 12)) {
    case 0:
        return drop(mutation);
    case 1:
        return repeat(mutation);
    case 2:
        return swap(mutation);
    case 3:
    case 4:
        return move(mutation, root, begin);
    case 5:
        return retag(mutation);
    case 6:
        return relength(mutation);
    case 7:
        return draw(mutation, 8) == 0 && cut(mutation);
    case 8:
    case 9:
        return insert(mutation);
    default:
        return refill(mutation);
    }
}

size_t ol_fuzz_mutate(const struct ol_fuzz_target *target, struct ol_fuzz_input *input,
                      unsigned seed, ol_fuzz_mutate_fn *blind)
{
    struct mutation mutation = {
        .data = input->data,
        .size = input->size,
        .max = input->max,
        .state = (uint64_t)seed * UINT64_C(0x9E3779B97F4A7C15) | 1,
        .blind = blind,
    };
    for (unsigned i = 0; i < 4; i++) {
        (void)draw(&mutation, 2); /* the first ones of small seeds are alike */
    }
    const struct ol_message *root = target->root(mutation.data, mutation.size);
    bool is_blind = draw(&mutation, 10) == 0 || mutation.size <= target->header;
    unsigned count = 1 + draw(&mutation, 3);
    for (unsigned i = 0; i < count && !is_blind; i++) {
        is_blind = !pick(&mutation, root, target->header) ||
                   (!change(&mutation, root, target->header) && i == 0);
    }
    if (is_blind || mutation.size == 0) {
        mutation.size = blind(mutation.data, mutation.size, mutation.max);
    }
    return mutation.size;
}
