/* SPDX-License-Identifier: Apache-2.0 */
/* Scan, decode and add up: the two views of one level brought together. */
#include "onnx/reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

/* Faults of one slice are held back until its values are known, so that what reports them can name
 * what it is about; past this many they are passed on at once. */
#define FAULTS_HELD_MAX 256

/* Singular scalars are handed to upb so many bytes at a time; one is at most a tag of five bytes
 * and a varint of ten. */
#define SCALAR_BYTES_MAX 256
#define SCALAR_MAX       15

/* The levels that can be open at once, and one that is looked down at from the deepest. */
#define DEPTHS_KEPT (OL_DEPTH_MAX + 2)

/* What was seen of a repeated scalar's form. */
enum style {
    STYLE_PACKED = 1,
    STYLE_UNPACKED = 2,
    STYLE_ODD = 4,
    STYLE_MIXED = 8
};

struct ol_reader {
    struct ol_decoder *decoder;
    struct ol_occurrence *occurrences; /* of the slice being read */
    struct ol_wire_fault faults[FAULTS_HELD_MAX];
    size_t fault_count;
    size_t scanned; /* the first so many are the scan's, in the order of the bytes; those between
                       occurrences follow */
    ol_wire_fault_fn *report;
    void *context;
    uint64_t stepped;                  /* as ol_reader_take_stepped has it */
    uint8_t scalars[SCALAR_BYTES_MAX]; /* the slice's singular scalars, for upb */
    size_t scalar_bytes;
    struct ol_kept kept[DEPTHS_KEPT];
};

enum ol_status ol_reader_new(const struct ol_minitables *tables, struct ol_reader **reader)
{
    struct ol_reader *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    enum ol_status status = ol_decoder_new(tables, &made->decoder);
    made->occurrences = malloc(OL_SLICE_OCCURRENCES_MAX * sizeof *made->occurrences);
    if (status != OL_OK || made->occurrences == NULL) {
        ol_reader_free(made);
        return OL_ERR_NOMEM;
    }
    *reader = made;
    return OL_OK;
}

void ol_reader_free(struct ol_reader *reader)
{
    if (reader != NULL) {
        ol_decoder_free(reader->decoder);
        free(reader->occurrences);
    }
    free(reader);
}

static void pass_faults_on(struct ol_reader *reader)
{
    for (size_t i = 0; i < reader->fault_count; i++) {
        reader->report(reader->context, &reader->faults[i]);
    }
    reader->fault_count = 0;
    reader->scanned = 0;
}

static void hold_fault(void *context, const struct ol_wire_fault *fault)
{
    struct ol_reader *reader = context;
    if (reader->fault_count == FAULTS_HELD_MAX) {
        pass_faults_on(reader);
    }
    reader->faults[reader->fault_count++] = *fault;
}

/* A fault between two occurrences: the later one is where it is, the earlier one, where there is
 * one, is related. */
static void hold_pair(struct ol_reader *reader, enum ol_wire_fault_kind kind,
                      const struct ol_occurrence *occurrence, const struct ol_wire_fault *about)
{
    if (reader->report == NULL) {
        return;
    }
    struct ol_wire_fault fault = *about;
    fault.kind = (uint8_t)kind;
    fault.wire_type = occurrence->wire_type;
    fault.number = occurrence->number;
    fault.span = ol_occurrence_span(occurrence);
    hold_fault(reader, &fault);
}

/* At most one member of a oneof is on the wire, and that once (language guide, "Oneof": readers
 * keep the last). */
static void note_oneof(struct ol_reader *reader, struct ol_level *level,
                       const struct ol_field *field, const struct ol_occurrence *occurrence)
{
    uint8_t before = level->oneof_index[field->oneof];
    if (before != OL_FIELD_UNKNOWN) {
        const struct ol_field *other = &level->message->fields[before];
        const struct ol_wire_fault about = {
            .field = field,
            .index = OL_INDEX_NONE,
            .related = ol_occurrence_span(&level->fields[before].last),
            .related_field = other,
        };
        hold_pair(reader, other == field ? OL_FAULT_ONEOF_REPEATED : OL_FAULT_ONEOF_MULTIPLE,
                  occurrence, &about);
    }
    level->oneof_index[field->oneof] = field->index;
}

