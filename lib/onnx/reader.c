/* SPDX-License-Identifier: Apache-2.0 */
/* Scan, decode and add up: the two views of one level brought together. Here is the short way, for
 * what is plain; what is not goes through onnx/reading.c. */
#include "onnx/reader.h"

#include <stdlib.h>

#include "onnx/reading.h"

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

/* Takes the number of a plain scalar. One byte means the same in every type that has varints; what
 * readers take from more is upb's to tell. */
static inline void take_number(struct ol_reader *reader, struct ol_level *level,
                               struct ol_field_state *state, uint64_t tag,
                               const struct ol_plain_place *place)
{
    if (place->end - place->value == 1) {
        state->value.integer = level->bytes[place->value];
    } else {
        ol_reading_take(reader, level, place->field, ol_span_between(tag, place->end));
    }
}

/* Adds a plain occurrence to the level, as the long way does; false, with nothing done, where there
 * is something to say of it. */
static inline bool add_plain(struct ol_reader *reader, struct ol_level *level, uint64_t tag,
                             const struct ol_plain_place *place)
{
    const struct ol_field *field = place->field;
    struct ol_field_state *state = &level->fields[field->index];
    unsigned form = field->form;
    if (level->present >> field->index & 1) {
        if ((form & (OL_FIELD_IS_NOTED | OL_FIELD_IS_REPEATED)) != OL_FIELD_IS_REPEATED &&
            !ol_reading_note(reader, level, field, place->end - place->value, false)) {
            return false;
        }
    } else {
        if (form & OL_FIELD_IS_NOTED &&
            !ol_reading_note(reader, level, field, place->end - place->value, true)) {
            return false;
        }
        level->present |= 1U << field->index;
        state->first = (struct ol_extent){tag, place->value, place->end};
        state->occurrences = 0;
        state->surplus = 0;
        state->value.integer = 0;
    }
    state->occurrences++;
    ol_plain_set(&state->last, tag, place);
    if (form & OL_FIELD_IS_VALUED) {
        take_number(reader, level, state, tag, place);
    }
    return true;
}

/* The short way: reads what is plain and nothing is to be said of, up to what is not. */
static void read_plain(struct ol_reader *reader, struct ol_level *level, struct ol_reading *reading)
{
    struct ol_plain plain =
        ol_plain_of(level->message, level->bytes, level->end, reader->report != NULL);
    const struct ol_occurrence *slots_end = reading->kept->occurrences + OL_OCCURRENCES_KEPT;
    struct ol_occurrence *slot = reading->slot;
    uint64_t at = reading->at;
    struct ol_plain_place place;
    while (ol_plain_read(&plain, at, &place) && add_plain(reader, level, at, &place)) {
        if (slot < slots_end) {
            ol_plain_set(slot++, at, &place);
        } else {
            reading->is_wide = true;
        }
        at = place.end;
    }
    if (plain.has_empty) {
        reading->is_odd = true;
    }
    reading->slot = slot;
    reading->at = at;
}

enum ol_status ol_reader_read(struct ol_reader *reader, struct ol_level *level,
                              ol_wire_fault_fn *report, void *context)
{
    size_t depth = level->depth < OL_DEPTHS_KEPT ? level->depth : OL_DEPTHS_KEPT;
    struct ol_kept *kept = &reader->kept[depth];
    struct ol_reading reading = {.at = level->begin,
                                 .kept = kept,
                                 .slot = kept->occurrences,
                                 .is_wide = depth == OL_DEPTHS_KEPT};
    kept->begin = OL_KEPT_NONE; /* what is there is not another level's any more */
    reader->report = report;
    reader->context = context;
    reader->status = OL_OK;
    level->is_complete = !level->is_fragment && level->declared_end <= level->end;
    do {
        read_plain(reader, level, &reading);
    } while (reading.at < level->end && ol_reading_slice(reader, level, &reading));
    level->is_plain = report != NULL && !reading.is_odd && level->is_complete;
    if (reader->valued != 0) {
        ol_reading_set_values(reader, level);
    }
    if (!reading.is_wide) {
        reading.kept->begin = level->begin;
        reading.kept->end = reading.slot;
        level->kept = reading.kept;
    }
    return reader->status;
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
