/* SPDX-License-Identifier: Apache-2.0 */
/* Goes down level by level to the one that holds the offset. */
#include "onnx/locate.h"

#include "wire/scan.h"

/* Finds the known occurrence of the level that holds the offset, with its index in its field; false
 * where there is none. */
static bool find(struct ol_scan *scan, uint64_t offset, struct ol_occurrence *occurrence,
                 uint64_t *index)
{
    uint64_t counts[OL_FIELDS_MAX] = {0};
    while (scan->at <= offset && ol_scan_slice(scan, occurrence, 1) == 1) {
        bool is_known = (occurrence->flags & OL_OCCURRENCE_KNOWN) != 0;
        if (offset >= occurrence->tag && offset < occurrence->end) {
            *index = is_known ? counts[occurrence->index] : 0;
            return is_known;
        }
        if (is_known) {
            counts[occurrence->index] += occurrence->elements;
        }
    }
    return false;
}

struct ol_span ol_path_add_at(struct ol_buf *buf, const char *separator, const uint8_t *bytes,
                              const struct ol_message *message, uint64_t begin, uint64_t end,
                              uint64_t offset)
{
    struct ol_occurrence occurrence;
    uint64_t index;
    struct ol_span span = {offset, 0};
    while (message != NULL) {
        struct ol_scan scan = {
            .bytes = bytes, .at = begin, .end = end, .declared_end = end, .message = message};
        if (!find(&scan, offset, &occurrence, &index)) {
            return span;
        }
        span = ol_occurrence_span(&occurrence);
        const struct ol_field *field = &message->fields[occurrence.index];
        ol_buf_addf(buf, "%s%s", separator, field->name);
        if (ol_field_is_repeated(field)) {
            ol_buf_addf(buf, "[%llu]", (unsigned long long)index);
        }
        separator = ".";
        message = offset == occurrence.tag ? NULL : field->of;
        begin = occurrence.value;
        end = occurrence.end;
    }
    return span;
}