/* The form of a repeated scalar: as declared, and one form only. Each is said once for a field. */
static void note_style(struct ol_reader *reader, struct ol_field_state *state,
                       const struct ol_field *field, const struct ol_occurrence *occurrence)
{
    bool packed = (occurrence->flags & OL_OCCURRENCE_PACKED) != 0;
    bool declared_packed = (field->flags & OL_FIELD_PACKED) != 0;
    struct ol_wire_fault about = {.field = field,
                                  .index = packed ? OL_INDEX_NONE : state->elements};
    if (packed != declared_packed && !(state->style & STYLE_ODD)) {
        state->style |= STYLE_ODD;
        hold_pair(reader, OL_FAULT_PACKING_STYLE, occurrence, &about);
    }
    bool mixed = packed ? state->style != 0 && state->style != STYLE_ODD
                        : (state->style & STYLE_PACKED) != 0;
    if (mixed && !(state->style & STYLE_MIXED)) {
        state->style |= STYLE_MIXED;
        about.related = ol_occurrence_span(&state->first);
        about.related_field = field;
        hold_pair(reader, OL_FAULT_PACKED_MIXED, occurrence, &about);
    }
    state->style |= packed ? STYLE_PACKED : STYLE_UNPACKED;
}

/* Counts a payload that is stepped over by its length. Levels are read with reports once. */
static void step_over(struct ol_reader *reader, const struct ol_occurrence *occurrence)
{
    if (reader->report != NULL && occurrence->wire_type == OL_WIRE_LEN) {
        reader->stepped += occurrence->end - occurrence->value;
    }
}

/* What has to be said or counted of an occurrence, but for most fields: of their form, oneof and
 * repetition. */
static void note_occurrence(struct ol_reader *reader, struct ol_level *level,
                            const struct ol_field *field, const struct ol_occurrence *occurrence,
                            bool is_first)
{
    struct ol_field_state *state = &level->fields[field->index];
    if (field->oneof != 0) {
        note_oneof(reader, level, field, occurrence);
    } else if (!ol_field_is_repeated(field) && !is_first) {
        const struct ol_wire_fault about = {
            .field = field,
            .index = OL_INDEX_NONE,
            .related = ol_occurrence_span(&state->first),
            .related_field = field,
        };
        hold_pair(reader,
                  field->type == OL_TYPE_MESSAGE ? OL_FAULT_SINGULAR_MESSAGE_REPEATED
                                                 : OL_FAULT_SINGULAR_SCALAR_REPEATED,
                  occurrence, &about);
    }
    if (ol_field_is_packable(field)) {
        note_style(reader, state, field, occurrence);
    }
    if (ol_field_is_stepped_over(field)) {
        step_over(reader, occurrence);
    }
    if (occurrence->flags & OL_OCCURRENCE_BAD && level->broken.length == 0) {
        level->broken = ol_occurrence_span(occurrence);
    }
}

/* Adds one known occurrence to the level's state. */
static inline void add_occurrence(struct ol_reader *reader, struct ol_level *level,
                                  const struct ol_field *field,
                                  const struct ol_occurrence *occurrence)
{
    struct ol_field_state *state = &level->fields[field->index];
    uint32_t bit = 1U << field->index;
    bool is_first = (level->present & bit) == 0;
    if (is_first) {
        level->present |= bit;
        state->occurrences = 0;
        state->elements = 0;
        state->style = 0;
        state->value.integer = 0;
        state->first = *occurrence;
    }
    if (field->form & OL_FIELD_IS_NOTED || occurrence->flags & OL_OCCURRENCE_BAD ||
        (!is_first && !ol_field_is_repeated(field))) {
        note_occurrence(reader, level, field, occurrence, is_first);
    }
    state->occurrences++;
    state->elements += occurrence->elements;
    state->last = *occurrence;
}

