/* SPDX-License-Identifier: Apache-2.0 */
/* A bare walk over the levels of a file, for the one kind of entry that is looked for. */
#include "onnx/locations.h"

#include "base/limits.h"
#include "onnx/schema.h"
#include "wire/scan.h"

/* Occurrences read at once; one such list for each level that is open. */
#define OCCURRENCES 16

struct walk {
    struct ol_slice bytes;
    ol_location_fn *visit;
    void *context;
    bool is_ended;
};

static struct ol_slice payload(const struct walk *walk, const struct ol_occurrence *occurrence)
{
    return (struct ol_slice){walk->bytes.data + occurrence->value,
                             (size_t)(occurrence->end - occurrence->value)};
}

static struct ol_scan scan_of(const struct walk *walk, const struct ol_message *message,
                              uint64_t begin, uint64_t end)
{
    return (struct ol_scan){.bytes = walk->bytes.data,
                            .at = begin,
                            .end = end,
                            .declared_end = end,
                            .message = message,
                            .is_root = begin == 0};
}

/* An entry of external data: its last key and its last value count. */
static void visit_entry(struct walk *walk, const struct ol_occurrence *entry)
{
    struct ol_slice key = {0};
    struct ol_slice value = {0};
    struct ol_occurrence occurrences[OCCURRENCES];
    struct ol_scan scan =
        scan_of(walk, &ol_messages[OL_MESSAGE_StringStringEntryProto], entry->value, entry->end);
    size_t count = ol_scan_slice(&scan, occurrences, OCCURRENCES);
    while (count > 0) {
        for (size_t i = 0; i < count; i++) {
            bool is_known = occurrences[i].flags & OL_OCCURRENCE_KNOWN;
            if (is_known && occurrences[i].index == OL_StringStringEntryProto_key) {
                key = payload(walk, &occurrences[i]);
            } else if (is_known) {
                value = payload(walk, &occurrences[i]);
            }
        }
        count = ol_scan_slice(&scan, occurrences, OCCURRENCES);
    }
    if (ol_slice_is_text(key, "location")) {
        walk->is_ended = !walk->visit(walk->context, value);
    }
}

static void walk_level(struct walk *walk, const struct ol_message *message, uint64_t begin,
                       uint64_t end, unsigned depth);

static void walk_occurrence(struct walk *walk, const struct ol_message *message,
                            const struct ol_occurrence *occurrence, unsigned depth)
{
    const struct ol_field *field =
        occurrence->flags & OL_OCCURRENCE_KNOWN ? &message->fields[occurrence->index] : NULL;
    if (field == NULL || field->type != OL_TYPE_MESSAGE) {
        return;
    }
    if (message->id == OL_MESSAGE_TensorProto && field->index == OL_TensorProto_external_data) {
        visit_entry(walk, occurrence);
    } else if (depth < OL_DEPTH_MAX) {
        walk_level(walk, field->of, occurrence->value, occurrence->end, depth + 1);
    }
}

static void walk_level(struct walk *walk, const struct ol_message *message, uint64_t begin,
                       uint64_t end, unsigned depth)
{
    struct ol_occurrence occurrences[OCCURRENCES];
    struct ol_scan scan = scan_of(walk, message, begin, end);
    size_t count = ol_scan_slice(&scan, occurrences, OCCURRENCES);
    while (count > 0 && !walk->is_ended) {
        for (size_t i = 0; i < count && !walk->is_ended; i++) {
            walk_occurrence(walk, message, &occurrences[i], depth);
        }
        count = ol_scan_slice(&scan, occurrences, OCCURRENCES);
    }
}

void ol_locations_visit(struct ol_slice bytes, const struct ol_message *root, ol_location_fn *visit,
                        void *context)
{
    struct walk walk = {.bytes = bytes, .visit = visit, .context = context};
    walk_level(&walk, root, 0, bytes.size, 0);
}
