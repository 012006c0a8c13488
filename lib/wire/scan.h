/* SPDX-License-Identifier: Apache-2.0 */
/* The strict scan of one message level: where each field occurrence stands, and everything that is
 * wrong with the bytes. Sub-messages and bulk data are stepped over by their length, and their
 * bytes are not touched, save packed varints (they must be read to be counted) and text (it must be
 * UTF-8). */
#ifndef OL_WIRE_SCAN_H
#define OL_WIRE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "wire/descriptor.h"

enum ol_wire_fault_kind {
#define OL_WIRE_FAULT(id, name, stops) OL_FAULT_##id,
#include "wire/fault.def"
#undef OL_WIRE_FAULT
    OL_FAULT_COUNT
};

/* Instead of an index: the field as a whole, or an index that is not known. */
#define OL_INDEX_NONE UINT64_MAX

/* One thing wrong with the bytes of a level. */
struct ol_wire_fault {
    uint8_t kind; /* enum ol_wire_fault_kind */
    uint8_t wire_type;
    uint32_t number;              /* the field number; 0 where no tag could be read */
    const struct ol_field *field; /* NULL where the message has no such number */
    uint64_t index; /* of the occurrence, where the field is repeated and it is known */
    struct ol_span span;
    uint64_t declared;      /* LEN_OVERRUN: bytes declared; TRUNCATED: bytes needed at least; value
                               faults: the 64 bits read */
    uint64_t available;     /* LEN_OVERRUN, TRUNCATED: bytes there are */
    struct ol_span related; /* the first occurrence; of length 0 where there is none */
    const struct ol_field *related_field;
};

enum ol_occurrence_flag {
    OL_OCCURRENCE_KNOWN = 1, /* a field of the message, with a wire type that readers take for it */
    OL_OCCURRENCE_PACKED = 2, /* a packed payload of a repeated scalar */
    OL_OCCURRENCE_CUT = 4,    /* the payload ends where the bytes end, before its declared length */
    OL_OCCURRENCE_OPAQUE = 8, /* upb is not to see it: it would refuse or copy it */
    OL_OCCURRENCE_BAD = 16    /* a packed payload whose last value is cut */
};

/* One field occurrence. Offsets are in bytes from the start of the file. */
struct ol_occurrence {
    uint64_t tag;      /* of the tag */
    uint64_t value;    /* of the value, after the length of a LEN field */
    uint64_t end;      /* just after the value */
    uint64_t elements; /* of a packed payload: whole values in it; of all others nothing is said */
    union {
        struct {
            uint32_t number;
            uint8_t index; /* of the field in the message, or OL_FIELD_UNKNOWN */
            uint8_t wire_type;
            uint8_t flags; /* enum ol_occurrence_flag, or-ed */
        };
        struct ol_plain_tag plain; /* the same of one that is plain */
    };
};

static inline struct ol_span ol_occurrence_span(const struct ol_occurrence *occurrence)
{
    return ol_span_between(occurrence->tag, occurrence->end);
}

/* The values in it. */
static inline uint64_t ol_occurrence_elements(const struct ol_occurrence *occurrence)
{
    return occurrence->flags & OL_OCCURRENCE_PACKED ? occurrence->elements : 1;
}

/* Its bytes without tag and length: of a LEN field, what it holds. */
static inline struct ol_span ol_occurrence_payload(const struct ol_occurrence *occurrence)
{
    return ol_span_between(occurrence->value, occurrence->end);
}

/* Takes each fault as it is met. */
typedef void ol_wire_fault_fn(void *context, const struct ol_wire_fault *fault);

struct ol_scan {
    const uint8_t *bytes;  /* of the whole file */
    uint64_t at;           /* where the next tag is */
    uint64_t end;          /* where the level's bytes end */
    uint64_t declared_end; /* where the message says that it ends: past end where an enclosing
                              length overruns */
    const struct ol_message *message;
    ol_wire_fault_fn *report; /* NULL: faults are not wanted (again) */
    void *context;
    bool is_root;
    bool stopped;      /* the bytes from at on cannot be read */
    uint32_t group;    /* own use: the number of the group that is being stepped over; 0: none */
    uint32_t mistyped; /* bit i: field i of the message was met with a wrong wire type */
    struct ol_span
        overrun; /* the field whose length overruns the level; of length 0 where none does */
};

/* Reads the next occurrences into occurrences, at most max. Returns how many; 0 at the end of the
 * level or where it stopped. Faults of single occurrences are reported; those about several
 * (repetition, oneofs, packing) are the level's. */
size_t ol_scan_slice(struct ol_scan *scan, struct ol_occurrence *occurrences, size_t max);

/* The names of the faults in rules, by kind, and NULL behind the last. */
extern const char *const ol_wire_fault_names[OL_FAULT_COUNT + 1];

#endif
