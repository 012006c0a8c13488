/* SPDX-License-Identifier: Apache-2.0 */
/* One message level as checks see it: what is on the wire (from the scan) and what a reader would
 * take from it (from upb), with the chain of levels that hold it. */
#ifndef OL_ONNX_LEVEL_H
#define OL_ONNX_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/limits.h"
#include "base/slice.h"
#include "base/status.h"
#include "onnx/schema.h"
#include "wire/scan.h"

/* What readers end up with. */
union ol_scalar_value {
    int64_t integer; /* of a singular integer or enum */
    double number;   /* of a singular float or double */
};

/* Where an occurrence stands, as struct ol_occurrence has it. */
struct ol_extent {
    uint64_t tag;
    uint64_t value;
    uint64_t end;
};

static inline struct ol_extent ol_occurrence_extent(const struct ol_occurrence *occurrence)
{
    return (struct ol_extent){occurrence->tag, occurrence->value, occurrence->end};
}

/* What was seen of one field; meaningful only where the field's bit of present is set. */
struct ol_field_state {
    uint64_t occurrences;
    uint64_t surplus; /* values beyond one for each occurrence; wraps below 0 for empty lists */
    union ol_scalar_value value;
    struct ol_extent first;
    struct ol_occurrence last;
    uint8_t style; /* packed and unpacked occurrences seen; the level's own use */
};

#define OL_KEPT_NONE UINT64_MAX

/* The occurrences of a level in the order of the bytes, as long as no other level has been read at
 * its depth: so levels are scanned once, and again only where they are wide. */
struct ol_kept {
    uint64_t begin;                  /* of the level whose they are, or OL_KEPT_NONE */
    const struct ol_occurrence *end; /* behind the last of them */
    struct ol_occurrence occurrences[OL_OCCURRENCES_KEPT];
};

struct ol_level {
    const uint8_t *bytes;          /* of the whole file */
    const struct ol_level *parent; /* NULL for the root */
    const struct ol_message *message;
    const struct ol_field *field; /* the parent's field that holds this level; NULL for the root */
    uint64_t tag;                 /* offset of the holding field's tag; begin for the root */
    uint64_t begin;               /* offsets of the message's own bytes */
    uint64_t end;
    uint64_t declared_end; /* past end where an enclosing length overruns */
    uint64_t unread;       /* the bytes from here to end could not be read; end where all could */
    uint64_t index;        /* in the parent's field, where that is repeated */
    unsigned depth;        /* 0 for the root */
    uint32_t
        present; /* bit i is set when field i occurs with a wire type that readers take for it */
    uint32_t mistyped; /* bit i is set when field i occurs with another one */
    struct ol_span
        overrun; /* the field whose length overruns the level; of length 0 where none does */
    struct ol_span broken; /* a packed list that breaks off; of length 0 where none does */
    bool is_fragment;      /* a piece of a message that readers merge with others: one of several
                            * occurrences of a singular field, or in one */
    bool is_complete;      /* no fragment, every byte could be read, and no length overruns */
    bool is_plain;         /* it is complete, it was read with reports, and nothing is odd about any
                            * occurrence: one whole value of the field's own wire type, in its shortest
                            * form, not empty, a text printable ASCII, and no singular one repeated */
    uint8_t oneof_index[OL_ONEOFS_MAX + 1]; /* its field, or OL_FIELD_UNKNOWN */
    const struct ol_kept *kept; /* the reader's; NULL where the level is too wide for it */
    struct ol_field_state fields[OL_FIELDS_MAX];
};

/* Sets up the level of the root message, which is bytes[0, size). */
void ol_level_init_root(struct ol_level *level, const struct ol_message *message,
                        struct ol_slice bytes);

/* Sets up the level of a message-typed occurrence of the parent; index counts occurrences of that
 * field. */
void ol_level_init_child(struct ol_level *level, const struct ol_level *parent,
                         const struct ol_occurrence *occurrence, uint64_t index);

/* Sets up a level as another one, which was set up and has not been read. */
static inline void ol_level_init_same(struct ol_level *level, const struct ol_level *unread)
{
    memcpy(level, unread, offsetof(struct ol_level, fields)); /* no field is there yet */
}

static inline bool ol_level_has(const struct ol_level *level, unsigned field)
{
    return level->present >> field & 1;
}

/* Whether the field is missing: not merely unreadable, or mistyped, which is a fault of its own. */
static inline bool ol_level_lacks(const struct ol_level *level, unsigned field)
{
    return level->is_complete && ((level->present | level->mistyped) >> field & 1) == 0;
}

/* Whether readers see the field of the level: it occurs, and no other member of its oneof replaces
 * it. */
static inline bool ol_level_shows(const struct ol_level *level, const struct ol_field *field)
{
    return ol_level_has(level, field->index) &&
           (field->oneof == 0 || level->oneof_index[field->oneof] == field->index);
}

/* Occurrences, and values, of a field; 0 where it does not occur. */
static inline uint64_t ol_level_occurrences(const struct ol_level *level, unsigned field)
{
    return ol_level_has(level, field) ? level->fields[field].occurrences : 0;
}

static inline uint64_t ol_level_elements(const struct ol_level *level, unsigned field)
{
    return ol_level_has(level, field)
               ? level->fields[field].occurrences + level->fields[field].surplus
               : 0;
}

