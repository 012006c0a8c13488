/* SPDX-License-Identifier: Apache-2.0 */
/* The long way to read a level: slices of whatever the scan finds, with all that is to be said of
 * it, and what the short way leaves to it. */
#include "onnx/reading.h"

#include <string.h>

#include "base/limits.h"

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
    if (reader->fault_count == OL_FAULTS_HELD_MAX) {
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
            .related = ol_level_span(level, before),
            .related_field = other,
        };
        hold_pair(reader, other == field ? OL_FAULT_ONEOF_REPEATED : OL_FAULT_ONEOF_MULTIPLE,
                  occurrence, &about);
    }
    level->oneof_index[field->oneof] = field->index;
}

/* The form of a repeated scalar: as declared, and one form only. Each is said once for a field. */
static void note_style(struct ol_reader *reader, struct ol_level *level,
                       const struct ol_field *field, const struct ol_occurrence *occurrence)
{
    struct ol_field_state *state = &level->fields[field->index];
    bool packed = (occurrence->flags & OL_OCCURRENCE_PACKED) != 0;
    bool declared_packed = (field->flags & OL_FIELD_PACKED) != 0;
    struct ol_wire_fault about = {
        .field = field, .index = packed ? OL_INDEX_NONE : state->occurrences + state->surplus};
    if (packed != declared_packed && !(state->style & OL_STYLE_ODD)) {
        state->style |= OL_STYLE_ODD;
        hold_pair(reader, OL_FAULT_PACKING_STYLE, occurrence, &about);
    }
    bool mixed = packed ? state->style != 0 && state->style != OL_STYLE_ODD
                        : (state->style & OL_STYLE_PACKED) != 0;
    if (mixed && !(state->style & OL_STYLE_MIXED)) {
        state->style |= OL_STYLE_MIXED;
        about.related = ol_level_first_span(level, field->index);
        about.related_field = field;
        hold_pair(reader, OL_FAULT_PACKED_MIXED, occurrence, &about);
    }
    state->style |= packed ? OL_STYLE_PACKED : OL_STYLE_UNPACKED;
}

/* Counts a payload that is stepped over by its length. Levels are read with reports once. */
static void step_over(struct ol_reader *reader, enum ol_wire_type wire_type, uint64_t size)
{
    if (reader->report != NULL && wire_type == OL_WIRE_LEN) {
        reader->stepped += size;
    }
}

/* What has to be said or counted of an occurrence, but for most fields: of their form, oneof and
 * repetition. */
static void note_occurrence(struct ol_reader *reader, struct ol_level *level,
                            const struct ol_field *field, const struct ol_occurrence *occurrence,
                            bool is_first)
{
    if (field->oneof != 0) {
        note_oneof(reader, level, field, occurrence);
    } else if (!ol_field_is_repeated(field) && !is_first) {
        const struct ol_wire_fault about = {
            .field = field,
            .index = OL_INDEX_NONE,
            .related = ol_level_first_span(level, field->index),
            .related_field = field,
        };
        hold_pair(reader,
                  field->type == OL_TYPE_MESSAGE ? OL_FAULT_SINGULAR_MESSAGE_REPEATED
                                                 : OL_FAULT_SINGULAR_SCALAR_REPEATED,
                  occurrence, &about);
    }
    if (ol_field_is_packable(field)) {
        note_style(reader, level, field, occurrence);
    }
    if (ol_field_is_stepped_over(field)) {
        step_over(reader, (enum ol_wire_type)occurrence->wire_type,
                  occurrence->end - occurrence->value);
    }
    if (occurrence->flags & OL_OCCURRENCE_BAD && level->broken.length == 0) {
        level->broken = ol_occurrence_span(occurrence);
    }
}

/* Adds one known occurrence to the level's state. */
static void add_occurrence(struct ol_reader *reader, struct ol_level *level,
                           const struct ol_field *field, const struct ol_occurrence *occurrence)
{
    struct ol_field_state *state = &level->fields[field->index];
    bool is_first = !ol_level_has(level, field->index);
    if (is_first) {
        state->first = ol_occurrence_extent(occurrence);
        state->style = 0;
        state->value.integer = 0;
        state->occurrences = 0;
        state->surplus = 0;
        level->present |= 1U << field->index;
    }
    if (field->form & OL_FIELD_IS_NOTED || occurrence->flags & OL_OCCURRENCE_BAD ||
        (!is_first && !ol_field_is_repeated(field))) {
        note_occurrence(reader, level, field, occurrence, is_first);
    }
    state->occurrences++;
    state->surplus += ol_occurrence_elements(occurrence) - 1;
    state->last = *occurrence;
}

void ol_reading_set_values(struct ol_reader *reader, struct ol_level *level)
{
    if (reader->status == OL_OK) {
        reader->status = ol_decoder_set(reader->decoder, level, reader->valued, reader->scalars);
    }
    reader->scalars.size = 0;
    reader->valued = 0;
}