/* Hands the scalars that were gathered to upb. */
static enum ol_status decode_scalars(struct ol_reader *reader)
{
    struct ol_slice fields = {reader->scalars, reader->scalar_bytes};
    reader->scalar_bytes = 0;
    return fields.size > 0 ? ol_decoder_add(reader->decoder, fields) : OL_OK;
}

/* Gathers a singular scalar for upb, one behind the other, so that it looks at nothing else. What
 * it would refuse it is not given. */
static inline enum ol_status gather_scalar(struct ol_reader *reader, const struct ol_level *level,
                                           const struct ol_occurrence *occurrence)
{
    size_t size = (size_t)(occurrence->end - occurrence->tag);
    if (occurrence->flags & OL_OCCURRENCE_OPAQUE) {
        return OL_OK;
    }
    assert(size <= SCALAR_MAX);
    enum ol_status status = OL_OK;
    if (reader->scalar_bytes > sizeof reader->scalars - SCALAR_MAX) {
        status = decode_scalars(reader);
    }
    memcpy(reader->scalars + reader->scalar_bytes, level->bytes + occurrence->tag, size);
    reader->scalar_bytes += size;
    return status;
}

/* Keeps the values of the slice: a later slice overrides an earlier one, as a later field does in
 * one decode. */
static void keep_values(const struct ol_reader *reader, struct ol_level *level, uint32_t valued)
{
    for (; valued != 0; valued &= valued - 1) {
        unsigned i = (unsigned)__builtin_ctz(valued);
        uint8_t type = level->message->fields[i].type;
        if (type == OL_TYPE_FLOAT || type == OL_TYPE_DOUBLE) {
            level->fields[i].value.number = ol_decoder_number(reader->decoder, i);
        } else {
            level->fields[i].value.integer = ol_decoder_integer(reader->decoder, i);
        }
    }
}

/* Gives the held faults of an occurrence of a repeated field its index. Faults and occurrences are
 * both in the order of the bytes, so *next only moves on. Values within a packed payload stay
 * without. */
static void index_faults(struct ol_reader *reader, const struct ol_level *level,
                         const struct ol_occurrence *occurrence, size_t *next)
{
    uint8_t field = occurrence->index;
    bool has_index = occurrence->flags & OL_OCCURRENCE_KNOWN &&
                     !(occurrence->flags & OL_OCCURRENCE_PACKED) &&
                     ol_field_is_repeated(&level->message->fields[field]);
    for (; *next < reader->scanned && reader->faults[*next].span.offset < occurrence->end;
         ++*next) {
        if (has_index) {
            reader->faults[*next].index = ol_level_elements(level, field);
        }
    }
}

/* Adds an occurrence to the level, and to what upb is to look at. */
static inline enum ol_status add_known(struct ol_reader *reader, struct ol_level *level,
                                       const struct ol_occurrence *occurrence, uint32_t *valued)
{
    const struct ol_field *field = &level->message->fields[occurrence->index];
    add_occurrence(reader, level, field, occurrence);
    if (!ol_field_is_valued(field)) {
        return OL_OK;
    }
    if (*valued == 0) {
        ol_decoder_begin(reader->decoder, level->message);
    }
    *valued |= 1U << field->index;
    return gather_scalar(reader, level, occurrence);
}

static enum ol_status add_slice(struct ol_reader *reader, struct ol_level *level, size_t count)
{
    enum ol_status status = OL_OK;
    uint32_t valued = 0;
    size_t fault = 0;
    reader->scanned = reader->fault_count;
    reader->scalar_bytes = 0;
    for (size_t i = 0; i < count && status == OL_OK; i++) {
        const struct ol_occurrence *occurrence = &reader->occurrences[i];
        if (fault < reader->scanned) {
            index_faults(reader, level, occurrence, &fault);
        }
        if (occurrence->flags & OL_OCCURRENCE_KNOWN) {
            status = add_known(reader, level, occurrence, &valued);
        } else {
            step_over(reader, occurrence);
        }
    }
    if (status == OL_OK && valued != 0) {
        status = decode_scalars(reader);
        if (status == OL_OK) {
            keep_values(reader, level, valued);
        }
    }
    return status;
}

