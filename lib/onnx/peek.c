/* SPDX-License-Identifier: Apache-2.0 */
/* Scans without reports, a few occurrences at a time. */
#include "onnx/peek.h"

#define OCCURRENCES_AT_ONCE 8

struct ol_peek ol_peek_last(const uint8_t *bytes, struct ol_span message,
                            const struct ol_field *field)
{
    struct ol_scan scan = {
        .bytes = bytes,
        .at = message.offset,
        .end = message.offset + message.length,
        .declared_end = message.offset + message.length,
        .message = field->holder,
    };
    struct ol_occurrence occurrences[OCCURRENCES_AT_ONCE];
    struct ol_peek peek = {.is_found = false};
    size_t count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    while (count > 0) {
        for (size_t i = 0; i < count; i++) {
            if (occurrences[i].flags & OL_OCCURRENCE_KNOWN &&
                occurrences[i].index == field->index) {
                peek.last = occurrences[i];
                peek.is_found = true;
            }
        }
        count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    }
    bool is_cut = peek.is_found && (peek.last.flags & OL_OCCURRENCE_CUT) != 0;
    peek.is_whole = !scan.stopped && scan.overrun.length == 0 && !is_cut &&
                    (scan.mistyped >> field->index & 1) == 0;
    return peek;
}

struct ol_occurrence ol_peek_at(const uint8_t *bytes, const struct ol_message *message,
                                uint64_t offset, uint64_t end)
{
    struct ol_scan scan = {
        .bytes = bytes,
        .at = offset,
        .end = end,
        .declared_end = end,
        .message = message,
    };
    struct ol_occurrence occurrence = {.tag = offset, .value = offset, .end = offset};
    (void)ol_scan_slice(&scan, &occurrence, 1);
    return occurrence;
}

void ol_peek_open(struct ol_level *level, const struct ol_level *holder, uint64_t tag,
                  uint64_t index)
{
    struct ol_occurrence occurrence = ol_peek_at(holder->bytes, holder->message, tag, holder->end);
    ol_level_init_child(level, holder, &occurrence, index);
}