/* Puts a scalar behind those that it does not stand next to in the file. */
static void gather_scalar(struct ol_reader *reader, struct ol_level *level, struct ol_slice scalar)
{
    if (reader->scalars.size + scalar.size > OL_SCALAR_BYTES_MAX) {
        ol_reading_set_values(reader, level);
        reader->scalars = scalar;
        return;
    }
    if (reader->scalars.data != reader->gathered) {
        memcpy(reader->gathered, reader->scalars.data, reader->scalars.size);
        reader->scalars.data = reader->gathered;
    }
    memcpy(reader->gathered + reader->scalars.size, scalar.data, scalar.size);
    reader->scalars.size += scalar.size;
}

/* Scalars alone, so that upb looks at nothing else: one behind the other, at their place in the
 * file if they stand together there, as nearly all do. */
void ol_reading_take(struct ol_reader *reader, struct ol_level *level, const struct ol_field *field,
                     struct ol_span span)
{
    struct ol_slice scalar = ol_level_bytes(level, span);
    if (reader->scalars.size == 0) {
        reader->scalars = scalar;
    } else if (scalar.data == reader->scalars.data + reader->scalars.size &&
               reader->scalars.size + scalar.size <= OL_SCALAR_BYTES_MAX) {
        reader->scalars.size += scalar.size;
    } else {
        gather_scalar(reader, level, scalar);
    }
    reader->valued |= 1U << field->index;
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

static void add_slice(struct ol_reader *reader, struct ol_level *level, size_t count)
{
    size_t fault = 0;
    reader->scanned = reader->fault_count;
    for (size_t i = 0; i < count; i++) {
        const struct ol_occurrence *occurrence = &reader->occurrences[i];
        if (fault < reader->scanned) {
            index_faults(reader, level, occurrence, &fault);
        }
        if (!(occurrence->flags & OL_OCCURRENCE_KNOWN)) {
            step_over(reader, (enum ol_wire_type)occurrence->wire_type,
                      occurrence->end - occurrence->value);
            continue;
        }
        const struct ol_field *field = &level->message->fields[occurrence->index];
        add_occurrence(reader, level, field, occurrence);
        /* what upb would refuse it is not given */
        if (ol_field_is_valued(field) && !(occurrence->flags & OL_OCCURRENCE_OPAQUE)) {
            ol_reading_take(reader, level, field, ol_occurrence_span(occurrence));
        }
    }
    if (reader->valued != 0) {
        ol_reading_set_values(reader, level);
    }
}

/* Keeps the occurrences of a slice. */
static void keep_slice(const struct ol_reader *reader, struct ol_reading *reading, size_t count)
{
    size_t room = (size_t)(reading->kept->occurrences + OL_OCCURRENCES_KEPT - reading->slot);
    size_t kept = count < room ? count : room;
    memcpy(reading->slot, reader->occurrences, kept * sizeof *reader->occurrences);
    reading->slot += kept;
    reading->is_wide = reading->is_wide || kept < count;
}

/* What note_occurrence does, as long as it has nothing to say. */
bool ol_reading_note(struct ol_reader *reader, struct ol_level *level, const struct ol_field *field,
                     uint64_t size, bool is_first)
{
    struct ol_field_state *state = &level->fields[field->index];
    if (field->oneof != 0) {
        if (level->oneof_index[field->oneof] != OL_FIELD_UNKNOWN) {
            return false;
        }
        level->oneof_index[field->oneof] = field->index;
    } else if (!ol_field_is_repeated(field) && !is_first) {
        return false;
    }
    if (ol_field_is_packable(field)) {
        if (field->flags & OL_FIELD_PACKED || (!is_first && state->style & OL_STYLE_PACKED)) {
            return false;
        }
        state->style = OL_STYLE_UNPACKED;
    }
    if (ol_field_is_stepped_over(field)) {
        step_over(reader, ol_field_wire_type(field), size);
    }
    return true;
}

bool ol_reading_slice(struct ol_reader *reader, struct ol_level *level, struct ol_reading *reading)
{
    struct ol_scan scan = {
        .bytes = level->bytes,
        .at = reading->at,
        .end = level->end,
        .declared_end = level->declared_end,
        .message = level->message,
        .report = reader->report != NULL ? hold_fault : NULL,
        .context = reader,
        .is_root = level->parent == NULL,
    };
    reader->fault_count = 0;
    size_t count = ol_scan_slice(&scan, reader->occurrences, OL_SLICE_OCCURRENCES_MAX);
    reading->at = scan.at;
    reading->is_odd = true;
    add_slice(reader, level, count);
    keep_slice(reader, reading, count);
    if (scan.stopped) {
        level->is_complete = false;
        level->unread = scan.at;
        level->overrun = scan.overrun;
    }
    level->mistyped |= scan.mistyped;
    if (reader->status == OL_OK && reader->report != NULL) {
        pass_faults_on(reader);
    }
    return count > 0 && !scan.stopped && scan.at < scan.end && reader->status == OL_OK;
}