/* Keeps the occurrences of a level that is read for whoever goes through them again, if the one
 * slice holds all of them and they are few. What another file left there no level points to. */
static void keep_occurrences(struct ol_reader *reader, struct ol_level *level, size_t count)
{
    if (count > OL_OCCURRENCES_KEPT || level->depth >= DEPTHS_KEPT) {
        return;
    }
    struct ol_kept *kept = &reader->kept[level->depth];
    memcpy(kept->occurrences, reader->occurrences, count * sizeof *kept->occurrences);
    kept->begin = level->begin;
    kept->count = count;
    level->kept = kept;
}

enum ol_status ol_reader_read(struct ol_reader *reader, struct ol_level *level,
                              ol_wire_fault_fn *report, void *context)
{
    struct ol_scan scan = {
        .bytes = level->bytes,
        .at = level->begin,
        .end = level->end,
        .declared_end = level->declared_end,
        .message = level->message,
        .report = report != NULL ? hold_fault : NULL,
        .context = reader,
        .is_root = level->parent == NULL,
    };
    reader->report = report;
    reader->context = context;
    reader->fault_count = 0;
    level->kept = NULL;
    enum ol_status status = OL_OK;
    uint64_t read = 0; /* occurrences in all slices */
    bool is_more = true;
    while (is_more && status == OL_OK) {
        size_t count = ol_scan_slice(&scan, reader->occurrences, OL_SLICE_OCCURRENCES_MAX);
        read += count;
        is_more = count > 0 && !scan.stopped && scan.at < scan.end;
        status = add_slice(reader, level, count);
        level->is_complete =
            !scan.stopped && !level->is_fragment && level->declared_end <= level->end;
        level->mistyped = scan.mistyped;
        level->overrun = scan.overrun;
        level->unread = scan.stopped ? scan.at : level->end;
        if (!is_more && read == count) {
            keep_occurrences(reader, level, count);
        }
        if (status == OL_OK && report != NULL) {
            pass_faults_on(reader);
        }
    }
    return status;
}

uint64_t ol_reader_take_stepped(struct ol_reader *reader)
{
    uint64_t stepped = reader->stepped;
    reader->stepped = 0;
    return stepped;
}

bool ol_reader_read_child(struct ol_reader *reader, const struct ol_level *level, unsigned field,
                          struct ol_level *child, enum ol_status *status)
{
    *status = OL_OK;
    if (!ol_level_has(level, field)) {
        return false;
    }
    ol_level_init_child(child, level, &level->fields[field].last, 0);
    *status = ol_reader_read(reader, child, NULL, NULL);
    return *status == OL_OK;
}

void ol_children_init(struct ol_children *children, const struct ol_level *level)
{
    uint64_t begin = level->end;
    children->left_fields = 0;
    for (uint32_t left = level->present & level->message->holders; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        children->left_fields |= 1U << i;
        children->next_index[i] = 0;
        begin = level->fields[i].first.tag < begin ? level->fields[i].first.tag : begin;
    }
    ol_revisit_from(&children->revisit, level, begin);
}

bool ol_children_next(struct ol_children *children, struct ol_level *child)
{
    const struct ol_level *level = children->revisit.level;
    while (children->left_fields != 0) {
        const struct ol_occurrence *occurrence = ol_revisit_next(&children->revisit);
        if (occurrence == NULL) {
            return false;
        }
        uint8_t field = occurrence->index;
        if (field != OL_FIELD_UNKNOWN && children->left_fields >> field & 1) {
            ol_level_init_child(child, level, occurrence, children->next_index[field]++);
            if (children->next_index[field] == level->fields[field].occurrences) {
                children->left_fields &= ~(1U << field);
            }
            return true;
        }
    }
    return false;
}
