/* SPDX-License-Identifier: Apache-2.0 */
/* Goes through a message for a dump: all of it, or what is around an offset. */
#include "dump/dump.h"

#include <inttypes.h>

#include "base/limits.h"
#include "onnx/schema.h"

/* Occurrences read at once; one such list for each level that is open. */
#define OCCURRENCES 16

/* Fields shown before and behind the one that holds an offset. */
#define NEIGHBOURS 3

/* One level being gone through. */
struct walk {
    struct ol_scan scan;
    uint8_t fault; /* enum ol_wire_fault_kind of the last one */
    uint64_t counts[OL_FIELDS_MAX];
    struct ol_occurrence occurrences[OCCURRENCES];
    size_t count;
    size_t next;
};

/* An ol_wire_fault_fn over the walk. */
static void note_fault(void *context, const struct ol_wire_fault *fault)
{
    struct walk *walk = context;
    walk->fault = fault->kind;
}

static void init_walk(struct walk *walk, const struct ol_dump *dump,
                      const struct ol_message *message, uint64_t begin, uint64_t end, bool is_root)
{
    *walk = (struct walk){.scan = {.bytes = dump->bytes,
                                   .at = begin,
                                   .end = end,
                                   .declared_end = end,
                                   .message = message,
                                   .report = note_fault,
                                   .context = walk,
                                   .is_root = is_root},
                          .fault = OL_FAULT_COUNT};
}

/* The next occurrence, with the index of its first value; NULL behind the last. */
static const struct ol_occurrence *next(struct walk *walk, uint64_t *index)
{
    if (walk->next == walk->count) {
        walk->count = ol_scan_slice(&walk->scan, walk->occurrences, OCCURRENCES);
        walk->next = 0;
        if (walk->count == 0) {
            return NULL;
        }
    }
    const struct ol_occurrence *occurrence = &walk->occurrences[walk->next++];
    *index = 0;
    if (occurrence->flags & OL_OCCURRENCE_KNOWN) {
        *index = walk->counts[occurrence->index];
        walk->counts[occurrence->index] += ol_occurrence_elements(occurrence);
    }
    return occurrence;
}

/* Why the bytes behind the last readable field are not read. */
static const char *reason_of(const struct walk *walk)
{
    return walk->fault < OL_FAULT_COUNT ? ol_wire_fault_names[walk->fault] : "unreadable";
}

static void walk_level(struct ol_dump *dump, const struct ol_message *message, uint64_t begin,
                       uint64_t end, unsigned depth)
{
    struct walk walk;
    uint64_t index;
    init_walk(&walk, dump, message, begin, end, depth == 0);
    for (const struct ol_occurrence *occurrence = next(&walk, &index); occurrence != NULL;
         occurrence = next(&walk, &index)) {
        if (occurrence->tag > dump->at) {
            ol_dump_raw(dump, occurrence->tag, reason_of(&walk), depth);
        }
        ol_dump_occurrence(dump, message, occurrence, index, depth);
        if (!ol_dump_is_message(message, occurrence)) {
            continue;
        }
        size_t path = ol_dump_push(dump, message, occurrence, index);
        if (depth < OL_DEPTH_MAX) {
            walk_level(dump, message->fields[occurrence->index].of, occurrence->value,
                       occurrence->end, depth + 1);
        } else if (occurrence->end > dump->at) {
            ol_dump_raw(dump, occurrence->end, ol_wire_fault_names[OL_FAULT_DEPTH], depth);
        }
        ol_dump_pop(dump, path);
        ol_dump_close(dump, occurrence, depth);
    }
    if (end > dump->at) {
        ol_dump_raw(dump, end, reason_of(&walk), depth);
    }
}

static enum ol_status status_of(const struct ol_dump *dump)
{
    return ol_buf_is_ok(&dump->out) && ol_buf_is_ok(&dump->path) ? OL_OK : OL_ERR_NOMEM;
}

enum ol_status ol_dump_message(struct ol_dump *dump, const struct ol_message *message,
                               uint64_t begin, uint64_t end)
{
    dump->at = begin;
    if (message != NULL) {
        walk_level(dump, message, begin, end, 0);
    } else if (end > begin) {
        ol_dump_raw(dump, end, "no ONNX message", 0);
    }
    return status_of(dump);
}

/* Writes the level in which the way ends: the fields from `from` on, as far as there is one that
 * holds the offset, and some behind it. */
static void show_neighbours(struct ol_dump *dump, const struct ol_message *message,
                            const struct ol_span *level, uint64_t from, uint64_t offset,
                            unsigned depth)
{
    struct walk walk;
    uint64_t index;
    unsigned behind = 0;
    init_walk(&walk, dump, message, level->offset, level->offset + level->length, depth == 0);
    for (const struct ol_occurrence *occurrence = next(&walk, &index);
         occurrence != NULL && behind < NEIGHBOURS; occurrence = next(&walk, &index)) {
        behind += occurrence->tag > offset ? 1 : 0;
        if (occurrence->tag >= from) {
            dump->at = occurrence->tag;
            ol_dump_occurrence(dump, message, occurrence, index, depth);
        }
        dump->at = occurrence->end;
    }
    if (offset >= dump->at) { /* it lies in what cannot be read */
        ol_dump_raw(dump, level->offset + level->length, reason_of(&walk), depth);
    }
}

/* Goes down to the innermost field that holds the offset; mark is the offset that is told of. */
static void walk_to(struct ol_dump *dump, const struct ol_message *message, uint64_t begin,
                    uint64_t end, uint64_t offset, uint64_t mark)
{
    struct ol_span level = ol_span_between(begin, end);
    for (unsigned depth = 0;; depth++) {
        struct walk walk;
        uint64_t index;
        uint64_t recent[NEIGHBOURS] = {level.offset, level.offset, level.offset};
        size_t seen = 0;
        init_walk(&walk, dump, message, level.offset, level.offset + level.length, depth == 0);
        const struct ol_occurrence *occurrence = next(&walk, &index);
        while (occurrence != NULL && occurrence->end <= offset) {
            recent[seen++ % NEIGHBOURS] = occurrence->tag;
            occurrence = next(&walk, &index);
        }
        bool is_inside = occurrence != NULL && ol_dump_is_message(message, occurrence) &&
                         offset >= occurrence->value && depth < OL_DEPTH_MAX;
        if (!is_inside) {
            dump->at = level.offset;
            dump->marked = mark;
            show_neighbours(dump, message, &level, recent[seen % NEIGHBOURS], offset, depth);
            return;
        }
        dump->at = occurrence->tag;
        ol_dump_occurrence(dump, message, occurrence, index, depth);
        (void)ol_dump_push(dump, message, occurrence, index);
        level = ol_occurrence_payload(occurrence);
        message = message->fields[occurrence->index].of;
    }
}

enum ol_status ol_dump_around(struct ol_dump *dump, const struct ol_message *message,
                              uint64_t begin, uint64_t end, uint64_t offset)
{
    bool is_end = offset == end;
    if (end > begin) {
        walk_to(dump, message, begin, end, is_end ? end - 1 : offset,
                is_end ? OL_OFFSET_NONE : offset);
    }
    if (is_end) {
        ol_buf_addf(&dump->out, "# @0x%" PRIx64 "+0 the bytes end here\n", end);
    }
    return status_of(dump);
}
