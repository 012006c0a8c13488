/* SPDX-License-Identifier: Apache-2.0 */
/* Goes down level by level to the one that holds the offset. */
#include "onnx/locate.h"

#include "onnx/schema.h"
#include "wire/scan.h"

/* How far one level was gone through. */
struct place {
    struct ol_scan scan;
    struct ol_occurrence occurrence; /* the one read last */
    bool is_read;                    /* there is one */
    uint64_t counts[OL_FIELDS_MAX];  /* elements of each field before it */
};

static void init_place(struct place *place, const uint8_t *bytes, const struct ol_message *message,
                       uint64_t begin, uint64_t end)
{
    *place = (struct place){
        .scan = {.bytes = bytes, .at = begin, .end = end, .declared_end = end, .message = message}};
}

static bool is_known(const struct place *place)
{
    return (place->occurrence.flags & OL_OCCURRENCE_KNOWN) != 0;
}

/* Goes on to the known occurrence of the level that holds the offset; false where there is none. */
static bool find(struct place *place, uint64_t offset)
{
    const struct ol_occurrence *occurrence = &place->occurrence;
    while (!place->is_read || offset >= occurrence->end) {
        if (place->is_read && is_known(place)) {
            place->counts[occurrence->index] += ol_occurrence_elements(occurrence);
        }
        place->is_read =
            place->scan.at <= offset && ol_scan_slice(&place->scan, &place->occurrence, 1) == 1;
        if (!place->is_read) {
            return false;
        }
    }
    return is_known(place) && offset >= occurrence->tag;
}

/* The message below; NULL where the way ends. */
static const struct ol_message *below(const struct place *place, uint64_t offset)
{
    return offset == place->occurrence.tag
               ? NULL
               : place->scan.message->fields[place->occurrence.index].of;
}

static void add_field(struct ol_buf *buf, const char *separator, const struct place *place)
{
    const struct ol_field *field = &place->scan.message->fields[place->occurrence.index];
    ol_buf_add(buf, separator);
    ol_buf_add(buf, field->name);
    /* a packed payload without a whole value has no element to name */
    if (ol_field_is_repeated(field) && ol_occurrence_elements(&place->occurrence) > 0) {
        ol_buf_add_char(buf, '[');
        ol_buf_add_u64(buf, place->counts[field->index]);
        ol_buf_add_char(buf, ']');
    }
}

/* Goes down from a place of which nothing was read yet, so many steps at most. */
static struct ol_span go_down(struct ol_buf *buf, const char *separator, struct place *place,
                              uint64_t offset, uint64_t steps)
{
    struct ol_span span = {offset, 0};
    for (; steps > 0 && find(place, offset); steps--) {
        const struct ol_occurrence *occurrence = &place->occurrence;
        const struct ol_message *message = below(place, offset);
        span = ol_occurrence_span(occurrence);
        add_field(buf, separator, place);
        separator = ".";
        if (message == NULL) {
            break;
        }
        init_place(place, place->scan.bytes, message, occurrence->value, occurrence->end);
    }
    return span;
}

struct ol_span ol_path_add_at(struct ol_buf *buf, const char *separator, const uint8_t *bytes,
                              const struct ol_message *message, uint64_t begin, uint64_t end,
                              uint64_t offset)
{
    struct place place;
    init_place(&place, bytes, message, begin, end);
    return go_down(buf, separator, &place, offset, UINT64_MAX);
}

void ol_path_add_way(struct ol_buf *out, struct ol_slice bytes, const struct ol_way *way)
{
    struct place place;
    init_place(&place, bytes.data, &ol_messages[way->kind], way->within.offset,
               way->within.offset + way->within.length);
    (void)go_down(out, ".", &place, way->offset, way->steps);
}

/* --- many offsets -------------------------------------------------------- */

void ol_locator_init(struct ol_locator *locator, const uint8_t *bytes,
                     const struct ol_message *message, uint64_t begin, uint64_t end)
{
    *locator = (struct ol_locator){.bytes = bytes, .message = message, .begin = begin, .end = end};
}

void ol_locator_fini(struct ol_locator *locator)
{
    ol_vector_fini(&locator->places);
}

/* Goes up as far as what is open does not hold the offset. */
static void go_up(struct ol_vector *places, uint64_t offset)
{
    const struct place *items = places->items;
    while (places->count > 0 && offset >= items[places->count - 1].scan.end) {
        places->count--;
    }
}

enum ol_status ol_locator_add(struct ol_locator *locator, struct ol_buf *buf, uint64_t offset,
                              struct ol_span *head)
{
    const struct ol_message *message = locator->message;
    uint64_t begin = locator->begin;
    uint64_t end = locator->end;
    const char *separator = "";
    *head = (struct ol_span){offset, 0};
    go_up(&locator->places, offset);
    for (size_t i = 0; message != NULL; i++) {
        struct place *place;
        if (i < locator->places.count) {
            place = (struct place *)locator->places.items + i;
        } else {
            place = ol_vector_add(&locator->places, sizeof *place);
            if (place == NULL) {
                return OL_ERR_NOMEM;
            }
            init_place(place, locator->bytes, message, begin, end);
        }
        if (!find(place, offset)) {
            break;
        }
        *head = ol_span_between(place->occurrence.tag, place->occurrence.value);
        add_field(buf, separator, place);
        separator = ".";
        message = below(place, offset);
        begin = place->occurrence.value;
        end = place->occurrence.end;
    }
    return OL_OK;
}