/* What readers end up with for a singular integer or enum; fallback where it does not occur. */
static inline int64_t ol_level_integer(const struct ol_level *level, unsigned field,
                                       int64_t fallback)
{
    return ol_level_has(level, field) ? level->fields[field].value.integer : fallback;
}

/* The span of a field's last occurrence, the one that singular readers keep; of the first. The
 * field must occur. */
struct ol_span ol_level_span(const struct ol_level *level, unsigned field);
struct ol_span ol_level_first_span(const struct ol_level *level, unsigned field);

/* The span of one value of a repeated field, which must have that many. Costs a pass over those
 * before it. */
struct ol_span ol_level_element_span(const struct ol_level *level, unsigned field, uint64_t index);

/* Where a field that the level lacks is missing: the tag and length that introduce the level; {0,
 * 0} for a root. */
struct ol_span ol_level_header(const struct ol_level *level);

/* The whole level: from the tag that introduces it to its end. */
struct ol_span ol_level_whole(const struct ol_level *level);

/* The bytes of a span of the same file. The span must lie within the file. */
static inline struct ol_slice ol_level_bytes(const struct ol_level *level, struct ol_span span)
{
    return (struct ol_slice){level->bytes + span.offset, (size_t)span.length};
}

/* The text of a singular string or bytes field as readers see it (the last one); empty where it
 * does not occur. */
static inline struct ol_slice ol_level_text(const struct ol_level *level, unsigned field)
{
    return ol_level_has(level, field)
               ? ol_level_bytes(level, ol_occurrence_payload(&level->fields[field].last))
               : (struct ol_slice){NULL, 0};
}

/* Whether the level is held by that field of that message: ol_level_is_in(level,
 * OL_MESSAGE_GraphProto, OL_GraphProto_initializer). */
static inline bool ol_level_is_in(const struct ol_level *level, enum ol_message_id holder,
                                  unsigned field)
{
    return level->parent != NULL && level->parent->message->id == holder &&
           level->field->index == field;
}

/* The nearest enclosing level, itself included, of that message; NULL where there is none. */
const struct ol_level *ol_level_enclosing(const struct ol_level *level, enum ol_message_id message);

#define OL_SCANNED_AHEAD 8

/* Goes once more through the occurrences of a level that was read, from an offset on, without
 * reports. */
struct ol_revisit {
    const struct ol_level *level;
    size_t next; /* of those that are kept, or else of those that were scanned ahead */
    size_t ahead;
    uint64_t at; /* where the next tag is, or before it */
    struct ol_occurrence scanned[OL_SCANNED_AHEAD];
};

static inline void ol_revisit_from(struct ol_revisit *revisit, const struct ol_level *level,
                                   uint64_t offset)
{
    revisit->level = level;
    revisit->at = offset;
    revisit->next = 0;
    revisit->ahead = 0;
}

/* The same as ol_revisit_next, where those that were kept are not there any more. */
const struct ol_occurrence *ol_revisit_scan(struct ol_revisit *revisit);

/* The next one, valid until the next call, and NULL behind the last. A level that was read at the
 * same depth meanwhile has taken the place of those that were kept. */
static inline const struct ol_occurrence *ol_revisit_next(struct ol_revisit *revisit)
{
    const struct ol_kept *kept = revisit->level->kept;
    if (kept == NULL || kept->begin != revisit->level->begin || revisit->ahead != 0) {
        return ol_revisit_scan(revisit);
    }
    size_t next = revisit->next;
    const struct ol_occurrence *occurrence = &kept->occurrences[next];
    while (occurrence < kept->end && occurrence->tag < revisit->at) {
        occurrence++;
        next++;
    }
    if (occurrence >= kept->end) {
        return NULL;
    }
    revisit->next = next + 1;
    revisit->at = occurrence->end;
    return occurrence;
}

/* Goes through the message-typed occurrences of a level that was read, in the order of the bytes,
 * so that a level of any width needs no memory for its children. */
struct ol_children {
    struct ol_revisit revisit;
    uint64_t left;                      /* occurrences to come */
    uint32_t fields;                    /* bit i: message field i has occurrences */
    uint64_t next_index[OL_FIELDS_MAX]; /* by field; valid where fields has the bit */
};

void ol_children_init(struct ol_children *children, const struct ol_level *level);

/* Sets up (does not read) the level of the next child; false after the last. */
bool ol_children_next(struct ol_children *children, struct ol_level *child);

/* Goes through the values of a field in the order of the bytes, each at its place: every element of
 * packed and unpacked occurrences. Costs one pass over the level between the first and the last
 * occurrence. */
struct ol_element {
    struct ol_span span; /* of the element: the value in a packed payload, else tag to end */
    struct ol_slice
        bytes;      /* its payload: LEN contents, or the varint's or fixed value's own bytes */
    uint64_t bits;  /* the varint's 64 bits, or the fixed value's; 0 for LEN */
    uint64_t index; /* counted from 0 */
    struct ol_occurrence occurrence; /* the one it stands in */
};

struct ol_cursor {
    struct ol_revisit revisit;
    const struct ol_field *field;
    struct ol_occurrence occurrence; /* the packed one being read */
    uint64_t packed_at;
    uint64_t index;
    uint64_t left; /* occurrences of the field still to come */
};

void ol_cursor_init(struct ol_cursor *cursor, const struct ol_level *level, unsigned field);

/* The next element; false after the last, or where a packed payload is cut. */
bool ol_cursor_next(struct ol_cursor *cursor, struct ol_element *element);

#endif
