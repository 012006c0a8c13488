/* SPDX-License-Identifier: Apache-2.0 */
/* The scan of one level, in slices of any size: occurrences and faults lie in the bytes and follow
 * each other, and are the same however they are sliced. The header: the message; the size of the
 * slices. */
#include "base/limits.h"
#include "fuzz/fuzz.h"
#include "wire/scan.h"

#define SLICE_MAX 512 /* occurrences */

static struct ol_occurrence occurrences[SLICE_MAX];

/* What a scan came to. */
struct tally {
    uint64_t size;
    uint64_t occurrences;
    uint64_t faults;
    uint64_t at; /* the end of the last occurrence */
};

static const struct ol_message *root(const uint8_t *header, size_t size)
{
    return &ol_messages[size > 0 ? header[0] % OL_MESSAGE_COUNT : 0];
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
}

static void take_fault(void *context, const struct ol_wire_fault *fault)
{
    struct tally *tally = context;
    ol_fuzz_need(fault->kind < OL_FAULT_COUNT, "a fault of no kind");
    ol_fuzz_need(fault->span.offset <= tally->size &&
                     fault->span.length <= tally->size - fault->span.offset,
                 "the span of a fault leaves the bytes");
    tally->faults = mix(tally->faults, fault->kind);
    tally->faults = mix(tally->faults, fault->span.offset);
    tally->faults = mix(tally->faults, fault->span.length);
    tally->faults = mix(tally->faults, fault->declared);
    tally->faults = mix(tally->faults, fault->number);
}

static void take_occurrence(struct tally *tally, const struct ol_occurrence *occurrence)
{
    ol_fuzz_need(occurrence->tag == tally->at && occurrence->tag < occurrence->value &&
                     occurrence->value <= occurrence->end && occurrence->end <= tally->size,
                 "an occurrence is not where the one before it ends, or leaves the bytes");
    ol_fuzz_need(!(occurrence->flags & OL_OCCURRENCE_KNOWN) ||
                     ol_occurrence_elements(occurrence) <= occurrence->end - occurrence->value ||
                     ol_occurrence_elements(occurrence) == 1,
                 "more elements than bytes");
    tally->at = occurrence->end;
    tally->occurrences = mix(tally->occurrences, occurrence->value);
    tally->occurrences = mix(tally->occurrences, ol_occurrence_elements(occurrence));
    tally->occurrences = mix(tally->occurrences, occurrence->number);
    tally->occurrences =
        mix(tally->occurrences, (uint64_t)occurrence->flags << 8 | occurrence->wire_type);
}

static void scan_once(const struct ol_message *message, struct ol_slice bytes, size_t slice,
                      struct tally *tally)
{
    *tally = (struct tally){.size = bytes.size};
    struct ol_scan scan = {
        .bytes = bytes.data,
        .end = bytes.size,
        .declared_end = bytes.size,
        .message = message,
        .report = take_fault,
        .context = tally,
        .is_root = true,
    };
    for (;;) {
        size_t count = ol_scan_slice(&scan, occurrences, slice);
        ol_fuzz_need(count <= slice, "more occurrences than were asked for");
        if (count == 0) {
            break;
        }
        for (size_t i = 0; i < count; i++) {
            take_occurrence(tally, &occurrences[i]);
        }
    }
    ol_fuzz_need(scan.stopped || scan.at == scan.end, "bytes are left, and nothing is wrong");
}

static void run(const uint8_t *data, size_t size)
{
    struct tally whole;
    struct tally sliced;
    const struct ol_message *message = root(data, size);
    const struct ol_slice bytes = ol_fuzz_rest(&ol_fuzz_scan, data, size);
    size_t slice = size > 1 ? 1 + data[1] % SLICE_MAX : 1;
    scan_once(message, bytes, SLICE_MAX, &whole);
    scan_once(message, bytes, slice, &sliced);
    ol_fuzz_need(whole.occurrences == sliced.occurrences && whole.faults == sliced.faults &&
                     whole.at == sliced.at,
                 "the size of the slices makes a difference");
}

static void nothing(void)
{
}

const struct ol_fuzz_target ol_fuzz_scan = {
    .name = "scan",
    .seeds = OL_FUZZ_SEEDS_CASES,
    .header = 2,
    .root = root,
    .set_up = nothing,
    .tear_down = nothing,
    .run = run,
};
